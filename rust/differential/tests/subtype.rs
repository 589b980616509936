//! Verdicts on random pairs of types: subtyping, subtyping without the special rule for `opt`, equality.

use candid::types::subtype::{equal, subtype_with_config, Gamma, OptReport};
use candid_differential::corpus::{data, Line};
use candid_differential::known::Differences;
use candid_differential::max_label::parse_wanted;
use candid_differential::sides::Wanted;

#[test]
fn pairs_of_types() {
    let Some(lines) = data("subtype.jsonl") else {
        return;
    };
    let mut differences = Differences::new("subtype");
    for line in lines {
        let wanted = |key| parse_wanted(line.text("env"), line.text(key));
        let (Wanted { env, types, .. }, t2) = (wanted("t1"), wanted("t2").types.remove(0));
        let t1 = &types[0];
        let subtype =
            |report| subtype_with_config(report, &mut Gamma::new(), &env, t1, &t2).is_ok();
        let mut compare = |what: &str, ours: bool, theirs: bool| {
            if ours != theirs {
                let said = |yes| if yes { "yes" } else { "no" };
                let text = format!("{what}: {}, theirs {}", said(ours), said(theirs));
                differences.add(&line.id, &text);
            }
        };
        compare("subtype", subtype(OptReport::Silence), line.accepted());
        compare("strict", subtype(OptReport::Error), strict(&line));
        if let Some(theirs) = line.get_bool("equal") {
            let ours = equal(&mut Gamma::new(), &env, t1, &t2).is_ok();
            compare("equal", ours, theirs);
        }
    }
    differences.check();
}

fn strict(line: &Line) -> bool {
    line.text("strict") == "ok"
}
