"""How people use a module: mypy --strict accepts it, and finds the mistakes that are marked."""

from __future__ import annotations

from typing import NoReturn

from did_values import (
    Account,
    AsyncClient,
    Client,
    Entry,
    Err,
    Ok,
    Principal,
    ResultErrClosed,
    ResultErrTooLow,
    Shape,
    ShapeBox,
    ShapeCircle,
    ShapePoint,
    Some,
    unwrap,
)


def never(value: NoReturn) -> NoReturn:
    raise AssertionError(value)


def area(shape: Shape) -> int:
    match shape:
        case ShapePoint():
            return 0
        case ShapeCircle(radius):
            return 3 * radius * radius
        case ShapeBox(width=width, height=height):
            return width * height
        case _:
            never(shape)


def balance(client: Client, owner: Principal) -> int:
    result = client.balance(Account(owner=owner))
    match result:
        case Ok(amount):
            return amount
        case Err(ResultErrTooLow(least=least)):
            return least
        case Err(ResultErrClosed()):
            return 0
    return 0


async def both(client: AsyncClient, owner: Principal) -> tuple[int, str]:
    amount = unwrap(await client.balance(Account(owner=owner, subaccount=b""), 5))
    text, _ = await client.swap(1, "a")
    return amount, text


def notes(entries: list[Entry]) -> list[str]:
    return [note.value or "" for entry in entries if isinstance(note := entry.note, Some)]


def mistakes(client: Client, owner: Principal) -> None:
    Account(owner="aaaaa-aa")  # type: ignore[arg-type]
    Account(owner)  # type: ignore[call-arg]
    Account(subaccount=b"")  # type: ignore[call-arg]
    client.put(5)  # type: ignore[arg-type]
    client.swap("a", 1)  # type: ignore[arg-type]
    client.balance(owner)  # type: ignore[arg-type]
    client.nosuch()  # type: ignore[attr-defined]
    ShapeCircle(None)  # type: ignore[arg-type]
    Entry(id=1, note="a", shape=ShapePoint(), at=(1.0, 2.0))  # type: ignore[arg-type]
    unwrap(client.balance(Account(owner=owner))).upper()  # type: ignore[attr-defined]
    Account(owner=owner).subaccount = None  # type: ignore[misc]
