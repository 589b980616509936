//! Short descriptions of types.

use candid::types::{Type, TypeInner};

/// Returns the text of the type, or only its kind if the text would be long.
pub(super) fn short(ty: &Type) -> String {
    /// Maximum number of characters of a type shown in a message.
    const SHOWN: usize = 60;
    let text = match ty.as_ref() {
        // Types of definitions are long, so their text is not built.
        TypeInner::Record(fields) | TypeInner::Variant(fields) if fields.len() > SHOWN / 4 => {
            String::new()
        }
        TypeInner::Service(methods) if methods.len() > SHOWN / 4 => String::new(),
        _ => ty.to_string(),
    };
    if !text.is_empty() && text.len() <= SHOWN && !text.contains('\n') {
        return text;
    }
    let kind = match ty.as_ref() {
        TypeInner::Record(_) => "record { … }",
        TypeInner::Variant(_) => "variant { … }",
        TypeInner::Service(_) => "service { … }",
        TypeInner::Func(_) => "func …",
        TypeInner::Opt(_) => "opt …",
        TypeInner::Vec(_) => "vec …",
        _ => return text,
    };
    kind.to_string()
}

/// Returns the smallest and the largest number of a fixed-width number type.
pub(super) fn range(ty: &TypeInner) -> Option<String> {
    let (least, most) = match ty {
        TypeInner::Nat8 => (0, i128::from(u8::MAX)),
        TypeInner::Nat16 => (0, i128::from(u16::MAX)),
        TypeInner::Nat32 => (0, i128::from(u32::MAX)),
        TypeInner::Nat64 => (0, i128::from(u64::MAX)),
        TypeInner::Int8 => (i128::from(i8::MIN), i128::from(i8::MAX)),
        TypeInner::Int16 => (i128::from(i16::MIN), i128::from(i16::MAX)),
        TypeInner::Int32 => (i128::from(i32::MIN), i128::from(i32::MAX)),
        TypeInner::Int64 => (i128::from(i64::MIN), i128::from(i64::MAX)),
        _ => return None,
    };
    let group = |n: i128| candid::utils::pp_num_str(&n.to_string());
    Some(format!("{} to {}", group(least), group(most)))
}
