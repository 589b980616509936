//! Which types are equal, and what tells most others apart without comparing them.

use crate::de::{ReferenceParts, Want, WantFields, WantView};
use crate::error::{Error, Result};
use crate::keys::{KeyHasher, KeyMap};
use crate::types::descriptor::{Descriptor, DescriptorFn};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// What equal types have in common as a whole; none if the type contains itself.
pub(super) type WholeLook = Option<u64>;

/// Returns part `i` of a type that is no primitive, or `None` past the last.
pub(super) fn part_of(want: &Want, i: usize) -> Result<Option<Want>> {
    match want {
        Want::Static(Descriptor::Opt(part) | Descriptor::Vec(part)) if i == 0 => {
            Want::of_descriptor(part()).map(Some)
        }
        Want::Static(Descriptor::Record(fields) | Descriptor::Variant(fields)) => {
            WantFields::Static(fields).part(i)
        }
        Want::Node(graph, index) => {
            let part = graph.node(*index).part(i);
            Ok(part.map(|index| Want::Node(graph.clone(), index)))
        }
        Want::Static(_) | Want::AsIs => Ok(None),
    }
}

/// Returns a number that equal types have in common: made of the type without its parts, and of the tops of those if
/// there are no more than `max_parts`.
///
/// # Errors
///
/// If no value has the type.
pub(super) fn look_of(want: &Want, max_parts: usize) -> Result<u64> {
    let mut hasher = KeyHasher::default();
    want.hash_top(&mut hasher);
    match want.view()? {
        WantView::Opt(inner) | WantView::Vec(inner) => inner.hash_top(&mut hasher),
        WantView::Record(fields) | WantView::Variant(fields) => {
            match fields {
                WantFields::Static(fields) => {
                    let ids = fields.fields.iter().map(|field| field.id);
                    ids.for_each(|id| hasher.write_u32(id));
                }
                WantFields::Node(_, fields) => {
                    let ids = fields.iter().map(|field| field.id);
                    ids.for_each(|id| hasher.write_u32(id));
                }
            }
            if fields.len() <= max_parts {
                for i in 0..fields.len() {
                    if let Some(part) = fields.part(i)? {
                        part.hash_top(&mut hasher);
                    }
                }
            }
        }
        WantView::Reference(reference, graph) => match &reference.parts {
            ReferenceParts::Func { args, rets, modes } => {
                (args.len(), rets.len(), modes).hash(&mut hasher);
                if args.len() + rets.len() <= max_parts {
                    for index in args.iter().chain(rets) {
                        graph.hash_top(*index, &mut hasher);
                    }
                }
            }
            ReferenceParts::Service(methods) => {
                methods.iter().for_each(|(name, _)| name.hash(&mut hasher));
            }
        },
        WantView::Primitive(_) => return Err(crate::de::internal()),
        WantView::AsIs => {
            return Err(Error::msg(
                "a dynamic value has no type of its own to encode: give its type",
            ))
        }
    }
    Ok(hasher.finish())
}

/// Returns a number that equal types have in common, made of the whole type, or none if it contains itself. Those of its
/// parts are kept by their keys.
///
/// # Errors
///
/// If no value has the type.
pub(super) fn whole_look_of(
    looks: &mut KeyMap<usize, WholeLook>,
    root: &Want,
) -> Result<WholeLook> {
    struct Open {
        want: Want,
        n_seen: usize,
        /// Of what was seen. None if it leads back to a type that is being looked at.
        hasher: Option<KeyHasher>,
    }
    impl Open {
        fn new(want: Want) -> Result<Self> {
            let mut hasher = KeyHasher::default();
            hasher.write_u64(look_of(&want, 0)?);
            Ok(Open {
                want,
                n_seen: 0,
                hasher: Some(hasher),
            })
        }

        fn see_part(&mut self, look: WholeLook) {
            match (&mut self.hasher, look) {
                (Some(hasher), Some(look)) => hasher.write_u64(look),
                (hasher, _) => *hasher = None,
            }
        }
    }
    if let Some(look) = looks.get(&root.key()) {
        return Ok(*look);
    }
    // While its parts are looked at a type is one that contains itself: true if they lead back to it.
    looks.insert(root.key(), None);
    let mut stack = vec![Open::new(root.clone())?];
    while let Some(top) = stack.last_mut() {
        let Some(part) = part_of(&top.want, top.n_seen)? else {
            let look = top.hasher.as_ref().map(KeyHasher::finish);
            looks.insert(top.want.key(), look);
            stack.pop();
            if let Some(top) = stack.last_mut() {
                top.see_part(look);
            }
            continue;
        };
        top.n_seen += 1;
        if part.primitive().is_some() {
            if let Some(hasher) = &mut top.hasher {
                part.hash_top(hasher);
            }
        } else if let Some(look) = looks.get(&part.key()) {
            top.see_part(*look);
        } else {
            looks.insert(part.key(), None);
            stack.push(Open::new(part)?);
        }
    }
    Ok(looks.get(&root.key()).copied().flatten())
}

/// Returns whether two types are equal as infinite trees. A type that has a name equals none but
/// those of the same name: the entries of a `.did` file's definitions stay apart.
///
/// `entry_of` returns the entry that was made for the type with a key, if it was met before. No two entries are equal.
pub(super) fn equal(a: &Want, b: &Want, entry_of: impl Fn(usize) -> Option<u32>) -> Result<bool> {
    match (a, b) {
        (Want::Static(a), Want::Static(b)) => {
            if let Some(equal) = equal_at_sight(a, b, &entry_of) {
                return Ok(equal);
            }
        }
        (Want::Node(graph, _), Want::Node(b_graph, _))
            if Rc::ptr_eq(graph, b_graph) && a.name() == b.name() =>
        {
            // The methods of a service that do the same.
            if let (WantView::Reference(a, _), WantView::Reference(b, _)) = (a.view()?, b.view()?) {
                if a.parts == b.parts {
                    return Ok(true);
                }
            }
        }
        _ => {}
    }
    let mut assumed = KeyMap::default();
    let mut pending = vec![(a.clone(), b.clone())];
    while let Some((a, b)) = pending.pop() {
        if a.key() == b.key() || assumed.insert((a.key(), b.key()), ()).is_some() {
            continue;
        }
        if a.name() != b.name() || !equal_but_for_parts(&a, &b)? {
            return Ok(false);
        }
        let mut i = 0;
        while let (Some(a), Some(b)) = (part_of(&a, i)?, part_of(&b, i)?) {
            i += 1;
            match (a.primitive(), b.primitive()) {
                (None, None) => pending.push((a, b)),
                (kind, b_kind) if kind == b_kind && a.name() == b.name() => {}
                _ => return Ok(false),
            }
        }
    }
    Ok(true)
}

/// Returns whether two constant types are equal, if it can be told from their labels and from which of their parts were
/// met before.
fn equal_at_sight(
    a: &'static Descriptor,
    b: &'static Descriptor,
    entry_of: &impl Fn(usize) -> Option<u32>,
) -> Option<bool> {
    use Descriptor::{Alias, Dynamic, Opt, Primitive, Record, Variant, Vec};

    let part = |a: DescriptorFn, b: DescriptorFn| match (a(), b()) {
        (a, b) if std::ptr::eq(a, b) => Some(true),
        (Primitive(a), Primitive(b)) => Some(a == b),
        (Primitive(_), Opt(_) | Vec(_) | Record(_) | Variant(_)) => Some(false),
        (Opt(_) | Vec(_) | Record(_) | Variant(_), Primitive(_)) => Some(false),
        (Dynamic { .. } | Alias(_), _) | (_, Dynamic { .. } | Alias(_)) => None,
        (a, b) => {
            let entry = |ty| entry_of(Want::Static(ty).key());
            Some(entry(a)? == entry(b)?)
        }
    };
    match (a, b) {
        (Opt(a), Opt(b)) | (Vec(a), Vec(b)) => part(*a, *b),
        (Record(a), Record(b)) | (Variant(a), Variant(b)) => {
            if !a
                .fields
                .iter()
                .map(|field| field.id)
                .eq(b.fields.iter().map(|field| field.id))
            {
                return Some(false);
            }
            let mut all = Some(true);
            for (a, b) in a.fields.iter().zip(b.fields) {
                match part(a.ty, b.ty) {
                    Some(true) => {}
                    Some(false) => return Some(false),
                    None => all = None,
                }
            }
            all
        }
        _ => Some(false),
    }
}

/// Returns whether two types have the same constructor, as many parts and, at each, the same label.
fn equal_but_for_parts(a: &Want, b: &Want) -> Result<bool> {
    Ok(match (a.view()?, b.view()?) {
        (WantView::Primitive(a), WantView::Primitive(b)) => a == b,
        (WantView::Opt(_), WantView::Opt(_)) | (WantView::Vec(_), WantView::Vec(_)) => true,
        (WantView::Record(a), WantView::Record(b))
        | (WantView::Variant(a), WantView::Variant(b)) => {
            a.len() == b.len() && (0..a.len()).all(|i| a.id(i) == b.id(i))
        }
        (WantView::Reference(a, _), WantView::Reference(b, _)) => match (&a.parts, &b.parts) {
            (
                ReferenceParts::Func { args, rets, modes },
                ReferenceParts::Func {
                    args: b_args,
                    rets: b_rets,
                    modes: b_modes,
                },
            ) => args.len() == b_args.len() && rets.len() == b_rets.len() && modes == b_modes,
            (ReferenceParts::Service(a), ReferenceParts::Service(b)) => a
                .iter()
                .map(|(name, _)| name)
                .eq(b.iter().map(|(name, _)| name)),
            _ => false,
        },
        _ => false,
    })
}
