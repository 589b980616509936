//! Texts, blobs and principals of a few bytes, written with code of its own for each length: fewer instructions than the general
//! functions of `candid_wire`, for more code, which only dynamic values have.

use candid_wire::writer;

/// Appends the prefix of bytes of a length, and the bytes, if they are of one of these lengths.
macro_rules! by_len {
    ($out:ident, $bytes:ident, $n_prefix:literal, $prefix:expr, $otherwise:path; $($len:literal)*) => {
        match $bytes.len() {
            $($len => if let Some(bytes) = $bytes.first_chunk::<$len>() {
                // One array, so that the capacity is checked once.
                let mut all = [0; $n_prefix + $len];
                if let Some((prefix, rest)) = all.split_first_chunk_mut::<$n_prefix>() {
                    *prefix = $prefix($len);
                    rest.copy_from_slice(bytes);
                }
                $out.extend_from_slice(&all);
            },)*
            _ => $otherwise($out, $bytes),
        }
    };
}

/// Appends a `text` or `blob`, as [`writer::write_blob`] does. A hash has 32 bytes.
#[inline(never)]
pub(super) fn write_blob(out: &mut Vec<u8>, bytes: &[u8]) {
    let prefix = |len| [len];
    by_len!(out, bytes, 1, prefix, writer::write_blob; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 32)
}

/// Appends a `principal`, as [`writer::write_principal`] does. That of a canister has 10 bytes, that of a user 29.
#[inline(never)]
pub(super) fn write_principal(out: &mut Vec<u8>, bytes: &[u8]) {
    let prefix = |len| [1, len];
    by_len!(out, bytes, 2, prefix, writer::write_principal; 0 1 2 3 4 5 6 7 8 9 10 29)
}

/// Appends a prefix and a value of fixed size: one array, so that the capacity is checked once.
#[inline]
pub(super) fn write_fixed<const P: usize, const N: usize>(
    out: &mut Vec<u8>,
    prefix: [u8; P],
    bytes: [u8; N],
) {
    let mut all = [0; 16];
    if let Some((start, rest)) = all.split_first_chunk_mut::<P>() {
        *start = prefix;
        if let Some(rest) = rest.first_chunk_mut::<N>() {
            *rest = bytes;
        }
    }
    out.extend_from_slice(all.get(..P + N).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::{write_blob, write_fixed, write_principal};
    use candid_wire::writer;

    #[test]
    fn as_the_general_functions() {
        let bytes: Vec<u8> = (1..=100).collect();
        for len in 0..=100 {
            let (mut out, mut expected) = (vec![7], vec![7]);
            for _ in 0..3 {
                write_blob(&mut out, &bytes[..len]);
                writer::write_blob(&mut expected, &bytes[..len]);
                write_principal(&mut out, &bytes[..len]);
                writer::write_principal(&mut expected, &bytes[..len]);
            }
            assert_eq!(out, expected, "{len}");
        }
    }
    #[test]
    fn behind_a_prefix() {
        let mut out = vec![7];
        write_fixed(&mut out, [], [1]);
        write_fixed(&mut out, [2], [3; 8]);
        assert_eq!(out, [7, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3]);
    }
}
