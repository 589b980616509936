//! The call of `calls.rs` as dynamic values, at the types of an interface known at run time.

use crate::calls::{transfer, TransferArg, TransferResult};
use crate::{decode_dynamic, encode_dynamic};
use canbench_rs::{bench, bench_fn, bench_scope, BenchResult};
use candid::types::internal::TypeContainer;
use candid::types::value::IDLArgs;
use candid::types::Type;
use candid::{encode_one, Nat, TypeEnv};

/// Argument and result with their types, whose definitions are in an environment.
struct Call {
    env: TypeEnv,
    types: [[Type; 1]; 2],
    values: [IDLArgs; 2],
}

impl Call {
    fn new() -> Self {
        let mut container = TypeContainer::new();
        let types = [
            [container.add::<TransferArg>()],
            [container.add::<TransferResult>()],
        ];
        let env = container.env;
        let result: TransferResult = Ok(Nat::from(987_654_u32));
        let argument = encode_one(transfer()).unwrap();
        let result = encode_one(result).unwrap();
        let values = [
            decode_dynamic(&argument, &env, &types[0]),
            decode_dynamic(&result, &env, &types[1]),
        ];
        Call { env, types, values }
    }

    /// Argument and result, there and back.
    fn run(&self) {
        let [argument_types, result_types] = &self.types;
        let [argument, result] = &self.values;
        let (argument, result) = {
            let _scope = bench_scope("1. Encoding");
            (
                encode_dynamic(argument, &self.env, argument_types),
                encode_dynamic(result, &self.env, result_types),
            )
        };
        let _scope = bench_scope("2. Decoding");
        decode_dynamic(&argument, &self.env, argument_types);
        decode_dynamic(&result, &self.env, result_types);
    }
}

/// The hundredth call in one message, as `small_call_warm` is with Rust types.
#[bench(raw)]
fn dynamic_small() -> BenchResult {
    let call = Call::new();
    for _ in 0..99 {
        for (values, types) in call.values.iter().zip(&call.types) {
            let message = encode_dynamic(values, &call.env, types);
            decode_dynamic(&message, &call.env, types);
        }
    }
    bench_fn(|| call.run())
}
