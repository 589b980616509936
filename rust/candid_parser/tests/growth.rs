//! Long, wide and deep inputs: time that grows with the input, not with its square.
//!
//! A case does its work on an input of some size and on one four times as large. The shortest of a few runs counts, by the
//! processor's time of the thread, because other processes run too; a square would show as sixteen times as long.

use candid::types::subtype::format_report;
use candid::types::{Field, Label, Type, TypeInner};
use candid::{IDLArgs, TypeEnv};
use candid_parser::bindings::{did, rust};
use candid_parser::breaking::{self, Affected, Level, Options};
use candid_parser::check::{self, Checked, Levels, Memory};
use candid_parser::configs::Configs;
use candid_parser::value::TextArgs;
use cpu_time::ThreadTime;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// One at a time, as they measure time.
static TURN: Mutex<()> = Mutex::new(());

/// Checks that four times the size takes less than `most` times as long.
#[track_caller]
fn grows(most: u32, n: usize, case: impl Fn(usize)) {
    takes(most, &|| case(n), &|| case(4 * n));
}

/// Checks that `large` takes less than `most` times as long as `small`, at least in one of a few attempts: the machine may
/// be busy, but what grows with the square never passes.
#[track_caller]
fn takes(most: u32, small: &dyn Fn(), large: &dyn Fn()) {
    const ATTEMPTS: usize = 6;
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let best = |case: &dyn Fn()| {
        let times = (0..3).map(|_| {
            let start = ThreadTime::now();
            case();
            start.elapsed()
        });
        times.min().unwrap_or_default()
    };
    let mut seen = Vec::new();
    for _ in 0..ATTEMPTS {
        let (small, large) = (best(small), best(large));
        if large < small * most + Duration::from_millis(20) {
            return;
        }
        seen.push((small, large));
    }
    panic!("pairs of times of which the second is more than {most} times the first: {seen:?}");
}

/// Runs `f` with stack for deep texts.
fn with_stack(f: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(f);
    thread.unwrap().join().unwrap();
}

/// Multiplying long numbers is not linear: four times the digits take about eight times as long.
#[test]
fn digits() {
    let at = |text: &str, ty: TypeInner| {
        let types: [Type; 1] = [ty.into()];
        let bytes = TextArgs::new(text).to_bytes_at(&TypeEnv::new(), &types);
        bytes.map(|(bytes, _)| bytes)
    };
    grows(11, 5_000, |n| {
        let bytes = at(&format!("({})", "12_3".repeat(n)), TypeInner::Nat).unwrap();
        assert!(bytes.len() > n);
    });
    grows(11, 5_000, |n| {
        let bytes = at(&format!("(-0x{})", "fe_d".repeat(n)), TypeInner::Int).unwrap();
        assert!(IDLArgs::from_bytes(&bytes).unwrap().to_string().len() > n);
    });
    // Neither is a label that is too large converted.
    grows(5, 50_000, |n| {
        let text = format!("(record {{ 0x{} = 1 }})", "fe_d".repeat(n));
        assert!(TextArgs::new(&text).to_bytes().is_err());
    });
    // That it is no float is known without reading it.
    grows(7, 50_000, |n| {
        assert!(at(&format!("({})", "123".repeat(n)), TypeInner::Float64).is_err());
    });
}

/// Items of vectors that are all different have one type in the end.
#[test]
fn items_of_many_types() {
    type Item<'a> = &'a dyn Fn(usize) -> String;
    let items = |n: usize, item: Item<'_>| -> String {
        let items: Vec<String> = (0..n).map(item).collect();
        format!("(vec {{ {} }})", items.join("; "))
    };
    let rows: [(&str, Item<'_>, bool); 6] = [
        ("cases", &|i| format!("variant {{ t{i} }}"), true),
        (
            "cases in vectors",
            &|i| format!("vec {{ variant {{ t{i} }}; variant {{ u{i} = 1 }} }}"),
            true,
        ),
        (
            "cases in options",
            &|i| format!("record {{ a = opt variant {{ t{i} = opt 1 }} }}"),
            true,
        ),
        (
            "records of records",
            &|i| format!("variant {{ t{i} = record {{ a = 1; b = vec {{ opt {i} }} }} }}"),
            true,
        ),
        (
            "one that is different",
            &|i| {
                format!(
                    "variant {{ {} }}",
                    if i % 1_000 == 999 { "t0 = 1" } else { "t0" }
                )
            },
            false,
        ),
        // A null for each field of each other record would be a square of nulls.
        (
            "lacking fields",
            &|i| format!("record {{ f{i} = null }}"),
            false,
        ),
    ];
    for (name, item, fits) in rows {
        grows(8, 2_000, |n| {
            let text = items(n, item);
            assert_eq!(TextArgs::new(&text).to_bytes().is_ok(), fits, "{name}");
        });
    }
}

/// Values at a variant type with as many cases.
#[test]
fn cases_of_large_types() {
    grows(8, 2_000, |n| {
        let fields = (0..n).map(|i| Field {
            id: Label::Named(format!("t{i}")).into(),
            ty: TypeInner::Null.into(),
        });
        let mut fields: Vec<Field> = fields.collect();
        fields.sort_by_key(|field| field.id.get_id());
        let types = [TypeInner::Vec(TypeInner::Variant(fields).into()).into()];
        for wrong in ["", "; variant { u }"] {
            let items: Vec<String> = (0..n).map(|i| format!("variant {{ t{i} }}")).collect();
            let text = format!("(vec {{ {}{wrong} }})", items.join("; "));
            let bytes = TextArgs::new(&text).to_bytes_at(&TypeEnv::new(), &types);
            assert_eq!(bytes.is_ok(), wrong.is_empty());
        }
    });
}

/// The clash is behind a value that is deep and whose parts all go together. What a level costs grows with the depth, as the
/// stack outgrows the caches: the same text without the clash is what it is measured by.
#[test]
fn a_clash_behind_a_deep_value() {
    const DEPTH: usize = 8_000;
    with_stack(|| {
        let deep = format!("{}1{}", "vec { ".repeat(DEPTH), " }".repeat(DEPTH));
        let (fits, clashes) = (
            format!("(vec {{ {deep} }})"),
            format!("(vec {{ {deep}; \"x\" }})"),
        );
        let fits = || assert!(TextArgs::new(&fits).to_bytes().is_ok());
        let clashes = || {
            let error = TextArgs::new(&clashes).to_bytes().unwrap_err().to_string();
            assert!(error.ends_with("in argument 1, item 2"), "{error}");
        };
        takes(4, &fits, &clashes);
    });
}

/// Each annotation goes through the value, and those within it have done so already.
#[test]
fn annotations_in_annotations() {
    let nested = |n: usize, depth: usize| {
        let items = "1;".repeat(n);
        let (open, close) = ("(".repeat(depth), " : vec nat)".repeat(depth));
        let text = format!("{open}vec {{{items}}}{close}");
        let args = TextArgs::new(&text).to_bytes();
        args.map_err(|error| error.to_string())
    };
    assert!(nested(10, 200).is_ok());
    assert!(nested(50_000, 25).is_ok());
    let error = nested(50_000, 300).unwrap_err();
    let expected = "too many nested type annotations";
    assert!(error.ends_with(expected), "{error}");
    grows(8, 4_000, |n| {
        assert_eq!(nested(n, n / 40).is_ok(), n < 8_000)
    });
}

/// Two interfaces that differ at each level of a deep type: the places are many, and each is deep.
#[test]
fn differences_at_each_level() {
    let chain = |n: usize, x: &str| {
        let mut text = String::new();
        for i in 0..n {
            text += &format!("type t{i} = record {{ x{i} : {x}; next : t{} }};\n", i + 1);
        }
        text + &format!("type t{n} = null; service : {{ f : () -> (t0) }}")
    };
    grows(8, 500, |n| {
        let load = |x| load(&chain(n, x));
        let (new, old) = (load("nat"), load("text"));
        let broken = new.compatibility(&old).unwrap();
        assert_eq!((broken.errors.len(), broken.warnings.len()), (n, 0));
        let (new, old) = (load("opt nat"), load("opt text"));
        let null = new.compatibility(&old).unwrap();
        assert_eq!((null.errors.len(), null.warnings.len()), (0, n));
        for reasons in [broken.errors, null.warnings, new.differences(&old).unwrap()] {
            assert_eq!(reasons.len(), n);
            assert!(reasons.iter().all(|reason| reason.path.len() <= 33));
            let report = format_report(&reasons);
            assert!(report.len() < 400_000, "{}", report.len());
            let more = format!("\nand {} more", n - 200);
            assert!(report.ends_with(&more), "{report}");
        }
    });
}

/// A name as long as the file is not repeated for each place within it.
#[test]
fn differences_below_a_long_name() {
    grows(8, 1_000, |n| {
        let service = |ty: &str| {
            let fields: String = (0..n).map(|i| format!("x{i} : {ty};")).collect();
            let name = "a".repeat(20 * n);
            load(&format!(
                "service : {{ {name} : () -> (record {{ {fields} }}) }}"
            ))
        };
        let broken = service("nat").compatibility(&service("text")).unwrap();
        assert_eq!(broken.errors.len(), n);
        assert!(broken
            .errors
            .iter()
            .all(|error| error.to_string().len() < 400));
    });
}

fn load(text: &str) -> Checked {
    check::text(&Memory::default(), Path::new("a.did"), text).unwrap()
}

/// Which of many imports are unused is found without searching the others for each of them.
#[test]
fn imports() {
    let lints = [candid_parser::check::Lint::UnusedImport];
    for (first_used, n_unused) in [(0, 0), (1, 1), (usize::MAX, usize::MAX)] {
        grows(7, 1_000, |n| {
            let mut main: String = (0..n).map(|i| format!("import \"f{i}.did\";\n")).collect();
            for i in (0..n).filter(|i| *i >= first_used) {
                main += &format!("type U{i} = T{i};\n");
            }
            let mut files = Memory::default();
            for i in 0..n {
                files.insert(
                    format!("f{i}.did"),
                    format!("import \"c0.did\"; type T{i} = nat;"),
                );
                files.insert(format!("c{i}.did"), format!("import \"c{}.did\";", i + 1));
            }
            files.insert(format!("c{n}.did"), "");
            let checked = check::text(&files, Path::new("main.did"), &main).unwrap();
            assert_eq!(checked.warnings(&lints).list.len(), n_unused.min(n));
        });
    }
}

/// Whether a comment is the first thing on its line does not depend on what the text starts with.
#[test]
fn comments_after_many_lines_without_anything() {
    grows(8, 2_000, |n| {
        let fields: String = (0..n).map(|i| format!("  a{i} : nat; // c\n")).collect();
        let text = format!("{}type A = record {{\n{fields}}};", "\n".repeat(20 * n));
        assert!(text.parse::<candid_parser::IDLProg>().is_ok());
    });
}

/// Indentation ends, and so do names made of places: what is printed of deep types is not mostly spaces or names.
#[test]
fn deep_types_printed() {
    let texts: [(&str, &str, &str); 4] = [
        ("record { a : ", "nat", " }"),
        ("vec variant { aa : ", "nat", "; b }"),
        ("func (", "nat", ") -> ()"),
        ("service { m : (", "nat", ") -> () }"),
    ];
    with_stack(move || {
        for (open, leaf, close) in texts {
            let n = 2_000;
            let ty = format!("{}{leaf}{}", open.repeat(n), close.repeat(n));
            let text = format!("type D = {ty};\nservice : {{ m : (D) -> () }}");
            let checked = check::text(&Memory::default(), Path::new("deep.did"), &text).unwrap();
            let most = 60 * text.len();
            let printed = checked.env.find_type("D").unwrap().to_string();
            assert!(printed.len() < most, "{open}: {} bytes", printed.len());
            let written = did::as_written(&checked, &checked.actor).unwrap();
            assert!(written.len() < most, "{open}: {} bytes", written.len());
            // What is printed is what was read.
            let again = check::text(&Memory::default(), Path::new("again.did"), &written).unwrap();
            assert_eq!(did::as_written(&again, &again.actor).unwrap(), written);
            let (rust, _) = rust::try_compile(
                &rust::Config::new(Configs::default()),
                &checked.env,
                &checked.actor,
                &checked.prog,
                rust::ExternalConfig::default(),
            )
            .unwrap();
            assert!(rust.len() < most, "{open}: {} bytes", rust.len());
        }
    });
}

/// Each level has a bounded part of those inside.
#[cfg(feature = "template")]
#[test]
fn go_of_deep_types() {
    with_stack(|| {
        for (open, close) in [
            ("vec ", ""),
            ("opt vec opt ", ""),
            ("vec record { a : ", " }"),
        ] {
            let len = |n: usize| {
                let ty = format!("{}nat{}", open.repeat(n), close.repeat(n));
                let text =
                    format!("type D = {ty};\nservice : {{ m : (D, func ({ty}) -> ()) -> () }}");
                let checked =
                    check::text(&Memory::default(), Path::new("deep.did"), &text).unwrap();
                let (env, actor, prog) = (&checked.env, &checked.actor, &checked.prog);
                let package = "deep".to_string();
                let config = candid_parser::bindings::go::Config { package };
                let go = candid_parser::bindings::go::try_compile(&config, env, actor, prog);
                go.unwrap().len()
            };
            let [one, two, four] = [300, 600, 1_200].map(len);
            assert!(
                (four - two) * 10 < (two - one) * 21,
                "{open}: {one}, {two}, {four}"
            );
        }
    });
}

/// Values of types in which each has two parts of the next.
#[cfg(feature = "random")]
#[test]
fn random_values_of_shared_parts() {
    let mut text = String::new();
    for i in 0..60 {
        let next = i + 1;
        text += &format!("type t{i} = record {{ a : t{next}; b : t{next} }};");
    }
    text += "type t60 = nat; service : {}";
    let checked = check::text(&Memory::default(), Path::new("shared.did"), &text).unwrap();
    let start = ThreadTime::now();
    let types = [TypeInner::Var("t0".to_string()).into()];
    let error =
        candid_parser::random::any(&[1; 100], Configs::default(), &checked.env, &types, &None);
    let error = error.unwrap_err().to_string();
    assert!(
        error.ends_with(": values of this type are too large"),
        "{error}"
    );
    assert!(start.elapsed() < Duration::from_secs(60));
    let types = [TypeInner::Var("t50".to_string()).into()];
    candid_parser::random::any(&[1; 100], Configs::default(), &checked.env, &types, &None).unwrap();
}

/// Wide and deep interfaces in which everything has changed. There are no more findings than are shown.
#[test]
fn breaking_changes() {
    let options = Options {
        levels: vec![Level::Wire, Level::Source, Level::Json],
        affected: Affected::ALL.to_vec(),
    };
    let compare = |n: usize, interface: &dyn Fn(usize, &str) -> String| {
        let load =
            |text: String| check::text(&Memory::default(), Path::new("a.did"), &text).unwrap();
        let (old, new) = (load(interface(n, "nat")), load(interface(n, "text")));
        let found = breaking::compare(&new, &old, &options).unwrap();
        assert!(found.list.len() >= n, "{} of {n}", found.list.len());
    };
    // One line with many fields, a chain of definitions, many methods of an inner service.
    let fields = |n: usize, ty: &str| {
        let fields: String = (0..n)
            .map(|i| format!("f{i} : {ty}; {ty}{i} : opt {ty};"))
            .collect();
        format!("service : {{ f : (record {{ {fields} }}) -> () }}")
    };
    let chain = |n: usize, ty: &str| {
        let defs = (0..n).map(|i| {
            format!(
                "type T{i} = record {{ a : {ty}; next : opt T{}; last : T{} }};\n",
                i + 1,
                i + 1
            )
        });
        let defs: String = defs.collect();
        format!("{defs}type T{n} = {ty};\nservice : {{ f : () -> (T0) }}")
    };
    let methods = |n: usize, ty: &str| {
        let methods: String = (0..n).map(|i| format!("m{i} : ({ty}) -> ();")).collect();
        format!("type S = service {{ {methods} }};\nservice : {{ f : () -> (S) }}")
    };
    grows(8, 200, |n| compare(n, &fields));
    grows(8, 200, |n| compare(n, &chain));
    grows(8, 200, |n| compare(n, &methods));
    // Other names of equal types, in each method, and below a type that each has; a large type that has another name in each.
    let names = |n: usize, ty: &str| {
        let is_old = ty == "nat";
        let (letter, mut text) = (if is_old { "T" } else { "U" }, String::new());
        let (mut same, mut large, mut methods) = (String::new(), String::new(), String::new());
        for i in 0..n {
            text +=
                &format!("type T{i} = record {{ a : nat }}; type U{i} = record {{ a : nat }};\n");
            same += &format!("f{i} : record {{ opt {letter}{i} }}; ");
            large += &format!("f{i} : opt nat; ");
            let result = if is_old {
                "Large".to_string()
            } else {
                format!("New{i}")
            };
            methods += &format!("m{i} : (x : Same, a{i}{ty} : {letter}{i}) -> ({result});\n");
            if !is_old {
                text += &format!("type New{i} = record {{ f0 : opt nat }};\n");
            }
        }
        if is_old {
            text += &format!("type Large = record {{ {large} }};\n");
        }
        text + &format!("type Same = record {{ {same} }};\nservice : {{ {methods} }}")
    };
    grows(8, 200, |n| compare(n, &names));
}

/// A chain of names is not followed anew from each of them, nor from each place that has one of them.
#[test]
fn chains_of_names() {
    let options = Options {
        levels: vec![Level::Wire, Level::Source, Level::Json],
        affected: Affected::ALL.to_vec(),
    };
    let chain = |n: usize, end: &str| {
        let mut text = String::new();
        for i in 0..n {
            text += &format!("type t{i} = t{}; type f{i} = f{};\n", i + 1, i + 1);
        }
        text += &format!("type t{n} = opt {end}; type f{n} = func () -> (vec t0);\nservice : {{");
        for i in 0..n {
            text += &format!("m{i} : (t{i}) -> (opt t{i}); n{i} : f0; o{i} : f{i};\n");
        }
        text + "}"
    };
    grows(8, 400, |n| {
        let (new, old) = (load(&chain(n, "nat")), load(&chain(n, "text")));
        assert!(!new.compatibility(&old).unwrap().warnings.is_empty());
        assert!(!new.differences(&old).unwrap().is_empty());
        assert!(!new.definition_differences(&old).is_empty());
        let found = breaking::compare(&new, &old, &options).unwrap();
        assert!(!found.list.is_empty());
        assert!(!new.lint(&Levels::default()).is_empty());
    });
}
