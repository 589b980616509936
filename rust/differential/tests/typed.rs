//! Rust types derived with both: the same bytes out, the same values in, at no higher cost; also at
//! other types and for messages that something has happened to.

// Not in the library, which is compiled twice: once for its own tests.
#[path = "typed/types.rs"]
mod types;

use candid::ser::IDLBuilder;
use candid::types::TypeEnv;
use candid_differential::dynamic::random_value;
use candid_differential::header::difference;
use candid_differential::known::Differences;
use candid_differential::random::{Cases, Random};
use candid_differential::sides::{
    compare, kind, ours, with_deep_stack, without_place, Outcome, AMPLE_QUOTA,
};
use types::{entries, Entry, Typed};

const N_VALUES: u64 = 40;
const N_OTHERS: usize = 8;
const N_MUTATIONS: usize = 8;

#[test]
fn both_have_the_same_types() {
    let mut differences = Differences::new("typed_types");
    for entry in entries() {
        // A reference to a Rust type is printed with its path, which has the module in it.
        let ours = (entry.ty)().to_string().replace("::ours::", "::theirs::");
        let theirs = (entry.their_ty)();
        if ours != theirs {
            differences.add(entry.name, &format!("{ours}, theirs {theirs}"));
        }
    }
    differences.check();
}

#[test]
fn rust_types() {
    with_deep_stack(check_types);
}

fn check_types() {
    let cases = Cases::asked();
    let mut differences = Differences::new("typed").with_rare(cases.length);
    let entries = entries();
    let mut n_accepted = 0;
    for (i, entry) in entries.iter().enumerate() {
        let mut last = b"DIDL\x00\x00".to_vec();
        for seed in 0..cases.of(N_VALUES) {
            let mut random = Random::new(seed * 1_000 + i as u64);
            let Some(bytes) = message(&mut random, entry) else {
                continue;
            };
            let mut check = |law: &str, at: &Entry, bytes: &[u8], quota| {
                let (accepted, what) = compare_at(at, law == "own type", bytes, quota);
                n_accepted += usize::from(accepted);
                if let Some(what) = what {
                    let id = format!("{law} {}", at.name);
                    differences.add_example(&id, &what, &hex::encode(bytes));
                }
            };
            check("own type", entry, &bytes, Some(AMPLE_QUOTA));
            check("own type", entry, &bytes, None);
            for _ in 0..N_OTHERS {
                check(
                    "another type",
                    random.pick(&entries),
                    &bytes,
                    Some(AMPLE_QUOTA),
                );
            }
            for _ in 0..N_MUTATIONS {
                let bytes = random.mutate(&bytes, &last);
                check("mutated", entry, &bytes, Some(AMPLE_QUOTA));
            }
            last = bytes;
        }
    }
    let n = usize::try_from(cases.of(N_VALUES)).unwrap_or(usize::MAX);
    assert!(n_accepted > 250 * n, "{n_accepted} comparisons");
    differences.check();
}

#[test]
fn every_type_at_every_other() {
    with_deep_stack(check_pairs);
}

fn check_pairs() {
    let cases = Cases::asked();
    let mut differences = Differences::new("typed_pairs").with_rare(cases.length);
    let entries = entries();
    let mut n_accepted = 0;
    for entry in &entries {
        for seed in 0..cases.of(2) {
            let Some(bytes) = message(&mut Random::new(seed), entry) else {
                continue;
            };
            for at in &entries {
                let (accepted, what) = compare_at(at, false, &bytes, Some(AMPLE_QUOTA));
                n_accepted += usize::from(accepted);
                if let Some(what) = what {
                    let id = format!("{} at {}", entry.name, at.name);
                    differences.add_example(&id, &what, &hex::encode(&bytes));
                }
            }
        }
    }
    assert!(n_accepted > 4 * entries.len(), "{n_accepted} comparisons");
    differences.check();
}

/// A message with a random value of the type, written at the type by our dynamic encoder.
fn message(random: &mut Random, entry: &Entry) -> Option<Vec<u8>> {
    let (env, ty) = (TypeEnv::new(), (entry.ty)());
    let value = random_value(random, &env, &ty, 300)?;
    let mut builder = IDLBuilder::new();
    let written = builder.value_arg_with_type(&value, &env, &ty);
    written.expect("the value has the type");
    Some(builder.serialize_to_vec().expect("it can be written"))
}

/// Returns whether both accept the message, and how they differ in verdict, value and cost; also in the bytes written
/// again, if they are to be the same.
fn compare_at(
    at: &Entry,
    same_bytes: bool,
    bytes: &[u8],
    quota: Option<usize>,
) -> (bool, Option<String>) {
    let (ours, theirs) = ((at.ours)(bytes, quota), (at.theirs)(bytes, quota));
    let accepted = ours.is_ok() && theirs.is_ok();
    let what = match (&ours, &theirs) {
        (Ok((ours, cost)), Ok((theirs, their_cost))) if ours == theirs => {
            (!cost.at_most(*their_cost)).then(|| "costs more".to_string())
        }
        (Ok((our_bytes, _)), Ok((their_bytes, _))) => compare(&read(&ours), &read(&theirs))
            .or_else(|| {
                let what = difference(our_bytes, their_bytes).filter(|_| same_bytes);
                what.map(str::to_string)
            }),
        (Ok(_), Err(error)) => Some(format!("accepted, theirs: {}", kind(error))),
        (Err(error), Ok(_)) => Some(format!("refused: {}", kind(without_place(error)))),
        (Err(_), Err(_)) => None,
    };
    (accepted, what)
}

/// The value that was written again: the types before it may be written in two ways.
fn read(typed: &Typed) -> Outcome {
    let (bytes, cost) = typed.as_ref()?;
    let (args, _) = ours(bytes, None)?;
    Ok((args, *cost))
}
