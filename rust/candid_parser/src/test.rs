//! Conformance tests: assertions about messages and values, in `.test.did` files.
//!
//! ```
//! use candid_parser::test::{check, Test};
//!
//! let test: Test = r#"assert blob "DIDL\00\01\7b\05" == "(5)" : (nat8) "a number";"#.parse().unwrap();
//! check(test).unwrap();
//! ```

pub use crate::conformance::{check, run, Assert, Case, HostAssert, HostTest, Input, Test};
