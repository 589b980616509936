//! The public items of `candid`, `candid_parser` and `candid_derive`: each that the incumbent has, or a reason.

use candid_differential::api::{duties, items, Duty};
use candid_differential::known::Differences;
use std::path::{Path, PathBuf};

/// The folder with the lists of both sides, which `tools/api/run.sh` makes.
const LISTS: &str = "API_LISTS";

#[test]
fn nothing_is_missing() {
    let Some(folder) = std::env::var_os(LISTS).map(PathBuf::from) else {
        eprintln!("skipped: {LISTS} is not set; tools/api/run.sh sets it");
        return;
    };
    let mut differences = Differences::new("api");
    for name in ["candid", "candid_parser", "candid_derive"] {
        let file = format!("{name}.txt");
        let [ours, theirs] = read(&folder, &file).map(|list| items(&list));
        assert!(!theirs.is_empty(), "there are no items of {name}");
        for item in theirs.difference(&ours) {
            differences.add(name, item);
        }
        let [ours, theirs] = read(&folder, &format!("{name}.json")).map(|json| duties(&json));
        let traits: Vec<&str> = theirs
            .keys()
            .filter_map(|name| name.split("::").next())
            .collect();
        for (method, duty) in &ours {
            let is_theirs = traits.contains(&method.split("::").next().unwrap_or_default());
            let may_lack = theirs.get(method) != Some(&Duty::Required);
            if *duty == Duty::Required && may_lack && is_theirs {
                differences.add(name, &format!("{method} has to be implemented"));
            }
        }
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

#[test]
fn what_is_left_out_is_the_default() {
    assert_eq!((our_state::unmatched(), their_state::unmatched()), (7, 7));
}
