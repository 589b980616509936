//! Unbound names: each is reported once, with the locations where it is used and with suggestions.

use super::Scope;
use crate::check::findings::Findings;
use crate::diagnostic::{Code, Diagnostic, FileId, Label};
use crate::suggest::closest;
use crate::syntax::ast::Span;
use crate::syntax::PrimType;
use std::collections::HashMap;

/// Limit on the number of further uses of one name that are shown.
const SHOWN: usize = 3;

/// Limit on the number of names with suggestions: each search goes through all names.
const MAX_SUGGESTIONS: usize = 10;

/// Returns the Candid name of a type of other languages.
pub(in crate::check) fn of_elsewhere(name: &str) -> Option<&'static str> {
    Some(match name {
        "string" | "str" | "char" => "text",
        "boolean" => "bool",
        "u8" | "uint8" | "byte" => "nat8",
        "u16" => "nat16",
        "u32" | "uint32" => "nat32",
        "u64" | "uint64" | "usize" => "nat64",
        "u128" | "uint" => "nat",
        "i8" => "int8",
        "i16" => "int16",
        "i32" => "int32",
        "i64" => "int64",
        "i128" | "integer" => "int",
        "f32" => "float32",
        "f64" | "float" | "double" | "number" => "float64",
        "bytes" | "bytebuf" => "blob",
        "any" => "reserved",
        "none" => "empty",
        "void" | "unit" => "null",
        _ => return None,
    })
}

/// Returns the Candid name of a type of other languages whose name in other case is as likely that of a missing definition.
fn of_elsewhere_exactly(name: &str) -> Option<&'static str> {
    Some(match name {
        "fixed32" => "nat32",
        "fixed64" => "nat64",
        "short" => "int16",
        "sint32" | "sfixed32" => "int32",
        "long" | "isize" | "sint64" | "sfixed64" => "int64",
        "bigint" => "int",
        "Uint8Array" => "blob",
        "address" => "principal",
        "uint128" | "uint256" => "nat",
        "unknown" => "reserved",
        "never" => "empty",
        "undefined" => "null",
        _ => return None,
    })
}

/// Returns Candid's word for a constructor of types of other languages.
fn constructor_of_elsewhere(name: &str) -> Option<&'static str> {
    Some(match name {
        "option" | "optional" | "maybe" | "nullable" => "opt",
        "array" | "list" | "sequence" | "vector" | "repeated" => "vec",
        "struct" | "object" | "tuple" => "record",
        "enum" | "union" => "variant",
        _ => return None,
    })
}

/// The unbound names seen so far.
#[derive(Debug, Default)]
pub(in crate::check) struct Unbound(HashMap<String, Uses>);

#[derive(Debug)]
struct Uses {
    /// The index of the finding, if it was kept.
    finding: Option<usize>,
    n_uses: usize,
}

impl Unbound {
    /// Reports a name without a definition.
    pub(in crate::check) fn report(
        &mut self,
        name: &str,
        file: FileId,
        span: Span,
        scope: &Scope<'_>,
        findings: &mut Findings,
    ) {
        if let Some(uses) = self.0.get_mut(name) {
            uses.n_uses += 1;
            if let Some(finding) = uses.finding.and_then(|idx| findings.get_mut(idx)) {
                if uses.n_uses <= SHOWN + 1 {
                    finding.labels.push(Label::new("", file, span));
                }
            }
            return;
        }
        let message = format!("unbound type identifier {name}");
        let mut finding = Diagnostic::error(message, file, span).coded(Code::UnboundType.id());
        if self.0.len() < MAX_SUGGESTIONS {
            if let Some(similar) = similar(name, || scope.names()) {
                // A constructor alone is not a type.
                let parts = match similar {
                    "opt" | "vec" => " …",
                    "record" | "variant" => " { … }",
                    _ => "",
                };
                finding = finding.note(format!("did you mean {similar}{parts}?"));
            }
        }
        let uses = Uses {
            finding: findings.push(finding),
            n_uses: 1,
        };
        self.0.insert(name.to_string(), uses);
    }

    /// Adds the number of uses of each name that is used more often than could be shown.
    pub(in crate::check) fn finish(self, findings: &mut Findings) {
        for uses in self.0.into_values() {
            if uses.n_uses <= SHOWN + 1 {
                continue;
            }
            if let Some(finding) = uses.finding.and_then(|idx| findings.get_mut(idx)) {
                let note = format!("the name is used in {} places", uses.n_uses);
                finding.notes.push(note);
            }
        }
    }
}

/// Returns a suggestion for a name that is not among those that are defined: the same name in other case, the Candid name of
/// another language's type, or the name with the smallest edit distance.
pub(crate) fn similar<'a, I: Iterator<Item = &'a str>>(
    name: &str,
    defined: impl Fn() -> I,
) -> Option<&'a str> {
    let lower = name.to_lowercase();
    let others = |candidate: &&str| *candidate != name;
    let names = || {
        let primitive = PrimType::ALL.iter().map(|prim| -> &'a str { prim.name() });
        let built_in = primitive.chain(["principal", "blob"]);
        built_in.chain(defined()).filter(others)
    };
    // The names of a scope are unordered.
    let mut same: Vec<&str> = names().filter(|n| n.to_lowercase() == lower).collect();
    same.sort_unstable();
    let elsewhere = || {
        let of_any_case = of_elsewhere(&lower).or_else(|| constructor_of_elsewhere(&lower));
        of_any_case.or_else(|| of_elsewhere_exactly(name))
    };
    let same = same.first().copied().or_else(elsewhere);
    let found = same.or_else(|| number_type(&lower));
    found.or_else(|| {
        let most = name.chars().count() / 3;
        match is_number_type(&lower) {
            // A number of other bits would lose values.
            true => closest(name, defined().filter(others), most),
            false => closest(name, names(), most),
        }
    })
}

/// Returns whether a name is a word for numbers, and their bits.
fn is_number_type(name: &str) -> bool {
    bits(name).is_some()
}

/// Returns the smallest type that has all numbers of a type with any number of bits: `nat` for `nat256`.
fn number_type(name: &str) -> Option<&'static str> {
    let (kind, bits) = bits(name)?;
    let widths: &[(u32, &str)] = match kind {
        "nat" => &[
            (8, "nat8"),
            (16, "nat16"),
            (32, "nat32"),
            (64, "nat64"),
            (u32::MAX, "nat"),
        ],
        "int" => &[
            (8, "int8"),
            (16, "int16"),
            (32, "int32"),
            (64, "int64"),
            (u32::MAX, "int"),
        ],
        _ => &[(32, "float32"), (64, "float64")],
    };
    let wide = widths.iter().find(|(width, _)| bits <= *width);
    wide.map(|(_, name)| *name)
}

/// Returns the word and the number of bits in a name such as `nat24`.
fn bits(name: &str) -> Option<(&'static str, u32)> {
    ["nat", "int", "float"].into_iter().find_map(|kind| {
        let digits = name.strip_prefix(kind)?;
        let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        is_number.then(|| (kind, digits.parse().unwrap_or(u32::MAX)))
    })
}
