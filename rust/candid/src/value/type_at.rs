//! The type of a part of arguments, by the path of the part.

use crate::error::{Error, Result};
use crate::types::env::TypeEnv;
use crate::types::ty::label::Label;
use crate::types::ty::{Type, TypeInner};
use crate::value::path::{parse_path, Segment};

impl TypeEnv {
    /// Returns the type of the part of arguments of these types that [`IDLArgs::at`] returns.
    ///
    /// # Errors
    ///
    /// If the path is malformed, or if the types have no such part.
    ///
    /// [`IDLArgs::at`]: crate::IDLArgs::at
    #[doc(hidden)]
    pub fn type_at(&self, types: &[Type], path: &str) -> Result<Type> {
        let segments = parse_path(path)?;
        let no_part = || {
            let path = path.escape_debug();
            Error::subtype(format_args!("the types have no part at `{path}`"))
        };
        let (ty, rest) = match segments.split_first() {
            Some((Segment::Field(Label::Id(position)), rest)) => {
                (types.get(*position as usize).ok_or_else(no_part)?, rest)
            }
            _ => return Err(no_part()),
        };
        let mut ty = ty.clone();
        for segment in rest {
            let mut container = self.trace_type(&ty)?;
            // Options on the way are not in paths. One without end has no parts.
            let mut n_options = 0;
            while let TypeInner::Opt(inner) = container.as_ref() {
                n_options += 1;
                if n_options > self.0.len() + MAX_OPTIONS {
                    return Err(no_part());
                }
                container = self.trace_type(inner)?;
            }
            ty = match (container.as_ref(), segment) {
                (TypeInner::Vec(element), Segment::Index(_)) => element.clone(),
                (TypeInner::Record(fields) | TypeInner::Variant(fields), Segment::Field(label)) => {
                    let id = label.get_id();
                    let field = fields.iter().find(|field| field.id.get_id() == id);
                    field.ok_or_else(no_part)?.ty.clone()
                }
                _ => return Err(no_part()),
            };
        }
        Ok(ty)
    }
}

/// How many options in one another may be written out, apart from definitions.
const MAX_OPTIONS: usize = 1_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::ty::Field;

    #[test]
    fn types_are_those_of_the_parts() {
        let mut env = TypeEnv::new();
        let field = |name: &str, ty: Type| Field {
            id: Label::Named(name.into()).into(),
            ty,
        };
        let list = TypeInner::Record(vec![
            field("head", TypeInner::Nat8.into()),
            field("tail", TypeInner::Var("List".into()).into()),
        ]);
        env.0
            .insert("List".into(), TypeInner::Opt(list.into()).into());
        env.0.insert(
            "O".into(),
            TypeInner::Opt(TypeInner::Var("O".into()).into()).into(),
        );
        let types: [Type; 2] = [
            TypeInner::Vec(TypeInner::Var("List".into()).into()).into(),
            TypeInner::Var("O".into()).into(),
        ];
        let at = |path: &str| match env.type_at(&types, path) {
            Ok(ty) => ty.to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(at("0[7].tail.tail.head"), "nat8");
        assert_eq!(at("0[7].tail"), "List");
        assert_eq!(at("0.tail"), "the types have no part at `0.tail`");
        assert_eq!(at("1.x"), "the types have no part at `1.x`");
        assert_eq!(at("2"), "the types have no part at `2`");
    }
}
