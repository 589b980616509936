//! The quotas of any type suffice for its values, and bound what hostile messages become.

use crate::random_values::{typed_value, value_of};
use candid::types::{Field, Label, Serializer, Type, TypeInner};
use candid::{
    decode_one_with_config, CandidType, DecoderConfig, IDLArgs, IDLValue, Int, Nat, Principal,
    Reserved, TypeEnv,
};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};
use std::cell::RefCell;
use std::fmt;

thread_local! {
    /// The Candid type of [`Typed`].
    static TYPE: RefCell<Option<Type>> = const { RefCell::new(None) };
}

fn thread_type() -> Type {
    TYPE.with_borrow(|ty| ty.clone().expect("the thread has a type"))
}

/// The number of parts of a value whose Candid type is the one of the thread, read as derived code reads it.
#[derive(Debug)]
struct Typed(usize);

impl CandidType for Typed {
    fn _ty() -> Type {
        thread_type()
    }

    fn idl_serialize<S: Serializer>(&self, _: S) -> Result<(), S::Error> {
        Err(serde::ser::Error::custom("only decoded"))
    }
}

impl<'de> Deserialize<'de> for Typed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        At(&thread_type()).deserialize(deserializer).map(Typed)
    }
}

/// Counts the parts of a value of a type.
struct At<'t>(&'t Type);

/// Names as derived code has them, which are never dropped.
fn names(fields: &[Field]) -> &'static [&'static str] {
    let name = |field: &Field| match field.id.as_ref() {
        Label::Named(name) => name.clone(),
        Label::Id(id) | Label::Unnamed(id) => format!("_{id}_"),
    };
    let names = fields.iter().map(|field| &*name(field).leak());
    names.collect::<Vec<&'static str>>().leak()
}

impl<'de> DeserializeSeed<'de> for At<'_> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<usize, D::Error> {
        match self.0.as_ref() {
            TypeInner::Null => <()>::deserialize(from).map(|()| 1),
            TypeInner::Reserved => Reserved::deserialize(from).map(|_| 1),
            TypeInner::Bool => bool::deserialize(from).map(|_| 1),
            TypeInner::Nat => Nat::deserialize(from).map(|_| 1),
            TypeInner::Int => Int::deserialize(from).map(|_| 1),
            TypeInner::Nat8 => u8::deserialize(from).map(|_| 1),
            TypeInner::Nat16 => u16::deserialize(from).map(|_| 1),
            TypeInner::Nat32 => u32::deserialize(from).map(|_| 1),
            TypeInner::Nat64 => u64::deserialize(from).map(|_| 1),
            TypeInner::Int8 => i8::deserialize(from).map(|_| 1),
            TypeInner::Int16 => i16::deserialize(from).map(|_| 1),
            TypeInner::Int32 => i32::deserialize(from).map(|_| 1),
            TypeInner::Int64 => i64::deserialize(from).map(|_| 1),
            TypeInner::Float32 => f32::deserialize(from).map(|_| 1),
            TypeInner::Float64 => f64::deserialize(from).map(|_| 1),
            TypeInner::Text => String::deserialize(from).map(|_| 1),
            TypeInner::Principal => Principal::deserialize(from).map(|_| 1),
            TypeInner::Opt(_) => from.deserialize_option(self),
            TypeInner::Vec(_) => from.deserialize_seq(self),
            TypeInner::Record(fields) => from.deserialize_struct("", names(fields), self),
            TypeInner::Variant(cases) => from.deserialize_enum("", names(cases), self),
            other => panic!("no values of {other:?} are read"),
        }
    }
}

impl<'de> Visitor<'de> for At<'_> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }

    fn visit_none<E>(self) -> Result<usize, E> {
        Ok(1)
    }

    fn visit_unit<E>(self) -> Result<usize, E> {
        Ok(1)
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<usize, D::Error> {
        let TypeInner::Opt(part) = self.0.as_ref() else {
            panic!("an option at {}", self.0);
        };
        At(part).deserialize(from).map(|n| n + 1)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<usize, A::Error> {
        let TypeInner::Vec(part) = self.0.as_ref() else {
            panic!("a vector at {}", self.0);
        };
        let mut n = 1;
        while let Some(n_part) = from.next_element_seed(At(part))? {
            n += n_part;
        }
        Ok(n)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<usize, A::Error> {
        let TypeInner::Record(fields) = self.0.as_ref() else {
            panic!("a record at {}", self.0);
        };
        let mut n = 1;
        while let Some(i) = from.next_key_seed(Key(fields))? {
            n += from.next_value_seed(At(&fields[i].ty))?;
        }
        Ok(n)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, from: A) -> Result<usize, A::Error> {
        let TypeInner::Variant(cases) = self.0.as_ref() else {
            panic!("a variant at {}", self.0);
        };
        let (i, payload) = from.variant_seed(Key(cases))?;
        match cases[i].ty.as_ref() {
            TypeInner::Null => payload.unit_variant().map(|()| 2),
            _ => payload
                .newtype_variant_seed(At(&cases[i].ty))
                .map(|n| n + 1),
        }
    }
}

/// The index of a field or case.
struct Key<'t>(&'t [Field]);

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<usize, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl<'de> Visitor<'de> for Key<'_> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a field")
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<usize, E> {
        let known = names(self.0).iter().position(|known| *known == name);
        known.ok_or_else(|| E::custom(format_args!("unknown {name}")))
    }

    fn visit_u32<E: serde::de::Error>(self, id: u32) -> Result<usize, E> {
        let known = self.0.iter().position(|field| field.id.get_id() == id);
        known.ok_or_else(|| E::custom(format_args!("unknown {id}")))
    }

    fn visit_u64<E: serde::de::Error>(self, ordinal: u64) -> Result<usize, E> {
        usize::try_from(ordinal).map_err(E::custom)
    }
}

/// Returns how many elements of vectors have no bytes.
fn count_without_bytes(value: &IDLValue) -> usize {
    match value {
        IDLValue::Opt(content) => count_without_bytes(content),
        IDLValue::Vec(items) => {
            let own = items.iter().filter(|item| has_no_bytes(item)).count();
            own + items.iter().map(count_without_bytes).sum::<usize>()
        }
        IDLValue::Record(fields) => fields
            .iter()
            .map(|field| count_without_bytes(&field.val))
            .sum(),
        IDLValue::Variant(variant) => count_without_bytes(&variant.0.val),
        _ => 0,
    }
}

fn has_no_bytes(value: &IDLValue) -> bool {
    match value {
        IDLValue::Null | IDLValue::Reserved => true,
        IDLValue::Record(fields) => fields.iter().all(|field| has_no_bytes(&field.val)),
        _ => false,
    }
}

/// Returns whether the type has references, which [`At`] does not read.
fn has_references(ty: &Type) -> bool {
    match ty.as_ref() {
        TypeInner::Func(_) | TypeInner::Service(_) => true,
        TypeInner::Opt(part) | TypeInner::Vec(part) => has_references(part),
        TypeInner::Record(fields) | TypeInner::Variant(fields) => {
            fields.iter().any(|field| has_references(&field.ty))
        }
        _ => false,
    }
}

/// Checks values of a random type, in a thread that knows no other. Returns the number of hostile messages that were read.
fn check(seed: u64) -> usize {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let (mut ty, _) = typed_value().new_tree(&mut runner).unwrap().current();
    if has_references(&ty) {
        return 0;
    }
    if seed.is_multiple_of(2) {
        ty = TypeInner::Vec(ty).into();
    }
    TYPE.set(Some(ty.clone()));
    let env = TypeEnv::new();
    let mut n_read = 0;
    for _ in 0..3 {
        let value = value_of(&ty).new_tree(&mut runner).unwrap().current();
        let message = IDLArgs { args: vec![value] };
        let bytes = message
            .to_bytes_with_types(&env, std::slice::from_ref(&ty))
            .unwrap();
        let len = bytes.len() + count_without_bytes(&message.args[0]);
        let config = DecoderConfig::for_payload::<Typed>(len);
        let decoded = decode_one_with_config::<Typed>(&bytes, &config);
        assert!(decoded.is_ok(), "seed {seed}: {ty} {message} {decoded:?}");

        // Lengths and whatever else the bytes have to say, changed: what is read of it was paid for.
        let quota = config.decoding_quota.unwrap();
        for i in 0..bytes.len() {
            for byte in [0x00, 0x01, 0x7f, 0xff] {
                let mut hostile = bytes.clone();
                hostile[i] = byte;
                if let Ok(Typed(n_parts)) = decode_one_with_config::<Typed>(&hostile, &config) {
                    assert!(
                        n_parts <= quota,
                        "seed {seed}: {ty} {}",
                        hex::encode(hostile)
                    );
                    n_read += 1;
                }
            }
        }
    }
    n_read
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn values_of_any_type_decode() {
    let mut n_read = 0;
    for seed in 0..300 {
        let checked = std::thread::spawn(move || check(seed)).join();
        n_read += checked.unwrap_or_else(|_| panic!("seed {seed}"));
    }
    assert!(n_read > 10_000, "{n_read}");
}
