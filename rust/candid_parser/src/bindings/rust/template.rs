//! Rendering of Handlebars templates with the parts of bindings.

use super::walk::MAX_TUPLE;
use super::{literal, template_bounds, ExternalConfig, Output};
use crate::check::read_whole;
use crate::diagnostic::{Diagnostic, Diagnostics, Sources};
use crate::error::{Error, Result};
use crate::stack::with_levels;
use candid::Principal;
use convert_case::{Case, Casing};
use handlebars::{
    no_escape, Context, Handlebars, HelperDef, RenderContext, RenderError, RenderErrorReason,
    Renderable, ScopedJson, Template,
};
use serde_json::{Map, Value};
use std::fmt;
use std::path::Path;

/// The names of the built-in templates.
const BUILT_IN: [(&str, &str); 4] = [
    ("canister_call", include_str!("templates/canister_call.hbs")),
    (
        "canister_call_legacy",
        include_str!("templates/canister_call_legacy.hbs"),
    ),
    ("agent", include_str!("templates/agent.hbs")),
    ("stub", include_str!("templates/stub.hbs")),
];

/// Limit on the size of a template in a file, in bytes: a device must not fill the memory.
const MAX_LEN: u64 = 256 * 1024 * 1024;

/// Returns the template in a file.
pub(super) fn read(path: &str) -> Result<String> {
    let bytes = read_whole(Path::new(path), MAX_LEN);
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).map_err(std::io::Error::other));
    text.map_err(|error| {
        let finding = Diagnostic::unreadable(path, error);
        let findings = Diagnostics {
            list: vec![finding.note("it is the template of the target \"custom\"")],
            sources: Sources::default(),
        };
        findings.into()
    })
}

pub(super) fn built_in(target: &str) -> Option<&'static str> {
    let found = BUILT_IN.iter().find(|(name, _)| *name == target);
    found.map(|(_, template)| *template)
}

/// Returns the targets that need no custom template, as a list for messages.
pub(super) fn targets() -> String {
    let names: Vec<&str> = BUILT_IN.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

pub(super) fn render(output: Output, config: ExternalConfig, template: &str) -> Result<String> {
    let data = data(output, config);
    let failed = |error: RenderError| refused(error.to_string());
    template_bounds::check_nesting(template).map_err(refused)?;
    let mut handlebars = Handlebars::new();
    handlebars.set_strict_mode(true);
    handlebars.register_escape_fn(no_escape);
    for helper in HELPERS {
        handlebars.register_helper(helper.0, Box::new(helper));
    }
    let counter = Box::new(template_bounds::Counter::new(&data));
    handlebars.register_helper(template_bounds::COUNTER, counter);
    let mut text = template_bounds::Text::new(&data, template);
    let context = Context::from(data);
    // Blocks and the expressions of a tag.
    with_levels(2 * template_bounds::MAX_NESTING, || {
        let parsed = Template::compile(template).map_err(RenderError::from);
        let mut parsed = parsed.map_err(failed)?;
        template_bounds::count(&mut parsed).map_err(refused)?;
        let mut state = RenderContext::new(None);
        let rendered = parsed.render(&handlebars, &context, &mut state, &mut text);
        rendered.map_err(failed)
    })?;
    Ok(text.text)
}

/// A mistake in a template, or its failure.
#[derive(Debug)]
#[doc(hidden)]
pub struct TemplateMistake(pub String);

impl fmt::Display for TemplateMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "template: {}", self.0)
    }
}

impl std::error::Error for TemplateMistake {}

fn refused(message: String) -> Error {
    Error::Custom(TemplateMistake(message).into())
}

/// Returns the data of a template: the parts of the output, and the variables of the configuration.
pub(super) fn data(output: Output, config: ExternalConfig) -> Value {
    let mut data: Map<String, Value> = ExternalConfig::default()
        .0
        .into_iter()
        .chain(config.0)
        .map(|(key, value)| (key, Value::String(value)))
        .collect();
    // The parts are strings and lists of them, which always have a form in JSON.
    if let Ok(Value::Object(parts)) = serde_json::to_value(output) {
        let is_set = |(name, value): &(String, Value)| name != "service_name" || !value.is_null();
        data.extend(parts.into_iter().filter(is_set));
    }
    Value::Object(data)
}

/// A template helper: name, number of arguments, function.
struct Helper(&'static str, usize, fn(&[&Value]) -> Text);

/// The result of a helper.
type Text<T = String> = std::result::Result<T, String>;

const HELPERS: [Helper; 11] = [
    Helper("escape_debug", 1, |args| {
        let literal = literal::string(text(args[0])?);
        Ok(literal[1..literal.len() - 1].to_string())
    }),
    Helper("snake_case", 1, |args| {
        Ok(text(args[0])?.to_case(Case::Snake))
    }),
    Helper("PascalCase", 1, |args| {
        Ok(text(args[0])?.to_case(Case::Pascal))
    }),
    Helper("vec_to_arity", 1, |args| vec_to_arity(args[0])),
    // Empty text counts as false.
    Helper("is_wide", 1, |args| {
        let is_wide = list(args[0])?.len() > MAX_TUPLE;
        Ok(if is_wide { "true" } else { "" }.to_string())
    }),
    Helper("has_nul", 1, |args| {
        let has_nul = text(args[0])?.contains('\0');
        Ok(if has_nul { "true" } else { "" }.to_string())
    }),
    Helper("doc_lines", 2, |args| {
        let lines = literal::doc_lines(&[text(args[0])?.to_string()], text(args[1])?);
        Ok(lines.trim_end().to_string())
    }),
    // Attributes on functions do not accept `r#`; this name is not given to any other method.
    Helper("plain_name", 1, |args| {
        let name = text(args[0])?;
        let plain = name.strip_prefix("r#").map(|keyword| format!("{keyword}_"));
        Ok(plain.unwrap_or_else(|| name.to_string()))
    }),
    Helper("principal_slice", 1, |args| principal_slice(text(args[0])?)),
    Helper("cdk_attribute", 3, |args| {
        cdk_attribute(text(args[0])?, text(args[1])?, text(args[2])?, &[])
    }),
    // Like `cdk_attribute`, for the skeleton's own functions: more values than a tuple may have are encoded and decoded
    // by additional functions.
    Helper("stub_attribute", 5, |args| {
        let name = text(args[1])?;
        let mut more = Vec::new();
        for (values, key, function) in [
            (args[3], "decode_with", "__args_of_"),
            (args[4], "encode_with", "__rets_of_"),
        ] {
            if list(values)?.len() > MAX_TUPLE {
                more.push(format!("{key} = \"{function}{name}\""));
            }
        }
        cdk_attribute(text(args[0])?, name, text(args[2])?, &more)
    }),
];

impl HelperDef for Helper {
    fn call_inner<'reg: 'rc, 'rc>(
        &self,
        call: &handlebars::Helper<'rc>,
        _: &'reg Handlebars<'reg>,
        _: &'rc Context,
        _: &mut RenderContext<'reg, 'rc>,
    ) -> std::result::Result<ScopedJson<'rc>, RenderError> {
        let Helper(name, n_args, f) = self;
        let args: Vec<&Value> = call.params().iter().map(|arg| arg.value()).collect();
        let result = match args.len() {
            n if n == *n_args => f(&args),
            n => Err(format!("expected {n_args} arguments, found {n}")),
        };
        let text = result
            .map_err(|message| RenderErrorReason::Other(format!("helper `{name}`: {message}")))?;
        Ok(ScopedJson::Derived(Value::String(text)))
    }
}

fn text(value: &Value) -> Text<&str> {
    value
        .as_str()
        .ok_or_else(|| format!("expected text, found {value}"))
}

fn list(value: &Value) -> Text<&[Value]> {
    let list = value.as_array().map(Vec::as_slice);
    list.ok_or_else(|| format!("expected a list, found {value}"))
}

/// Returns the result type of a function: nothing, a type, or a tuple.
fn vec_to_arity(types: &Value) -> Text {
    let types: Vec<&str> = list(types)?.iter().map(text).collect::<Text<_>>()?;
    Ok(match types.as_slice() {
        [only] => (*only).to_string(),
        types => format!("({})", types.join(", ")),
    })
}

/// Returns the bytes of a principal, for between the brackets of an array.
fn principal_slice(principal: &str) -> Text {
    let principal = Principal::from_text(principal)
        .map_err(|error| format!("{principal:?} is not a principal: {error}"))?;
    let bytes: Vec<String> = principal.as_slice().iter().map(u8::to_string).collect();
    Ok(bytes.join(", "))
}

/// Returns the arguments of the attribute that makes a function a method, after `ic_cdk::`.
fn cdk_attribute(mode: &str, name: &str, original: &str, more: &[String]) -> Text {
    let (attribute, mode) = match mode {
        // The attribute has no form for `oneway`; a method that returns nothing is called in the same way.
        "update" | "oneway" => ("update", None),
        "query" => ("query", None),
        "composite_query" => ("query", Some("composite = true".to_string())),
        other => return Err(format!("unknown method mode {other:?}")),
    };
    let name = (name != original).then(|| format!("name = {}", literal::string(original)));
    let args = name.into_iter().chain(mode).chain(more.iter().cloned());
    let args: Vec<String> = args.collect();
    Ok(if args.is_empty() {
        attribute.to_string()
    } else {
        format!("{attribute}({})", args.join(", "))
    })
}
