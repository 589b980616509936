//! The value in which decoding fails, also if that is in a vector that is shortened: where the bytes are valid, and types do not
//! fit.

use super::emit::Cut;
use super::shown::ShownValue;
use super::table::{Entry, Table, WireType};
use super::values::{Frame, Parts, Walk};
use candid_wire::opcode::Primitive;

impl Walk<'_, '_> {
    /// Goes back to the start of an element that is left out, if decoding fails in what has been read of it: it has rows then, and
    /// so has what the failing byte is in, on each level. This is done once, so that the work is linear.
    pub(super) fn show_failing(&mut self) {
        let (Some(silence), Some(failing)) = (&self.silence, self.failing) else {
            return;
        };
        if self.reader.offset() <= failing {
            return;
        }
        self.failing = None;
        // Otherwise it has been shown.
        if silence.offset <= failing {
            let position = |frame: &Frame<'_>| (frame.n_begun.saturating_sub(1), frame.offset);
            self.shown = self.frames.iter().map(position).collect();
            self.frames.truncate(silence.level);
            if let Some(frame) = self.frames.last_mut() {
                frame.n_begun = frame.n_begun.saturating_sub(1);
            }
            self.reader = self.start.after(silence.offset - self.start.offset());
        }
    }

    /// Returns the path and the type of the value that comes next, or could not be read.
    pub(super) fn current(&self) -> String {
        let path = self.path(self.frames.len());
        self.current_type().map_or(String::new(), |ty| {
            format!("{path} : {}", self.table.shown(ty))
        })
    }

    fn current_type(&self) -> Option<WireType> {
        let frame = self.frames.last()?;
        let i = frame.n_begun.saturating_sub(1);
        match &frame.parts {
            Parts::Arguments => self.table.args.get(i).copied(),
            Parts::Fields(fields) => fields.get(i).map(|(_, ty)| *ty),
            Parts::Elements(ty, _) | Parts::Payload(ty) | Parts::Case(_, ty) => Some(*ty),
        }
    }

    /// Returns what is there of that value, if the message ends inside its content.
    pub(super) fn cut(&self) -> Option<Cut> {
        let ty = self.current_type()?;
        let mut reader = self.reader.clone();
        let is_text = ty == WireType::Primitive(Primitive::Text);
        let is_blob =
            matches!(self.table.entry(ty), Some(Entry::Vec(item)) if Table::is_byte(*item));
        match (ty, self.table.entry(ty)) {
            (WireType::Primitive(Primitive::Principal), _) | (_, Some(Entry::Service)) => {
                reader.read_reference_flag().ok()?;
            }
            _ if is_text || is_blob => {}
            _ => return None,
        }
        let len = reader.read_len().ok()?;
        let n_left = reader.remaining();
        let bytes = reader.rest().get(..n_left).filter(|_| n_left < len)?;
        let content = match bytes.utf8_chunks().next() {
            _ if is_blob => Some(ShownValue::blob(bytes, self.is_whole)),
            // As far as it is text: it may end inside a character.
            Some(start) if is_text => Some(ShownValue::text(start.valid(), self.is_whole)),
            _ => None,
        };
        Some(Cut {
            offset: reader.offset(),
            len,
            content,
        })
    }
}
