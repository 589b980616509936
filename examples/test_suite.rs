//! Runs assertions about messages and texts, as in `.test.did` files.
//!
//! ```text
//! line 3: a number: ok
//! line 4: a record: ok
//! line 5: a text: ok
//! line 6: too large: refused: expected a value of type nat8, found 256, which the type cannot represent in argument 1
//! ```

use candid_parser::{test, Error};

const SUITE: &str = r#"
type Age = nat8;
assert blob "DIDL\00\01\7b\05" == "(5)" : (Age) "a number";
assert "(record { age = 5 })" !: (Age) "a record";
assert "(7)" : (Age) "a text";
assert "(256)" : (Age) "too large";
"#;

fn main() -> Result<(), Error> {
    for case in test::run(SUITE)? {
        println!("{case}");
    }
    Ok(())
}
