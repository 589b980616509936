//! Two random types, and values of one of them decoded at the other.

use super::message::Table;
use super::{bounded, configs, Bytes};
use candid::types::subtype::{subtype_with_config, Gamma, OptReport};
use candid::types::{Type, TypeInner};
use candid::{Error, IDLArgs, TypeEnv};

/// The bytes choose the types, the second of which are those of the first list with some changes or others, and values.
///
/// # Panics
///
/// If a law does not hold.
pub(crate) fn check(data: &[u8]) {
    let bytes = &mut Bytes(data);
    let wire = Table::make(bytes);
    let expected = match bytes.below(4) {
        0 => Table::make(bytes),
        _ => wire.changed(bytes),
    };
    let mut message = wire.header();
    let is_well_formed = wire.write_values(bytes, &mut message).is_some();
    let (wire_env, wire_types) = wire.types();
    let (env, types) = expected.types();
    let fits = is_well_formed && is_subtype((&wire_env, &wire_types), (&env, &types));
    for (config, floor) in configs(message.len()) {
        let decode = || IDLArgs::from_bytes_with_types_with_config(&message, &env, &types, &config);
        match bounded("at types", message.len(), floor, decode) {
            Ok(args) => check_again(&args, &env, &types),
            Err(error) if error.is_limit() || error.is_quota() || is_known(&error) => {}
            Err(error) => assert!(!fits, "{}: {error}", hex(&message)),
        }
    }
    if is_well_formed {
        let plain = IDLArgs::from_bytes(&message).map(drop);
        let skipped = candid::decode_args::<()>(&message);
        for error in [plain.err(), skipped.err()].into_iter().flatten() {
            assert!(error.is_limit(), "{}: {error}", hex(&message));
        }
    }
}

/// Whether it is the one error that docs/differences.md has for messages of a subtype.
fn is_known(error: &Error) -> bool {
    error.to_string().contains("an infinitely nested opt")
}

/// What was decoded is written at the types, and read again as the same.
pub(super) fn check_again(args: &IDLArgs, env: &TypeEnv, types: &[Type]) {
    let again = args.to_bytes_with_types(env, types).expect("a message");
    match IDLArgs::from_bytes_with_types(&again, env, types) {
        Ok(read) => assert_eq!(shown(&read), shown(args), "{}", hex(&again)),
        Err(error) => assert!(error.is_limit(), "{}: {error}", hex(&again)),
    }
}

/// An empty vector of another type, read at `vec nat8`, is a vector yet, and then a blob.
fn shown(args: &IDLArgs) -> String {
    format!("{args:?}").replace("vec {}", "blob \"\"")
}

/// Whether messages of the first types can be read at the second.
fn is_subtype(wire: (&TypeEnv, &[Type]), expected: (&TypeEnv, &[Type])) -> bool {
    let mut env = wire.0.clone();
    let types = env.merge_type(
        expected.0.clone(),
        TypeInner::Record(tuple(expected.1)).into(),
    );
    let wire = TypeInner::Record(tuple(wire.1)).into();
    subtype_with_config(OptReport::Silence, &mut Gamma::new(), &env, &wire, &types).is_ok()
}

fn tuple(types: &[Type]) -> Vec<candid::types::Field> {
    let field = |(i, ty): (u32, &Type)| candid::types::Field {
        id: candid::types::Label::Id(i).into(),
        ty: ty.clone(),
    };
    (0..).zip(types).map(field).collect()
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
