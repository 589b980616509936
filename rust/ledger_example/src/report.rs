//! What the example shows, step by step.
//!
//! The reply answers `icrc103_get_allowances`: who may take how much from which account. Its types
//! in Candid are in `data/icrc103_get_allowances.did`.

use candid::{
    CandidType, Decode, DecoderConfig, Deserialize, Encode, Error, IDLArgs, Int, Nat, Principal,
    TypeEnv,
};
use std::fmt::Write;

const REPLY: &str = include_str!("../data/icrc103_get_allowances.hex");

#[derive(CandidType, Deserialize, Clone)]
struct Account {
    owner: Principal,
    subaccount: Option<Vec<u8>>,
}

#[derive(CandidType, Deserialize, Clone)]
struct Allowance {
    from_account: Account,
    to_spender: Account,
    allowance: Nat,
    expires_at: Option<u64>,
}

#[derive(CandidType, Deserialize)]
enum AllowancesError {
    AccessDenied { reason: String },
    GenericError { error_code: Nat, message: String },
}

type Reply = Result<Vec<Allowance>, AllowancesError>;

/// The same reply as a client saw it that was written before accounts had subaccounts and before
/// allowances expired, when access was never denied.
mod older {
    use super::{CandidType, Deserialize, Int, Nat, Principal};

    #[derive(CandidType, Deserialize)]
    pub(super) struct Account {
        pub(super) owner: Principal,
    }

    #[derive(CandidType, Deserialize)]
    pub(super) struct Allowance {
        pub(super) to_spender: Account,
        /// `int` at that time: every `nat` is an `int`.
        pub(super) allowance: Int,
        /// Dropped since: what is optional may be absent.
        pub(super) note: Option<String>,
    }

    #[derive(CandidType, Deserialize, Debug)]
    pub(super) enum AllowancesError {
        #[allow(dead_code, reason = "read by `Debug` only")]
        GenericError { error_code: Nat, message: String },
    }
}

/// A client whose author took the amount for a 64-bit number.
mod mistaken {
    use super::{CandidType, Deserialize};

    #[derive(CandidType, Deserialize)]
    pub(super) struct Allowance {
        #[allow(dead_code, reason = "never decodes")]
        pub(super) allowance: u64,
    }
}

/// Returns what the example prints.
pub(crate) fn report() -> Result<String, Box<dyn std::error::Error>> {
    let mut out = String::new();
    let bytes = hex::decode(REPLY.split_whitespace().collect::<String>())?;

    heading(&mut out, "The reply, decoded into Rust types")?;
    let mut allowances = match Decode!(&bytes, Reply)? {
        Ok(allowances) => allowances,
        Err(error) => return Err(describe(&error).into()),
    };
    writeln!(
        out,
        "{} bytes, {} allowances",
        bytes.len(),
        allowances.len()
    )?;
    for (i, allowance) in allowances.iter().enumerate() {
        writeln!(out, "{i}: {}", one_line(allowance))?;
    }

    heading(&mut out, "The same bytes as Candid text")?;
    writeln!(out, "{}", as_text(&bytes)?)?;

    heading(&mut out, "Changed in Rust and encoded again")?;
    allowances.truncate(2);
    if let Some(first) = allowances.first_mut() {
        first.allowance += 1_000_000_000_000_000_000_000_u128;
        first.expires_at = None;
    }
    let changed = Encode!(&Reply::Ok(allowances))?;
    writeln!(out, "{} bytes\n{}", changed.len(), as_text(&changed)?)?;

    heading(&mut out, "Read by an older client")?;
    type OlderReply = Result<Vec<older::Allowance>, older::AllowancesError>;
    match Decode!(&changed, OlderReply)? {
        Ok(allowances) => {
            for older::Allowance {
                to_spender,
                allowance,
                note,
            } in allowances
            {
                writeln!(
                    out,
                    "{} may take {allowance}, note: {note:?}",
                    to_spender.owner
                )?;
            }
        }
        Err(error) => writeln!(out, "{error:?}")?,
    }
    let denied = Encode!(&Some(AllowancesError::AccessDenied {
        reason: "not your account".to_owned()
    }))?;
    let error = Decode!(&denied, Option<older::AllowancesError>)?;
    writeln!(
        out,
        "an error it cannot know, where one is optional: {error:?}"
    )?;

    heading(&mut out, "Refused")?;
    type MistakenReply = Result<Vec<mistaken::Allowance>, AllowancesError>;
    let refused = [
        ("the wrong type", Decode!(&bytes, MistakenReply).err()),
        (
            "cut short",
            Decode!(bytes.split_at(bytes.len() - 6).0, Reply).err(),
        ),
        ("over quota, by the header alone", {
            let mut config = DecoderConfig::new();
            config.set_decoding_quota(300);
            Decode!([config]; &bytes, Reply).err()
        }),
    ];
    for (what, error) in refused {
        let error = error.ok_or("it was not refused")?;
        writeln!(out, "{what}: {error}")?;
        writeln!(
            out,
            "  path {:?}, offset {:?}, kind {}",
            error.path(),
            error.offset(),
            kind(&error)
        )?;
    }
    Ok(out)
}

fn heading(out: &mut String, text: &str) -> std::fmt::Result {
    let gap = if out.is_empty() { "" } else { "\n" };
    writeln!(out, "{gap}== {text}")
}

/// Names are not on the wire: they come from the type the message is printed at.
fn as_text(bytes: &[u8]) -> candid::Result<IDLArgs> {
    IDLArgs::from_bytes_with_types(bytes, &TypeEnv::new(), &[Reply::ty()])
}

fn one_line(allowance: &Allowance) -> String {
    let account = |account: &Account| match &account.subaccount {
        Some(subaccount) => format!("{}.{}", account.owner, hex::encode(subaccount)),
        None => account.owner.to_string(),
    };
    let expiry = match allowance.expires_at {
        Some(nanoseconds) => format!(" until {nanoseconds}"),
        None => String::new(),
    };
    format!(
        "{} may take {} from {}{expiry}",
        account(&allowance.to_spender),
        allowance.allowance,
        account(&allowance.from_account)
    )
}

fn describe(error: &AllowancesError) -> String {
    match error {
        AllowancesError::AccessDenied { reason } => format!("access denied: {reason}"),
        AllowancesError::GenericError {
            error_code,
            message,
        } => format!("error {error_code}: {message}"),
    }
}

/// Programs branch on the kind, never on the text.
fn kind(error: &Error) -> &'static str {
    if error.is_subtype() {
        "subtype"
    } else if error.is_truncated() {
        "truncated"
    } else if error.is_quota() {
        "quota"
    } else {
        "other"
    }
}
