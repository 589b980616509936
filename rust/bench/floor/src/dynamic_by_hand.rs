//! The dynamic values of `../further/dynamic.rs`, made by code for exactly these types, and written by it.
//!
//! The values are those that `candid` makes: each label a text of its own, each record a vector of its fields, each payload
//! in a box. Names are compared, not hashed, and fields are expected in the order of the wire.

use crate::dynamic::Transfer;
use crate::messages::Message;
use crate::wire::{Reader, Wire};
use candid::types::value::{IDLArgs, IDLField, IDLValue, VariantValue};
use candid::types::Label;
use candid::Principal;
use candid_wire::writer;

/// The message of one vector of transfers.
pub(crate) fn encode(args: &IDLArgs) -> Option<Vec<u8>> {
    let [IDLValue::Vec(transfers)] = args.args.as_slice() else {
        return None;
    };
    let mut out = <Vec<Transfer>>::HEADER.to_vec();
    writer::write_len(&mut out, transfers.len());
    let Some((first, rest)) = transfers.split_first() else {
        return Some(out);
    };
    let start = out.len();
    write_transfer(first, &mut out)?;
    // The others are likely to be as long.
    out.reserve((out.len() - start) * rest.len());
    for transfer in rest {
        write_transfer(transfer, &mut out)?;
    }
    Some(out)
}

/// The vector of transfers of a message.
pub(crate) fn decode(bytes: &[u8]) -> Option<IDLArgs> {
    let mut reader = Reader::behind(bytes, <Vec<Transfer>>::HEADER)?;
    let n = reader.length()?;
    // Every transfer has a byte at least.
    let mut transfers = Vec::with_capacity(n.min(bytes.len()));
    for _ in 0..n {
        transfers.push(IDLValue::Record(read_transfer(&mut reader)?));
    }
    reader.is_empty().then(|| IDLArgs {
        args: vec![IDLValue::Vec(transfers)],
    })
}

/// Appends a transfer. Not inlined: in the loop, the compiler would work out each address.
#[inline(never)]
fn write_transfer(transfer: &IDLValue, out: &mut Vec<u8>) -> Option<()> {
    let IDLValue::Record(fields) = transfer else {
        return None;
    };
    let [id, to, fee, is_final, from, kind, memo, amount] = fields.as_slice() else {
        return None;
    };
    write_nat64(named(id, "id")?, out)?;
    write_principal(named(to, "to")?, out)?;
    match named(fee, "fee")? {
        IDLValue::Opt(fee) => {
            out.push(1);
            write_nat64(fee, out)?;
        }
        IDLValue::None | IDLValue::Null => out.push(0),
        _ => return None,
    }
    match named(is_final, "is_final")? {
        IDLValue::Bool(is_final) => out.push(u8::from(*is_final)),
        _ => return None,
    }
    write_principal(named(from, "from")?, out)?;
    write_kind(named(kind, "kind")?, out)?;
    match named(memo, "memo")? {
        IDLValue::Text(memo) => writer::write_text(out, memo),
        _ => return None,
    }
    write_nat64(named(amount, "amount")?, out)
}

#[inline(always)]
fn write_kind(kind: &IDLValue, out: &mut Vec<u8>) -> Option<()> {
    let IDLValue::Variant(VariantValue(case, _)) = kind else {
        return None;
    };
    match (&case.id, &case.val) {
        (Label::Named(name), IDLValue::Record(fields)) if name == "Burn" => {
            let [block] = fields.as_slice() else {
                return None;
            };
            out.push(0);
            write_nat64(named(block, "block")?, out)
        }
        (Label::Named(name), IDLValue::Null) if name == "Mint" => {
            out.push(1);
            Some(())
        }
        (Label::Named(name), IDLValue::Nat32(n)) if name == "Transfer" => {
            out.push(2);
            out.extend_from_slice(&n.to_le_bytes());
            Some(())
        }
        _ => None,
    }
}

/// The value of a field of this name.
#[inline(always)]
pub(crate) fn named<'a>(field: &'a IDLField, expected: &str) -> Option<&'a IDLValue> {
    match &field.id {
        Label::Named(name) if name == expected => Some(&field.val),
        _ => None,
    }
}

#[inline(always)]
pub(crate) fn write_nat64(value: &IDLValue, out: &mut Vec<u8>) -> Option<()> {
    let IDLValue::Nat64(n) = value else {
        return None;
    };
    out.extend_from_slice(&n.to_le_bytes());
    Some(())
}

#[inline(always)]
pub(crate) fn write_principal(value: &IDLValue, out: &mut Vec<u8>) -> Option<()> {
    let IDLValue::Principal(id) = value else {
        return None;
    };
    writer::write_principal(out, id.as_slice());
    Some(())
}

#[inline(always)]
pub(crate) fn read_principal(reader: &mut Reader<'_>) -> Option<IDLValue> {
    Some(IDLValue::Principal(Principal::read(reader)?))
}

/// Reads the fields of a transfer. Not inlined, as [`write_transfer`].
#[inline(never)]
fn read_transfer(reader: &mut Reader<'_>) -> Option<Vec<IDLField>> {
    let mut fields = Vec::with_capacity(8);
    fields.push(field("id", IDLValue::Nat64(u64::read(reader)?)));
    fields.push(field("to", read_principal(reader)?));
    let fee = Option::<u64>::read(reader)?.map(|fee| Box::new(IDLValue::Nat64(fee)));
    fields.push(field("fee", fee.map_or(IDLValue::None, IDLValue::Opt)));
    fields.push(field("is_final", IDLValue::Bool(bool::read(reader)?)));
    fields.push(field("from", read_principal(reader)?));
    fields.push(field("kind", IDLValue::Variant(read_kind(reader)?)));
    fields.push(field("memo", IDLValue::Text(String::read(reader)?)));
    fields.push(field("amount", IDLValue::Nat64(u64::read(reader)?)));
    Some(fields)
}

#[inline(always)]
fn read_kind(reader: &mut Reader<'_>) -> Option<VariantValue> {
    let case = match reader.byte()? {
        0 => {
            let block = field("block", IDLValue::Nat64(u64::read(reader)?));
            field("Burn", IDLValue::Record(vec![block]))
        }
        1 => field("Mint", IDLValue::Null),
        2 => field("Transfer", IDLValue::Nat32(u32::read(reader)?)),
        _ => return None,
    };
    Some(VariantValue(Box::new(case), 0))
}

#[inline(always)]
pub(crate) fn field(name: &str, val: IDLValue) -> IDLField {
    IDLField {
        id: Label::Named(name.to_owned()),
        val,
    }
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};
    use crate::dynamic::message;
    use candid::types::value::IDLArgs;
    use candid::TypeEnv;

    #[test]
    fn the_same_bytes_and_values_as_candid() {
        let (bytes, types) = message();
        let env = TypeEnv::new();
        let args = IDLArgs::from_bytes_with_types(&bytes, &env, &types).unwrap();
        assert!(decode(&bytes).unwrap() == args);
        assert!(encode(&args).unwrap() == bytes);
        assert!(args.to_bytes_with_types(&env, &types).unwrap() == bytes);
    }
}
