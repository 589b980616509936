//! Random types and values: encoded by both, decoded by both, at their type, at others, and mutated.

use candid::types::{Type, TypeEnv};
use candid::{IDLArgs, IDLValue};
use candid_differential::convert::to_theirs;
use candid_differential::dynamic::{evolve, random_env, random_type, random_value};
use candid_differential::header::difference;
use candid_differential::known::Differences;
use candid_differential::random::{iterations, Random};
use candid_differential::sides::{
    compare, ours, ours_at, theirs, theirs_at, with_deep_stack, Wanted, AMPLE_QUOTA,
};

const N_TYPES: u64 = 6_000;
const N_MUTATIONS: usize = 4;

#[test]
fn random_messages() {
    with_deep_stack(check_random);
}

fn check_random() {
    let mut differences = Differences::new("dynamic");
    let mut n_accepted = 0;
    let mut last = b"DIDL\x00\x00".to_vec();
    for seed in 0..iterations(N_TYPES) {
        let mut random = Random::new(seed);
        let env = random_env(&mut random);
        let ty = random_type(&mut random, 3);
        let Some(value) = random_value(&mut random, &env, &ty, 200) else {
            continue;
        };
        if let Some(bytes) = check_encoding(&mut differences, &env, &ty, &value) {
            let wanted = Wanted::new(env.clone(), vec![ty.clone()]);
            let mut at = |law: &str, bytes: &[u8], wanted: &Wanted| {
                let ours = ours_at(bytes, wanted, Some(AMPLE_QUOTA));
                let theirs = theirs_at(bytes, wanted, Some(AMPLE_QUOTA));
                n_accepted += usize::from(theirs.is_ok());
                if let Some(what) = compare(&ours, &theirs) {
                    let ty = &wanted.types[0];
                    let example = format!("{} at {ty} with {env}", hex::encode(bytes));
                    differences.add_example(law, &what, &example);
                }
            };
            at("own type", &bytes, &wanted);
            let other = evolve(&mut random, &ty);
            let other = Wanted::new(env.clone(), vec![other]);
            at("another type", &bytes, &other);
            let mut mutated = Vec::new();
            for _ in 0..N_MUTATIONS {
                mutated.push(random.mutate(&bytes, &last));
            }
            for bytes in &mutated {
                at("mutated", bytes, &wanted);
            }
            mutated.push(bytes.clone());
            for bytes in &mutated {
                let ours = ours(bytes, Some(AMPLE_QUOTA));
                let theirs = theirs(bytes, Some(AMPLE_QUOTA));
                if let Some(what) = compare(&ours, &theirs) {
                    differences.add_example("wire type", &what, &hex::encode(bytes));
                }
            }
            last = bytes;
        }
    }
    assert!(n_accepted > 5_000, "the incumbent accepted {n_accepted}");
    differences.check();
}

/// Encodes with both, and returns the message if there is one.
fn check_encoding(
    differences: &mut Differences,
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
        let hexed = |bytes: &[u8]| hex::encode(bytes);
        let example = format!(
            "{value:?} at {ty} with {env}: {:?}, theirs {:?}",
            ours.as_deref().map(hexed),
            theirs.as_deref().map(hexed)
        );
        differences.add_example("encoding", what, &example);
    }
    ours.ok()
}
