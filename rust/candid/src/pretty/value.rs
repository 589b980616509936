//! Pretty-printing of values as Candid.
//!
//! Values that fit in [`LINE_WIDTH`](crate::pretty::utils::LINE_WIDTH) columns stay on one line; others are broken over
//! lines, 10 levels deep. Vectors of more than 10 items, and deeper values, stay on one line of any length. So printing
//! takes time linear in the size of the value, and stack independent of its depth.

use crate::pretty::flat;
use crate::pretty::utils::{concat, enclose, enclose_space, kwd, str};
use crate::util::digits::pp_num_str;
use crate::util::escape::DoubleQuoted;
use crate::value::model::{IDLArgs, IDLField, IDLValue};
use pretty::RcDoc;
use std::fmt;

use crate::pretty::candid::pp_label_raw;

/// The number of levels of a value that [`pp_args`] and `Display` break over lines.
pub(crate) const MAX_DEPTH: usize = 10;

/// The maximum depth for [`pp_value`], whose stack use grows with the depth.
const DEPTH_BOUND: usize = 200;

/// The maximum number of items in a vector that is broken over lines.
const MAX_ITEMS: usize = 10;

/// Returns the text of a number without its type: `1_000`, `-5`, `2.0`.
///
/// A float is printed with the fewest digits that parse as the same float, with an exponent from 1e21 on and below
/// 1e-6. Infinities and NaN are printed as `inf`, `-inf` and `NaN`. A value that is not a number is printed as by
/// `{:?}`.
///
/// # Examples
///
/// ```
/// use candid::{pretty::candid::value::number_to_string, IDLValue};
///
/// assert_eq!(number_to_string(&IDLValue::Nat64(1_000)), "1_000");
/// assert_eq!(number_to_string(&IDLValue::Float64(2.0)), "2.0");
/// assert_eq!(number_to_string(&IDLValue::Float64(1e300)), "1e300");
/// assert_eq!(number_to_string(&IDLValue::Bool(true)), "true");
/// ```
pub fn number_to_string(v: &IDLValue) -> String {
    match v {
        IDLValue::Number(text) => text.clone(),
        IDLValue::Nat(n) => n.to_string(),
        IDLValue::Int(n) => n.to_string(),
        IDLValue::Nat8(n) => n.to_string(),
        IDLValue::Nat16(n) => pp_num_str(&n.to_string()),
        IDLValue::Nat32(n) => pp_num_str(&n.to_string()),
        IDLValue::Nat64(n) => pp_num_str(&n.to_string()),
        IDLValue::Int8(n) => n.to_string(),
        IDLValue::Int16(n) => pp_num_str(&n.to_string()),
        IDLValue::Int32(n) => pp_num_str(&n.to_string()),
        IDLValue::Int64(n) => pp_num_str(&n.to_string()),
        IDLValue::Float32(f) => float_to_string(*f),
        IDLValue::Float64(f) => float_to_string(*f),
        _ => format!("{v:?}"),
    }
}

/// The threshold from which numbers are written with an exponent: longer runs of zeros are unreadable.
const LARGE: f64 = 1e21;

/// The threshold below which numbers are written with an exponent.
const SMALL: f64 = 1e-6;

/// Returns the digits in the float's own type: `0.1`, even where the nearest `float64` is another number.
fn float_to_string<F: Copy + Into<f64> + fmt::Display + fmt::LowerExp>(f: F) -> String {
    let value: f64 = f.into();
    let size = value.abs();
    if !value.is_finite() {
        f.to_string()
    } else if size >= LARGE || (size < SMALL && size > 0.0) {
        format!("{f:e}")
    } else if value.fract() == 0.0 {
        format!("{f}.0")
    } else {
        f.to_string()
    }
}

/// Returns one byte as printed in a blob: itself, or a backslash and two digits.
///
/// # Examples
///
/// ```
/// use candid::pretty::candid::value::pp_char;
///
/// assert_eq!(pp_char(b'a'), "a");
/// assert_eq!(pp_char(b'"'), "\\22");
/// assert_eq!(pp_char(0), "\\00");
/// ```
pub fn pp_char(v: u8) -> String {
    let mut text = String::new();
    // Writing to a `String` cannot fail.
    let _ = flat::write_blob_char(&mut text, v);
    text
}

/// Returns a value, with at most `depth` levels (and at most 200) broken over lines.
///
/// # Examples
///
/// ```
/// use candid::{pretty::candid::value::pp_value, IDLValue};
///
/// let value = IDLValue::Opt(Box::new(IDLValue::Nat8(1)));
/// assert_eq!(pp_value(10, &value).pretty(80).to_string(), "opt (1 : nat8)");
/// ```
pub fn pp_value(depth: usize, v: &IDLValue) -> RcDoc<'_> {
    let depth = depth.min(DEPTH_BOUND);
    let Some(inner_depth) = depth.checked_sub(1) else {
        return RcDoc::text(format!("{v:?}"));
    };
    match v {
        IDLValue::Text(text) => RcDoc::text(format!("\"{}\"", DoubleQuoted(text))),
        IDLValue::Opt(inner) if has_annotation(inner) => {
            kwd("opt").append(enclose("(", pp_value(inner_depth, inner), ")"))
        }
        IDLValue::Opt(inner) => kwd("opt").append(pp_value(inner_depth, inner)),
        IDLValue::Vec(items) if items.len() <= MAX_ITEMS && !flat::is_bytes(items) => {
            let items = items.iter().map(|item| pp_value(inner_depth, item));
            kwd("vec").append(enclose_space("{", concat(items, ";"), "}"))
        }
        IDLValue::Record(fields) => kwd("record").append(pp_fields(inner_depth, fields)),
        IDLValue::Variant(variant) => {
            let field = &variant.0;
            let doc = match field.val {
                IDLValue::Null => pp_label_raw(&field.id),
                _ => pp_field(inner_depth, field),
            };
            kwd("variant").append(enclose_space("{", doc, "}"))
        }
        on_one_line => RcDoc::text(format!("{on_one_line:?}")),
    }
}

/// Returns an argument list in parentheses.
///
/// # Examples
///
/// ```
/// use candid::{pretty::candid::value::pp_args, IDLArgs, IDLValue};
///
/// let args = IDLArgs::new(&[IDLValue::Bool(true), IDLValue::Nat8(1)]);
/// assert_eq!(pp_args(&args).pretty(80).to_string(), "(true, 1 : nat8)");
/// ```
pub fn pp_args(args: &IDLArgs) -> RcDoc<'_> {
    let args = args.args.iter().map(|arg| pp_value(MAX_DEPTH, arg));
    enclose("(", concat(args, ","), ")")
}

/// Returns whether the value is printed with a type and so needs parentheses after `opt`.
pub(crate) fn has_annotation(v: &IDLValue) -> bool {
    let has_own = matches!(
        v,
        IDLValue::Null | IDLValue::Reserved | IDLValue::Nat(_) | IDLValue::Int(_)
    );
    has_own || v.is_fixed_number()
}

fn pp_fields(depth: usize, fields: &[IDLField]) -> RcDoc<'_> {
    let is_tuple = (0..).zip(fields).all(|(i, field)| field.id.get_id() == i);
    let items = if is_tuple {
        concat(fields.iter().map(|field| pp_value(depth, &field.val)), ";")
    } else {
        concat(fields.iter().map(|field| pp_field(depth, field)), ";")
    };
    enclose_space("{", items, "}")
}

fn pp_field(depth: usize, field: &IDLField) -> RcDoc<'_> {
    pp_label_raw(&field.id)
        .append(str(" = "))
        .append(pp_value(depth, &field.val))
}
