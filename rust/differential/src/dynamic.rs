//! Random types and random values of a type.

use crate::random::Random;
use candid::types::value::{IDLField, VariantValue};
use candid::types::{Field, FuncMode, Function, Label, Type, TypeEnv, TypeInner};
use candid::{IDLValue, Int, Nat, Principal};
use num_bigint::{BigInt, BigUint};

const PRIMITIVES: [TypeInner; 17] = [
    TypeInner::Null,
    TypeInner::Bool,
    TypeInner::Nat,
    TypeInner::Int,
    TypeInner::Nat8,
    TypeInner::Nat16,
    TypeInner::Nat32,
    TypeInner::Nat64,
    TypeInner::Int8,
    TypeInner::Int16,
    TypeInner::Int32,
    TypeInner::Int64,
    TypeInner::Float32,
    TypeInner::Float64,
    TypeInner::Text,
    TypeInner::Reserved,
    TypeInner::Principal,
];

const NAMES: [&str; 3] = ["A", "B", "C"];

/// Names of fields and methods that printers and parsers have to take care of.
const LABELS: [&str; 12] = [
    "",
    "1",
    "_",
    "type",
    "record",
    "query",
    "two words",
    "ein Wörtchen",
    "\"quoted\" \\",
    "two\nlines",
    "字",
    "🎲",
];

/// Returns definitions of `A`, `B` and `C`, which may rely on each other.
pub fn random_env(random: &mut Random) -> TypeEnv {
    let mut env = TypeEnv::new();
    for name in NAMES {
        env.0.insert(name.to_string(), constructor(random, 2));
    }
    env
}

/// Returns a type over the definitions of [`random_env`], at most `depth` constructors deep.
pub fn random_type(random: &mut Random, depth: usize) -> Type {
    if random.one_in(60) {
        return TypeInner::Empty.into();
    }
    if depth == 0 || random.one_in(3) {
        return match random.below(12) {
            0..=2 => TypeInner::Var((*random.pick(&NAMES)).to_string()).into(),
            _ => random.pick(&PRIMITIVES).clone().into(),
        };
    }
    constructor(random, depth)
}

fn constructor(random: &mut Random, depth: usize) -> Type {
    let depth = depth.saturating_sub(1);
    match random.below(12) {
        0..=2 => TypeInner::Opt(random_type(random, depth)),
        3 | 4 => TypeInner::Vec(random_type(random, depth)),
        5..=7 => TypeInner::Record(fields(random, depth)),
        8 | 9 => TypeInner::Variant(fields(random, depth)),
        10 => TypeInner::Func(function(random, depth)),
        _ => {
            let mut methods = Vec::new();
            let usual = ["get", "set"].map(|name| (name, 2));
            let others = LABELS.map(|name| (name, 24));
            for (name, n) in usual.into_iter().chain(others) {
                if random.one_in(n) {
                    let ty = TypeInner::Func(function(random, depth)).into();
                    methods.push((name.to_string(), ty));
                }
            }
            methods.sort_by(|(a, _), (b, _): &(String, Type)| a.cmp(b));
            TypeInner::Service(methods)
        }
    }
    .into()
}

fn function(random: &mut Random, depth: usize) -> Function {
    let modes = match random.below(8) {
        0 | 1 => vec![FuncMode::Query],
        2 | 3 => vec![FuncMode::CompositeQuery],
        4 => vec![FuncMode::Oneway],
        _ => Vec::new(),
    };
    let args = types(random, depth);
    let rets = match modes.as_slice() {
        [FuncMode::Oneway] => Vec::new(),
        _ => types(random, depth),
    };
    Function { modes, args, rets }
}

fn types(random: &mut Random, depth: usize) -> Vec<Type> {
    let n = random.below(3);
    (0..n).map(|_| random_type(random, depth)).collect()
}

fn fields(random: &mut Random, depth: usize) -> Vec<Field> {
    let ids = [0, 1, 2, u32::MAX].map(|id| (Label::Id(id), 3));
    let usual = ["a", "name"].map(|name| (Label::Named(name.to_string()), 3));
    let others = LABELS.map(|name| (Label::Named(name.to_string()), 36));
    let mut fields: Vec<Field> = Vec::new();
    for (label, n) in ids.into_iter().chain(usual).chain(others) {
        if random.one_in(n) {
            let ty = random_type(random, depth);
            fields.push(Field {
                id: label.into(),
                ty,
            });
        }
    }
    fields.sort_by_key(|field| field.id.get_id());
    // The label without a character is 0 too.
    fields.dedup_by_key(|field| field.id.get_id());
    fields
}

/// Returns a type like `ty`: another version of it. Names keep their meaning.
pub fn evolve(random: &mut Random, ty: &Type) -> Type {
    if random.one_in(12) {
        return random_type(random, 1);
    }
    if random.one_in(10) {
        return TypeInner::Opt(ty.clone()).into();
    }
    match ty.as_ref() {
        TypeInner::Nat if random.one_in(4) => TypeInner::Int.into(),
        TypeInner::Opt(part) => TypeInner::Opt(evolve(random, part)).into(),
        TypeInner::Vec(part) => TypeInner::Vec(evolve(random, part)).into(),
        TypeInner::Record(parts) => TypeInner::Record(evolve_fields(random, parts)).into(),
        TypeInner::Variant(parts) => TypeInner::Variant(evolve_fields(random, parts)).into(),
        TypeInner::Func(function) => TypeInner::Func(Function {
            modes: function.modes.clone(),
            args: function.args.iter().map(|t| evolve(random, t)).collect(),
            rets: function.rets.iter().map(|t| evolve(random, t)).collect(),
        })
        .into(),
        _ => ty.clone(),
    }
}

fn evolve_fields(random: &mut Random, old: &[Field]) -> Vec<Field> {
    let mut new: Vec<Field> = Vec::new();
    for field in old {
        if !random.one_in(8) {
            new.push(Field {
                id: field.id.clone(),
                ty: evolve(random, &field.ty),
            });
        }
    }
    if random.one_in(3) {
        let id = Label::Named("new".to_string()).into();
        let ty = TypeInner::Opt(random_type(random, 1)).into();
        new.push(Field { id, ty });
    }
    new.sort_by_key(|field| field.id.get_id());
    new.dedup_by_key(|field| field.id.get_id());
    new
}

/// Returns a value of `ty` whose size `fuel` bounds; none if there is none that is small.
pub fn random_value(
    random: &mut Random,
    env: &TypeEnv,
    ty: &Type,
    fuel: usize,
) -> Option<IDLValue> {
    let fuel = fuel.checked_sub(1)?;
    let ty = env.trace_type(ty).ok()?;
    let bits = random.number();
    Some(match ty.as_ref() {
        TypeInner::Null => IDLValue::Null,
        TypeInner::Bool => IDLValue::Bool(bits & 1 == 1),
        TypeInner::Nat => IDLValue::Nat(Nat(big(random))),
        TypeInner::Int if bits & 1 == 1 => IDLValue::Int(Int(-BigInt::from(big(random)))),
        TypeInner::Int => IDLValue::Int(Int(big(random).into())),
        TypeInner::Nat8 => IDLValue::Nat8(bits.to_le_bytes()[0]),
        TypeInner::Nat16 => IDLValue::Nat16(u16::from_le_bytes(first(bits))),
        TypeInner::Nat32 => IDLValue::Nat32(u32::from_le_bytes(first(bits))),
        TypeInner::Nat64 => IDLValue::Nat64(bits),
        TypeInner::Int8 => IDLValue::Int8(i8::from_le_bytes(first(bits))),
        TypeInner::Int16 => IDLValue::Int16(i16::from_le_bytes(first(bits))),
        TypeInner::Int32 => IDLValue::Int32(i32::from_le_bytes(first(bits))),
        TypeInner::Int64 => IDLValue::Int64(i64::from_le_bytes(first(bits))),
        TypeInner::Float32 => IDLValue::Float32(f32::from_le_bytes(first(random.next()))),
        TypeInner::Float64 => IDLValue::Float64(f64::from_le_bytes(first(random.next()))),
        TypeInner::Text => IDLValue::Text(text(random)),
        TypeInner::Reserved => IDLValue::Reserved,
        TypeInner::Principal => IDLValue::Principal(principal(random)),
        TypeInner::Service(_) => IDLValue::Service(principal(random)),
        TypeInner::Func(_) => IDLValue::Func(principal(random), text(random)),
        TypeInner::Opt(_) if random.one_in(3) => IDLValue::None,
        TypeInner::Opt(part) => match random_value(random, env, part, fuel / 2) {
            Some(value) => IDLValue::Opt(Box::new(value)),
            None => IDLValue::None,
        },
        TypeInner::Vec(part) if matches!(env.trace_type(part).as_deref(), Ok(TypeInner::Nat8)) => {
            let n = random.below(20);
            IDLValue::Blob(random.bytes(n))
        }
        TypeInner::Vec(part) => {
            let n = random.below(5);
            let items = (0..n).map_while(|_| random_value(random, env, part, fuel / (n + 1)));
            IDLValue::Vec(items.collect())
        }
        TypeInner::Record(parts) => {
            let fuel = fuel / (parts.len() + 1);
            let field = |part| field(random, env, part, fuel);
            IDLValue::Record(parts.iter().map(field).collect::<Option<_>>()?)
        }
        TypeInner::Variant(parts) => {
            let from = random.below(parts.len());
            let tags = (from..parts.len()).chain(0..from);
            let mut found =
                tags.filter_map(|i| Some((i, field(random, env, &parts[i], fuel / 2)?)));
            let (i, field) = found.next()?;
            IDLValue::Variant(VariantValue(Box::new(field), u64::try_from(i).ok()?))
        }
        _ => return None,
    })
}

fn field(random: &mut Random, env: &TypeEnv, field: &Field, fuel: usize) -> Option<IDLField> {
    Some(IDLField {
        id: field.id.as_ref().clone(),
        val: random_value(random, env, &field.ty, fuel)?,
    })
}

/// The first bytes of a number.
fn first<const N: usize>(bits: u64) -> [u8; N] {
    let mut out = [0; N];
    out.copy_from_slice(&bits.to_le_bytes()[..N]);
    out
}

fn big(random: &mut Random) -> BigUint {
    if random.one_in(5) {
        let n = random.below(40);
        return BigUint::from_bytes_le(&random.bytes(n));
    }
    random.number().into()
}

fn text(random: &mut Random) -> String {
    let pieces = ["", "a", "text", "\"", "\\", "\n", "ü", "字", "🎲", "0"];
    (0..random.below(4))
        .map(|_| *random.pick(&pieces))
        .collect()
}

fn principal(random: &mut Random) -> Principal {
    let n = random.below(30);
    Principal::from_slice(&random.bytes(n))
}

#[cfg(test)]
mod tests {
    use super::*;
    use candid::IDLArgs;

    #[test]
    fn values_have_their_type() {
        let mut n_values = 0;
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let env = random_env(&mut random);
            let ty = random_type(&mut random, 3);
            if let Some(value) = random_value(&mut random, &env, &ty, 200) {
                n_values += 1;
                let bytes =
                    IDLArgs::new(&[value]).to_bytes_with_types(&env, std::slice::from_ref(&ty));
                assert!(bytes.is_ok(), "{ty}: {bytes:?}");
            }
        }
        assert!(n_values > 150, "{n_values} of 200 types have values");
    }
}
