//! Names of definitions made of the arguments and the modules of Rust types, in place of numbers.

use crate::container::TypeContainer;
use crate::types::env::TypeEnv;
use crate::types::id::{identifier, named_types, NamedType, RustName};
use crate::types::subtype::is_equal;
use crate::types::ty::{Type, TypeInner};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum length of a name in bytes. Types with longer names are numbered.
const MAX_LEN: usize = 64;

impl TypeContainer {
    /// Gives the definitions names without numbers, where Rust types have the same name, and returns `ty` in these
    /// names. The names depend on the Rust types that are defined, not on the order in which they were added.
    ///
    /// * Types that are equal and of the same name, also with their arguments, as `Page<String>` and `Page<&str>`, become one
    ///   definition.
    /// * A type whose name no other definition has keeps it: `Page`.
    /// * Of several, each gets the names of its arguments: `PageUser`, `PageText`.
    /// * Those that are still the same get the names of as many modules as tell them apart: `LedgerAccount`,
    ///   `IndexAccount`.
    /// * What is the same even then, as types declared in blocks, or would be longer than 64 bytes, is numbered.
    ///
    /// `export_service!` calls this. The types returned before by [`TypeContainer::add`] have the names from before.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{types::TypeContainer, CandidType};
    ///
    /// #[derive(CandidType)]
    /// struct Page<T> {
    ///     items: Vec<T>,
    /// }
    /// let mut types = TypeContainer::new();
    /// let ty = types.add::<(Page<u8>, Page<String>)>();
    /// assert_eq!(ty.to_string(), "record { Page; Page_1 }");
    /// let ty = types.readable_names(&ty);
    /// assert_eq!(ty.to_string(), "record { PageNat8; PageText }");
    /// assert_eq!(
    ///     types.env.to_string(),
    ///     "type PageNat8 = record { items : blob }\n\
    ///      type PageText = record { items : vec text }\n"
    /// );
    /// ```
    pub fn readable_names(&mut self, ty: &Type) -> Type {
        let naming = Naming::of(&self.env);
        let definitions = std::mem::take(&mut self.env.0);
        self.env.0 = naming
            .renamed(definitions)
            .map(|(name, ty)| (name, rename(&ty, &naming.new)))
            .collect();
        let docs = std::mem::take(&mut self.docs.named);
        self.docs.named = naming.renamed(docs).collect();
        rename(ty, &naming.new)
    }
}

fn rename(ty: &Type, new_names: &BTreeMap<String, String>) -> Type {
    if let TypeInner::Var(name) = ty.as_ref() {
        return match new_names.get(name) {
            Some(new) => TypeInner::Var(new.clone()).into(),
            None => ty.clone(),
        };
    }
    ty.map_parts(&mut |part| rename(part, new_names))
}

/// A definition to be named.
struct Definition<'a> {
    /// Its name so far, and those of the definitions that become one with it.
    old: Vec<&'a str>,
    rust: RustName<'a>,
    chosen: Option<&'static str>,
    /// The name with arguments, without modules.
    with_arguments: String,
}

impl Definition<'_> {
    /// Returns whether the definitions are the same, by structure.
    fn is_equal(&self, other: &Self, env: &TypeEnv) -> bool {
        let var = |definition: &Self| {
            let name = definition.old.first().copied().unwrap_or_default();
            Type::from(TypeInner::Var(name.to_string()))
        };
        is_equal(env, &var(self), &var(other))
    }
}

/// Returns the names from `#[candid(name = "…")]` by the full names of the types: for types that are arguments.
fn chosen_names(types: &[NamedType]) -> BTreeMap<&'static str, &'static str> {
    let chosen = types.iter().filter_map(|ty| Some((ty.id.name, ty.chosen?)));
    chosen.collect()
}

struct Naming {
    chosen: BTreeMap<&'static str, &'static str>,
    /// The new name of each definition that has the name of a Rust type, by the old one.
    new: BTreeMap<String, String>,
    /// The definitions that are another one now, by their old names.
    merged: BTreeSet<String>,
    taken: BTreeSet<String>,
}

impl Naming {
    /// Finds the new names of definitions.
    fn of(env: &TypeEnv) -> Self {
        let types = named_types(env.0.keys());
        let of_types: BTreeSet<&str> = types.iter().map(|ty| ty.name.as_str()).collect();
        let mut naming = Naming {
            chosen: chosen_names(&types),
            new: BTreeMap::new(),
            merged: BTreeSet::new(),
            taken: env
                .0
                .keys()
                .filter(|name| !of_types.contains(name.as_str()))
                .cloned()
                .collect(),
        };
        let mut namesakes = BTreeMap::<String, Vec<Definition<'_>>>::new();
        for ty in &types {
            let mut definition = Definition {
                old: vec![&ty.name],
                rust: RustName::parse(ty.id.name),
                chosen: ty.chosen,
                with_arguments: String::new(),
            };
            definition.with_arguments = naming.full_name(&definition, 0, 0);
            let base = naming.own_name(&definition);
            naming.add(env, namesakes.entry(base).or_default(), definition);
        }
        let (alone, several): (Vec<_>, Vec<_>) = namesakes
            .into_iter()
            .partition(|(_, definitions)| definitions.len() == 1);
        for (base, definitions) in alone {
            for definition in &definitions {
                naming.number(definition, &base);
            }
        }
        for (base, definitions) in several {
            naming.name_apart(&base, definitions);
        }
        naming
    }

    /// Returns what belongs to definitions, by the new names.
    fn renamed<'a, T: 'a>(
        &'a self,
        parts: BTreeMap<String, T>,
    ) -> impl Iterator<Item = (String, T)> + 'a {
        parts
            .into_iter()
            .filter(|(name, _)| !self.merged.contains(name))
            .map(|(name, part)| (self.new.get(&name).cloned().unwrap_or(name), part))
    }

    /// Adds a definition to those of the same own name, or merges it with one of them.
    fn add<'a>(
        &mut self,
        env: &TypeEnv,
        namesakes: &mut Vec<Definition<'a>>,
        mut definition: Definition<'a>,
    ) {
        let same = namesakes.iter_mut().find(|other| {
            other.with_arguments == definition.with_arguments && other.is_equal(&definition, env)
        });
        match same {
            Some(other) => {
                let names = definition.old.iter().map(|name| (*name).to_string());
                self.merged.extend(names);
                other.old.append(&mut definition.old);
            }
            None => namesakes.push(definition),
        }
    }

    fn assign(&mut self, definition: &Definition<'_>, name: String) {
        for old in &definition.old {
            self.new.insert((*old).to_string(), name.clone());
        }
        self.taken.insert(name);
    }

    /// Assigns a name, with a number if it is taken.
    fn number(&mut self, definition: &Definition<'_>, base: &str) {
        let mut name = base.to_string();
        let mut number = 0_u64;
        while self.taken.contains(&name) {
            number += 1;
            name = format!("{base}_{number}");
        }
        self.assign(definition, name);
    }

    /// Names definitions of the same own name.
    fn name_apart(&mut self, base: &str, mut pending: Vec<Definition<'_>>) {
        let depth = pending.iter().map(|definition| depth(&definition.rust));
        let depth = depth.max().unwrap_or(0);
        let levels = (1..=depth).flat_map(|level| [(level, 0), (0, level), (level, level)]);
        for (of_type, of_arguments) in std::iter::once((0, 0)).chain(levels) {
            let names: Vec<_> = pending
                .iter()
                .map(|definition| self.full_name(definition, of_type, of_arguments))
                .collect();
            let mut counts = BTreeMap::<&str, usize>::new();
            for name in &names {
                *counts.entry(name).or_default() += 1;
            }
            let mut same = Vec::new();
            for (definition, name) in pending.into_iter().zip(&names) {
                let is_single = counts.get(name.as_str()) == Some(&1);
                if is_single && name.len() <= MAX_LEN && !self.taken.contains(name) {
                    self.assign(&definition, name.clone());
                } else {
                    same.push(definition);
                }
            }
            pending = same;
        }
        for definition in &pending {
            let name = &definition.with_arguments;
            let name = if name.len() <= MAX_LEN { name } else { base };
            self.number(definition, name);
        }
    }

    /// Returns the name without arguments and modules.
    fn own_name(&self, definition: &Definition<'_>) -> String {
        if let Some(chosen) = definition.chosen {
            return chosen.to_string();
        }
        let own = definition.rust.own().trim_end_matches('_');
        if definition.rust.path.is_empty() {
            identifier(&self.argument(&definition.rust, 0))
        } else {
            identifier(own)
        }
    }

    /// Returns the name with its arguments, and with numbers of modules of the type itself and of its arguments.
    fn full_name(
        &self,
        definition: &Definition<'_>,
        of_type: usize,
        of_arguments: usize,
    ) -> String {
        let mut name = modules(&definition.rust, of_type);
        name.push_str(&self.own_name(definition));
        for argument in &definition.rust.args {
            name.push_str(&self.argument(argument, of_arguments));
        }
        identifier(&name)
    }

    /// Returns the name of an argument: types of the standard library by their Candid types, pointers by what they
    /// point to.
    fn argument(&self, rust: &RustName<'_>, levels: usize) -> String {
        let argument = |argument| self.argument(argument, levels);
        let arguments = || rust.args.iter().map(argument).collect::<String>();
        if let Some(chosen) = self.chosen.get(rust.full) {
            return format!("{}{chosen}{}", modules(rust, levels), arguments());
        }
        match (standard(rust), rust.args.as_slice()) {
            (Some(Standard::Pointer), [inner, ..]) => argument(inner),
            (Some(Standard::Vec), [element, ..]) if element.full == "u8" => "Blob".to_string(),
            (Some(Standard::Vec), [element, ..]) => format!("Vec{}", argument(element)),
            // The last parameter may be how it hashes.
            (Some(Standard::Map), [key, value, ..]) => {
                format!("Map{}{}", argument(key), argument(value))
            }
            (Some(Standard::Named(name)), _) => format!("{name}{}", arguments()),
            _ => {
                let own = camel_case(rust.own());
                format!("{}{own}{}", modules(rust, levels), arguments())
            }
        }
    }
}

/// How an argument of a type of the standard library is called.
enum Standard {
    Named(&'static str),
    Vec,
    Map,
    /// As what it contains.
    Pointer,
}

fn standard(rust: &RustName<'_>) -> Option<Standard> {
    if rust.is_slice {
        return Some(Standard::Vec);
    }
    let named = |name| Some(Standard::Named(name));
    match rust.path.as_slice() {
        // Not a constant such as `-1`, whose name has no parts either.
        [] if rust.full == "()" => named("Null"),
        [] => named(""),
        [primitive] => primitive_name(primitive).map(Standard::Named),
        ["serde_bytes", ..] => named("Blob"),
        ["alloc" | "core" | "std", .., own] => match *own {
            "String" => named("Text"),
            "Option" => named("Opt"),
            "Vec" | "VecDeque" | "LinkedList" | "BinaryHeap" | "HashSet" | "BTreeSet" => {
                Some(Standard::Vec)
            }
            "HashMap" | "BTreeMap" => Some(Standard::Map),
            "Box" | "Rc" | "Arc" | "Cow" | "Cell" | "RefCell" | "Mutex" | "RwLock" | "NonZero"
            | "Wrapping" | "Saturating" | "Reverse" => Some(Standard::Pointer),
            _ => None,
        },
        _ => None,
    }
}

fn primitive_name(name: &str) -> Option<&'static str> {
    Some(match name {
        "bool" => "Bool",
        "u8" => "Nat8",
        "u16" => "Nat16",
        "u32" => "Nat32",
        "u64" | "usize" => "Nat64",
        "u128" => "Nat",
        "i8" => "Int8",
        "i16" => "Int16",
        "i32" => "Int32",
        "i64" | "isize" => "Int64",
        "i128" => "Int",
        "f32" => "Float32",
        "f64" => "Float64",
        "str" | "char" => "Text",
        _ => return None,
    })
}

/// Returns the number of modules in a name, of its longest path.
fn depth(rust: &RustName<'_>) -> usize {
    let of_arguments = rust.args.iter().map(depth).max().unwrap_or(0);
    of_arguments.max(rust.path.len().saturating_sub(1))
}

/// Returns the names of the last modules of a type's path, at most as many as `levels`. Those that say nothing new are
/// left out: `allowance` in `icrc2::allowance::Allowance`.
fn modules(rust: &RustName<'_>, levels: usize) -> String {
    let mut path: Vec<_> = rust.path.iter().map(|part| camel_case(part)).collect();
    path.dedup();
    let modules = path.len().saturating_sub(1);
    path[modules.saturating_sub(levels)..modules].concat()
}

/// Returns a name in camel case: `Icrc1` of `icrc_1`.
fn camel_case(name: &str) -> String {
    let mut camel = String::new();
    for word in name.split('_') {
        let mut chars = word.chars();
        camel.extend(chars.next().map(|first| first.to_ascii_uppercase()));
        camel.push_str(chars.as_str());
    }
    camel
}
