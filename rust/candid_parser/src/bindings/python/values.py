# The values that Python lacks, the same in all modules.

_T = TypeVar("_T", covariant=True)


class CandidError(ValueError):
    """A message, or a value, is not one of the type; the text begins with the path to the part that is not."""


@dataclass(frozen=True)
class Some(Generic[_T]):
    """The value of an option that is not null, where null is also a value of its type: `opt opt nat`."""

    value: _T


@dataclass(frozen=True)
class Ok(Generic[_T]):
    """The result of a success: the case `Ok` or `ok`."""

    value: _T


@dataclass(frozen=True)
class Err(Generic[_T]):
    """The error of a failure: the case `Err` or `err`."""

    value: _T


class ResultError(Exception):
    """What `unwrap` raises; `value` is that of the `Err`."""

    def __init__(self, value: object) -> None:
        super().__init__(_shown(value))
        self.value = value


def unwrap(result: Ok[_T] | Err[Any]) -> _T:
    """Returns the value of an `Ok`, and raises a `ResultError` for an `Err`."""
    if isinstance(result, Err):
        raise ResultError(result.value)
    return result.value


@dataclass(frozen=True, order=True)
class Principal:
    """The id of a canister or a user. `str(principal)` is its text."""

    raw: bytes

    def __post_init__(self) -> None:
        if not isinstance(self.raw, bytes) or len(self.raw) > 29:
            raise CandidError(f"a principal is at most 29 bytes, not {_shown(self.raw)}")

    @staticmethod
    def from_text(text: str) -> Principal:
        """Returns the principal of a text such as `aaaaa-aa`, whose check sum must be right."""
        letters = text.replace("-", "").upper()
        try:
            data = base64.b32decode(letters + "=" * (-len(letters) % 8)) if len(letters) <= 53 else b""
        except ValueError:
            data = b""
        if len(data) < 4 or str(Principal(data[4:])) != text.lower():
            raise CandidError(f"not the text of a principal: {_shown(text)}")
        return Principal(data[4:])

    def __repr__(self) -> str:
        return f"Principal.from_text({str(self)!r})"

    def __str__(self) -> str:
        data = zlib.crc32(self.raw).to_bytes(4, "big") + self.raw
        text = base64.b32encode(data).decode().rstrip("=").lower()
        return "-".join(text[at : at + 5] for at in range(0, len(text), 5))


@dataclass(frozen=True)
class Func:
    """A reference to a method of a canister."""

    canister: Principal
    method: str
