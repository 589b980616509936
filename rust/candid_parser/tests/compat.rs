//! The functions by which programs have checked and compared interfaces so far: the same signatures, the same answers.

use candid_parser::syntax::{Dec, IDLActorType, IDLInitArgs, IDLMergedProg, IDLType, IDLTypes};
use candid_parser::types::subtype::{format_report, Incompatibility};
use candid_parser::types::{Type, TypeEnv, TypeInner};
use candid_parser::typing::{ast_to_type, check_init_args, check_type, Env};
use candid_parser::utils::{
    check_rust_type, did_you_mean, get_metadata, instantiate_candid, merge_init_args,
    service_compatibility_report, service_compatible, service_equal, CandidSource,
};
use candid_parser::{check_prog, IDLProg, Result};
use std::path::Path;

/// The types of public functions, which a change of signature would not fit.
#[test]
fn signatures() {
    type File = fn(&Path) -> Result<(TypeEnv, Option<Type>, IDLMergedProg)>;
    let files: [File; 4] = [
        candid_parser::check_file,
        candid_parser::pretty_check_file,
        candid_parser::typing::check_file,
        candid_parser::typing::pretty_check_file,
    ];
    assert_eq!(files.len(), 4);
    let _: fn(&mut TypeEnv, &IDLProg) -> Result<Option<Type>> = check_prog;
    let _: fn(&mut TypeEnv, &IDLProg) -> Result<Option<Type>> = candid_parser::typing::check_prog;
    let _: fn(&TypeEnv, &IDLType) -> Result<Type> = ast_to_type;
    let _: fn(&Env<'_>, &IDLType) -> Result<Type> = check_type;
    let _: fn(&mut TypeEnv, &TypeEnv, &IDLInitArgs) -> Result<Vec<Type>> = check_init_args;
    let _: fn(&TypeEnv, &Option<Type>) -> Option<String> = get_metadata;
    let _: fn(&str, &str) -> Result<(TypeEnv, Type)> = merge_init_args;
    type Service = (TypeEnv, Type);
    let _: fn(CandidSource<'_>) -> Result<(Vec<Type>, Service)> = instantiate_candid;
    let _: fn(CandidSource<'_>, CandidSource<'_>) -> Result<()> = service_compatible;
    let _: fn(CandidSource<'_>, CandidSource<'_>) -> Result<()> = service_equal;
    let _: fn(CandidSource<'_>, CandidSource<'_>) -> Result<Vec<Incompatibility>> =
        service_compatibility_report;
    let _: fn(&str) -> Result<()> = check_rust_type::<u8>;
    let _: fn(&IDLMergedProg) -> Vec<Dec> = IDLMergedProg::decs;
    let _: fn(&IDLMergedProg) -> anyhow::Result<Option<IDLActorType>> =
        IDLMergedProg::resolve_actor;
    let _: fn(&mut IDLMergedProg, bool, String, IDLProg) -> anyhow::Result<()> =
        IDLMergedProg::merge;
}

fn prog(text: &str) -> IDLProg {
    text.parse().expect("a program")
}

fn env(text: &str) -> TypeEnv {
    let mut env = TypeEnv::new();
    check_prog(&mut env, &prog(text)).expect("correct definitions");
    env
}

/// What an error says, without the places that texts have.
fn error<T>(result: Result<T>) -> String {
    match result {
        Ok(_) => "no error".to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn programs_without_places() {
    let rows = [
        (
            "type A = nat; service : { f : (A) -> () }",
            "type A = nat\n",
            "service { f : (A) -> () }",
        ),
        // Imports are not followed.
        (
            "import \"x.did\"; import service \"y.did\"; type A = nat",
            "type A = nat\n",
            "",
        ),
        (
            "type S = service {}; service : S",
            "type S = service {}\n",
            "S",
        ),
        (
            "type S = service {}; service : (nat) -> S",
            "type S = service {}\n",
            "(nat) -> S",
        ),
        (
            "service named : { b : () -> (); a : () -> () }",
            "",
            "service { a : () -> (); b : () -> () }",
        ),
        (
            "type A = opt B; type B = A",
            "type A = opt B\ntype B = A\n",
            "",
        ),
    ];
    for (text, definitions, actor) in rows {
        let mut env = TypeEnv::new();
        let found = check_prog(&mut env, &prog(text)).expect(text);
        let found = found.map(|ty| ty.to_string()).unwrap_or_default();
        assert_eq!(
            (env.to_string().as_str(), found.as_str()),
            (definitions, actor),
            "{text}"
        );
    }
}

#[test]
fn what_is_wrong_with_a_program_leaves_the_definitions_alone() {
    let mut env = env("type Known = nat");
    let wrong = prog("type A = Missing; type Known = nat; type B = B; service : Known");
    assert_eq!(
        error(check_prog(&mut env, &wrong)),
        "\
the type Known is defined twice
the type B has a cyclic definition: B = B (a chain of names must end in a type that is not a name)
unbound type identifier Missing
the main service is not a service type"
    );
    assert_eq!(env.to_string(), "type Known = nat\n");
    check_prog(&mut env, &prog("type More = Known")).expect("what is there can be used");
    assert_eq!(env.to_string(), "type Known = nat\ntype More = Known\n");
}

#[test]
fn types() {
    let mut env = env("type A = nat; type F = func () -> (); type S = service { f : F }");
    let rows = [
        ("A", "A"),
        ("record { b : A; a : F }", "record { a : F; b : A }"),
        ("variant { b; a }", "variant { a; b }"),
        ("record { nat; text }", "record { nat; text }"),
        ("vec nat8", "blob"),
        (
            "service { g : F; f : (A) -> () }",
            "service { f : (A) -> (); g : F }",
        ),
        ("func (a : A) -> () oneway", "func (A) -> () oneway"),
    ];
    for (text, expected) in rows {
        let plain: IDLType = text.parse().expect("a type");
        let ty = ast_to_type(&env, &plain).expect(text);
        assert_eq!(ty.to_string(), expected);
        let checked = check_type(
            &Env {
                te: &mut env,
                pre: false,
            },
            &plain,
        )
        .expect(text);
        assert_eq!(checked, ty);
    }
    let rows = [
        ("opt B", "unbound type identifier B"),
        (
            "service { f : A }",
            "the type of method f is not a function",
        ),
        (
            "func () -> (A) oneway",
            "a oneway function cannot have results",
        ),
        (
            "func () -> () query oneway",
            "a function has at most one annotation",
        ),
    ];
    for (text, expected) in rows {
        let plain: IDLType = text.parse().expect("a type");
        assert_eq!(error(ast_to_type(&env, &plain)), expected);
    }
    // While definitions are being collected, what a name leads to does not count yet; that it exists does.
    let unfinished = |text: &str, env: &mut TypeEnv| {
        let plain: IDLType = text.parse().expect("a type");
        error(check_type(&Env { te: env, pre: true }, &plain))
    };
    assert_eq!(unfinished("service { f : A }", &mut env), "no error");
    assert_eq!(unfinished("B", &mut env), "unbound type identifier B");
}

#[test]
fn a_constructor_inside_a_type_is_refused() {
    let service = IDLType::ServT(Vec::new());
    let class = IDLType::ClassT(Vec::new(), Box::new(service));
    let nested = IDLType::OptT(Box::new(class));
    let said = error(ast_to_type(&TypeEnv::new(), &nested));
    assert!(
        said.starts_with("a service constructor is only allowed as the main service"),
        "{said}"
    );
}

#[test]
fn init_args() {
    let main = env("type A = nat; type C = A");
    let rows = [
        ("(A)", "A", "type A = nat\ntype C = A\n"),
        (
            "type A = nat; (A, opt C)",
            "A, opt C",
            "type A = nat\ntype C = A\n",
        ),
        (
            "type D = text; (D, C)",
            "D, C",
            "type A = nat\ntype C = A\ntype D = text\n",
        ),
        ("()", "", "type A = nat\ntype C = A\n"),
    ];
    for (text, types, definitions) in rows {
        let init: IDLInitArgs = text.parse().expect("arguments");
        let mut env = TypeEnv::new();
        let found = check_init_args(&mut env, &main, &init).expect(text);
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(
            (found.join(", ").as_str(), env.to_string().as_str()),
            (types, definitions)
        );
    }
    let rows = [
        (
            "type A = text; (A)",
            "inconsistent binding: the definitions of A differ",
        ),
        // The definitions do not see those of the main program.
        ("type D = A; (D)", "unbound type identifier A"),
        (
            "type D = nat; type D = nat; (D)",
            "the type D is defined twice",
        ),
        ("(Unknown)", "unbound type identifier Unknown"),
    ];
    for (text, expected) in rows {
        let init: IDLInitArgs = text.parse().expect("arguments");
        let mut env = TypeEnv::new();
        assert_eq!(
            error(check_init_args(&mut env, &main, &init)),
            expected,
            "{text}"
        );
        assert!(env.0.is_empty(), "{text}");
    }
}

#[test]
fn merged_programs() {
    let mut merged = IDLMergedProg::new(prog("type A = nat; service : { m : () -> () }"));
    merged
        .merge(
            true,
            "b.did".into(),
            prog("type B = A; service : { z : (A) -> (); a : () -> () }"),
        )
        .expect("b");
    merged
        .merge(
            false,
            "c.did".into(),
            prog("import \"d.did\"; type C = B; service : { no : () -> () }"),
        )
        .expect("c");
    let names: Vec<&str> = merged
        .bindings()
        .map(|binding| binding.id.as_str())
        .collect();
    assert_eq!(names, ["A", "B", "C"]);
    assert_eq!(merged.decs().len(), 3);
    assert_eq!(
        merged.lookup("B").map(|binding| &binding.typ),
        Some(&IDLType::VarT("A".into()))
    );
    assert_eq!(merged.lookup("D"), None);
    let methods = |merged: &IDLMergedProg| match merged.resolve_actor() {
        Ok(None) => "none".to_string(),
        Ok(Some(actor)) => match actor.typ {
            IDLType::ServT(methods) => {
                let names: Vec<String> = methods.into_iter().map(|method| method.id).collect();
                names.join(", ")
            }
            IDLType::ClassT(args, _) => format!("constructor of {}", args.len()),
            other => format!("{other:?}"),
        },
        Err(error) => format!("{error:#}"),
    };
    assert_eq!(methods(&merged), "m, a, z");

    let rows = [
        ("type A = nat", "service : { f : () -> () }", "f"),
        (
            "type S = service { m : () -> () }; service : S",
            "service : { f : () -> () }",
            "m, f",
        ),
        (
            "service : (nat) -> { m : () -> () }",
            "service : { f : () -> () }",
            "constructor of 1",
        ),
        (
            "type T = S; type S = service {}; service : (nat) -> T",
            "service : { f : () -> () }",
            "constructor of 1",
        ),
        (
            "service : { f : () -> () }",
            "service : { f : () -> () }",
            "duplicate method f",
        ),
        (
            "service : { phezda : () -> () }",
            "service : { rjxanw : () -> () }",
            "the methods phezda and rjxanw have the same hash",
        ),
        (
            "type S = nat; service : S",
            "service : {}",
            "the main service is not a service type",
        ),
        ("service : S", "service : {}", "unbound type identifier S"),
        (
            "type S = S; service : S",
            "service : {}",
            "the type of the main service has a cyclic definition",
        ),
        (
            "service : {}",
            "service : (nat) -> {}",
            "the file \"x.did\" is imported as a service but has a constructor",
        ),
    ];
    for (main, imported, expected) in rows {
        let mut merged = IDLMergedProg::new(prog(main));
        merged
            .merge(true, "x.did".into(), prog(imported))
            .expect("it has a service");
        assert_eq!(methods(&merged), expected, "{main} | {imported}");
    }
    let mut merged = IDLMergedProg::new(prog("type S = service {}; service : S"));
    let missing = merged.merge(true, "x.did".into(), prog("type X = nat"));
    assert_eq!(
        missing.unwrap_err().to_string(),
        "the file \"x.did\" is imported as a service but has none"
    );
    assert!(merged.lookup("X").is_some());
    // Without imported services the actor stays as it is written.
    assert_eq!(methods(&merged), "VarT(\"S\")");
}

#[test]
fn whole_interfaces() {
    let class =
        CandidSource::Text("type A = nat; type B = opt A; service : (B) -> { f : (A) -> () }");
    let (init, (env, service)) = instantiate_candid(class).expect("it has a service");
    assert_eq!(init, [TypeInner::Var("B".to_string()).into()]);
    assert_eq!(env.0.len(), 2);
    assert_eq!(service.to_string(), "service { f : (A) -> () }");
    let no_service = CandidSource::Text("type A = nat");
    assert_eq!(
        error(instantiate_candid(no_service)),
        "the interface has no main service type"
    );

    let rows = [
        (
            "type A = nat; type B = A; service : (B) -> { f : () -> (A) }",
            "type A = nat;\nservice : { f : () -> (A) }",
        ),
        (
            "type S = service { f : () -> (A) }; type A = nat; service : S",
            "type A = nat;\nservice : { f : () -> (A) }",
        ),
        (
            "type S = service { f : (S) -> () }; service : S",
            "type S = service { f : (S) -> () };\nservice : { f : (S) -> () }",
        ),
        (
            "type S = service {}; type A = nat; service : (A) -> S",
            "type S = service {};\nservice : S",
        ),
        ("service : {}", "service : {}"),
    ];
    for (text, expected) in rows {
        let (env, actor) = CandidSource::Text(text).load().expect(text);
        assert_eq!(get_metadata(&env, &actor).as_deref(), Some(expected));
    }
    assert_eq!(get_metadata(&TypeEnv::new(), &None), None);
}

#[test]
fn constructors_are_added() {
    let rows = [
        (
            "type A = nat; service : { f : (A) -> () }",
            "(A, text)",
            "(A, text) -> { f : (A) -> () }",
        ),
        (
            "type A = nat; service : { f : (A) -> () }",
            "type B = opt nat; (B)",
            "(B) -> { f : (A) -> () }",
        ),
        ("service : (text) -> {}", "(nat)", "(text) -> {}"),
        ("type S = service {}; service : S", "(S)", "(S) -> S"),
        ("service : {}", "()", "() -> {}"),
    ];
    for (candid, init, expected) in rows {
        let (_, actor) = merge_init_args(candid, init).expect(candid);
        assert_eq!(actor.to_string(), expected);
    }
    let rows = [
        (
            "type A = nat",
            "(nat)",
            "the interface has no main service type",
        ),
        (
            "type A = nat; service : {}",
            "type A = text; (A)",
            "inconsistent binding: the definitions of A differ",
        ),
        ("service : {}", "(X)", "unbound type identifier X"),
    ];
    for (candid, init, expected) in rows {
        assert_eq!(error(merge_init_args(candid, init)), expected);
    }
}

#[test]
fn rust_types() {
    assert_eq!(error(check_rust_type::<Vec<u8>>("(blob)")), "no error");
    assert_eq!(
        error(check_rust_type::<Vec<u8>>("type A = blob; (A)")),
        "no error"
    );
    assert_eq!(
        error(check_rust_type::<(u8, String)>(
            "type A = record { nat8; text }; (A)"
        )),
        "no error"
    );
    assert_eq!(
        error(check_rust_type::<Vec<u8>>("type A = text; (A)")),
        "text is not equal to blob"
    );
    assert_eq!(
        error(check_rust_type::<u8>("()")),
        "expected one type in parentheses, found 0"
    );
}

#[test]
fn text_has_places() {
    assert_eq!(
        error(CandidSource::Text("type A = nat;\ntype B = C; type D = ;").load()),
        "2:10: unbound type identifier C\n2:22: expected a type, found \";\""
    );
}

#[test]
fn a_file_that_is_not_there() {
    let said = error(CandidSource::File(Path::new("no_such_folder/a.did")).load());
    assert!(
        said.starts_with("cannot read no_such_folder/a.did: "),
        "{said}"
    );
}

#[test]
fn reports() {
    let old = CandidSource::Text("service : { f : (nat) -> (text); g : () -> () }");
    let new = CandidSource::Text("service : { f : (text) -> (nat) }");
    let report = service_compatibility_report(new, old).expect("both are correct");
    assert_eq!(
        format_report(&report),
        "\
- method \"g\" is expected by the old interface but missing in the new one
method \"f\":
  argument 1: nat is not a subtype of text
  result 1: nat is not a subtype of text"
    );
    assert!(service_compatibility_report(old, old)
        .expect("it is correct")
        .is_empty());
}

#[test]
fn types_in_brackets() {
    let types: IDLTypes = "(a : nat, opt A)".parse().expect("types");
    let env = env("type A = text");
    let types: Vec<Type> = types
        .args
        .iter()
        .map(|arg| ast_to_type(&env, &arg.typ).expect("a type"))
        .collect();
    assert_eq!(types[1].to_string(), "opt A");
}

#[test]
fn close_words() {
    for (word, known, expected) in [
        ("valuee", &["value", "range"][..], Some("value")),
        ("nmae", &["name", "use_type"], Some("name")),
        ("usetype", &["name", "use_type"], Some("use_type")),
        ("Name", &["name"], Some("name")),
        ("a", &["b", "bcd"], None),
        ("A", &["b", "a"], Some("a")),
        ("colour", &["name"], None),
    ] {
        let meant = did_you_mean(word, known.iter().copied());
        assert_eq!(meant, expected, "{word}");
    }
}
