//! The type of a part of arguments, by the path of the part.

use crate::error::{Error, PathSegment, Result};
use crate::types::env::TypeEnv;
use crate::types::ty::label::Label;
use crate::types::ty::print::brief;
use crate::types::ty::{Type, TypeInner};
use crate::value::access::{missing_part, no_argument};
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
        let (position, rest) = match segments.split_first() {
            Some((Segment::Field(Label::Id(position)), rest)) => (*position as usize, rest),
            _ => {
                let path = path.escape_debug();
                let message = format!("expected the position of an argument, found path `{path}`");
                return Err(Error::msg(message));
            }
        };
        let found = types.get(position);
        let mut ty = found
            .ok_or_else(|| no_argument(position, types.len()))?
            .clone();
        for (i, segment) in rest.iter().enumerate() {
            let no_part = |container: &Type| {
                let is_variant = matches!(container.as_ref(), TypeInner::Variant(_));
                let error = missing_part(&brief(container), is_variant, &segment.describe());
                let passed = rest.iter().take(i).rev();
                let error = passed.fold(error, |error, segment| {
                    error.in_segment(segment.to_error_segment())
                });
                error.in_segment(PathSegment::Argument(position))
            };
            let mut container = self.trace_type(&ty)?;
            // Options on the way are not in paths. One without end has no parts.
            let mut n_options = 0;
            while let TypeInner::Opt(inner) = container.as_ref() {
                n_options += 1;
                if n_options > self.0.len() + MAX_OPTIONS {
                    return Err(no_part(&ty));
                }
                container = self.trace_type(inner)?;
            }
            ty = match (container.as_ref(), segment) {
                (TypeInner::Vec(element), Segment::Index(_)) => element.clone(),
                (TypeInner::Record(fields) | TypeInner::Variant(fields), Segment::Field(label)) => {
                    let id = label.get_id();
                    let field = fields.iter().find(|field| field.id.get_id() == id);
                    field.ok_or_else(|| no_part(&container))?.ty.clone()
                }
                _ => return Err(no_part(&container)),
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
        assert_eq!(
            at("0.tail"),
            "expected field tail, found vec List in argument 1"
        );
        assert_eq!(
            at("0[1].tail.x"),
            "expected field x, found record { head : nat8; tail : List } in argument 1 at [1].tail"
        );
        assert_eq!(at("1.x"), "expected field x, found O in argument 2");
        assert_eq!(
            at(r#"1."a \"b\\c""#),
            r#"expected field "a \"b\\c", found O in argument 2"#
        );
        assert_eq!(
            at("2"),
            "path `2` is in argument 3, but there are 2 arguments"
        );
    }
}
