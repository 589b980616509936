//! Interactive input of values at a terminal; without a terminal, the answers are read one per line.

mod ask;
mod parse;

use crate::stack;
use anyhow::{bail, Result};
use ask::Ask;
use candid::types::value::{IDLField, VariantValue};
use candid::types::{Field, Type, TypeEnv, TypeInner};
use candid::{IDLArgs, IDLValue, Principal};
use std::collections::BTreeMap;

/// The context of the prompts: definitions, and names that stand for values.
#[derive(Debug)]
pub struct Context {
    env: TypeEnv,
    completion: BTreeMap<String, BTreeMap<String, String>>,
}

impl Context {
    /// Returns a context with these definitions.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::{assist::Context, TypeEnv};
    /// use std::collections::BTreeMap;
    ///
    /// let names = BTreeMap::from([("ledger".into(), "ryjl3-tyaaa-aaaaa-aaaba-cai".into())]);
    /// let mut context = Context::new(TypeEnv::new());
    /// context.set_completion(BTreeMap::from([("principal".into(), names)]));
    /// ```
    pub fn new(env: TypeEnv) -> Self {
        let known = [
            ("ic".to_string(), Principal::management_canister().to_text()),
            ("anonymous".to_string(), Principal::anonymous().to_text()),
        ];
        Context {
            env,
            completion: BTreeMap::from([("principal".to_string(), known.into())]),
        }
    }

    /// Adds names that may be entered in place of values, for each kind of value; the only kind is `principal`.
    pub fn set_completion(
        &mut self,
        completion: BTreeMap<String, BTreeMap<String, String>>,
    ) -> &mut Self {
        for (kind, names) in completion {
            self.completion.entry(kind).or_default().extend(names);
        }
        self
    }

    fn principal(&self, ask: &Ask) -> Result<Principal> {
        let names = self.completion.get("principal");
        ask.principal(&names.cloned().unwrap_or_default())
    }
}

/// Prompts for arguments of the given types.
///
/// # Errors
///
/// If the user cancels, the lines of a standard input that is not a terminal are invalid or run out, or a type has no
/// values.
pub fn input_args(ctx: &Context, tys: &[Type]) -> Result<IDLArgs> {
    let mut args = Vec::with_capacity(tys.len());
    for (idx, ty) in tys.iter().enumerate() {
        if tys.len() > 1 {
            Ask::new(0).say(&format!("Argument {} of {}", idx + 1, tys.len()));
        }
        args.push(input(ctx, ty, 0)?);
    }
    Ok(IDLArgs { args })
}

/// Prompts for a value of a type; the prompts are indented by `dep` levels.
///
/// # Errors
///
/// The same as [`input_args`].
pub fn input(ctx: &Context, ty: &Type, dep: usize) -> Result<IDLValue> {
    stack::level(|| value(ctx, ty, dep))
}

fn value(ctx: &Context, ty: &Type, dep: usize) -> Result<IDLValue> {
    let ask = Ask::new(dep);
    Ok(match ty.as_ref() {
        TypeInner::Var(name) => return input(ctx, &ctx.env.find_type(name)?.clone(), dep),
        TypeInner::Null => IDLValue::Null,
        TypeInner::Reserved => IDLValue::Reserved,
        TypeInner::Bool => IDLValue::Bool(ask.choose("a bool", &["false", "true"])? == 1),
        TypeInner::Text => IDLValue::Text(ask.text()?),
        TypeInner::Principal => IDLValue::Principal(ctx.principal(&ask)?),
        TypeInner::Service(_) => IDLValue::Service(ctx.principal(&ask)?),
        TypeInner::Func(_) => {
            let service = ctx.principal(&ask)?;
            let method = ask.line("the method", |text| Ok(text.to_string()))?;
            IDLValue::Func(service, method)
        }
        TypeInner::Opt(inner) => {
            if ask.confirm(&format!("a value of type {}", short(ty)))? {
                IDLValue::Opt(Box::new(input(ctx, inner, dep + 1)?))
            } else {
                IDLValue::None
            }
        }
        TypeInner::Vec(item) if matches!(item.as_ref(), TypeInner::Nat8) => {
            IDLValue::Blob(ask.blob()?)
        }
        TypeInner::Vec(item) => {
            let mut items = Vec::new();
            while ask.confirm(&format!("item {} of type {}", items.len() + 1, short(item)))? {
                items.push(input(ctx, item, dep + 1)?);
            }
            IDLValue::Vec(items)
        }
        TypeInner::Record(fields) => {
            let fields = fields.iter().map(|f| field(ctx, f, &ask, dep));
            IDLValue::Record(fields.collect::<Result<_>>()?)
        }
        TypeInner::Variant(cases) if !cases.is_empty() => {
            let names: Vec<String> = cases.iter().map(|case| case.id.to_string()).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let idx = ask.choose("a case", &names)?;
            let chosen = field(ctx, &cases[idx], &ask, dep)?;
            IDLValue::Variant(VariantValue(Box::new(chosen), idx as u64))
        }
        TypeInner::Variant(_)
        | TypeInner::Empty
        | TypeInner::Future
        | TypeInner::Unknown
        | TypeInner::Knot(_)
        | TypeInner::Class(..) => bail!("uninhabited type {ty}"),
        _ => ask.line(&format!("a value of type {ty}"), |text| {
            parse::number(text, ty)
        })?,
    })
}

fn field(ctx: &Context, field: &Field, ask: &Ask, dep: usize) -> Result<IDLField> {
    if !matches!(field.ty.as_ref(), TypeInner::Null) {
        ask.say(&format!("{} : {}", field.id, short(&field.ty)));
    }
    Ok(IDLField {
        id: field.id.as_ref().clone(),
        val: input(ctx, &field.ty, dep + 1)?,
    })
}

/// Returns a type in one short line.
fn short(ty: &Type) -> String {
    const SHOWN: usize = 60;
    let text = ty.to_string();
    let mut words = String::new();
    for word in text.split_whitespace() {
        if words.len() + word.len() > SHOWN {
            return words + "…";
        }
        words.push_str(word);
        words.push(' ');
    }
    words.trim_end().to_string()
}
