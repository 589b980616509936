//! Tests that data which is already stored stays readable.
//!
//! A canister whose state is Candid must read, after each upgrade, what earlier versions have written.
//! [`assert_frozen!`](crate::testing::assert_frozen) keeps messages of a type in a file beside the tests, and fails when a
//! change of the type breaks them.
//!
//! `candid_parser::testing` has `assert_interface!`, which compares the interface of the Rust source with a `.did` file.

mod defaults;
mod frozen;
mod kept;
mod stored;
mod wire_types;

pub use candid::assert_frozen;
pub use frozen::{check_frozen, Bless, Upgrade};

/// Checks that a type reads the messages stored in a file, and that what it writes is read by the stored type.
///
/// `assert_frozen!(Type, values, "path")`: the values, an array or anything else to iterate over, are samples of the type,
/// at least one; the path is relative to the folder of `Cargo.toml`. `assert_frozen!(Type, values, "path", upgrade)` checks
/// the directions that an [`Upgrade`](crate::testing::Upgrade) has; without it, both.
///
/// A field with `#[serde(default)]` may be missing in stored messages, and with `#[serde(alias)]` a renamed field or case is
/// read; programs of the stored type do not read the new name, so that this is [`Upgrade::OldToNew`](crate::testing::Upgrade).
///
/// The file has the types of each version, the messages of its samples in hexadecimal digits and, for readers, as text.
/// It belongs into version control. Nothing is written unless the environment variable `CANDID_BLESS` is set:
///
/// | `CANDID_BLESS` | |
/// |---|---|
/// | not set | a missing file is a failure; a compatible change of the type is none |
/// | `1` | writes a missing file; after a compatible change, adds the new version, and the old ones stay |
/// | `replace` | writes the new version alone: for data that no longer exists |
///
/// # Panics
///
/// If a stored message is not decoded, or loses a part; if the types of the file and of the source are not subtypes of
/// each other as the upgrade requires; if the file is missing or malformed. The message says what broke.
///
/// # Examples
///
/// ```
/// use candid::{testing::assert_frozen, CandidType, Deserialize};
///
/// #[derive(CandidType, Deserialize)]
/// struct Transfer {
///     to: String,
///     amount: u64,
///     memo: Option<String>,
/// }
///
/// // In a function with `#[test]`:
/// let plain = Transfer { to: "alice".into(), amount: 5, memo: None };
/// let rent = Transfer { to: "bob".into(), amount: 1_000, memo: Some("rent".into()) };
/// assert_frozen!(Transfer, [plain, rent], "tests/data/frozen/transfer.txt");
/// ```
///
/// ```should_panic
/// # use candid::{testing::assert_frozen, CandidType, Deserialize};
/// // A name has changed: the memos would be lost.
/// #[derive(CandidType, Deserialize)]
/// struct Transfer {
///     to: String,
///     amount: u64,
///     note: Option<String>,
/// }
///
/// let plain = Transfer { to: "alice".into(), amount: 5, note: None };
/// assert_frozen!(Transfer, [plain], "tests/data/frozen/transfer.txt");
/// ```
#[macro_export]
macro_rules! assert_frozen {
    ($ty:ty, $values:expr, $path:expr $(,)?) => {
        $crate::assert_frozen!($ty, $values, $path, $crate::testing::Upgrade::BothWays)
    };
    ($ty:ty, $values:expr, $path:expr, $upgrade:expr $(,)?) => {
        match $crate::testing::check_frozen::<$ty>(
            $values,
            &::std::path::Path::new(::core::env!("CARGO_MANIFEST_DIR")).join($path),
            $upgrade,
            $crate::testing::Bless::from_env(),
        ) {
            ::core::result::Result::Ok(()) => {}
            ::core::result::Result::Err(error) => ::core::panic!("{error}"),
        }
    };
}
