//! The text of types, interfaces and values: a case is a row, the expected text is exact.
#![cfg(feature = "value")]

use candid::pretty::candid::value::{number_to_string, pp_value};
use candid::pretty::candid::{compile, compile_with_docs, pp_label_raw, pp_ty, DocComments};
use candid::pretty::utils::{concat, sep_enclose, sep_enclose_space, str, strict_concat};
use candid::types::value::{IDLField, VariantValue};
use candid::types::{Field, FieldDoc, FuncMode, Function, Label, Type, TypeDoc, TypeInner};
use candid::{Deserialize, IDLArgs, IDLValue, Int, Nat, Principal, TypeEnv};

fn named(name: &str) -> Label {
    Label::Named(name.to_string())
}

fn field(id: Label, ty: impl Into<Type>) -> Field {
    Field {
        id: id.into(),
        ty: ty.into(),
    }
}

fn func(args: &[TypeInner], rets: &[TypeInner], modes: &[FuncMode]) -> TypeInner {
    let types = |types: &[TypeInner]| types.iter().cloned().map(Type::from).collect();
    TypeInner::Func(Function {
        modes: modes.to_vec(),
        args: types(args),
        rets: types(rets),
    })
}

fn val(id: Label, val: IDLValue) -> IDLField {
    IDLField { id, val }
}

fn variant(id: Label, value: IDLValue) -> IDLValue {
    IDLValue::Variant(VariantValue(Box::new(val(id, value)), 0))
}

fn opt(value: IDLValue) -> IDLValue {
    IDLValue::Opt(Box::new(value))
}

fn text(text: &str) -> IDLValue {
    IDLValue::Text(text.to_string())
}

#[test]
fn types() {
    let record = |fields: &[(Label, TypeInner)]| {
        let fields = fields.iter().map(|(id, ty)| field(id.clone(), ty.clone()));
        TypeInner::Record(fields.collect())
    };
    let blob = || TypeInner::Vec(TypeInner::Nat8.into());
    let rows = [
        (TypeInner::Opt(TypeInner::Opt(blob().into()).into()), 80, "opt opt blob"),
        (TypeInner::Vec(blob().into()), 80, "vec blob"),
        (record(&[]), 80, "record {}"),
        (TypeInner::Variant(Vec::new()), 80, "variant {}"),
        (TypeInner::Service(Vec::new()), 80, "service {}"),
        (
            record(&[(Label::Id(0), TypeInner::Nat), (Label::Unnamed(1), TypeInner::Text)]),
            80,
            "record { nat; text }",
        ),
        (record(&[(Label::Id(1), TypeInner::Nat)]), 80, "record { 1 : nat }"),
        (
            record(&[
                (named("type"), TypeInner::Nat),
                (named("true"), TypeInner::Nat),
                (named("a\0b"), TypeInner::Null),
                (Label::Id(1_234), TypeInner::Empty),
            ]),
            20,
            "record {\n  \"type\" : nat;\n  \"true\" : nat;\n  \"a\\u{0}b\" : null;\n  1_234 : empty;\n}",
        ),
        (
            TypeInner::Variant(vec![
                field(named("a b"), TypeInner::Null),
                field(named("b"), TypeInner::Bool),
            ]),
            80,
            "variant { \"a b\"; b : bool }",
        ),
        (
            func(&[TypeInner::Nat, TypeInner::Text], &[blob()], &[FuncMode::Query]),
            20,
            "func (\n    nat,\n    text,\n  ) -> (blob) query",
        ),
        (
            TypeInner::Class(
                vec![TypeInner::Nat.into()],
                TypeInner::Service(vec![(
                    "composite_query".to_string(),
                    func(&[], &[], &[FuncMode::CompositeQuery]).into(),
                )])
                .into(),
            ),
            80,
            "(nat) -> { \"composite_query\" : () -> () composite_query }",
        ),
    ];
    for (ty, width, expected) in rows {
        let ty = Type::from(ty);
        assert_eq!(pp_ty(&ty).pretty(width).to_string(), expected);
    }
}

#[test]
fn deep_opts_need_no_stack() {
    let mut ty = Type::from(TypeInner::Nat);
    for _ in 0..2_000 {
        ty = TypeInner::Opt(ty).into();
    }
    let text = pp_ty(&ty).pretty(80).to_string();
    assert_eq!(text, "opt ".repeat(2_000) + "nat");
}

#[test]
fn interfaces() {
    let mut env = TypeEnv::new();
    let pair = TypeInner::Record(vec![
        field(Label::Id(0), TypeInner::Nat),
        field(Label::Id(1), TypeInner::Nat),
    ]);
    env.0.insert("Pair".to_string(), pair.into());
    let get = func(&[], &[TypeInner::Var("Pair".to_string())], &[]);
    let actor = Type::from(TypeInner::Service(vec![("get".to_string(), get.into())]));
    assert_eq!(
        compile(&env, &Some(actor.clone())),
        "type Pair = record { nat; nat };\nservice : { get : () -> (Pair) }"
    );
    assert_eq!(compile(&env, &None), "type Pair = record { nat; nat };\n");
    assert_eq!(compile(&TypeEnv::new(), &None), "");

    let mut docs = DocComments::empty();
    let mut pair = TypeDoc {
        docs: vec!["Two.".to_string(), String::new()],
        ..TypeDoc::default()
    };
    let line_break = vec!["the\r\nsecond".to_string()];
    pair.fields.insert(
        1,
        FieldDoc {
            docs: line_break,
            ty: None,
        },
    );
    docs.add_type_def("Pair".to_string(), pair);
    docs.add_service_method("get".to_string(), vec!["Gets it.".to_string()]);
    assert_eq!(
        compile_with_docs(&env, &Some(actor), &docs),
        "\
// Two.
// 
type Pair = record {
  0 : nat;
  // the
  // second
  1 : nat;
};
service : {
  // Gets it.
  get : () -> (Pair);
}"
    );
}

#[test]
fn labels() {
    for (label, expected) in [
        (named("a"), "a"),
        (named("a b"), "\"a b\""),
        (named("false"), "\"false\""),
        (named(""), "\"\""),
        (named("it's"), "\"it\\'s\""),
        (named("_"), "_"),
        (named("a1_"), "a1_"),
        (named("Opt"), "Opt"),
        (named("1a"), "\"1a\""),
        (named("é"), "\"é\""),
        (named("a-b"), "\"a-b\""),
        (named("a\"b\0c"), "\"a\\\"b\\u{0}c\""),
        (Label::Id(0), "0"),
        (Label::Id(1_000), "1_000"),
        (Label::Unnamed(4_294_967_295), "4_294_967_295"),
    ] {
        assert_eq!(pp_label_raw(&label).pretty(80).to_string(), expected);
    }
    let keywords = "blob bool composite_query empty false float32 float64 func import int int16 int32 int64 int8 nat \
        nat16 nat32 nat64 nat8 null oneway opt principal query record reserved service text true type variant vec";
    for keyword in keywords.split_whitespace() {
        let quoted = format!("\"{keyword}\"");
        assert_eq!(pp_label_raw(&named(keyword)).pretty(80).to_string(), quoted);
    }
}

/// Values as `{}` and as `{:?}` print them.
#[test]
fn values() {
    let anonymous = Principal::anonymous();
    let rows = [
        (IDLValue::Bool(true), "true", "true"),
        (IDLValue::Null, "null : null", "null : null"),
        (IDLValue::None, "null", "null"),
        (IDLValue::Reserved, "null : reserved", "null : reserved"),
        (IDLValue::Number("-5".to_string()), "-5", "-5"),
        (
            IDLValue::Nat(Nat::from(1_000u16)),
            "1_000 : nat",
            "1_000 : nat",
        ),
        (
            opt(IDLValue::Int(Int::from(-1_000))),
            "opt (-1_000 : int)",
            "opt (-1_000 : int)",
        ),
        (opt(opt(text("x"))), "opt opt \"x\"", "opt opt \"x\""),
        (opt(IDLValue::None), "opt null", "opt null"),
        // Every character can be read back.
        (
            text("\0\u{1}\t\n\r\"'\\é\u{7f}"),
            r#""\u{0}\u{1}\t\n\r\"\'\\é\u{7f}""#,
            r#""\u{0}\u{1}\t\n\r\"'\\é\u{7f}""#,
        ),
        (text("e\u{301}"), "\"e\u{301}\"", r#""e\u{301}""#),
        (
            text("\u{301}\u{200b}"),
            r#""\u{301}\u{200b}""#,
            r#""\u{301}\u{200b}""#,
        ),
        (IDLValue::Blob(Vec::new()), r#"blob """#, r#"blob """#),
        (
            IDLValue::Blob(b"\t\"'\\`".to_vec()),
            r#"blob "\09\22\27\5c\60""#,
            r#"blob "\09\22\27\5c\60""#,
        ),
        (
            IDLValue::Blob(b"hi!".to_vec()),
            "blob \"hi!\"",
            "blob \"hi!\"",
        ),
        (
            IDLValue::Blob(b"hi\0".to_vec()),
            r#"blob "\68\69\00""#,
            r#"blob "\68\69\00""#,
        ),
        (IDLValue::Vec(Vec::new()), "vec {}", "vec {}"),
        (
            IDLValue::Vec(vec![IDLValue::Nat8(0), IDLValue::Nat8(b'a')]),
            r#"blob "\00a""#,
            r#"blob "\00a""#,
        ),
        (
            IDLValue::Vec(vec![text("a"), text("b")]),
            "vec { \"a\"; \"b\" }",
            "vec { \"a\"; \"b\";}",
        ),
        // The parts of a vector may differ: it is printed, and refused when encoded.
        (
            IDLValue::Vec(vec![IDLValue::Nat8(1), text("b")]),
            "vec { 1 : nat8; \"b\" }",
            "vec { 1 : nat8; \"b\";}",
        ),
        (IDLValue::Record(Vec::new()), "record {}", "record {}"),
        (
            IDLValue::Record(vec![
                val(Label::Id(0), text("a")),
                val(Label::Id(1), text("b")),
            ]),
            "record { \"a\"; \"b\" }",
            "record { \"a\"; \"b\";}",
        ),
        (
            IDLValue::Record(vec![
                val(Label::Id(0), text("a")),
                val(Label::Id(2), text("b")),
            ]),
            "record { 0 = \"a\"; 2 = \"b\" }",
            "record { \"a\"; 2 = \"b\";}",
        ),
        // Without its label the last would follow 5.
        (
            IDLValue::Record(vec![
                val(Label::Id(0), text("a")),
                val(Label::Id(5), text("b")),
                val(Label::Id(2), text("c")),
            ]),
            "record { 0 = \"a\"; 5 = \"b\"; 2 = \"c\" }",
            "record { \"a\"; 5 = \"b\"; 2 = \"c\";}",
        ),
        (
            variant(named("a"), IDLValue::Null),
            "variant { a }",
            "variant { a }",
        ),
        (
            variant(named("a b"), IDLValue::Null),
            "variant { \"a b\" }",
            "variant { \"a b\" }",
        ),
        (
            variant(Label::Id(1), text("x")),
            "variant { 1 = \"x\" }",
            "variant { 1 = \"x\" }",
        ),
        (
            IDLValue::Principal(anonymous),
            "principal \"2vxsx-fae\"",
            "principal \"2vxsx-fae\"",
        ),
        (
            IDLValue::Service(anonymous),
            "service \"2vxsx-fae\"",
            "service \"2vxsx-fae\"",
        ),
        (
            IDLValue::Func(anonymous, "query".to_string()),
            "func \"2vxsx-fae\".\"query\"",
            "func \"2vxsx-fae\".\"query\"",
        ),
    ];
    for (value, display, debug) in rows {
        assert_eq!(value.to_string(), display);
        assert_eq!(format!("{value:?}"), debug);
    }
}

/// Floats are printed with the digits that read back as the same float.
#[test]
fn floats() {
    for (float, expected) in [
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (1.0, "1.0"),
        (0.1, "0.1"),
        (1234567.25, "1234567.25"),
        (1e16, "10000000000000000.0"),
        (123456789012345680000.0, "123456789012345680000.0"),
        (1e21, "1e21"),
        (-1.5e300, "-1.5e300"),
        (f64::MAX, "1.7976931348623157e308"),
        (0.000001, "0.000001"),
        (-0.00000012, "-1.2e-7"),
        (5e-324, "5e-324"),
        (f64::INFINITY, "inf"),
        (f64::NEG_INFINITY, "-inf"),
        (f64::NAN, "NaN"),
    ] {
        assert_eq!(number_to_string(&IDLValue::Float64(float)), expected);
    }
    for (float, expected) in [
        (0.1, "0.1"),
        (16777216.0, "16777216.0"),
        (f32::MAX, "3.4028235e38"),
        (f32::from_bits(1), "1e-45"),
    ] {
        assert_eq!(number_to_string(&IDLValue::Float32(float)), expected);
    }
    for float in [1e300, f64::MAX, f64::MIN_POSITIVE, 5e-324, 1.0 / 3.0] {
        let text = number_to_string(&IDLValue::Float64(float));
        assert_eq!(text.parse(), Ok(float));
    }
}

#[test]
fn long_values_are_broken_over_lines() {
    let long = text(&"x".repeat(30));
    let record = IDLValue::Record(vec![
        val(named("a"), opt(IDLValue::Vec(vec![long.clone(), long]))),
        val(named("b"), variant(named("c"), IDLValue::Nat8(1))),
    ]);
    assert_eq!(
        record.to_string(),
        "\
record {
  a = opt vec {
    \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\";
    \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\";
  };
  b = variant { c = 1 : nat8 };
}"
    );
    // More than ten items stay on one line.
    let many = IDLValue::Vec((0..11).map(IDLValue::Nat16).collect());
    assert!(!pp_value(10, &many).pretty(10).to_string().contains('\n'));
    let few = IDLValue::Vec((0..10).map(IDLValue::Nat16).collect());
    assert_eq!(
        pp_value(10, &few).pretty(10).to_string().lines().count(),
        12
    );
    // So does what is nested deeper than the depth allows.
    let nested = IDLValue::Vec(vec![IDLValue::Vec(vec![text("a")])]);
    assert_eq!(
        pp_value(1, &nested).pretty(5).to_string(),
        "vec {\n  vec { \"a\";};\n}"
    );
}

#[test]
fn deep_values_need_no_stack() {
    let depth = 3_000;
    let mut value = IDLValue::Null;
    for _ in 0..depth {
        value = IDLValue::Vec(vec![value]);
    }
    let text = value.to_string();
    assert_eq!(text.matches("vec {").count(), depth);
    // Ten levels are indented, the others are not: the text grows with the value.
    assert!(text.len() < 12 * depth);
    assert!(pp_value(usize::MAX, &value).pretty(80).to_string().len() < 50 * depth);
}

#[test]
fn arguments() {
    for (args, display, debug, pretty_debug) in [
        (vec![], "()", "()", "()"),
        (
            vec![IDLValue::Nat8(1)],
            "(1 : nat8)",
            "(1 : nat8)",
            "(1 : nat8)",
        ),
        (
            vec![IDLValue::Nat8(1), text("a")],
            "(1 : nat8, \"a\")",
            "(1 : nat8, \"a\")",
            "(\n    1 : nat8,\n    \"a\",\n)",
        ),
    ] {
        let args = IDLArgs::new(&args);
        assert_eq!(args.to_string(), display);
        assert_eq!(format!("{args:?}"), debug);
        assert_eq!(format!("{args:#?}"), pretty_debug);
    }
    let long = IDLArgs::new(&[text(&"x".repeat(78))]);
    assert_eq!(long.to_string(), format!("(\n  \"{}\",\n)", "x".repeat(78)));
}

#[test]
fn lists() {
    let items = || ["a", "b"].into_iter().map(str);
    for (doc, wide, narrow) in [
        (concat(items(), ",").group(), "a, b", "a,\nb,"),
        (strict_concat(items(), ",").group(), "a, b", "a,\nb"),
        (
            sep_enclose(items(), ",", "(", ")"),
            "(a, b)",
            "(\n  a,\n  b,\n)",
        ),
        (
            sep_enclose_space(items(), ";", "{", "}"),
            "{ a; b }",
            "{\n  a;\n  b;\n}",
        ),
        (
            sep_enclose_space(items().take(0), ";", "{", "}"),
            "{}",
            "{}",
        ),
    ] {
        assert_eq!(doc.pretty(80).to_string(), wide);
        assert_eq!(doc.pretty(3).to_string(), narrow);
    }
}

#[test]
fn other_formats() {
    for (json, expected) in [
        ("null", "null : null"),
        ("true", "true"),
        ("1", "1 : nat64"),
        ("-1", "-1 : int64"),
        ("1.5", "1.5 : float64"),
        ("\"x\"", "\"x\""),
        ("[1, null]", "vec { 1 : nat64; null : null }"),
        (
            r#"{"b": 1, "a b": {}}"#,
            r#"record { b = 1 : nat64; "a b" = record {} }"#,
        ),
        // A number between underscores is a label without a name.
        (r#"{"_0_": true}"#, "record { true }"),
        (
            r#"{"_4294967295_": true}"#,
            "record { 4_294_967_295 = true }",
        ),
        (
            r#"{"_4294967296_": true}"#,
            "record { _4294967296_ = true }",
        ),
        (r#"{"_05_": true}"#, "record { _05_ = true }"),
        (r#"{"_+5_": true}"#, r#"record { "_+5_" = true }"#),
        (r#"{"__": true}"#, "record { __ = true }"),
        (r#"{"_": true}"#, "record { _ = true }"),
        (r#"{"5": true}"#, r#"record { "5" = true }"#),
    ] {
        let mut json = serde_json::Deserializer::from_str(json);
        let value = IDLValue::deserialize(&mut json).unwrap();
        assert_eq!(value.to_string(), expected);
    }
}
