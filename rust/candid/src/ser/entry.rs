//! Encoding of one entry of the type table.

use crate::error::{internal, Result};
use crate::schema::expected::{ExpectedFields, ExpectedType, TypeShape};
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
    if let ExpectedType::Node(graph, index) = expected {
        let constructor = match graph.node(*index) {
            GraphNode::Record(fields) => Some((Composite::Record, fields)),
            GraphNode::Variant(fields) => Some((Composite::Variant, fields)),
            _ => None,
        };
        if let Some((constructor, fields)) = constructor {
            out.push(constructor.byte());
            writer::write_leb_u64(out, fields.len() as u64);
            for (field, code) in fields.iter().zip(codes) {
                writer::write_leb_u32(out, field.id);
                writer::write_sleb_i64(out, *code);
            }
            return Ok(());
        }
    }
    match expected.view()? {
        TypeShape::Opt(_) => {
            out.push(Composite::Opt.byte());
            write_codes(codes, out);
        }
        TypeShape::Vec(_) => {
            out.push(Composite::Vec.byte());
            write_codes(codes, out);
        }
        TypeShape::Record(fields) => write_fields(Composite::Record, fields, codes, out),
        TypeShape::Variant(fields) => write_fields(Composite::Variant, fields, codes, out),
        TypeShape::Reference(reference, _) => match reference {
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
        },
        TypeShape::Primitive(_) | TypeShape::Any => return Err(internal()),
    }
    Ok(())
}

fn write_fields(
    constructor: Composite,
    fields: ExpectedFields<'_>,
    codes: &[TypeCode],
    out: &mut Vec<u8>,
) {
    out.push(constructor.byte());
    writer::write_leb_u64(out, fields.len() as u64);
    for (i, code) in codes.iter().enumerate() {
        writer::write_leb_u32(out, fields.id(i).unwrap_or_default());
        writer::write_sleb_i64(out, *code);
    }
}

fn write_codes(codes: &[TypeCode], out: &mut Vec<u8>) {
    for code in codes {
        writer::write_sleb_i64(out, *code);
    }
}
