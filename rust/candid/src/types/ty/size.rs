//! A cheap estimate of the printed length of a type.

use crate::types::ty::label::Label;
use crate::types::ty::print::keyword;
use crate::types::ty::{Field, Type, TypeInner};

/// Returns the approximate number of characters in the text of `ty`, if at most `limit`.
///
/// Stops as soon as the limit is exceeded, so it is cheap for large types: for deciding whether a type is worth
/// printing.
///
/// # Errors
///
/// If it is more than `limit`, or `ty` has no text of bounded size.
///
/// # Examples
///
/// ```
/// use candid::types::{internal::text_size, TypeInner};
///
/// let ty = TypeInner::Opt(TypeInner::Text.into()).into();
/// assert_eq!(text_size(&ty, 80), Ok(8));
/// assert_eq!(text_size(&ty, 5), Err(()));
/// ```
#[allow(clippy::result_unit_err, reason = "the signature users rely on")]
pub fn text_size(ty: &Type, limit: i32) -> Result<i32, ()> {
    let limit = usize::try_from(limit).map_err(|_| ())?;
    let mut size = 0usize;
    let mut types = vec![ty];
    while let Some(ty) = types.pop() {
        size += head_size(ty, &mut types)?;
        // A part has at least one character, so the pending types count.
        if size.saturating_add(types.len()) > limit {
            return Err(());
        }
    }
    i32::try_from(size).map_err(|_| ())
}

/// Returns the number of characters around the parts, which are added to `parts`.
fn head_size<'a>(ty: &'a Type, parts: &mut Vec<&'a Type>) -> Result<usize, ()> {
    /// The width of ` : ` and `; `, roughly.
    const SEPARATOR: usize = 3;
    let mut fields = |fields: &'a [Field]| {
        let label = |field: &'a Field| {
            parts.push(&field.ty);
            match field.id.as_ref() {
                Label::Unnamed(_) => SEPARATOR,
                label => SEPARATOR + label.to_string().len(),
            }
        };
        fields.iter().map(label).sum::<usize>()
    };
    Ok(match ty.as_ref() {
        TypeInner::Knot(_) => 10,
        TypeInner::Var(name) => name.len(),
        TypeInner::Opt(part) | TypeInner::Vec(part) => {
            parts.push(part);
            4
        }
        TypeInner::Record(parts) => "record {}".len() + fields(parts),
        TypeInner::Variant(parts) => "variant {}".len() - 1 + fields(parts),
        TypeInner::Func(function) => {
            parts.extend(function.args.iter().chain(&function.rets));
            let commas =
                function.args.len().saturating_sub(1) + function.rets.len().saturating_sub(1);
            6 * (1 + function.modes.len()) + 2 * commas
        }
        TypeInner::Service(methods) => {
            parts.extend(methods.iter().map(|(_, ty)| ty));
            let names = methods.iter().map(|(name, _)| SEPARATOR + name.len());
            "service {}".len() + names.sum::<usize>()
        }
        TypeInner::Class(..) | TypeInner::Unknown | TypeInner::Future => return Err(()),
        primitive => keyword(primitive).len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::ty::{FuncMode, Function};
    use std::rc::Rc;

    #[test]
    fn sizes_are_those_users_know() {
        let nat = || Type::from(TypeInner::Nat);
        let named = |name: &str, ty| Field {
            id: Rc::new(Label::Named(name.to_string())),
            ty,
        };
        let func = |modes: &[FuncMode], args: usize, rets: usize| {
            Type::from(TypeInner::Func(Function {
                modes: modes.to_vec(),
                args: vec![nat(); args],
                rets: vec![nat(); rets],
            }))
        };
        let method = |name: &str| (name.to_string(), func(&[], 0, 0));
        let rows: Vec<(Type, i32)> = vec![
            (TypeInner::Null.into(), 4),
            (TypeInner::Principal.into(), 9),
            (TypeInner::Record(vec![]).into(), 9),
            (TypeInner::Variant(vec![]).into(), 9),
            (TypeInner::Vec(TypeInner::Nat8.into()).into(), 8),
            (
                TypeInner::Record(vec![named("a", nat()), named("x y", nat())]).into(),
                25,
            ),
            (func(&[], 0, 0), 6),
            (func(&[FuncMode::CompositeQuery], 0, 0), 12),
            (func(&[FuncMode::Query], 2, 2), 28),
            (
                TypeInner::Service(vec![method("f"), method("g")]).into(),
                30,
            ),
        ];
        for (ty, size) in rows {
            assert_eq!(text_size(&ty, size), Ok(size), "{ty:?}");
            assert_eq!(text_size(&ty, size - 1), Err(()), "{ty:?}");
        }
        assert_eq!(text_size(&nat(), -1), Err(()));
    }
}
