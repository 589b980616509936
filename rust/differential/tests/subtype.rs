//! Verdicts on random pairs of types: subtyping, subtyping without the special rule for `opt`, equality.

use candid::types::subtype::{equal, subtype_with_config, Gamma, OptReport};
use candid::types::{Type, TypeEnv};
use candid_differential::corpus::{data, Line};
use candid_differential::known::Differences;
use candid_differential::max_label::parse_wanted;
use candid_differential::sides::Wanted;
use candid_parser::syntax::{IDLProg, IDLTypes};
use candid_parser::typing::{ast_to_type, check_prog};

/// The types as the incumbent's parser and checker read them.
#[test]
fn pairs_of_types() {
    compare("subtype", |line| {
        let wanted = |key| parse_wanted(line.text("env"), line.text(key));
        let (Wanted { env, types, .. }, t2) = (wanted("t1"), wanted("t2").types.remove(0));
        (env, types[0].clone(), t2)
    });
}

/// As ours do.
#[test]
fn pairs_of_types_in_text() {
    compare("check_subtype", |line| {
        let prog: IDLProg = line.text("env").parse().expect("definitions");
        let mut env = TypeEnv::new();
        check_prog(&mut env, &prog).expect("correct definitions");
        let ty = |key| {
            let types: IDLTypes = format!("({})", line.text(key)).parse().expect("a type");
            ast_to_type(&env, &types.args[0].typ).expect("a correct type")
        };
        let (t1, t2) = (ty("t1"), ty("t2"));
        (env, t1, t2)
    });
}

/// Compares with the recorded verdicts.
fn compare(section: &str, types: impl Fn(&Line) -> (TypeEnv, Type, Type)) {
    let Some(lines) = data("subtype.jsonl") else {
        return;
    };
    let mut differences = Differences::new(section);
    for line in lines {
        let (env, t1, t2) = types(&line);
        let subtype =
            |report| subtype_with_config(report, &mut Gamma::new(), &env, &t1, &t2).is_ok();
        let is_equal = equal(&mut Gamma::new(), &env, &t1, &t2).is_ok();
        let strict = line.text("strict") == "ok";
        let rows = [
            ("subtype", subtype(OptReport::Silence), line.accepted()),
            ("strict", subtype(OptReport::Error), strict),
            // Not recorded of all pairs.
            (
                "equal",
                is_equal,
                line.get_bool("equal").unwrap_or(is_equal),
            ),
        ];
        for (what, ours, theirs) in rows {
            if ours != theirs {
                let said = |yes| if yes { "yes" } else { "no" };
                let text = format!("{what}: {}, theirs {}", said(ours), said(theirs));
                differences.add(&line.id, &text);
            }
        }
    }
    differences.check();
}
