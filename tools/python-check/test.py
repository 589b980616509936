"""Tests of the module of values.did, which the first argument is the folder of."""

import asyncio
import sys
import tracemalloc
import typing
import unittest

sys.path.insert(0, sys.argv.pop(1))

import did_values as did  # noqa: E402
from did_values import CandidError, Codec, Func, Principal, Some  # noqa: E402

OWNER = Principal.from_text("ryjl3-tyaaa-aaaaa-aaaba-cai")


def message(text):
    """Returns the bytes of hex digits, with `DIDL` in front."""
    return b"DIDL" + bytes.fromhex(text)


def ident(name):
    """Returns the id of a field."""
    found = 0
    for byte in name.encode():
        found = (found * 223 + byte) % 2**32
    return found


def uleb(number):
    return did._uleb(number)


class Fake:
    """A transport that keeps the call, and answers what it is told."""

    def __init__(self, reply):
        self.reply, self.calls = reply, []

    def query(self, canister, method, arg):
        self.calls.append(("query", str(canister), method, arg))
        return self.reply

    def update(self, canister, method, arg):
        self.calls.append(("update", str(canister), method, arg))
        return self.reply


class AsyncFake(Fake):
    async def query(self, canister, method, arg):
        return super().query(canister, method, arg)

    async def update(self, canister, method, arg):
        return super().update(canister, method, arg)


class Values(unittest.TestCase):
    def test_principals_are_shown_as_text(self):
        text = "Principal.from_text('ryjl3-tyaaa-aaaaa-aaaba-cai')"
        self.assertEqual(repr(OWNER), text)
        self.assertEqual(repr(Some(OWNER)), f"Some(value={text})")
        self.assertEqual(eval(text, {"Principal": Principal}), OWNER)


class Messages(unittest.TestCase):
    def test_golden(self):
        # As didc encodes them.
        rows = [
            (did.METHODS["swap"].args, (7, "é"), "00027b710702c3a9"),
            (did.TYPES["Loop"], (Some(Some(None)),), "016e000100010100"),
            (did.TYPES["Account"], (did.Account(owner=OWNER, subaccount=b"\5"),), "036c02b3b0dac30368ad86ca8305016e026d7b0100010a00000000000000020101010105"),
            (did.TYPES["Shape"], (did.ShapeBox(width=258, height=1),), "026b038bfcaa020190e4b5b0057bd0e8beb40c7f6c02e78fb0127a86ec8ad30c7a01000001000201"),
            (did.TYPES["List"], (did.ListValue(head=300, tail=did.ListValue(head=1)),), "026e016c02a0d2aca8047d90eddae70400010001ac02010100"),
            (did.TYPES["Result"], (did.Err(did.ResultErrTooLow(least=1)),), "036b02bc8a017dc5fed201016b02ccbb9897047f80ddb5c80c026c01e9e4cc92077d0100010101"),
            (did.TYPES["Callback"], (Func(OWNER, "m"),), "096a0101010801016c05f3a90102dbb70178f2afa8c80403a1c6f3e00705c5b39af807076c02007301726e046e716b038bfcaa020690e4b5b0057bd0e8beb40c7f6c02e78fb0127a86ec8ad30c7a6e006e01010001010a00000000000000020101016d"),
        ]
        for codec, values, text in rows:
            with self.subTest(text):
                self.assertEqual(codec.encode(*values).hex(), message(text).hex())
                self.assertEqual(codec.decode(message(text)), values)

    def test_values(self):
        entry = did.Entry(
            id=2**64 - 1, note=Some(None), shape=did.ShapeBox(width=65535, height=0), at=(0.5, -1e300),
            callback=Func(OWNER, "m\u2028\"\\"),
        )
        other = did.Entry(id=0, note=None, shape=did.ShapePoint(), at=(float("inf"), 5))
        third = did.Entry(id=0, note=Some("é"), shape=did.ShapeCircle(255), at=(0.0, 0.0))
        for values in ([], [entry], [entry, other, third]):
            codec = did.METHODS["entries"].args
            self.assertEqual(codec.decode(codec.encode(values)), (values,))
        for number in (0, -1, 63, 64, -64, -65, 2**63, -(2**63), 10**500, -(10**500)):
            codec = did.TYPES["Tree"]
            tree = did.TreeNode(left=did.TreeLeaf(number), right=did.TreeLeaf(~number))
            self.assertEqual(codec.decode(codec.encode(tree)), (tree,))
        codec = did.TYPES["Loop"]
        for value in (None, Some(None), Some(Some(None))):
            self.assertEqual(codec.decode(codec.encode(value)), (value,))

    def test_not_values(self):
        low, tree, entries, put = (did.METHODS[name].args for name in ("swap", "tree", "entries", "put"))
        entry = {"id": 1, "note": None, "shape": did.ShapePoint(), "at": (0.0, 0.0)}
        rows = [
            (low, (256, ""), "argument 1: expected nat8, found 256"),
            (low, (-1, ""), "argument 1: expected nat8, found -1"),
            (low, (True, ""), "argument 1: expected nat8, found True"),
            (low, (1, "\ud800"), "argument 2: expected a text without surrogates, found '\\ud800'"),
            (low, (1, b"a"), "argument 2: expected text, found b'a'"),
            (low, (1,), "expected 2 values, found 1"),
            (tree, (None,), "argument 1: expected TreeLeaf or TreeNode, found None"),
            (tree, (did.TreeLeaf("1" * 50),), "argument 1.TreeLeaf: expected int, found '" + "1" * 40 + "'…"),
            (entries, ([did.Entry(**{**entry, "note": "a"})],), "argument 1[0].note: expected Some or None, found 'a'"),
            (entries, ([did.Entry(**{**entry, "at": (0.0,)})],), "argument 1[0].at: expected a tuple of 2, found tuple"),
            (entries, ([did.Entry(**{**entry, "at": (1e39, 0)})],), "argument 1[0].at[0]: expected float32, found 1e+39"),
            (entries, ([did.Entry(**{**entry, "id": 1 << 20000})],), "argument 1[0].id: expected nat64, found an integer of 20001 bits"),
            (entries, ({},), "argument 1: expected a list, found dict"),
            (put, (did.Account(owner=OWNER),), "argument 1: expected ListValue, found Account"),
        ]
        for codec, values, text in rows:
            with self.subTest(text):
                with self.assertRaises(CandidError) as raised:
                    codec.encode(*values)
                self.assertEqual(str(raised.exception), text)
        tree_in_itself = did.TreeNode(left=did.TreeLeaf(1), right=did.TreeLeaf(1))
        object.__setattr__(tree_in_itself, "left", tree_in_itself)
        with self.assertRaises(CandidError):
            did.METHODS["tree"].args.encode(tree_in_itself)

    def test_not_messages(self):
        low, tree, entries, put = (did.METHODS[name].args for name in ("swap", "tree", "entries", "put"))
        rows = [
            (low, b"", "the message does not begin with DIDL"),
            (low, b"DIDM\0\0", "the message does not begin with DIDL"),
            (low, message("00 02 7b"), "a number expected, but the message ends at byte 7"),
            (low, message("00 02 7b 71 07"), "argument 2: a number expected, but the message ends at byte 9"),
            (low, message("00 02 7b 71 07 02 c328"), "argument 2: a text is not UTF-8 at byte 12"),
            (low, message("00 02 7b 71 07 00 00"), "the message goes on at byte 10"),
            (low, message("00 01 7b 07"), "argument 2: the value is missing"),
            (low, message("00 02 71 71 00 00"), "argument 1: expected nat8, found text"),
            (low, message("00 03 7b 71 7d 07 00"), "argument 3: a number expected, but the message ends at byte 11"),
            (low, message("00 81808080808080808080 00"), "a number is too large at byte 16"),
            (low, message("01 68 00"), "-24 is not a type of a table at byte 6"),
            (low, message("01 6e 01 00"), "1 is not a type at byte 7"),
            (low, message("01 6c 02 01 71 01 71 00"), "ids that are not in order at byte 10"),
            (low, message("01 69 01 01 61 71 00"), "a method that is not a function at byte 11"),
            (low, message("01 6a 00 00 01 04 00"), "an unknown annotation at byte 10"),
            (put, message("01 6e 02 01 00"), "2 is not a type at byte 7"),
            (put, message("01 6e 7d 01 00 02"), "argument 1: 2 is not the tag of an option at byte 10"),
            (put, message("01 6c 01 00 00 01 00"), "argument 1[0]: a record that contains itself at byte 11"),
            (put, message("00 01 6f"), "argument 1: a value of type empty at byte 7"),
            (tree, message("01 6b 01 05 71 01 00 00 00"), "argument 1: an unknown case, 5"),
            (tree, message("01 6b 01 05 71 01 00 01"), "argument 1: case 1 of a variant of 1 at byte 12"),
            (tree, message("00 01 68 00"), "argument 1: an opaque reference at byte 8"),
            (tree, message("00 01 68 01 1e"), "argument 1: a principal of more than 29 bytes at byte 9"),
            (entries, message("02 6d 01 6c 00 01 00 01"), "argument 1[0]: field at is missing"),
            (did.TYPES["Loop"], message("00 01 71 00"), "value: an option that nests without end at byte 7"),
        ]
        for codec, data, text in rows:
            with self.subTest(text):
                with self.assertRaises(CandidError) as raised:
                    codec.decode(data)
                self.assertEqual(str(raised.exception), text)

    def test_other_types(self):
        chain, put, tree, many = (did.METHODS[name].args for name in ("chain", "put", "tree", "any"))
        rows = [
            # A nat as an int, a value as an option, what does not fit as null; surplus values and future types are skipped.
            (put, "00 01 71 01 61", None),
            (put, "01 6c 02 a0d2aca804 7d fd8ef4b909 7f 01 00 05", did.ListValue(head=5)),
            (put, "01 67 02 abcd 01 00 03 02 010203", None),
            (put, "00 02 7f 71 01 61", None),
            (put, "00 00", None),
            (chain, "00 01 70", None),
        ]
        for codec, text, value in rows:
            with self.subTest(text):
                self.assertEqual(codec.decode(message(text)), (value,))
        # Padded numbers.
        self.assertEqual(did.METHODS["swap"].args.decode(message("8000 82808000 7b 71 07 818000 61")), (7, "a"))
        self.assertEqual(many.decode(message("01 6d 71 02 00 7f 02 00 01 61")), ([None, None], None))

    def test_references(self):
        codec = did.METHODS["any"].args
        rows = [
            # A service with the method, and one more.
            ("03 6d 70 69 02 01 6d 02 01 6e 02 6a 00 00 00 02 00 01 00 01 01 05", Principal(b"\5")),
            # With another annotation, with none, with arguments that callers do not give, with ones that they may leave out.
            ("03 6d 70 69 01 01 6d 02 6a 00 00 01 01 02 00 01 00 01 01 05", None),
            ("02 6d 70 69 00 02 00 01 00 01 01 05", None),
            ("03 6d 70 69 01 01 6d 02 6a 01 7d 00 00 02 00 01 00 01 01 05", None),
            ("04 6d 70 69 01 01 6d 02 6a 01 03 00 00 6e 7d 02 00 01 00 01 01 05", Principal(b"\5")),
            ("03 6d 70 69 01 01 6d 02 6a 00 01 7d 00 02 00 01 00 01 01 05", Principal(b"\5")),
        ]
        for text, value in rows:
            with self.subTest(text):
                self.assertEqual(codec.decode(message(text)), ([], value))

    def test_principals(self):
        rows = {"aaaaa-aa": b"", "2vxsx-fae": b"\4", "ryjl3-tyaaa-aaaaa-aaaba-cai": bytes.fromhex("00000000000000020101")}
        for text, raw in rows.items():
            self.assertEqual((str(Principal(raw)), Principal.from_text(text.upper())), (text, Principal(raw)))
        for text in ("", "aaaaa-ab", "aaaaaaa", "aaaaa-aa-", "ryjl3", "2vxsx-fae\n", "a" * 10**6, "1", "é"):
            with self.assertRaises(CandidError):
                Principal.from_text(text)
        with self.assertRaises(CandidError):
            Principal(bytes(30))


class Hostile(unittest.TestCase):
    def refuse(self, codec, data):
        """Asserts that a message is refused, and that it takes no more memory than some hundred times its length."""
        tracemalloc.start()
        with self.assertRaises(CandidError):
            codec.decode(data)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        self.assertLess(peak, 30_000_000 + 400 * len(data))

    def test_depth(self):
        codec = did.TYPES["List"]
        value = None
        for number in range(4_900):
            value = did.ListValue(head=number, tail=value)
        data = codec.encode(value)
        (again,) = codec.decode(data)
        for number in reversed(range(4_900)):
            self.assertEqual(again.head, number)
            again = again.tail
        with self.assertRaises(CandidError):
            for number in range(200):
                value = did.ListValue(head=number, tail=value)
            codec.encode(value)
        self.refuse(did.TYPES["Loop"], message("01 6e 00 01 00") + b"\1" * 300_000)
        # Skipped just as well.
        self.refuse(did.METHODS["any"].results, message("01 6e 00 02 00 00") + b"\1" * 300_000)

    def test_counts(self):
        many = did.METHODS["any"]
        self.refuse(many.results, message("01 6d 7f 01 00 ffffffffffffffffff01"))
        self.refuse(many.args, message("01 6d 7f 01 00 ffffffffffffffffff01"))
        self.refuse(many.args, message("02 6d 01 6c 00 01 00 ffffffffffffffffff01"))
        self.refuse(many.args, message("01 6d 7d 01 00 ffffffffffffffffff01"))
        self.refuse(many.args, message("00 01 71 ffffffffffffffffff01"))
        self.refuse(many.args, message("ffffffffffffffffff01"))
        self.refuse(many.args, message("01 6c ffffffff0f"))
        # A type of 2^30 values without bytes, skipped.
        table = b"".join(b"\x6c\2\0" + bytes((n + 1,)) + b"\1" + bytes((n + 1,)) for n in range(30)) + b"\x6c\0"
        self.assertEqual(did.METHODS["put"].args.decode(message("1f") + table + b"\1\0"), (None,))

    def test_fields(self):
        # Values that take no bytes, and fields made of none, are paid for by the bytes before them. These records cost 64.
        wide, null = did.METHODS["wide"], did.METHODS["any"].args
        none = message("02 6d 01 6c 00 01 00")
        most = 131_072 * 4 // 64
        self.assertEqual(len(wide.args.decode(none + uleb(most))[0]), most)
        self.refuse(wide.args, none + uleb(most + 10))
        self.refuse(wide.args, none + uleb(131_071))
        self.assertEqual(len(null.decode(message("01 6d 7f 01 00") + uleb(131_072))[0]), 131_072)
        self.refuse(null, message("01 6d 7f 01 00") + uleb(131_172))
        # A blob that is not kept pays for none, before them or behind.
        blob = uleb(1_000_000) + b"a" * 1_000_000
        self.refuse(wide.args, message("03 6d 01 6c 00 6d 7b 02 00 02") + uleb(most + 10) + blob)
        self.refuse(wide.args, message("03 6d 01 6c 01 00 02 6d 7b 01 00") + uleb(20_001) + blob + bytes(20_000))
        # Records in records of some bytes, and those of a service that knows one of 60 fields.
        small = message("03 6d 01 6c 02") + uleb(ident("id")) + b"\x7b" + uleb(ident("of")) + bytes.fromhex("02 6c 01 00 7b 01 00")
        self.assertEqual(len(wide.results.decode(small + uleb(100_000) + b"\1\2" * 100_000)[0]), 100_000)
        one = message("02 6d 01 6c 01") + uleb(ident("f0")) + bytes.fromhex("71 01 00")
        self.assertEqual(len(wide.args.decode(one + uleb(20_000) + b"\x08abcdefgh" * 20_000)[0]), 20_000)

    def test_subtypes(self):
        # Each of many functions has to be compared with one of many arguments that may be left out.
        fields = [(number, -1) for number in range(30_000)]
        reader = did._Reader(b"", [(did._RECORD, fields, tuple, None)])
        reader.wire = [(did._RECORD, [])] * 100
        with self.assertRaises(CandidError):
            for wire in range(100):
                self.assertTrue(reader.is_subtype(wire, 0))
        reader = did._Reader(b"", [(did._VEC, 1), (did._RECORD, fields[:100], tuple, None)])
        reader.wire = [(did._VEC, 1), (did._RECORD, [])]
        for _ in range(2):
            self.assertTrue(reader.is_subtype(0, 0) and reader.is_subtype(1, 1))
            self.assertFalse(reader.is_subtype(0, 1))
        self.assertEqual(reader.work, 103)

    def test_header(self):
        self.refuse(did.METHODS["put"].args, b"DIDL" + uleb(60_000) + b"\x6e\0" * 60_000 + b"\0")
        # Functions whose cycles of types differ in length from those expected.
        table = b"".join(b"\x6e" + did._sleb((n + 1) % 9_999) for n in range(9_999)) + b"\x6a\1\0\1\0\1\1"
        data = b"DIDL" + uleb(10_000) + table + b"\2" + did._sleb(9_999) + b"\x71"
        self.refuse(did.TYPES["Callback"], data + b"\1\1\0\1m")

    def work(self, codec, data):
        """Returns how many values are read."""
        count, read = 0, did._Reader.value

        def counted(self, wire, ty):
            nonlocal count
            count += 1
            return read(self, wire, ty)

        did._Reader.value = counted
        try:
            codec.decode(data)
        finally:
            did._Reader.value = read
        return count

    def test_linear(self):
        # Options in options, none of which fits: the last field of each record does not.
        def nested(n):
            return message("02 6e 01 6c 02 97d5d5b007 00 eff3ccef08 71 01 00") + b"\1" * n + b"\0" + b"\1a" * n

        def big(n):
            return message("00 01 7d") + b"\xff" * n + b"\1"

        for n in (1000, 2000, 4000):
            self.assertLess(self.work(did.TYPES["Chain"], nested(n)), 4 * n)
        (value,) = did.TYPES["Chain"].decode(nested(1000))
        self.assertEqual(value, None)
        # A number of a million bits.
        number = (1 << 1_000_000) - 1
        codec = Codec(-4)
        self.assertEqual(codec.decode(codec.encode(number)), (number,))
        self.assertEqual(codec.decode(codec.encode(-number)), (-number,))
        self.assertEqual(codec.decode(big(100_000))[0].bit_length(), 700_001)


class Types(unittest.TestCase):
    def test_aliases(self):
        # `exchange.py` asks for those of all modules.
        hints = typing.get_type_hints(did.Account)
        self.assertEqual(hints, {"owner": Principal, "subaccount": bytes | None})
        self.assertEqual(did.Tree, did.TreeLeaf | did.TreeNode)


class Calls(unittest.TestCase):
    def test_client(self):
        reply = did.METHODS["swap"].results.encode("b", 2)
        fake = Fake(reply)
        client = did.Client(fake, OWNER)
        self.assertEqual(client.swap(1, "a"), ("b", 2))
        self.assertEqual(fake.calls, [("update", str(OWNER), "swap", message("00 02 7b 71 01 01 61"))])
        self.assertIsNone(client.notify("a"))
        fake.reply = did.METHODS["balance"].results.encode(did.Err(did.ResultErrTooLow(least=3)))
        result = client.balance(did.Account(owner=OWNER))
        self.assertEqual(result, did.Err(did.ResultErrTooLow(least=3)))
        self.assertEqual([call[0] for call in fake.calls], ["update", "update", "query"])
        with self.assertRaises(did.ResultError) as raised:
            did.unwrap(result)
        self.assertEqual(raised.exception.value, did.ResultErrTooLow(least=3))
        fake.reply = b"DIDL\0\1\x71\0"
        with self.assertRaises(CandidError):
            client.balance(did.Account(owner=OWNER))

    def test_async_client(self):
        fake = AsyncFake(did.METHODS["swap"].results.encode("b", 2))
        self.assertEqual(asyncio.run(did.AsyncClient(fake, OWNER).swap(1, "a")), ("b", 2))

    def test_init(self):
        self.assertEqual(did.encode_init(OWNER), did.INIT.encode(OWNER, None))
        self.assertEqual(did.INIT.decode(did.encode_init(OWNER, "a")), (OWNER, "a"))

    def test_documentation(self):
        self.assertEqual(did.ShapeCircle.__doc__, "With its radius.")
        self.assertEqual(did.Wide.__doc__, 'Says """')

    def test_never(self):
        for name, reply in [("fail", message("00 01 6f")), ("fail", message("00 00")), ("never", message("01 6b 00 01 00 00"))]:
            with self.assertRaises(CandidError):
                did.METHODS[name].decode(reply)
        with self.assertRaises(CandidError):
            did.Client(Fake(message("00 01 6f")), OWNER).fail()


unittest.main()
