//! Parsing of function signatures, as far as a Candid method needs them.
//!
//! `syn` parses whole functions only with its feature `full`, with which it takes more than twice as long to compile,
//! for everyone who depends on `candid`.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::{
    braced, parenthesized, Attribute, Generics, Ident, Lifetime, LitStr, Result, ReturnType, Token,
    Type, Visibility, WhereClause,
};

/// A function, including one of an `impl` block, without its body.
pub(crate) struct Signature {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) name: Ident,
    pub(crate) generics: Generics,
    pub(crate) inputs: Vec<Input>,
    pub(crate) output: ReturnType,
}

/// One parameter.
pub(crate) enum Input {
    Receiver {
        tokens: TokenStream,
        is_borrowed: bool,
    },
    Typed(Box<Type>),
}

impl Parse for Signature {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        input.parse::<Visibility>()?;
        while parse_qualifier(input)? {}
        input.parse::<Token![fn]>()?;
        let name = input.parse()?;
        let generics = input.parse()?;
        let inputs = parse_inputs(input)?;
        let output = input.parse()?;
        input.parse::<Option<WhereClause>>()?;
        if !input.peek(Token![;]) {
            let body;
            braced!(body in input);
            // The compiler reports errors in it.
            body.parse::<TokenStream>()?;
        } else {
            input.parse::<Token![;]>()?;
        }
        Ok(Signature {
            attributes,
            name,
            generics,
            inputs,
            output,
        })
    }
}

/// Parses one of the keywords before `fn`, if there is one.
fn parse_qualifier(input: ParseStream<'_>) -> Result<bool> {
    if input.peek(Token![extern]) {
        input.parse::<Token![extern]>()?;
        input.parse::<Option<LitStr>>()?;
        return Ok(true);
    }
    let is_word = input.peek(Token![const])
        || input.peek(Token![async])
        || input.peek(Token![unsafe])
        || input.peek(Token![default]);
    if is_word {
        input.parse::<TokenTree>()?;
    }
    Ok(is_word)
}

fn parse_inputs(input: ParseStream<'_>) -> Result<Vec<Input>> {
    let list;
    parenthesized!(list in input);
    let mut inputs = Vec::new();
    while !list.is_empty() {
        list.call(Attribute::parse_outer)?;
        inputs.push(match parse_receiver(&list)? {
            Some(receiver) => receiver,
            None => Input::Typed(Box::new(parse_argument(&list)?)),
        });
        if !list.is_empty() {
            list.parse::<Token![,]>()?;
        }
    }
    Ok(inputs)
}

/// Parses `self`, `mut self`, `&self`, `&'a mut self`, `self: T`, if one of these follows.
fn parse_receiver(input: ParseStream<'_>) -> Result<Option<Input>> {
    let ahead = input.fork();
    let mut tokens = TokenStream::new();
    let reference: Option<Token![&]> = ahead.parse()?;
    reference.to_tokens(&mut tokens);
    if reference.is_some() {
        ahead.parse::<Option<Lifetime>>()?.to_tokens(&mut tokens);
    }
    ahead.parse::<Option<Token![mut]>>()?.to_tokens(&mut tokens);
    let is_receiver = ahead.peek(Token![self]) && !ahead.peek2(Token![::]);
    if !is_receiver {
        return Ok(None);
    }
    ahead.parse::<Token![self]>()?.to_tokens(&mut tokens);
    let mut is_borrowed = reference.is_some();
    if ahead.peek(Token![:]) {
        ahead.parse::<Token![:]>()?.to_tokens(&mut tokens);
        let ty: Type = ahead.parse()?;
        is_borrowed |= matches!(ty, Type::Reference(_));
        ty.to_tokens(&mut tokens);
    }
    syn::parse::discouraged::Speculative::advance_to(input, &ahead);
    Ok(Some(Input::Receiver {
        tokens,
        is_borrowed,
    }))
}

/// Parses `pattern: T`.
fn parse_argument(input: ParseStream<'_>) -> Result<Type> {
    // A single colon ends the pattern; a double one is part of a path in it.
    while input.peek(Token![::]) || !input.peek(Token![:]) {
        if input.is_empty() || input.peek(Token![,]) {
            return Err(input.error("expected `:`"));
        }
        if input.peek(Token![::]) {
            _ = input.parse::<Token![::]>()?
        } else {
            _ = input.parse::<TokenTree>()?
        }
    }
    input.parse::<Token![:]>()?;
    input.parse()
}

#[cfg(test)]
mod tests {
    use super::{Input, Signature};
    use quote::ToTokens;

    /// Returns the parsed name, parameters and result, or the error.
    fn found(source: &str) -> String {
        let signature: Signature = match syn::parse_str(source) {
            Ok(signature) => signature,
            Err(error) => return error.to_string(),
        };
        let inputs = signature.inputs.iter().map(|input| match input {
            Input::Receiver { is_borrowed, .. } => format!("self {is_borrowed}"),
            Input::Typed(ty) => ty.to_token_stream().to_string(),
        });
        let inputs: Vec<String> = inputs.collect();
        let output = signature.output.to_token_stream();
        let line = format!("{} [{}] {output}", signature.name, inputs.join(", "));
        line.trim_end().to_string()
    }

    #[test]
    fn functions() {
        let rows = [
            ("fn f() {}", "f []"),
            ("fn f();", "f []"),
            (
                "#[a] /// b\n pub(crate) const async unsafe extern \"C\" fn f(x: u8) -> u8 { x }",
                "f [u8] -> u8",
            ),
            ("default extern fn f(,) {}", "expected `:`"),
            (
                "fn f(#[a] mut x: u8, _: [u8; 2 + 3],) {}",
                "f [u8, [u8 ; 2 + 3]]",
            ),
            (
                "fn f((a, b): (u8, i8), m::P::<u8> { c, d: e }: m::P<u8>, ::m::Q(x): Q) {}",
                "f [(u8 , i8), m :: P < u8 >, Q]",
            ),
            ("fn f(&self, &x: &u8) {}", "f [self true, & u8]"),
            (
                "fn f<'a>(&'a mut self, &mut x: &'a u8) {}",
                "f [self true, & 'a u8]",
            ),
            ("fn f(self: &Self) {}", "f [self true]"),
            (
                "fn f(mut self: Box<Self>, self::P(x): P) {}",
                "f [self false, P]",
            ),
            (
                "fn f<T>(x: T) -> Vec<T> where T: Clone { x }",
                "f [T] -> Vec < T >",
            ),
            (
                "fn f() -> impl Fn(u8) -> u8 { let a: = ; }",
                "f [] -> impl Fn (u8) -> u8",
            ),
            ("fn f(x) {}", "unexpected end of input, expected `:`"),
            ("fn f(x, y: u8) {}", "expected `:`"),
            ("fn f(x: u8 y: u8) {}", "expected `,`"),
            ("fn f() {} fn g() {}", "unexpected token"),
            ("fn f()", "unexpected end of input, expected curly braces"),
            ("struct S;", "expected `fn`"),
        ];
        for (source, expected) in rows {
            assert_eq!(found(source), expected, "{source}");
        }
    }
}
