//! Chains of names, each definition the name of the next: followed once, not for each use.

/// Returns a value for each of `n` definitions: `end` of the last one of its chain, then `step` for each before it, from the
/// value of the one after it.
///
/// `next` returns the definition that one is only a name of. The last one of names that form a circle is one of them.
pub(super) fn fold<T: Copy>(
    n: usize,
    next: impl Fn(usize) -> Option<usize>,
    end: impl Fn(usize) -> T,
    step: impl Fn(usize, T) -> T,
) -> Vec<T> {
    let mut values: Vec<Option<T>> = vec![None; n];
    let mut visited = vec![false; n];
    let mut passed = Vec::new();
    for start in 0..n {
        let mut idx = start;
        while !std::mem::replace(&mut visited[idx], true) {
            work::count();
            passed.push(idx);
            match next(idx) {
                Some(next) => idx = next,
                None => break,
            }
        }
        for idx in passed.drain(..).rev() {
            let known = next(idx).and_then(|next| values[next]);
            values[idx] = Some(known.map_or_else(|| end(idx), |value| step(idx, value)));
        }
    }
    values.into_iter().flatten().collect()
}

/// A counter of the steps from a name to its definition, for tests: time is too noisy.
pub(super) mod work {
    #[cfg(test)]
    thread_local! {
        pub(crate) static WORK: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
    }

    #[inline]
    pub(crate) fn count() {
        #[cfg(test)]
        WORK.set(WORK.get() + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::{fold, work::WORK};
    use crate::bindings::{did, javascript, motoko, rust, typescript, typescript_client};
    #[cfg(feature = "template")]
    use crate::bindings::{go, python};
    use crate::syntax::{IDLMergedProg, IDLProg};
    use crate::{check_prog, TypeEnv};
    use std::fmt::Write;

    #[test]
    fn chains_that_meet_and_circles() {
        // 0 -> 2 -> 3, 1 -> 2, 4 -> 5 -> 6 -> 5
        let next = [Some(2), Some(2), Some(3), None, Some(5), Some(6), Some(5)];
        let ends = fold(7, |idx| next[idx], |idx| idx, |_, end| end);
        assert_eq!(ends, [3, 3, 3, 3, 6, 6, 6]);
        let lengths = fold(7, |idx| next[idx], |_| 1, |_, length| length + 1);
        assert_eq!(lengths, [3, 3, 2, 1, 3, 2, 1]);
    }

    /// A chain of `n` names, which `n` fields, cases, arguments and methods use; those of functions are all declared ahead.
    fn interface(n: usize) -> String {
        let mut text = String::new();
        let each = |item: &dyn Fn(usize) -> String| (0..n).map(item).collect::<String>();
        for (name, end) in [("A", "opt nat"), ("B", "nat8"), ("F", "func () -> ()")] {
            for i in 0..n {
                let _ = writeln!(text, "type {name}{i} = {name}{};", i + 1);
            }
            let _ = writeln!(text, "type {name}{n} = {end};");
        }
        // The record refers to each of these before it is defined.
        text += &each(&|i| format!("type G{i:09} = G{:09};\n", i + 1));
        let parts = each(&|i| format!("G{i:09}; "));
        let _ = writeln!(
            text,
            "type G{n:09} = func (Parts) -> ();\ntype Parts = record {{ {parts} }};"
        );
        let fields = each(&|i| format!("a{i} : A0; o{i} : opt A0; b{i} : vec B0; f{i} : F0; "));
        let _ = writeln!(
            text,
            "type R = record {{ {fields} }};\ntype V = variant {{ {fields} }};"
        );
        let methods =
            each(&|i| format!("m{i} : F0; g{i} : G000000000; h{i} : (A0, opt A0, F0) -> (B0);\n"));
        text + "service : {\n" + &methods + "r : (R, V) -> () }"
    }

    #[test]
    fn work_and_output_are_linear() {
        let measure = |n: usize| {
            let prog: IDLProg = interface(n).parse().unwrap();
            let mut env = TypeEnv::new();
            let actor = check_prog(&mut env, &prog).unwrap();
            let prog = IDLMergedProg::new(prog);
            let config = rust::Config::new("".parse().unwrap());
            let targets: &[(&str, &dyn Fn() -> String)] = &[
                ("js", &|| javascript::try_compile(&env, &actor).unwrap()),
                ("ts", &|| {
                    typescript::try_compile(&env, &actor, &prog).unwrap()
                }),
                ("ts-client", &|| {
                    typescript_client::try_compile(&env, &actor, &prog).unwrap()
                }),
                ("mo", &|| motoko::try_compile(&env, &actor, &prog).unwrap()),
                ("rs", &|| {
                    let made = rust::try_compile(&config, &env, &actor, &prog, Default::default());
                    made.unwrap().0
                }),
                ("did", &|| did::try_compile(&env, &actor, &prog).unwrap()),
                #[cfg(feature = "template")]
                ("python", &|| {
                    python::try_compile(&env, &actor, &prog).unwrap()
                }),
                #[cfg(feature = "template")]
                ("go", &|| {
                    let package = "a".to_string();
                    go::try_compile(&go::Config { package }, &env, &actor, &prog).unwrap()
                }),
            ];
            let measured = targets.iter().map(|(name, compile)| {
                WORK.set(0);
                let text = compile();
                (*name, WORK.get(), text.len())
            });
            measured.collect::<Vec<_>>()
        };
        let [one, two, four] = [50, 100, 200].map(measure);
        for i in 0..one.len() {
            let (name, ..) = one[i];
            for ((_, work, len), (_, more_work, more_len)) in [(one[i], two[i]), (two[i], four[i])]
            {
                assert!(name == "did" || work > 100, "{name}: {work}");
                // A square would be four times as much.
                assert!(more_work <= work * 9 / 4, "{name}: {work}, {more_work}");
                assert!(more_len <= len * 5 / 2, "{name}: {len}, {more_len}");
            }
        }
    }
}
