# What follows is the same in all modules: what calls go through, and the encoding of Candid.


class Transport(Protocol):
    """Calls canisters: sends the message of the arguments, and returns that of the results or raises an error."""

    def query(self, canister: Principal, method: str, arg: bytes) -> bytes: ...
    def update(self, canister: Principal, method: str, arg: bytes) -> bytes: ...


class AsyncTransport(Protocol):
    """The same for `AsyncClient`."""

    async def query(self, canister: Principal, method: str, arg: bytes) -> bytes: ...
    async def update(self, canister: Principal, method: str, arg: bytes) -> bytes: ...


# A type is a number, as in messages: below 0 that of a primitive type, otherwise an index into a table. The entries of
# tables begin with the number of the constructor. Those of types that are known here also tell how Python has the values:
# (_OPT, type, whether null is a value of it), (_VEC, type), (_RECORD, ((id, type), …), class or tuple, names),
# (_VARIANT, ((id, type), …), classes, 0 without a value | 1 with one | 2 if the class is that of the value),
# (_FUNC, types, types, annotation), (_SERVICE, ((name, type), …)).
_NULL, _BOOL, _NAT, _INT, _NAT8, _FLOAT32, _FLOAT64, _TEXT, _RESERVED, _EMPTY = -1, -2, -3, -4, -5, -13, -14, -15, -16, -17
_OPT, _VEC, _RECORD, _VARIANT, _FUNC, _SERVICE, _PRINCIPAL = -18, -19, -20, -21, -22, -23, -24
_NAMES = (
    "null bool nat int nat8 nat16 nat32 nat64 int8 int16 int32 int64 float32 float64 text reserved empty "
    "opt vec record variant func service principal"
).split()
# The integers of fixed width: their size in bytes, and whether they have a sign.
_FIXED = {-5: (1, False), -6: (2, False), -7: (4, False), -8: (8, False), -9: (1, True), -10: (2, True), -11: (4, True), -12: (8, True)}
_LEB = re.compile(rb"[\x80-\xff]*[\x00-\x7f]")

# Limits on what a few bytes may cost: the length of a header, the values that have no bytes, nesting, work on types.
_MAX_HEADER, _MAX_EMPTY, _MAX_DEPTH, _MAX_WORK = 65536, 131072, 10000, 200000
# What is paid for: a value that has no bytes, or a record; and, at 1 each, the fields that are made of none. Each byte pays
# for two values, but of a long text or blob only the first ones do.
_EMPTY_COST, _BYTE_PAYS, _MAX_PAYING = 4, 8, 64


def _shown(value: object) -> str:
    """Returns what an error says of a value: not all of it, if it is long."""
    if isinstance(value, int) and value.bit_length() > 128:
        return f"an integer of {value.bit_length()} bits"
    if isinstance(value, (bool, int, float, Principal)) or value is None:
        return str(value)
    if isinstance(value, (str, bytes)):
        return repr(value[:40]) + ("…" if len(value) > 40 else "")
    return type(value).__name__


def _path(path: list[object]) -> str:
    parts = ["[{}]".format(part) if isinstance(part, int) else f".{part}" for part in path[:32]]
    return "".join(parts).lstrip(".") + ("…" if len(path) > 32 else "")


def _unsigned(raw: bytes) -> int:
    """Returns the number of LEB128 bytes, in about linear time."""
    parts, bits = [byte & 127 for byte in raw], 7
    while len(parts) > 1:
        if len(parts) % 2:
            parts.append(0)
        parts = [low | high << bits for low, high in zip(parts[::2], parts[1::2])]
        bits *= 2
    return parts[0]


def _leb(value: int, n_bits: int) -> bytes:
    """Returns the LEB128 bytes of a number, whose two's complement has that many bits, in about linear time."""
    n = max(1, -(-n_bits // 7))
    bits = 7
    while bits < 7 * n:
        bits *= 2
    parts = [value & ((1 << bits) - 1)]
    while bits > 7:
        bits //= 2
        mask = (1 << bits) - 1
        parts = [half for part in parts for half in (part & mask, part >> bits)]
    return bytes([part | 128 for part in parts[: n - 1]] + [parts[n - 1]])


def _uleb(value: int) -> bytes:
    return bytes((value,)) if value < 128 else _leb(value, value.bit_length())


def _sleb(value: int) -> bytes:
    return _leb(value, (value if value >= 0 else ~value).bit_length() + 1)


def _run(step: Any) -> Any:
    """Runs a generator that yields those of the parts, one at a time: a call stack of any depth. Returns other values."""
    if not isinstance(step, GeneratorType):
        return step
    stack, value = [step], None
    try:
        while stack:
            try:
                part = stack[-1].send(value)
            except StopIteration as done:
                stack.pop()
                value = done.value
                continue
            if len(stack) >= _MAX_DEPTH:
                raise CandidError(f"nested more than {_MAX_DEPTH} levels deep")
            stack.append(part)
            value = None
    finally:
        # From the innermost on: each refers to that of its part, and freeing them otherwise would recurse.
        while stack:
            stack.pop().close()
    return value


class _Mismatch:
    """A value that is not of the type. It is an error unless there is an option around it, which it makes null."""

    def __init__(self, path: list[object], text: str) -> None:
        self.path, self.text = path[:33], text


class _Reader:
    """Reads a message whose values are to have types of a table."""

    def __init__(self, data: bytes, types: Sequence[Any]) -> None:
        self.data, self.types, self.at = data, types, 0
        self.wire: list[Any] = []
        self.path: list[object] = []
        # What has been charged, and the bytes that do not pay.
        self.cost, self.n_unpaid = 0, 0
        # The records being read, and where they began; and those that have been found to have no bytes.
        self.open: dict[int, int | None] = {}
        self.hollow: set[int] = set()
        self.plans: dict[tuple[int, int | None], Any] = {}
        self.proven: set[tuple[bool, int, int]] = set()
        self.refuted: set[tuple[int, int]] = set()
        self.work = 0

    def error(self, text: str) -> CandidError:
        where = _path(self.path)
        return CandidError(f"{where}: {text} at byte {self.at}" if where else f"{text} at byte {self.at}")

    def take(self, n: int) -> bytes:
        if n > len(self.data) - self.at:
            raise self.error(f"{n} bytes expected, but the message ends")
        self.at += n
        self.n_unpaid += max(0, n - _MAX_PAYING)
        return self.data[self.at - n : self.at]

    def leb(self) -> bytes:
        found = _LEB.match(self.data, self.at)
        if found is None:
            raise self.error("a number expected, but the message ends")
        self.at = found.end()
        return found.group()

    def size(self, end: int = 1 << 64) -> int:
        """Reads a length, an index or an id, which is below `end`."""
        raw = self.leb()
        value = raw[0] if len(raw) == 1 else _unsigned(raw[:10])
        if value >= end or len(raw) > 10:
            raise self.error("a number is too large")
        return value

    def integer(self, max_len: int | None = None) -> int:
        raw = self.leb()
        if max_len and len(raw) > max_len:
            raise self.error("a number is too large")
        return _unsigned(raw) - ((1 << 7 * len(raw)) if raw[-1] & 64 else 0)

    def flag(self, what: str) -> int:
        value = self.take(1)[0]
        if value > 1:
            raise self.error(f"{value} is not {what}")
        return value

    def text(self) -> str:
        try:
            return self.take(self.size()).decode()
        except UnicodeDecodeError:
            raise self.error("a text is not UTF-8") from None

    def charge(self, cost: int) -> None:
        """Charges what takes no bytes to what has been read."""
        self.cost += cost
        if self.cost > _MAX_EMPTY * _EMPTY_COST + _BYTE_PAYS * (self.at - self.n_unpaid):
            raise self.error("too many values without bytes")

    # The header.

    def header(self) -> list[int]:
        if self.take(min(4, len(self.data))) != b"DIDL":
            raise CandidError("the message does not begin with DIDL")
        n = self.size(_MAX_HEADER)
        for _ in range(n):
            code = self.integer(10)
            if code in (_OPT, _VEC):
                self.wire.append((code, self.type_ref(n)))
            elif code in (_RECORD, _VARIANT):
                fields, last = [], -1
                for _ in range(self.size()):
                    field = self.size(1 << 32)
                    if field <= last:
                        raise self.error("ids that are not in order")
                    fields.append((field, self.type_ref(n)))
                    last = field
                self.wire.append((code, fields))
            elif code == _FUNC:
                args, results = self.type_list(n), self.type_list(n)
                annotation = self.take(1)[0] if self.flag("a number of annotations") else None
                if annotation not in (None, 1, 2, 3):
                    raise self.error("an unknown annotation")
                self.wire.append((code, args, results, annotation or 0))
            elif code == _SERVICE:
                methods: list[tuple[str, int]] = []
                for _ in range(self.size()):
                    name = self.text()
                    if methods and name <= methods[-1][0]:
                        raise self.error("methods that are not in order")
                    methods.append((name, self.type_ref(n)))
                self.wire.append((code, methods))
            elif -(1 << 63) <= code < _PRINCIPAL:
                self.take(self.size())
                self.wire.append((code,))
            else:
                raise self.error(f"{code} is not a type of a table")
        types = self.type_list(n)
        for entry in self.wire:
            for _, ty in entry[1] if entry[0] == _SERVICE else ():
                if ty < 0 or self.wire[ty][0] != _FUNC and self.wire[ty][0] > _PRINCIPAL:
                    raise self.error("a method that is not a function")
        return types

    def type_ref(self, n: int) -> int:
        code = self.integer(10)
        if self.at > _MAX_HEADER:
            raise self.error(f"a header of more than {_MAX_HEADER} bytes")
        if code >= n or code < 0 and not (_EMPTY <= code or code == _PRINCIPAL):
            raise self.error(f"{code} is not a type")
        return code

    def type_list(self, n: int) -> list[int]:
        return [self.type_ref(n) for _ in range(self.size())]

    # Values. A method that reads a value of type `wire` as type `ty` returns the value, or a `_Mismatch`, or a generator for
    # `_run`. If `ty` is None, the value is only skipped. What does not fit is skipped as well, so that each byte is read once.

    def name(self, wire: int) -> str:
        code = wire if wire < 0 else self.wire[wire][0]
        return _NAMES[-1 - code] if code >= _PRINCIPAL else "a future type"

    def mismatch(self, text: str) -> _Mismatch:
        return _Mismatch(self.path, text)

    def value(self, wire: int, ty: int | None) -> Any:
        bad = None
        if ty is not None:
            kind = ty if ty < 0 else self.types[ty][0]
            if ty == _RESERVED:
                ty = None
            elif kind == _OPT and (wire < 0 or self.wire[wire][0] != _OPT):
                return self.as_option(wire, ty)
            elif (
                kind != (wire if wire < 0 else self.wire[wire][0])
                and (wire, ty) != (_NAT, _INT)
                and not (ty == _PRINCIPAL and wire >= 0 and self.wire[wire][0] == _SERVICE)
            ):
                bad = self.mismatch(f"expected {_NAMES[-1 - kind]}, found {self.name(wire)}")
                ty = None
        if wire >= 0:
            entry = self.wire[wire]
            read = self.READ.get(entry[0])
            if read is not None:
                return read(self, wire, ty, bad)
            n = self.size()
            self.size()
            self.take(n)
            return bad
        value = self.primitive(wire)
        return value if ty is not None else bad

    def primitive(self, wire: int) -> Any:
        if wire == _TEXT:
            return self.text()
        if wire == _NAT:
            raw = self.leb()
            return raw[0] if len(raw) == 1 else _unsigned(raw)
        if wire == _INT:
            return self.integer()
        if wire in _FIXED:
            size, signed = _FIXED[wire]
            return int.from_bytes(self.take(size), "little", signed=signed)
        if wire == _BOOL:
            return self.flag("a bool") == 1
        if wire == _PRINCIPAL:
            return self.principal()
        if wire == _FLOAT64:
            return struct.unpack("<d", self.take(8))[0]
        if wire == _FLOAT32:
            return struct.unpack("<f", self.take(4))[0]
        if wire == _EMPTY:
            raise self.error("a value of type empty")
        self.charge(_EMPTY_COST)
        return None

    def principal(self) -> Principal:
        if self.flag("the flag of a reference") == 0:
            raise self.error("an opaque reference")
        n = self.size()
        if n > 29:
            raise self.error("a principal of more than 29 bytes")
        return Principal(self.take(n))

    def option(self, wire: int, ty: int | None, bad: _Mismatch | None) -> Any:
        if self.flag("the tag of an option") == 0:
            return bad
        value = self.value(self.wire[wire][1], None if ty is None else self.types[ty][1])
        if isinstance(value, GeneratorType):
            value = yield value
        if ty is None:
            return bad
        if isinstance(value, _Mismatch):
            return None
        return Some(value) if self.types[ty][2] else value

    def as_option(self, wire: int, ty: int) -> Any:
        if wire in (_NULL, _RESERVED, _EMPTY):
            return self.primitive(wire)
        return self.some(wire, ty)

    def some(self, wire: int, ty: int) -> Any:
        inner, n = self.types[ty][1], 0
        while inner >= 0 and self.types[inner][0] == _OPT:
            inner, n = self.types[inner][1], n + 1
            if n > len(self.types):
                raise self.error("an option that nests without end")
        value = self.value(wire, self.types[ty][1])
        if isinstance(value, GeneratorType):
            value = yield value
        if isinstance(value, _Mismatch):
            return None
        return Some(value) if self.types[ty][2] else value

    def vec(self, wire: int, ty: int | None, bad: _Mismatch | None) -> Any:
        item, n = self.wire[wire][1], self.size()
        want = None if ty is None else self.types[ty][1]
        if item == _NAT8 and want in (None, _NAT8):
            raw = self.take(n)
            return raw if ty is not None else bad
        if want is None and item in _FIXED:
            self.take(n * _FIXED[item][0])
            return bad
        values = []
        self.path.append(0)
        for index in range(n):
            self.path[-1], start = index, self.at
            value = self.value(item, want)
            if isinstance(value, GeneratorType):
                value = yield value
            if isinstance(value, _Mismatch):
                bad, ty, want = value, None, None
            elif want is not None:
                values.append(value)
            if want is None and self.at == start:
                # No value of the type has bytes.
                break
        self.path.pop()
        if ty is None:
            return bad
        return bytes(values) if want == _NAT8 else values

    def plan(self, wire: int, ty: int | None) -> Any:
        """Returns, for each field on the wire, its type, the expected one, its position, and its name; how many are missing,
        and the first of them that must not be."""
        found = self.plans.get((wire, ty))
        if found is None:
            fields = () if ty is None else self.types[ty][1]
            self.charge(len(fields))
            names = () if ty is None else self.types[ty][3] or range(len(fields))
            known = {field: (ty, slot) for slot, (field, ty) in enumerate(fields)}
            steps = []
            for field, part in self.wire[wire][1]:
                want, slot = known.pop(field, (None, -1))
                steps.append((part, want, slot, names[slot] if slot >= 0 else field))
            lost = [slot for want, slot in known.values() if not self.may_lack(self.types, want)]
            found = self.plans[wire, ty] = steps, len(known), names[lost[0]] if lost else None
        return found

    @staticmethod
    def may_lack(types: Sequence[Any], ty: int) -> bool:
        return ty in (_NULL, _RESERVED) or ty >= 0 and types[ty][0] == _OPT

    def record(self, wire: int, ty: int | None, bad: _Mismatch | None) -> Any:
        self.charge(_EMPTY_COST)
        if ty is None and wire in self.hollow:
            return bad
        before, start = self.open.get(wire), self.at
        if before == self.at:
            raise self.error("a record that contains itself")
        self.open[wire] = self.at
        steps, n_missing, missing = self.plan(wire, ty)
        self.charge(n_missing)
        if missing is not None:
            bad = self.mismatch(f"field {missing} is missing")
        values: list[Any] = [None] * (0 if ty is None else len(self.types[ty][1]))
        self.path.append("")
        for part, want, slot, name in steps:
            self.path[-1] = name
            value = self.value(part, None if bad else want)
            if isinstance(value, GeneratorType):
                value = yield value
            if isinstance(value, _Mismatch):
                bad = value
            elif slot >= 0:
                values[slot] = value
        self.path.pop()
        self.open[wire] = before
        if self.at == start:
            self.hollow.add(wire)
        if ty is None or bad is not None:
            return bad
        _, _, make, names = self.types[ty]
        return tuple(values) if names is None else make(**dict(zip(names, values)))

    def variant(self, wire: int, ty: int | None, bad: _Mismatch | None) -> Any:
        cases = self.wire[wire][1]
        index = self.size()
        if index >= len(cases):
            raise self.error(f"case {index} of a variant of {len(cases)}")
        part, want, case, _ = self.plan(wire, ty)[0][index]
        if ty is not None and case < 0:
            bad = self.mismatch(f"an unknown case, {cases[index][0]}")
        self.path.append(cases[index][0] if case < 0 or ty is None else self.types[ty][2][case].__name__)
        value = self.value(part, want)
        if isinstance(value, GeneratorType):
            value = yield value
        self.path.pop()
        if isinstance(value, _Mismatch):
            return value
        if ty is None or bad is not None:
            return bad
        make, form = self.types[ty][2][case], self.types[ty][3][case]
        return value if form == 2 else make(value) if form else make()

    def reference(self, wire: int, ty: int | None, bad: _Mismatch | None) -> Any:
        is_func = self.wire[wire][0] == _FUNC
        if is_func and self.flag("the flag of a reference") == 0:
            raise self.error("an opaque reference")
        principal = self.principal()
        value = Func(principal, self.text()) if is_func else principal
        if ty is None:
            return bad
        if ty != _PRINCIPAL and not self.is_subtype(wire, ty):
            return self.mismatch("a reference of a type that is not a subtype")
        return value

    READ: dict[int, Any] = {
        _OPT: option, _VEC: vec, _RECORD: record, _VARIANT: variant, _FUNC: reference, _SERVICE: reference
    }

    # Types. All that follows from a pair has to hold, because anything is a subtype of an option.

    def is_subtype(self, wire: int, ty: int) -> bool:
        # The flag tells that the first type is that of the wire.
        first = (True, wire, ty)
        if first not in self.proven and (wire, ty) not in self.refuted:
            todo, seen = [first], {first}
            while todo:
                parts = self.parts(*todo.pop())
                if parts is None:
                    self.refuted.add((wire, ty))
                    return False
                self.work += 1 + len(parts)
                if self.work > _MAX_WORK:
                    raise self.error("types that are too large to compare")
                todo += [part for part in dict.fromkeys(parts) if part not in seen and part not in self.proven]
                seen.update(parts)
            # If all of them hold, each of them holds.
            self.proven |= seen
        return first in self.proven

    def parts(self, is_wire: bool, left: int, right: int) -> list[tuple[bool, int, int]] | None:
        """Returns the pairs that have to be subtypes if this pair is to be one, or None if it is none."""
        lefts, rights = (self.wire, self.types) if is_wire else (self.types, self.wire)
        a: Any = (left,) if left < 0 else lefts[left]
        b: Any = (right,) if right < 0 else rights[right]
        if a[0] == _EMPTY or b[0] in (_RESERVED, _OPT) or (a[0], b[0]) in ((_NAT, _INT), (_SERVICE, _PRINCIPAL)):
            return []
        if a[0] != b[0] or a[0] < _PRINCIPAL:
            return None
        if a[0] == _VEC:
            return [(is_wire, a[1], b[1])]
        if a[0] == _FUNC:
            args = self.fields(not is_wire, enumerate(b[1]), enumerate(a[1]))
            results = self.fields(is_wire, enumerate(a[2]), enumerate(b[2]))
            return None if args is None or results is None or a[3] != b[3] else args + results
        if a[0] == _RECORD:
            return self.fields(is_wire, a[1], b[1])
        if a[0] == _VARIANT or a[0] == _SERVICE:
            some, all_ = (dict(a[1]), dict(b[1])) if a[0] == _VARIANT else (dict(b[1]), dict(a[1]))
            self.work += len(some) + len(all_)
            if any(key not in all_ for key in some):
                return None
            pairs = ((ty, all_[key]) for key, ty in some.items())
            return [(is_wire, x, y) if a[0] == _VARIANT else (is_wire, y, x) for x, y in pairs]
        return []

    def fields(self, is_wire: bool, left: Any, right: Any) -> list[tuple[bool, int, int]] | None:
        known, wanted, parts = dict(left), list(right), []
        self.work += len(known) + len(wanted)
        for field, ty in wanted:
            if field in known:
                parts.append((is_wire, known[field], ty))
            elif not self.may_lack(self.types if is_wire else self.wire, ty):
                return None
        return parts


class _Writer:
    """Writes values of types of a table."""

    def __init__(self, types: Sequence[Any]) -> None:
        self.types, self.out = types, bytearray()
        self.path: list[object] = []

    def error(self, expected: str, value: object) -> CandidError:
        where = _path(self.path)
        text = f"expected {expected}, found {_shown(value)}"
        return CandidError(f"{where}: {text}" if where else text)

    def value(self, ty: int, value: Any) -> Any:
        """Writes a value, or returns a generator for `_run`."""
        if ty < 0:
            return self.primitive(ty, value)
        kind = self.types[ty][0]
        if kind == _SERVICE:
            return self.primitive(_PRINCIPAL, value)
        if kind == _FUNC:
            if not isinstance(value, Func):
                raise self.error("Func", value)
            self.out += b"\1"
            self.primitive(_PRINCIPAL, value.canister)
            return self.primitive(_TEXT, value.method)
        if kind == _VEC and self.types[ty][1] == _NAT8:
            if not isinstance(value, (bytes, bytearray)):
                raise self.error("bytes", value)
            self.out += _uleb(len(value)) + value
            return None
        if kind == _OPT and value is None:
            self.out.append(0)
            return None
        return self.parts(kind, self.types[ty], value)

    def parts(self, kind: int, entry: Any, value: Any) -> Any:
        if kind == _OPT or kind == _VARIANT:
            if kind == _OPT:
                self.out.append(1)
                if entry[2] and not isinstance(value, Some):
                    raise self.error("Some or None", value)
                ty, part = entry[1], value.value if entry[2] else value
            else:
                case = next((case for case, of in enumerate(entry[2]) if type(value) is of), -1)
                if case < 0:
                    raise self.error(" or ".join(of.__name__ for of in entry[2][:8]) or "no value", value)
                self.out += _uleb(case)
                self.path.append(type(value).__name__)
                ty, part = entry[1][case][1], (None, getattr(value, "value", None), value)[entry[3][case]]
            step = self.value(ty, part)
            if step is not None:
                yield step
            if kind == _VARIANT:
                self.path.pop()
            return
        if kind == _VEC:
            if not isinstance(value, (list, tuple)):
                raise self.error("a list", value)
            self.out += _uleb(len(value))
            steps: Any = ((index, entry[1], part) for index, part in enumerate(value))
        else:
            _, fields, of, names = entry
            if type(value) is not of or names is None and len(value) != len(fields):
                raise self.error(of.__name__ if names is not None else f"a tuple of {len(fields)}", value)
            keys = range(len(fields)) if names is None else names
            values = value if names is None else (getattr(value, name) for name in names)
            steps = zip(keys, (ty for _, ty in fields), values)
        self.path.append("")
        for key, ty, part in steps:
            self.path[-1] = key
            step = self.value(ty, part)
            if step is not None:
                yield step
        self.path.pop()

    def primitive(self, ty: int, value: Any) -> None:
        is_int = isinstance(value, int) and not isinstance(value, bool)
        if ty == _TEXT:
            try:
                raw = value.encode() if isinstance(value, str) else None
            except UnicodeEncodeError:
                raise self.error("a text without surrogates", value) from None
            if raw is not None:
                self.out += _uleb(len(raw)) + raw
                return
        elif ty == _NAT and is_int and value >= 0:
            self.out += _uleb(value)
            return
        elif ty == _INT and is_int:
            self.out += _sleb(value)
            return
        elif ty in _FIXED and is_int:
            size, signed = _FIXED[ty]
            if 0 <= value + (signed << 8 * size - 1) < 1 << 8 * size:
                self.out += value.to_bytes(size, "little", signed=signed)
                return
        elif ty in (_FLOAT32, _FLOAT64) and (is_int or isinstance(value, float)):
            try:
                self.out += struct.pack("<f" if ty == _FLOAT32 else "<d", value)
                return
            except OverflowError:
                pass
        elif ty == _BOOL and isinstance(value, bool):
            self.out.append(value)
            return
        elif ty == _PRINCIPAL and isinstance(value, Principal):
            self.out += bytes((1, len(value.raw))) + value.raw
            return
        elif ty == _RESERVED or ty == _NULL and value is None:
            return
        raise self.error(_NAMES[-1 - ty], value)


class Codec:
    """Encodes and decodes messages with values of certain types."""

    # What errors call the values.
    _what: str = "value"

    def __init__(self, *types: int) -> None:
        self._types = types
        self._header = b""

    def encode(self, *values: object) -> bytes:
        """Returns the message with these values."""
        if len(values) != len(self._types):
            raise CandidError(f"expected {len(self._types)} values, found {len(values)}")
        writer = _Writer(_TABLE)
        writer.out += self._header or self._encode_header()
        for index, (ty, value) in enumerate(zip(self._types, values)):
            writer.path.append(self._place(index))
            _run(writer.value(ty, value))
            writer.path.pop()
        return bytes(writer.out)

    def decode(self, message: bytes) -> tuple[Any, ...]:
        """Returns the values of a message, as those of these types."""
        reader = _Reader(bytes(message), _TABLE)
        found = reader.header()
        values = []
        for index in range(max(len(found), len(self._types))):
            reader.path.append(self._place(index))
            ty = self._types[index] if index < len(self._types) else None
            if index < len(found):
                value = _run(reader.value(found[index], ty))
            else:
                lacks = ty is not None and not reader.may_lack(_TABLE, ty)
                value = reader.mismatch("the value is missing") if lacks else None
            if isinstance(value, _Mismatch):
                raise CandidError(f"{_path(value.path)}: {value.text}")
            values.append(value)
            reader.path.pop()
        if reader.at < len(reader.data):
            raise reader.error("the message goes on")
        return tuple(values[: len(self._types)])

    def _place(self, index: int) -> str:
        is_only = self._what == "value" and len(self._types) == 1
        return self._what if is_only else f"{self._what} {index + 1}"

    def _encode_header(self) -> bytes:
        numbers: dict[int, int] = {}
        todo = [*reversed(self._types)]
        while todo:
            ty = todo.pop()
            if ty >= 0 and ty not in numbers:
                numbers[ty] = len(numbers)
                kind, of = _TABLE[ty][:2]
                if kind in (_OPT, _VEC):
                    todo.append(of)
                elif kind == _FUNC:
                    todo += reversed((*of, *_TABLE[ty][2]))
                else:
                    todo += (part for _, part in reversed(of))

        def of_list(types: Sequence[int]) -> bytes:
            return _uleb(len(types)) + b"".join(_sleb(numbers.get(ty, ty)) for ty in types)

        out = bytearray(b"DIDL" + _uleb(len(numbers)))
        for ty in numbers:
            kind, of = _TABLE[ty][:2]
            out += _sleb(kind)
            if kind in (_OPT, _VEC):
                out += _sleb(numbers.get(of, of))
            elif kind == _FUNC:
                annotation = _TABLE[ty][3]
                out += of_list(of) + of_list(_TABLE[ty][2]) + (bytes((1, annotation)) if annotation else b"\0")
            else:
                out += _uleb(len(of))
                for key, part in of:
                    name = key.encode() if kind == _SERVICE else b""
                    out += (_uleb(len(name)) + name if kind == _SERVICE else _uleb(key)) + _sleb(numbers.get(part, part))
        self._header = bytes(out + of_list(self._types))
        return self._header


class Method(Generic[_T]):
    """A method: its name, whether it is a query, and the types of its arguments and results."""

    def __init__(self, name: str, is_query: bool, args: Codec, results: Codec) -> None:
        self.name, self.is_query, self.args, self.results = name, is_query, args, results
        args._what, results._what = "argument", "result"

    def encode(self, *args: object) -> bytes:
        """Returns the message of the arguments."""
        return self.args.encode(*args)

    def decode(self, reply: bytes) -> _T:
        """Returns the result in a reply: none is None, several are a tuple."""
        results: Any = self.results.decode(reply)
        return cast(_T, results[0] if len(results) == 1 else results or None)
