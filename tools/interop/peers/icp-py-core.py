"""icp-py-core from PyPI as a peer: README.md says what it reads and writes."""

import json
import struct
import sys

from icp_candid.candid import Types, decode, encode
from icp_principal.principal import Principal


def to_type(tree, names):
    """The library's type of a tree of JSON."""
    if isinstance(tree, str):
        return getattr(Types, tree.capitalize())
    ((kind, of),) = tree.items()
    if kind == "name":
        return names[of]
    if kind == "func":
        args, rets, modes = of
        return Types.Func([to_type(arg, names) for arg in args], [to_type(ret, names) for ret in rets], modes)
    if kind in ("opt", "vec"):
        return getattr(Types, kind.capitalize())(to_type(of, names))
    # Labels that are numbers stay numbers.
    return getattr(Types, kind.capitalize())({label: to_type(inner, names) for label, inner in of})


def float_format(tree):
    return {"float32": ">f", "float64": ">d"}[tree]


def to_value(tree, value, definitions):
    """What the library wants for a value of JSON."""

    def inner(tree, value):
        return to_value(tree, value, definitions)

    if isinstance(tree, str):
        if tree.startswith("float"):
            return float("nan") if value == "nan" else struct.unpack(float_format(tree), bytes.fromhex(value))[0]
        if tree.startswith(("nat", "int")):
            return int(value)
        return Principal(bytes.fromhex(value)) if tree == "principal" else value
    ((kind, of),) = tree.items()
    if kind == "name":
        return inner(definitions[of], value)
    if kind == "func":
        return [Principal(bytes.fromhex(value[0])), value[1]]
    if kind == "service":
        return Principal(bytes.fromhex(value))
    if kind in ("opt", "vec"):
        return [inner(of, item) for item in value]
    if kind == "record":
        # Its records have names for their fields, also where the type has numbers.
        return {str(label): inner(tree, item) for (label, tree), item in zip(of, value)}
    label, tree = of[value[0]]
    return {str(label): inner(tree, value[1])}


def from_value(tree, value, definitions):
    """A value of the library as JSON."""

    def inner(tree, value):
        return from_value(tree, value, definitions)

    if isinstance(tree, str):
        if tree.startswith("float"):
            return "nan" if value != value else struct.pack(float_format(tree), value).hex()
        if tree.startswith(("nat", "int")):
            return str(value)
        return value.bytes.hex() if tree == "principal" else value
    ((kind, of),) = tree.items()
    if kind == "name":
        return inner(definitions[of], value)
    if kind == "func":
        return [value[0].bytes.hex(), value[1]]
    if kind == "service":
        return value.bytes.hex()
    if kind in ("opt", "vec"):
        return [inner(of, item) for item in value]
    if kind == "record":
        if isinstance(value, list):  # a tuple
            value = {str(idx): item for idx, item in enumerate(value)}
        return [inner(tree, value[str(label)]) for label, tree in of]
    ((found, payload),) = value.items()
    idx = [str(label) for label, _ in of].index(str(found))
    return [idx, inner(of[idx][1], payload)]


def answer(request):
    trees, definitions = request["types"], request["definitions"]
    names = {name: Types.Rec() for name in definitions}
    for name, rec in names.items():
        rec.fill(to_type(definitions[name], names))
    types = [to_type(tree, names) for tree in trees]
    if "values" in request:
        values = [to_value(tree, value, definitions) for tree, value in zip(trees, request["values"])]
        return {"message": encode([{"type": type, "value": value} for type, value in zip(types, values)]).hex()}
    decoded = decode(bytes.fromhex(request["message"]), types)
    return {"values": [from_value(tree, arg["value"], definitions) for tree, arg in zip(trees, decoded)]}


for line in sys.stdin:
    try:
        reply = answer(json.loads(line))
    except RecursionError:
        reply = {"error": "RecursionError"}
    except Exception as error:  # whatever it is, it is the library's answer
        reply = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(reply))
