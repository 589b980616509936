//! Every notation of one message, and what is refused.

use super::{from_hex, parse};

/// Every notation of the same message, `DIDL`, no types, one `nat8`, a quote, a backslash and 255.
const BYTES: &[u8] = b"DIDL\x00\x01\x7b\x22\x5c\xff";

const ACCEPTED: [&str; 108] = [
        r#""\44\49\44\4c\00\01\7b\22\5c\ff""#,
        r#""DIDL\00\01{\"\\\ff""#,
        r#"blob "DIDL\00\01\7b\22\5c\ff""#,
        r#"("DIDL\00\01\7b\22\5c\ff" : Blob)"#,
        r#""DIDL\00\01\7b\22\5c\ff" : blob;"#,
        r"\44\49\44\4c\00\01\7b\22\5c\ff",
        r"\x44\x49\x44\x4c\x00\x01\x7b\x22\x5c\xff",
        r#""\x44\x49\x44\x4C\x00\x01\x7b\x22\x5c\xFF""#,
        r#"b"DIDL\0\x01{\"\\\xff""#,
        r"b'DIDL\x00\x01{\x22\\\xff'",
        r"bytes(b'DIDL\x00\x01{\x22\\\xff')",
        r"bytearray(b'DIDL\x00\x01{\x22\\\xff')",
        r#"b"DIDL\x00\x01{\"\\\xff".to_vec()"#,
        "vec { 68; 73; 68; 76; 0; 1; 123; 34; 92; 255 }",
        "vec{68;73;68;76;0;1;123;34;92;255;}",
        "vec { 68 : nat8; 73 : nat8; 68 : nat8; 76 : nat8; 0 : nat8; 1 : nat8; 123 : nat8; 34 : nat8; 92 : nat8; 255 : nat8 }",
        "[68, 73, 68, 76, 0, 1, 123, 34, 92, 255]",
        "[68,73,68,76,0,1,123,34,92,255,]",
        "&[68, 73, 68, 76, 0, 1, 123, 34, 92, 255]",
        "vec![68u8, 73, 68, 76, 0, 1, 123, 34, 92, 255]",
        "vec![0x44, 0x49, 0x44, 0x4c, 0x00, 0x01, 0x7b, 0x22, 0x5c, 0xff];",
        "([68, 73, 68, 76, 0, 1, 123, 34, 92, 255] : [Nat8])",
        "Blob.fromArray([68, 73, 68, 76, 0, 1, 123, 34, 92, 255])",
        "{0x44, 0x49, 0x44, 0x4c, 0x00, 0x01, 0x7b, 0x22, 0x5c, 0xff}",
        "[68, 73, 68, 76, 0, 1, 123, 34, 92, -1]",
        "[68 73 68 76 0 1 123 34 92 255]",
        "Uint8Array(10) [\n  68, 73, 68, 76, 0,\n  1, 123, 34, 92, 255\n]",
        "new Uint8Array([68, 73, 68, 76, 0, 1, 123, 34, 92, 255])",
        "Uint8Array.from([68, 73, 68, 76, 0, 1, 123, 34, 92, 255]);",
        "<Buffer 44 49 44 4c 00 01 7b 22 5c ff>",
        "Buffer <44 49 44 4c 00 01 7b 22 5c ff>",
        "ArrayBuffer { [Uint8Contents]: <44 49 44 4c 00 01 7b 22 5c ff>, byteLength: 10 }",
        "Buffer.from('4449444c00017b225cff', 'hex')",
        "Buffer.from(\"RElETAABeyJc/w==\", \"base64\")",
        r#"{"type":"Buffer","data":[68,73,68,76,0,1,123,34,92,255]}"#,
        r#"{"0":68,"1":73,"2":68,"3":76,"4":0,"5":1,"6":123,"7":34,"8":92,"9":255}"#,
        "\"4449444c00017b225cff\"",
        "bytes.fromhex('4449444c00017b225cff')",
        "0x4449444c00017B225CFF",
        "44 49 44 4c\n00 01 7b 22 5c ff",
        "44:49:44:4c:00:01:7b:22:5c:ff",
        "44, 49, 44, 4C, 00, 01, 7b, 22, 5c, ff",
        "44,49,44,4c,00,01,7b,22,5c,ff",
        "68,73,68,76,0,1,123,34,92,255",
        "68, 73, 68, 76, 0, 1, 123, 34, 92, -1,",
        "68 73 68 76\n0 1 123 34 92 255",
        "\"68,73,68,76,0,1,123,34,92,255\"",
        "RElETAABeyJc/w==",
        "RElETAABeyJc_w",
        "0X4449444C00017B225CFF",
        "x'4449444c00017b225cff'",
        "X\"4449444c00017b225cff\"",
        "Uint8Array.of(68, 73, 68, 76, 0, 1, 123, 34, 92, 255);",
        "Uint8Array.of(0x44,0x49,0x44,0x4c,0,1,123,34,92,255)",
        "00000000: 4449 444c 0001 7b22 5cff                 DIDL..{\"\\.",
        "00000000: 44 49 44 4c 00 01 7b 22 5c ff  DIDL  44 ;",
        "0000: 4449444c00017b22  DIDL..{\"\n0008: 5cff  \\.",
        "00000000: 4449 444c\r\n  00000004: 0001 7b22 5cff\r\n",
        "Length: 10 (0xa) bytes\n0000:  44 49 44 4c  00 01 7b 22  5c ff                        DIDL..{\"\\.",
        "[]byte{0x44, 0x49, 0x44, 0x4c, 0x00, 0x01, 0x7b, 0x22, 0x5c, 0xff}",
        "[]byte{\n\t0x44, 0x49, 0x44, 0x4c,\n\t0x00, 0x01, 0x7b, 0x22, 0x5c, 0xff,\n}",
        "[]uint8{68, 73, 68, 76, 0, 1, 123, 34, 92, 255}",
        r#"[]byte("DIDL\x00\x01{\"\\\xff")"#,
        "new byte[] {68, 73, 68, 76, 0, 1, 123, 34, 92, -1};",
        "new byte[]{(byte)0x44, (byte) 0x49, (byte)68, (byte)76, (byte)0, 1, 123, 34, 92, (byte) 0xff}",
        "{(byte)68, 73, 68, 76, 0, 1, 123, 34, 92, (byte)-1}",
        r"\x4449444c00017b225cff",
        r"'\x4449444c00017b225cff'::bytea",
        r#""\x4449444C00017B225CFF""#,
        "Uint8Array(10) [68, 73, 68, 76, 0, 1, 123, 34, 92, 255, buffer: ArrayBuffer(10), byteLength: 10, byteOffset: 0, length: 10, \
         Symbol(Symbol.toStringTag): 'Uint8Array']",
        "00000000  44 49 44 4c 00 01 7b 22  5c ff                    |DIDL..{\"\\.|\n0000000a",
        "00000000  44 49 44 4c 00 01 7b 22 |DIDL..{ 44  44|\n00000008  5c ff  |  |\r\n0000000a\r\n",
        "4449444c  00 01 7b 22 5c ff",
        // xxd -i, of a file and of standard input, and other declarations.
        "unsigned char a_bin[] = {\n  0x44, 0x49, 0x44, 0x4c, 0x00, 0x01,\n  0x7b, 0x22, 0x5c, 0xff\n};\nunsigned int a_bin_len = 10;\n",
        "unsigned char A_BIN[] = {\n  0X44, 0X49, 0X44, 0X4C, 0X00, 0X01, 0X7B, 0X22, 0X5C, 0XFF\n};\nunsigned int A_BIN_LEN = 10;",
        "  0x44, 0x49, 0x44, 0x4c, 0x00, 0x01, 0x7b, 0x22, 0x5c, 0xff\n",
        "static const uint8_t msg[10] = {0x44, 0x49, 0x44, 0x4c, 0x00, 0x01, 0x7b, 0x22, 0x5c, 0xff};",
        "let bytes: Vec<u8> = vec![68, 73, 68, 76, 0, 1, 123, 34, 92, 255];",
        "const bytes: &[u8] = b\"DIDL\\x00\\x01{\\\"\\\\\\xff\";",
        "const bytes = new Uint8Array([68, 73, 68, 76, 0, 1, 123, 34, 92, 255]);",
        "msg := []byte{0x44, 0x49, 0x44, 0x4c, 0x00, 0x01, 0x7b, 0x22, 0x5c, 0xff}",
        "data = \"RElETAABeyJc/w==\"",
        "data = 4449444c00017b225cff",
        // PostgreSQL.
        r"E'\\x4449444c00017b225cff'",
        r"E'\\x4449444c00017b225cff'::bytea",
        r"bytea '\x4449444c00017b225cff'",
        r"\\x4449444c00017b225cff",
        // Texts next to each other: pprint of Python, escaped strings of Wireshark.
        "(b'DIDL\\x00\\x01'\n b'{\"\\\\\\xff')",
        "\"\\x44\\x49\\x44\\x4c\" \\\n\"\\x00\\x01\\x7b\\x22\\x5c\\xff\"",
        // Without their quotes.
        r#"DIDL\00\01{"\\\ff"#,
        r#"DIDL\x00\x01{"\\\xff"#,
        "DIDL\\x00\\x01\n{\"\\\\\\xff\n",
        // Characters of URLs.
        "DIDL%00%01%7B%22%5C%FF",
        "%44%49%44%4c%00%01{\"%5c%ff",
        // Erlang and Elixir, Kotlin, Python.
        "<<68, 73, 68, 76, 0, 1, 123, 34, 92, 255>>",
        "<<68,73,68,76,0,1,123,34,92,255>>",
        "byteArrayOf(68, 73, 68, 76, 0, 1, 123, 34, 92, -1)",
        "array('B', [68, 73, 68, 76, 0, 1, 123, 34, 92, 255])",
        "array([ 68,  73,  68,  76,   0,   1, 123,  34,  92, 255], dtype=uint8)",
        // Wireshark, with characters and without.
        "0000   44 49 44 4c 00 01 7b 22 5c ff                     DIDL..{\"\\.",
        "0000   44 49 44 4c 00 01 7b 22   DI|L   {\n0008   5c ff",
        "0000   44 49 44 4c 00 01 7b 22 5c ff",
        // A Node buffer in JSON with spaces, and a blob in a list of arguments.
        "{ \"type\": \"Buffer\", \"data\": [68, 73, 68, 76, 0, 1, 123, 34, 92, 255] }",
        r#"(blob "DIDL\00\01{\"\\\ff")"#,
        // As Candid prints a long one; what is cut out of a list; Chrome, of an array.
        "(\n  blob \"DIDL\\00\\01{\\\"\\\\\\ff\",\n)\n",
        "4449444c00017b225cff,",
        r#""DIDL\00\01{\"\\\ff","#,
        "Array(10) [68, 73, 68, 76, 0, 1, 123, 34, 92, 255]",
    ];

#[test]
fn every_notation_is_read() {
    for text in ACCEPTED {
        match parse(text) {
            Ok(bytes) => assert_eq!(bytes, BYTES, "{text}"),
            Err(failure) => panic!("{text}: {failure}"),
        }
    }
}

/// Letters behind a backslash are hex in Candid, and characters in other languages, where digits are none of both.
#[test]
fn escapes_of_languages() {
    let rows: [(&str, &[u8]); 10] = [
        (r#""\x44\ba\e0""#, b"\x44\x08a\x1b0"),
        (r#""\44\ba\e0""#, b"\x44\xba\xe0"),
        (r#""\u0044\ba""#, b"\x44\x08a"),
        (r#""\ba" "\x44" "\ba""#, b"\x08a\x44\x08a"),
        (r#""\u{44}\ba""#, b"\x44\xba"),
        (r#"b"\0\ba\f\a\v""#, b"\0\x08a\x0c\x07\x0b"),
        (r#"b"\01\x02\0""#, b"\x001\x02\0"),
        (r#""\\x\44\ba""#, b"\\x\x44\xba"),
        (r"\x44 \x20\n", b"\x44 \n"),
        (r"\x44a b\x20", b"\x44a b "),
    ];
    for (text, bytes) in rows {
        assert_eq!(parse(text).expect(text), bytes, "{text}");
    }
}

/// What `--from hex` and `-f hex` accept, and say of the rest.
#[test]
fn hex_has_separators() {
    let accepted = [
        "44494c",
        "0x44494c",
        "44 49 4c",
        "44:49:4c",
        "44-49-4C",
        "44,49,4c",
        "44, 49, 4c,\n",
        " 44 49, 4c",
        "0x44:49:4c",
        "0x44, 0x49, 0x4c",
        "0x44,0x49,0X4c,",
        "0x44 0x49 0x4c",
        "4449 4 c",
        "44:494c",
    ];
    for text in accepted {
        assert_eq!(from_hex(text).expect(text), b"DIL", "{text}");
    }
    let bytes = from_hex("0x44,0x0,0x1").expect("bytes");
    assert_eq!(bytes, [0x44, 0, 1]);
    let refused = [
        ("1,2,30", "\"1\" is not a byte in hex, which has two digits"),
        ("0x44,9", "\"9\" is not a byte in hex, which has two digits"),
        (
            "44,49,4",
            "\"4\" is not a byte in hex, which has two digits",
        ),
        (
            "0x44, 49, 0x4c",
            "\"49\" is not a byte in hex, as the others with 0x",
        ),
        (
            "0x44, 0x",
            "\"0x\" is not a byte in hex, as the others with 0x",
        ),
        (
            "0x44 0x494c",
            "\"0x494c\" is not a byte in hex, as the others with 0x",
        ),
        ("44, é9", "'é' at position 5 is not a hex digit"),
        ("0x4449 0x444c", "'x' at position 9 is not a hex digit"),
        ("aaaaa-aa", "'-' at position 6 is not a hex digit"),
        (",44", "',' at position 1 is not a hex digit"),
        ("44:4g4", "'g' at position 5 is not a hex digit"),
        ("[44]", "'[' at position 1 is not a hex digit"),
    ];
    for (text, message) in refused {
        let failure = from_hex(text).expect_err(text);
        assert_eq!(failure.to_string(), message, "{text}");
    }
}

/// Of more than one line, and characters that are hex digits.
#[test]
fn a_dump_of_encode_is_read() {
    for n in 1..70 {
        let bytes: Vec<u8> = b"DIDL"
            .iter()
            .copied()
            .chain((0..n).map(|i| 0x61 + i % 6))
            .collect();
        assert_eq!(
            parse(&crate::message::to_pretty(&bytes)).expect("a dump"),
            bytes
        );
    }
}

/// Lines that are equal to the one before are not printed.
#[test]
fn repeated_lines_of_a_dump_are_read() {
    let zeros = "00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|";
    let start = "44 49 44 4c 00 01 7b 22  00 00 00 00 00 00 00 00";
    let mut bytes = b"DIDL\x00\x01\x7b\x22".to_vec();
    bytes.resize(0x50, 0);
    for text in [
        format!("00000000  {start}  |DIDL..{{........|\n00000010  {zeros}\n*\n00000050\n"),
        format!("00000000: {start}\n00000010: {zeros}\n*\n00000040: {zeros}\n")
            .replace(" 00  0", " 00 0")
            .replace(" 22  0", " 22 0"),
    ] {
        assert_eq!(parse(&text).expect("a dump"), bytes, "{text}");
    }
}

#[test]
fn what_is_broken_is_refused() {
    let rows = [
        (
            "[68, 73, 256]",
            "\"256\" is not a byte: expected a number from 0 to 255",
        ),
        ("[68, 73", "the brackets are never closed"),
        (
            "Uint8Array(300) [ 68, 73, ... 298 more items ]",
            "the list was cut off when it was printed",
        ),
        (
            "<Buffer 44 49 ... 250 more bytes>",
            "the bytes were cut off when they were printed",
        ),
        (r#""\44\49"#, "the quotes are never closed"),
        (r#""\44\q""#, "unknown escape \\q"),
        (r#""\x44\44""#, "unknown escape \\4"),
        (r#"b"\44""#, "unknown escape \\4"),
        (
            r#""\x44\01""#,
            "\\0 and a digit may be a number or two characters: write \\x and two hex digits",
        ),
        (
            r#""DIDL\u0000\u00ff""#,
            "\\u00ff may be a byte, or the character whose bytes are two: write \\xff for the byte, and \\u{ff} for the character",
        ),
        ("DIDL%00%0", "expected two hex digits after %"),
        ("DIDL%00%é0", "expected two hex digits after %"),
        (
            "unsigned char a[] = {0x44, 0x49};\nunsigned int a_len = 3;",
            "the list was cut off: it has 2 bytes, and its length is 3",
        ),
        ("<<68, 73, ...>>", "the list was cut off when it was printed"),
        ("a = b = [1]", "'=' at position 7 is not a hex digit"),
        (r#""\x4""#, "expected two hex digits after \\x"),
        (
            r#""\44" + "\49""#,
            "unexpected \"+ \\\"\\\\49\\\"\" after the bytes",
        ),
        (
            "[68, 73] : [Nat8] # [1]",
            "unexpected \": [Nat8] # [1]\" after the bytes",
        ),
        ("[68, 73] extra", "unexpected \"extra\" after the bytes"),
        (
            r#"{"0":68,"2":73}"#,
            "\"\\\"2\\\":73\" is not a byte: expected a number from 0 to 255",
        ),
        (
            "1,2,30",
            "the numbers of this list may be decimal or hex, as it begins neither with 68, 73, 68, 76 nor with 44, 49, 44, 4c: \
             write decimal numbers in brackets, [1, 2], and hex without commas",
        ),
        (
            "68,73,68,76,256",
            "\"256\" is not a byte: expected a number from 0 to 255",
        ),
        (
            "68,73,68,76,0,... 20 more items",
            "the list was cut off when it was printed",
        ),
        (
            "44,49,44,4c,0,1",
            "\"0\" is not a byte in hex, which has two digits",
        ),
        ("RElE!", "not base64: invalid length at 4"),
        ("0x4", "odd number of hex digits: 1"),
        (
            "00000000: 4449 444c  DIDL\n00000010: 0001  ..",
            "a line of the dump is missing: its offset is 0x10, and 0x4 bytes are before it",
        ),
        (
            "00000000: 4449 444c  DIDL\nmore",
            "expected an offset and bytes, found \"more\"",
        ),
        ("00000000: 444", "odd number of hex digits: 3"),
        (
            "Length: 10 (0xa) bytes\n0000:  44 49 44 4c  00 01 7b 22",
            "the dump was cut off: it has 8 bytes, and its length is 10",
        ),
        ("Uint8Array.of(68", "the brackets are never closed"),
        (
            "[]byte{0x44, 256}",
            "\"256\" is not a byte: expected a number from 0 to 255",
        ),
        (
            "new byte[] {(byte)0x44, (int)5}",
            "\"(int)5\" is not a byte: expected a number from 0 to 255",
        ),
        (
            "Uint8Array(300) [68, 73, …, buffer: ArrayBuffer(300), length: 300]",
            "the list was cut off when it was printed",
        ),
        (
            "Uint8Array(3) [68, 73, buffer: ArrayBuffer(3), length: 3]",
            "the list was cut off: it has 2 bytes, and its length is 3",
        ),
        (
            "Uint8Array(3) [68, 73, buffer: ArrayBuffer(3), 68]",
            "unexpected \" 68\" after the bytes",
        ),
        (
            "00000000  44 49 44 4c |DIDL|\n00000008",
            "the dump was cut off: it has 4 bytes, and its length is 8",
        ),
        (
            "00000000  44 49 44 4c |DIDL|\n00000004\n00000004  00",
            "expected an offset and bytes, found \"00000004\"",
        ),
        (
            "00000000  44 49 44 4c |DIDL|\n*",
            "the dump was cut off after the line *",
        ),
        (
            "00000000  44 49 44 4c |DIDL|\n*\n0000000a",
            "the offset 0xa after the line * is not a number of whole lines",
        ),
        (
            "00000000  44 49 44 4c |DIDL|\n*\nfffffffc",
            "more than 256 MiB",
        ),
        (
            "0000: 444\n*\n0008: 4449",
            "odd number of hex digits: 3",
        ),
    ];
    for (text, message) in rows {
        let failure = parse(text).expect_err(text);
        assert_eq!(failure.to_string(), message, "{text}");
    }
}
