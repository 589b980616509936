//! The law of the printer: any program that the bytes describe is the same after printing and reading.

#[path = "cost.rs"]
#[allow(
    clippy::duplicate_mod,
    reason = "each target is a program of its own, but the tests have several"
)]
mod cost;

use candid_parser::candid::types::{FuncMode, Label};
use candid_parser::format::{format, Options};
use candid_parser::syntax::{
    Binding, Dec, FuncType, IDLActorType, IDLArgType, IDLType, PrimType, TypeField,
};
use candid_parser::{idl_hash, IDLProg};
use std::collections::BTreeSet;

/// Makes a program of the bytes, prints it and reads it.
///
/// # Panics
///
/// If it is not the same then, or is laid out otherwise.
pub(crate) fn check(data: &[u8]) {
    let prog = Bytes(data).prog();
    // A byte makes a type, and a type a line or more.
    let printed = cost::bounded("printing", data.len() * 64, cost::Floor::Usual, || {
        prog.to_string()
    });
    let parse = || printed.parse::<IDLProg>();
    match cost::bounded("reading", printed.len(), cost::Floor::Usual, parse) {
        Ok(again) => assert_eq!(again, prog, "{printed}"),
        Err(error) => panic!("{error}\n{printed}"),
    }
    // What is printed is in the layout of `format`, except for spaces at the end of empty comments, and for which of two long lists
    // of a function is broken. So the lines are the same where no list of a function is.
    let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
    let formatted = format(&printed, &Options::default()).unwrap();
    let is_plain = !lines.iter().any(|line| line.ends_with('('));
    if is_plain {
        assert_eq!(formatted.trim_end(), lines.join("\n"));
    }
    let solid = |text: &str| text.replace([' ', '\n', ',', ';'], "");
    assert_eq!(solid(&formatted), solid(&printed));
    assert_eq!(format(&formatted, &Options::default()).unwrap(), formatted);
}

/// Bytes that say what to make; zeros follow the last one.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        match self.0.split_first() {
            Some((first, rest)) => {
                self.0 = rest;
                *first
            }
            None => 0,
        }
    }

    fn below(&mut self, n: u8) -> u8 {
        self.next() % n
    }

    fn some<T>(&mut self, most: u8, make: impl Fn(&mut Self) -> T) -> Vec<T> {
        let n = self.below(most + 1);
        (0..n).map(|_| make(self)).collect()
    }

    fn prog(&mut self) -> IDLProg {
        let decs = self.some(4, |bytes| match bytes.below(8) {
            0 => Dec::ImportType(bytes.name()),
            1 => Dec::ImportServ(bytes.name()),
            _ => Dec::TypD(Binding {
                id: bytes.type_name(),
                typ: bytes.typ(5),
                docs: bytes.docs(),
            }),
        });
        let actor = (self.below(2) == 1).then(|| IDLActorType {
            typ: self.actor(),
            docs: self.docs(),
        });
        IDLProg { decs, actor }
    }

    fn actor(&mut self) -> IDLType {
        let service = match self.below(3) {
            0 => IDLType::VarT(self.type_name()),
            _ => IDLType::ServT(self.methods(4)),
        };
        match self.below(2) {
            0 => service,
            _ => IDLType::ClassT(self.args(3), Box::new(service)),
        }
    }

    fn typ(&mut self, depth: u8) -> IDLType {
        let Some(depth) = depth.checked_sub(1) else {
            return IDLType::PrimT(self.prim());
        };
        match self.below(11) {
            0 => IDLType::OptT(Box::new(self.typ(depth))),
            1 => IDLType::VecT(Box::new(self.typ(depth))),
            2 => IDLType::RecordT(self.fields(depth)),
            3 => IDLType::VariantT(self.fields(depth)),
            4 => IDLType::FuncT(self.func(depth)),
            5 => IDLType::ServT(self.methods(depth)),
            6 => IDLType::PrincipalT,
            7 => IDLType::VarT(self.type_name()),
            8 => IDLType::RecordT(self.tuple(depth)),
            _ => IDLType::PrimT(self.prim()),
        }
    }

    fn prim(&mut self) -> PrimType {
        const NAMES: [&str; 17] = [
            "nat", "nat8", "nat16", "nat32", "nat64", "int", "int8", "int16", "int32", "int64",
            "float32", "float64", "bool", "text", "null", "reserved", "empty",
        ];
        let idx = usize::from(self.next()) % NAMES.len();
        PrimType::str_to_enum(NAMES[idx]).unwrap()
    }

    fn func(&mut self, depth: u8) -> FuncType {
        FuncType {
            modes: self.some(2, |bytes| match bytes.below(3) {
                0 => FuncMode::Query,
                1 => FuncMode::Oneway,
                _ => FuncMode::CompositeQuery,
            }),
            args: self.args(depth),
            rets: self.args(depth),
        }
    }

    fn args(&mut self, depth: u8) -> Vec<IDLArgType> {
        let mut args = self.some(3, |bytes| IDLArgType {
            name: (bytes.below(2) == 1).then(|| bytes.name()),
            typ: bytes.typ(depth),
        });
        let mut seen = BTreeSet::new();
        args.retain(|arg| {
            arg.name
                .as_ref()
                .is_none_or(|name| seen.insert(name.clone()))
        });
        args
    }

    /// In the order of their numbers, all different.
    fn fields(&mut self, depth: u8) -> Vec<TypeField> {
        let mut fields = self.some(4, |bytes| TypeField {
            label: match bytes.below(4) {
                0 => Label::Id(u32::from(bytes.next())),
                1 => Label::Id(u32::MAX - u32::from(bytes.next())),
                _ => Label::Named(bytes.name()),
            },
            typ: bytes.typ(depth),
            docs: bytes.docs(),
        });
        fields.sort_by_key(|field| field.label.get_id());
        fields.dedup_by_key(|field| field.label.get_id());
        fields
    }

    fn tuple(&mut self, depth: u8) -> Vec<TypeField> {
        let parts = self.some(3, |bytes| (bytes.typ(depth), bytes.docs()));
        let fields = (0u32..).zip(parts).map(|(id, (typ, docs))| TypeField {
            label: Label::Unnamed(id),
            typ,
            docs,
        });
        fields.collect()
    }

    /// In the order of their names, no two with one hash.
    fn methods(&mut self, depth: u8) -> Vec<Binding> {
        let mut methods = self.some(3, |bytes| Binding {
            id: bytes.name(),
            typ: match bytes.below(3) {
                0 => IDLType::VarT(bytes.type_name()),
                _ => IDLType::FuncT(bytes.func(depth.saturating_sub(1))),
            },
            docs: bytes.docs(),
        });
        methods.sort_by(|a, b| a.id.cmp(&b.id));
        let mut seen = BTreeSet::new();
        methods.retain(|method| seen.insert(idl_hash(&method.id)));
        methods
    }

    fn type_name(&mut self) -> String {
        const NAMES: [&str; 6] = ["A", "b_1", "_", "assert", "inf", "Service"];
        NAMES[usize::from(self.next()) % NAMES.len()].to_string()
    }

    fn name(&mut self) -> String {
        const NAMES: [&str; 12] = [
            "",
            "a",
            "type",
            "true",
            "nat",
            "inf",
            "5",
            "a b",
            "é",
            "\"\\\n\0",
            "//",
            "\u{200b}\u{301}",
        ];
        match self.below(3) {
            0 => char::from(self.next()).to_string(),
            1 => self
                .some(3, |bytes| char::from(bytes.next()))
                .into_iter()
                .collect(),
            _ => NAMES[usize::from(self.next()) % NAMES.len()].to_string(),
        }
    }

    fn docs(&mut self) -> Vec<String> {
        const LINES: [&str; 6] = [
            "",
            "a line",
            "/ three slashes",
            "/* no comment",
            "é \" ;",
            "*/ }",
        ];
        match self.below(4) {
            0 => self.some(2, |bytes| {
                LINES[usize::from(bytes.next()) % LINES.len()].to_string()
            }),
            _ => Vec::new(),
        }
    }
}
