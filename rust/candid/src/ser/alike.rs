//! Which types are equal, and what tells most others apart without comparing them.

use crate::de::{ReferenceParts, Want, WantView};
use crate::error::{Error, Result};
use crate::keys::{KeyHasher, KeyMap};
use std::hash::{Hash, Hasher};

/// How many types deep a type is; none if it contains itself.
pub(super) type Height = Option<u32>;

/// Returns part `i` of a type that is no primitive, or `None` past the last.
pub(super) fn part_of(want: &Want, i: usize) -> Result<Option<Want>> {
    Ok(match want.view()? {
        WantView::Opt(inner) | WantView::Vec(inner) => (i == 0).then_some(inner),
        WantView::Record(fields) | WantView::Variant(fields) => fields.part(i)?,
        WantView::Reference(reference, graph) => {
            let index = match &reference.parts {
                ReferenceParts::Func { args, rets, .. } => args.iter().chain(rets.iter()).nth(i),
                ReferenceParts::Service(methods) => methods.get(i).map(|(_, index)| index),
            };
            index.map(|index| Want::Node(graph.clone(), *index))
        }
        WantView::Primitive(_) | WantView::AsIs => None,
    })
}

/// Returns a number that equal types have in common: made of the type without its parts, and of the tops of those.
///
/// # Errors
///
/// If no value has the type.
pub(super) fn look_of(want: &Want) -> Result<u64> {
    let mut hasher = KeyHasher::default();
    if let Some(name) = want.name() {
        name.hash(&mut hasher);
    }
    hasher.write_u64(want.top());
    match want.view()? {
        WantView::Opt(inner) | WantView::Vec(inner) => hasher.write_u64(inner.top()),
        WantView::Record(fields) | WantView::Variant(fields) => {
            for i in 0..fields.len() {
                hasher.write_u32(fields.id(i).unwrap_or_default());
                if let Some(part) = fields.part(i)? {
                    hasher.write_u64(part.top());
                }
            }
        }
        WantView::Reference(reference, _) => match &reference.parts {
            ReferenceParts::Func { args, rets, modes } => {
                (args.len(), rets.len(), modes).hash(&mut hasher);
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

/// Returns the height of a type, which is the same for equal types. Those of its parts are kept.
pub(super) fn height_of(heights: &mut KeyMap<usize, Height>, root: &Want) -> Result<Height> {
    struct Open {
        want: Want,
        n_seen: usize,
        height: Height,
    }
    let open = |want: Want| Open {
        want,
        n_seen: 0,
        height: Some(1),
    };
    if let Some(height) = heights.get(&root.key()) {
        return Ok(*height);
    }
    // While its parts are looked at a type is one that contains itself: true if they lead back to it.
    heights.insert(root.key(), None);
    let mut stack = vec![open(root.clone())];
    while let Some(top) = stack.last_mut() {
        let Some(part) = part_of(&top.want, top.n_seen)? else {
            heights.insert(top.want.key(), top.height);
            let below = top.height.map(|height| height.saturating_add(1));
            stack.pop();
            if let Some(top) = stack.last_mut() {
                top.height = highest(top.height, below);
            }
            continue;
        };
        top.n_seen += 1;
        if part.primitive().is_some() {
            top.height = highest(top.height, Some(2));
        } else if let Some(height) = heights.get(&part.key()) {
            let below = height.map(|height| height.saturating_add(1));
            top.height = highest(top.height, below);
        } else {
            heights.insert(part.key(), None);
            stack.push(open(part));
        }
    }
    Ok(heights.get(&root.key()).copied().flatten())
}

/// The greater of two heights; none is greater than any.
fn highest(a: Height, b: Height) -> Height {
    Some(a?.max(b?))
}

/// Returns whether two types are equal as infinite trees. A type that has a name equals none but
/// those of the same name: the entries of a `.did` file's definitions stay apart.
pub(super) fn equal(a: &Want, b: &Want) -> Result<bool> {
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
