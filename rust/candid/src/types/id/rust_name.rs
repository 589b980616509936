//! The parts of a Rust type's full name: path and arguments, for the names of definitions.
//!
//! What [`std::any::type_name`] returns is meant for people, and only names of definitions are made from it. A text
//! of another form gives a worse name.

/// The name of a Rust type. References are left out: `&T` is `T`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RustName<'a> {
    /// The text that it was parsed from.
    pub(crate) full: &'a str,
    /// The identifiers of the path; none for tuples, slices and arrays.
    pub(crate) path: Vec<&'a str>,
    /// The types among the parameters; the elements of a tuple, a slice or an array.
    pub(crate) args: Vec<RustName<'a>>,
    /// Whether it is a slice or an array.
    pub(crate) is_slice: bool,
}

impl<'a> RustName<'a> {
    /// Parses a full name; what is not understood is left out.
    pub(crate) fn parse(full: &'a str) -> Self {
        Parser { rest: full }.ty()
    }

    /// Returns the last part of the path; the empty text for tuples, slices and arrays.
    pub(crate) fn own(&self) -> &'a str {
        self.path.last().copied().unwrap_or("")
    }
}

struct Parser<'a> {
    rest: &'a str,
}

impl<'a> Parser<'a> {
    fn skip(&mut self, text: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(text) else {
            return false;
        };
        self.rest = rest;
        true
    }

    fn ty(&mut self) -> RustName<'a> {
        while self.skip("&") || self.skip("*") || self.lifetime() || self.qualifier() {}
        let start = self.rest;
        let mut name = RustName {
            full: "",
            path: Vec::new(),
            args: Vec::new(),
            is_slice: self.rest.starts_with('['),
        };
        if self.skip("(") {
            name.args = self.types_until(')');
        } else if self.skip("[") {
            name.args.push(self.ty());
            self.skip_until(']');
        } else {
            self.path(&mut name);
        }
        name.full = &start[..start.len() - self.rest.len()];
        name
    }

    fn qualifier(&mut self) -> bool {
        ["mut ", "const ", "dyn "]
            .iter()
            .any(|word| self.skip(word))
    }

    fn lifetime(&mut self) -> bool {
        if !self.skip("'") {
            return false;
        }
        self.word();
        self.skip(" ");
        true
    }

    fn word(&mut self) -> &'a str {
        let end = self
            .rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    /// Parses `a::b::Own<Args>`. A part in angle brackets or braces, as of an `impl` or a closure, is left out.
    fn path(&mut self, name: &mut RustName<'a>) {
        loop {
            let word = self.word();
            if !word.is_empty() {
                name.path.push(word);
                name.args.clear();
            } else if self.skip("<") {
                self.skip_until('>');
            } else if self.skip("{") {
                self.skip_until('}');
            }
            if self.skip("<") {
                name.args = self.types_until('>');
            }
            if !self.skip("::") {
                return;
            }
        }
    }

    /// Parses types with commas between them, to the closing bracket.
    fn types_until(&mut self, close: char) -> Vec<RustName<'a>> {
        let mut types = Vec::new();
        loop {
            self.skip(" ");
            if self.lifetime() && (self.rest.starts_with([',', close])) {
                // A lifetime among the parameters.
            } else if !self.rest.starts_with(close) {
                types.push(self.ty());
            }
            if !self.skip_to_comma(close) {
                return types;
            }
        }
    }

    /// Skips to the next comma and over it, or over the closing bracket; returns whether it was a comma.
    fn skip_to_comma(&mut self, close: char) -> bool {
        self.skip_to(|c| c == ',' || c == close) == Some(',')
    }

    fn skip_until(&mut self, close: char) {
        self.skip_to(|c| c == close);
    }

    /// Skips to and over a character outside inner brackets, which is returned.
    fn skip_to(&mut self, is_end: impl Fn(char) -> bool) -> Option<char> {
        let mut depth = 0_usize;
        let mut before = ' ';
        for (at, c) in self.rest.char_indices() {
            // The arrow of a function's result closes nothing.
            let is_arrow = c == '>' && before == '-';
            before = c;
            if is_arrow {
                continue;
            }
            if depth == 0 && is_end(c) {
                self.rest = &self.rest[at + c.len_utf8()..];
                return Some(c);
            }
            match c {
                '(' | '[' | '{' | '<' => depth += 1,
                ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        self.rest = "";
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print(name: &RustName<'_>) -> String {
        let args: Vec<_> = name.args.iter().map(print).collect();
        let path = if name.is_slice {
            "[]".to_string()
        } else {
            name.path.join(".")
        };
        if args.is_empty() {
            return path;
        }
        format!("{path}({})", args.join(" "))
    }

    #[test]
    fn parts() {
        let rows = [
            ("u8", "u8"),
            ("()", ""),
            ("(u8, (), (u16,))", "(u8  (u16))"),
            ("[[u8; 2]]", "[]([](u8))"),
            ("&'_ mut a::B", "a.B"),
            ("*const u8", "u8"),
            ("a::B<c::D, E<F>>", "a.B(c.D E(F))"),
            ("alloc::borrow::Cow<'_, str>", "alloc.borrow.Cow(str)"),
            ("C<'_>", "C"),
            ("C<3>", "C(3)"),
            ("<a::G<_> as a::Tr>::f::Local", "f.Local"),
            ("a::<impl a::G<u8>>::f::Local", "a.f.Local"),
            ("a::G<u8>::f::Local<u16>", "a.G.f.Local(u16)"),
            ("a::main::{{closure}}::L", "a.main.L"),
            ("a::B<fn(u8, &'_ str) -> Option<u8>, C>", "a.B(fn C)"),
            (
                "Box<dyn core::ops::Fn(u8) -> u8 + core::marker::Send>",
                "Box(core.ops.Fn)",
            ),
            ("", ""),
            ("<", ""),
            ("A<B", "A(B)"),
            ("A<,", "A( )"),
            ("A>B", "A"),
            ("é::Étoile", "é.Étoile"),
        ];
        for (full, parts) in rows {
            assert_eq!(print(&RustName::parse(full)), parts, "{full}");
        }
    }
}
