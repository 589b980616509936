//! Pretty-printing of whole interfaces: type definitions and the service, with comments.

use crate::pretty::candid::{pp_actor, pp_args, pp_docs, pp_ty_with_docs};
use crate::pretty::utils::{ident, kwd, lines, str, LINE_WIDTH};
use crate::types::docs::{TypeDoc, TypeDocs};
use crate::types::env::TypeEnv;
use crate::types::ty::Type;
use pretty::RcDoc;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The comments of an interface: of its type definitions and of the methods of its service.
///
/// # Examples
///
/// ```
/// use candid::pretty::candid::DocComments;
///
/// let mut docs = DocComments::empty();
/// docs.add_service_method("transfer".to_string(), vec!["moves tokens".to_string()]);
/// assert!(docs.lookup_service_method("transfer").is_some());
/// assert!(docs.lookup_type_def("Account").is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct DocComments {
    types: TypeDocs,
    // Not hashed: std's map would import random numbers on WASI, into every canister that exports its interface.
    methods: BTreeMap<String, Vec<String>>,
    /// The comments inside the types of the arguments and the results of methods.
    method_types: BTreeMap<String, Arc<[Vec<TypeDoc>; 2]>>,
}

impl DocComments {
    /// Returns an empty collection.
    pub fn empty() -> Self {
        Self::default()
    }

    /// Sets the comments of a method of the service, replacing earlier ones.
    pub fn add_service_method(&mut self, method: String, doc: Vec<String>) {
        self.methods.insert(method, doc);
    }

    /// Sets the comments of a type definition, replacing earlier ones.
    pub fn add_type_def(&mut self, id: String, doc: TypeDoc) {
        self.types.named.insert(id, doc);
    }

    /// Sets the comments of many type definitions, replacing earlier ones.
    pub fn extend_types(&mut self, docs: TypeDocs) {
        self.types.named.extend(docs.named);
    }

    /// Sets the comments inside the types of a method's arguments and results, such as those of the fields of a record that
    /// has no name.
    pub fn add_method_types(&mut self, method: String, args: Vec<TypeDoc>, results: Vec<TypeDoc>) {
        self.method_types.insert(method, Arc::new([args, results]));
    }

    /// Sets the comments inside the types of a method to those of another one, of the same function type: they are kept once.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{pretty::candid::DocComments, types::TypeDoc};
    ///
    /// let mut docs = DocComments::empty();
    /// docs.add_method_types("get".to_string(), vec![TypeDoc::default()], Vec::new());
    /// docs.share_method_types("find".to_string(), "get");
    /// assert_eq!(docs.lookup_method_types("find").unwrap().0.len(), 1);
    /// ```
    pub fn share_method_types(&mut self, method: String, other: &str) {
        if let Some(types) = self.method_types.get(other) {
            let types = Arc::clone(types);
            self.method_types.insert(method, types);
        }
    }

    /// Returns the comments of all type definitions.
    pub fn types(&self) -> &TypeDocs {
        &self.types
    }

    /// Returns the comments inside the types of a method's arguments, and of its results.
    pub fn lookup_method_types(&self, method: &str) -> Option<(&[TypeDoc], &[TypeDoc])> {
        let [args, results] = &**self.method_types.get(method)?;
        Some((args, results))
    }

    /// Returns the comments of a method of the service.
    pub fn lookup_service_method(&self, method: &str) -> Option<&Vec<String>> {
        self.methods.get(method)
    }

    /// Returns the comments of a type definition.
    pub fn lookup_type_def(&self, id: &str) -> Option<&TypeDoc> {
        self.types.named.get(id)
    }
}

/// Returns the interface as Candid: the definitions in the order of their names, then the service.
///
/// `actor` is a service, a service constructor or the name of one. Any other type is printed in the same place,
/// although no parser accepts it there.
///
/// # Examples
///
/// ```
/// use candid::{func, pretty::candid::compile, service, TypeEnv};
///
/// let actor = service! { "get" : func!((u8) -> (String) query) };
/// assert_eq!(
///     compile(&TypeEnv::new(), &Some(actor)),
///     "service : { get : (nat8) -> (text) query }"
/// );
/// ```
pub fn compile(env: &TypeEnv, actor: &Option<Type>) -> String {
    compile_with_docs(env, actor, &DocComments::empty())
}

/// Returns the result of [`compile`] with comments before definitions, fields and methods.
///
/// # Examples
///
/// ```
/// use candid::{func, pretty::candid::{compile_with_docs, DocComments}, service, TypeEnv};
///
/// let actor = service! { "get" : func!((u8) -> (String) query) };
/// let mut docs = DocComments::empty();
/// docs.add_service_method("get".to_string(), vec!["Looks it up.".to_string()]);
/// assert_eq!(
///     compile_with_docs(&TypeEnv::new(), &Some(actor), &docs),
///     "service : {\n  // Looks it up.\n  get : (nat8) -> (text) query;\n}"
/// );
/// ```
pub fn compile_with_docs(env: &TypeEnv, actor: &Option<Type>, docs: &DocComments) -> String {
    let definitions = pp_env(env, Some(docs));
    let doc = match actor {
        None => definitions,
        Some(actor) => definitions
            .append(kwd("service :"))
            .append(pp_actor(actor, Some(docs))),
    };
    doc.pretty(LINE_WIDTH).to_string()
}

/// Returns the definitions, then the init arguments of a service constructor in parentheses.
///
/// # Examples
///
/// ```
/// use candid::{pretty::candid::pp_init_args, types::TypeInner, TypeEnv};
///
/// let mut env = TypeEnv::new();
/// env.0.insert("Owner".to_string(), TypeInner::Principal.into());
/// let args = [TypeInner::Var("Owner".to_string()).into()];
/// assert_eq!(
///     pp_init_args(&env, &args).pretty(80).to_string(),
///     "type Owner = principal;\n(Owner)"
/// );
/// ```
pub fn pp_init_args<'a>(env: &'a TypeEnv, args: &'a [Type]) -> RcDoc<'a> {
    pp_env(env, None).append(pp_args(args))
}

fn pp_env<'a>(env: &'a TypeEnv, docs: Option<&'a DocComments>) -> RcDoc<'a> {
    lines(env.0.iter().map(|(id, ty)| {
        let docs = docs.and_then(|docs| docs.lookup_type_def(id));
        docs.map_or_else(RcDoc::nil, |docs| pp_docs(&docs.docs))
            .append(kwd("type"))
            .append(ident(id))
            .append(kwd("="))
            .append(pp_ty_with_docs(ty, docs))
            .append(str(";"))
    }))
}
