//! Samples as expressions of TypeScript, in the types of its clients.

use crate::sample;
use candid::types::value::{IDLField, IDLValue, VariantValue};
use candid::types::{Field, Label, Type, TypeEnv, TypeInner};
use candid_parser::bindings::javascript;

/// Returns a sample of each of the types, as a list, or none if one of them has none.
pub(crate) fn list(env: &TypeEnv, types: &[Type]) -> Option<String> {
    let values = values(env, types)?;
    Some(format!("[{}]", values.join(", ")))
}

/// Returns a sample of what a method with these results returns, or none if one of them has none.
pub(crate) fn result(env: &TypeEnv, types: &[Type]) -> Option<String> {
    match types {
        [] => Some("undefined".to_string()),
        [_] => values(env, types)?.pop(),
        _ => list(env, types),
    }
}

fn values(env: &TypeEnv, types: &[Type]) -> Option<Vec<String>> {
    let samples = sample::args(env, types)?.args;
    let values = types.iter().zip(&samples);
    values.map(|(ty, sample)| value(env, ty, sample)).collect()
}

/// Returns an expression for a value of the type.
fn value(env: &TypeEnv, ty: &Type, sample: &IDLValue) -> Option<String> {
    let ty = env.trace_type(ty).ok()?;
    Some(match (ty.as_ref(), sample) {
        (TypeInner::Opt(_), IDLValue::None) => "null".to_string(),
        (TypeInner::Opt(part), IDLValue::Opt(inner)) => {
            let inner = value(env, part, inner)?;
            match env.trace_type(part).ok()?.as_ref() {
                TypeInner::Opt(_) | TypeInner::Null | TypeInner::Reserved => {
                    format!("{{ some: {inner} }}")
                }
                _ => inner,
            }
        }
        (TypeInner::Vec(_), IDLValue::Blob(bytes)) => {
            let bytes: Vec<String> = bytes.iter().map(u8::to_string).collect();
            format!("new Uint8Array([{}])", bytes.join(", "))
        }
        (TypeInner::Vec(item), IDLValue::Vec(items)) => {
            let items = items.iter().map(|sample| value(env, item, sample));
            let items = items.collect::<Option<Vec<_>>>()?.join(", ");
            match array(env.trace_type(item).ok()?.as_ref()) {
                Some(array) => format!("new {array}([{items}])"),
                None => format!("[{items}]"),
            }
        }
        (TypeInner::Record(types), IDLValue::Record(fields)) => {
            let fields = types.iter().zip(fields);
            let values =
                fields.map(|(ty, field)| Some((key(&ty.id), value(env, &ty.ty, &field.val)?)));
            let values = values.collect::<Option<Vec<_>>>()?;
            if is_tuple(types) {
                let values: Vec<_> = values.into_iter().map(|(_, value)| value).collect();
                format!("[{}]", values.join(", "))
            } else {
                let values = values.into_iter();
                let values: Vec<_> = values
                    .map(|(key, value)| format!("{key}: {value}"))
                    .collect();
                format!("{{ {} }}", values.join(", "))
            }
        }
        (TypeInner::Variant(types), IDLValue::Variant(VariantValue(field, _))) => {
            let id = field.id.get_id();
            let ty = types.iter().find(|ty| ty.id.get_id() == id)?;
            let key = key(&ty.id);
            let kind = match key.trim_matches(['[', ']']) {
                quoted if quoted.starts_with('\'') => quoted.to_string(),
                number => format!("'{number}'"),
            };
            match env.trace_type(&ty.ty).ok()?.as_ref() {
                TypeInner::Null => format!("{{ kind: {kind} }}"),
                _ => format!(
                    "{{ kind: {kind}, value: {} }}",
                    value(env, &ty.ty, &field.val)?
                ),
            }
        }
        (_, scalar) => javascript::value::pp_value(scalar)
            .pretty(usize::MAX)
            .to_string(),
    })
}

fn is_tuple(fields: &[Field]) -> bool {
    let mut numbered = (0..).zip(fields);
    !fields.is_empty() && numbered.all(|(idx, field)| field.id.get_id() == idx)
}

/// Returns the key of a property, as the JavaScript of values has it.
fn key(label: &Label) -> String {
    let field = IDLField {
        id: label.clone(),
        val: IDLValue::Null,
    };
    let variant = IDLValue::Variant(VariantValue(Box::new(field), 0));
    let text = javascript::value::pp_value(&variant)
        .pretty(usize::MAX)
        .to_string();
    let key = text.trim_start_matches("{ ").trim_end_matches("null }");
    key.trim_end_matches([' ', ':']).to_string()
}

/// Returns the typed array for numbers.
fn array(item: &TypeInner) -> Option<&'static str> {
    Some(match item {
        TypeInner::Nat8 => "Uint8Array",
        TypeInner::Nat16 => "Uint16Array",
        TypeInner::Nat32 => "Uint32Array",
        TypeInner::Nat64 => "BigUint64Array",
        TypeInner::Int8 => "Int8Array",
        TypeInner::Int16 => "Int16Array",
        TypeInner::Int32 => "Int32Array",
        TypeInner::Int64 => "BigInt64Array",
        _ => return None,
    })
}
