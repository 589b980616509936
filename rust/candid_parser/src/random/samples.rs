//! Examples for documentation: small values, of many lists of types, the same on every machine and in every version.

use super::RandState;
use crate::bindings::config::{ConfigTree, Configs};
use crate::error::{Error, Result};
use arbitrary::Unstructured;
use candid::types::{Type, TypeEnv};
use candid::IDLArgs;

/// The properties of the values.
const CONFIG: &str = "range = [0, 1000]\ntext = 'name'\nwidth = 3\ndepth = 6\nsize = 30";

/// The number of random bytes for one list.
const ENTROPY: usize = 2048;

/// Limit on the values generated after the size is used up.
const MAX_BEYOND: isize = 500;

/// Returns arguments of each list of types, which has a name that makes its values differ from those of others. `None`
/// where a type has no values, or none that are small.
///
/// # Errors
///
/// If a name is not defined.
pub(crate) fn samples(
    env: &TypeEnv,
    lists: &[(&str, &[Type])],
    seed: u64,
) -> Result<Vec<Option<IDLArgs>>> {
    let configs: Configs = CONFIG.parse().map_err(Error::msg)?;
    let tree = ConfigTree::from_configs("random", configs)?;
    let all: Vec<Type> = lists
        .iter()
        .flat_map(|(_, types)| types.iter().cloned())
        .collect();
    let mut state = RandState {
        max_beyond: MAX_BEYOND,
        ..RandState::new(&tree, env, &all)
    };
    let mut sample = |(name, types): &(&str, &[Type])| {
        let bytes = entropy(seed, name);
        let mut source = Unstructured::new(&bytes);
        state.n_items = bytes.len();
        state.n_left = None;
        let mut args = Vec::with_capacity(types.len());
        for (idx, ty) in types.iter().enumerate() {
            state.state.restart_in(&None, idx);
            args.push(state.argument(&mut source, ty).ok()?);
        }
        Some(IDLArgs { args })
    };
    Ok(lists.iter().map(&mut sample).collect())
}

/// Returns bytes that look random: SplitMix64, from the 64-bit FNV-1a hash of the name.
fn entropy(seed: u64, name: &str) -> Vec<u8> {
    let mut state = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325 ^ seed, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    let mut bytes = Vec::with_capacity(ENTROPY);
    while bytes.len() < ENTROPY {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bytes.extend((word ^ (word >> 31)).to_le_bytes());
    }
    bytes
}
