//! The comments of `.did` files in JSON Schemas.

use candid::json::{self, JsonOptions};
use candid_parser::check::{self, Memory};
use serde_json::Value;
use std::path::Path;

const MAIN: &str = r#"
import "types.did";
import service "base.did";

// Not directly above.

/* Not in lines. */
type Plain = nat;
/// A name for a transfer.
///
/// In two paragraphs.
type Alias = Transfer;
// What is moved.
type Transfer = record {
  // Who gets it.
  to : opt record {
    // The account.
    owner : principal;
    // By its
    // number.
    5 : blob;
    plain : nat;
  };
  kinds : vec opt variant {
    /// At once.
    now;
    // Not before.
    later : record {
      // In nanoseconds.
      nat64;
      text;
    };
  };
  // A list.
  list : List;
  base : Base;
};
type List = opt record { nat; /* no */ List };
type Do = Does;
type Does = func (
  record {
    // Inside an argument.
    x : nat;
  },
  nat,
) -> (vec variant {
  // Inside a result.
  ok;
});
// The main service.
service : (record {
  // Of an init argument.
  y : nat
}) -> {
  // Moves tokens.
  // At once.
  transfer : (Transfer, Alias) -> (Plain);
  does : Do;
  // Of a type that is another file's.
  base : (Base) -> () query;
}
"#;

const TYPES: &str = "
// In another file.
type Base = record {
  // Its number.
  n : nat;
};";

const BASE: &str = "
type Service = Named;
type Named = service {
  // Of an imported service.
  imported : () -> ();
};
service : Service";

/// Checks that these, and no others, are the descriptions in a schema, by JSON pointer.
#[track_caller]
fn check(schema: &str, expected: &[(&str, &str)]) {
    fn collect(value: &Value, path: &str, found: &mut Vec<(String, String)>) {
        match value {
            Value::Object(keys) => {
                for (key, value) in keys {
                    match value {
                        Value::String(text) if key == "description" => {
                            found.push((path.to_string(), text.clone()));
                        }
                        _ => collect(value, &format!("{path}/{key}"), found),
                    }
                }
            }
            Value::Array(items) => {
                for (i, item) in items.iter().enumerate() {
                    collect(item, &format!("{path}/{i}"), found);
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    collect(&serde_json::from_str(schema).unwrap(), "", &mut found);
    found.sort();
    let mut expected: Vec<_> = expected
        .iter()
        .map(|(path, text)| ((*path).to_string(), (*text).to_string()))
        .collect();
    expected.sort();
    assert_eq!(found, expected);
}

#[test]
fn comments_are_descriptions() {
    let files = Memory::from_iter([("main.did", MAIN), ("types.did", TYPES), ("base.did", BASE)]);
    let checked = check::file(&files, Path::new("main.did")).unwrap();
    let (env, docs) = (&checked.env, checked.docs());
    let service = checked.actor.as_ref().unwrap();
    let schema =
        |method| json::method_schema(env, service, method, &docs, &JsonOptions::new()).unwrap();
    let to = "/$defs/Transfer/properties/to";
    let content = format!("{to}/anyOf/1/properties");
    let kinds = "/$defs/Transfer/properties/kinds/items/anyOf/1/oneOf";
    check(
        &schema("transfer"),
        &[
            ("", "Moves tokens.\nAt once."),
            (
                "/$defs/Alias",
                "A name for a transfer.\n\nIn two paragraphs.",
            ),
            ("/$defs/Transfer", "What is moved."),
            (to, "Who gets it."),
            (&format!("{content}/owner"), "The account."),
            (&format!("{content}/#5"), "By its\nnumber."),
            (&format!("{kinds}/0/properties/now"), "At once."),
            (&format!("{kinds}/1/properties/later"), "Not before."),
            (
                &format!("{kinds}/1/properties/later/prefixItems/0"),
                "In nanoseconds.",
            ),
            ("/$defs/Transfer/properties/list", "A list."),
            ("/$defs/Base", "In another file."),
            ("/$defs/Base/properties/n", "Its number."),
        ],
    );
    check(
        &schema("does"),
        &[
            (
                "/properties/args/prefixItems/0/properties/x",
                "Inside an argument.",
            ),
            (
                "/properties/results/prefixItems/0/items/oneOf/0/properties/ok",
                "Inside a result.",
            ),
        ],
    );
    check(
        &schema("base"),
        &[
            ("", "Of a type that is another file's."),
            ("/$defs/Base", "In another file."),
            ("/$defs/Base/properties/n", "Its number."),
        ],
    );
    check(&schema("imported"), &[("", "Of an imported service.")]);
    let alias = candid::types::TypeInner::Var("Base".to_string()).into();
    let schema = json::schema(env, &alias, docs.types(), &JsonOptions::new()).unwrap();
    check(
        &schema,
        &[
            ("/$defs/Base", "In another file."),
            ("/$defs/Base/properties/n", "Its number."),
        ],
    );
}

/// A long chain of names is followed once, a deep type does not overflow the stack.
#[test]
fn large_interfaces() {
    let n = 5_000;
    let chain: String = (0..n).map(|i| format!("type T{i} = T{};", i + 1)).collect();
    let methods: String = (0..n).map(|i| format!("m{i} : T0;")).collect();
    let text = format!("{chain} type T{n} = func () -> (); service : {{ {methods} }}");
    let checked = check::text(&Memory::default(), Path::new("a.did"), &text).unwrap();
    assert!(checked.docs().types().named.is_empty());

    let depth = 2_500;
    let deep = format!(
        "type A = {}record {{\n// The last.\nx : nat }}{};",
        "record { a : ".repeat(depth),
        "}".repeat(depth)
    );
    let check = move || {
        let checked = check::text(&Memory::default(), Path::new("a.did"), &deep).unwrap();
        let docs = checked.docs();
        let mut doc = docs.lookup_type_def("A").unwrap();
        let mut n = 0;
        while let Some(inner) = doc
            .fields
            .values()
            .next()
            .and_then(|field| field.ty.as_ref())
        {
            doc = inner;
            n += 1;
        }
        assert_eq!(n, depth);
    };
    let thread = std::thread::Builder::new().stack_size(16 << 20);
    thread.spawn(check).unwrap().join().unwrap();
}
