"""Decodes messages with Python bindings, and encodes their values again: `exchange.py DIR`, called by `python_check`. Also asks for the
types of all that the modules define."""

import dataclasses
import importlib
import json
import pathlib
import sys
import typing


def answer(module, case):
    """Returns the message of the same values in hex, or the error."""
    if case["method"] == "<init>":
        codec = module.INIT
    else:
        method = module.METHODS[case["method"]]
        codec = method.args if case["dir"] == "args" else method.results
    try:
        values = codec.decode(bytes.fromhex(case["hex"]))
    except module.CandidError as error:
        return f"error: {error}".replace("\n", " ")
    message = codec.encode(*values)
    # Not compared as values: Python refuses to compare deep ones.
    assert codec.encode(*codec.decode(message)) == message
    return message.hex()


def check_types(module):
    """Asks for the types of all classes and methods, as serializers and validators do."""
    types = [value for value in vars(module).values() if dataclasses.is_dataclass(value)]
    methods = vars(module.Client).values() if hasattr(module, "Client") else []
    for value in types + [method for method in methods if callable(method)]:
        try:
            typing.get_type_hints(value)
        except (TypeError, NameError) as error:
            raise AssertionError(f"the types of {module.__name__}.{value.__qualname__}: {error}") from error


def main(folder):
    sys.path.insert(0, str(folder))
    for path in sorted(folder.glob("*.jsonl")):
        module = importlib.import_module(path.stem)
        check_types(module)
        lines = path.read_text().split("\n")[:-1]
        answers = [answer(module, json.loads(line)) for line in lines]
        path.with_suffix(".out").write_text("".join(f"{line}\n" for line in answers))


main(pathlib.Path(sys.argv[1]))
