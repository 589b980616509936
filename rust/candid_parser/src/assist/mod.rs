//! Interactive input of values at a terminal; without a terminal, the answers are read one per line.
//!
//! The answer `:back` leads to the previous question, and `:paste` takes a value as text, in place of the innermost value
//! being asked for that has its type. In lists at a terminal, Escape offers both; at the end, the values can be edited as
//! text. Without a terminal, `:paste` is followed by the text, and where any text is an answer there are no commands.

mod ask;
mod parse;
mod paste;
mod session;

use crate::random::depth::Depths;
use crate::stack;
use anyhow::{anyhow, Result};
use ask::{Ask, Next};
use candid::types::value::{IDLField, VariantValue};
use candid::types::{Field, Type, TypeEnv, TypeInner};
use candid::{IDLArgs, IDLValue, Principal};
use session::{Asked, Session, Stop};
use std::collections::BTreeMap;
use std::io::BufRead;

/// The context of the prompts: definitions, and names that stand for values. [`Context::new`] has an example.
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

    /// Adds names that may be entered in place of values, for each kind of value; the only kind is `principal`. The example is
    /// that of [`Context::new`].
    pub fn set_completion(
        &mut self,
        completion: BTreeMap<String, BTreeMap<String, String>>,
    ) -> &mut Self {
        for (kind, names) in completion {
            self.completion.entry(kind).or_default().extend(names);
        }
        self
    }

    fn principal(&self, ask: &mut Ask<'_>) -> Asked<Principal> {
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
///
/// # Examples
///
/// The arguments of a method, as a message to call it with:
///
/// ```no_run
/// use candid_parser::assist::{input_args, Context};
/// use candid_parser::check::{self, Memory};
/// use std::path::Path;
///
/// let text = "service : { transfer : (record { to : principal; amount : nat64 }) -> () }";
/// let checked = check::text(&Memory::default(), Path::new("ledger.did"), text)?;
/// let service = checked.actor.expect("there is a service");
/// let method = checked.env.get_method(&service, "transfer")?;
///
/// let context = Context::new(checked.env.clone());
/// let args = input_args(&context, &method.args)?;
/// println!("{args}");
/// let message = args.to_bytes_with_types(&checked.env, &method.args)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn input_args(ctx: &Context, tys: &[Type]) -> Result<IDLArgs> {
    asked_args(ctx, tys, &mut Session::new())
}

/// Returns arguments of the given types, whose answers are lines: those of [`input_args`] without a terminal.
///
/// # Errors
///
/// If the lines are invalid, run out, or are more than there are questions, or a type has no values.
///
/// # Examples
///
/// ```
/// use candid_parser::assist::{args_of_lines, Context};
/// use candid_parser::types::TypeInner;
/// use candid_parser::TypeEnv;
///
/// let context = Context::new(TypeEnv::new());
/// let types = [TypeInner::Nat.into(), TypeInner::Bool.into()];
/// let args = args_of_lines(&context, &types, "5\ntrue\n".as_bytes())?;
/// assert_eq!(args.to_string(), "(5 : nat, true)");
/// let error = args_of_lines(&context, &types, "5\ntrue\n6\n".as_bytes()).unwrap_err();
/// assert_eq!(error.to_string(), "line 3 answers no question: \"6\"");
/// # Ok::<(), anyhow::Error>(())
/// ```
pub fn args_of_lines(
    ctx: &Context,
    tys: &[Type],
    lines: impl BufRead + 'static,
) -> Result<IDLArgs> {
    let mut session = Session::of_lines(Box::new(lines));
    let args = asked_args(ctx, tys, &mut session)?;
    session.end()?;
    Ok(args)
}

fn asked_args(ctx: &Context, tys: &[Type], session: &mut Session) -> Result<IDLArgs> {
    let inhabited = Inhabited::new(ctx, tys);
    for ty in tys {
        inhabited.check(ty)?;
    }
    if !tys.is_empty() {
        session.say(
            "Enter :back for the previous question, :paste to paste a value; in lists and at y or n, press Esc",
        );
    }
    loop {
        let args = answered(session, |session| {
            let mut args = Vec::with_capacity(tys.len());
            for (idx, ty) in tys.iter().enumerate() {
                if tys.len() > 1 {
                    session.say(&format!("Argument {} of {}", idx + 1, tys.len()));
                }
                let name = format!("argument {}", idx + 1);
                let asked = |session: &mut Session| asked(&inhabited, session, ty, 0);
                args.push(session.part(name, asked)?);
            }
            Ok(IDLArgs { args })
        })?;
        if !session.is_at_terminal() || tys.is_empty() {
            return Ok(args);
        }
        match ask::next(&args.to_string())? {
            Next::Done => return Ok(args),
            Next::Back => session.go_back()?,
            Next::Edit => return edited(ctx, tys, args),
        }
    }
}

/// Asks all questions of a session, again from the start after going back.
fn answered<T>(session: &mut Session, mut ask: impl FnMut(&mut Session) -> Asked<T>) -> Result<T> {
    loop {
        match ask(session) {
            Ok(value) => return Ok(value),
            Err(Stop::Back) => session.go_back()?,
            Err(Stop::Failed(error)) => return Err(error),
            // Each has a level of nesting that takes it.
            Err(Stop::Pasted(..)) => return Err(anyhow!("the value was pasted at no question")),
        }
    }
}

/// Opens an editor with arguments as text, until it is a text of arguments of the types.
fn edited(ctx: &Context, tys: &[Type], args: IDLArgs) -> Result<IDLArgs> {
    let mut text = args.to_string();
    loop {
        let Some(new) = dialoguer::Editor::new().extension(".did").edit(&text)? else {
            return Ok(args);
        };
        match paste::args(crate::value::TextArgs::new(&new), &ctx.env, tys) {
            Ok(args) => return Ok(args),
            Err(error) => {
                let theme = dialoguer::theme::ColorfulTheme::default();
                let prompt = format!("{error}\nEdit it again?");
                let confirm = dialoguer::Confirm::with_theme(&theme).with_prompt(prompt);
                if !confirm.interact()? {
                    return Err(error);
                }
                text = new;
            }
        }
    }
}

/// Prompts for a value of a type; the prompts are indented by `dep` levels.
///
/// # Errors
///
/// The same as [`input_args`].
///
/// # Examples
///
/// ```no_run
/// use candid_parser::assist::{input, Context};
/// use candid_parser::types::TypeInner;
/// use candid_parser::TypeEnv;
///
/// println!("How much?");
/// let amount = input(&Context::new(TypeEnv::new()), &TypeInner::Nat64.into(), 0)?;
/// println!("{} is {:?}", amount, amount.as_u64());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn input(ctx: &Context, ty: &Type, dep: usize) -> Result<IDLValue> {
    let inhabited = Inhabited::new(ctx, std::slice::from_ref(ty));
    inhabited.check(ty)?;
    let mut session = Session::new();
    answered(&mut session, |session| asked(&inhabited, session, ty, dep))
}

/// The context, and which types have values: of one without, the questions would have no end.
struct Inhabited<'a> {
    context: &'a Context,
    depths: Depths<'a>,
}

impl<'a> Inhabited<'a> {
    fn new(context: &'a Context, types: &'a [Type]) -> Self {
        let depths = Depths::new(&context.env, types);
        Inhabited { context, depths }
    }

    /// Returns an error if a type has no values.
    fn check(&self, ty: &Type) -> Result<()> {
        // An unbound name has an error of its own.
        if let TypeInner::Var(name) = ty.as_ref() {
            self.context.env.find_type(name)?;
        }
        match self.depths.of(ty) {
            Some(_) => Ok(()),
            None => Err(anyhow!("uninhabited type {}", short(ty))),
        }
    }
}

fn asked(ctx: &Inhabited<'_>, session: &mut Session, ty: &Type, dep: usize) -> Asked<IDLValue> {
    stack::level(|| session.inside(ty, |session| value(ctx, session, ty, dep)))
}

fn value(ctx: &Inhabited<'_>, session: &mut Session, ty: &Type, dep: usize) -> Asked<IDLValue> {
    let mut ask = Ask::new(session, &ctx.context.env, dep);
    Ok(match ty.as_ref() {
        TypeInner::Var(name) => {
            let found = ctx.context.env.find_type(name)?.clone();
            return stack::level(|| value(ctx, session, &found, dep));
        }
        TypeInner::Null => IDLValue::Null,
        TypeInner::Reserved => IDLValue::Reserved,
        TypeInner::Bool => IDLValue::Bool(ask.choose("a bool", &["false", "true"])? == 1),
        TypeInner::Text => IDLValue::Text(ask.text()?),
        TypeInner::Principal => IDLValue::Principal(ctx.context.principal(&mut ask)?),
        TypeInner::Service(_) => IDLValue::Service(ctx.context.principal(&mut ask)?),
        TypeInner::Func(_) => {
            let service = ctx.context.principal(&mut ask)?;
            let method = ask.line("the method", |text| Ok(text.to_string()))?;
            IDLValue::Func(service, method)
        }
        TypeInner::Opt(inner) => {
            if ask.confirm(&format!("a value of type {}", short(ty)))? {
                ctx.check(inner)?;
                IDLValue::Opt(Box::new(asked(ctx, ask.session, inner, dep + 1)?))
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
                ctx.check(item)?;
                let name = format!("item {}", items.len() + 1);
                let asked = |session: &mut Session| asked(ctx, session, item, dep + 1);
                items.push(ask.session.part(name, asked)?);
            }
            IDLValue::Vec(items)
        }
        TypeInner::Record(fields) => {
            let fields = fields.iter().map(|f| field(ctx, f, &mut ask, dep));
            IDLValue::Record(fields.collect::<Asked<_>>()?)
        }
        TypeInner::Variant(cases) if !cases.is_empty() => {
            let names: Vec<String> = cases.iter().map(|case| case.id.to_string()).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let idx = ask.choose("a case", &names)?;
            ctx.check(&cases[idx].ty)?;
            let chosen = field(ctx, &cases[idx], &mut ask, dep)?;
            IDLValue::Variant(VariantValue(Box::new(chosen), idx as u64))
        }
        TypeInner::Variant(_)
        | TypeInner::Empty
        | TypeInner::Future
        | TypeInner::Unknown
        | TypeInner::Knot(_)
        | TypeInner::Class(..) => return Err(anyhow!("uninhabited type {ty}").into()),
        _ => ask.line(&format!("a value of type {ty}"), |text| {
            parse::number(text, ty)
        })?,
    })
}

fn field(ctx: &Inhabited<'_>, field: &Field, ask: &mut Ask<'_>, dep: usize) -> Asked<IDLField> {
    if !matches!(field.ty.as_ref(), TypeInner::Null) {
        ask.say(&format!("{} : {}", field.id, short(&field.ty)));
    }
    Ok(IDLField {
        id: field.id.as_ref().clone(),
        val: {
            let name = format!("field {}", field.id);
            let asked = |session: &mut Session| asked(ctx, session, &field.ty, dep + 1);
            ask.session.part(name, asked)?
        },
    })
}

/// Returns the start of a text.
fn short_text(text: &str) -> String {
    const SHOWN: usize = 60;
    let mut chars = text.chars();
    let mut start: String = chars.by_ref().take(SHOWN).collect();
    start.extend(chars.next().map(|_| '…'));
    start
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the arguments that lines of answers give, or the error.
    fn entered(types: &str, lines: &'static str) -> String {
        let files = crate::check::Memory::default();
        let checked = crate::check::text(&files, std::path::Path::new("a.did"), DEFS);
        let env = checked.expect("the definitions are valid").env;
        let types = crate::check::types(&env, "<types>", types).expect("types");
        match args_of_lines(&Context::new(env), &types, lines.as_bytes()) {
            Ok(args) => {
                let text = args.to_string();
                text.split_whitespace().collect::<Vec<_>>().join(" ")
            }
            Err(error) => error.to_string(),
        }
    }

    const DEFS: &str = "type Account = record { owner : principal; note : opt text };
        type Transfer = record { to : Account; amounts : vec nat };
        type Endless = record { a : Endless; b : nat };
        type Around = variant { a : Around; b : record { Endless } };";

    #[test]
    fn back_and_paste() {
        let rows = [
            ("(nat, nat)", "1\n:back\n2\n3\n", "(2 : nat, 3 : nat)"),
            ("(nat, nat)", "1\n2\n", "(1 : nat, 2 : nat)"),
            (
                "(nat, bool, nat)",
                "1\ntrue\n:back\n:back\n5\nfalse\n6\n",
                "(5 : nat, false, 6 : nat)",
            ),
            ("(vec nat)", "y\n1\ny\n2\n:back\n:back\nn\n", "(vec { 1 : nat })"),
            ("(opt nat, nat)", "n\n:back\ny\n1\n2\n", "(opt (1 : nat), 2 : nat)"),
            ("(nat)", ":back\n", "there is no question before the first one"),
            // Each line answers a question, and each question has a line.
            ("(nat)", "1\n\n \n", "(1 : nat)"),
            ("(nat)", "1\n\n2\n3\n", "line 3 answers no question: \"2\""),
            ("()", "1\n", "line 1 answers no question: \"1\""),
            ("(nat, nat)", "1\n", "unexpected end of input: expected a value of type nat on line 2, for argument 2"),
            (
                "(Transfer)",
                "ic\nn\ny\n",
                "unexpected end of input: expected a value of type nat on line 4, for argument 1, field amounts, item 1",
            ),
            ("(bool)", "", "unexpected end of input: expected a bool on line 1, for argument 1"),
            // Where any text is an answer, no text is a command.
            ("(text)", ":back\n", "(\":back\")"),
            ("(text)", ":paste 1\n", "(\":paste 1\")"),
            ("(nat, nat)", "1\n:paste 7\n", "(1 : nat, 7 : nat)"),
            ("(nat, nat)", ":paste 7\n:back\n1\n2\n", "(1 : nat, 2 : nat)"),
            (
                "(Account, nat)",
                ":paste record { owner = principal \"aaaaa-aa\" }\n5\n",
                "(record { owner = principal \"aaaaa-aa\"; note = null }, 5 : nat)",
            ),
            // The innermost value that fits is replaced: the items, then the record that they are in.
            (
                "(Transfer)",
                "ic\nn\ny\n:paste vec { 5; 6 }\n",
                "( record { to = record { owner = principal \"aaaaa-aa\"; note = null }; amounts = vec { 5 : nat; 6 : nat }; }, )",
            ),
            (
                "(Transfer)",
                "ic\n:paste record { to = record { owner = principal \"2vxsx-fae\" }; amounts = vec {} }\n",
                "( record { to = record { owner = principal \"2vxsx-fae\"; note = null }; amounts = vec {}; }, )",
            ),
            // A type without values is told before any question, or where it is chosen.
            ("(Endless)", "", "uninhabited type Endless"),
            ("(nat, Around)", "", "uninhabited type Around"),
            ("(record { nat; Endless })", "", "uninhabited type record { nat; Endless }"),
            ("(opt Endless)", "n\n", "(null)"),
            ("(opt Endless)", "y\n", "uninhabited type Endless"),
            ("(vec Endless)", "y\n", "uninhabited type Endless"),
            ("(variant { a : Endless; b })", "b\n", "(variant { b })"),
            ("(variant { a : Endless; b })", "a\n", "uninhabited type Endless"),
            (
                "(nat)",
                ":paste \"5\"\n",
                "\"5\" cannot be of type nat\n  = write a number without quotes: 5",
            ),
            ("(nat)", ":paste 5, 6\n", "argument 2 is dropped: expected at most 1"),
            ("(nat)", ":paste\n", "missing argument 1 of type nat"),
            ("(nat)", ":paste 5) (6\n", "expected end of input, found \"(\""),
        ];
        for (types, lines, expected) in rows {
            assert_eq!(entered(types, lines), expected, "{types}: {lines}");
        }
    }
}
