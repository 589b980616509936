//! Parts of values: by label, position and path, and all of them.

use crate::error::{Error, PathSegment, Result};
use crate::pretty::flat;
use crate::types::ty::label::Label;
use crate::value::model::{IDLArgs, IDLField, IDLValue};
use crate::value::path::{parse_path, shown, shown_in_quotes, Segment};
use candid_wire::identifier::has_id_syntax;
use candid_wire::label::label_hash;
use std::ops::{Index, IndexMut};

/// What names a part of a value in [`IDLValue::get`] and in `value[…]`.
///
/// It is the name of a field or case (`str`, `String`), its [`Label`], or the position of an element or, in a tuple, of a
/// field (`usize`). References to these will do; no other type implements the trait.
pub trait ValueIndex: sealed::Sealed {}

mod sealed {
    use super::Key;

    pub trait Sealed {
        fn key(&self) -> Key;
        fn describe(&self) -> String;
    }
}

/// A label by its id, so that it is hashed once.
#[derive(Clone, Copy)]
pub struct Key(Kind);

#[derive(Clone, Copy)]
enum Kind {
    Label(u32),
    Position(usize),
}

impl sealed::Sealed for str {
    fn key(&self) -> Key {
        Key(Kind::Label(label_hash(self)))
    }

    fn describe(&self) -> String {
        match has_id_syntax(self) {
            true => format!("field {}", shown(self)),
            false => format!("field \"{}\"", shown_in_quotes(self)),
        }
    }
}

impl sealed::Sealed for String {
    fn key(&self) -> Key {
        self.as_str().key()
    }

    fn describe(&self) -> String {
        self.as_str().describe()
    }
}

impl sealed::Sealed for Label {
    fn key(&self) -> Key {
        Key(Kind::Label(self.get_id()))
    }

    fn describe(&self) -> String {
        match self {
            Label::Named(name) => name.describe(),
            Label::Id(id) | Label::Unnamed(id) => format!("field {id}"),
        }
    }
}

impl sealed::Sealed for usize {
    fn key(&self) -> Key {
        Key(Kind::Position(*self))
    }

    fn describe(&self) -> String {
        format!("element {}", self.saturating_add(1))
    }
}

impl<T: sealed::Sealed + ?Sized> sealed::Sealed for &T {
    fn key(&self) -> Key {
        (**self).key()
    }

    fn describe(&self) -> String {
        (**self).describe()
    }
}

impl ValueIndex for str {}
impl ValueIndex for String {}
impl ValueIndex for Label {}
impl ValueIndex for usize {}
impl<T: ValueIndex + ?Sized> ValueIndex for &T {}

impl Segment {
    fn key(&self) -> Key {
        match self {
            Segment::Field(label) => sealed::Sealed::key(label),
            Segment::Index(i) => sealed::Sealed::key(i),
        }
    }

    pub(super) fn describe(&self) -> String {
        match self {
            Segment::Field(label) => sealed::Sealed::describe(label),
            Segment::Index(i) => sealed::Sealed::describe(i),
        }
    }
}

/// Parts of a value.
///
/// An `opt` has no parts of its own: what is asked of it is asked of its content. So fields of optional records are
/// reached without a step for each `opt`, as in the paths of errors.
impl IDLValue {
    /// Returns a part: the field of a record with this name or label, the payload of a variant if this is its case, the
    /// element of a vector at this position, the field of a tuple at this position. `None` if there is none.
    ///
    /// Names are compared by their hashes: decoded messages have only those. The bytes of a blob are no parts, see
    /// [`IDLValue::as_blob`].
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{CandidType, IDLValue};
    ///
    /// #[derive(CandidType)]
    /// struct Account { owner: String, limits: Option<Vec<u8>>, history: Vec<(u64, String)> }
    ///
    /// let value = IDLValue::from_rust(&Account {
    ///     owner: "alice".into(),
    ///     limits: None,
    ///     history: vec![(5, "mint".into())],
    /// })?;
    /// assert_eq!(value.get("owner").and_then(IDLValue::as_text), Some("alice"));
    /// assert_eq!(value.get("color"), None);
    /// assert_eq!(value["history"][0][1].as_text(), Some("mint"));
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn get<I: ValueIndex>(&self, index: I) -> Option<&IDLValue> {
        self.part(index.key())
    }

    /// Returns a part to change, as [`IDLValue::get`] does.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::IDLValue;
    ///
    /// let mut value = IDLValue::from(vec![1u64, 2, 3]);
    /// *value.get_mut(1).unwrap() = IDLValue::Nat64(20);
    /// assert_eq!(value, IDLValue::from(vec![1u64, 20, 3]));
    /// ```
    pub fn get_mut<I: ValueIndex>(&mut self, index: I) -> Option<&mut IDLValue> {
        let mut value = self;
        while let IDLValue::Opt(content) = value {
            value = content;
        }
        match (value, index.key().0) {
            (IDLValue::Vec(items), Kind::Position(i)) => items.get_mut(i),
            (IDLValue::Record(fields), kind) => {
                let id = kind.id()?;
                let field = fields.iter_mut().find(|field| field.id.get_id() == id)?;
                Some(&mut field.val)
            }
            (IDLValue::Variant(variant), Kind::Label(id)) if variant.0.id.get_id() == id => {
                Some(&mut variant.0.val)
            }
            _ => None,
        }
    }

    fn part(&self, key: Key) -> Option<&IDLValue> {
        match (self.without_opt(), key.0) {
            (IDLValue::Vec(items), Kind::Position(i)) => items.get(i),
            (IDLValue::Record(fields), kind) => {
                let id = kind.id()?;
                let field = fields.iter().find(|field| field.id.get_id() == id)?;
                Some(&field.val)
            }
            (IDLValue::Variant(variant), Kind::Label(id)) if variant.0.id.get_id() == id => {
                Some(&variant.0.val)
            }
            _ => None,
        }
    }

    /// Returns the content of all options around it.
    fn without_opt(&self) -> &IDLValue {
        let mut value = self;
        while let IDLValue::Opt(content) = value {
            value = content;
        }
        value
    }

    /// Returns the part at the end of a path such as `transfers[3].memo`, in the form of [`Error::path`].
    ///
    /// | segment | part |
    /// |---|---|
    /// | `name`, `."any name"` | the field of a record, or the payload of a variant with this case |
    /// | `.5` | the field with this number, as in tuples and where names are not known |
    /// | `[5]` | the element of a vector |
    ///
    /// Quoted names have Candid's escapes. The empty path is the value itself.
    ///
    /// # Errors
    ///
    /// If there is no such part: [`Error::is_subtype`] is true, and [`Error::path`] is where it is missing. If the path is
    /// malformed: [`Error::is_custom`] is true.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{CandidType, IDLValue};
    ///
    /// #[derive(CandidType)]
    /// struct Transfer { memo: Option<String>, amount: u64 }
    ///
    /// let transfers = vec![Transfer { memo: Some("rent".into()), amount: 5 }];
    /// let value = IDLValue::from_rust(&("alice", transfers))?;
    /// assert_eq!(value.at("1[0].amount")?.as_u64(), Some(5));
    ///
    /// let error = value.at("1[0].color").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     r#"expected field color, found record { memo = opt "rent"; amount = 5 : nat64;} at 1[0]"#
    /// );
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn at(&self, path: &str) -> Result<&IDLValue> {
        self.follow(&parse_path(path)?)
    }

    fn follow(&self, segments: &[Segment]) -> Result<&IDLValue> {
        let mut value = self;
        for (i, segment) in segments.iter().enumerate() {
            value = value.part(segment.key()).ok_or_else(|| {
                let error = no_part(value.without_opt(), &segment.describe());
                let passed = segments.iter().take(i).rev();
                passed.fold(error, |error, segment| {
                    error.in_segment(segment.to_error_segment())
                })
            })?;
        }
        Ok(value)
    }

    /// Iterates over the labels and values of the fields of a record, in its order. Of another value there are none; of an
    /// `opt`, those of its content.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{CandidType, IDLValue};
    ///
    /// #[derive(CandidType)]
    /// struct Point { x: i64, y: i64 }
    ///
    /// let value = IDLValue::from_rust(&Point { x: 1, y: 2 })?;
    /// let sum: i64 = value.fields().filter_map(|(_, value)| value.as_i64()).sum();
    /// assert_eq!(sum, 3);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn fields(&self) -> impl ExactSizeIterator<Item = (&Label, &IDLValue)> {
        let fields = match self.without_opt() {
            IDLValue::Record(fields) => fields.as_slice(),
            _ => &[],
        };
        fields.iter().map(|IDLField { id, val }| (id, val))
    }

    /// Iterates over the elements of a vector. Of another value, and of a blob, there are none; of an `opt`, those of its
    /// content.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::IDLValue;
    ///
    /// let value = IDLValue::from(vec![1u64, 2, 3]);
    /// assert_eq!(value.elements().filter_map(IDLValue::as_u64).sum::<u64>(), 6);
    /// ```
    pub fn elements(&self) -> std::slice::Iter<'_, IDLValue> {
        match self.without_opt() {
            IDLValue::Vec(items) => items.iter(),
            _ => [].iter(),
        }
    }
}

impl Kind {
    /// Returns the id of a field; a position is that of a tuple's.
    fn id(self) -> Option<u32> {
        match self {
            Kind::Label(id) => Some(id),
            Kind::Position(i) => u32::try_from(i).ok(),
        }
    }
}

/// Returns the error that `value` has no part of this description.
#[cold]
fn no_part(value: &IDLValue, description: &str) -> Error {
    let is_variant = matches!(value.without_opt(), IDLValue::Variant(_));
    missing_part(&flat::start_of_value(value), is_variant, description)
}

/// Returns the error that what was found has no part of this description. What a variant has is a case.
#[cold]
pub(super) fn missing_part(found: &str, is_variant: bool, description: &str) -> Error {
    let case = match description.strip_prefix("field ") {
        Some(label) if is_variant => Some(format!("case {label}")),
        _ => None,
    };
    let expected = case.as_deref().unwrap_or(description);
    Error::subtype(format_args!("expected {expected}, found {found}"))
}

/// Returns the error that there is no argument at a position.
#[cold]
pub(super) fn no_argument(position: usize, n_args: usize) -> Error {
    let number = position.saturating_add(1);
    let (be, s) = if n_args == 1 {
        ("is", "")
    } else {
        ("are", "s")
    };
    Error::subtype(format_args!(
        "path `{position}` is in argument {number}, but there {be} {n_args} argument{s}"
    ))
}

/// Returns the part that [`IDLValue::get`] returns.
///
/// # Panics
///
/// If there is none, as the collections of std do.
///
/// # Examples
///
/// ```should_panic
/// use candid::IDLValue;
///
/// let value = IDLValue::from(vec!["a", "b"]);
/// let _ = &value[2];
/// ```
impl<I: ValueIndex> Index<I> for IDLValue {
    type Output = IDLValue;

    fn index(&self, index: I) -> &IDLValue {
        match self.part(index.key()) {
            Some(part) => part,
            None => panic!("{}", no_part(self, &index.describe())),
        }
    }
}

/// Returns the part that [`IDLValue::get_mut`] returns.
///
/// # Panics
///
/// If there is none: nothing is inserted.
impl<I: ValueIndex> IndexMut<I> for IDLValue {
    fn index_mut(&mut self, index: I) -> &mut IDLValue {
        if self.part(index.key()).is_none() {
            panic!("{}", no_part(self, &index.describe()));
        }
        match self.get_mut(index) {
            Some(part) => part,
            None => unreachable!("`get` has found it"),
        }
    }
}

impl IDLArgs {
    /// Returns the part at the end of a path whose first segment is the position of an argument, counted from 0: the form of
    /// [`Error::path`]. The rest is as in [`IDLValue::at`].
    ///
    /// # Errors
    ///
    /// Those of [`IDLValue::at`]; and if there is no such argument.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{Encode, IDLArgs};
    ///
    /// let args = IDLArgs::from_bytes(&Encode!(&"alice", &vec![1u64, 2])?)?;
    /// assert_eq!(args.at("1[1]")?.as_u64(), Some(2));
    /// assert_eq!(
    ///     args.at("2[1]").unwrap_err().to_string(),
    ///     "path `2` is in argument 3, but there are 2 arguments"
    /// );
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn at(&self, path: &str) -> Result<&IDLValue> {
        let segments = parse_path(path)?;
        let (position, rest) = match segments.split_first() {
            Some((Segment::Field(Label::Id(position)), rest)) => (*position as usize, rest),
            _ => {
                let path = shown(path);
                let message = format!("expected the position of an argument, found path `{path}`");
                return Err(Error::msg(message));
            }
        };
        let n_args = self.args.len();
        let missing = || no_argument(position, n_args);
        let arg = self.args.get(position).ok_or_else(missing)?;
        let in_argument = |error: Error| {
            if error.is_subtype() {
                error.in_segment(PathSegment::Argument(position))
            } else {
                error
            }
        };
        arg.follow(rest).map_err(in_argument)
    }
}

/// Returns the argument at this position.
///
/// # Panics
///
/// If there is none.
impl Index<usize> for IDLArgs {
    type Output = IDLValue;

    fn index(&self, position: usize) -> &IDLValue {
        &self.args[position]
    }
}
