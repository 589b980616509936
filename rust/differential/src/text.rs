//! Random interfaces in text, with what types do not have: names of arguments, comments, names of services, arguments that
//! a service is installed with, several ways to write one thing.

use crate::random::Random;
use candid::types::{Field, FuncMode, Function, Label, Type, TypeEnv, TypeInner};

const COMMENTS: [&str; 12] = [
    "// a comment",
    "//",
    "/// three slashes",
    "//  two  spaces ",
    "// ü, \"quotes\" and */",
    "// type X = nat;",
    "/* no documentation */",
    "// one line\n// and another",
    "///// five slashes\n////// six",
    "/* a block */ // and a line",
    "// a line\n\n/* and a block */",
    "/* a block\n */ /* and another */ // and a line\n\n",
];

/// Those among the names below and in `dynamic`.
const KEYWORDS: [&str; 3] = ["type", "record", "query"];

const NAMES: [&str; 8] = [
    "a",
    "amount",
    "type",
    "two words",
    "ein Wörtchen",
    "2",
    "",
    "_x",
];

/// Returns the definitions and a service with methods of some of the types.
pub fn interface(random: &mut Random, env: &TypeEnv, types: &[Type]) -> String {
    let mut text = Text {
        random,
        out: String::new(),
    };
    for (name, ty) in &env.0 {
        text.comment();
        text.out.push_str(&format!("type {name} = "));
        text.ty(ty);
        text.out.push_str(";\n");
    }
    text.comment();
    text.out.push_str("service ");
    if text.random.one_in(3) {
        text.out.push_str("name ");
    }
    text.out.push_str(": ");
    if text.random.one_in(2) {
        text.args(types);
        text.out.push_str(" -> ");
    }
    text.out.push_str("{\n");
    for (i, ty) in types.iter().enumerate() {
        let function = Function {
            modes: Vec::new(),
            args: vec![ty.clone()],
            rets: types[..i].to_vec(),
        };
        text.comment();
        text.label(&Label::Named(format!("method{i}")));
        text.out.push_str(" : ");
        text.function(&function);
        text.out.push_str(";\n");
    }
    text.out.push('}');
    text.space();
    text.out
}

struct Text<'a> {
    random: &'a mut Random,
    out: String,
}

impl Text<'_> {
    fn comment(&mut self) {
        if self.random.one_in(4) {
            let comment = *self.random.pick(&COMMENTS);
            self.out.push_str(&format!("\n{comment}\n"));
        }
    }

    fn space(&mut self) {
        let space = *self
            .random
            .pick(&["", "", " ", "\n", "\t", "/* , */", "// end\n"]);
        self.out.push_str(space);
    }

    fn name(&mut self, name: &str) {
        let is_plain = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && !KEYWORDS.contains(&name);
        if is_plain && !self.random.one_in(4) {
            self.out.push_str(name);
        } else {
            self.out
                .push_str(&format!("\"{}\"", escaped(self.random, name)));
        }
    }

    fn label(&mut self, label: &Label) {
        match label {
            Label::Named(name) => self.name(name),
            Label::Id(id) | Label::Unnamed(id) if self.random.one_in(4) => {
                self.out.push_str(&format!("0x{id:x}"));
            }
            Label::Id(id) | Label::Unnamed(id) => self.out.push_str(&id.to_string()),
        }
    }

    fn ty(&mut self, ty: &Type) {
        match ty.as_ref() {
            TypeInner::Opt(part) => {
                self.out.push_str("opt ");
                self.ty(part);
            }
            TypeInner::Vec(part)
                if matches!(part.as_ref(), TypeInner::Nat8) && self.random.one_in(2) =>
            {
                self.out.push_str("blob");
            }
            TypeInner::Vec(part) => {
                self.out.push_str("vec ");
                self.space();
                self.ty(part);
            }
            TypeInner::Record(fields) => self.fields("record", fields),
            TypeInner::Variant(fields) => self.fields("variant", fields),
            TypeInner::Func(function) => {
                self.out.push_str("func ");
                self.function(function);
            }
            TypeInner::Service(methods) => {
                self.out.push_str("service {");
                for (name, ty) in methods {
                    self.comment();
                    self.name(name);
                    self.out.push_str(" : ");
                    match ty.as_ref() {
                        TypeInner::Func(function) => self.function(function),
                        _ => self.ty(ty),
                    }
                    self.out.push(';');
                }
                self.out.push('}');
            }
            other => self.out.push_str(&Type::from(other.clone()).to_string()),
        }
    }

    fn fields(&mut self, keyword: &str, fields: &[Field]) {
        self.out.push_str(keyword);
        self.out.push_str(" {");
        for (i, field) in fields.iter().enumerate() {
            self.comment();
            let is_next = (0..)
                .zip(fields)
                .take(i + 1)
                .all(|(at, field)| field.id.get_id() == at);
            let is_null = matches!(field.ty.as_ref(), TypeInner::Null);
            match keyword {
                "record" if is_next && self.random.one_in(2) => self.ty(&field.ty),
                "variant" if is_null && self.random.one_in(2) => self.label(&field.id),
                _ => {
                    self.label(&field.id);
                    self.space();
                    self.out.push_str(": ");
                    self.ty(&field.ty);
                }
            }
            if i + 1 < fields.len() || self.random.one_in(2) {
                self.out.push_str("; ");
            }
        }
        self.out.push('}');
    }

    fn function(&mut self, function: &Function) {
        self.args(&function.args);
        self.out.push_str(" -> ");
        self.args(&function.rets);
        for mode in &function.modes {
            self.out.push_str(match mode {
                FuncMode::Query => " query",
                FuncMode::CompositeQuery => " composite_query",
                FuncMode::Oneway => " oneway",
            });
        }
    }

    fn args(&mut self, args: &[Type]) {
        self.out.push('(');
        for (i, ty) in args.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            if self.random.one_in(3) {
                let name = *self.random.pick(&NAMES);
                self.name(name);
                self.out.push_str(" : ");
            }
            self.ty(ty);
        }
        self.out.push(')');
    }
}

/// The name, as one of several ways to write it in quotes.
fn escaped(random: &mut Random, name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            _ if random.one_in(8) => out.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamic::{random_env, random_type};

    #[test]
    fn most_texts_are_interfaces() {
        let mut n_accepted = 0;
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let env = random_env(&mut random);
            let types = [random_type(&mut random, 2), random_type(&mut random, 2)];
            let text = interface(&mut random, &env, &types);
            n_accepted += usize::from(text.parse::<candid_parser_incumbent::IDLProg>().is_ok());
        }
        assert!(n_accepted > 150, "{n_accepted} of 200 are read");
    }
}
