//! The keywords of schemas, as text.

use crate::json::options::BlobEncoding;
use crate::json::write::Sink;
use crate::types::ty::TypeInner;

/// Writes the keywords of an array with exactly these items, of which so many may not be left out.
pub(super) fn write_tuple(out: &mut String, items: &[String], n_required: usize) {
    out.push_str(r#""type":"array","#);
    if !items.is_empty() {
        out.push_str(r#""prefixItems":["#);
        for (idx, item) in items.iter().enumerate() {
            separate(out, idx);
            out.push_str(item);
        }
        out.push_str("],");
    }
    let n = items.len();
    out.push_str(&format!(r#""minItems":{n_required},"maxItems":{n}"#));
}

const PRINCIPAL: &str = r#""type":"string","pattern":"^[a-z2-7]{1,5}(-[a-z2-7]{1,5})*$""#;

/// Writes the keywords of a type without parts that have values of their own.
pub(super) fn write_leaf(out: &mut String, ty: &TypeInner) {
    let pattern = |pattern: &str| format!(r#""type":"string","pattern":"{pattern}""#);
    let range = |min: i64, max: u32| format!(r#""type":"integer","minimum":{min},"maximum":{max}"#);
    let special = |n_digits: usize| {
        format!(
            r#""type":["number","string"],"pattern":"^(-?Infinity|NaN(\\(0x[0-9a-f]{{{n_digits}}}\\))?)$""#
        )
    };
    let keywords = match ty {
        TypeInner::Bool => r#""type":"boolean""#.to_string(),
        TypeInner::Text => r#""type":"string""#.to_string(),
        TypeInner::Nat8 => range(0, u8::MAX.into()),
        TypeInner::Nat16 => range(0, u16::MAX.into()),
        TypeInner::Nat32 => range(0, u32::MAX),
        TypeInner::Int8 => range(i8::MIN.into(), i8::MAX.unsigned_abs().into()),
        TypeInner::Int16 => range(i16::MIN.into(), i16::MAX.unsigned_abs().into()),
        TypeInner::Int32 => range(i32::MIN.into(), i32::MAX.unsigned_abs()),
        TypeInner::Nat => pattern("^(0|[1-9][0-9]*)$"),
        TypeInner::Nat64 => pattern("^(0|[1-9][0-9]{0,19})$"),
        TypeInner::Int => pattern("^(0|-?[1-9][0-9]*)$"),
        TypeInner::Int64 => pattern("^(0|-?[1-9][0-9]{0,18})$"),
        TypeInner::Float32 => special(8),
        TypeInner::Float64 => special(16),
        TypeInner::Empty => r#""not":{}"#.to_string(),
        TypeInner::Principal | TypeInner::Service(_) => PRINCIPAL.to_string(),
        TypeInner::Func(_) => {
            let method = r#"{"type":"string"}"#;
            let service = format!("{{{PRINCIPAL}}}");
            return write_object(out, &[("service", &service), ("method", method)]);
        }
        // `null` and `reserved`; the others have been handled.
        _ => r#""type":"null""#.to_string(),
    };
    out.push_str(&keywords);
}

pub(super) fn write_blob(out: &mut String, encoding: BlobEncoding) {
    out.push_str(match encoding {
        BlobEncoding::Hex => r#""type":"string","pattern":"^([0-9A-Fa-f]{2})*$""#,
        BlobEncoding::Base64 => {
            r#""type":"string","pattern":"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$","contentEncoding":"base64""#
        }
    });
}

/// Writes the keywords of an object with these keys only, all of which it must have.
pub(super) fn write_object(out: &mut String, properties: &[(&str, &str)]) {
    out.push_str(r#""type":"object","properties":"#);
    write_pairs(out, properties.iter().copied());
    out.push_str(r#","required":["#);
    for (idx, (key, _)) in properties.iter().enumerate() {
        separate(out, idx);
        write_string(out, key);
    }
    out.push_str(r#"],"additionalProperties":false"#);
}

pub(super) fn write_pairs<'a>(out: &mut String, pairs: impl Iterator<Item = (&'a str, &'a str)>) {
    out.push('{');
    for (idx, (key, value)) in pairs.enumerate() {
        separate(out, idx);
        write_string(out, key);
        out.push(':');
        out.push_str(value);
    }
    out.push('}');
}

pub(super) fn describe(out: &mut String, lines: Option<&Vec<String>>) {
    if let Some(lines) = lines.filter(|lines| !lines.is_empty()) {
        out.push_str(",\"description\":");
        write_string(out, &lines.join("\n"));
    }
}

/// Writes the comma before each item but the first.
pub(super) fn separate(out: &mut String, idx: usize) {
    if idx > 0 {
        out.push(',');
    }
}

pub(super) fn string(text: &str) -> String {
    let mut out = Sink::new(None);
    out.string(text);
    out.text
}

pub(super) fn write_string(out: &mut String, text: &str) {
    out.push_str(&string(text));
}
