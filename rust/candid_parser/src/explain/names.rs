//! Names of field ids.

use crate::check::Checked;
use crate::stack;
use candid::types::{Label, Type, TypeInner};
use candid::{IDLArgs, IDLValue, TypeEnv};
use candid_wire::identifier::has_id_syntax;
use candid_wire::label::label_hash;
use std::collections::HashMap;

/// A dictionary of names by their field ids (hashes): messages have only the ids.
///
/// # Examples
///
/// ```
/// use candid_parser::explain::Names;
///
/// let mut names = Names::new();
/// names.insert_lines("owner\n# what is spent\namount\n");
/// assert_eq!(names.get(947296307).collect::<Vec<_>>(), ["owner"]);
/// assert_eq!(names.len(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Nearly always one name.
    by_id: HashMap<u32, Vec<String>>,
}

impl Names {
    /// Returns a dictionary without names.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a name. Of names with the same hash, only the first few are kept; those whose hash is a small number, as is that
    /// of the empty name, are left out, because such ids are positions in tuples.
    pub fn insert(&mut self, name: &str) {
        /// The first hash that is kept: that of a name with one character that is not a control character.
        const MIN_HASH: u32 = 32;
        // Names of the same hash are easy to make, and each is compared with those before it.
        const MAX_NAMES: usize = 4;
        let hash = label_hash(name);
        if hash < MIN_HASH {
            return;
        }
        let names = self.by_id.entry(hash).or_default();
        if names.len() < MAX_NAMES && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }

    /// Adds the names of a list, one a line. Blank lines and those that begin with `#` are skipped, as is white space around a
    /// name.
    pub fn insert_lines(&mut self, text: &str) {
        for line in text.lines().map(str::trim) {
            if !line.is_empty() && !line.starts_with('#') {
                self.insert(line);
            }
        }
    }

    /// Adds the names of fields and cases in an interface.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::{self, Memory};
    /// use candid_parser::explain::Names;
    /// use std::path::Path;
    ///
    /// let text = "service : { pay : (record { owner : text }) -> (variant { done; refused }) }";
    /// let interface = check::text(&Memory::default(), Path::new("a.did"), text)?;
    /// let mut names = Names::new();
    /// names.insert_interface(&interface);
    /// assert_eq!(names.get(947296307).collect::<Vec<_>>(), ["owner"]);
    /// assert_eq!(names.len(), 3);
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    pub fn insert_interface(&mut self, interface: &Checked) {
        self.insert_env(&interface.env);
        if let Some(actor) = &interface.actor {
            self.insert_type(actor);
        }
    }

    /// Adds the names of fields and cases in types, and in the definitions that they may refer to.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::explain::Names;
    /// use candid_parser::{CandidType, TypeEnv};
    ///
    /// #[derive(CandidType)]
    /// struct Account { owner: String }
    ///
    /// let mut names = Names::new();
    /// names.insert_types(&TypeEnv::new(), &[Account::ty()]);
    /// assert_eq!(names.get(947296307).collect::<Vec<_>>(), ["owner"]);
    /// ```
    pub fn insert_types(&mut self, env: &TypeEnv, types: &[Type]) {
        self.insert_env(env);
        for ty in types {
            self.insert_type(ty);
        }
    }

    fn insert_env(&mut self, env: &TypeEnv) {
        for ty in env.0.values() {
            self.insert_type(ty);
        }
    }

    fn insert_type(&mut self, ty: &Type) {
        stack::level(|| match ty.as_ref() {
            TypeInner::Opt(inner) | TypeInner::Vec(inner) => self.insert_type(inner),
            TypeInner::Record(fields) | TypeInner::Variant(fields) => {
                for field in fields {
                    if let Label::Named(name) = field.id.as_ref() {
                        self.insert(name);
                    }
                    self.insert_type(&field.ty);
                }
            }
            TypeInner::Func(func) => {
                for ty in func.args.iter().chain(&func.rets) {
                    self.insert_type(ty);
                }
            }
            TypeInner::Service(methods) => {
                for (_, ty) in methods {
                    self.insert_type(ty);
                }
            }
            TypeInner::Class(args, service) => {
                for ty in args {
                    self.insert_type(ty);
                }
                self.insert_type(service);
            }
            _ => {}
        });
    }

    /// Adds the labels of values.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::explain::Names;
    /// use candid_parser::parse_idl_args;
    ///
    /// let mut names = Names::new();
    /// names.insert_labels(&parse_idl_args("(record { owner = opt variant { nobody } })")?);
    /// assert_eq!(names.get(947296307).collect::<Vec<_>>(), ["owner"]);
    /// assert_eq!(names.len(), 2);
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    pub fn insert_labels(&mut self, args: &IDLArgs) {
        let mut values: Vec<&IDLValue> = args.args.iter().collect();
        while let Some(value) = values.pop() {
            let fields = match value {
                IDLValue::Opt(inner) => {
                    values.push(inner);
                    continue;
                }
                IDLValue::Vec(items) => {
                    values.extend(items);
                    continue;
                }
                IDLValue::Record(fields) => fields.as_slice(),
                IDLValue::Variant(case) => std::slice::from_ref(case.0.as_ref()),
                _ => continue,
            };
            for field in fields {
                if let Label::Named(name) = &field.id {
                    self.insert(name);
                }
                values.push(&field.val);
            }
        }
    }

    /// Gives names to the fields and cases of values that were decoded without types, where the dictionary has exactly one.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::explain::Names;
    /// use candid_parser::IDLArgs;
    ///
    /// let bytes = candid_parser::parse_idl_args("(record { owner = true; other = null })")?.to_bytes()?;
    /// let mut args = IDLArgs::from_bytes(&bytes)?;
    /// let mut names = Names::new();
    /// names.insert("owner");
    /// names.name_fields(&mut args);
    /// assert_eq!(args.to_string(), "(record { 913_729_232 = null : null; owner = true })");
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    pub fn name_fields(&self, args: &mut IDLArgs) {
        if self.is_empty() {
            return;
        }
        let mut values: Vec<&mut IDLValue> = args.args.iter_mut().collect();
        while let Some(value) = values.pop() {
            let fields = match value {
                IDLValue::Opt(inner) => {
                    values.push(inner);
                    continue;
                }
                IDLValue::Vec(items) => {
                    values.extend(items);
                    continue;
                }
                IDLValue::Record(fields) => fields.as_mut_slice(),
                IDLValue::Variant(case) => std::slice::from_mut(case.0.as_mut()),
                _ => continue,
            };
            for field in fields {
                if let (Label::Id(_), [name]) = (&field.id, self.known(field.id.get_id())) {
                    field.id = Label::Named(name.clone());
                }
                values.push(&mut field.val);
            }
        }
    }

    fn known(&self, id: u32) -> &[String] {
        self.by_id.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Returns the names with this id: several if they have the same hash.
    pub fn get(&self, id: u32) -> impl Iterator<Item = &str> {
        self.known(id).iter().map(String::as_str)
    }

    /// Returns the number of ids that have names.
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// Returns whether there are no names.
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    #[cfg(test)]
    pub(super) fn by_id_for_test(&mut self, id: u32, names: [&str; 2]) {
        self.by_id.insert(id, names.map(str::to_owned).to_vec());
    }

    /// Returns the name of an id as in text, or the id if it has none.
    pub(super) fn label(&self, id: u32) -> String {
        match self.known(id) {
            [] => id.to_string(),
            [name] => shown_name(name),
            names => {
                let names: Vec<_> = names.iter().map(|name| shown_name(name)).collect();
                format!("({})", names.join(" or "))
            }
        }
    }

    /// Returns the name of an id with the id, or the id if it has none.
    pub(super) fn label_with_id(&self, id: u32) -> String {
        match self.by_id.contains_key(&id) {
            true => format!("{} ({id})", self.label(id)),
            false => id.to_string(),
        }
    }
}

/// Returns a name as in text: in quotes if it is not an identifier; only the beginning of a long one.
pub(super) fn shown_name(name: &str) -> String {
    const MAX_CHARS: usize = 60;
    let (end, dots) = match name.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => (end, "…"),
        None => (name.len(), ""),
    };
    let name = name.get(..end).unwrap_or(name);
    match has_id_syntax(name) {
        true => format!("{name}{dots}"),
        false => format!("{name:?}{dots}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names that share a hash are all shown, and those that are no identifiers are quoted.
    #[test]
    fn names_are_shown_as_in_text() {
        let mut names = Names::new();
        for name in ["a b", "a b", "x", ""] {
            names.insert(name);
        }
        // The hash of the empty name is the first position of a tuple.
        assert_eq!(names.label(0), "0");
        assert_eq!(
            names.label(candid_wire::label::label_hash("a b")),
            "\"a b\""
        );
        assert_eq!(names.label(120), "x");
        assert_eq!(names.label(121), "121");
        assert_eq!(names.label_with_id(120), "x (120)");
        names.by_id_for_test(5, ["one", "two"]);
        assert_eq!(names.label(5), "(one or two)");
    }
}
