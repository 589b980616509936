//! Values that are not valid, and whose end is known all the same: what follows them can be read.

use super::emit::{Emitter, Ending, Said};
use super::row::{Row, RowKind};
use super::table::{Entry, WireType};
use super::values::{depth, Walk};
use candid_wire::error::{WireError, WireErrorKind};
use candid_wire::opcode::Primitive;
use candid_wire::reader::Reader;

impl<'a> Walk<'a, '_> {
    /// Emits the row of a value that is not valid, if its end is known.
    pub(super) fn damaged<S, E>(
        &mut self,
        ty: WireType,
        fault: Option<(usize, String)>,
        emitter: &mut Emitter<'a, S>,
    ) -> Result<(), Ending<E>>
    where
        S: FnMut(&Row<'_>) -> Result<(), E>,
    {
        let mut reader = self.reader.clone();
        let Some(error) = skip(&mut reader, ty, self.table.entry(ty)) else {
            return Err(Ending::Broken(fault));
        };
        // It has a row also where elements are left out; those after it are left out again.
        if let Some(silence) = self.silence.take() {
            let offset = self.reader.offset();
            let end = silence.current + usize::from(offset > silence.offset);
            if end > silence.first {
                let emitted = self.elements(&silence, end, offset, emitter);
                emitted.map_err(Ending::Sink)?;
            }
        }
        self.reader = reader;
        (self.stop, self.is_damaged) = (usize::MAX, true);
        let (path, ty) = (self.path(self.frames.len()), self.table.shown(ty));
        let meaning = format!("{path} : {ty}, not valid");
        let said = Said::new(RowKind::Value, depth(self.frames.len()), meaning).of(path, ty);
        let end = self.reader.offset();
        emitter.fail(end, (error.offset(), error.to_string()));
        emitter.row(end, said).map_err(Ending::Sink)
    }
}

/// Reads a value without parts to its end, and returns why it is not valid; `None` if it is, or if its end is not known.
fn skip(reader: &mut Reader<'_>, ty: WireType, entry: Option<&Entry>) -> Option<WireError> {
    let skipped = match (ty, entry) {
        (WireType::Primitive(Primitive::Bool), _) => boolean(reader),
        (WireType::Primitive(Primitive::Text), _) => text(reader),
        (WireType::Primitive(Primitive::Principal), _) | (_, Some(Entry::Service)) => {
            principal(reader)
        }
        (_, Some(Entry::Func)) => function(reader),
        _ => return None,
    };
    skipped.ok()?
}

type Skipped = Result<Option<WireError>, WireError>;

fn boolean(reader: &mut Reader<'_>) -> Skipped {
    let error = reader.clone().read_bool().err();
    reader.skip_bytes(1)?;
    Ok(error)
}

fn text(reader: &mut Reader<'_>) -> Skipped {
    let error = reader.clone().read_text().err();
    reader.read_blob()?;
    Ok(error)
}

fn principal(reader: &mut Reader<'_>) -> Skipped {
    let error = reader.clone().read_principal().err();
    if is_opaque(error) {
        reader.skip_bytes(1)?;
        return Ok(error);
    }
    reader.read_reference_flag()?;
    reader.read_blob()?;
    Ok(error)
}

fn function(reader: &mut Reader<'_>) -> Skipped {
    let error = reader.clone().read_reference_flag().err();
    if is_opaque(error) {
        reader.skip_bytes(1)?;
        return Ok(error);
    }
    reader.read_reference_flag()?;
    let error = principal(reader)?;
    Ok(error.or(text(reader)?))
}

/// Returns whether a reference is opaque: its flag is all of it.
fn is_opaque(error: Option<WireError>) -> bool {
    error.is_some_and(|error| error.kind() == WireErrorKind::OpaqueReference)
}
