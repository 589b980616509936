//! Types whose serde forms differ for people and programs: the one for people where the Candid type is text, and only there.

use super::std_types::{refused, same};
use candid::types::Type;
use candid::{decode_one, encode_one, CandidType, Deserialize, Principal, Reserved};
use serde::de::{Deserializer, IgnoredAny};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

const V4: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 1);
const V6: Ipv6Addr = Ipv6Addr::LOCALHOST;

#[test]
fn addresses() {
    same(V4, "127.0.0.1");
    same(V6, "::1");
    same(IpAddr::V4(V4), "127.0.0.1");
    same(IpAddr::V6(V6), "::1");
    same(SocketAddrV4::new(V4, 80), "127.0.0.1:80");
    same(SocketAddrV6::new(V6, 65535, 0, 7), "[::1%7]:65535");
    same(SocketAddr::from((V4, 80)), "127.0.0.1:80");
    same(SocketAddr::from((V6, 80)), "[::1]:80");
    let mapped = V4.to_ipv6_mapped();
    same(IpAddr::V6(mapped), "::ffff:127.0.0.1");
    same(vec![IpAddr::V4(V4)], ["127.0.0.1"]);
    same([V4; 2], ["127.0.0.1"; 2]);
    same(Some(V6), Some("::1"));
    same(Box::new(V6), "::1");
    same((V4, 1_u8, V6), ("127.0.0.1", 1_u8, "::1"));
    same(Ok::<_, ()>(V4), Ok::<_, ()>("127.0.0.1"));
    same(BTreeSet::from([V4]), ["127.0.0.1"]);
    same(BTreeMap::from([(V4, V6)]), [("127.0.0.1", "::1")]);
    same(HashMap::from([(V4, V6)]), [("127.0.0.1", "::1")]);
}

#[test]
fn other_texts_and_types_are_refused() {
    refused::<Ipv4Addr>("127.0.0.1 ", "invalid IPv4 address syntax");
    refused::<Ipv4Addr>("", "invalid IPv4 address syntax");
    refused::<Ipv4Addr>("::1", "invalid IPv4 address syntax");
    refused::<Ipv6Addr>("127.0.0.1", "invalid IPv6 address syntax");
    refused::<IpAddr>("localhost", "invalid IP address syntax");
    refused::<SocketAddr>("127.0.0.1", "invalid socket address syntax");
    refused::<SocketAddr>("127.0.0.1:65536", "invalid socket address syntax");
    refused::<IpAddr>("1".repeat(1 << 20), "invalid IP address syntax");
    // The forms that serde has for programs, which are not the Candid type.
    refused::<Ipv4Addr>((127_u8, 0_u8, 0_u8, 1_u8), "expected text, found record");
    refused::<Ipv4Addr>([127_u8, 0, 0, 1], "expected text, found vec nat8");
    refused::<Ipv6Addr>([0_u8; 16], "expected text, found vec nat8");
    #[derive(CandidType)]
    #[allow(dead_code, reason = "all cases of the type")]
    enum ForPrograms {
        V4([u8; 4]),
        V6([u8; 16]),
    }
    refused::<IpAddr>(ForPrograms::V4([0; 4]), "expected text, found variant");
    refused::<SocketAddr>(0_u32, "expected text, found nat32");
}

#[test]
fn an_address_with_flow_information_has_no_text() {
    let address = SocketAddrV6::new(V6, 80, 5, 0);
    let expected = "Serialize error: expected a socket address without flow information, found [::1]:80 with 5";
    for result in [encode_one(address), encode_one(SocketAddr::V6(address))] {
        assert_eq!(result.unwrap_err().to_string(), expected);
    }
}

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
struct Peer {
    name: String,
    addresses: Vec<IpAddr>,
    main: Option<SocketAddr>,
    by_address: BTreeMap<Ipv4Addr, u8>,
}

fn peer() -> Peer {
    Peer {
        name: "a".into(),
        addresses: vec![V4.into(), V6.into()],
        main: Some((V6, 443).into()),
        by_address: BTreeMap::from([(V4, 1)]),
    }
}

#[test]
fn in_structs() {
    assert_eq!(
        Peer::ty().to_string(),
        "record {\n  by_address : vec record { text; nat8 };\n  main : opt text;\n  name : text;\n  addresses : vec text;\n}"
    );
    let bytes = encode_one(peer()).unwrap();
    assert_eq!(decode_one::<Peer>(&bytes).unwrap(), peer());
}

#[test]
fn errors_have_the_place() {
    #[derive(CandidType)]
    struct Sent {
        name: String,
        addresses: Vec<String>,
        main: Option<String>,
        by_address: Vec<(String, u8)>,
    }
    let sent = || Sent {
        name: String::new(),
        addresses: vec!["::1".into()],
        main: None,
        by_address: vec![],
    };
    let refusal = |sent: Sent| {
        let bytes = encode_one(sent).unwrap();
        decode_one::<Peer>(&bytes).unwrap_err().to_string()
    };
    let mut wrong = sent();
    wrong.addresses.push("::g".into());
    assert_eq!(
        refusal(wrong),
        "Deserialize error: invalid IP address syntax in argument 1 at addresses[1], byte offset 57"
    );
    let mut wrong = sent();
    wrong.by_address = vec![("1.2.3.4".into(), 0), ("1.2.3".into(), 0)];
    assert_eq!(
        refusal(wrong),
        "Deserialize error: invalid IPv4 address syntax in argument 1 at by_address[1].0, byte offset 61"
    );
    // A value of the type that is not an address does not become null.
    let mut wrong = sent();
    wrong.main = Some("?".into());
    assert_eq!(
        refusal(wrong),
        "Deserialize error: invalid socket address syntax in argument 1 at main, byte offset 49"
    );
}

/// Serde's buffer always reads the form for people.
#[test]
fn flattened() {
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Outer {
        id: u8,
        #[serde(flatten)]
        peer: Peer,
    }
    let outer = Outer {
        id: 1,
        peer: peer(),
    };
    let bytes = encode_one(&outer).unwrap();
    assert_eq!(decode_one::<Outer>(&bytes).unwrap(), outer);
}

#[cfg(feature = "value")]
#[test]
fn dynamic() {
    use candid::IDLValue;
    let value = IDLValue::from_rust(&peer()).unwrap();
    let address = value.at("addresses[0]").unwrap();
    assert_eq!(address, &IDLValue::Text("127.0.0.1".into()));
    assert_eq!(value.to_rust::<Peer>().unwrap(), peer());
}

/// A value of the type `T`, as the answer to whether it is for people.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Asks<T>(bool, PhantomData<T>);

impl<T: CandidType> CandidType for Asks<T> {
    fn _ty() -> Type {
        T::ty()
    }

    fn idl_serialize<S: candid::types::Serializer>(&self, _serializer: S) -> Result<(), S::Error> {
        unreachable!("only decoded")
    }
}

impl<'de, T> Deserialize<'de> for Asks<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let answer = deserializer.is_human_readable();
        IgnoredAny::deserialize(deserializer)?;
        Ok(Asks(answer, PhantomData))
    }
}

#[test]
fn only_texts_are_for_people() {
    fn answer<T: CandidType>(value: impl CandidType) -> bool {
        let bytes = encode_one(value).unwrap();
        let Asks(one, _) = decode_one::<Asks<T>>(&bytes).unwrap();
        let opt = decode_one::<Option<Asks<T>>>(&bytes).unwrap();
        assert_eq!(opt.map(|asks| asks.0), Some(one));
        one
    }
    assert!(answer::<String>("text"));
    assert!(!answer::<Vec<u8>>(b"blob".to_vec()));
    assert!(!answer::<Vec<String>>(["text"]));
    assert!(!answer::<(String,)>(("text",)));
    assert!(!answer::<Result<String, String>>(Ok::<_, String>("text")));
    assert!(!answer::<u8>(1_u8));
    assert!(!answer::<Principal>(Principal::anonymous()));
    assert!(!answer::<Reserved>("text"));
    // Each part is asked for on its own.
    let bytes = encode_one([("text", 1_u8, [2_u8])]).unwrap();
    type Parts = Vec<(Asks<String>, Asks<u8>, Asks<Vec<u8>>)>;
    let parts = decode_one::<Parts>(&bytes).unwrap();
    assert_eq!(
        (parts[0].0 .0, parts[0].1 .0, parts[0].2 .0),
        (true, false, false)
    );
    let bytes = encode_one([("text", [1_u8])]).unwrap();
    let map = decode_one::<HashMap<Asks<String>, Asks<Vec<u8>>>>(&bytes).unwrap();
    let (key, value) = map.iter().next().unwrap();
    assert_eq!((key.0, value.0), (true, false));
}

/// Derived types whose `Deserialize` is written by hand, which the derive calls to find that out.
#[test]
fn derived_types_ask_too() {
    #[derive(CandidType, Debug, PartialEq)]
    struct Name(String);

    impl<'de> Deserialize<'de> for Name {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let is_human_readable = deserializer.is_human_readable();
            let name = String::deserialize(deserializer)?;
            Ok(Name(format!("{name}: {is_human_readable}")))
        }
    }

    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Holder {
        one: Name,
        many: Vec<Name>,
    }
    let name = |text: &str| Name(text.to_string());
    let sent = Holder {
        one: name("a"),
        many: vec![name("b")],
    };
    let expected = Holder {
        one: name("a: true"),
        many: vec![name("b: true")],
    };
    let bytes = encode_one(sent).unwrap();
    assert_eq!(decode_one::<Holder>(&bytes).unwrap(), expected);
}

/// Of a type that is not text, the form for programs is read, and a text is none of its values.
#[test]
fn principals_and_numbers_are_not_texts() {
    refused::<Principal>("aaaaa-aa", "expected principal, found text");
    same(Principal::anonymous(), Principal::anonymous());
    #[cfg(feature = "bignum")]
    refused::<candid::Nat>("5", "expected nat, found text");
}
