//! Descriptions for programs: OpenAPI documents and binding models, against JSON Schemas.

use crate::{checked, interfaces};
use candid_parser::check::Checked;
use candid_parser::codegen::{Model, JSON_SCHEMA};
use candid_parser::configs::Configs;
use candid_parser::json::{args_to_string, BlobEncoding, JsonOptions};
use candid_parser::openapi::{openapi, OpenApiOptions};
use candid_parser::random;
use candid_parser::types::Type;
use jsonschema::{Registry, Validator};
use serde_json::{json, Value};

/// How many methods of an interface are called: schemas are compiled for each.
const MAX_METHODS: usize = 3;

fn document(checked: &Checked, options: &JsonOptions) -> Value {
    let options = OpenApiOptions::new("Test").json(*options);
    let text = openapi(checked, &options).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn validator(registry: &Registry<'_>, pointer: &str) -> Validator {
    let reference = json!({ "$ref": format!("https://service.example/document#{pointer}") });
    let options = jsonschema::options().with_registry(registry);
    options
        .build(&reference)
        .unwrap_or_else(|error| panic!("{pointer}: {error}"))
}

/// Checks that random values are valid, and that changed ones are not; returns the number of those values.
fn check(
    name: &str,
    checked: &Checked,
    types: &[Type],
    options: &JsonOptions,
    validator: &Validator,
) -> usize {
    let mut n_checked = 0;
    for seed in 0..3_u8 {
        let bytes: Vec<u8> = (0..2000_u32)
            .map(|i| (i.wrapping_mul(31 + u32::from(seed)) >> 3).to_le_bytes()[0])
            .collect();
        let configs: Configs = "width = 3\nsize = 40".parse().unwrap();
        let Ok(args) = random::any(&bytes, configs, &checked.env, types, &None) else {
            continue;
        };
        let text = args_to_string(&args, &checked.env, types, options).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        if let Err(error) = validator.validate(&value) {
            panic!("{name}: {text}: {error}");
        }
        let mut more = value.clone();
        more.as_array_mut().unwrap().push(Value::Null);
        assert!(!validator.is_valid(&more), "{name}: {more}");
        assert!(!validator.is_valid(&json!({ "args": value })), "{name}");
        n_checked += 1;
    }
    n_checked
}

#[test]
fn openapi_documents_describe_the_json_of_calls() {
    let mut n_checked = 0;
    for (file, checked) in interfaces() {
        let Some(service) = &checked.actor else {
            let error = openapi(&checked, &OpenApiOptions::new("x")).unwrap_err();
            assert_eq!(error.to_string(), "the interface has no service");
            continue;
        };
        for options in [
            JsonOptions::new(),
            JsonOptions::new().blob(BlobEncoding::Hex),
        ] {
            let document = document(&checked, &options);
            let paths = document["paths"].as_object().unwrap();
            let methods = checked.env.as_service(service).unwrap();
            assert_eq!(paths.len(), methods.len(), "{file}");
            let registry = Registry::new()
                .add("https://service.example/document", &document)
                .unwrap();
            let registry = registry.prepare().unwrap();
            for (path, item) in paths.iter().take(MAX_METHODS) {
                let name = item["post"]["operationId"].as_str().unwrap();
                let method = checked.env.get_method(service, name).unwrap();
                let pointer = path
                    .replace('~', "~0")
                    .replace('/', "~1")
                    .replace('%', "%25");
                let content = "content/application~1json/schema";
                // Methods of one type refer to one body.
                let of = |part: &str, value: &Value| match value["$ref"].as_str() {
                    Some(shared) => format!("{}/{content}", shared.trim_start_matches('#')),
                    None => format!("/paths/{pointer}/post/{part}/{content}"),
                };
                let post = &item["post"];
                let args = validator(&registry, &of("requestBody", &post["requestBody"]));
                let named = format!("{file} {name}");
                n_checked += check(&named, &checked, &method.args, &options, &args);
                if item["post"]["x-candid-mode"] != "oneway" {
                    let found = &post["responses"]["200"];
                    let results = validator(&registry, &of("responses/200", found));
                    n_checked += check(&named, &checked, &method.rets, &options, &results);
                }
            }
        }
    }
    assert!(n_checked > 100, "{n_checked}");
}

#[test]
fn openapi_of_what_is_hard_to_write() {
    let checked = checked(
        "// The service.
         // More.
         type F = func (first : nat8) -> () oneway;
         service : (opt nat8) -> {
           // Both \"quotes\".
           \"a/b {c} ü?\" : (x : nat8, nat8) -> (sum : nat16) query;
           f : F;
         }",
    );
    let document = document(&checked, &JsonOptions::new());
    let operation = &document["paths"]["/a%2Fb%20%7Bc%7D%20%C3%BC%3F"]["post"];
    assert_eq!(operation["operationId"], "a/b {c} ü?");
    assert_eq!(operation["description"], "Both \"quotes\".");
    let items = &operation["requestBody"]["content"]["application/json"]["schema"]["prefixItems"];
    assert_eq!(
        (&items[0]["title"], items[1].get("title")),
        (&json!("x"), None)
    );
    let oneway = &document["paths"]["/f"]["post"];
    assert_eq!(oneway["x-candid-mode"], "oneway");
    assert_eq!(oneway["responses"]["200"], Value::Null);
    assert_eq!(document["x-candid-init"]["maxItems"], 1);
}

#[test]
fn methods_of_one_type_share_their_bodies() {
    let checked = checked(
        "type F = func (first : nat8, vec record {
           // The name.
           name : text
         }) -> (last : opt bool);
         type G = F; type O = func (text) -> () oneway; type Once = func () -> ();
         service : { a : F; b : G; once : Once; o : O; p : O }",
    );
    let document = document(&checked, &JsonOptions::new());
    let post = |name: &str| &document["paths"][format!("/{name}")]["post"];
    for (name, ty) in [("a", "F"), ("b", "F"), ("o", "O"), ("p", "O")] {
        let body = json!({ "$ref": format!("#/components/requestBodies/{ty}") });
        assert_eq!(post(name)["requestBody"], body, "{name}");
    }
    let result = json!({ "$ref": "#/components/responses/F" });
    assert_eq!(post("b")["responses"]["200"], result);
    assert_eq!(post("p")["responses"]["200"], Value::Null);
    assert!(post("once")["requestBody"]["content"].is_object());
    let components = document["components"].as_object().unwrap();
    let keys = |kind: &str| {
        components[kind]
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (keys("requestBodies"), keys("responses")),
        (vec!["F", "O"], vec!["F"])
    );
    let registry = Registry::new()
        .add("https://service.example/document", &document)
        .unwrap();
    let registry = registry.prepare().unwrap();
    let pointer = "/components/requestBodies/F/content/application~1json/schema";
    let args = validator(&registry, pointer);
    assert!(args.is_valid(&json!([1, [{ "name": "x" }]])));
    assert!(!args.is_valid(&json!([1, [{ "nam": "x" }]])));
    let items = &document.pointer(pointer).unwrap()["prefixItems"];
    assert_eq!(items[0]["title"], "first");
    assert_eq!(
        items[1]["items"]["properties"]["name"]["description"],
        "The name."
    );
}

fn model(checked: &Checked) -> Value {
    let model = Model::new(&checked.env, &checked.actor, &checked.prog).unwrap();
    let text = model.to_json();
    assert_eq!(text, model.to_json());
    serde_json::from_str(&text).unwrap()
}

#[test]
fn models_fit_their_schema() {
    let schema: Value = serde_json::from_str(JSON_SCHEMA).unwrap();
    assert!(jsonschema::meta::is_valid(&schema));
    let validator = jsonschema::validator_for(&schema).unwrap();
    for (file, checked) in interfaces() {
        let model = model(&checked);
        if let Err(error) = validator.validate(&model) {
            panic!("{file}: {error}");
        }
        assert_eq!(
            model["types"].as_array().unwrap().len(),
            checked.env.0.len()
        );
    }
    // The schema refuses what is missing, at every level.
    let good = model(&checked(
        "type T = variant { A : vec T }; service : { m : (T) -> () }",
    ));
    assert!(validator.is_valid(&good));
    for (pointer, key) in [
        ("", "version"),
        ("", "service"),
        ("/types/0", "recursive"),
        ("/types/0/type", "cases"),
        ("/types/0/type/cases/0", "id"),
        ("/types/0/type/cases/0/type", "of"),
        ("/types/0/type/cases/0/type/of", "name"),
        ("/service/type", "methods"),
        ("/service/type/methods/0/type", "mode"),
        ("/service/type/methods/0/type/args/0", "type"),
    ] {
        let mut bad = good.clone();
        let object = bad.pointer_mut(pointer).unwrap().as_object_mut().unwrap();
        assert!(object.remove(key).is_some(), "{pointer} {key}");
        assert!(!validator.is_valid(&bad), "{pointer} {key}");
    }
    for (pointer, value) in [
        ("/version", json!(2)),
        ("/types/0/type/kind", json!("array")),
        ("/order", json!(["T", "T"])),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(pointer).unwrap() = value;
        assert!(!validator.is_valid(&bad), "{pointer}");
    }
}

#[test]
fn models_are_linear_and_may_be_deep() {
    let size = |n: usize| {
        let (open, close) = ("record { a : opt ".repeat(n), "}".repeat(n));
        let checked = checked(&format!("type T = {open} nat {close};"));
        let model = Model::new(&checked.env, &checked.actor, &checked.prog).unwrap();
        model.to_json().len()
    };
    let [once, twice, four] = [60, 120, 240].map(size);
    assert!(
        twice < once * 21 / 10 && four < twice * 21 / 10,
        "{once} {twice} {four}"
    );
}
