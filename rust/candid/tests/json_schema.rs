//! JSON Schema of types and methods: what is written is valid, and the texts of some schemas.
#![cfg(feature = "json")]

mod random_values;

use candid::json::{self, BlobEncoding, JsonOptions};
use candid::pretty::candid::DocComments;
use candid::types::{Field, FuncMode, Function, Label, Type, TypeDocs, TypeInner};
use candid::{CandidType, IDLArgs, TypeEnv};
use proptest::{prop_assert, prop_assert_eq, proptest};
use random_values::{some_type, ty, typed_value};
use serde_json::Value;

/// Returns whether the value is valid against the schema, as far as the keywords go that are written, except `pattern`.
///
/// # Panics
///
/// If a keyword is unknown, or a reference leads nowhere.
fn is_valid(root: &Value, schema: &Value, value: &Value) -> bool {
    let keywords = schema.as_object().expect("a schema");
    let number = |value: &Value| value.as_f64();
    keywords
        .iter()
        .all(|(keyword, content)| match keyword.as_str() {
            "$ref" => {
                let pointer = content
                    .as_str()
                    .expect("a reference")
                    .strip_prefix('#')
                    .unwrap();
                is_valid(root, root.pointer(pointer).expect("a definition"), value)
            }
            "type" => {
                let is = |name: &Value| match name.as_str().expect("a type") {
                    "null" => value.is_null(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_i64() || value.is_u64(),
                    "number" => value.is_number(),
                    "string" => value.is_string(),
                    "array" => value.is_array(),
                    "object" => value.is_object(),
                    other => panic!("type {other}"),
                };
                content
                    .as_array()
                    .map_or_else(|| is(content), |names| names.iter().any(is))
            }
            "minimum" => number(value) >= number(content),
            "maximum" => number(value) <= number(content),
            "minItems" => value
                .as_array()
                .is_none_or(|v| v.len() as u64 >= content.as_u64().unwrap()),
            "maxItems" => value
                .as_array()
                .is_none_or(|v| v.len() as u64 <= content.as_u64().unwrap()),
            "items" => value
                .as_array()
                .is_none_or(|v| v.iter().all(|v| is_valid(root, content, v))),
            "prefixItems" => {
                let items = content.as_array().expect("schemas");
                let is_item = |(schema, value)| is_valid(root, schema, value);
                !items.is_empty()
                    && value
                        .as_array()
                        .is_none_or(|v| items.iter().zip(v).all(is_item))
            }
            "properties" => {
                let is_property = |(key, value): (&String, &Value)| {
                    content
                        .get(key)
                        .is_none_or(|schema| is_valid(root, schema, value))
                };
                value.as_object().is_none_or(|v| v.iter().all(is_property))
            }
            "required" => {
                let has = |key: &Value| value.get(key.as_str().expect("a key")).is_some();
                !value.is_object() || content.as_array().expect("keys").iter().all(has)
            }
            "additionalProperties" => {
                let is_known = |key: &String| schema["properties"].get(key).is_some();
                value.as_object().is_none_or(|v| v.keys().all(is_known))
            }
            "anyOf" => content
                .as_array()
                .unwrap()
                .iter()
                .any(|s| is_valid(root, s, value)),
            "oneOf" => {
                let schemas = content.as_array().unwrap().iter();
                schemas.filter(|s| is_valid(root, s, value)).count() == 1
            }
            "not" => !is_valid(root, content, value),
            "$schema" | "$defs" | "description" | "pattern" | "contentEncoding" => true,
            other => panic!("keyword {other}"),
        })
}

fn validate(schema: &str, text: &str) -> bool {
    let schema: Value = serde_json::from_str(schema).expect("JSON");
    is_valid(&schema, &schema, &serde_json::from_str(text).expect("JSON"))
}

proptest! {
    #[test]
    fn what_is_written_is_valid((ty, value) in typed_value(), other in some_type()) {
        let (env, docs, options) = (TypeEnv::new(), TypeDocs::default(), JsonOptions::new());
        let text = json::to_string(&value, &env, &ty, &options).unwrap();
        let schema = json::schema(&env, &ty, &docs, &options).unwrap();
        prop_assert!(validate(&schema, &text), "{} {}", schema, text);
        let types = [ty];
        let args = IDLArgs::new(&[value]);
        let message = json::args_to_string(&args, &env, &types, &options).unwrap();
        let schema = json::args_schema(&env, &types, &docs, &options).unwrap();
        prop_assert!(validate(&schema, &message), "{} {}", schema, message);

        // What is not valid at another type is not what is written there, so that it is read only if it is another
        // form of a value, which is written differently.
        let schema = json::schema(&env, &other, &docs, &options).unwrap();
        if !validate(&schema, &text) {
            if let Ok(value) = json::from_str(&text, &env, &other, &options) {
                prop_assert!(json::to_string(&value, &env, &other, &options).unwrap() != text);
            }
        }
        prop_assert_eq!(json::schema(&env, &other, &docs, &options).unwrap(), schema);
    }
}

/// A list of names.
#[derive(CandidType)]
#[allow(dead_code, reason = "only its type is used")]
struct List {
    /// The first name.
    /// Not empty.
    head: String,
    /// The others.
    tail: Option<Box<List>>,
    kind: Kind,
}

#[derive(CandidType)]
#[allow(dead_code, reason = "only its type is used")]
enum Kind {
    /// Nothing known.
    Unknown,
    Numbers(u64, Option<Option<u8>>),
}

#[test]
fn schema_of_a_rust_type() {
    let schema = json::schema_of::<Vec<List>>().unwrap();
    let pretty: Value = serde_json::from_str(&schema).unwrap();
    let pretty = serde_json::to_string_pretty(&pretty).unwrap() + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/json/list.schema.json");
    if std::env::var_os("JSON_BLESS").is_some() {
        std::fs::write(path, &pretty).unwrap();
    }
    assert_eq!(pretty, std::fs::read_to_string(path).unwrap());
    let rows = [
        (r#"[]"#, true),
        (r#"[{"head": "a", "kind": {"Unknown": null}}]"#, true),
        (
            r#"[{"head": "a", "tail": {"head": "b", "kind": {"Numbers": ["1", {"some": 5}]}}, "kind": {"Unknown": null}}]"#,
            true,
        ),
        (
            r#"[{"head": "a", "tail": {"head": 5, "kind": {"Unknown": null}}, "kind": {"Unknown": null}}]"#,
            false,
        ),
        (r#"[{"head": "a", "kind": {"Numbers": ["1", 5]}}]"#, false),
        (r#"[{"head": "a", "kind": {}}]"#, false),
        (
            r#"[{"head": "a", "kind": {"Unknown": null}, "more": 1}]"#,
            false,
        ),
        (r#"[{"kind": {"Unknown": null}}]"#, false),
    ];
    for (text, expected) in rows {
        assert_eq!(validate(&schema, text), expected, "{text}");
        let mut types = candid::types::TypeContainer::new();
        let ty = types.add::<Vec<List>>();
        let read = json::from_str(text, &types.env, &ty, &JsonOptions::new());
        assert_eq!(read.is_ok(), expected, "{text}");
    }
}

#[test]
fn schemas_of_methods_and_odd_types() {
    let (mut env, docs) = (TypeEnv::new(), TypeDocs::default());
    env.0
        .insert("a/b~c é".into(), ty(TypeInner::Vec(ty(TypeInner::Nat8))));
    let named = ty(TypeInner::Var("a/b~c é".into()));
    let method = Function {
        modes: vec![FuncMode::Query],
        args: vec![named, ty(TypeInner::Opt(ty(TypeInner::Nat8)))],
        rets: vec![],
    };
    let hex = JsonOptions::new().blob(BlobEncoding::Hex);
    let service = ty(TypeInner::Service(vec![(
        "get".into(),
        ty(TypeInner::Func(method)),
    )]));
    let found = json::method_schema(&env, &service, "get", &DocComments::empty(), &hex).unwrap();
    let expected = concat!(
        r##"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"##,
        r##""args":{"type":"array","prefixItems":[{"$ref":"#/$defs/a~1b~0c%20%C3%A9"},"##,
        r##"{"anyOf":[{"type":"null"},{"type":"integer","minimum":0,"maximum":255}]}],"minItems":1,"maxItems":2},"##,
        r##""results":{"type":"array","minItems":0,"maxItems":0}},"required":["args","results"],"##,
        r##""additionalProperties":false,"$defs":{"a/b~c é":{"type":"string","pattern":"^([0-9A-Fa-f]{2})*$"}}}"##
    );
    assert_eq!(found, expected);
    let no_method = json::method_schema(&env, &service, "set", &DocComments::empty(), &hex);
    assert!(no_method.unwrap_err().to_string().contains("set"));

    let error = |ty: Type| json::schema(&TypeEnv::new(), &ty, &docs, &hex).unwrap_err();
    let unknown = error(ty(TypeInner::Unknown));
    assert_eq!(
        unknown.to_string(),
        "expected a type with values in JSON, found unknown"
    );
    let unbound = error(ty(TypeInner::Var("A".into())));
    assert_eq!(unbound.to_string(), "unbound type identifier A");
    let itself = ty(TypeInner::Var("A".into()));
    env.0.insert("A".into(), itself.clone());
    let cyclic = json::schema(&env, &itself, &docs, &hex).unwrap_err();
    assert_eq!(cyclic.to_string(), "A has a cyclic definition");
    // A type that shares its parts, as large as 2^40 types.
    let mut shared = ty(TypeInner::Nat8);
    for _ in 0..40 {
        let field = |id| Field {
            id: Label::Id(id).into(),
            ty: shared.clone(),
        };
        shared = ty(TypeInner::Record(vec![field(1), field(2)]));
    }
    assert!(error(shared).is_limit());
}

/// Types that share no parts have no limit: what is written grows as they do, also below many others.
#[test]
fn large() {
    let ty = |inner: TypeInner| Type::from(inner);
    let record = |fields: Vec<Type>| {
        let field = |(id, ty)| Field {
            id: Label::Id(id).into(),
            ty,
        };
        ty(TypeInner::Record((1..).zip(fields).map(field).collect()))
    };
    let lens = [40_000, 80_000, 160_000].map(|n| {
        let wide = record(
            (0..n)
                .map(|_| ty(TypeInner::Opt(ty(TypeInner::Bool))))
                .collect(),
        );
        let deep = (0..500).fold(wide, |inner, _| record(vec![inner]));
        let (docs, options) = (TypeDocs::default(), JsonOptions::new());
        json::schema(&TypeEnv::new(), &deep, &docs, &options)
            .unwrap()
            .len()
    });
    for pair in lens.windows(2) {
        // The numbers of fields get longer.
        assert!(
            pair[1] > pair[0] && pair[1] < 2 * pair[0] + 500_000,
            "{lens:?}"
        );
    }
}

/// Of types that share parts, as many may be repeated as there is a limit for.
#[test]
fn repeated() {
    let ty = |inner: TypeInner| Type::from(inner);
    let part = ty(TypeInner::Record(vec![Field {
        id: Label::Id(1).into(),
        ty: ty(TypeInner::Bool),
    }]));
    let schema = |n| {
        let field = |id| Field {
            id: Label::Id(id).into(),
            ty: part.clone(),
        };
        let ty = ty(TypeInner::Variant((0..n).map(field).collect()));
        json::schema(
            &TypeEnv::new(),
            &ty,
            &TypeDocs::default(),
            &JsonOptions::new(),
        )
    };
    // The first one is not repeated; each other is a record with one part.
    assert!(schema(50_001).is_ok());
    let error = schema(50_002).unwrap_err();
    assert!(error.is_limit());
    assert_eq!(
        error.to_string(),
        "more than 100000 types that are repeated in a JSON Schema: types with shared parts need names"
    );
}
