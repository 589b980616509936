//! Deep and long texts at types: an answer in time that grows with the text, and no overflow of the stack.

use candid::types::{Type, TypeInner};
use candid::TypeEnv;
use candid_parser::value::TextArgs;
use cpu_time::ThreadTime;

/// `type Opts = opt Opts; type Vecs = vec Vecs`
fn definitions() -> TypeEnv {
    let mut env = TypeEnv::new();
    let var = |name: &str| Type::from(TypeInner::Var(name.to_string()));
    env.0
        .insert("Opts".to_string(), TypeInner::Opt(var("Opts")).into());
    env.0
        .insert("Vecs".to_string(), TypeInner::Vec(var("Vecs")).into());
    env
}

/// Runs on the stack that threads have by default, whatever the test runner gives.
fn with_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(test);
    thread
        .expect("a thread can be started")
        .join()
        .expect("no panic");
}

#[test]
fn nesting_is_answered_at_any_depth() {
    with_small_stack(|| {
        let env = definitions();
        for (open, close, name) in [("opt ", "", "Opts"), ("vec {", "}", "Vecs")] {
            let types = [TypeInner::Var(name.to_string()).into()];
            for depth in [1, 10, 100, 1_000, 10_000, 100_000] {
                for middle in ["null", "5", "vec {}"] {
                    let text = format!("({}{middle}{})", open.repeat(depth), close.repeat(depth));
                    let args = TextArgs::new(&text);
                    let typed = args.at_types(&env, &types);
                    let fits = matches!((name, middle), ("Opts", "null") | ("Vecs", "vec {}"));
                    assert!(fits || typed.is_err(), "{depth} {open}{middle}");
                    assert!(
                        !fits || depth > 100 || typed.is_ok(),
                        "{depth} {open}{middle}"
                    );
                    // Whatever comes of it without types, it comes.
                    drop(args.to_bytes());
                }
                // The type of a function, and a deep type beside it.
                let (open, close) = (open.repeat(depth), close.repeat(depth));
                let func = "func \"aaaaa-aa\".f : func () -> ()";
                let opts = "opt ".repeat(depth);
                for text in [
                    format!("({open}({func}){close})"),
                    format!("(null : {opts}func () -> (), {func})"),
                ] {
                    let done = TextArgs::new(&text).to_bytes();
                    assert!(depth > 100 || done.is_ok(), "{depth} {done:?}");
                }
            }
        }
    });
}

/// Four times the text takes about four times as long, not sixteen times.
#[test]
fn time_grows_with_the_text() {
    let env = TypeEnv::new();
    let int = || Type::from(TypeInner::Int);
    let right = [TypeInner::Vec(int()).into()];
    let wrong = [TypeInner::Vec(TypeInner::Text.into()).into()];
    let time = |n: usize, types: Option<&[Type]>| {
        let text = format!("(vec {{{}}})", "1234; ".repeat(n));
        let start = ThreadTime::now();
        let done = match types {
            Some(types) => TextArgs::new(&text).to_bytes_at(&env, types).is_ok(),
            None => TextArgs::new(&text).to_bytes().is_ok(),
        };
        (done, start.elapsed())
    };
    for (types, fits) in [
        (Some(&right[..]), true),
        (Some(&wrong[..]), false),
        (None, true),
    ] {
        // On a machine that has other work too, not every attempt tells.
        let is_linear = |_| {
            let (small, large) = (time(20_000, types), time(80_000, types));
            assert_eq!((small.0, large.0), (fits, fits));
            large.1 < small.1 * 10
        };
        assert!((0..8).any(is_linear), "{types:?}");
    }
}

#[test]
fn a_text_of_wrong_items_has_few_findings() {
    let env = TypeEnv::new();
    let types = [TypeInner::Vec(TypeInner::Text.into()).into()];
    let text = format!("(vec {{{}}})", "5; ".repeat(50_000));
    let error = TextArgs::new(&text)
        .at_types(&env, &types)
        .unwrap_err()
        .to_string();
    assert_eq!(error.lines().count(), 20);
    assert_eq!(
        error.lines().next(),
        Some("1:7: 5 cannot be of type text, in argument 1, item 1")
    );
}
