//! Unbound names: each is reported once, with the locations where it is used and with suggestions.

use super::Scope;
use crate::check::findings::Findings;
use crate::diagnostic::{Diagnostic, FileId, Label};
use crate::suggest::closest;
use crate::syntax::ast::Span;
use crate::syntax::PrimType;
use std::collections::HashMap;

/// Limit on the number of further uses of one name that are shown.
const SHOWN: usize = 3;

/// Limit on the number of names with suggestions: each search goes through all names.
const MAX_SUGGESTIONS: usize = 10;

/// Types of other languages, and their names in Candid.
const ELSEWHERE: [(&str, &str); 32] = [
    ("string", "text"),
    ("str", "text"),
    ("char", "text"),
    ("boolean", "bool"),
    ("u8", "nat8"),
    ("u16", "nat16"),
    ("u32", "nat32"),
    ("u64", "nat64"),
    ("u128", "nat"),
    ("usize", "nat64"),
    ("uint", "nat"),
    ("uint8", "nat8"),
    ("uint32", "nat32"),
    ("uint64", "nat64"),
    ("byte", "nat8"),
    ("i8", "int8"),
    ("i16", "int16"),
    ("i32", "int32"),
    ("i64", "int64"),
    ("i128", "int"),
    ("integer", "int"),
    ("number", "float64"),
    ("f32", "float32"),
    ("f64", "float64"),
    ("float", "float64"),
    ("double", "float64"),
    ("bytes", "blob"),
    ("bytebuf", "blob"),
    ("any", "reserved"),
    ("none", "empty"),
    ("void", "null"),
    ("unit", "null"),
];

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
        let mut finding = Diagnostic::error(message, file, span);
        if self.0.len() < MAX_SUGGESTIONS {
            if let Some(similar) = similar(name, scope) {
                finding = finding.note(format!("did you mean {similar}?"));
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

/// Returns a suggestion: the same name in other case, the Candid name of another language's type, or the name with the
/// smallest edit distance.
fn similar<'a>(name: &str, scope: &'a Scope<'_>) -> Option<&'a str> {
    let lower = name.to_lowercase();
    let others = |candidate: &&str| *candidate != name;
    let names = || {
        let primitive = PrimType::ALL
            .into_iter()
            .map(|prim| -> &'a str { prim.name() });
        let built_in = primitive.chain(["principal", "blob"]);
        built_in.chain(scope.names()).filter(others)
    };
    // The names of a scope are unordered.
    let mut same: Vec<&str> = names().filter(|n| n.to_lowercase() == lower).collect();
    same.sort_unstable();
    if let Some(same) = same.first() {
        return Some(same);
    }
    if let Some((_, ours)) = ELSEWHERE.iter().find(|(theirs, _)| *theirs == lower) {
        return Some(ours);
    }
    closest(name, names(), name.chars().count() / 3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use candid::types::{TypeEnv, TypeInner};

    #[test]
    fn what_was_perhaps_meant() {
        let mut env = TypeEnv::new();
        for name in ["Account", "account_id", "Memo", "Transfer"] {
            env.0.insert(name.to_string(), TypeInner::Nat.into());
        }
        let rows = [
            ("Nat", Some("nat")),
            ("STRING", Some("text")),
            ("u64", Some("nat64")),
            ("memo", Some("Memo")),
            ("Acount", Some("Account")),
            ("Transfers", Some("Transfer")),
            ("in64", Some("int64")),
            ("X", None),
            ("Wallet", None),
        ];
        for (name, expected) in rows {
            let scope = Scope::of(&env);
            assert_eq!(similar(name, &scope), expected, "{name}");
        }
    }
}
