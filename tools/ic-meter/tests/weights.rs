//! What each operator costs when it is executed, one by one.

use ic_meter::canister::Canister;
use ic_meter::instrument::Detail;

/// Weight, operands, `=` if there is a result, operators.
const ROWS: &str = "
1 | i32     | = | i32.clz, i32.ctz, i32.popcnt, i32.eqz, i32.extend8_s, i32.extend16_s, i64.extend_i32_s, i64.extend_i32_u
1 | i64     | = | i64.clz, i64.ctz, i64.popcnt, i64.eqz, i64.extend8_s, i64.extend16_s, i64.extend32_s, i32.wrap_i64
1 | i32 i32 | = | i32.add, i32.sub, i32.mul, i32.and, i32.or, i32.xor, i32.shl, i32.shr_s, i32.shr_u, i32.rotl, i32.rotr
1 | i32 i32 | = | i32.eq, i32.ne, i32.lt_s, i32.lt_u, i32.gt_s, i32.gt_u, i32.le_s, i32.le_u, i32.ge_s, i32.ge_u
1 | i64 i64 | = | i64.add, i64.sub, i64.mul, i64.and, i64.or, i64.xor, i64.shl, i64.shr_s, i64.shr_u, i64.rotl, i64.rotr
1 | i64 i64 | = | i64.eq, i64.ne, i64.lt_s, i64.lt_u, i64.gt_s, i64.gt_u, i64.le_s, i64.le_u, i64.ge_s, i64.ge_u
10 | i32 i32 | = | i32.div_s, i32.div_u, i32.rem_s, i32.rem_u
10 | i64 i64 | = | i64.div_s, i64.div_u, i64.rem_s, i64.rem_u
1 | i32     | = | i32.load, i64.load, f32.load, f64.load, i32.load8_s, i32.load8_u, i32.load16_s, i32.load16_u
1 | i32     | = | i64.load8_s, i64.load8_u, i64.load16_s, i64.load16_u, i64.load32_s, i64.load32_u
1 | i32 i32 |   | i32.store, i32.store8, i32.store16
1 | i32 i64 |   | i64.store, i64.store8, i64.store16, i64.store32
1 | i32 f32 |   | f32.store
1 | i32 f64 |   | f64.store
1 | i32     |   | local.set 0, drop
1 | i32     | = | local.tee 0
1 |         | = | local.get 0, i32.const 0, i64.const 0, f32.const 0, f64.const 0, ref.null func
1 |         |   | nop
1 | i32 i32 i32 | = | select
2 |         | = | global.get 0
2 | i32     |   | global.set 0
1 | f32     | = | f32.abs, f32.neg, f64.promote_f32, i32.reinterpret_f32
1 | f64     | = | f64.abs, f64.neg, f32.demote_f64, i64.reinterpret_f64
1 | i32     | = | f32.reinterpret_i32
1 | i64     | = | f64.reinterpret_i64
2 | f32     | = | f32.ceil, f32.floor, f32.trunc, f32.nearest
2 | f64     | = | f64.ceil, f64.floor, f64.trunc, f64.nearest
2 | f32 f32 | = | f32.add, f32.sub, f32.mul, f32.copysign
2 | f64 f64 | = | f64.add, f64.sub, f64.mul
3 | f64 f64 | = | f64.copysign
3 | f32 f32 | = | f32.div, f32.eq, f32.ne, f32.lt, f32.gt, f32.le, f32.ge
3 | f64 f64 | = | f64.eq, f64.ne, f64.lt, f64.gt, f64.le, f64.ge
5 | f64 f64 | = | f64.div
5 | f32     | = | f32.sqrt
8 | f64     | = | f64.sqrt
3 | i32     | = | f32.convert_i32_s, f64.convert_i32_s
3 | i64     | = | f32.convert_i64_s, f64.convert_i64_s
16 | i32    | = | f32.convert_i32_u, f64.convert_i32_u
16 | i64    | = | f32.convert_i64_u, f64.convert_i64_u
18 | f32 f32 | = | f32.min, f32.max
18 | f64 f64 | = | f64.min, f64.max
20 | f32    | = | i32.trunc_f32_s, i32.trunc_f32_u, i64.trunc_f32_s, i64.trunc_f32_u
20 | f64    | = | i32.trunc_f64_s, i32.trunc_f64_u, i64.trunc_f64_s, i64.trunc_f64_u
20 | f32    | = | i32.trunc_sat_f32_s, i32.trunc_sat_f32_u, i64.trunc_sat_f32_s, i64.trunc_sat_f32_u
20 | f64    | = | i32.trunc_sat_f64_s, i32.trunc_sat_f64_u, i64.trunc_sat_f64_s, i64.trunc_sat_f64_u
20 |        | = | memory.size
300 | i32   | = | memory.grow
300 |       |   | data.drop 0, elem.drop 0
100 |       | = | table.size
130 |       | = | ref.func $empty
5 | i32     | = | table.get 0
5 | func    | = | ref.is_null
5 | i32 func |  | table.set 0
300 | func i32 | = | table.grow 0
101 | i32 func i32 | | table.fill 0
1 | v128 v128 | = | i8x16.add, i8x16.sub, i16x8.add, i16x8.sub, i16x8.mul, i32x4.add, i32x4.sub, i64x2.add, i64x2.sub, v128.and
1 | v128 v128 | = | i8x16.eq, i8x16.lt_s, i16x8.gt_s, i32x4.le_u, i64x2.lt_s, i8x16.swizzle, i16x8.extmul_low_i8x16_s
1 | v128      | = | v128.not, v128.any_true, i8x16.abs, i8x16.bitmask, i16x8.extadd_pairwise_i8x16_s, f32x4.convert_i32x4_s
1 | i32       | = | v128.load, v128.load8x8_s, v128.load32_splat, v128.load64_zero, i8x16.splat, i32x4.splat
1 | i32 v128  |   | v128.store, v128.store8_lane 0
1 | v128      | = | i32x4.extract_lane 1, i8x16.extract_lane_u 15
1 |           | = | v128.const i64x2 1 1
2 | v128 v128 | = | i8x16.lt_u, i8x16.gt_u, i16x8.lt_u, i16x8.gt_u, i32x4.lt_u, i32x4.gt_u
3 | v128 v128 | = | i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
3 | v128      | = | i8x16.popcnt
2 | v128 i32  | = | i8x16.shr_u, i16x8.shl, i16x8.shr_s, i16x8.shr_u, i32x4.shl, i32x4.shr_s, i32x4.shr_u, i64x2.shl, i64x2.shr_u
3 | v128 i32  | = | i8x16.shl, i8x16.shr_s, i64x2.shr_s
2 | v128 v128 | = | i32x4.mul, i32x4.extmul_low_i16x8_s, i32x4.extmul_low_i16x8_u, i32x4.extmul_high_i16x8_s, i32x4.extmul_high_i16x8_u, i16x8.extmul_high_i8x16_s, i16x8.extmul_high_i8x16_u
4 | v128 v128 | = | i64x2.mul
2 | v128      | = | i16x8.extadd_pairwise_i8x16_u
3 | v128      | = | i32x4.extadd_pairwise_i16x8_u
2 | v128 v128 | = | f32x4.add, f32x4.sub, f32x4.mul, f64x2.add, f64x2.sub, f64x2.mul
2 | v128      | = | f32x4.abs, f32x4.neg, f64x2.abs, f64x2.neg, f32x4.ceil, f32x4.floor, f32x4.trunc, f32x4.nearest, f64x2.ceil, f64x2.floor, f64x2.trunc, f64x2.nearest
10 | v128 v128 | = | f32x4.div
12 | v128 v128 | = | f64x2.div
5 | v128      | = | f32x4.sqrt
14 | v128     | = | f64x2.sqrt
4 | v128 v128 | = | f32x4.min, f32x4.max, f64x2.min
5 | v128 v128 | = | f64x2.max
2 | v128      | = | i32x4.trunc_sat_f32x4_s, i32x4.trunc_sat_f64x2_s_zero
3 | v128      | = | i32x4.trunc_sat_f64x2_u_zero
4 | v128      | = | i32x4.trunc_sat_f32x4_u, f32x4.convert_i32x4_u
";

fn operand(ty: &str) -> &'static str {
    match ty {
        "i32" => "i32.const 1",
        "i64" => "i64.const 1",
        "f32" => "f32.const 1",
        "f64" => "f64.const 1",
        "v128" => "v128.const i64x2 1 1",
        "func" => "ref.null func",
        _ => panic!("no operand of type {ty}"),
    }
}

fn instructions(wat: &str) -> u64 {
    let wasm = wat::parse_str(wat).unwrap_or_else(|e| panic!("{wat}\n{e}"));
    let mut canister =
        Canister::compile(&wasm, Detail::Total).unwrap_or_else(|e| panic!("{wat}\n{e}"));
    canister
        .install(b"")
        .unwrap_or_else(|e| panic!("{wat}\n{e}"))
        .instructions
}

/// One function with all operators of a row would hide which one is wrong; one module for each would be slow.
/// So each has its own function, called from `canister_init` of a module for the row.
#[test]
fn each_operator_costs_its_weight() {
    for row in ROWS.lines().filter(|row| !row.is_empty()) {
        let [weight, operands, result, ops] =
            row.splitn(4, '|').map(str::trim).collect::<Vec<_>>()[..]
        else {
            panic!("not four columns: {row}");
        };
        let weight: u64 = weight.parse().unwrap();
        let operands: Vec<&str> = operands.split_whitespace().map(operand).collect();
        for op in ops.split(',').map(str::trim) {
            let drop = if result == "=" { "drop" } else { "" };
            let wat = format!(
                "(module
                   (memory 1)
                   (table 4 funcref)
                   (global (mut i32) (i32.const 0))
                   (func $empty)
                   (elem declare func $empty)
                   (elem func $empty)
                   (data \"x\")
                   (func (export \"canister_init\") (local i32)
                     {}
                     {op}
                     {drop}))",
                operands.join("\n")
            );
            let around = 1 + operands.len() as u64 + u64::from(result == "=");
            assert_eq!(instructions(&wat), around + weight, "{op}");
        }
    }
}

#[test]
fn with_wide_addresses_only_loads_and_stores_cost_more() {
    let rows = [
        ("i64.const 0 i32.load drop", 1 + 2 + 1),
        ("i64.const 0 i64.load16_u drop", 1 + 2 + 1),
        ("i64.const 0 i64.const 1 i64.store32", 2 + 2),
        ("i64.const 0 f64.const 1 f64.store", 2 + 2),
        ("i64.const 0 v128.load drop", 1 + 1 + 1),
        ("memory.size drop", 20 + 1),
        ("i64.const 1 i64.const 2 i64.add drop", 2 + 1 + 1),
        (
            "i64.const 0 i32.const 0 i64.const 70 memory.fill",
            3 + 100 + 70,
        ),
    ];
    for (body, expected) in rows {
        let wat = format!("(module (memory i64 1) (func (export \"canister_init\") {body}))");
        assert_eq!(instructions(&wat), 1 + expected, "{body}");
    }
}
