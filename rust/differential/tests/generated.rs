//! Random types and values: encoded, decoded at their type, at others and when something has happened to them, printed,
//! parsed, and compared with other types.

use candid::types::subtype::{equal, subtype_with_config, Gamma, OptReport};
use candid::types::{Function, Type, TypeEnv, TypeInner};
use candid::{IDLArgs, IDLValue};
use candid_differential::causes;
use candid_differential::convert::{to_ours, to_theirs};
use candid_differential::dynamic::{evolve, random_env, random_type, random_value};
use candid_differential::floats;
use candid_differential::header::difference;
use candid_differential::known::Differences;
use candid_differential::random::{Cases, Random};
use candid_differential::shrink::{shrink, shrink_types};
use candid_differential::sides::{
    compare, ours, ours_at, theirs, theirs_at, with_deep_stack, Outcome, Wanted, AMPLE_QUOTA,
};
use candid_incumbent::types::subtype as their_subtype;

const N_MUTATIONS: usize = 4;

#[test]
fn random_cases() {
    with_deep_stack(|| {
        let cases = Cases::asked();
        let n = cases.of(20_000);
        let differences = Differences::new("generated").with_rare(cases.length);
        let mut run = Run {
            differences,
            n_accepted: 0,
            n_values: 0,
            last: b"DIDL\x00\x00".to_vec(),
        };
        for seed in 0..n {
            run.case(seed);
        }
        // Comparing what both refuse would prove nothing.
        assert!(
            run.n_values * 10 > n * 9,
            "{} of {n} types have values",
            run.n_values
        );
        assert!(
            run.n_accepted > 2 * n,
            "the incumbent accepted {}",
            run.n_accepted
        );
        run.differences.check();
    });
}

struct Run {
    differences: Differences,
    n_accepted: u64,
    n_values: u64,
    /// The message of the case before.
    last: Vec<u8>,
}

impl Run {
    fn case(&mut self, seed: u64) {
        let mut random = Random::new(seed);
        let env = random_env(&mut random);
        let ty = random_type(&mut random, 3);
        let other = evolve(&mut random, &ty);
        self.types(seed, &env, [&ty, &other]);
        self.printed_types(seed, &env, &ty);
        let Some(value) = random_value(&mut random, &env, &ty, 200) else {
            return;
        };
        self.n_values += 1;
        self.printed_value(seed, &value);
        let Some(bytes) = self.encoding(seed, &env, &ty, &value) else {
            return;
        };
        let wanted = Wanted::new(env.clone(), vec![ty]);
        self.at(seed, "own type", &bytes, &wanted);
        self.at(seed, "another type", &bytes, &Wanted::new(env, vec![other]));
        self.wire(seed, &bytes);
        for _ in 0..N_MUTATIONS {
            let mutated = random.mutate(&bytes, &self.last);
            self.at(seed, "mutated", &mutated, &wanted);
            self.wire(seed, &mutated);
        }
        self.last = bytes;
    }

    /// Encodes with both, and returns the message if there is one.
    fn encoding(
        &mut self,
        seed: u64,
        env: &TypeEnv,
        ty: &Type,
        value: &IDLValue,
    ) -> Option<Vec<u8>> {
        let args = IDLArgs::new(std::slice::from_ref(value));
        let ours = args.to_bytes_with_types(env, std::slice::from_ref(ty));
        let (their_env, their_types) = (to_theirs::env(env), [to_theirs::ty(ty)]);
        let theirs = to_theirs::args(&args).to_bytes_with_types(&their_env, &their_types);
        let what = match (&ours, &theirs) {
            (Ok(ours), Ok(theirs)) => difference(ours, theirs),
            (Err(_), Err(_)) => None,
            (Ok(_), Err(_)) => Some("only the incumbent refuses"),
            (Err(_), Ok(_)) => Some("only we refuse"),
        };
        if let Some(what) = what {
            let example = format!("seed {seed}: {value:?} at {ty} with {env}");
            self.differences.add_example("encoding", what, &example);
        }
        ours.ok()
    }

    /// Decodes at a type with both.
    fn at(&mut self, seed: u64, law: &str, bytes: &[u8], wanted: &Wanted) {
        let outcomes = |bytes: &[u8], wanted: &Wanted| -> (Outcome, Outcome) {
            (
                ours_at(bytes, wanted, Some(AMPLE_QUOTA)),
                theirs_at(bytes, wanted, Some(AMPLE_QUOTA)),
            )
        };
        let (ours, theirs) = outcomes(bytes, wanted);
        self.n_accepted += u64::from(theirs.is_ok());
        let Some(what) = compare(&ours, &theirs) else {
            return;
        };
        let id = causes::id(law, &what, bytes, wanted);
        if self.differences.is_new(&id, &what) {
            let differs = |bytes: &[u8], wanted: &Wanted| {
                let (ours, theirs) = outcomes(bytes, wanted);
                compare(&ours, &theirs).as_ref() == Some(&what)
                    && causes::id(law, &what, bytes, wanted) == id
            };
            let (bytes, wanted) = shrink(bytes, wanted, &differs);
            let (hex, ty, env) = (hex::encode(&bytes), &wanted.types[0], &wanted.env);
            let example = format!("seed {seed}: {hex} at {ty} with {env}");
            self.differences.add_example(&id, &what, &example);
        } else {
            self.differences.add(&id, &what);
        }
    }

    /// Decodes at the types of the message with both.
    fn wire(&mut self, seed: u64, bytes: &[u8]) {
        let outcomes = |bytes: &[u8]| {
            (
                ours(bytes, Some(AMPLE_QUOTA)),
                theirs(bytes, Some(AMPLE_QUOTA)),
            )
        };
        let (ours, theirs) = outcomes(bytes);
        self.n_accepted += u64::from(theirs.is_ok());
        let Some(what) = compare(&ours, &theirs) else {
            return;
        };
        let none = Wanted::new(TypeEnv::new(), Vec::new());
        let id = causes::id("wire type", &what, bytes, &none);
        if self.differences.is_new(&id, &what) {
            let differs = |bytes: &[u8], _: &Wanted| {
                let (ours, theirs) = outcomes(bytes);
                compare(&ours, &theirs).as_ref() == Some(&what)
                    && causes::id("wire type", &what, bytes, &none) == id
            };
            let (bytes, _) = shrink(bytes, &none, &differs);
            let example = format!("seed {seed}: {}", hex::encode(&bytes));
            self.differences.add_example(&id, &what, &example);
        } else {
            self.differences.add(&id, &what);
        }
    }

    /// Verdicts on two versions of a type, in both directions.
    fn types(&mut self, seed: u64, env: &TypeEnv, [ty, other]: [&Type; 2]) {
        for (new, old) in [(ty, other), (other, ty)] {
            let types = [new.clone(), old.clone()];
            for (what, differs) in VERDICTS {
                if !differs(env, &types) {
                    continue;
                }
                let wanted = Wanted::new(env.clone(), types.to_vec());
                let id = causes::id("types", what, &[], &wanted);
                if self.differences.is_new(&id, what) {
                    let (env, types) = shrink_types(env, &types, &differs);
                    let example = format!("seed {seed}: {} and {} with {env}", types[0], types[1]);
                    self.differences.add_example(&id, what, &example);
                } else {
                    self.differences.add(&id, what);
                }
            }
        }
    }

    /// Types as text, and that text read again.
    fn printed_types(&mut self, seed: u64, env: &TypeEnv, ty: &Type) {
        let function = |ty: &Type| {
            TypeInner::Func(Function {
                modes: Vec::new(),
                args: vec![ty.clone()],
                rets: Vec::new(),
            })
        };
        let methods = vec![
            ("a b".to_string(), function(ty).into()),
            ("get".to_string(), function(ty).into()),
        ];
        let actor = Some(TypeInner::Service(methods).into());
        let (their_env, their_actor) = (to_theirs::env(env), actor.as_ref().map(to_theirs::ty));
        let text = candid::pretty::candid::compile(env, &actor);
        let rows = [
            ("a type", ty.to_string(), to_theirs::ty(ty).to_string()),
            ("definitions", env.to_string(), their_env.to_string()),
            (
                "an interface",
                text.clone(),
                candid_incumbent::pretty::candid::compile(&their_env, &their_actor),
            ),
            (
                "the tree of an interface",
                our_tree(&text),
                their_tree(&text),
            ),
        ];
        for (what, ours, theirs) in rows {
            if ours != theirs {
                let example = format!("seed {seed}: {ours}\ntheirs {theirs}");
                self.differences
                    .add_example("printed types", what, &example);
            }
        }
    }

    /// A value as text, and that text read again.
    fn printed_value(&mut self, seed: u64, value: &IDLValue) {
        let args = IDLArgs::new(std::slice::from_ref(value));
        let their_args = to_theirs::args(&args);
        let text = args.to_string();
        if let Some(what) = floats::difference(&text, &their_args.to_string()) {
            let example = format!("seed {seed}: {text}\ntheirs {their_args}");
            self.differences
                .add_example("printed value", what, &example);
        }
        let (ours, theirs) = (format!("{args:?}"), format!("{their_args:?}"));
        if let Some(what) = floats::difference(&ours, &theirs) {
            let example = format!("seed {seed}: {ours}\ntheirs {theirs}");
            self.differences
                .add_example("printed value with {:?}", what, &example);
        }
        let ours = candid_parser::parse_idl_args(&text).map_err(drop);
        let theirs =
            candid_parser_incumbent::parse_idl_args(&text).map(|args| to_ours::args(&args));
        let what = match (&ours, &theirs) {
            (Ok(ours), Ok(theirs)) if format!("{ours:?}") == format!("{theirs:?}") => return,
            (Err(()), Err(_)) => return,
            (Ok(_), Ok(_)) => "parsed: another value",
            (Err(()), Ok(_)) => "parsed: refused",
            (Ok(_), Err(_)) if text.contains("inf") || text.contains("NaN") => {
                "parsed: accepted, with inf or NaN"
            }
            (Ok(_), Err(_)) => "parsed: accepted",
        };
        let example = format!("seed {seed}: {text}");
        self.differences
            .add_example("printed value", what, &example);
    }
}

type Verdict = fn(&TypeEnv, &[Type]) -> bool;

/// Questions about two types, and whether the answers differ.
const VERDICTS: [(&str, Verdict); 3] = [
    ("subtype", |env, types| {
        subtypes_differ(env, types, Opt::Silence)
    }),
    ("strict", |env, types| {
        subtypes_differ(env, types, Opt::Error)
    }),
    ("equal", equality_differs),
];

#[derive(Clone, Copy)]
enum Opt {
    Silence,
    Error,
}

fn subtypes_differ(env: &TypeEnv, types: &[Type], opt: Opt) -> bool {
    let (report, their_report) = match opt {
        Opt::Silence => (OptReport::Silence, their_subtype::OptReport::Silence),
        Opt::Error => (OptReport::Error, their_subtype::OptReport::Error),
    };
    let ours = subtype_with_config(report, &mut Gamma::new(), env, &types[0], &types[1]);
    let (env, types) = (to_theirs::env(env), to_theirs::types(types));
    let mut gamma = their_subtype::Gamma::new();
    let theirs =
        their_subtype::subtype_with_config(their_report, &mut gamma, &env, &types[0], &types[1]);
    ours.is_ok() != theirs.is_ok()
}

fn equality_differs(env: &TypeEnv, types: &[Type]) -> bool {
    let ours = equal(&mut Gamma::new(), env, &types[0], &types[1]);
    let (env, types) = (to_theirs::env(env), to_theirs::types(types));
    let theirs = their_subtype::equal(&mut their_subtype::Gamma::new(), &env, &types[0], &types[1]);
    ours.is_ok() != theirs.is_ok()
}

/// The plain tree and what the checker makes of it; both sides print alike with `{:?}`.
fn our_tree(text: &str) -> String {
    let Ok(prog) = text.parse::<candid_parser::IDLProg>() else {
        return "refused".to_string();
    };
    let mut env = TypeEnv::new();
    let actor = candid_parser::check_prog(&mut env, &prog).map_err(drop);
    format!("{prog:?} {:?} {actor:?}", env.0)
}

fn their_tree(text: &str) -> String {
    let Ok(prog) = text.parse::<candid_parser_incumbent::IDLProg>() else {
        return "refused".to_string();
    };
    let mut env = candid_incumbent::TypeEnv::new();
    let actor = candid_parser_incumbent::check_prog(&mut env, &prog).map_err(drop);
    let actor = actor.map(|actor| actor.as_ref().map(to_ours::ty));
    format!("{prog:?} {:?} {actor:?}", to_ours::env(&env).0)
}
