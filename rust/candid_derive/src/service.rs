//! `export_service!`: prints the interface of the registered functions.

use crate::errors::Errors;
use crate::method::parse_source;
use proc_macro2::{Span, TokenStream};
use quote::{quote, ToTokens};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use syn::Path;

/// A method registered by `#[candid_method]`. Types are source text.
pub(crate) struct Method {
    pub(crate) args: Vec<String>,
    pub(crate) rets: Vec<String>,
    pub(crate) mode: Mode,
    pub(crate) docs: Vec<String>,
}

/// A registered `init` function.
pub(crate) struct Constructor {
    pub(crate) args: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Query,
    CompositeQuery,
    Update,
    Oneway,
}

/// The functions of the crate being compiled that no `export_service!` has printed yet.
#[derive(Default)]
struct Noted {
    /// The methods, in the order in which they are printed.
    methods: BTreeMap<String, Method>,
    constructor: Option<Constructor>,
    /// The types that are checked in the function that has them first.
    checked: BTreeSet<String>,
}

/// A compiler process compiles one crate, so this is the list of that crate.
static NOTED: Mutex<Noted> = Mutex::new(Noted {
    methods: BTreeMap::new(),
    constructor: None,
    checked: BTreeSet::new(),
});

fn noted() -> MutexGuard<'static, Noted> {
    // Each change is a single insertion, so the list is consistent even if a macro panicked.
    NOTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Registers a method, replacing an earlier one of the same name: editors expand a function repeatedly in one process.
pub(crate) fn add_method(name: String, method: Method) {
    noted().methods.insert(name, method);
}

/// Registers the constructor, replacing an earlier one.
pub(crate) fn add_constructor(constructor: Constructor) {
    noted().constructor = Some(constructor);
}

/// Notes that a type is checked in a function, and returns whether it is the first one with a type of this text.
pub(crate) fn add_checked(ty: String) -> bool {
    noted().checked.insert(ty)
}

/// Returns `fn __export_service` and `fn __prepare_service`, and clears the registered functions.
///
/// # Errors
///
/// If the argument is not a path.
pub(crate) fn expand(input: TokenStream) -> syn::Result<TokenStream> {
    let candid = if input.is_empty() {
        quote!(::candid)
    } else {
        syn::parse2::<Path>(input)
            .map_err(|error| {
                let help =
                    "expected the path of the candid crate, as in `export_service!(my::candid)`";
                syn::Error::new(error.span(), help)
            })?
            .into_token_stream()
    };
    let Noted {
        methods,
        constructor,
        checked,
    } = std::mem::take(&mut *noted());
    let types = Types { candid, checked };
    let candid = &types.candid;
    let mut errors = Errors::default();
    let mut descriptors = |lists: fn(&Method) -> &Vec<String>| -> Vec<TokenStream> {
        let lists = methods.values().map(lists);
        lists
            .map(|list| types.descriptors(list, &mut errors))
            .collect()
    };
    let args = descriptors(|method| &method.args);
    let rets = descriptors(|method| &method.rets);
    let methods: Vec<TokenStream> = methods
        .iter()
        .map(|(name, method)| add(name, method, &types, &mut errors))
        .collect();
    // Types are named in the order in which they are reached: the methods first, as they are printed.
    let actor = match constructor {
        None => quote!(__service),
        Some(constructor) => {
            let args = types.add(&constructor.args, &mut errors);
            quote!(<#candid::types::Type as ::core::convert::From<_>>::from(#candid::types::TypeInner::Class(#args, __service)))
        }
    };
    errors.finish()?;
    Ok(quote! {
        fn __export_service() -> ::std::string::String {
            #[allow(unused_imports)]
            use #candid::types::method::NoMethodType as _;
            let mut __types = #candid::types::TypeContainer::new();
            let mut __docs = #candid::pretty::candid::DocComments::empty();
            let mut __methods =
                ::std::vec::Vec::<(::std::string::String, #candid::types::Type)>::new();
            #(#methods)*
            let __service =
                <#candid::types::Type as ::core::convert::From<_>>::from(
                    #candid::types::TypeInner::Service(__methods),
                );
            let __actor = #actor;
            let __actor = ::core::option::Option::Some(__types.readable_names(&__actor));
            __docs.extend_types(__types.docs);
            #candid::pretty::candid::compile_with_docs(&__types.env, &__actor, &__docs)
        }

        #[allow(dead_code)]
        fn __prepare_service() {
            #[allow(unused_imports)]
            use #candid::types::method::NoMethodType as _;
            #(#candid::types::method::prepare_decoding(#args);)*
            #(#candid::types::method::prepare_encoding(#rets);)*
        }
    })
}

/// Returns the statements that add one method.
fn add(name: &str, method: &Method, types: &Types, errors: &mut Errors) -> TokenStream {
    let candid = &types.candid;
    let args = types.add(&method.args, errors);
    let rets = types.add(&method.rets, errors);
    let mode = match method.mode {
        Mode::Update => None,
        Mode::Query => Some(quote!(#candid::types::FuncMode::Query)),
        Mode::CompositeQuery => Some(quote!(#candid::types::FuncMode::CompositeQuery)),
        Mode::Oneway => Some(quote!(#candid::types::FuncMode::Oneway)),
    };
    let modes = mode.as_slice();
    let docs = &method.docs;
    let add_docs = (!docs.is_empty()).then(|| {
        quote! {
            __docs.add_service_method(
                <::std::string::String as ::core::convert::From<_>>::from(#name),
                ::std::vec![#(<::std::string::String as ::core::convert::From<_>>::from(#docs)),*],
            );
        }
    });
    quote! {
        #add_docs
        let __function = #candid::types::Function {
            modes: ::std::vec![#(#modes),*],
            args: #args,
            rets: #rets,
        };
        __methods.push((
            <::std::string::String as ::core::convert::From<_>>::from(#name),
            <#candid::types::Type as ::core::convert::From<_>>::from(#candid::types::TypeInner::Func(__function)),
        ));
    }
}

/// How types become part of the interface.
struct Types {
    candid: TokenStream,
    /// Those that are checked in functions.
    checked: BTreeSet<String>,
}

impl Types {
    /// Returns the expression of the descriptors of types.
    fn descriptors(&self, list: &[String], errors: &mut Errors) -> TokenStream {
        let candid = &self.candid;
        let types = list
            .iter()
            .filter_map(|text| errors.check(parse_source(text, Span::call_site())));
        quote!(&[#(<#candid::types::method::MethodType<#types>>::descriptor),*])
    }

    /// Returns the expression of a vector of types, each added to the type definitions.
    fn add(&self, list: &[String], errors: &mut Errors) -> TokenStream {
        let candid = &self.candid;
        let mut expressions = Vec::with_capacity(list.len());
        for text in list {
            let Some(ty) = errors.check(parse_source(text, Span::call_site())) else {
                continue;
            };
            expressions.push(if self.checked.contains(text) {
                // The error is at the function, so here is none.
                quote!(<#candid::types::method::MethodType<#ty>>::add(&mut __types))
            } else {
                quote!(__types.add::<#ty>())
            });
        }
        quote!(::std::vec![#(#expressions),*])
    }
}
