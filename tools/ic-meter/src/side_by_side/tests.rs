//! Tests of `side_by_side`.

use super::*;

fn m(instructions: u64) -> Measurement {
    Measurement {
        calls: 1,
        instructions,
        heap_increase: 1,
        stable_memory_increase: 0,
    }
}

fn bench(total: u64, scopes: &[(&str, u64)]) -> Bench {
    Bench {
        total: m(total),
        scopes: scopes
            .iter()
            .map(|(name, n)| (name.to_string(), m(*n)))
            .collect(),
    }
}

fn file(encoding: u64, decoding: u64) -> Results {
    let scopes = [("1. Encoding", encoding), ("2. Decoding", decoding)];
    [
        ("a".to_string(), bench(0, &scopes)),
        ("b".to_string(), bench(10, &[])),
    ]
    .into()
}

#[test]
fn both_figures_and_their_ratio() {
    let mut ours = file(1000, 500);
    ours.insert("c".into(), Bench::default());
    let mut incumbent = file(4000, 8000);
    incumbent.insert("d".into(), Bench::default());
    let expected = "\
| Benchmark     |  Ours | Incumbent | Ratio | Heap ours | Heap incumbent |
| :------------ | ----: | --------: | ----: | --------: | -------------: |
| a 1. Encoding | 1,000 |     4,000 |  4.00 |         1 |              1 |
| a 2. Decoding |   500 |     8,000 | 16.00 |         1 |              1 |
| b             |    10 |        10 |  1.00 |         1 |              1 |

Geometric means of ratios:
* Decoding: 16.00 (1 figures)
* Encoding: 4.00 (1 figures)
* Other: 1.00 (1 figures)
* All: 4.00 (3 figures)

Heap pages higher with ours (ours / incumbent):
* Scopes: none
* Whole benchmarks: none

Only in ours: c

Only in candid 0.10.39: d
";
    let sides = Sides {
        ours: &ours,
        incumbent: &incumbent,
        floor: None,
    };
    assert_eq!(table(sides), expected);
}

#[test]
fn the_floor_where_there_is_one() {
    let (ours, incumbent) = (file(1000, 500), file(4000, 0));
    let floor = [
        (
            "a".to_string(),
            bench(0, &[("1. Encoding", 800), ("2. decoding", 1)]),
        ),
        ("c".to_string(), bench(1, &[])),
    ]
    .into();
    let expected = "\
| Benchmark     |  Ours | Incumbent | Ratio | Floor | Ours / floor | Heap ours | Heap incumbent |
| :------------ | ----: | --------: | ----: | ----: | -----------: | --------: | -------------: |
| a 1. Encoding | 1,000 |     4,000 |  4.00 |   800 |         1.25 |         1 |              1 |
| a 2. Decoding |   500 |         0 |       |       |              |         1 |              1 |
| b             |    10 |        10 |  1.00 |       |              |         1 |              1 |

Geometric means of ratios:
* Encoding: 4.00 (1 figures)
* Other: 1.00 (1 figures)
* All: 2.00 (2 figures)

Geometric means of ours / floor:
* Encoding: 1.25 (1 figures)
* All: 1.25 (1 figures)

Heap pages higher with ours (ours / incumbent):
* Scopes: none
* Whole benchmarks: none

Only in the floor: a 2. decoding, c
";
    let sides = Sides {
        ours: &ours,
        incumbent: &incumbent,
        floor: Some(&floor),
    };
    assert_eq!(table(sides), expected);
}

#[test]
fn sizes_of_modules() {
    let expected = "\
| Wasm size, bytes |    Ours | Incumbent | Ratio |
| :--------------- | ------: | --------: | ----: |
| bench            | 100,000 |   150,000 |  1.50 |
| empty            |       0 |         1 |       |
";
    assert_eq!(
        sizes(&[("bench", 100_000, 150_000), ("empty", 0, 1)]),
        expected
    );
}
