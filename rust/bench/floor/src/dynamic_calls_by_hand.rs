//! The dynamic values of `../further/dynamic_small.rs`, argument and result of a call, as `dynamic_by_hand` has those of records.

use crate::calls::{TransferArg, TransferResult};
use crate::dynamic_by_hand::{field, named, read_principal, write_nat64, write_principal};
use crate::messages::Message;
use crate::wire::{Reader, Wire};
use candid::types::value::{IDLArgs, IDLField, IDLValue, VariantValue};
use candid::types::Label;
use candid::Nat;
use candid_wire::writer;

/// How many bytes the values of a message take, or fewer.
const EXPECTED_LEN: usize = 128;

/// The message of an argument or a result.
pub(crate) fn encode(args: &IDLArgs) -> Option<Vec<u8>> {
    match args.args.as_slice() {
        [IDLValue::Record(argument)] => {
            let mut out = start(<TransferArg>::HEADER);
            write_argument(argument, &mut out)?;
            Some(out)
        }
        [IDLValue::Variant(VariantValue(result, _))] => {
            let mut out = start(<TransferResult>::HEADER);
            write_result(result, &mut out)?;
            Some(out)
        }
        _ => None,
    }
}

fn start(header: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(header.len() + EXPECTED_LEN);
    out.extend_from_slice(header);
    out
}

/// The argument of a message.
pub(crate) fn decode_argument(bytes: &[u8]) -> Option<IDLArgs> {
    let mut reader = Reader::behind(bytes, <TransferArg>::HEADER)?;
    let argument = read_argument(&mut reader)?;
    one(argument, &reader)
}

/// The result of a message.
pub(crate) fn decode_result(bytes: &[u8]) -> Option<IDLArgs> {
    let mut reader = Reader::behind(bytes, <TransferResult>::HEADER)?;
    let result = read_result(&mut reader)?;
    one(result, &reader)
}

#[inline(always)]
fn one(value: IDLValue, reader: &Reader<'_>) -> Option<IDLArgs> {
    reader.is_empty().then(|| IDLArgs { args: vec![value] })
}

fn write_argument(fields: &[IDLField], out: &mut Vec<u8>) -> Option<()> {
    let [to, fee, memo, from_subaccount, created_at_time, amount] = fields else {
        return None;
    };
    write_account(named(to, "to")?, out)?;
    write_opt(named(fee, "fee")?, out, write_nat)?;
    write_opt(named(memo, "memo")?, out, write_blob)?;
    write_opt(named(from_subaccount, "from_subaccount")?, out, write_blob)?;
    write_opt(named(created_at_time, "created_at_time")?, out, write_nat64)?;
    write_nat(named(amount, "amount")?, out)
}

#[inline(always)]
fn write_account(account: &IDLValue, out: &mut Vec<u8>) -> Option<()> {
    let IDLValue::Record(fields) = account else {
        return None;
    };
    let [owner, subaccount] = fields.as_slice() else {
        return None;
    };
    write_principal(named(owner, "owner")?, out)?;
    write_opt(named(subaccount, "subaccount")?, out, write_blob)
}

fn write_result(result: &IDLField, out: &mut Vec<u8>) -> Option<()> {
    if let Some(block) = named(result, "Ok") {
        out.push(0);
        return write_nat(block, out);
    }
    let IDLValue::Variant(VariantValue(error, _)) = named(result, "Err")? else {
        return None;
    };
    out.push(1);
    write_error(error, out)
}

#[inline(never)]
fn write_error(error: &IDLField, out: &mut Vec<u8>) -> Option<()> {
    let Label::Named(case) = &error.id else {
        return None;
    };
    let (index, name) = match case.as_str() {
        "GenericError" => {
            let IDLValue::Record(fields) = &error.val else {
                return None;
            };
            let [message, error_code] = fields.as_slice() else {
                return None;
            };
            let IDLValue::Text(message) = named(message, "message")? else {
                return None;
            };
            out.push(0);
            writer::write_text(out, message);
            return write_nat(named(error_code, "error_code")?, out);
        }
        "TemporarilyUnavailable" | "TooOld" => {
            let index = if case == "TooOld" { 6 } else { 1 };
            out.push(index);
            return matches!(error.val, IDLValue::Null).then_some(());
        }
        "BadBurn" => (2, "min_burn_amount"),
        "Duplicate" => (3, "duplicate_of"),
        "BadFee" => (4, "expected_fee"),
        "CreatedInFuture" => (5, "ledger_time"),
        "InsufficientFunds" => (7, "balance"),
        _ => return None,
    };
    let IDLValue::Record(fields) = &error.val else {
        return None;
    };
    let [content] = fields.as_slice() else {
        return None;
    };
    out.push(index);
    match index {
        5 => write_nat64(named(content, name)?, out),
        _ => write_nat(named(content, name)?, out),
    }
}

#[inline(always)]
fn write_opt(
    value: &IDLValue,
    out: &mut Vec<u8>,
    write: impl Fn(&IDLValue, &mut Vec<u8>) -> Option<()>,
) -> Option<()> {
    match value {
        IDLValue::Opt(value) => {
            out.push(1);
            write(value, out)
        }
        IDLValue::None | IDLValue::Null => {
            out.push(0);
            Some(())
        }
        _ => None,
    }
}

#[inline(always)]
fn write_nat(value: &IDLValue, out: &mut Vec<u8>) -> Option<()> {
    let IDLValue::Nat(n) = value else {
        return None;
    };
    n.write(out);
    Some(())
}

#[inline(always)]
fn write_blob(value: &IDLValue, out: &mut Vec<u8>) -> Option<()> {
    let IDLValue::Blob(bytes) = value else {
        return None;
    };
    writer::write_blob(out, bytes);
    Some(())
}

#[expect(
    clippy::vec_init_then_push,
    reason = "`vec!` would make the fields on the stack, and copy them"
)]
fn read_argument(reader: &mut Reader<'_>) -> Option<IDLValue> {
    let mut fields = Vec::with_capacity(6);
    fields.push(field("to", read_account(reader)?));
    fields.push(field("fee", read_opt(reader, read_nat)?));
    fields.push(field("memo", read_opt(reader, read_blob)?));
    fields.push(field("from_subaccount", read_opt(reader, read_blob)?));
    fields.push(field("created_at_time", read_opt(reader, read_nat64)?));
    fields.push(field("amount", read_nat(reader)?));
    Some(IDLValue::Record(fields))
}

#[inline(always)]
#[expect(
    clippy::vec_init_then_push,
    reason = "`vec!` would make the fields on the stack, and copy them"
)]
fn read_account(reader: &mut Reader<'_>) -> Option<IDLValue> {
    let mut fields = Vec::with_capacity(2);
    fields.push(field("owner", read_principal(reader)?));
    fields.push(field("subaccount", read_opt(reader, read_blob)?));
    Some(IDLValue::Record(fields))
}

fn read_result(reader: &mut Reader<'_>) -> Option<IDLValue> {
    let case = match reader.byte()? {
        0 => field("Ok", read_nat(reader)?),
        1 => field("Err", read_error(reader)?),
        _ => return None,
    };
    Some(variant(case))
}

#[inline(never)]
fn read_error(reader: &mut Reader<'_>) -> Option<IDLValue> {
    let case = match reader.byte()? {
        0 => {
            let message = field("message", IDLValue::Text(String::read(reader)?));
            let error_code = field("error_code", read_nat(reader)?);
            field("GenericError", IDLValue::Record(vec![message, error_code]))
        }
        1 => field("TemporarilyUnavailable", IDLValue::Null),
        2 => holding("BadBurn", field("min_burn_amount", read_nat(reader)?)),
        3 => holding("Duplicate", field("duplicate_of", read_nat(reader)?)),
        4 => holding("BadFee", field("expected_fee", read_nat(reader)?)),
        5 => holding("CreatedInFuture", field("ledger_time", read_nat64(reader)?)),
        6 => field("TooOld", IDLValue::Null),
        7 => holding("InsufficientFunds", field("balance", read_nat(reader)?)),
        _ => return None,
    };
    Some(variant(case))
}

#[inline(always)]
fn variant(case: IDLField) -> IDLValue {
    IDLValue::Variant(VariantValue(Box::new(case), 0))
}

fn holding(name: &str, content: IDLField) -> IDLField {
    field(name, IDLValue::Record(vec![content]))
}

#[inline(always)]
fn read_opt(
    reader: &mut Reader<'_>,
    read: impl Fn(&mut Reader<'_>) -> Option<IDLValue>,
) -> Option<IDLValue> {
    match reader.byte()? {
        0 => Some(IDLValue::None),
        1 => Some(IDLValue::Opt(Box::new(read(reader)?))),
        _ => None,
    }
}

#[inline(always)]
fn read_nat(reader: &mut Reader<'_>) -> Option<IDLValue> {
    Some(IDLValue::Nat(Nat::read(reader)?))
}

#[inline(always)]
fn read_nat64(reader: &mut Reader<'_>) -> Option<IDLValue> {
    Some(IDLValue::Nat64(u64::read(reader)?))
}

/// Subaccounts have 32 bytes, memos often 8: copies of a known length take fewer instructions.
#[inline(always)]
fn read_blob(reader: &mut Reader<'_>) -> Option<IDLValue> {
    let bytes = reader.bytes()?;
    let copy = match bytes.len() {
        8 => bytes.first_chunk::<8>()?.to_vec(),
        32 => bytes.first_chunk::<32>()?.to_vec(),
        _ => bytes.to_vec(),
    };
    Some(IDLValue::Blob(copy))
}

#[cfg(test)]
mod tests {
    use super::{decode_argument, decode_result, encode};
    use crate::calls::{transfer, TransferArg, TransferError, TransferResult};
    use candid::types::internal::TypeContainer;
    use candid::types::value::IDLArgs;
    use candid::{encode_one, CandidType, Nat};

    fn check<T: CandidType>(value: &T, decode: fn(&[u8]) -> Option<IDLArgs>) {
        let mut container = TypeContainer::new();
        let types = [container.add::<T>()];
        let bytes = encode_one(value).unwrap();
        let args = IDLArgs::from_bytes_with_types(&bytes, &container.env, &types).unwrap();
        let by_hand = decode(&bytes).unwrap();
        assert!(by_hand == args);
        assert_eq!(by_hand.to_string(), args.to_string());
        assert!(encode(&args).unwrap() == bytes);
        assert!(args.to_bytes_with_types(&container.env, &types).unwrap() == bytes);
    }

    #[test]
    fn the_same_bytes_and_values_as_candid() {
        check::<TransferArg>(&transfer(), decode_argument);
        let n = || Nat::from(7_u8);
        let errors = [
            TransferError::GenericError {
                message: "no".to_owned(),
                error_code: n(),
            },
            TransferError::TemporarilyUnavailable,
            TransferError::BadBurn {
                min_burn_amount: n(),
            },
            TransferError::Duplicate { duplicate_of: n() },
            TransferError::BadFee { expected_fee: n() },
            TransferError::CreatedInFuture { ledger_time: 7 },
            TransferError::TooOld,
            TransferError::InsufficientFunds { balance: n() },
        ];
        check::<TransferResult>(&Ok(n()), decode_result);
        for error in errors {
            check::<TransferResult>(&Err(error), decode_result);
        }
    }
}
