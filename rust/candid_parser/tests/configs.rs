//! Type selectors: which of them fits a place, and what a walk makes of them.

use candid::types::{Field, Label, Type, TypeEnv, TypeInner};
use candid_parser::configs::{
    is_scoped_key, ConfigState, ConfigTree, Configs, Context, Scope, ScopePos, State, StateElem,
};
use std::collections::BTreeSet;

/// Two properties, and how deep the walk is.
#[derive(serde::Deserialize, Default, Clone, Debug, PartialEq)]
#[serde(default)]
struct Properties {
    x: Option<u32>,
    y: Option<String>,
    #[serde(skip)]
    depth: u32,
}

impl ConfigState for Properties {
    fn merge_config(&mut self, config: &Self, _ctx: Option<Context<'_>>) -> Vec<String> {
        self.x = config.x.or(self.x);
        self.y = config.y.clone().or(self.y.take());
        config.list_properties()
    }
    fn update_state(&mut self, _elem: &StateElem<'_>) {
        self.depth += 1;
    }
    fn restore_state(&mut self, _elem: &StateElem<'_>) {
        self.depth -= 1;
    }
    fn unmatched_config() -> Self {
        Properties {
            x: Some(999),
            ..Properties::default()
        }
    }
    fn list_properties(&self) -> Vec<String> {
        let x = self.x.map(|_| "x".to_string());
        let y = self.y.as_ref().map(|_| "y".to_string());
        x.into_iter().chain(y).collect()
    }
}

fn tree(text: &str) -> ConfigTree<Properties> {
    ConfigTree::from_configs("rust", text.parse().unwrap()).unwrap()
}

fn path(text: &str) -> Vec<String> {
    text.split('.').map(String::from).collect()
}

/// What a place finds: the property `x`, whether the selector fits further up too, and where it starts.
#[test]
fn the_shortest_suffix_wins() {
    for (configs, place, found) in [
        ("x = 1\na.x = 2\nb.a.x = 3", "a", Some((2, false, 0))),
        ("x = 1\na.x = 2\nb.a.x = 3", "b.a", Some((2, false, 1))),
        ("b.a.x = 3", "c.b.a", Some((3, false, 1))),
        ("b.a.x = 3", "a", None),
        ("a.x = 2", "a.a", Some((2, true, 1))),
        ("a.x = 2", "a.b.a", Some((2, true, 2))),
        ("a.b.x = 2", "a.b.c.a.b", Some((2, true, 3))),
        ("a.x = 2", "a.b", None),
        ("d.e.f.x = 7\nf.x = 8", "d.e.f", Some((8, false, 2))),
        ("[rust.a]\nx = 3\n[a]\nx = 4", "a", Some((3, false, 0))),
        ("[random.a]\nx = 3", "a", None),
        (
            "[didc.rust]\ntarget = 'agent'\n[a]\nx = 4",
            "a",
            Some((4, false, 0)),
        ),
        ("\"func:m\".a.x = 6", "a", None),
        ("\"func:m\".a.x = 6", "func:m.a", None),
    ] {
        let tree = tree(configs);
        let result = tree.get_config(&path(place));
        let result =
            result.map(|(config, is_recursive, start)| (config.x.unwrap(), is_recursive, start));
        assert_eq!(result, found, "{configs} at {place}");
    }
    assert!(tree("x = 1").get_config(&[]).is_none());
}

#[test]
fn trees_can_be_built_and_listed() {
    let mut tree = tree("x = 1\na.y = 'y'\n\"func:m\".\"arg:0\".a.x = 7");
    let seven = Properties {
        x: Some(7),
        ..Properties::default()
    };
    tree.add_config(&path("b.c"), seven.clone());
    assert_eq!(tree.get_config(&path("a.b.c")), Some((&seven, false, 1)));
    assert!(tree.with_prefix(&path("func:m.arg:0")).is_some());
    assert!(tree.with_prefix(&path("func:n")).is_none());
    let mut all = BTreeSet::new();
    tree.traverse(&mut Vec::new(), &mut all);
    let all: Vec<String> = all.into_iter().map(|path| path.join(".")).collect();
    assert_eq!(all, ["a.y", "b.c.x", "func:m.arg:0.a.x", "x"]);
}

/// A wrong configuration says what is wrong and where.
#[test]
fn b42_nothing_is_ignored_in_silence() {
    for (configs, message) in [
        ("zz = 5", "in the configuration: unknown key zz, the keys are: x, y"),
        ("[rust.a.b]\nX = 5", "in the configuration, in [rust.a.b]: unknown key X, did you mean x?"),
        ("a.x = 'text'", "in the configuration, in [a]: invalid x: expected a whole number from 0 on, found \"text\""),
        ("a.x = -1", "in the configuration, in [a]: invalid x: expected a whole number from 0 on, found -1"),
        ("a.y = [3]", "in the configuration, in [a]: invalid y: expected a text in quotes, found a list"),
        ("a = 3", "in the configuration: unknown key a, the keys are: x, y"),
    ] {
        let configs: Configs = configs.parse().unwrap();
        let error = ConfigTree::<Properties>::from_configs("rust", configs).unwrap_err();
        assert_eq!(format!("{error:#}"), message);
    }
    let error = "x=".parse::<Configs>().unwrap_err().to_string();
    assert!(
        error.starts_with("toml error: TOML parse error at line 1, column 3"),
        "{error}"
    );
    let nested = format!("{}x = 1", "a.".repeat(1_000));
    // However deep: an error, and no overflow of the stack.
    let refused = nested
        .parse::<Configs>()
        .map(|c| ConfigTree::<Properties>::from_configs("rust", c).is_err());
    assert!(refused.unwrap_or(true));
}

/// Goes down a path and tells the properties of the last place.
fn at(
    tree: &ConfigTree<Properties>,
    scope: Option<Scope<'_>>,
    elems: &[StateElem<'_>],
) -> (u32, Option<String>) {
    let env = TypeEnv::new();
    let mut state = State::new(tree, &env);
    state.with_scope(&scope, 0);
    let mut backups = Vec::new();
    for elem in elems {
        backups.push((state.push_state(elem), elem.clone()));
    }
    let found = (state.config.x.unwrap_or(0), state.config.y.clone());
    assert_eq!(state.config.depth as usize, elems.len());
    while let Some((backup, elem)) = backups.pop() {
        state.pop_state(backup, elem);
    }
    assert_eq!((state.config.depth, state.path.len()), (0, 0));
    found
}

#[test]
fn scoped_selectors_go_first() {
    let tree = tree(
        "x = 1\nA.x = 2\nA.y = 'A'\n\"func:m\".x = 50\n\"func:m\".A.x = 51\n\"func:m\".\"arg:0\".A.x = 52",
    );
    let a: Type = TypeInner::Var("A".to_string()).into();
    let a = [StateElem::Type(&a)];
    let scope = |method, position| Some(Scope { method, position });
    let y = Some("A".to_string());
    assert_eq!(at(&tree, None, &[]), (1, None));
    assert_eq!(at(&tree, None, &a), (2, y.clone()));
    assert_eq!(at(&tree, scope("m", None), &[]), (50, None));
    assert_eq!(at(&tree, scope("m", None), &a), (51, None));
    assert_eq!(at(&tree, scope("m", Some(ScopePos::Arg)), &a), (52, None));
    // What is said about the method holds for its results too.
    assert_eq!(at(&tree, scope("m", Some(ScopePos::Ret)), &a), (51, None));
    assert_eq!(at(&tree, scope("n", None), &a), (2, y));
    assert!(is_scoped_key("func:init") && !is_scoped_key("init"));
}

/// A scope may be entered anywhere on a walk, which stays where it is.
#[test]
fn a_scope_leaves_the_walk_alone() {
    let tree = tree(
        "x = 1\ny = 'y'\na.x = 2\na.b.x = 7\n\"func:m\".x = 3\n\"func:m\".a.b.x = 6\n\"func:m\".\"arg:0\".x = 4",
    );
    let env = TypeEnv::new();
    let mut state = State::new(&tree, &env);
    let (a, b) = (StateElem::Label("a"), StateElem::Label("b"));
    let backup = state.push_state(&a);
    let scope = |position| {
        Some(Scope {
            method: "m",
            position,
        })
    };
    // The scope, and the property `x` of the place and of one below.
    for (scope, here, below) in [
        (None, 2, 7),
        (scope(None), 3, 6),
        (scope(Some(ScopePos::Arg)), 4, 6),
        (None, 4, 7),
    ] {
        state.with_scope(&scope, 0);
        assert_eq!((state.config.x, &*state.path), (Some(here), &path("a")[..]));
        assert_eq!(state.config.y.as_deref(), Some("y"));
        let inner = state.push_state(&b);
        assert_eq!(
            (state.config.x, &*state.path),
            (Some(below), &path("a.b")[..])
        );
        state.pop_state(inner, b.clone());
        assert_eq!((state.config.x, &*state.path), (Some(here), &path("a")[..]));
    }
    state.pop_state(backup, a);
    assert!(state.path.is_empty());
}

#[test]
fn a_walk_knows_where_properties_come_from() {
    let tree = tree("x = 1\nA.y = 'A'\nopt.x = 3\nrecord.f.y = 'f'\nunused.q.x = 3");
    let ty: Type = TypeInner::Var("A".to_string()).into();
    let field = Field {
        id: Label::Named("f".to_string()).into(),
        ty: TypeInner::Opt(ty.clone()).into(),
    };
    let record: Type = TypeInner::Record(vec![field.clone()]).into();
    let env = TypeEnv(std::iter::once(("A".to_string(), record.clone())).collect());
    let mut state = State::new(&tree, &env);
    assert_eq!(state.config_source["x"], Vec::<String>::new());
    for (elem, x, y, sources) in [
        (StateElem::Type(&ty), 1, "A", "x= y=A"),
        (StateElem::Type(&record), 999, "A", "y=A"),
        (StateElem::Label("f"), 999, "f", "y=record.f"),
        (StateElem::Type(&field.ty), 3, "f", "x=opt y=record.f"),
        (StateElem::TypeStr("A"), 3, "A", "x=opt y=A"),
    ] {
        state.push_state(&elem);
        let found: Vec<String> = state
            .config_source
            .iter()
            .map(|(k, v)| format!("{k}={}", v.join(".")))
            .collect();
        assert_eq!(
            (state.config.x, state.config.y.as_deref()),
            (Some(x), Some(y)),
            "{elem}"
        );
        assert_eq!(found.join(" "), sources, "{elem}");
        state.update_stats("x");
    }
    assert_eq!(state.path.join("."), "A.record.f.opt.A");
    assert_eq!(state.report_unused(), ["A.y", "record.f.y", "unused.q.x"]);
    assert_eq!(
        state.explain_unused()[2],
        "path unused.q.x is unused: unknown name `unused`"
    );
    let stats = state.get_stats();
    assert_eq!((stats["opt.x"], stats["x"], stats["A.y"]), (2, 1, 0));
}
