//! Tests of a canister's interface and of its stored data.
//!
//! [`assert_interface!`](crate::testing::assert_interface) compares the interface of the Rust source with a `.did` file;
//! [`assert_frozen!`](crate::testing::assert_frozen), of `candid`, checks that stored messages stay readable. For both,
//! `candid_parser` is a dependency for tests:
//!
//! ```toml
//! [dev-dependencies]
//! candid_parser = "0.4.100"
//! ```

use crate::check::interface::CandidSource;
use crate::compare::service_differences;
use candid::types::subtype::{format_report, Incompatibility};
use candid::Error;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

pub use crate::assert_interface;
pub use candid::testing::{assert_frozen, check_frozen, Bless, Upgrade};

/// Checks that the interface of the Rust source equals the one in a `.did` file, up to the names of definitions, comments
/// and order.
///
/// `assert_interface!("canister.did")` calls `__export_service()`, which `candid::export_service!()` or
/// `ic_cdk::export_candid!()` defines and which must be in scope. `assert_interface!("canister.did", text)` takes the
/// interface of the source from the text. The path is relative to the folder of `Cargo.toml`; imports of the file are
/// loaded.
///
/// Init arguments are compared if both sides have them: `export_service!` knows those of functions with
/// `#[candid_method(init)]` only.
///
/// With the environment variable `CANDID_BLESS=1`, a file that is missing or differs is written with the interface of the
/// source, and so loses its comments.
///
/// # Panics
///
/// If the interfaces differ; the message has each method and type that does. If the file is missing or invalid.
///
/// # Examples
///
/// ```
/// # mod canister {
/// use candid::{candid_method, export_service};
///
/// #[candid_method(query)]
/// fn greet(name: String) -> String {
///     format!("Hello, {name}!")
/// }
///
/// export_service!();
///
/// // With `#[test]`:
/// # pub
/// fn interface() {
///     candid_parser::testing::assert_interface!("tests/interface/greet.did");
/// }
/// # pub fn hello() { greet(String::new()); }
/// # }
/// # fn main() { canister::hello(); canister::interface() }
/// ```
#[macro_export]
macro_rules! assert_interface {
    ($file:expr $(,)?) => {
        $crate::assert_interface!($file, __export_service())
    };
    ($file:expr, $interface:expr $(,)?) => {
        match $crate::testing::check_interface(
            &$interface,
            &::std::path::Path::new(::core::env!("CARGO_MANIFEST_DIR")).join($file),
            $crate::testing::Bless::from_env(),
        ) {
            ::core::result::Result::Ok(()) => {}
            ::core::result::Result::Err(error) => ::core::panic!("{error}"),
        }
    };
}

/// Compares the text of an interface with a file, as [`assert_interface!`](macro@crate::assert_interface) does with the file
/// that it names.
///
/// # Errors
///
/// If they differ, or one of them is missing, invalid, or without a service. Unless `bless` is [`Bless::No`], a file that
/// is missing or differs is written; one that is invalid is not.
///
/// # Examples
///
/// ```
/// use candid_parser::testing::{check_interface, Bless};
/// use std::path::Path;
///
/// let file = Path::new("tests/interface/greet.did");
/// assert!(check_interface("service : { greet : (text) -> (text) query }", file, Bless::No).is_ok());
/// let error = check_interface("service : { greet : (text) -> (text) }", file, Bless::No).unwrap_err();
/// assert!(error.to_string().contains("method \"greet\""));
/// ```
pub fn check_interface(source: &str, file: &Path, bless: Bless) -> crate::Result<()> {
    let differences = match fs::metadata(file) {
        Err(error) if error.kind() == ErrorKind::NotFound && bless == Bless::No => {
            return Err(failure(format_args!(
                "{} does not exist: run the test with CANDID_BLESS=1 to write it",
                file.display()
            )));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        _ => Some(differences(source, file)?),
    };
    match differences.as_deref() {
        Some([]) => Ok(()),
        Some(differences) if bless == Bless::No => Err(failure(format_args!(
            "the interface of the Rust source (first) is not the one of {} (second)\n{}\n\
             if the source is right, run the test with CANDID_BLESS=1 to write the file",
            file.display(),
            format_report(differences),
        ))),
        _ => {
            let write = || {
                if let Some(folder) = file.parent() {
                    fs::create_dir_all(folder)?;
                }
                fs::write(file, format!("{}\n", source.trim_end()))
            };
            write().map_err(|error| failure(format_args!("{}: {error}", file.display())))
        }
    }
}

fn failure(message: std::fmt::Arguments<'_>) -> crate::Error {
    Error::msg(message).into()
}

/// Returns the differences, without those of init arguments that only one side has.
fn differences(source: &str, file: &Path) -> crate::Result<Vec<Incompatibility>> {
    let mut differences =
        service_differences(CandidSource::Text(source), CandidSource::File(file))?;
    differences.retain(|difference| {
        difference.path != ["init args"] || !difference.message.starts_with("only the ")
    });
    Ok(differences)
}
