//! Parsing of answers.

use crate::value::TextArgs;
use anyhow::{anyhow, bail, Result};
use candid::types::{Type, TypeEnv};
use candid::{IDLValue, Principal};
use std::collections::BTreeMap;

/// Parses a number of a type, in the syntax of text values; an integer is accepted for a float.
pub(super) fn number(line: &str, ty: &Type) -> Result<IDLValue> {
    let text = format!("({})", line.trim());
    let types = std::slice::from_ref(ty);
    let args = TextArgs::new(&text)
        .of_value()
        .at_types(&TypeEnv::new(), types);
    match args.map(|found| found.args.args) {
        Ok(mut args) => args.pop().ok_or_else(|| anyhow!("expected a number")),
        Err(crate::Error::Parse(findings)) => match findings.list.first() {
            Some(finding) => bail!("{}", finding.message),
            None => bail!("{line} is not of type {ty}"),
        },
        Err(error) => Err(error.into()),
    }
}

/// Parses a principal, or looks up a name that stands for one.
pub(super) fn principal(line: &str, names: &BTreeMap<String, String>) -> Result<Principal> {
    let text = line.trim();
    let text = names.get(text).map_or(text, String::as_str);
    Ok(Principal::from_text(text)?)
}

/// Parses bytes in the syntax between the quotes of a blob.
pub(super) fn blob(line: &str) -> Result<Vec<u8>> {
    match crate::parse_idl_value(&format!("blob \"{line}\""))? {
        IDLValue::Blob(bytes) => Ok(bytes),
        _ => bail!("expected bytes, as in a blob literal"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use candid::types::TypeInner;

    #[test]
    fn numbers_are_checked_against_their_type() {
        let check = |line, ty: TypeInner| {
            let found = number(line, &ty.into());
            found.map_or_else(|error| error.to_string(), |value| value.to_string())
        };
        assert_eq!(check(" 7 ", TypeInner::Nat8), "7 : nat8");
        assert_eq!(check("1_000", TypeInner::Nat), "1_000 : nat");
        assert_eq!(check("-1", TypeInner::Int), "-1 : int");
        assert_eq!(
            check("256", TypeInner::Nat8),
            "256 is not in the range of nat8, 0 to 255"
        );
    }

    #[test]
    fn names_stand_for_principals() {
        let names = BTreeMap::from([("ic".to_string(), "aaaaa-aa".to_string())]);
        let ic = Principal::management_canister();
        assert_eq!(principal("ic", &names).unwrap(), ic);
        assert_eq!(principal("aaaaa-aa ", &names).unwrap(), ic);
        assert!(principal("nobody", &names).is_err());
    }

    #[test]
    fn bytes_are_written_as_in_a_blob() {
        assert_eq!(blob(r"a\00b").unwrap(), b"a\0b");
        assert!(blob("\"").is_err());
    }
}
