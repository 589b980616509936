//! `assert_frozen!`: which changes of a type break stored messages, and what the failure says.
#![cfg(feature = "value")]

use candid::testing::{assert_frozen, check_frozen, Bless, Upgrade};
use candid::{CandidType, Deserialize, Int, Nat, Principal, Reserved};
use serde::de::DeserializeOwned;
use std::fs;
use std::path::PathBuf;

/// A file that does not exist, and does not stay.
struct TempFile(PathBuf);

impl TempFile {
    fn new(name: &str) -> Self {
        let folder = format!("candid frozen {}", std::process::id());
        TempFile(std::env::temp_dir().join(folder).join(name))
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.0).unwrap()
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// What a check says, without the name of the file.
fn check<T: CandidType + DeserializeOwned>(
    file: &TempFile,
    values: impl IntoIterator<Item = T>,
    upgrade: Upgrade,
    bless: Bless,
) -> Result<(), String> {
    check_frozen(values, &file.0, upgrade, bless).map_err(|error| {
        error
            .to_string()
            .replace(&file.0.display().to_string(), "FILE")
    })
}

use Bless::{Compatible, No, Replace};
use Upgrade::{BothWays, OldToNew};

#[derive(CandidType, Deserialize, Clone)]
struct Account {
    owner: String,
    balance: Nat,
    memo: Option<String>,
    kind: Kind,
    history: Vec<(u64, Option<Kind>)>,
}

#[derive(CandidType, Deserialize, Clone)]
enum Kind {
    Plain,
    Locked { until: u64 },
}

fn account() -> Account {
    Account {
        owner: "alice".into(),
        balance: Nat::from(5u8),
        memo: Some("rent".into()),
        kind: Kind::Locked { until: 7 },
        history: vec![(1, Some(Kind::Plain)), (2, None)],
    }
}

/// Stores accounts, and checks another type against them in both ways and in one: the lines of the report between the
/// first and the types.
fn against<T: CandidType + DeserializeOwned>(name: &str, values: Vec<T>) -> [Vec<String>; 2] {
    let file = TempFile::new(name);
    check(&file, [account()], BothWays, Compatible).unwrap();
    [BothWays, OldToNew].map(|upgrade| {
        let Err(text) = check(&file, values.iter().map(copy), upgrade, No) else {
            return Vec::new();
        };
        let lines = text.lines().map(str::trim);
        let lines = lines.skip_while(|line| !line.starts_with("version 1, "));
        let lines = lines.take_while(|line| *line != "the type of the last version is");
        lines.map(str::to_owned).collect()
    })
}

fn copy<T: CandidType + DeserializeOwned>(value: &T) -> T {
    candid::decode_one(&candid::encode_one(value).unwrap()).unwrap()
}

macro_rules! account {
    ($name:ident { $($field:ident : $ty:ty),* }) => {
        #[derive(CandidType, Deserialize)]
        struct $name { $($field: $ty),* }
    };
}

const NONE: [&str; 0] = [];

#[test]
fn compatible_changes_pass() {
    account!(Same { owner: String, balance: Nat, memo: Option<String>, kind: Kind, history: Vec<(u64, Option<Kind>)> });
    let same = copy_as::<Same>();
    assert_eq!(against("same", vec![same]), [NONE, NONE]);
    account!(Added { owner: String, balance: Nat, memo: Option<String>, kind: Kind, history: Vec<(u64, Option<Kind>)>, color: Option<u8> });
    let mut added = copy_as::<Added>();
    added.color = Some(5);
    assert_eq!(against("added", vec![added]), [NONE, NONE]);
}

/// The account as another type.
fn copy_as<T: CandidType + DeserializeOwned>() -> T {
    candid::decode_one(&candid::encode_one(account()).unwrap()).unwrap()
}

/// What is an upgrade, but cannot be undone.
#[test]
fn changes_in_one_direction() {
    #[derive(CandidType, Deserialize)]
    enum MoreKinds {
        Plain,
        Locked { until: u64 },
        Frozen,
    }
    account!(More { owner: String, balance: Int, memo: Option<String>, kind: MoreKinds, history: Vec<(u64, Option<MoreKinds>)> });
    let mut more = copy_as::<More>();
    more.balance = Int::from(-1);
    more.kind = MoreKinds::Frozen;
    let [both, one] = against("more", vec![more]);
    assert_eq!(one, NONE);
    assert_eq!(
        both,
        [
            "version 1, the stored type does not read the new one:",
            "record field balance: int is not a subtype of nat",
            "record field kind: case Frozen is not in the expected variant",
            "sample 1 is not read by the stored type: expected nat, found int in argument 1 at balance, byte offset 79",
        ]
    );
    account!(Fewer { owner: String, memo: Option<String>, kind: Kind, history: Vec<(u64, Option<Kind>)>, balance: Reserved });
    let [both, one] = against("retired", vec![copy_as::<Fewer>()]);
    assert_eq!((both.is_empty(), one.is_empty()), (false, true));
}

/// A field with a default may be missing in stored messages, which the Candid type does not say.
#[test]
fn fields_with_defaults() {
    #[derive(CandidType, Deserialize)]
    struct WithDefault {
        owner: String,
        balance: Nat,
        memo: Option<String>,
        kind: Kind,
        history: Vec<(u64, Option<Kind>)>,
        #[serde(default)]
        level: u8,
    }
    assert_eq!(
        against("default", vec![copy_as::<WithDefault>()]),
        [NONE, NONE]
    );
    account!(Without { owner: String, balance: Nat, memo: Option<String>, kind: Kind, history: Vec<(u64, Option<Kind>)>, level: u8 });
    let file = TempFile::new("without default");
    check(&file, [account()], BothWays, Compatible).unwrap();
    let mut value = copy_as::<WithDefault>();
    value.level = 1;
    let value: Without = candid::decode_one(&candid::encode_one(value).unwrap()).unwrap();
    let failure = check(&file, [value], OldToNew, No).unwrap_err();
    let reason = "field level of type nat8 is only in the expected type";
    assert!(failure.contains(reason), "{failure}");
}

/// A field or a case that has been renamed is read by its alias; older programs do not read what is written now.
#[test]
fn aliases() {
    #[derive(CandidType, Deserialize)]
    struct Renamed {
        #[serde(alias = "owner")]
        holder: String,
        balance: Nat,
        #[serde(alias = "memo")]
        note: Option<String>,
        kind: RenamedKind,
        history: Vec<(u64, Option<RenamedKind>)>,
    }
    #[derive(CandidType, Deserialize)]
    enum RenamedKind {
        #[serde(alias = "Plain")]
        Simple,
        #[serde(alias = "Locked")]
        Frozen {
            #[serde(alias = "until")]
            end: u64,
        },
    }
    let [both, one] = against("aliases", vec![copy_as::<Renamed>()]);
    assert_eq!(one, NONE);
    let reason = "the stored type does not read the new one";
    assert!(both[0].contains(reason), "{both:?}");
    // An alias of another type.
    #[derive(CandidType, Deserialize)]
    struct Retyped {
        owner: String,
        balance: Nat,
        #[serde(alias = "memo")]
        note: Option<u64>,
        kind: Kind,
        history: Vec<(u64, Option<Kind>)>,
    }
    let lost = [r#"version 1, stored value 1: note: opt "rent" -> null"#];
    assert_eq!(against("alias", vec![copy_as::<Retyped>()])[1], lost);
}

/// What is lost although all messages decode.
#[test]
fn losses() {
    account!(Renamed { owner: String, balance: Nat, note: Option<String>, kind: Kind, history: Vec<(u64, Option<Kind>)> });
    let lost = [r#"version 1, stored value 1: memo: opt "rent" -> (absent)"#];
    assert_eq!(against("renamed", vec![copy_as::<Renamed>()]), [lost, lost]);

    account!(Retyped { owner: String, balance: Nat, memo: Option<u64>, kind: Kind, history: Vec<(u64, Option<Kind>)> });
    let lost = [r#"version 1, stored value 1: memo: opt "rent" -> null"#];
    assert_eq!(against("retyped", vec![copy_as::<Retyped>()]), [lost, lost]);

    /// Reads all texts in upper case.
    #[derive(CandidType)]
    struct Upper(String);
    impl<'de> Deserialize<'de> for Upper {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Ok(Upper(String::deserialize(deserializer)?.to_uppercase()))
        }
    }
    account!(Custom { owner: Upper, balance: Nat, memo: Option<String>, kind: Kind, history: Vec<(u64, Option<Kind>)> });
    let lost = [r#"version 1, stored value 1: owner: "alice" -> "ALICE""#];
    assert_eq!(against("custom", vec![copy_as::<Custom>()]), [lost, lost]);
}

/// The whole text of a failure.
#[test]
fn failures() {
    account!(Broken {
        owner: Principal,
        balance: Nat
    });
    let file = TempFile::new("broken");
    let broken = || Broken {
        owner: Principal::management_canister(),
        balance: Nat::from(0u8),
    };
    assert_eq!(
        check(&file, [broken()], BothWays, No).unwrap_err(),
        "FILE does not exist or is empty: run the test with CANDID_BLESS=1 to store the samples there"
    );
    assert_eq!(
        check::<u8>(&file, [], BothWays, Compatible).unwrap_err(),
        "expected samples of the type, found none"
    );
    assert!(!file.0.exists());
    check(&file, [account()], BothWays, Compatible).unwrap();
    let text = "\
the type breaks what FILE has stored
version 1, the new type does not read the stored one:
    record field owner: text is not a subtype of principal
  the stored type does not read the new one:
    - field kind of type variant { Plain; Locked : record { until : nat64 } } is only in the expected type and is not opt, null or reserved
    - field history of type vec record { nat64; opt variant { Plain; Locked : record { until : nat64 } } } is only in the expected type and is not opt, null or reserved
    record field owner: principal is not a subtype of text
  stored value 1: expected principal, found text in argument 1 at owner, byte offset 74
  sample 1 is not read by the stored type: expected text, found principal in argument 1 at owner, byte offset 22
the type of the last version is
  type Account = record {";
    let failure = check(&file, [broken()], BothWays, No).unwrap_err();
    assert!(failure.starts_with(text), "{failure}");
    let end = "
and now it is
  type Broken = record { balance : nat; owner : principal };
  (Broken)
if the data of the broken versions no longer exists, CANDID_BLESS=replace stores the new one alone";
    assert!(failure.ends_with(end), "{failure}");
    // Blessing does not lose what is stored, unless told so.
    let before = file.text();
    assert_eq!(
        check(&file, [broken()], BothWays, Compatible).unwrap_err(),
        failure
    );
    assert_eq!(file.text(), before);
    check(&file, [broken()], BothWays, Replace).unwrap();
    check(&file, [broken()], BothWays, No).unwrap();
    assert!(!file.text().contains("Account"));
    fs::write(&file.0, "version 1\nvalue 1\n  4x\n").unwrap();
    assert_eq!(
        check(&file, [broken()], BothWays, No).unwrap_err(),
        "FILE, line 3: expected an even number of hexadecimal digits"
    );
}

/// What something else has written is not overwritten, whatever the blessing; nor is what cannot be read.
#[test]
fn other_files() {
    let file = TempFile::new("other");
    for bless in [No, Compatible, Replace] {
        fs::write(&file.0, "# Notes\n").unwrap();
        assert_eq!(
            check(&file, [1u8], BothWays, bless).unwrap_err(),
            "FILE, expected a file that assert_frozen! has written, found another: it is left as it is"
        );
        assert_eq!(file.text(), "# Notes\n");
        fs::write(&file.0, b"\xff\xfe").unwrap();
        let failure = check(&file, [1u8], BothWays, bless).unwrap_err();
        assert!(failure.starts_with("FILE: "), "{failure}");
        assert_eq!(fs::read(&file.0).unwrap(), b"\xff\xfe");
    }
    // An empty one is as one that is missing.
    fs::write(&file.0, "\r\n").unwrap();
    let failure = check(&file, [1u8], BothWays, No).unwrap_err();
    assert!(
        failure.starts_with("FILE does not exist or is empty"),
        "{failure}"
    );
    check(&file, [1u8], BothWays, Compatible).unwrap();
    // A folder that is missing is made.
    let inner = TempFile(file.0.with_extension("folder").join("inner.txt"));
    let failure = check(&inner, [1u8], BothWays, No).unwrap_err();
    assert!(failure.starts_with("FILE does not exist"), "{failure}");
    check(&inner, [1u8], BothWays, Compatible).unwrap();
    check(&inner, [1u8], BothWays, No).unwrap();
    fs::remove_dir_all(inner.0.parent().unwrap()).unwrap();
}

/// As version control checks files out on Windows.
#[test]
fn windows_line_endings() {
    let file = TempFile::new("windows");
    check(&file, [account()], BothWays, Compatible).unwrap();
    let unix = file.text();
    let windows = unix.replace('\n', "\r\n");
    fs::write(&file.0, &windows).unwrap();
    check(&file, [account()], BothWays, No).unwrap();
    // Nothing to add, so nothing is written.
    check(&file, [account()], BothWays, Compatible).unwrap();
    assert_eq!(file.text(), windows);
    let failure = check(&file, [1u8], BothWays, No).unwrap_err();
    assert!(!failure.contains('\r'), "{failure}");
    check(&file, [account()], BothWays, Replace).unwrap();
    assert_eq!(file.text(), unix);
}

/// Each blessing of a compatible type adds to the file; all versions are checked.
#[test]
fn versions() {
    #[derive(CandidType, Deserialize)]
    struct First {
        a: u8,
    }
    #[derive(CandidType, Deserialize)]
    struct Second {
        a: u8,
        b: Option<u8>,
    }
    #[derive(CandidType, Deserialize)]
    struct Third {
        a: u8,
        c: Option<u8>,
    }
    let file = TempFile::new("versions");
    check(&file, [First { a: 1 }], BothWays, Compatible).unwrap();
    let first = file.text();
    check(&file, [Second { a: 1, b: Some(2) }], BothWays, No).unwrap();
    assert_eq!(file.text(), first);
    check(&file, [Second { a: 1, b: Some(2) }], BothWays, Compatible).unwrap();
    let second = file.text();
    assert!(second.starts_with(&first) && second.contains("\nversion 2\n"));
    check(&file, [Second { a: 1, b: Some(2) }], BothWays, Compatible).unwrap();
    assert_eq!(file.text(), second);
    // Further samples of a known type.
    check(
        &file,
        [Second { a: 1, b: Some(2) }, Second { a: 3, b: None }],
        BothWays,
        Compatible,
    )
    .unwrap();
    let third = file.text();
    assert!(third.starts_with(&second) && !third.contains("version 3"));
    let failure = check(&file, [Third { a: 1, c: None }], BothWays, No).unwrap_err();
    assert!(
        failure.contains("version 2, stored value 1: b: opt (2 : nat8) -> (absent)"),
        "{failure}"
    );
    check(&file, [Third { a: 1, c: None }], BothWays, Compatible).unwrap_err();
    assert_eq!(file.text(), third);
}

/// Recursive types, names that need quotes, references, and the file itself.
#[test]
fn the_file() {
    candid::define_function!(Callback : (u8) -> (u8) query);
    candid::define_service!(Counter : { "get" : candid::func!(() -> (u64) query) });
    #[derive(CandidType, Deserialize)]
    struct List {
        #[serde(rename = "a b")]
        head: (u8, Callback),
        tail: Option<Box<List>>,
        service: Option<Counter>,
    }
    let id = Principal::management_canister();
    let list = |tail| List {
        head: (1, Callback::new(id, "m".into())),
        tail,
        service: Some(Counter::new(id)),
    };
    let file = TempFile::new("list");
    check(
        &file,
        [list(None), list(Some(Box::new(list(None))))],
        BothWays,
        Compatible,
    )
    .unwrap();
    check(&file, [list(None)], BothWays, No).unwrap();
    let text = file.text();
    assert!(
        text.contains("\nversion 1\n  type List = record {\n"),
        "{text}"
    );
    assert!(
        text.contains("; \"service\" = opt service \"aaaaa-aa\"; tail = null;}\n"),
        "{text}"
    );
    #[derive(CandidType, Deserialize)]
    struct OtherList {
        #[serde(rename = "a b")]
        head: (u16, Callback),
        tail: Option<Box<List>>,
        service: Option<Counter>,
    }
    let other = OtherList {
        head: (1, Callback::new(id, "m".into())),
        tail: None,
        service: None,
    };
    let failure = check(&file, [other], OldToNew, No).unwrap_err();
    let place = "record field \"a b\":\n      record field 0: nat8 is not a subtype of nat16";
    assert!(failure.contains(place), "{failure}");
}

/// The macro, with a file of the repository.
#[test]
fn the_macro() {
    #[derive(CandidType, Deserialize)]
    struct Transfer {
        to: String,
        amount: u64,
        memo: Option<String>,
    }
    let plain = Transfer {
        to: "alice".into(),
        amount: 5,
        memo: None,
    };
    let rent = Transfer {
        to: "bob".into(),
        amount: 1_000,
        memo: Some("rent".into()),
    };
    assert_frozen!(Transfer, [plain, rent], "tests/data/frozen/transfer.txt");
    let more = Transfer {
        to: "alice".into(),
        amount: 5,
        memo: None,
    };
    assert_frozen!(
        Transfer,
        vec![more],
        "tests/data/frozen/transfer.txt",
        Upgrade::OldToNew,
    );
}
