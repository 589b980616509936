//! Messages that are damaged in places whose end is known.

use super::super::Explain;
use super::{check, explain};

/// What is not valid, but has an end that is known, does not hide what follows; all of it is said.
#[test]
fn what_follows_damage_is_shown() {
    // The message, the values that are shown, and where it fails.
    let rows: [(&str, &[&str], &[usize]); 16] = [
        // Texts, a bool, principals too long and opaque, functions.
        ("4449444c0002717d02c32805", &["5 : nat"], &[9]),
        (
            "4449444c00047e7d7e7e022a0301",
            &["42 : nat", "true"],
            &[10, 12],
        ),
        (
            &format!("4449444c0002687d011e{}05", "00".repeat(30)),
            &["5 : nat"],
            &[9],
        ),
        ("4449444c0002687d0005", &["5 : nat"], &[8]),
        (
            "4449444c016a00000002007d01010002c32805",
            &["5 : nat"],
            &[16],
        ),
        ("4449444c016a00000002007d0005", &["5 : nat"], &[12]),
        // A text in an element that is left out, and one of another value that is not valid.
        (
            &format!(
                "4449444c026d016c01007102007d14{}01ff{}05",
                "0161".repeat(17),
                "0162".repeat(2)
            ),
            &[&["\"a\""; 16][..], &["5 : nat"]].concat(),
            &[50],
        ),
        // A bool and a principal at the start of records.
        (
            "4449444c026c020001017d6c02007e017d0100020507",
            &["5 : nat", "7 : nat"],
            &[19],
        ),
        (
            "4449444c026d016c020068017d0100020005010007",
            &["5 : nat", "principal \"aaaaa-aa\"", "7 : nat"],
            &[16],
        ),
        // Type indices, the order of fields, of cases and of methods; an annotation.
        ("4449444c026c0101056c0001002a", &[], &[8]),
        ("4449444c016d0502007d0005", &["5 : nat"], &[6]),
        (
            "4449444c016c02017d007d0100090a",
            &["9 : nat", "10 : nat"],
            &[9],
        ),
        ("4449444c016b02017f007f010001", &["null : null"], &[9]),
        (
            "4449444c0269020162010161016a000000017d05",
            &["5 : nat"],
            &[10],
        ),
        ("4449444c016a000001ff017d05", &["5 : nat"], &[9]),
        // The end: bytes that are left.
        ("4449444c00017e0205", &[], &[7, 8]),
    ];
    for (message, values, failing) in rows {
        let bytes = hex::decode(message).expect("hex");
        let found = explain(&Explain::new(), &bytes);
        let shown: Vec<_> = found
            .rows
            .iter()
            .filter_map(|row| row.3.as_deref())
            .collect();
        assert_eq!(shown, values, "{message}");
        assert_eq!(found.failing, failing, "{message}");
        assert_eq!(found.error.expect("an error").offset(), Some(failing[0]));
        check(&bytes);
    }
    // Values without bytes, which a quota bounds otherwise.
    let endless = hex::decode("4449444c016d7f027e000285808080808080808001").expect("hex");
    assert!(explain(&Explain::new(), &endless).rows.len() < 60);
}
