//! How to write a value that does not have its type, but means one that does.

use super::describe::shown_label;
use crate::syntax::ast::{Value, ValueKind};
use candid::types::{Field, Label, Type, TypeInner};
use candid::{IDLValue, Principal};

/// Returns the note about a value, `shown` in messages, that cannot be of a type, which is not a name.
pub(super) fn as_written(value: &Value, shown: &str, ty: &Type) -> Option<String> {
    let leaf = match &value.kind {
        ValueKind::Leaf(leaf) => leaf,
        ValueKind::Opt(_) => return Some("the type is not an option: leave out opt".to_string()),
        _ => return None,
    };
    Some(match (leaf, ty.as_ref()) {
        (IDLValue::Text(text), TypeInner::Principal) => {
            format!("write a principal as: principal {}", id(text, shown))
        }
        (IDLValue::Text(text), TypeInner::Service(_)) => {
            format!("write a service as: service {}", id(text, shown))
        }
        (IDLValue::Principal(_), TypeInner::Service(_)) => {
            format!(
                "write a service as: {}",
                shown.replacen("principal", "service", 1)
            )
        }
        (IDLValue::Text(text), TypeInner::Func(_)) => {
            format!("write a function as: func {}.method", id(text, shown))
        }
        (IDLValue::Text(text), TypeInner::Vec(item)) if is_byte(item) => {
            match escapes(text) {
                Some(escapes) => {
                    format!("write bytes in hex as: blob \"{escapes}\"; blob {shown} has these characters")
                }
                None => format!("write bytes as: blob {shown}, where \\44 is the byte 0x44"),
            }
        }
        (IDLValue::Number(_), TypeInner::Vec(item)) if is_byte(item) => {
            format!("write bytes as: blob \"…\", or vec {{ {shown} }}")
        }
        (IDLValue::Blob(_), TypeInner::Text) => "write text without blob".to_string(),
        (IDLValue::Text(text), _) if is_number(ty) && text.parse::<f64>().is_ok() => {
            format!("write a number without quotes: {text}")
        }
        (IDLValue::Text(text), TypeInner::Bool) if matches!(text.as_str(), "true" | "false") => {
            format!("write it without quotes: {text}")
        }
        (IDLValue::Number(_) | IDLValue::Float64(_) | IDLValue::Bool(_), TypeInner::Text) => {
            format!("write text in quotes: \"{shown}\"")
        }
        (IDLValue::Text(text), TypeInner::Variant(cases))
            if cases.iter().any(|case| case.id.to_string() == *text) =>
        {
            format!("write a case as: variant {{ {shown} }}")
        }
        (IDLValue::Null, TypeInner::Record(fields)) => {
            format!(
                "only opt, null and reserved can be null; write a record as: {}",
                record(fields)
            )
        }
        _ => return None,
    })
}

/// Returns how a record is written, with the names of its first fields.
fn record(fields: &[Field]) -> String {
    const SHOWN: usize = 4;
    let parts = fields.iter().take(SHOWN).map(|field| match &*field.id {
        Label::Unnamed(_) => "…".to_string(),
        label => format!("{} = …", shown_label(label)),
    });
    let more = (fields.len() > SHOWN).then(|| "…".to_string());
    let parts: Vec<String> = parts.chain(more).collect();
    match parts.is_empty() {
        true => "record {}".to_string(),
        false => format!("record {{ {} }}", parts.join("; ")),
    }
}

/// Returns the bytes that a text has in hex as escapes, the first of them if they are many; `None` if it is not hex.
fn escapes(text: &str) -> Option<String> {
    const MAX: usize = 16;
    let digits = text.strip_prefix("0x").unwrap_or(text);
    let is_hex = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_hex || !digits.len().is_multiple_of(2) {
        return None;
    }
    let mut escapes = String::new();
    for (i, digit) in digits.chars().take(2 * MAX).enumerate() {
        if i.is_multiple_of(2) {
            escapes.push('\\');
        }
        escapes.push(digit);
    }
    if digits.len() > 2 * MAX {
        escapes.push('…');
    }
    Some(escapes)
}

/// Returns the text of a principal as it was written, or a placeholder for what is not one.
fn id<'a>(text: &str, shown: &'a str) -> &'a str {
    match Principal::from_text(text) {
        Ok(_) => shown,
        Err(_) => "\"…\"",
    }
}

fn is_byte(ty: &Type) -> bool {
    matches!(ty.as_ref(), TypeInner::Nat8)
}

fn is_number(ty: &Type) -> bool {
    matches!(
        ty.as_ref(),
        TypeInner::Nat
            | TypeInner::Int
            | TypeInner::Nat8
            | TypeInner::Nat16
            | TypeInner::Nat32
            | TypeInner::Nat64
            | TypeInner::Int8
            | TypeInner::Int16
            | TypeInner::Int32
            | TypeInner::Int64
            | TypeInner::Float32
            | TypeInner::Float64
    )
}
