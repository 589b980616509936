//! Printer for values in JavaScript, as `@icp-sdk/core` represents them.
//!
//! Numbers beyond the range of a JavaScript number are made from text: `BigInt('18446744073709551615')`.

use super::names::label_key;
use crate::bindings::layout::{Brackets, CURLY, SQUARE};
use crate::stack;
use candid::pretty::candid::value::number_to_string;
use candid::pretty::utils::{kwd, quote_ident, sequence, LINE_WIDTH};
use candid::types::value::{IDLArgs, IDLField, IDLValue};
use pretty::RcDoc;
use std::fmt::Display;

/// Limit on recursive printing; values nested more deeply are printed on one line.
const MAX_LEVEL: usize = 60;

/// `[ a, b ]`.
const LIST: Brackets = SQUARE.spaced();

/// Returns the arguments as an array.
///
/// # Examples
///
/// ```
/// use candid::{types::value::{IDLArgs, IDLValue}, Nat};
/// use candid_parser::bindings::javascript::value::pp_args;
///
/// let args = IDLArgs::new(&[IDLValue::Nat(Nat::from(5u8)), IDLValue::Nat64(u64::MAX), IDLValue::None]);
/// assert_eq!(pp_args(&args).pretty(80).to_string(), "[BigInt(5), BigInt('18446744073709551615'), []]");
/// ```
pub fn pp_args(args: &IDLArgs) -> RcDoc<'_> {
    SQUARE.list(0, ",", args.args.iter().map(pp_value).collect())
}

/// Returns a value. A `func` and a `service` need `Principal` of `@icp-sdk/core/principal`.
///
/// # Examples
///
/// ```
/// use candid::types::value::IDLValue;
/// use candid_parser::bindings::javascript::value::pp_value;
///
/// let value = IDLValue::Opt(Box::new(IDLValue::Text("it's".to_string())));
/// assert_eq!(pp_value(&value).pretty(80).to_string(), r"[ 'it\'s' ]");
/// ```
pub fn pp_value(value: &IDLValue) -> RcDoc<'_> {
    doc(value, 0)
}

fn doc(value: &IDLValue, level: usize) -> RcDoc<'_> {
    if level >= MAX_LEVEL {
        return RcDoc::text(on_one_line(value));
    }
    let Some((brackets, parts)) = parts(value) else {
        return RcDoc::text(scalar(value));
    };
    let parts = parts.into_iter();
    let parts = parts.map(|(key, part)| RcDoc::text(key).append(doc(part, level + 1)));
    match value {
        IDLValue::Opt(_) | IDLValue::Variant(_) => {
            brackets.around(level, sequence(parts.collect()))
        }
        _ => brackets.list(level, ",", parts.collect()),
    }
}

/// Returns the brackets of a value with parts, and each part after its key.
fn parts(value: &IDLValue) -> Option<(Brackets, Vec<(String, &IDLValue)>)> {
    fn named(field: &IDLField) -> (String, &IDLValue) {
        let key = label_key(&field.id).append(kwd(":"));
        (key.pretty(LINE_WIDTH).to_string(), &field.val)
    }
    let unnamed = |part| (String::new(), part);
    Some(match value {
        IDLValue::Opt(inner) => (LIST, vec![unnamed(&**inner)]),
        IDLValue::Vec(items) => (LIST, items.iter().map(unnamed).collect()),
        IDLValue::Record(fields) if is_tuple(fields) => {
            (LIST, fields.iter().map(|f| unnamed(&f.val)).collect())
        }
        IDLValue::Record(fields) => (CURLY, fields.iter().map(named).collect()),
        IDLValue::Variant(variant) => (CURLY, vec![named(&variant.0)]),
        _ => return None,
    })
}

fn is_tuple(fields: &[IDLField]) -> bool {
    let mut numbered = (0..).zip(fields);
    !fields.is_empty() && numbered.all(|(idx, field)| field.id.get_id() == idx)
}

/// Prints a value of any depth on one line.
fn on_one_line(value: &IDLValue) -> String {
    let mut text = String::new();
    add_on_one_line(value, &mut text);
    text
}

fn add_on_one_line(value: &IDLValue, text: &mut String) {
    let Some((Brackets { open, close, .. }, parts)) = parts(value) else {
        return text.push_str(&scalar(value));
    };
    text.push_str(open);
    text.push(' ');
    for (idx, (key, part)) in parts.into_iter().enumerate() {
        if idx > 0 {
            text.push_str(", ");
        }
        text.push_str(&key);
        stack::level(|| add_on_one_line(part, text));
    }
    text.push(' ');
    text.push_str(close);
}

fn scalar(value: &IDLValue) -> String {
    match value {
        IDLValue::Bool(b) => b.to_string(),
        IDLValue::Null | IDLValue::Reserved => "null".to_string(),
        IDLValue::None => "[]".to_string(),
        IDLValue::Text(text) => quoted(text),
        IDLValue::Number(digits) => bigint(&digits.replace('_', "")),
        IDLValue::Nat(n) => bigint(&n.0.to_string()),
        IDLValue::Int(n) => bigint(&n.0.to_string()),
        IDLValue::Nat64(n) => bigint(&n.to_string()),
        IDLValue::Int64(n) => bigint(&n.to_string()),
        IDLValue::Nat8(n) => n.to_string(),
        IDLValue::Nat16(n) => n.to_string(),
        IDLValue::Nat32(n) => n.to_string(),
        IDLValue::Int8(n) => n.to_string(),
        IDLValue::Int16(n) => n.to_string(),
        IDLValue::Int32(n) => n.to_string(),
        IDLValue::Float32(f) => float(f64::from(*f), value),
        IDLValue::Float64(f) => float(*f, value),
        IDLValue::Blob(bytes) if bytes.is_empty() => "[]".to_string(),
        IDLValue::Blob(bytes) => {
            let bytes: Vec<String> = bytes.iter().map(u8::to_string).collect();
            format!("[ {} ]", bytes.join(", "))
        }
        IDLValue::Principal(id) | IDLValue::Service(id) => principal(id),
        IDLValue::Func(id, method) => format!("[{}, {}]", principal(id), quoted(method)),
        IDLValue::Opt(_) | IDLValue::Vec(_) | IDLValue::Record(_) | IDLValue::Variant(_) => {
            on_one_line(value)
        }
    }
}

/// Prints an integer as a `BigInt`; as a number literal if a JavaScript number holds it exactly.
fn bigint(digits: &str) -> String {
    /// The largest integer up to which every integer is a JavaScript number.
    const MAX_SAFE: i64 = (1 << 53) - 1;
    match digits.parse::<i64>() {
        Ok(n) if (-MAX_SAFE..=MAX_SAFE).contains(&n) => format!("BigInt({n})"),
        _ => format!("BigInt('{digits}')"),
    }
}

fn float(f: f64, value: &IDLValue) -> String {
    if f.is_nan() {
        "NaN".to_string()
    } else if f.is_infinite() {
        let sign = if f < 0.0 { "-" } else { "" };
        format!("{sign}Infinity")
    } else {
        number_to_string(value)
    }
}

fn principal(id: &impl Display) -> String {
    format!("Principal.fromText('{id}')")
}

/// Returns a text as a literal.
pub(in crate::bindings) fn quoted(text: &str) -> String {
    let quoted = quote_ident(text).pretty(LINE_WIDTH).to_string();
    quoted.trim_end_matches(' ').to_string()
}
