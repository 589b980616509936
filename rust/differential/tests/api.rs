//! The public items of `candid`, `candid_parser` and `candid_derive`: each that the incumbent has, or a reason.

use candid_differential::api::items;
use candid_differential::api::rustdoc::{duties, features, is_taken, macros, marks, Duty};
use candid_differential::known::{Differences, BLESS};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The folder with the lists of both sides, which `tools/api/run.sh` makes.
const LISTS: &str = "API_LISTS";

/// How the file of facts begins.
const HEAD: &str = "# Facts of the incumbent that lists of its items do not have: what is `must_use` or deprecated, what macros take,
# features. Written by `DIFFERENTIAL_BLESS=1 bash tools/api/run.sh` from what rustdoc and cargo say of it.

";

#[test]
fn nothing_is_missing() {
    let Some(folder) = std::env::var_os(LISTS).map(PathBuf::from) else {
        // Not through the macros, of which tests that pass show nothing.
        let _ = writeln!(
            std::io::stderr(),
            "{LISTS} is not set: the public items are compared by tools/api/run.sh"
        );
        return;
    };
    let mut differences = Differences::new("api");
    let mut facts = String::from(HEAD);
    for name in ["candid", "candid_parser", "candid_derive"] {
        let lists = read(&folder, &format!("{name}.txt")).map(|list| items(&list));
        let [ours, theirs] = &lists;
        assert!(!theirs.is_empty(), "there are no items of {name}");
        for item in theirs.difference(ours) {
            differences.add(name, item);
        }
        let json = read(&folder, &format!("{name}.json"));
        let [our_duties, their_duties] = json.each_ref().map(|json| duties(json));
        for (method, duty) in &our_duties {
            let of = method.split("::").next().unwrap_or_default();
            // A trait that nobody can name there is none that somebody implements.
            let is_theirs = theirs.contains(&format!("pub trait {name}::{of}"));
            let may_lack = their_duties.get(method) != Some(&Duty::Required);
            if *duty == Duty::Required && may_lack && is_theirs {
                differences.add(name, &format!("{method} has to be implemented"));
            }
        }
        let [our_marks, their_marks] = json.each_ref().map(|json| marks(json));
        assert!(their_marks.len() > 2, "{name}: {their_marks:?}");
        for (path, there) in &their_marks {
            let here = our_marks.get(path).unwrap_or(there);
            for mark in here.symmetric_difference(there) {
                let side = if here.contains(mark) { "here" } else { "there" };
                differences.add(name, &format!("{path} is {mark} {side}"));
            }
            for mark in there {
                facts += &format!("{name} | {path} is {mark}\n");
            }
        }
        let [ours, theirs] = json.each_ref().map(|json| macros(json));
        for taken in &theirs {
            if !is_taken(taken, &ours) {
                differences.add(name, taken);
            }
            facts += &format!("{name} | {taken}\n");
        }
        let [ours, theirs] = read(&folder, "metadata.json").map(|json| features(&json, name));
        for feature in theirs.difference(&ours) {
            differences.add(name, feature);
        }
        for feature in &theirs {
            facts += &format!("{name} | {feature}\n");
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/api/incumbent.txt");
    if std::env::var_os(BLESS).is_some() {
        std::fs::write(&path, facts).expect("the facts can be written");
    } else {
        let committed = std::fs::read_to_string(&path).expect("the facts are there");
        assert_eq!(committed, facts, "{}", path.display());
    }
    differences.check();
}

fn read(folder: &Path, file: &str) -> [String; 2] {
    ["ours", "incumbent"].map(|side| {
        let path = folder.join(side).join(file);
        std::fs::read_to_string(&path).expect("tools/api/run.sh has made the lists")
    })
}

/// What a trait for configurations requires of those who implement it, and what is so if they do not say.
macro_rules! state {
    ($module:ident, $parser:ident) => {
        mod $module {
            use $parser::configs::{ConfigState, Context, StateElem};

            #[derive(serde::Deserialize, Clone, Debug)]
            pub(super) struct State(pub(super) u8);

            impl Default for State {
                fn default() -> Self {
                    State(7)
                }
            }

            impl ConfigState for State {
                fn merge_config(&mut self, _: &Self, _: Option<Context<'_>>) -> Vec<String> {
                    Vec::new()
                }
                fn update_state(&mut self, _: &StateElem<'_>) {}
                fn restore_state(&mut self, _: &StateElem<'_>) {}
                fn list_properties(&self) -> Vec<String> {
                    Vec::new()
                }
            }

            pub(super) fn unmatched() -> u8 {
                State::unmatched_config().0
            }
        }
    };
}

state!(our_state, candid_parser);
state!(their_state, candid_parser_incumbent);

/// Constants as patterns, which `derive` of a comparison makes possible: those that there can be.
macro_rules! patterns {
    ($candid:ident) => {{
        use $candid::types::{Field, Function, Type, TypeInner};

        const NO_TYPE: Option<Type> = None;
        const NO_FIELDS: &[Field] = &[];
        const NAT: TypeInner = TypeInner::Nat;
        const NO_FUNCTION: Option<&Function> = None;
        [
            matches!(None, NO_TYPE),
            matches!(&[] as &[Field], NO_FIELDS),
            matches!(TypeInner::Nat, NAT),
            matches!(TypeInner::Int, NAT),
            matches!(None, NO_FUNCTION),
        ]
    }};
}

#[test]
fn constants_are_patterns() {
    assert_eq!(patterns!(candid), patterns!(candid_incumbent));
}

#[test]
fn what_is_left_out_is_the_default() {
    assert_eq!((our_state::unmatched(), their_state::unmatched()), (7, 7));
}
