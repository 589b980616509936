//! The parsed declaration: labels hashed, skipped parts removed, sorted by id.

use super::apart::{self, Skipped};
use super::attributes::{doc_lines, SerdeAttributes};
use super::cases::parse_variants;
use super::item_attributes::ItemAttributes;
use super::labels::{label, Labels};
use super::origin::is_written;
use super::record::{items_of, type_span};
use super::refused::Place;
use super::rules::Rules;
use super::written::{borrows, is_named, is_option, is_unsized, text};
use crate::errors::Errors;
use proc_macro2::{Span, TokenStream};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, ExprPath, Ident, Index, LitStr, Member, Type};

/// A struct or an enum.
pub(super) struct Item {
    /// The path of the candid crate.
    pub(super) candid: TokenStream,
    pub(super) docs: Vec<String>,
    /// The name of the definition in interfaces, from `#[candid(name = "…")]`.
    pub(super) name: Option<LitStr>,
    pub(super) shape: Shape,
    pub(super) packed: bool,
    /// Whether values can be read as serde's derive would read them: nothing is skipped, no variant has a function of
    /// its own.
    pub(super) reads: bool,
}

pub(super) enum Shape {
    Struct(Record),
    /// The variants, sorted by id.
    Enum(Vec<Variant>),
    /// The type that is encoded and decoded instead: `from` and `into`.
    Proxy(Box<Type>),
}

impl Shape {
    /// Returns whether interfaces have a definition of the type.
    fn has_definition(&self) -> bool {
        match self {
            Shape::Struct(record) => matches!(record.style, Style::Named),
            Shape::Enum(_) => true,
            Shape::Proxy(_) => false,
        }
    }
}

/// The fields of a struct or of a variant.
pub(super) struct Record {
    pub(super) style: Style,
    /// The fields, sorted by id; without the skipped ones.
    pub(super) fields: Vec<Field>,
    /// The fields whose own fields are part of this record.
    pub(super) flattened: Vec<Flattened>,
    pub(super) rest: Option<Rest>,
    /// The fields with `skip`.
    pub(super) skipped: Vec<Skipped>,
    /// Whether serde's derive numbers and names these fields as ours does.
    pub(super) same_numbers: bool,
    /// Whether the derive can read the fields: none is borrowed, flattened or keeps the rest, and the functions that read
    /// fields, and make those that are skipped, are known.
    pub(super) is_plain: bool,
    /// Whether serde provides the value of a field that is missing.
    pub(super) has_default: bool,
}

/// A field whose own fields are part of the record.
pub(super) struct Flattened {
    pub(super) member: Member,
    pub(super) ty: Type,
    /// Where the attribute is.
    pub(super) span: Span,
}

/// A field that keeps the other fields of the record.
pub(super) struct Rest {
    pub(super) ident: Ident,
    /// The name that serde knows it by.
    pub(super) name: String,
    /// Where its type is.
    pub(super) ty_span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// `null`
    Unit,
    /// The type of the one field.
    Newtype,
    /// A record with the labels 0, 1, …
    Tuple,
    /// A record with names.
    Named,
}

pub(super) struct Field {
    /// The Rust name.
    pub(super) member: Member,
    /// The Candid name, or serde's name if Candid has a number; `None` in a tuple.
    pub(super) name: Option<String>,
    pub(super) id: u32,
    /// Whether the label is the number, not the name.
    pub(super) numbered: bool,
    /// The position in the declaration among those that are not skipped.
    pub(super) ordinal: u32,
    /// The ids of the names that it is also read by.
    pub(super) aliases: Vec<u32>,
    pub(super) ty: Type,
    /// [`super::written::text`] of the type.
    pub(super) ty_text: String,
    /// [`super::record::type_span`] of the type.
    pub(super) ty_span: Span,
    /// [`super::record::items_of`] the type.
    pub(super) items: TokenStream,
    /// The function that writes it in serde's data model, for `ty` to be made of that.
    pub(super) function: Option<ExprPath>,
    /// The function that reads it, in place of the `Deserialize` of its type.
    pub(super) reader: Option<ExprPath>,
    /// Whether it is written as a blob in one go.
    pub(super) bytes: bool,
    /// Whether serde provides a value if it is missing, and it is not an option.
    pub(super) default: bool,
    pub(super) docs: Vec<String>,
}

pub(super) struct Variant {
    pub(super) ident: Ident,
    /// The Candid name, or serde's name if Candid has a number.
    pub(super) name: String,
    pub(super) id: u32,
    /// Whether the label is the number, not the name.
    pub(super) numbered: bool,
    /// The ids of the names that it is also read by.
    pub(super) aliases: Vec<u32>,
    /// The position in the declaration among those that are not skipped.
    pub(super) ordinal: u32,
    pub(super) skip: Skip,
    /// Whether it is not skipped and no function reads it.
    pub(super) is_plain: bool,
    pub(super) payload: Record,
    pub(super) docs: Vec<String>,
}

/// Whether a variant is left out of the Candid type or of encoding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Skip {
    Nothing,
    /// It is in the Candid type, but cannot be encoded (`skip_serializing`).
    Encoding,
    /// It is not in the Candid type, and cannot be encoded (`skip`).
    Type,
}

impl Item {
    /// Parses the declaration. Returns `None` only if there were errors.
    pub(super) fn parse(input: &DeriveInput, errors: &mut Errors) -> Option<Self> {
        let place = match &input.data {
            Data::Enum(_) => Place::Enum,
            Data::Struct(_) | Data::Union(_) => Place::Struct,
        };
        let mut attributes = ItemAttributes::parse(&input.attrs, place, errors);
        attributes.same_numbers &= is_written(input);
        let mut same_numbers = attributes.same_numbers;
        let reads;
        let shape = match (&input.data, &attributes.proxy) {
            (_, Some(proxy)) => {
                reads = false;
                Shape::Proxy(Box::new(proxy.clone()))
            }
            (Data::Struct(data), None) => {
                let mut record =
                    Record::parse(&data.fields, &Rules::of_struct(input, &attributes), errors);
                if let Some(span) = attributes.transparent {
                    record.make_transparent(span, errors);
                }
                record.same_numbers &= same_numbers;
                same_numbers = record.same_numbers;
                reads = record.is_plain && !record.fields.iter().any(|field| is_unsized(&field.ty));
                Shape::Struct(record)
            }
            (Data::Enum(data), None) => {
                if let Some(span) = attributes.transparent {
                    errors.at(
                        span,
                        "`transparent` is not possible on an enum: it has no single field; use a struct of one field",
                    );
                }
                let (variants, same) = parse_variants(data, &input.ident, &attributes, errors);
                same_numbers = same;
                reads = variants.iter().all(|variant| {
                    let payload = &variant.payload;
                    variant.is_plain
                        && payload.is_plain
                        && payload.same_numbers
                        && !payload.has_default
                });
                Shape::Enum(variants)
            }
            (Data::Union(data), None) => {
                errors.at(
                    data.union_token.span(),
                    "expected a struct or an enum, found a union: its active field is not known",
                );
                return None;
            }
        };
        if let (Some(name), false) = (&attributes.name, shape.has_definition()) {
            errors.at(
                name.span(),
                "`name` is not possible on a type without a definition: only records with names and variants have one in \
                 interfaces, others are written where they are used",
            );
        }
        Some(Item {
            candid: attributes.candid,
            docs: doc_lines(&input.attrs),
            name: attributes.name,
            shape,
            packed: attributes.packed,
            reads: reads && same_numbers && !attributes.has_bound,
        })
    }
}

impl Record {
    fn parse(fields: &syn::Fields, rules: &Rules<'_>, errors: &mut Errors) -> Self {
        let style = match fields {
            syn::Fields::Unit => Style::Unit,
            syn::Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Style::Newtype,
            syn::Fields::Unnamed(_) => Style::Tuple,
            syn::Fields::Named(_) => Style::Named,
        };
        let mut record = Record {
            style,
            fields: Vec::with_capacity(fields.len()),
            flattened: Vec::new(),
            rest: None,
            skipped: Vec::new(),
            same_numbers: true,
            is_plain: true,
            has_default: false,
        };
        let mut labels = Labels::new("field");
        let mut rest_span = None;
        for (position, field) in fields.iter().enumerate() {
            let attributes =
                SerdeAttributes::parse(&field.attrs, Place::Field, rules.unchecked, errors);
            apart::check(&attributes, rules.owner, &field.ty, errors);
            let can_be_called = attributes.can_be_called(&field.ty);
            let (function, ty) = match attributes.written {
                Some((function, ty)) => (Some(function), ty),
                None => (None, field.ty.clone()),
            };
            // An absent option is null.
            let default = matches!(style, Style::Named | Style::Tuple)
                && (attributes.default || rules.default)
                && !is_option(&ty);
            record.same_numbers &= attributes.same_numbers;
            let skipped = attributes.skip == Skip::Type;
            if let (Some(span), true) = (attributes.not_read, !skipped && style != Style::Named) {
                errors.at(
                    span,
                    "`skip_deserializing` is not possible on a tuple field: serde numbers the others without it; use a \
                     named field, or `skip`",
                );
            } else if let (Some(span), true) =
                (attributes.not_read, !skipped && rules.transparent.is_some())
            {
                errors.at(
                    span,
                    "`skip_deserializing` is not possible in a `transparent` struct: the field would be written and not \
                     read; use `skip`",
                );
            }
            let ty_text = text(&ty);
            record.has_default |= default && !skipped;
            // Serde serializes the field of a newtype even if it is marked as skipped.
            if skipped && style != Style::Newtype {
                // Serde takes it from the default of the whole struct.
                record.is_plain &= !rules.default;
                record.skipped.push(Skipped {
                    member: match &field.ident {
                        Some(ident) => Member::Named(ident.clone()),
                        None => Member::Unnamed(position.into()),
                    },
                    ty: field.ty.clone(),
                    function: attributes.default_function,
                });
                continue;
            }
            record.is_plain &= !skipped && !borrows(&ty_text);
            record.is_plain &= can_be_called;
            let reader = attributes.reader.function();
            if let (Some(span), false) = (attributes.flatten, skipped) {
                record.is_plain = false;
                match &field.ident {
                    Some(ident) if rules.may_flatten => {
                        record.flattened.push(Flattened {
                            member: Member::Named(ident.clone()),
                            ty: field.ty.clone(),
                            span: span.resolved_at(Span::call_site()),
                        });
                    }
                    _ => errors.at(
                        span,
                        "`flatten` is not possible on a field of a tuple or a variant: use a variant whose payload is a \
                         struct with names",
                    ),
                }
                continue;
            }
            if let (Some(span), false) = (attributes.rest, skipped) {
                record.is_plain = false;
                match &field.ident {
                    Some(ident) if rules.may_flatten && record.rest.is_none() => {
                        let case = |name: &str| rules.rename_all.map(|case| case.of_field(name));
                        let (name, _) = label(ident, attributes.rename, case);
                        record.rest = Some(Rest {
                            ident: ident.clone(),
                            name,
                            ty_span: type_span(&field.ty),
                        });
                        rest_span = Some(span);
                    }
                    Some(_) if rules.may_flatten => errors.at(
                        span,
                        "`rest` is not possible on two fields: one of them keeps all others; remove it",
                    ),
                    _ => errors.at(
                        span,
                        "`rest` is not possible on a field of a tuple or a variant: use a variant whose payload is a \
                         struct with names",
                    ),
                }
                continue;
            }
            let ordinal = number(record.fields.len());
            let (member, name, id) = match &field.ident {
                Some(ident) => {
                    let case = |name: &str| rules.rename_all.map(|case| case.of_field(name));
                    let (name, span) = label(ident, attributes.rename, case);
                    let id = labels.add(&name, attributes.id, span, errors);
                    (Member::Named(ident.clone()), Some(name), id)
                }
                // As in serde, positions are numbered without skipped fields, and names do not matter.
                None => {
                    if let Some((_, span)) = attributes.id {
                        errors.at(
                            span,
                            "`id` is not possible on a tuple field: these are numbered 0, 1, …; use a named field",
                        );
                    }
                    let mut index = Index::from(position);
                    index.span = field.ty.span();
                    (Member::Unnamed(index), None, ordinal)
                }
            };
            let aliases = match &name {
                Some(_) => labels.add_aliases(id, &attributes.aliases),
                // As in serde, which reads tuples by position, they have no effect.
                None => Vec::new(),
            };
            let ty_span = type_span(&ty);
            record.fields.push(Field {
                items: items_of(&ty, ty_span, rules.candid),
                ty_span,
                ty_text,
                member,
                name,
                id,
                aliases,
                numbered: attributes.id.is_some(),
                ordinal,
                bytes: attributes.bytes && !is_option(&ty),
                default,
                function,
                reader,
                ty,
                docs: doc_lines(&field.attrs),
            });
        }
        // The macro that reads them needs one in front.
        record.is_plain &= record.skipped.is_empty() || !record.fields.is_empty();
        record.fields.sort_by_key(|field| field.id);
        labels.check_aliases(errors);
        if let Some(span) = rest_span {
            apart::check_rest(&record, span, errors);
        }
        record
    }

    /// Makes it a newtype of its only field, besides those that serde leaves out (`transparent`).
    fn make_transparent(&mut self, span: Span, errors: &mut Errors) {
        self.is_plain = false;
        self.fields
            .retain(|field| !is_named(&field.ty, "PhantomData"));
        if !self.flattened.is_empty() {
            errors.at(
                span,
                "`transparent` is not possible beside `flatten`: the type is that of the one field, or has its fields",
            );
        } else if self.fields.len() == 1 && self.rest.is_none() {
            self.style = Style::Newtype;
        } else {
            let n = self.fields.len() + usize::from(self.rest.is_some());
            errors.at(
                span,
                format_args!(
                    "`transparent` is not possible without exactly one field that is not skipped: there are {n}; use \
                     `skip` on the others, or put `#[candid(unchecked)]` on the type to leave it to serde"
                ),
            );
        }
    }

    /// Parses the payload of a variant.
    pub(super) fn parse_payload(
        variant: &syn::Variant,
        rules: &Rules<'_>,
        errors: &mut Errors,
    ) -> Self {
        let mut record = Record::parse(&variant.fields, rules, errors);
        let skips_all = || {
            variant.fields.iter().all(|field| {
                let mut ignored = Errors::default();
                SerdeAttributes::parse(&field.attrs, Place::Field, true, &mut ignored).skip
                    == Skip::Type
            })
        };
        if record.style == Style::Newtype && skips_all() {
            // Serde makes it a unit variant.
            record.style = Style::Unit;
            record.fields.clear();
        }
        for field in &mut record.fields {
            // Fields of payloads are elements; only the variant itself can request a blob.
            field.bytes = false;
        }
        record
    }
}

/// Converts a position, which fits: no declaration has 2^32 fields.
pub(super) fn number(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}
