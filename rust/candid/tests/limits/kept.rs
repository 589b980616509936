//! What is kept between messages: its bound holds, whatever their headers have.

use crate::{index, leb};
use allocation_counter::measure;
use candid::de::IDLDeserialize;
use candid::{decode_one, CandidType, Deserialize, Rest};

/// 4 MiB of plans; then what is not measured exactly, and what else a program keeps.
const MAX_KEPT: i64 = (4 << 20) + (1 << 19);

/// Reads more messages than are kept, each with another header, on a thread of their own, and checks what is left.
fn check(name: &str, message: fn(u64, u64) -> Vec<u8>, read: fn(&[u8]), n: u64) {
    let run = move || {
        measure(|| {
            for i in 0..600 {
                read(&message(n, i));
            }
        })
    };
    let n_bytes = std::thread::spawn(run).join().unwrap().bytes_current;
    assert!(n_bytes <= MAX_KEPT, "{n} {name}: {n_bytes} bytes are kept");
}

fn read_header(bytes: &[u8]) {
    IDLDeserialize::new(bytes).unwrap().done().unwrap();
}

#[test]
fn arguments() {
    let message = |n: u64, i: u64| {
        let mut bytes = b"DIDL\0".to_vec();
        leb(&mut bytes, n + i);
        bytes.extend((0..n + i).map(|_| 0x7f));
        bytes
    };
    for n in [1, 100, 1_000, 5_000, 13_000] {
        check("arguments", message, read_header, n);
    }
}

#[test]
fn methods() {
    let message = |n: u64, i: u64| {
        let mut bytes = b"DIDL\x02\x6a\0\0\0\x69".to_vec();
        leb(&mut bytes, n);
        for method in 0..n {
            // Four bytes, and its type.
            bytes.extend(format!("\x04{:04}\0", 1_000 + method + i).bytes());
        }
        bytes.push(0);
        bytes
    };
    for n in [1, 100, 1_000, 2_100] {
        check("methods", message, read_header, n);
    }
}

#[derive(CandidType, Deserialize)]
struct Tree {
    a: Option<Box<Tree>>,
    b: Option<Box<Tree>>,
    #[candid(rest)]
    rest: Rest,
}

/// Returns a tree of `n` records, each of another type, which has one more field: a service with a method whose name has
/// `len` bytes, among them this number.
fn tree(n: u64, number: u64, len: usize) -> Vec<u8> {
    let mut bytes = b"DIDL".to_vec();
    leb(&mut bytes, 2 + 2 * n);
    bytes.extend(b"\x6a\0\0\0\x69\x01");
    leb(&mut bytes, len as u64);
    bytes.extend(format!("{number:0len$}").bytes());
    bytes.push(0);
    // Of each node, the option and the record.
    let of = |node: u64| 2 + 2 * node;
    for node in 0..n {
        bytes.push(0x6e);
        index(&mut bytes, of(node) + 1);
        bytes.extend([0x6c, 3]);
        for (label, child) in [(b'a', 2 * node + 1), (b'b', 2 * node + 2)] {
            bytes.push(label);
            match child < n {
                true => index(&mut bytes, of(child)),
                false => bytes.push(0x7f),
            }
        }
        bytes.extend([b'c', 1]);
    }
    bytes.push(1);
    index(&mut bytes, of(0) + 1);
    write_node(&mut bytes, 0, n);
    bytes
}

fn write_node(bytes: &mut Vec<u8>, node: u64, n: u64) {
    for child in [2 * node + 1, 2 * node + 2] {
        if child < n {
            bytes.push(1);
            write_node(bytes, child, n);
        }
    }
    // A service without bytes in its id.
    bytes.extend([1, 0]);
}

/// The types of fields that are kept are written for each record that has them.
#[test]
fn long_names_in_fields_that_records_keep() {
    for n in [5, 30, 60] {
        let read = |bytes: &[u8]| {
            let tree: Tree = decode_one(bytes).unwrap();
            assert_eq!(tree.rest.len(), 1);
        };
        check("records", |n, i| tree(n, i, 20_000), read, n);
    }
    let bytes = tree(1_500, 0, 40_000);
    let mut result = Ok(());
    let peak = measure(|| result = decode_one::<Tree>(&bytes).map(drop)).bytes_max;
    assert!(result.unwrap_err().is_limit());
    assert!(peak < 100 * bytes.len() as u64, "{peak} bytes");
}
