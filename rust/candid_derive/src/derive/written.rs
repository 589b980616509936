//! What the text of a type says of it: a derive knows no more.

use quote::ToTokens;
use syn::{GenericArgument, Ident, PathArguments, Type, TypePath};

/// Returns whether the type is written `Option<…>`, as std's: serde_bytes accepts such fields, but they are not blobs.
pub(super) fn is_option(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => {
            let mut segments = path.path.segments.iter().rev();
            let is_std = segments.next().is_some_and(|last| {
                matches!(&last.arguments, PathArguments::AngleBracketed(arguments) if arguments.args.len() == 1)
            });
            is_std
                && is_named(ty, "Option")
                && segments.next().is_none_or(|of| of.ident == "option")
        }
        Type::Group(group) => is_option(&group.elem),
        Type::Paren(paren) => is_option(&paren.elem),
        _ => false,
    }
}

/// Returns whether the type is written as one of std's whose values take different numbers of bytes. Code for values of
/// fixed size is left out there.
pub(super) fn has_no_fixed_size(ty: &Type) -> bool {
    ["Option", "Vec", "String"]
        .iter()
        .any(|name| is_named(ty, name))
}

/// Returns whether the type is a path whose last segment has this name.
pub(super) fn is_named(ty: &Type, name: &str) -> bool {
    match ty {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|segment| segment.ident == name),
        Type::Group(group) => is_named(&group.elem, name),
        Type::Paren(paren) => is_named(&paren.elem, name),
        _ => false,
    }
}

/// Returns whether the type is written as this one, or as a pointer to it.
pub(super) fn is_or_points_to(ty: &Type, target: &Ident) -> bool {
    match ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|segment| {
            let pointers = ["Box", "Rc", "Arc", "Cow"];
            match &segment.arguments {
                PathArguments::AngleBracketed(arguments)
                    if pointers.iter().any(|name| segment.ident == name) =>
                {
                    let mut arguments = arguments.args.iter();
                    arguments.any(|argument| {
                        matches!(argument, GenericArgument::Type(ty) if is_or_points_to(ty, target))
                    })
                }
                _ => {
                    path.path.segments.len() == 1
                        && (segment.ident == *target || segment.ident == "Self")
                }
            }
        }),
        Type::Reference(reference) => is_or_points_to(&reference.elem, target),
        Type::Group(group) => is_or_points_to(&group.elem, target),
        Type::Paren(paren) => is_or_points_to(&paren.elem, target),
        _ => false,
    }
}

/// Returns whether the type is written as one of std's types without a fixed size.
pub(super) fn is_unsized(ty: &Type) -> bool {
    match ty {
        Type::Slice(_) | Type::TraitObject(_) => true,
        Type::Path(path) => path.path.segments.last().is_some_and(|segment| {
            ["str", "CStr", "OsStr", "Path"]
                .iter()
                .any(|name| segment.ident == name)
        }),
        Type::Group(group) => is_unsized(&group.elem),
        Type::Paren(paren) => is_unsized(&paren.elem),
        _ => false,
    }
}

/// Returns whether the [`text`] of a type has a lifetime or a reference: such a type may be decodable from some messages
/// only. Serde makes a `Cow` of a value that is owned.
pub(super) fn borrows(text: &str) -> bool {
    text.contains('&') || text.contains('\'') && text.replace("Cow<'static,", "").contains('\'')
}

/// Returns whether the [`text`] of a type is one of those that any version of `serde_bytes` reads.
pub(super) fn is_bytes(text: &str) -> bool {
    let option = text.strip_prefix("Option<");
    let text = option
        .and_then(|text| text.strip_suffix(",>::"))
        .unwrap_or(text);
    ["Vec<u8::,>::", "ByteBuf::", "serde_bytes::ByteBuf::"].contains(&text)
}

/// Returns a text of a type, which no other type has. Paths are not printed by the compiler: that takes macros, which are
/// not optimised, longer.
pub(super) fn text(ty: &Type) -> String {
    let mut text = String::new();
    push_text(ty, &mut text);
    text
}

fn push_text(ty: &Type, text: &mut String) {
    let Type::Path(TypePath { qself: None, path }) = ty else {
        return text.push_str(&ty.to_token_stream().to_string());
    };
    if path.leading_colon.is_some() {
        text.push_str("::");
    }
    for segment in &path.segments {
        text.push_str(&segment.ident.to_string());
        match &segment.arguments {
            PathArguments::None => {}
            PathArguments::AngleBracketed(arguments) => {
                text.push('<');
                for argument in &arguments.args {
                    match argument {
                        GenericArgument::Type(ty) => push_text(ty, text),
                        other => text.push_str(&other.to_token_stream().to_string()),
                    }
                    text.push(',');
                }
                text.push('>');
            }
            PathArguments::Parenthesized(arguments) => {
                text.push_str(&arguments.to_token_stream().to_string());
            }
        }
        text.push_str("::");
    }
}
