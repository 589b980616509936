//! What the first published implementation documents is found at the same path, with the same signature.

#![cfg(feature = "all")]
#![allow(clippy::type_complexity, reason = "the types are what is tested")]

/// Each path once: it compiles or it does not.
#[allow(unused_imports, reason = "only their being there is tested")]
mod paths {
    pub(crate) use candid_parser as _c;
    pub(crate) use candid_parser::assist::{self as _assist, Context as _assist_context};
    pub(crate) use candid_parser::bindings::rust::{
        self as _bindings_rust, BindingConfig, Config, ExternalConfig, Method, Output, TypePath,
    };
    pub(crate) use candid_parser::bindings::{
        self as _bindings, analysis as _analysis, javascript as _javascript,
        javascript::value as _javascript_value, motoko as _motoko, typescript as _typescript,
    };
    pub(crate) use candid_parser::configs::{
        self as _configs, ConfigBackup, ConfigState, ConfigTree, Configs, Context, Scope, ScopePos,
        State, StateElem,
    };
    pub(crate) use candid_parser::error::{self as _error, Error as _error_error, Result as _r};
    pub(crate) use candid_parser::random::{self as _random, GenConfig, RandState};
    pub(crate) use candid_parser::syntax::{
        self as _syntax, Binding, Dec, FuncType, IDLActorType, IDLArgType, IDLInitArgs,
        IDLMergedProg, IDLProg, IDLType, IDLTypes, PrimType, TypeField,
    };
    pub(crate) use candid_parser::test::{
        self as _test, Assert, HostAssert, HostTest, Input, Test,
    };
    pub(crate) use candid_parser::typing::{self as _typing, Env};
    pub(crate) use candid_parser::utils::{self as _utils, CandidSource};
    pub(crate) use candid_parser::{candid as _candid, Error, IDLProg as _root_prog, Result};
    /// What `candid` has is here too.
    pub(crate) use candid_parser::{
        CandidType, Decode, Encode, IDLArgs, IDLValue, Principal, TypeEnv,
    };
}

use candid_parser::types::{subtype::Incompatibility, FuncMode, Label, Type};
use paths::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::str::FromStr;

type Checked = Result<(TypeEnv, Option<Type>, IDLMergedProg)>;
type Actor = Option<Type>;
type Names = Vec<String>;

/// Each function at a pointer of the type it is known to have.
#[test]
fn signatures() {
    use candid_parser as c;
    use candid_parser::{bindings, configs, error, test, typing, utils};

    let _: fn(&Path) -> Checked = c::check_file;
    let _: fn(&Path) -> Checked = c::pretty_check_file;
    let _: fn(&Path) -> Checked = typing::check_file;
    let _: fn(&Path) -> Checked = typing::pretty_check_file;
    let _: fn(&mut TypeEnv, &IDLProg) -> Result<Actor> = c::check_prog;
    let _: fn(&mut TypeEnv, &IDLProg) -> Result<Actor> = typing::check_prog;
    let _: fn(&TypeEnv, &IDLType) -> Result<Type> = typing::ast_to_type;
    let _: fn(&Env<'_>, &IDLType) -> Result<Type> = typing::check_type;
    let _: fn(&mut TypeEnv, &TypeEnv, &IDLInitArgs) -> Result<Vec<Type>> = typing::check_init_args;

    let _: fn(&str) -> Result<IDLArgs> = c::parse_idl_args;
    let _: fn(&str) -> Result<IDLValue> = c::parse_idl_value;
    let _: fn(&str, &str) -> Result<IDLProg> = c::pretty_parse::<IDLProg>;
    let _: fn(&str, &str) -> Result<IDLProg> = error::pretty_parse::<IDLProg>;
    let _: Result<()> = c::pretty_wrap("", "", |_| Ok(()));
    let _: Result<()> = error::pretty_wrap("", "", |_| Ok(()));
    let _: fn(&str, &str, &Error) -> Result<()> = error::pretty_diagnose;
    let _: fn(&'static str) -> Error = Error::msg::<&'static str>;
    let _: fn(&Error) -> codespan_reporting::diagnostic::Diagnostic<()> = Error::report;

    let _: fn(&TypeEnv, &Actor, Names) -> Result<Type> = bindings::analysis::project_methods;
    let _: for<'a> fn(&'a TypeEnv, &'a Type) -> Result<Vec<&'a str>> =
        bindings::analysis::chase_actor;
    let _: for<'a> fn(&'a TypeEnv, &'a [Type]) -> Result<Vec<&'a str>> =
        bindings::analysis::chase_types;
    let _: for<'a> fn(&'a TypeEnv, &'a Type) -> Result<BTreeMap<String, Names>> =
        bindings::analysis::chase_def_use;
    let _: for<'a> fn(&'a TypeEnv, &'a [&'a str]) -> Result<BTreeSet<&'a str>> =
        bindings::analysis::infer_rec;
    fn chase_type<'a>(
        seen: &mut BTreeSet<&'a str>,
        found: &mut Vec<&'a str>,
        env: &'a TypeEnv,
        ty: &'a Type,
    ) -> Result<()> {
        bindings::analysis::chase_type(seen, found, env, ty)
    }
    let _ = chase_type;

    let _: fn(&TypeEnv, &Actor) -> String = bindings::javascript::compile;
    let _: fn(&IDLArgs) -> pretty::RcDoc<'_> = bindings::javascript::value::pp_args;
    let _: fn(&IDLValue) -> pretty::RcDoc<'_> = bindings::javascript::value::pp_value;
    let _: fn(&TypeEnv, &Actor, &IDLMergedProg) -> String = bindings::motoko::compile;
    let _: fn(&TypeEnv, &Actor, &IDLMergedProg) -> String = bindings::typescript::compile;
    let _: fn(&Config, &TypeEnv, &Actor, &IDLMergedProg, ExternalConfig) -> (String, Names) =
        bindings::rust::compile;
    let _: fn(&Config, &TypeEnv, &Actor, &IDLMergedProg) -> (Output, Names) =
        bindings::rust::emit_bindgen;
    let _: fn(Output, ExternalConfig, &str) -> String = bindings::rust::output_handlebar;
    let _: fn(Configs) -> Config = Config::new;
    let _: fn() -> ExternalConfig = ExternalConfig::default;

    let _: fn(&str) -> bool = configs::is_scoped_key;
    let _: fn(&IDLMergedProg) -> String = c::syntax::pretty_print;
    let _: fn(Test) -> Result<()> = test::check;
    let _: fn(&Assert) -> String = Assert::desc;
    let _: fn(&Assert, &TypeEnv, &[Type]) -> HostTest = HostTest::from_assert;
    let _: fn(&Input, &TypeEnv, &[Type]) -> Result<IDLArgs> = Input::parse;

    let _: fn(&CandidSource<'static>) -> Result<(TypeEnv, Actor)> = CandidSource::load;
    let _: fn(&str) -> Result<()> = utils::check_rust_type::<u8>;
    let _: fn(&TypeEnv, &Actor) -> Option<String> = utils::get_metadata;
    let _: fn(CandidSource<'_>) -> Result<(Vec<Type>, (TypeEnv, Type))> = utils::instantiate_candid;
    let _: fn(&str, &str) -> Result<(TypeEnv, Type)> = utils::merge_init_args;
    let _: fn(CandidSource<'_>, CandidSource<'_>) -> Result<()> = utils::service_compatible;
    let _: fn(CandidSource<'_>, CandidSource<'_>) -> Result<()> = utils::service_equal;
    let _: fn(CandidSource<'_>, CandidSource<'_>) -> Result<Vec<Incompatibility>> =
        utils::service_compatibility_report;
}

#[test]
fn signatures_of_configurations() {
    type Tree = ConfigTree<GenConfig>;
    let _: fn(&str, Configs) -> anyhow::Result<Tree> = Tree::from_configs;
    let _: fn(&mut Tree, &[String], GenConfig) = Tree::add_config;
    let _: for<'a> fn(&'a Tree, &[String]) -> Option<(&'a GenConfig, bool, usize)> =
        Tree::get_config;
    let _: fn(&Tree, &mut Names, &mut BTreeSet<Names>) = Tree::traverse;
    let _: for<'a> fn(&'a Tree, &[String]) -> Option<&'a Tree> = Tree::with_prefix;
    let _: for<'a> fn(&'a Configs, &[String]) -> Option<&'a toml::Table> = Configs::get_subtable;
    let _: fn(&str) -> std::result::Result<Configs, Error> = Configs::from_str;

    fn state<'a>(state: &mut State<'a, GenConfig>, elem: StateElem<'_>) {
        let _: (&GenConfig, &'a TypeEnv) = (&state.config, state.env);
        let _: (&Names, &BTreeMap<Names, u32>) = (&state.path, &state.stats);
        let _: &BTreeMap<String, Names> = &state.config_source;
        let backup: ConfigBackup<GenConfig> = state.push_state(&elem);
        state.pop_state(backup, elem);
        state.with_scope(&None::<Scope<'_>>, 0);
        state.update_stats("");
        let _: Names = state.report_unused();
    }
    let _ = state;
    let _: fn(State<'static, GenConfig>) -> BTreeMap<String, u32> = State::get_stats;

    fn config<C: ConfigState>(config: &mut C, elem: &StateElem<'_>, context: Context<'_>) {
        let _: (&StateElem<'_>, bool) = (context.elem, context.is_recursive);
        let mut other: C = C::unmatched_config();
        let _: Names = other.merge_config(config, Some(context));
        config.update_state(elem);
        config.restore_state(elem);
        let _: Names = config.list_properties();
    }
    let _ = (config::<GenConfig>, config::<BindingConfig>);
    let _: fn(&'static Type) -> StateElem<'static> = StateElem::Type;
    let _: [fn(&'static str) -> StateElem<'static>; 2] = [StateElem::TypeStr, StateElem::Label];
    let _ = Scope {
        method: "",
        position: Some([ScopePos::Arg, ScopePos::Ret][0]),
    };

    use candid_parser::{assist, random};
    type Completion = BTreeMap<String, BTreeMap<String, String>>;
    let _: fn(TypeEnv) -> assist::Context = assist::Context::new;
    let _: fn(&mut assist::Context, Completion) -> &mut assist::Context =
        assist::Context::set_completion;
    let _: fn(&assist::Context, &Type, usize) -> anyhow::Result<IDLValue> = assist::input;
    let _: fn(&assist::Context, &[Type]) -> anyhow::Result<IDLArgs> = assist::input_args;
    let _: fn(&[u8], Configs, &TypeEnv, &[Type], &Option<Scope<'_>>) -> Result<IDLArgs> =
        random::any;
    fn any(
        state: &mut RandState<'_>,
        source: &mut arbitrary::Unstructured<'_>,
        ty: &Type,
    ) -> Result<IDLValue> {
        state.any(source, ty)
    }
    let _ = any;
    let _: fn() -> GenConfig = GenConfig::default;
}

/// Every field and variant of the trees, by building them.
#[test]
fn trees() {
    let nat = || IDLType::PrimT(PrimType::Nat);
    let argument = || IDLArgType {
        typ: nat(),
        name: Some("n".to_string()),
    };
    assert_eq!(
        IDLArgType::new_with_name(nat(), "n".to_string()),
        argument()
    );
    assert_eq!(IDLArgType::new(nat()).name, None);
    let binding = |typ| Binding {
        id: "A".to_string(),
        typ,
        docs: vec!["about".to_string()],
    };
    let field = || TypeField {
        label: Label::Id(0),
        typ: nat(),
        docs: Vec::new(),
    };
    let func = FuncType {
        modes: vec![FuncMode::Query],
        args: vec![argument()],
        rets: vec![argument()],
    };
    let typ = IDLType::ClassT(
        vec![argument()],
        Box::new(IDLType::ServT(vec![
            binding(IDLType::FuncT(func)),
            binding(IDLType::VarT("A".to_string())),
        ])),
    );
    let types = [
        IDLType::OptT(Box::new(nat())),
        IDLType::VecT(Box::new(nat())),
        IDLType::RecordT(vec![field()]),
        IDLType::VariantT(vec![field()]),
        IDLType::PrincipalT,
    ];
    assert_eq!(types.iter().filter(|typ| typ.is_tuple()).count(), 1);
    let decs = || {
        vec![
            Dec::TypD(binding(nat())),
            Dec::ImportType("a.did".to_string()),
            Dec::ImportServ("b.did".to_string()),
        ]
    };
    let prog = IDLProg {
        decs: decs(),
        actor: Some(IDLActorType {
            typ,
            docs: Vec::new(),
        }),
    };
    assert_eq!(IDLProg::typ_decs(decs()).count(), 1);
    let mut merged: IDLMergedProg = IDLMergedProg::new(prog.clone());
    let _: anyhow::Result<()> = merged.merge(false, "c.did".to_string(), prog);
    let _: Option<&Binding> = merged.lookup("A");
    let _: Vec<&Binding> = merged.bindings().collect();
    let _: Vec<Dec> = merged.decs();
    let _: anyhow::Result<Option<IDLActorType>> = merged.resolve_actor();
    let init = IDLInitArgs {
        decs: decs(),
        args: vec![argument()],
    };
    let arguments = IDLTypes { args: init.args };
    assert_eq!(arguments.args, [argument()]);
    assert_eq!(PrimType::str_to_enum("nat"), Some(PrimType::Nat));

    assert!(IDLType::from_str("nat").is_ok());
    assert!(IDLTypes::from_str("(nat)").is_ok());
    assert!(IDLInitArgs::from_str("(nat)").is_ok());
    assert!(IDLProg::from_str("type A = nat;").is_ok());
    assert!(Test::from_str("assert blob \"DIDL\\00\\00\" : ();").is_ok());
    let mut te = TypeEnv::new();
    let env = Env {
        te: &mut te,
        pre: false,
    };
    assert!(!env.pre);
}

/// Every field and variant of tests and of Rust bindings, by building them.
#[test]
fn records() {
    let assert = Assert {
        left: Input::Text(String::new()),
        right: Some(Input::Blob(Vec::new())),
        typ: Vec::<IDLArgType>::new(),
        pass: true,
        desc: Some("why".to_string()),
    };
    let test = Test {
        defs: Vec::<Dec>::new(),
        asserts: vec![assert],
    };
    assert_eq!(test.asserts.len(), 1);
    let args = || IDLArgs::new(&[]);
    let asserts = vec![
        HostAssert::Encode(args(), Vec::<Type>::new(), true, Vec::<u8>::new()),
        HostAssert::NotEncode(args(), Vec::new()),
        HostAssert::Decode(Vec::new(), Vec::new(), true, args()),
        HostAssert::NotDecode(Vec::new(), Vec::new()),
    ];
    let host = HostTest {
        desc: String::new(),
        asserts,
    };
    assert_eq!(host.asserts.len(), 4);

    let method = Method {
        name: String::new(),
        original_name: String::new(),
        args: vec![(String::new(), String::new())],
        rets: vec![String::new()],
        mode: String::new(),
        docs: vec![String::new()],
    };
    let output = Output {
        type_defs: String::new(),
        methods: vec![method],
        init_args: Some(vec![(String::new(), String::new())]),
        tests: String::new(),
        service_name: Some(String::new()),
        actor_docs: vec![String::new()],
    };
    assert_eq!(output.methods.len(), 1);
    let external = ExternalConfig(BTreeMap::<String, String>::new());
    assert!(external.0.is_empty());
    let configs = Configs(toml::Table::new());
    assert!(configs.0.is_empty());
    let name = String::new;
    let path = [
        TypePath::Id(name()),
        TypePath::Opt,
        TypePath::Vec,
        TypePath::RecordField(name()),
        TypePath::VariantField(name()),
        TypePath::Func(name()),
        TypePath::Init,
        TypePath::ResultField(name()),
    ];
    assert_eq!(path.len(), 8);
    let _ = [
        CandidSource::Text("service : {}"),
        CandidSource::File(Path::new("service.did")),
    ];
}

/// What `?` turns into the one error.
#[test]
fn conversions() {
    fn from<E>()
    where
        Error: From<E>,
    {
    }
    from::<candid_parser::candid::Error>();
    from::<anyhow::Error>();
    from::<std::io::Error>();
    from::<toml::de::Error>();
    from::<arbitrary::Error>();
    from::<codespan_reporting::files::Error>();
    fn error<E: std::error::Error + Send + Sync + 'static>() {}
    error::<Error>();
}

/// Traits that one cannot do without; all types are `Debug` and nearly all are `Clone` besides.
#[test]
fn traits() {
    fn serialize<T: serde::Serialize>() {}
    fn deserialize<T: serde::de::DeserializeOwned>() {}
    fn hash<T: std::hash::Hash + Eq + Clone>() {}
    fn clone<T: Clone + std::fmt::Debug>() {}
    serialize::<Method>();
    serialize::<Output>();
    deserialize::<ExternalConfig>();
    deserialize::<BindingConfig>();
    deserialize::<GenConfig>();
    hash::<PrimType>();
    clone::<IDLType>();
    clone::<IDLTypes>();
    clone::<IDLActorType>();
    clone::<Configs>();
}
