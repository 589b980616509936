//! The types of golden messages: those of a method of an interface.

use candid::types::{Type, TypeInner};
use candid::TypeEnv;
use candid_parser::check_file;
use std::path::Path;

/// An interface: its definitions and its service.
pub(crate) type Interface = (TypeEnv, Type);

/// Reads one.
pub(crate) fn interface(path: &Path) -> Interface {
    let (env, actor, _) =
        check_file(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    (env, actor.expect("a service"))
}

/// Returns the types of the arguments (`args`) or results of a method, or of the init arguments (`<init>`).
pub(crate) fn types((env, actor): &Interface, method: &str, dir: &str) -> Vec<Type> {
    if method == "<init>" {
        return match env.trace_type(actor).expect("a definition").as_ref() {
            TypeInner::Class(args, _) => args.clone(),
            other => panic!("not a service constructor: {other}"),
        };
    }
    let function = env.get_method(actor, method).expect("a method");
    match dir {
        "args" => function.args.clone(),
        _ => function.rets.clone(),
    }
}
