//! The source of one of the interfaces: where the parts of its types are written.

use crate::check::Checked;
use crate::diagnostic::FileId;
use crate::syntax::ast::{Arg, Field, Method, Span, Type, TypeKind};
use candid::types::subtype::differences::Part;
use candid::types::Label;
use std::collections::HashMap;

/// Maximum length in bytes of a type whose location is all of it.
const MAX_SHOWN: usize = 500;

/// A location in one of the interfaces.
pub(super) type Position = (FileId, Span);

/// The lists of types of a function, and of a service constructor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum List {
    Args,
    Rets,
    InitArgs,
}

impl List {
    /// Returns the word for a member.
    pub(super) fn member(self) -> &'static str {
        match self {
            List::Args => "argument",
            List::Rets => "result",
            List::InitArgs => "init argument",
        }
    }
}

/// A place in the source, where a type is.
#[derive(Clone, Copy)]
pub(super) enum At<'a> {
    /// The source is not known.
    Nowhere,
    /// The main service, with the methods that it imports.
    Service,
    /// The constructor of the main service, as a function of the init arguments.
    Constructor,
    /// The definitions that are compared by their names, by their number.
    Definitions,
    Type(FileId, &'a Type),
    /// A list, and the position of the type that it belongs to.
    List(List, FileId, &'a [Arg], Span),
}

/// The source of an interface.
pub(super) struct Source<'a> {
    checked: &'a Checked,
    pub(super) defs: HashMap<&'a str, Def<'a>>,
    methods: HashMap<&'a str, (FileId, &'a Method)>,
    init: (FileId, &'a [Arg]),
    service: Position,
    /// The names of the definitions that are compared by them.
    pub(super) definitions: Vec<String>,
    /// The types that are neither names nor `opt` or `vec`, by the addresses of those that lead to them.
    ends: HashMap<usize, (FileId, &'a Type)>,
    /// The parts of types that are `opt` or `vec`, or names of such, by the addresses of those that lead to them.
    parts: HashMap<usize, Option<(bool, At<'a>)>>,
    /// The fields of records and variants, by the addresses of the types.
    fields: HashMap<usize, HashMap<u32, &'a Field>>,
    /// The methods of services that are not the main one, likewise.
    inner_methods: HashMap<usize, HashMap<&'a str, &'a Method>>,
    /// Whether records are arrays in JSON, likewise.
    tuples: HashMap<usize, bool>,
    /// What is left after following names only, by the names.
    named: HashMap<&'a str, Place<'a>>,
}

/// A type, and the last of the names that led to it, if there are any.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) file: FileId,
    pub(super) ty: &'a Type,
    pub(super) name: Option<&'a str>,
}

impl<'a> Place<'a> {
    pub(super) fn unnamed(file: FileId, ty: &'a Type) -> Self {
        let name = None;
        Place { file, ty, name }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Def<'a> {
    pub(super) file: FileId,
    pub(super) name: Span,
    pub(super) typ: &'a Type,
}

impl<'a> Source<'a> {
    pub(super) fn new(checked: &'a Checked) -> Self {
        let mut source = Source {
            checked,
            defs: HashMap::new(),
            methods: HashMap::new(),
            init: (FileId::default(), &[]),
            service: (FileId::default(), Span::default()),
            definitions: Vec::new(),
            ends: HashMap::new(),
            parts: HashMap::new(),
            fields: HashMap::new(),
            inner_methods: HashMap::new(),
            tuples: HashMap::new(),
            named: HashMap::new(),
        };
        for file in &checked.files {
            for def in file.prog.defs() {
                let (name, typ) = (def.name.span, &def.typ);
                let file = file.id;
                source.defs.insert(&def.name.text, Def { file, name, typ });
            }
        }
        for (idx, file) in checked.files.iter().enumerate() {
            let Some(actor) = &file.prog.actor else {
                continue;
            };
            let mut ty = &actor.typ;
            if idx == 0 {
                source.service = (file.id, actor.span);
                if let TypeKind::Class(args, service) = &ty.kind {
                    source.init = (file.id, args);
                    ty = service;
                }
            } else if file.imported_at.is_none() {
                continue;
            }
            if let (
                file,
                Type {
                    kind: TypeKind::Service(methods),
                    ..
                },
            ) = source.end(file.id, ty)
            {
                let methods = methods
                    .iter()
                    .map(|method| (&*method.name.text, (file, method)));
                source.methods.extend(methods);
            }
        }
        source
    }

    /// Returns the start of the file of the interface, for what it does not have.
    pub(super) fn file(&self) -> Option<Position> {
        let file = self.checked.files.first()?;
        Some((file.id, Span::default()))
    }

    /// Returns the name of a definition that is compared by it.
    pub(super) fn definition_name(&self, label: &Label) -> Option<&str> {
        let name = self
            .definitions
            .get(usize::try_from(label.get_id()).ok()?)?;
        Some(name)
    }

    /// Returns the place of a definition that is compared by its name.
    fn definition(&self, label: &Label) -> At<'a> {
        let def = self
            .definition_name(label)
            .and_then(|name| self.defs.get(name));
        def.map_or(At::Nowhere, |def| At::Type(def.file, def.typ))
    }

    /// Returns the type that is left after following names and entering `opt` and `vec`.
    fn end(&mut self, file: FileId, ty: &'a Type) -> (FileId, &'a Type) {
        let (mut file, mut found) = (file, ty);
        let mut passed = Vec::new();
        // `type A = opt A` has no end.
        for _ in 0..=self
            .checked
            .env
            .0
            .len()
            .saturating_mul(2)
            .saturating_add(1_000)
        {
            if let Some(end) = self.ends.get(&address(found)) {
                (file, found) = *end;
                break;
            }
            let next = match &found.kind {
                TypeKind::Var(name) => self.defs.get(&**name).map(|def| (def.file, def.typ)),
                TypeKind::Opt(part) | TypeKind::Vec(part) | TypeKind::Class(_, part) => {
                    Some((file, &**part))
                }
                _ => None,
            };
            let Some(next) = next else {
                break;
            };
            passed.push(address(found));
            (file, found) = next;
        }
        let passed = passed.into_iter().map(|address| (address, (file, found)));
        self.ends.extend(passed);
        (file, found)
    }

    /// Returns the names of the methods of the main service, in order.
    pub(super) fn method_names(&self) -> Vec<&'a str> {
        let mut names: Vec<_> = self.methods.keys().copied().collect();
        names.sort_unstable();
        names
    }

    /// Follows names to a type that is none.
    pub(super) fn named(&mut self, place: Place<'a>) -> Place<'a> {
        let (mut found, mut passed) = (place, Vec::new());
        while let TypeKind::Var(name) = &found.ty.kind {
            if let Some(known) = self.named.get(&**name) {
                found = *known;
                break;
            }
            let Some(def) = self.defs.get(&**name) else {
                break;
            };
            let (file, ty, name) = (def.file, def.typ, &**name);
            found = Place {
                file,
                ty,
                name: Some(name),
            };
            // A checked interface has no circle of names.
            if passed.len() > self.defs.len() {
                break;
            }
            passed.push(name);
        }
        let passed = passed.into_iter().map(|name| (name, found));
        self.named.extend(passed);
        found
    }

    /// Returns the place of a part.
    pub(super) fn enter(&mut self, at: At<'a>, part: &Part) -> At<'a> {
        match (self.resolved(at), part) {
            (At::Definitions, Part::Field(label)) => self.definition(label),
            (At::Service, Part::InitArgs) | (At::Constructor, Part::Args) => {
                At::List(List::InitArgs, self.init.0, self.init.1, self.service.1)
            }
            (At::Service, Part::Method(name)) => match self.methods.get(&**name) {
                Some((file, method)) => At::Type(*file, &method.typ),
                None => At::Nowhere,
            },
            (At::List(_, file, args, _), Part::Position(idx)) => match args.get(*idx) {
                Some(arg) => At::Type(file, &arg.typ),
                None => At::Nowhere,
            },
            (At::Type(file, ty), part) => match (&ty.kind, part) {
                (TypeKind::Service(methods), Part::Method(name)) => {
                    let method = self.method(ty, methods, name);
                    method.map_or(At::Nowhere, |method| At::Type(file, &method.typ))
                }
                (TypeKind::Func(func), Part::Args) => {
                    At::List(List::Args, file, &func.args, ty.span)
                }
                (TypeKind::Func(func), Part::Rets) => {
                    At::List(List::Rets, file, &func.rets, ty.span)
                }
                (_, Part::Field(label) | Part::Case(label)) => {
                    let field = self.field(ty, label.get_id());
                    field.map_or(At::Nowhere, |field| At::Type(file, &field.typ))
                }
                _ => At::Nowhere,
            },
            _ => At::Nowhere,
        }
    }

    /// Returns the part of an `opt` or `vec` at a place, through names, and whether it is that of an `opt`.
    pub(super) fn part(&mut self, at: At<'a>) -> Option<(bool, At<'a>)> {
        let At::Type(mut file, mut ty) = at else {
            return None;
        };
        let mut passed = Vec::new();
        let part = loop {
            if let Some(known) = self.parts.get(&address(ty)) {
                break *known;
            }
            // A name that comes again leads in a circle.
            self.parts.insert(address(ty), None);
            passed.push(address(ty));
            match &ty.kind {
                TypeKind::Var(name) => match self.defs.get(&**name) {
                    Some(def) => (file, ty) = (def.file, def.typ),
                    None => break None,
                },
                TypeKind::Opt(part) => break Some((true, At::Type(file, part))),
                TypeKind::Vec(part) => break Some((false, At::Type(file, part))),
                _ => break None,
            }
        };
        self.parts
            .extend(passed.into_iter().map(|address| (address, part)));
        part
    }

    pub(super) fn resolved(&mut self, at: At<'a>) -> At<'a> {
        match at {
            At::Type(file, ty) => {
                let (file, ty) = self.end(file, ty);
                At::Type(file, ty)
            }
            other => other,
        }
    }

    fn field(&mut self, ty: &'a Type, id: u32) -> Option<&'a Field> {
        let (TypeKind::Record(fields) | TypeKind::Variant(fields)) = &ty.kind else {
            return None;
        };
        let index = || {
            fields
                .iter()
                .map(|field| (field.label.get_id(), field))
                .collect()
        };
        let fields = self.fields.entry(address(ty)).or_insert_with(index);
        fields.get(&id).copied()
    }

    fn method(&mut self, ty: &Type, methods: &'a [Method], name: &str) -> Option<&'a Method> {
        let index = || {
            methods
                .iter()
                .map(|method| (&*method.name.text, method))
                .collect()
        };
        let methods = self.inner_methods.entry(address(ty)).or_insert_with(index);
        methods.get(name).copied()
    }

    /// Returns whether the type at a place is a record that is written as an array in JSON, and an address that identifies it.
    pub(super) fn is_tuple(&mut self, at: At<'a>) -> Option<(bool, usize)> {
        let At::Type(_, ty) = self.resolved(at) else {
            return None;
        };
        let TypeKind::Record(fields) = &ty.kind else {
            return None;
        };
        let n = fields.len();
        // The ids differ, so that none that is too large means that all are there.
        let is_small = |field: &Field| (field.label.get_id() as usize) < n;
        let is_tuple = || n > 0 && fields.iter().all(is_small);
        let is_tuple = *self.tuples.entry(address(ty)).or_insert_with(is_tuple);
        Some((is_tuple, address(ty)))
    }

    /// Returns the location of a part that is named at a place, and its type, if the place has it.
    pub(super) fn member(
        &mut self,
        at: At<'a>,
        part: &Part,
    ) -> Option<(Position, Option<&'a Type>)> {
        match (self.resolved(at), part) {
            (At::Service, Part::Method(name)) => {
                let (file, method) = self.methods.get(&**name)?;
                Some(((*file, method.name.span), None))
            }
            (At::List(_, file, args, _), Part::Position(idx)) => {
                let arg = args.get(*idx)?;
                let span = arg.name.as_ref().map_or(arg.typ.span, |name| name.span);
                Some(((file, span), Some(&arg.typ)))
            }
            (At::Type(file, ty), Part::Field(label) | Part::Case(label)) => {
                let field = self.field(ty, label.get_id())?;
                Some(((file, field.label_span), Some(&field.typ)))
            }
            (At::Type(file, ty), Part::Method(name)) => match &ty.kind {
                TypeKind::Service(methods) => {
                    let method = self.method(ty, methods, name)?;
                    Some(((file, method.name.span), None))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the location of a place: the type as it is written there, but only its start if it is long.
    pub(super) fn position(&self, at: At<'a>) -> Option<Position> {
        let (file, span) = self.whole(at)?;
        let text = self.checked.sources.text(file);
        let text = text.get(std::ops::Range::from(span)).unwrap_or_default();
        if text.len() <= MAX_SHOWN && !text.contains('\n') {
            return Some((file, span));
        }
        self.start(at)
    }

    /// Returns the location of the first word of a place: of what lacks a part.
    pub(super) fn start(&self, at: At<'a>) -> Option<Position> {
        let (file, mut span) = self.whole(at)?;
        let text = self.checked.sources.text(file);
        let text = text.get(std::ops::Range::from(span)).unwrap_or_default();
        let word = text.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let len = u32::try_from(word.max(1)).unwrap_or(1);
        span.end = span.start.saturating_add(len).min(span.end);
        Some((file, span))
    }

    /// Returns the location of all of a place.
    fn whole(&self, at: At<'a>) -> Option<Position> {
        match at {
            At::Nowhere | At::Definitions => None,
            At::Service | At::Constructor => Some(self.service),
            At::Type(file, ty) => Some((file, ty.span)),
            At::List(_, file, _, span) => Some((file, span)),
        }
    }

    /// Returns the name and the types of an anonymous place for messages, on one line and not too long.
    pub(super) fn text(&self, file: FileId, ty: &Type) -> String {
        /// Maximum number of characters.
        const MAX: usize = 60;
        let text = self.checked.sources.text(file);
        let text = text.get(std::ops::Range::from(ty.span)).unwrap_or_default();
        // Words are taken until there are enough, because the text may be long.
        let mut short = String::new();
        for word in text.split_whitespace() {
            if !short.is_empty() {
                short.push(' ');
            }
            if short.len() + word.len() > MAX {
                let room = MAX.saturating_sub(short.len());
                short.extend(word.chars().take(room));
                short.push('…');
                break;
            }
            short.push_str(word);
        }
        match short.is_empty() {
            // The omitted type of a case.
            true => "null".to_string(),
            false => short,
        }
    }
}

fn address(ty: &Type) -> usize {
    std::ptr::from_ref(ty).addr()
}
