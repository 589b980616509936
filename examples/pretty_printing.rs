//! Prints an interface and a value in the usual form.
//!
//! ```text
//! type Tree = variant { leaf : nat8; node : record { Tree; Tree } };
//! service : { sum : (Tree) -> (nat) query }
//! (variant { leaf = 1 }, "text", vec { 1; 2 })
//! ```

use candid_parser::{check_prog, parse_idl_args, pretty, Error, IDLProg, TypeEnv};

const INTERFACE: &str =
    "type Tree=variant{node:record{Tree;Tree};leaf:nat8};service:{sum:(Tree)->(nat)query}";

fn main() -> Result<(), Error> {
    let program: IDLProg = INTERFACE.parse()?;
    let mut types = TypeEnv::new();
    let service = check_prog(&mut types, &program)?;
    println!("{}", pretty::candid::compile(&types, &service).trim_end());
    println!(
        "{}",
        parse_idl_args(r#"(variant{leaf=1},"text",vec{1;2})"#)?
    );
    Ok(())
}
