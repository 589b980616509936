//! The value in which decoding fails, also if that is in a vector that is shortened: where the bytes are valid, and types do not
//! fit.

use super::values::{Frame, Parts, Walk};

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
        let Some(frame) = self.frames.last() else {
            return String::new();
        };
        let i = frame.n_begun.saturating_sub(1);
        let ty = match &frame.parts {
            Parts::Arguments => self.table.args.get(i).copied(),
            Parts::Fields(fields) => fields.get(i).map(|(_, ty)| *ty),
            Parts::Elements(ty, _) | Parts::Payload(ty) | Parts::Case(_, ty) => Some(*ty),
        };
        let path = self.path(self.frames.len());
        ty.map_or(String::new(), |ty| {
            format!("{path} : {}", self.table.shown(ty))
        })
    }
}
