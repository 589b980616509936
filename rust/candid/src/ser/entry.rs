//! Encoding of one entry of the type table.

use crate::error::{internal, Result};
use crate::schema::descriptor::{Descriptor, FieldDescriptor};
use crate::schema::expected::ExpectedType;
use crate::schema::graph::{GraphField, GraphNode, ReferenceParts};
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
    match expected {
        ExpectedType::Static(Descriptor::Opt(_)) => write_part(Composite::Opt, codes, out),
        ExpectedType::Static(Descriptor::Vec(_)) => write_part(Composite::Vec, codes, out),
        ExpectedType::Static(
            Descriptor::Record(fields) | Descriptor::RecordWithRest { fields, .. },
        ) => write_constant(Composite::Record, fields, codes, out),
        ExpectedType::Static(Descriptor::Variant(fields)) => {
            write_constant(Composite::Variant, fields, codes, out);
        }
        ExpectedType::Node(graph, index) => match graph.node(*index) {
            GraphNode::Opt(_) => write_part(Composite::Opt, codes, out),
            GraphNode::Vec(_) => write_part(Composite::Vec, codes, out),
            GraphNode::Record(fields) => {
                write_nodes(Composite::Record, fields, codes, out);
            }
            GraphNode::Variant(fields) => {
                write_nodes(Composite::Variant, fields, codes, out);
            }
            GraphNode::Reference(reference) => write_reference(reference, codes, out),
            GraphNode::Primitive(_) | GraphNode::Unknown => return Err(internal()),
        },
        ExpectedType::Static(_) | ExpectedType::Any => return Err(internal()),
    }
    Ok(())
}

/// Writes the entry of a record or variant of a descriptor.
fn write_constant(
    constructor: Composite,
    fields: &[FieldDescriptor],
    codes: &[TypeCode],
    out: &mut Vec<u8>,
) {
    write_fields(constructor, fields.iter().map(|field| field.id), codes, out);
}

/// Writes the entry of a record or variant of a graph.
fn write_nodes(
    constructor: Composite,
    fields: &[GraphField],
    codes: &[TypeCode],
    out: &mut Vec<u8>,
) {
    write_fields(constructor, fields.iter().map(|field| field.id), codes, out);
}

/// Writes the entry of a record or variant. Not one iterator for both of the above: deciding between them for each field
/// takes some 25 instructions.
#[inline(always)]
fn write_fields(
    constructor: Composite,
    ids: impl ExactSizeIterator<Item = u32>,
    codes: &[TypeCode],
    out: &mut Vec<u8>,
) {
    out.push(constructor.byte());
    writer::write_len(out, ids.len());
    writer::write_fields(out, ids.zip(codes.iter().copied()));
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

fn write_part(constructor: Composite, codes: &[TypeCode], out: &mut Vec<u8>) {
    out.push(constructor.byte());
    write_codes(codes, out);
}

fn write_codes(codes: &[TypeCode], out: &mut Vec<u8>) {
    for code in codes {
        writer::write_sleb_i64(out, *code);
    }
}
