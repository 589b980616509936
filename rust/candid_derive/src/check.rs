//! The types of a method, checked where the method is written.
//!
//! Without this, a type without `CandidType` is an error of `export_service!`, which knows types as text only: spans cannot
//! be kept from one macro call to the next.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned, ToTokens};
use syn::Type;

/// Returns whether `::candid` is the one crate of that name in this compilation. `export_service!` may be given another
/// path, which is not known before it: types are then checked there only, as under programs that expand macros outside the
/// compiler, and where a second version of the crate has another name.
pub(crate) fn has_candid() -> bool {
    names_candid(std::env::args())
}

/// Returns whether the arguments of a compiler name the crate, so that paths may begin with it, and give no other version of
/// it another name: methods may be of that one.
fn names_candid(arguments: impl IntoIterator<Item = String>) -> bool {
    let mut is_value = false;
    let mut is_named = false;
    for argument in arguments {
        let value = match (is_value, argument.strip_prefix("--extern=")) {
            (true, _) => Some(argument.as_str()),
            (false, value) => value,
        };
        match value.map(External::of) {
            Some(External::Candid) => is_named = true,
            Some(External::Renamed) => return false,
            Some(External::Other) | None => {}
        }
        is_value = !is_value && argument == "--extern";
    }
    is_named
}

/// A crate that a compiler is given.
enum External {
    /// Paths may begin with `candid`.
    Candid,
    /// A crate `candid` under another name.
    Renamed,
    Other,
}

impl External {
    /// Reads the value of `--extern`: `name`, `name=path` or `options:name=path`.
    fn of(value: &str) -> Self {
        let (name, path) = value.split_once('=').unwrap_or((value, ""));
        let (options, name) = name.split_once(':').unwrap_or(("", name));
        let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
        if name != "candid" {
            if file.starts_with("libcandid-") {
                External::Renamed
            } else {
                External::Other
            }
        } else if options.split(',').any(|option| option == "noprelude") {
            External::Other
        } else {
            External::Candid
        }
    }
}

/// Returns whether the type can be checked by its text, once for all functions that have it: not if it mentions `Self`, a
/// lifetime of the `impl` block, or `impl`, which `export_service!` refuses too, nor if it is `!`, which is no type elsewhere.
pub(crate) fn is_nameable(ty: &Type) -> bool {
    !matches!(ty, Type::Never(_)) && has_nameable_parts(ty.to_token_stream())
}

fn has_nameable_parts(ty: TokenStream) -> bool {
    let mut tokens = ty.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_nameable = match token {
            TokenTree::Group(group) => has_nameable_parts(group.stream()),
            TokenTree::Ident(word) => word != "Self" && word != "impl",
            TokenTree::Punct(mark) if mark.as_char() == '\'' => match tokens.next() {
                Some(TokenTree::Ident(lifetime)) => lifetime == "static" || lifetime == "_",
                _ => true,
            },
            _ => true,
        };
        if !is_nameable {
            return false;
        }
    }
    true
}

/// Returns whether the function has a body, in which its types can be checked.
pub(crate) fn has_body(function: &TokenStream) -> bool {
    matches!(
        function.clone().into_iter().last(),
        Some(TokenTree::Group(_))
    )
}

/// Returns the function with a closure in its body, never called, that does not compile if a type has no `CandidType`: an
/// error at the type. An item could not name the parameters of an `impl` block or trait.
pub(crate) fn with_check(function: TokenStream, types: &[Type]) -> TokenStream {
    let mut tokens: Vec<TokenTree> = function.into_iter().collect();
    let Some(TokenTree::Group(body)) = tokens.pop() else {
        return tokens.into_iter().collect();
    };
    let (attributes, statements) = split_attributes(body.stream());
    let span = Span::mixed_site();
    // Compilers name the function in a note.
    let calls = types
        .iter()
        .map(|ty| quote_spanned!(span=> candid_method::<#ty>();));
    let check = quote_spanned! {span=>
        let _ = || {
            fn candid_method<T: ::candid::CandidType>() {}
            #(#calls)*
        };
    };
    // A block of their own: an item of the function may have the name of a type of its signature.
    // Its braces are those of an expansion: a compiler would call the ones in the source unused, of a body on one line.
    let mut statements = Group::new(Delimiter::Brace, statements);
    statements.set_span(span.located_at(body.span()));
    let mut checked = Group::new(Delimiter::Brace, quote!(#attributes #check #statements));
    checked.set_span(body.span());
    tokens.push(checked.into());
    tokens.into_iter().collect()
}

/// Splits a body after its inner attributes, `#![…]`.
fn split_attributes(body: TokenStream) -> (TokenStream, TokenStream) {
    let tokens: Vec<TokenTree> = body.into_iter().collect();
    let is_mark = |token: &TokenTree, expected| matches!(token, TokenTree::Punct(mark) if mark.as_char() == expected);
    let n_attributes = tokens
        .chunks_exact(3)
        .take_while(|part| is_mark(&part[0], '#') && is_mark(&part[1], '!'))
        .count();
    let (attributes, statements) = tokens.split_at(3 * n_attributes);
    (
        attributes.iter().cloned().collect(),
        statements.iter().cloned().collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::{is_nameable, names_candid, with_check};
    use quote::quote;

    #[test]
    fn arguments_of_a_compiler() {
        let rows = [
            ("rustc --extern candid=/deps/libcandid-1.rlib a.rs", true),
            ("rustc --extern=candid=/deps/libcandid-1.rlib", true),
            ("rustc --extern candid", true),
            ("rustc --extern priv:candid=/deps/a=b", true),
            ("rustc --extern noprelude:candid=/deps/a", false),
            ("rustc --extern priv,noprelude:candid=/deps/a", false),
            ("rustc --extern my_candid=/deps/libcandid-1.rlib", false),
            ("rustc --extern candid_parser=/candid", false),
            ("rustc --extern a --crate-name candid", false),
            ("rustc --extern --extern candid", false),
            (
                "--extern candid=/libcandid-1.rlib --extern new=/libcandid-2.rlib",
                false,
            ),
            (
                "--extern=new=C:\\libcandid-2.rmeta --extern candid=libcandid-1.rmeta",
                false,
            ),
            (
                "--extern candid=/candid --extern candid_parser=/libcandid_parser-2.rlib",
                true,
            ),
            ("rustc candid", false),
            ("", false),
        ];
        for (line, expected) in rows {
            let arguments = line.split(' ').map(str::to_string);
            assert_eq!(names_candid(arguments), expected, "{line}");
        }
    }

    #[test]
    fn types_that_items_can_name() {
        let rows = [
            ("& str", true),
            ("& 'static str", true),
            ("Cow < '_ , str >", true),
            ("& 'a str", false),
            ("Vec < [Self ; 2] >", false),
            ("(u8 , impl Into < u8 >)", false),
            ("Option < list ! [u8] >", true),
            ("!", false),
        ];
        for (ty, expected) in rows {
            assert_eq!(is_nameable(&syn::parse_str(ty).unwrap()), expected, "{ty}");
        }
    }

    #[test]
    fn bodies() {
        let function = quote!(
            fn f(x: u8) {
                #![allow(dead_code)]
                #![cold]
                x
            }
        );
        let checked = with_check(function, &[syn::parse_quote!(u8)]).to_string();
        let expected = quote! {
            fn f(x: u8) {
                #![allow(dead_code)]
                #![cold]
                let _ = || {
                    fn candid_method<T: ::candid::CandidType>() {}
                    candid_method::<u8>();
                };
                { x }
            }
        };
        assert_eq!(checked, expected.to_string());
    }
}
