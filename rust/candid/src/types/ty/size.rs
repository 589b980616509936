//! A cheap estimate of the printed length of a type.

use crate::types::ty::label::Label;
use crate::types::ty::print::keyword;
use crate::types::ty::{Field, Function, Type, TypeInner};

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
        size += head_size(ty)?;
        types.extend(ty.parts());
        // A part has at least one character, so the pending types count.
        if size.saturating_add(types.len()) > limit {
            return Err(());
        }
    }
    i32::try_from(size).map_err(|_| ())
}

/// Returns the number of characters around the parts.
fn head_size(ty: &TypeInner) -> Result<usize, ()> {
    /// The width of ` : ` and `; `, roughly.
    const SEPARATOR: usize = 3;
    let label = |field: &Field| match field.id.as_ref() {
        Label::Unnamed(_) => SEPARATOR,
        label => SEPARATOR + label.to_string().len(),
    };
    Ok(match ty {
        TypeInner::Knot(_) => 10,
        TypeInner::Var(name) => name.len(),
        TypeInner::Opt(_) | TypeInner::Vec(_) => 4,
        TypeInner::Record(fields) => "record {}".len() + fields.iter().map(label).sum::<usize>(),
        TypeInner::Variant(fields) => "variant {".len() + fields.iter().map(label).sum::<usize>(),
        TypeInner::Func(Function { modes, args, rets }) => {
            let commas = args.len().saturating_sub(1) + rets.len().saturating_sub(1);
            6 * (1 + modes.len()) + 2 * commas
        }
        TypeInner::Service(methods) => {
            let names = methods.iter().map(|(name, _)| SEPARATOR + name.len());
            "service {}".len() + names.sum::<usize>()
        }
        TypeInner::Class(..) | TypeInner::Unknown | TypeInner::Future => return Err(()),
        primitive => keyword(primitive).len(),
    })
}
