//! Encoding of one entry of the type table.

use crate::error::{internal, Result};
use crate::schema::descriptor::Descriptor;
use crate::schema::expected::{ExpectedFields, ExpectedType};
use crate::schema::graph::{GraphNode, ReferenceParts};
use candid_wire::opcode::Composite;
use candid_wire::writer;

/// How one type refers to another: the opcode of a primitive, or the index of an entry.
pub(crate) type TypeCode = i64;

/// Writes the entry of a type whose parts have these codes.
pub(crate) fn write_entry(
    expected: &ExpectedType,
    codes: &[TypeCode],
    out: &mut Vec<u8>,
) -> Result<()> {
    let (constructor, fields) = match expected {
        ExpectedType::Static(Descriptor::Opt(_)) => return write_part(Composite::Opt, codes, out),
        ExpectedType::Static(Descriptor::Vec(_)) => return write_part(Composite::Vec, codes, out),
        ExpectedType::Static(
            Descriptor::Record(fields) | Descriptor::RecordWithRest { fields, .. },
        ) => (Composite::Record, ExpectedFields::Static(fields)),
        ExpectedType::Static(Descriptor::Variant(fields)) => {
            (Composite::Variant, ExpectedFields::Static(fields))
        }
        ExpectedType::Node(graph, index) => match graph.node(*index) {
            GraphNode::Opt(_) => return write_part(Composite::Opt, codes, out),
            GraphNode::Vec(_) => return write_part(Composite::Vec, codes, out),
            GraphNode::Record(fields) => (Composite::Record, ExpectedFields::Node(graph, fields)),
            GraphNode::Variant(fields) => (Composite::Variant, ExpectedFields::Node(graph, fields)),
            GraphNode::Reference(reference) => {
                write_reference(reference, codes, out);
                return Ok(());
            }
            GraphNode::Primitive(_) | GraphNode::Unknown => return Err(internal()),
        },
        ExpectedType::Static(_) | ExpectedType::Any => return Err(internal()),
    };
    out.push(constructor.byte());
    writer::write_len(out, fields.len());
    let ids = (0..fields.len()).map_while(|i| fields.id(i));
    writer::write_fields(out, ids.zip(codes.iter().copied()));
    Ok(())
}

pub(super) fn write_reference(reference: &ReferenceParts, codes: &[TypeCode], out: &mut Vec<u8>) {
    match reference {
        ReferenceParts::Func { args, modes, .. } => {
            out.push(Composite::Func.byte());
            let (args, rets) = codes.split_at(args.len().min(codes.len()));
            for codes in [args, rets] {
                writer::write_leb_u64(out, codes.len() as u64);
                write_codes(codes, out);
            }
            writer::write_leb_u64(out, modes.len() as u64);
            out.extend(modes.iter().map(|mode| mode.annotation().byte()));
        }
        ReferenceParts::Service(methods) => {
            out.push(Composite::Service.byte());
            writer::write_leb_u64(out, methods.len() as u64);
            for ((name, _), code) in methods.iter().zip(codes) {
                writer::write_text(out, name);
                writer::write_sleb_i64(out, *code);
            }
        }
    }
}

fn write_part(constructor: Composite, codes: &[TypeCode], out: &mut Vec<u8>) -> Result<()> {
    out.push(constructor.byte());
    write_codes(codes, out);
    Ok(())
}

fn write_codes(codes: &[TypeCode], out: &mut Vec<u8>) {
    for code in codes {
        writer::write_sleb_i64(out, *code);
    }
}
