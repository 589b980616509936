//! Conversion of values with locations to plain values, at the types that the text gives.

use crate::check::closed_type;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, FileId};
use crate::error::Result;
use crate::stack;
use crate::syntax::ast::{Annotated, Span, TypeKind, Value, ValueField, ValueKind};
use crate::syntax::parse::parser::{MAX_FINDINGS, TOO_MANY};
use crate::syntax::parse::{args_without_findings, value_without_findings};
use crate::syntax::parse::{parse_args_spanned, parse_value_spanned, Parsed};
use crate::syntax::PrimType;
use candid::types::value::{IDLField, VariantValue};
use candid::{IDLArgs, IDLValue, TypeEnv};

/// Limit on the number of annotations around each byte of values, on average: each annotation traverses its value. A
/// short text may have more.
const MAX_ANNOTATED: usize = 32;

/// This many bytes of values, counted once for each annotation around them, are always accepted.
const MIN_ANNOTATED: usize = 1_000_000;

/// Parses values in parentheses. Integers without a type stay [`IDLValue::Number`]; numbers with a decimal point or an
/// exponent are `float64`.
///
/// # Errors
///
/// [`Error::Parse`](crate::Error::Parse) with every problem in the text.
///
/// # Examples
///
/// ```
/// use candid_parser::parse_idl_args;
///
/// let args = parse_idl_args("(1 : nat8, opt \"two\")").unwrap();
/// assert_eq!(args.to_string(), "(1 : nat8, opt \"two\")");
/// let error = parse_idl_args("(1, 2 : nat_8)").unwrap_err();
/// assert_eq!(error.to_string(), "1:9: unbound type identifier nat_8");
/// ```
pub fn parse_idl_args(text: &str) -> Result<IDLArgs> {
    parse_args(text).complete(text)
}

/// Parses one value, as [`parse_idl_args`] does.
///
/// # Errors
///
/// [`Error::Parse`](crate::Error::Parse) with every problem in the text.
///
/// # Examples
///
/// ```
/// use candid_parser::{parse_idl_value, IDLValue};
///
/// assert_eq!(parse_idl_value("0x10").unwrap(), IDLValue::Number("16".to_string()));
/// ```
pub fn parse_idl_value(text: &str) -> Result<IDLValue> {
    parse_value(text).complete(text)
}

/// Parses values in parentheses: `(1, "two")`.
#[must_use]
pub fn parse_args(text: &str) -> Parsed<IDLArgs> {
    let parsed = parse_args_counting(text);
    let ((tree, _), findings) = (parsed.tree, parsed.findings);
    Parsed { tree, findings }
}

/// Parses values in parentheses, and counts the fields that are dropped because the types in the text do not have them.
pub(super) fn parse_args_counting(text: &str) -> Parsed<(IDLArgs, usize)> {
    let mut conversion = Conversion::new(text.len(), Vec::new());
    let tree = args_without_findings(text, &mut |item| conversion.value(item));
    if let Some(tree) = tree {
        let args = conversion.items(tree);
        if conversion.findings.is_empty() {
            let n_dropped = conversion.n_dropped;
            return conversion.parsed((IDLArgs { args }, n_dropped));
        }
    }
    of_args(text, parse_args_spanned(text))
}

/// Converts the arguments of a text, and counts the dropped fields.
pub(crate) fn of_args(text: &str, parsed: Parsed<Vec<Value>>) -> Parsed<(IDLArgs, usize)> {
    let Parsed { tree, findings } = parsed;
    let mut conversion = Conversion::new(text.len(), findings);
    let args = conversion.items(tree);
    let n_dropped = conversion.n_dropped;
    conversion.parsed((IDLArgs { args }, n_dropped))
}

/// Parses a value.
#[must_use]
pub fn parse_value(text: &str) -> Parsed<IDLValue> {
    let mut conversion = Conversion::new(text.len(), Vec::new());
    let tree = value_without_findings(text, &mut |item| conversion.value(item));
    match tree.and_then(|tree| conversion.value(tree)) {
        Some(value) if conversion.findings.is_empty() => return conversion.parsed(value),
        _ => {}
    }
    of_value(text, parse_value_spanned(text))
}

/// Converts the value of a text.
pub(crate) fn of_value(text: &str, parsed: Parsed<Value>) -> Parsed<IDLValue> {
    let Parsed { tree, findings } = parsed;
    let mut conversion = Conversion::new(text.len(), findings);
    let value = conversion.value(tree).unwrap_or(IDLValue::Null);
    conversion.parsed(value)
}

/// Returns the value without its locations; `None` if a part could not be parsed or does not fit its type.
pub(super) fn plain(value: &Value) -> Option<IDLValue> {
    let len = value.span.end.saturating_sub(value.span.start) as usize;
    let mut conversion = Conversion::new(len, Vec::new());
    let value = conversion.value(value.clone());
    value.filter(|_| conversion.findings.is_empty())
}

/// A conversion with the findings about it and about the syntax.
struct Conversion {
    findings: Vec<Diagnostic>,
    /// The number of fields that the types in the text do not have.
    n_dropped: usize,
    /// The number of bytes of values that may still be converted to a type; bytes within several annotations count once
    /// for each.
    n_left: usize,
    /// Whether the rest is skipped.
    is_stopped: bool,
}

impl Conversion {
    fn new(len: usize, findings: Vec<Diagnostic>) -> Self {
        Conversion {
            findings,
            n_dropped: 0,
            n_left: len.saturating_mul(MAX_ANNOTATED).max(MIN_ANNOTATED),
            is_stopped: false,
        }
    }

    fn parsed<T>(self, tree: T) -> Parsed<T> {
        let findings = self.findings;
        Parsed { tree, findings }.sorted()
    }

    fn report(&mut self, code: Code, message: impl Into<String>, span: Span) {
        self.push(Diagnostic::error(message, FileId::default(), span).coded(code.id()));
    }

    fn push(&mut self, finding: Diagnostic) {
        if self.is_stopped {
            return;
        }
        let end = finding.span();
        self.findings.push(finding);
        if self.findings.len() == MAX_FINDINGS {
            self.report(Code::TooManyErrors, TOO_MANY, end.unwrap_or_default());
            self.is_stopped = true;
        }
    }

    /// Converts a value; `None` if it cannot be converted, for which there is a finding.
    fn value(&mut self, value: Value) -> Option<IDLValue> {
        Some(match value.kind {
            ValueKind::Leaf(leaf) => leaf,
            ValueKind::Error => return None,
            kind => return stack::level(|| self.composite(kind, value.span)),
        })
    }

    fn composite(&mut self, kind: ValueKind, span: Span) -> Option<IDLValue> {
        Some(match kind {
            ValueKind::Opt(content) => IDLValue::Opt(Box::new(self.value(*content)?)),
            ValueKind::Vec(items) => IDLValue::Vec(self.items(items)),
            ValueKind::Record(fields) => {
                let fields = fields.into_iter();
                let mut fields: Vec<IDLField> = fields.filter_map(|f| self.field(f)).collect();
                fields.sort_by_cached_key(|field| field.id.get_id());
                IDLValue::Record(fields)
            }
            ValueKind::Variant(case) => {
                IDLValue::Variant(VariantValue(Box::new(self.field(*case)?), 0))
            }
            ValueKind::Annotated(annotated) => return self.annotated(*annotated, span),
            ValueKind::Leaf(leaf) => leaf,
            ValueKind::Error => return None,
        })
    }

    fn items(&mut self, items: Vec<Value>) -> Vec<IDLValue> {
        let items = items.into_iter();
        items.filter_map(|item| self.value(item)).collect()
    }

    fn field(&mut self, field: ValueField) -> Option<IDLField> {
        Some(IDLField {
            id: field.label,
            val: self.value(field.value)?,
        })
    }

    fn annotated(&mut self, annotated: Annotated, span: Span) -> Option<IDLValue> {
        let (value, written) = (annotated.value, annotated.written);
        if let (ValueKind::Leaf(IDLValue::Number(digits)), TypeKind::Prim(prim)) =
            (&value.kind, &annotated.typ.kind)
        {
            if let Some(number) = number_at(digits, *prim) {
                return Some(number);
            }
        }
        let value = self.value(value)?;
        let ty = closed_type(&annotated.typ);
        let problems = |problems: Diagnostics| problems.list.into_iter().for_each(|d| self.push(d));
        let ty = ty.map_err(problems).ok()?;
        let len = written.end.saturating_sub(written.start) as usize;
        match self.n_left.checked_sub(len) {
            Some(n_left) => self.n_left = n_left,
            None => {
                self.report(
                    Code::TooManyAnnotations,
                    "too many nested type annotations",
                    span,
                );
                self.is_stopped = true;
            }
        }
        if self.is_stopped {
            return None;
        }
        match value.annotate_type_counting(&TypeEnv::new(), &ty) {
            Ok((value, n)) => {
                self.n_dropped = self.n_dropped.saturating_add(n);
                Some(value)
            }
            Err(failed) => {
                self.report(Code::WrongType, failed.to_string(), written);
                None
            }
        }
    }
}

/// Returns an integer as a number of a type; `None` if the general conversion must do it.
fn number_at(digits: &str, prim: PrimType) -> Option<IDLValue> {
    Some(match prim {
        PrimType::Nat8 => IDLValue::Nat8(digits.parse().ok()?),
        PrimType::Nat16 => IDLValue::Nat16(digits.parse().ok()?),
        PrimType::Nat32 => IDLValue::Nat32(digits.parse().ok()?),
        PrimType::Nat64 => IDLValue::Nat64(digits.parse().ok()?),
        PrimType::Int8 => IDLValue::Int8(digits.parse().ok()?),
        PrimType::Int16 => IDLValue::Int16(digits.parse().ok()?),
        PrimType::Int32 => IDLValue::Int32(digits.parse().ok()?),
        PrimType::Int64 => IDLValue::Int64(digits.parse().ok()?),
        PrimType::Nat => IDLValue::Nat(digits.parse::<u64>().ok()?.into()),
        PrimType::Int => IDLValue::Int(digits.parse::<i64>().ok()?.into()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{of_args, parse_args_counting};
    use crate::syntax::parse::parse_args_spanned;

    /// Values that are converted while they are parsed, from a part of the tokens at a time, are those of the tree.
    #[test]
    fn converted_while_parsed() {
        let items = [
            "1;",
            "-0x1_f : int;",
            "\"a\" : text;",
            "opt vec { 1; \"a\"; null };",
            "record { a = vec { 1; 2 }; 3; \"b\" = 4 : nat8 };",
            "variant { a = vec { vec { true } } : vec vec bool };",
            "(vec { record { a = 1; b = 2 } } : vec record { a : nat });",
            "func \"aaaaa-aa\".f; /* comment */ // comment\n",
            "(1 : nat8) : reserved;",
            // These are errors, in the text or of types.
            "1 : text;",
            "vec { 1 : nat8; 300 : nat8 };",
            "vec { (vec { \"a\" } : vec nat) };",
            "record { a = 1; a = 2 };",
            "vec { 1, 2 };",
            "[1];",
            "\"a",
            "nosuch;",
        ];
        for item in items {
            for n in [0, 1, 3, 200, 2_000] {
                let text = format!("(5, vec {{ {} }}, {{}}, vec {{}})", item.repeat(n));
                for text in [text.clone(), text.replace(", {}", ""), format!("{text})")] {
                    let of_tree = of_args(&text, parse_args_spanned(&text));
                    assert_eq!(parse_args_counting(&text), of_tree, "{item} {n}");
                }
            }
        }
    }
}
