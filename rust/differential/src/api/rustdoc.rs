//! What a list of items does not say: marks, what macros take, what has to be implemented, features. It is in what rustdoc
//! and cargo write for programs.

use super::tokens::{brackets, is_word, tokens};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Returns what whoever implements a trait of a crate may leave out, and what not, as rustdoc describes the crate.
///
/// # Panics
///
/// If the description has another form.
pub fn duties(rustdoc: &str) -> BTreeMap<String, Duty> {
    let json = Json::parse(rustdoc);
    let mut duties = BTreeMap::new();
    for item in json.index.values().filter(|item| item["crate_id"] == 0) {
        let members = item["inner"]["trait"]["items"].as_array();
        for member in members.into_iter().flatten().filter_map(|id| json.get(id)) {
            if let Some(has_body) = member["inner"]["function"]["has_body"].as_bool() {
                let name = format!("{}::{}", name_of(item), name_of(member));
                let duty = if has_body {
                    Duty::Provided
                } else {
                    Duty::Required
                };
                duties.insert(name, duty);
            }
        }
    }
    duties
}

/// Whether an implementation of a trait needs to have a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// It need not.
    Provided,
    /// It must.
    Required,
}

/// Returns the path of each item that can be named from outside, methods included, and the marks on it: `must_use` and
/// `deprecated`, which make the compiler speak where somebody uses it or does not.
///
/// # Panics
///
/// If the description has another form.
pub fn marks(rustdoc: &str) -> BTreeMap<String, BTreeSet<&'static str>> {
    let json = Json::parse(rustdoc);
    let root = json.get(&json.root).expect("a root");
    let mut found = BTreeMap::new();
    json.walk(root, name_of(root), &mut Vec::new(), &mut found);
    found
}

/// Returns what each macro takes: the arms of those by example, the attributes that a derive knows of.
///
/// # Panics
///
/// If the description has another form.
pub fn macros(rustdoc: &str) -> BTreeSet<String> {
    let json = Json::parse(rustdoc);
    let mut found = BTreeSet::new();
    for item in json.index.values().filter(|item| item["crate_id"] == 0) {
        let name = name_of(item);
        let source = item["inner"]["macro"].as_str().unwrap_or_default();
        for line in source.lines() {
            if let Some((arm, _)) = line.split_once(" => ") {
                found.insert(format!("{name}! takes {}", arm.trim()));
            }
        }
        let helpers = item["inner"]["proc_macro"]["helpers"].as_array();
        for helper in helpers.into_iter().flatten().filter_map(Value::as_str) {
            found.insert(format!("derive({name}) knows #[{helper}]"));
        }
    }
    found
}

/// Returns whether what a macro takes is among what macros take, whatever the variables are called. An arm with
/// repetitions that may be empty is one without them too.
pub fn is_taken(wanted: &str, macros: &BTreeSet<String>) -> bool {
    let (wanted, _) = alike(&tokens(wanted));
    let forms = macros.iter().flat_map(|taken| {
        let mut forms = vec![tokens(taken)];
        let mut at = 0;
        while at < forms.len() {
            let form = forms[at].clone();
            for group in alike(&form).1 {
                let mut without = form.clone();
                without.drain(group);
                if !forms.contains(&without) {
                    forms.push(without);
                }
            }
            at += 1;
        }
        forms
    });
    forms.into_iter().any(|form| alike(&form).0 == wanted)
}

/// An arm with numbers for the names of its variables, and the ranges of what may repeat zero times.
fn alike(arm: &[String]) -> (Vec<String>, Vec<std::ops::Range<usize>>) {
    let mut names: Vec<&String> = Vec::new();
    let mut out: Vec<String> = Vec::new();
    let mut optional = Vec::new();
    for (at, token) in arm.iter().enumerate() {
        let is_variable = at > 0 && arm[at - 1] == "$" && token.starts_with(is_word);
        if is_variable {
            let n = names.iter().position(|name| *name == token);
            let n = n.unwrap_or_else(|| {
                names.push(token);
                names.len() - 1
            });
            out.push(n.to_string());
            continue;
        }
        if at > 0 && arm[at - 1] == "$" && token == "(" {
            if let Some((_, close)) = brackets(arm, at) {
                // A separator may stand before the sign.
                let signs = arm.iter().enumerate().skip(close + 1).take(2);
                let sign = signs
                    .into_iter()
                    .find(|(_, token)| ["?", "*", "+"].contains(&token.as_str()));
                if let Some((end, sign)) = sign {
                    if sign != "+" {
                        optional.push(at - 1..end + 1);
                    }
                }
            }
        }
        out.push(token.clone());
    }
    // It is called with whatever brackets one likes.
    let start = out
        .iter()
        .position(|token| token == "takes")
        .map(|at| at + 1);
    if let Some(start) = start.filter(|start| start + 1 < out.len()) {
        out.pop();
        out.remove(start);
    }
    (out, optional)
}

/// Returns the features of a crate, and which of them are on if nobody says anything, as `cargo metadata` describes it.
///
/// # Panics
///
/// If the description has another form, or has no such crate.
pub fn features(metadata: &str, name: &str) -> BTreeSet<String> {
    let json: Value = serde_json::from_str(metadata).expect("cargo writes JSON");
    let packages = json["packages"].as_array().expect("packages");
    let package = packages.iter().find(|package| package["name"] == name);
    let features = package.expect("the package is there")["features"].as_object();
    let features = features.expect("features");
    let default = features.get("default").and_then(Value::as_array);
    let default = default.into_iter().flatten().filter_map(Value::as_str);
    let default = default.map(|name| format!("feature {name} by default"));
    let names = features.keys().map(|name| format!("feature {name}"));
    names.chain(default).collect()
}

/// A description by rustdoc.
struct Json {
    root: Value,
    index: serde_json::Map<String, Value>,
}

impl Json {
    fn parse(rustdoc: &str) -> Self {
        let mut json: Value = serde_json::from_str(rustdoc).expect("rustdoc writes JSON");
        match json["index"].take() {
            Value::Object(index) => Json {
                root: json["root"].take(),
                index,
            },
            _ => panic!("rustdoc writes an index"),
        }
    }

    fn get(&self, id: &Value) -> Option<&Value> {
        self.index.get(&id.to_string())
    }

    fn all<'a>(&'a self, ids: &'a Value) -> impl Iterator<Item = &'a Value> {
        let ids = ids.as_array().into_iter().flatten();
        ids.filter_map(|id| self.get(id))
    }

    /// Adds what is in a module, re-exported or not. `outer` has the modules around it: some re-export what they are in.
    fn walk<'a>(
        &'a self,
        module: &'a Value,
        path: &str,
        outer: &mut Vec<&'a Value>,
        found: &mut BTreeMap<String, BTreeSet<&'static str>>,
    ) {
        if outer.contains(&&module["id"]) {
            return;
        }
        outer.push(&module["id"]);
        for item in self.all(&module["inner"]["module"]["items"]) {
            let reexport = &item["inner"]["use"];
            if reexport.is_null() {
                self.item(item, &format!("{path}::{}", name_of(item)), outer, found);
            } else if let Some(target) = self.get(&reexport["id"]) {
                if reexport["is_glob"] == true {
                    self.walk(target, path, outer, found);
                } else {
                    let name = reexport["name"].as_str().unwrap_or_default();
                    self.item(target, &format!("{path}::{name}"), outer, found);
                }
            }
        }
        outer.pop();
    }

    /// Adds an item and its methods.
    fn item<'a>(
        &'a self,
        item: &'a Value,
        path: &str,
        outer: &mut Vec<&'a Value>,
        found: &mut BTreeMap<String, BTreeSet<&'static str>>,
    ) {
        if item["inner"].get("module").is_some() {
            return self.walk(item, path, outer, found);
        }
        found.insert(path.to_string(), marks_of(item));
        let inner = &item["inner"];
        let kinds = ["struct", "enum", "union"].map(|kind| &inner[kind]["impls"]);
        let impls = kinds.into_iter().flat_map(|impls| self.all(impls));
        let methods = impls.flat_map(|block| self.all(&block["inner"]["impl"]["items"]));
        for method in methods.chain(self.all(&inner["trait"]["items"])) {
            let path = format!("{path}::{}", name_of(method));
            found.entry(path).or_default().extend(marks_of(method));
        }
    }
}

fn name_of(item: &Value) -> &str {
    item["name"].as_str().unwrap_or_default()
}

fn marks_of(item: &Value) -> BTreeSet<&'static str> {
    let attributes = item["attrs"].as_array().into_iter().flatten();
    let mut attributes = attributes.map(Value::to_string);
    let must_use = attributes.any(|attribute| attribute.contains("must_use"));
    let deprecated = !item["deprecation"].is_null();
    let marks = [("must_use", must_use), ("deprecated", deprecated)];
    let marks = marks.into_iter().filter(|(_, is_so)| *is_so);
    marks.map(|(mark, _)| mark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arms_are_compared() {
        for (wanted, taken, expected) in [
            (
                "E! takes ( $($x:expr),* )",
                "E! takes ( $($a:expr),* )",
                true,
            ),
            (
                "E! takes ( $($x:expr),* )",
                "E! takes { $($a:expr),* $(,)? }",
                true,
            ),
            (
                "E! takes ( $($x:expr),* )",
                "E! takes ( $($a:expr),* , )",
                false,
            ),
            (
                "E! takes ( $($x:expr),* )",
                "E! takes ( $($a:expr),+ )",
                false,
            ),
            (
                "E! takes ( $($x:expr),* )",
                "F! takes ( $($a:expr),* )",
                false,
            ),
            (
                "d! takes ( $v:vis $f:ident )",
                "d! takes ( $(#[$m:meta])* $vis:vis $f:ident $(;)? )",
                true,
            ),
            (
                "D! takes ( $x:expr $(,$ty:ty)* )",
                "D! takes ( $bytes:expr $(, $ty:ty)* $(,)? )",
                true,
            ),
            (
                "d! takes ( $a:ty, $b:ty )",
                "d! takes ( $a:ty, $a:ty )",
                false,
            ),
        ] {
            let macros = BTreeSet::from([taken.to_string()]);
            assert_eq!(is_taken(wanted, &macros), expected, "{wanted} by {taken}");
        }
    }

    #[test]
    fn a_description_is_read() {
        let rustdoc = r##"{"root": 0, "index": {
            "0": {"id": 0, "crate_id": 0, "name": "c", "inner": {"module": {"items": [1, 2, 5]}}},
            "1": {"id": 1, "crate_id": 0, "name": "m", "inner": {"module": {"items": [3, 6]}}},
            "2": {"id": 2, "crate_id": 0, "inner": {"use": {"id": 3, "name": "g", "is_glob": false}}},
            "3": {"id": 3, "crate_id": 0, "name": "f", "attrs": [{"must_use": {}}], "inner": {"function": {}}},
            "5": {"id": 5, "crate_id": 0, "name": "t", "inner": {"macro": "macro_rules! t {\n    ($a:ty) => { ... };\n}"}},
            "6": {"id": 6, "crate_id": 0, "inner": {"use": {"id": 0, "name": "c", "is_glob": true}}}
        }}"##;
        let marks = marks(rustdoc);
        let paths: Vec<&str> = marks.keys().map(String::as_str).collect();
        assert_eq!(paths, ["c::g", "c::m::f", "c::t"]);
        assert!(marks["c::g"].contains("must_use"));
        assert!(marks["c::t"].is_empty());
        assert_eq!(
            macros(rustdoc),
            BTreeSet::from(["t! takes ($a:ty)".to_string()])
        );
    }
}
