//! One message through both implementations.

use crate::convert::{to_ours, to_theirs};
use candid::types::{Type, TypeEnv};
use candid::IDLArgs;

/// A quota that a message which is not hostile does not use up.
pub const AMPLE_QUOTA: usize = 10_000_000;

/// What decoding a message has cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Of the decoding quota.
    pub decoding: usize,
    /// Of the skipping quota.
    pub skipping: usize,
}

impl Cost {
    /// Returns whether both costs are at most the other's.
    pub fn at_most(self, other: Cost) -> bool {
        self.decoding <= other.decoding && self.skipping <= other.skipping
    }
}

/// A decoded argument list and its cost, or the error as text.
pub type Outcome = Result<(IDLArgs, Cost), String>;

/// Types to decode at, of both implementations.
pub struct Wanted {
    /// Our definitions.
    pub env: TypeEnv,
    /// Our types.
    pub types: Vec<Type>,
    /// The incumbent's definitions.
    pub their_env: candid_incumbent::TypeEnv,
    /// The incumbent's types.
    pub their_types: Vec<candid_incumbent::types::Type>,
}

impl Wanted {
    /// Returns our types and what they are there.
    ///
    /// # Panics
    ///
    /// If they refer to Rust types.
    pub fn new(env: TypeEnv, types: Vec<Type>) -> Self {
        Wanted {
            their_env: to_theirs::env(&env),
            their_types: to_theirs::types(&types),
            env,
            types,
        }
    }

    /// Returns their types and what they are here.
    ///
    /// # Panics
    ///
    /// If they refer to Rust types.
    pub fn from_theirs(
        env: candid_incumbent::TypeEnv,
        types: Vec<candid_incumbent::types::Type>,
    ) -> Self {
        Wanted {
            env: to_ours::env(&env),
            types: to_ours::types(&types),
            their_env: env,
            their_types: types,
        }
    }
}

/// Decodes at types with our implementation.
pub fn ours_at(bytes: &[u8], wanted: &Wanted, quota: Option<usize>) -> Outcome {
    let config = our_config(quota);
    let decode = || {
        let mut de = candid::de::IDLDeserialize::new_with_config(bytes, &config)?;
        let mut args = Vec::new();
        for ty in &wanted.types {
            args.push(de.get_value_with_type(&wanted.env, ty)?);
        }
        de.done()?;
        Ok((IDLArgs { args }, our_cost(&de.get_config(), &config)))
    };
    decode().map_err(|error: candid::Error| error.to_string())
}

/// Decodes at types with the incumbent.
pub fn theirs_at(bytes: &[u8], wanted: &Wanted, quota: Option<usize>) -> Outcome {
    let config = their_config(quota);
    let decode = || {
        let mut de = candid_incumbent::de::IDLDeserialize::new_with_config(bytes, &config)?;
        let mut args = Vec::new();
        for ty in &wanted.their_types {
            let value = de.get_value_with_type(&wanted.their_env, ty)?;
            args.push(to_ours::value(&value));
        }
        de.done()?;
        Ok((IDLArgs { args }, their_cost(&de.get_config(), &config)))
    };
    decode().map_err(|error: candid_incumbent::Error| innermost(&error))
}

/// Decodes at the types of the message with our implementation.
pub fn ours(bytes: &[u8], quota: Option<usize>) -> Outcome {
    let config = our_config(quota);
    let decode = || {
        let mut de = candid::de::IDLDeserialize::new_with_config(bytes, &config)?;
        let mut args = Vec::new();
        while !de.is_done() {
            args.push(de.get_value::<candid::IDLValue>()?);
        }
        de.done()?;
        Ok((IDLArgs { args }, our_cost(&de.get_config(), &config)))
    };
    decode().map_err(|error: candid::Error| error.to_string())
}

/// Decodes at the types of the message with the incumbent.
pub fn theirs(bytes: &[u8], quota: Option<usize>) -> Outcome {
    let config = their_config(quota);
    let decode = || {
        let mut de = candid_incumbent::de::IDLDeserialize::new_with_config(bytes, &config)?;
        let mut args = Vec::new();
        while !de.is_done() {
            args.push(to_ours::value(
                &de.get_value::<candid_incumbent::IDLValue>()?,
            ));
        }
        de.done()?;
        Ok((IDLArgs { args }, their_cost(&de.get_config(), &config)))
    };
    decode().map_err(|error: candid_incumbent::Error| innermost(&error))
}

/// Returns our configuration with both quotas.
pub fn our_config(quota: Option<usize>) -> candid::DecoderConfig {
    let mut config = candid::DecoderConfig::new();
    if let Some(quota) = quota {
        config.set_decoding_quota(quota).set_skipping_quota(quota);
    }
    config
}

/// Returns the incumbent's configuration with both quotas.
pub fn their_config(quota: Option<usize>) -> candid_incumbent::DecoderConfig {
    let mut config = candid_incumbent::DecoderConfig::new();
    if let Some(quota) = quota {
        config.set_decoding_quota(quota).set_skipping_quota(quota);
    }
    config
}

/// Returns the cost, given what is left; 0 without quotas.
pub fn our_cost(left: &candid::DecoderConfig, config: &candid::DecoderConfig) -> Cost {
    let used = left.compute_cost(config);
    Cost {
        decoding: used.decoding_quota.unwrap_or(0),
        skipping: used.skipping_quota.unwrap_or(0),
    }
}

/// Returns the cost, given what is left; 0 without quotas.
pub fn their_cost(
    left: &candid_incumbent::DecoderConfig,
    config: &candid_incumbent::DecoderConfig,
) -> Cost {
    let used = left.compute_cost(config);
    Cost {
        decoding: used.decoding_quota.unwrap_or(0),
        skipping: used.skipping_quota.unwrap_or(0),
    }
}

/// Returns the last cause of an error of the incumbent, on one line: what went wrong.
pub fn innermost(error: &candid_incumbent::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        // The last link of some chains is not a cause but the input.
        if source.to_string().starts_with("input:") {
            break;
        }
        cause = source;
    }
    let text = cause.to_string();
    text.lines().next().unwrap_or_default().to_string()
}

/// Returns what is wrong according to one of our errors, without where: the path and the offset.
pub fn without_place(error: &str) -> &str {
    let what = error.split(", byte offset ").next().unwrap_or(error);
    let end = what.rfind(" in argument ").or(what.rfind(" at "));
    end.map_or(what, |end| &what[..end])
}

/// Runs a test where deep nesting is no obstacle: the stack bounds it, and that of a test is small.
///
/// # Panics
///
/// If the test does.
pub fn with_deep_stack(test: impl FnOnce() + Send + 'static) {
    const STACK: usize = 1 << 30;
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(test);
    let done = thread.expect("a thread can be started").join();
    if let Err(panic) = done {
        std::panic::resume_unwind(panic);
    }
}

/// Returns what kind of difference there is between the outcomes: verdict, value or cost.
pub fn compare(ours: &Outcome, theirs: &Outcome) -> Option<String> {
    match (ours, theirs) {
        (Err(_), Err(_)) => None,
        (Ok(_), Err(error)) => Some(format!("accepted, theirs: {}", kind(error))),
        (Err(error), Ok(_)) => Some(format!("refused: {}", kind(without_place(error)))),
        (Ok((ours, cost)), Ok((theirs, their_cost))) => {
            let what = match (
                format!("{ours:?}") == format!("{theirs:?}"),
                cost.at_most(*their_cost),
            ) {
                (true, true) => return None,
                (true, false) => "costs more",
                (false, true) => "another value",
                (false, false) => "costs more, another value",
            };
            Some(what.to_string())
        }
    }
}

/// Returns the words of an error that are the same for all of its kind.
pub fn kind(error: &str) -> &str {
    // A name may be anything.
    if error.contains("has a non-function type") {
        return "a method has a non-function type";
    }
    let varies = |c: char| c.is_ascii_digit() || "{}()[]\"`".contains(c);
    // How many there are of something is not its kind.
    let counted = error.trim_start_matches(|c: char| c.is_ascii_digit());
    let error = counted.strip_prefix(' ').unwrap_or(error);
    let end = error.find(varies).unwrap_or(error.len());
    error[..end].trim()
}
