//! Random values of given types, controlled by a configuration.
//!
//! ```toml
//! [random]
//! width = 3
//! text = "name"
//! Account.record.balance.range = [0, 1000]
//! "func:register"."arg:0".value = ["record { id = 1 }"]
//! ```

mod boundary;
mod config;
pub(crate) mod depth;
mod number;
mod range;
#[cfg(feature = "doc")]
mod samples;
mod state;
mod words;

#[cfg(feature = "doc")]
pub(crate) use samples::samples;

pub use config::GenConfig;
pub use state::RandState;

use crate::bindings::config::{ConfigTree, Configs, Scope};
use crate::error::{Error, Result};
use candid::types::{Type, TypeEnv};
use candid::IDLArgs;

/// Returns random arguments of the given types. Deterministic: the same bytes give the same arguments; after the end of
/// the bytes, everything is as small as possible.
///
/// # Errors
///
/// If the configuration is invalid (an unknown property, an empty range, a value that does not have the type of its
/// place), or a type has no values.
///
/// # Examples
///
/// ```
/// use candid_parser::configs::Configs;
/// use candid_parser::random;
/// use candid_parser::types::{TypeEnv, TypeInner};
///
/// let configs: Configs = "range = [7, 7]".parse().unwrap();
/// let types = [TypeInner::Nat.into()];
/// let args = random::any(&[1, 2, 3], configs, &TypeEnv::new(), &types, &None).unwrap();
/// assert_eq!(args.to_string(), "(7 : nat)");
/// ```
pub fn any(
    seed: &[u8],
    configs: Configs,
    env: &TypeEnv,
    types: &[Type],
    scope: &Option<Scope<'_>>,
) -> Result<IDLArgs> {
    any_explained(seed, configs, env, types, scope).map(|(args, _)| args)
}

/// Returns the same as [`any`], and a line for each unused property of the configuration.
///
/// # Errors
///
/// Those of [`any`].
///
/// # Examples
///
/// ```
/// use candid_parser::types::{TypeEnv, TypeInner};
///
/// let configs = "User.record.age.range = [18, 99]".parse()?;
/// let types = [TypeInner::Bool.into()];
/// let (args, unused) = candid_parser::random::any_explained(&[1], configs, &TypeEnv::new(), &types, &None)?;
/// assert_eq!(args.to_string(), "(true)");
/// assert_eq!(unused.len(), 1);
/// # Ok::<(), candid_parser::Error>(())
/// ```
pub fn any_explained(
    seed: &[u8],
    configs: Configs,
    env: &TypeEnv,
    types: &[Type],
    scope: &Option<Scope<'_>>,
) -> Result<(IDLArgs, Vec<String>)> {
    let tree = ConfigTree::from_configs("random", configs)?;
    let mut state = RandState::new(&tree, env, types);
    let (args, _) = state.list(seed, seed.len(), types, scope);
    Ok((args?, state.state.explain_unused()))
}

/// Calls `take` with random arguments for each of many seeds. The configuration and the types are prepared
/// once. Returns a line for each property of the configuration that none of them used.
///
/// A seed is a source of random bytes, of which as many are taken as the arguments need, and no more than 1 MiB. The arguments are
/// those of [`any`] for all of these bytes.
///
/// # Errors
///
/// Those of [`any`], and those of `take`.
///
/// # Examples
///
/// ```
/// use candid_parser::configs::Configs;
/// use candid_parser::random;
/// use candid_parser::types::{TypeEnv, TypeInner};
///
/// let configs: Configs = "range = [7, 8]".parse().unwrap();
/// let types = [TypeInner::Nat8.into()];
/// let seeds = (0..9u8).map(|n| move |bytes: &mut [u8]| bytes.fill(n));
/// let mut found = Vec::new();
/// random::each(seeds, configs, &TypeEnv::new(), &types, &None, |args| {
///     found.push(args.to_string());
///     Ok::<(), candid_parser::Error>(())
/// })
/// .unwrap();
/// assert_eq!(found.len(), 9);
/// assert!(found.iter().all(|args| args == "(7 : nat8)" || args == "(8 : nat8)"));
/// ```
pub fn each<E: From<Error>>(
    seeds: impl IntoIterator<Item = impl FnMut(&mut [u8])>,
    configs: Configs,
    env: &TypeEnv,
    types: &[Type],
    scope: &Option<Scope<'_>>,
    mut take: impl FnMut(IDLArgs) -> std::result::Result<(), E>,
) -> std::result::Result<Vec<String>, E> {
    let tree = ConfigTree::from_configs("random", configs).map_err(Error::from)?;
    let mut state = RandState::new(&tree, env, types);
    for seed in seeds {
        take(state.list_of(seed, types, scope)?)?;
    }
    Ok(state.state.explain_unused())
}
