//! Named type definitions and their operations.

use crate::error::{Error, Result};
use crate::types::registry::find_type;
use crate::types::ty::print::brief;
use crate::types::ty::{Function, Type, TypeInner};
use crate::util::work_count::count_work;
use std::collections::BTreeMap;
use std::fmt;

/// Type definitions by name.
///
/// No method recurses without bound: a definition that refers to itself without a constructor in between
/// (`type A = A`) is an error wherever it is followed.
///
/// # Examples
///
/// ```
/// use candid::types::{TypeEnv, TypeInner};
///
/// let mut env = TypeEnv::new();
/// env.0.insert("Amount".to_string(), TypeInner::Nat.into());
/// env.0.insert("Fee".to_string(), TypeInner::Var("Amount".to_string()).into());
/// assert_eq!(env.rec_find_type("Fee").unwrap().to_string(), "nat");
/// assert_eq!(env.to_string(), "type Amount = nat\ntype Fee = Amount\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct TypeEnv(pub BTreeMap<String, Type>);

impl TypeEnv {
    /// Returns an environment without definitions.
    pub fn new() -> Self {
        TypeEnv::default()
    }

    /// Adds the definitions of `env`.
    ///
    /// # Errors
    ///
    /// If a name is defined in both with different types; then nothing is added.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::types::{TypeEnv, TypeInner};
    ///
    /// let named = |name: &str, ty: TypeInner| TypeEnv([(name.to_string(), ty.into())].into());
    /// let mut env = named("Fee", TypeInner::Nat);
    /// env.merge(&named("Memo", TypeInner::Text))?;
    /// assert_eq!(env.to_string(), "type Fee = nat\ntype Memo = text\n");
    /// assert!(env.merge(&named("Fee", TypeInner::Nat64)).is_err());
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn merge<'a>(&'a mut self, env: &TypeEnv) -> Result<&'a mut Self> {
        for (name, ty) in &env.0 {
            if self.0.get(name).is_some_and(|old| old != ty) {
                return Err(Error::msg(format_args!(
                    "inconsistent binding: the definitions of {name} differ"
                )));
            }
        }
        for (name, ty) in &env.0 {
            self.0.entry(name.clone()).or_insert_with(|| ty.clone());
        }
        Ok(self)
    }

    /// Adds the definitions of `env` under unused names (`A` becomes `A/1` if `A` is taken), and returns `ty`, which
    /// refers to them, with the new names.
    ///
    /// This allows two versions of one interface to be compared in one environment.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::types::{Type, TypeEnv, TypeInner};
    ///
    /// let named = |ty: TypeInner| TypeEnv([("Fee".to_string(), ty.into())].into());
    /// let fee: Type = TypeInner::Var("Fee".to_string()).into();
    /// let mut env = named(TypeInner::Nat);
    /// let other = env.merge_type(named(TypeInner::Nat64), fee);
    /// assert_eq!(other.to_string(), "Fee/1");
    /// assert_eq!(env.to_string(), "type Fee = nat\ntype Fee/1 = nat64\n");
    /// ```
    pub fn merge_type(&mut self, env: TypeEnv, ty: Type) -> Type {
        let mut renamed = BTreeMap::new();
        for name in env.0.keys().filter(|name| self.0.contains_key(*name)) {
            let is_free = |name: &String| !self.0.contains_key(name) && !env.0.contains_key(name);
            let mut candidates = (1u64..).map(|i| format!("{name}/{i}"));
            if let Some(free) = candidates.find(is_free) {
                renamed.insert(name.clone(), free);
            }
        }
        for (name, ty) in &env.0 {
            let name = renamed.get(name).unwrap_or(name);
            self.0.insert(name.clone(), ty.subst(&renamed));
        }
        ty.subst(&renamed)
    }

    /// Returns the same definitions, of which none is another name: each that was is now what the names lead to.
    ///
    /// Following a name takes one step then. Resolve definitions that others wrote before following many names: each chain of
    /// names is followed anew, and may be as long as the text. A name that cannot be followed keeps its definition.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::types::{TypeEnv, TypeInner};
    ///
    /// let mut env = TypeEnv::new();
    /// for (name, ty) in [
    ///     ("Fee", TypeInner::Var("Cost".to_string())),
    ///     ("Cost", TypeInner::Var("Amount".to_string())),
    ///     ("Amount", TypeInner::Nat),
    ///     ("Endless", TypeInner::Var("Endless".to_string())),
    /// ] {
    ///     env.0.insert(name.to_string(), ty.into());
    /// }
    /// assert_eq!(
    ///     env.resolved().to_string(),
    ///     "type Amount = nat\ntype Cost = nat\ntype Endless = Endless\ntype Fee = nat\n"
    /// );
    /// ```
    #[must_use]
    pub fn resolved(&self) -> TypeEnv {
        let mut ends: BTreeMap<&str, Option<&Type>> = BTreeMap::new();
        let mut passed = Vec::new();
        for name in self.0.keys() {
            let mut name = name.as_str();
            let end = loop {
                if let Some(known) = ends.get(name) {
                    break *known;
                }
                // A name that comes again before its end is known leads in a circle.
                count_work();
                ends.insert(name, None);
                passed.push(name);
                match self.0.get(name) {
                    None => break None,
                    Some(ty) => match ty.as_ref() {
                        TypeInner::Var(next) => name = next,
                        _ => break Some(ty),
                    },
                }
            };
            ends.extend(passed.drain(..).map(|name| (name, end)));
        }
        let resolved = self.0.iter().map(|(name, ty)| {
            let end = ends.get(name.as_str()).copied().flatten();
            (name.clone(), end.unwrap_or(ty).clone())
        });
        TypeEnv(resolved.collect())
    }

    /// Returns the definition of `name`, which may be another name.
    ///
    /// # Errors
    ///
    /// If there is none.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::types::{TypeEnv, TypeInner};
    ///
    /// let env = TypeEnv([("Fee".to_string(), TypeInner::Nat.into())].into());
    /// assert_eq!(env.find_type("Fee")?.to_string(), "nat");
    /// assert_eq!(env.find_type("Fe").unwrap_err().to_string(), "unbound type identifier Fe");
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn find_type(&self, name: &str) -> Result<&Type> {
        let unbound = || Error::msg(format_args!("unbound type identifier {name}"));
        self.0.get(name).ok_or_else(unbound)
    }

    /// Returns the definition of `name`, following names to the first constructor.
    ///
    /// # Errors
    ///
    /// If a name has no definition, or the names form a cycle.
    pub fn rec_find_type(&self, name: &str) -> Result<&Type> {
        self.follow(self.find_type(name)?)
    }

    /// Follows names from `ty` to the first constructor.
    fn follow<'a>(&'a self, ty: &'a Type) -> Result<&'a Type> {
        let mut ty = ty;
        // A chain longer than the number of definitions contains a cycle.
        for _ in 0..=self.0.len() {
            count_work();
            match ty.as_ref() {
                TypeInner::Var(name) => ty = self.find_type(name)?,
                _ => return Ok(ty),
            }
        }
        Err(Error::msg(format_args!(
            "{} has a cyclic definition",
            brief(ty)
        )))
    }

    /// Returns `ty` with names and references to Rust types followed to the first constructor.
    ///
    /// # Errors
    ///
    /// If a name has no definition, a Rust type is not known in this thread, or the names form a
    /// cycle.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::types::{Type, TypeEnv, TypeInner};
    ///
    /// let env = TypeEnv([("Fee".to_string(), TypeInner::Nat.into())].into());
    /// let fee: Type = TypeInner::Var("Fee".to_string()).into();
    /// assert_eq!(env.trace_type(&fee)?, TypeInner::Nat.into());
    /// assert_eq!(env.trace_type(&TypeInner::Text.into())?, TypeInner::Text.into());
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn trace_type<'a>(&'a self, ty: &'a Type) -> Result<Type> {
        let mut ty = self.follow(ty)?.clone();
        let mut steps = 0usize;
        while let TypeInner::Knot(id) = ty.as_ref() {
            // Rust types without a constructor in between cannot be declared; a type that claims to be one is
            // hand-written.
            const MAX_STEPS: usize = 1_000;
            steps += 1;
            let found = find_type(id).filter(|_| steps < MAX_STEPS);
            let found = found.ok_or_else(|| {
                Error::msg(format_args!("unknown Candid type of Rust type {}", id.name))
            })?;
            ty = self.follow(&found)?.clone();
        }
        Ok(ty)
    }

    /// Returns the function type that `ty` is or names.
    ///
    /// # Errors
    ///
    /// If it is not a function type, or a name cannot be followed.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::types::TypeEnv;
    /// use candid::CandidType;
    ///
    /// candid::define_function!(Callback : (String) -> () oneway);
    /// let ty = Callback::ty();
    /// assert_eq!(TypeEnv::new().as_func(&ty)?.args, [String::ty()]);
    /// assert!(TypeEnv::new().as_func(&u8::ty()).is_err());
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn as_func<'a>(&'a self, ty: &'a Type) -> Result<&'a Function> {
        match self.follow(ty)?.as_ref() {
            TypeInner::Func(function) => Ok(function),
            other => Err(Error::msg(format_args!("not a function type: {other}"))),
        }
    }

    /// Returns the methods of the service type that `ty` is or names, or that it constructs.
    ///
    /// # Errors
    ///
    /// If it is not a service type, or a name cannot be followed.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::types::TypeEnv;
    /// use candid::CandidType;
    ///
    /// candid::define_service!(Ledger : { "fee" : candid::func!(() -> (u64) query) });
    /// let (env, ty) = (TypeEnv::new(), Ledger::ty());
    /// let (name, method) = &env.as_service(&ty)?[0];
    /// assert_eq!(format!("{name} : {method}"), "fee : func () -> (nat64) query");
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn as_service<'a>(&'a self, ty: &'a Type) -> Result<&'a [(String, Type)]> {
        let mut ty = self.follow(ty)?;
        if let TypeInner::Class(_, service) = ty.as_ref() {
            ty = self.follow(service)?;
        }
        match ty.as_ref() {
            TypeInner::Service(methods) => Ok(methods),
            other => Err(Error::msg(format_args!("not a service type: {other}"))),
        }
    }

    /// Returns the type of the method `name` of the service type `ty`.
    ///
    /// # Errors
    ///
    /// If `ty` is not a service type, has no such method, or the method's type is not a function
    /// type.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::types::TypeEnv;
    /// use candid::CandidType;
    ///
    /// candid::define_service!(Ledger : { "fee" : candid::func!(() -> (u64) query) });
    /// let ty = Ledger::ty();
    /// let env = TypeEnv::new();
    /// let method = env.get_method(&ty, "fee")?;
    /// assert!(method.is_query());
    /// assert_eq!(method.rets, [u64::ty()]);
    /// assert_eq!(env.get_method(&ty, "tax").unwrap_err().to_string(), "cannot find method tax");
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn get_method<'a>(&'a self, ty: &'a Type, name: &'a str) -> Result<&'a Function> {
        let methods = self.as_service(ty)?;
        let method = methods.iter().find(|(method, _)| method == name);
        let (_, ty) =
            method.ok_or_else(|| Error::msg(format_args!("cannot find method {name}")))?;
        self.as_func(ty)
    }

    /// Replaces definitions of records that contain themselves without end, which have no values, by `empty`.
    ///
    /// Only records whose fields *name* such a record are found; a definition that names one is
    /// replaced too.
    ///
    /// # Errors
    ///
    /// If a field or definition names a type that has no definition.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::types::{Field, Label, TypeEnv, TypeInner};
    ///
    /// let field = Field {
    ///     id: Label::Named("next".to_string()).into(),
    ///     ty: TypeInner::Var("Endless".to_string()).into(),
    /// };
    /// let mut env = TypeEnv::new();
    /// env.0.insert("Endless".to_string(), TypeInner::Record(vec![field]).into());
    /// env.replace_empty().unwrap();
    /// assert_eq!(env.to_string(), "type Endless = empty\n");
    /// ```
    pub fn replace_empty(&mut self) -> Result<()> {
        // A type that requires none has values; so has one that requires only such types. The rest require themselves.
        let names: Vec<&str> = self.0.keys().map(String::as_str).collect();
        let mut needed_by = vec![Vec::new(); names.len()];
        let mut n_needed = Vec::with_capacity(names.len());
        for (i, ty) in self.0.values().enumerate() {
            let parts = self.named_parts(ty)?;
            n_needed.push(parts.len());
            for part in parts {
                if let Ok(part) = names.binary_search(&part) {
                    needed_by[part].push(i);
                }
            }
        }
        let mut inhabited: Vec<usize> = (0..names.len()).filter(|i| n_needed[*i] == 0).collect();
        while let Some(i) = inhabited.pop() {
            for dependent in std::mem::take(&mut needed_by[i]) {
                n_needed[dependent] -= 1;
                if n_needed[dependent] == 0 {
                    inhabited.push(dependent);
                }
            }
        }
        for (ty, n_needed) in self.0.values_mut().zip(n_needed) {
            if n_needed > 0 {
                *ty = TypeInner::Empty.into();
            }
        }
        Ok(())
    }

    /// Returns the names whose values a value of `ty` requires: its own, or those of a record's fields.
    fn named_parts<'a>(&'a self, ty: &'a Type) -> Result<Vec<&'a str>> {
        let name = |ty: &'a Type| match ty.as_ref() {
            TypeInner::Var(name) => Some(name.as_str()),
            _ => None,
        };
        let named: Vec<&str> = match ty.as_ref() {
            TypeInner::Record(fields) => fields.iter().filter_map(|f| name(&f.ty)).collect(),
            _ => name(ty).into_iter().collect(),
        };
        for name in &named {
            self.find_type(name)?;
        }
        Ok(named)
    }

    /// Iterates over the definitions in the order of their names.
    pub fn to_sorted_iter(&self) -> impl Iterator<Item = (&String, &Type)> {
        self.0.iter()
    }
}

/// Prints one definition per line.
impl fmt::Display for TypeEnv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, ty) in &self.0 {
            writeln!(f, "type {name} = {ty}")?;
        }
        Ok(())
    }
}

impl Type {
    /// Returns whether this is `vec nat8`, through any names in `env`.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{CandidType, TypeEnv};
    ///
    /// assert!(Vec::<u8>::ty().is_blob(&TypeEnv::new()));
    /// assert!(!Vec::<u16>::ty().is_blob(&TypeEnv::new()));
    /// ```
    pub fn is_blob(&self, env: &TypeEnv) -> bool {
        self.0.is_blob(env)
    }
}

impl TypeInner {
    /// Returns whether this is `vec nat8`, through any names in `env`.
    pub fn is_blob(&self, env: &TypeEnv) -> bool {
        let element = match self {
            TypeInner::Var(_) | TypeInner::Knot(_) => {
                let traced = env.trace_type(&self.clone().into());
                return traced.is_ok_and(|ty| ty.is_blob(env));
            }
            TypeInner::Vec(element) => element,
            _ => return false,
        };
        let traced = env.trace_type(element);
        matches!(traced.as_deref(), Ok(TypeInner::Nat8))
    }
}
