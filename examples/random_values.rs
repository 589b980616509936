//! Random values of a type: feature `random` of `candid_parser`.
//!
//! ```text
//! (
//!   record {
//!     age = 19 : nat8;
//!     name = "Bob";
//!     friend = opt record { age = 19 : nat8; name = "Bob"; friend = null };
//!   },
//! )
//! (record { age = 86 : nat8; name = "Ann"; friend = null })
//! ```

use candid_parser::configs::Configs;
use candid_parser::random;
use candid_parser::types::{Type, TypeInner};
use candid_parser::{check_prog, Error, IDLProg, TypeEnv};

const TYPES: &str = "type User = record { name : text; age : nat8; friend : opt User };";

fn main() -> Result<(), Error> {
    let program: IDLProg = TYPES.parse()?;
    let mut types = TypeEnv::new();
    check_prog(&mut types, &program)?;
    let user: Type = TypeInner::Var("User".into()).into();

    let configs: Configs = r#"
        depth = 4
        User.record.name.value = ['"Ann"', '"Bob"']
        User.record.age.range = [18, 99]
    "#
    .parse()?;
    // The same bytes give the same values: here for tests; `rand::random` gives others.
    for seed in [[1; 64], [150; 64]] {
        let args = random::any(
            &seed,
            configs.clone(),
            &types,
            std::slice::from_ref(&user),
            &None,
        )?;
        println!("{args}");
    }
    Ok(())
}
