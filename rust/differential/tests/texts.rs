//! Random interfaces in text: the same verdict, tree, types and service, and printed alike.

use candid::types::TypeEnv;
use candid_differential::convert::to_ours;
use candid_differential::dynamic::{random_env, random_type};
use candid_differential::known::Differences;
use candid_differential::random::{Cases, Random};
use candid_differential::sides::with_deep_stack;
use candid_differential::text::interface;
use candid_differential::trees::{difference, ours, silence_panics, theirs};
use candid_differential::words::on_one_line;

#[test]
fn random_interfaces() {
    with_deep_stack(|| {
        let cases = Cases::asked();
        let mut differences = Differences::new("texts").with_rare(cases.length);
        let (n, mut n_accepted) = (cases.of(10_000), 0);
        silence_panics(|| n_accepted = compare(n, &mut differences));
        differences.check();
        assert!(n_accepted * 4 > n * 3, "{n_accepted} of {n} are accepted");
    });
}

/// Returns how many texts the incumbent accepts.
fn compare(n: u64, differences: &mut Differences) -> u64 {
    let mut n_accepted = 0;
    for seed in 0..n {
        let mut random = Random::new(seed);
        let env = random_env(&mut random);
        let types = [random_type(&mut random, 3), random_type(&mut random, 2)];
        let text = interface(&mut random, &env, &types);
        let (our_tree, their_tree) = (ours(&text), theirs(&text));
        n_accepted += u64::from(their_tree.is_ok());
        match difference(&our_tree, &their_tree) {
            Some(what) => differences.add_example("tree", &what, &format!("seed {seed}: {text}")),
            None if their_tree.is_ok() => {
                for (what, ours, theirs) in checked(&text) {
                    if ours != theirs {
                        let is_alike = without_comments(&ours) == without_comments(&theirs);
                        let what = format!("{what}{}", if is_alike { ", comments" } else { "" });
                        let example = format!("seed {seed}: {text}\n{ours}\ntheirs {theirs}");
                        differences.add_example("checked", &what, &example);
                    }
                }
            }
            None => {}
        }
    }
    n_accepted
}

/// The words and marks of a text: with comments it has other lines, and more of them end in a mark.
fn without_comments(text: &str) -> String {
    let lines = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with("//"));
    on_one_line(&lines.collect::<Vec<_>>().join("\n"))
}

/// What the checkers make of a text that both parsers read, and how it is printed.
fn checked(text: &str) -> Vec<(&'static str, String, String)> {
    let prog: candid_parser::IDLProg = text.parse().expect("it has been parsed");
    let their_prog: candid_parser_incumbent::IDLProg = text.parse().expect("it has been parsed");
    let mut env = TypeEnv::new();
    let mut their_env = candid_incumbent::TypeEnv::new();
    let actor = candid_parser::check_prog(&mut env, &prog).map_err(drop);
    let their_actor =
        candid_parser_incumbent::check_prog(&mut their_env, &their_prog).map_err(drop);
    let (Ok(actor), Ok(their_actor)) = (&actor, &their_actor) else {
        let verdict = |is_ok: bool| if is_ok { "correct" } else { "wrong" }.to_string();
        return vec![(
            "verdict",
            verdict(actor.is_ok()),
            verdict(their_actor.is_ok()),
        )];
    };
    let printed = candid::pretty::candid::compile(&env, actor);
    let their_printed = candid_incumbent::pretty::candid::compile(&their_env, their_actor);
    let merged = candid_parser::syntax::IDLMergedProg::new(prog);
    let their_merged = candid_parser_incumbent::syntax::IDLMergedProg::new(their_prog);
    vec![
        (
            "definitions",
            format!("{:?}", env.0),
            format!("{:?}", to_ours::env(&their_env).0),
        ),
        (
            "service",
            format!("{actor:?}"),
            format!("{:?}", their_actor.as_ref().map(to_ours::ty)),
        ),
        ("types, printed", printed, their_printed),
        (
            "text, printed",
            candid_parser::syntax::pretty_print(&merged),
            candid_parser_incumbent::syntax::pretty_print(&their_merged),
        ),
        (
            "merged service",
            format!("{:?}", merged.resolve_actor().map_err(drop)),
            format!("{:?}", their_merged.resolve_actor().map_err(drop)),
        ),
    ]
}
