#!/usr/bin/env python3
"""Checks the dependencies of the workspace by `cargo metadata`: licences, sources, and versions.

* Each has a licence that allows its use under terms in LICENCES.
* Each is from crates.io or from this repository.
* What the published crates depend on, apart from tests, is there in one version; those in DUPLICATES are not, each with what
  requires them. An entry that does not occur is an error.
"""

import collections
import json
import re
import subprocess
import sys

PUBLISHED = ["candid_wire", "candid_derive", "candid", "candid_parser", "didc"]
LICENCES = {
    "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "MIT", "MIT-0",
    "Unicode-3.0", "Unlicense", "Zlib",
}
REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"
DUPLICATES = {
    "arrayvec": "0.5 in pretty, 0.7 in rust_decimal, an optional dependency",
    "foldhash": "as hashbrown; a test turns on the feature of the newer one",
    "getrandom": "rand 0.9 and the temporary files of dialoguer",
    "hashbrown": "0.15 in wasmparser with the features that ic-meter turns on, newer one in indexmap",
    "r-efi": "both versions of getrandom, on UEFI only",
    "rand_core": "rand 0.9; newer one: a feature of getrandom that a test turns on",
    "syn": "2 in candid_derive, clap and handlebars, 3 in serde_derive",
    "thiserror": "1 in ic_principal, 2 in handlebars",
    "thiserror-impl": "as thiserror",
}


def is_allowed(licence):
    """Evaluates a licence expression: `OR` (and its old form `/`), `AND`, parentheses."""
    if not licence:
        return False
    tokens = re.findall(r"\(|\)|[^()\s]+", licence.replace("/", " OR ").replace(" WITH ", "\0"))
    tokens = [token.replace("\0", " WITH ") for token in tokens]
    position = 0

    def peek():
        return tokens[position] if position < len(tokens) else None

    def term():
        nonlocal position
        token = peek()
        position += 1
        if token != "(":
            return token in LICENCES
        result = either()
        position += 1
        return result

    def both():
        nonlocal position
        result = term()
        while peek() == "AND":
            position += 1
            result = term() and result
        return result

    def either():
        nonlocal position
        result = both()
        while peek() == "OR":
            position += 1
            result = both() or result
        return result

    result = either()
    return result and position == len(tokens)


def reachable(metadata):
    """Returns the ids of what the published crates depend on, apart from tests."""
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    todo = [package["id"] for package in metadata["packages"] if package["source"] is None and package["name"] in PUBLISHED]
    found = set(todo)
    while todo:
        for dependency in nodes[todo.pop()]["deps"]:
            kinds = {kind["kind"] for kind in dependency["dep_kinds"]}
            if kinds != {"dev"} and dependency["pkg"] not in found:
                found.add(dependency["pkg"])
                todo.append(dependency["pkg"])
    return found


def check(metadata, duplicates):
    """Returns what is wrong."""
    wrong = []
    for package in metadata["packages"]:
        name = f"{package['name']} {package['version']}"
        if package["source"] not in (None, REGISTRY):
            wrong.append(f"{name}: from {package['source']}, expected crates.io")
        if not is_allowed(package["license"]):
            wrong.append(f"{name}: licence {package['license']} is not allowed")
    versions = collections.defaultdict(set)
    used = reachable(metadata)
    for package in metadata["packages"]:
        if package["id"] in used:
            versions[package["name"]].add(package["version"])
    found = {name: ", ".join(sorted(numbers)) for name, numbers in versions.items() if len(numbers) > 1}
    for name in sorted(found.keys() - duplicates.keys()):
        wrong.append(f"{name}: {found[name]}; expected one version, or a reason in DUPLICATES")
    for name in sorted(duplicates.keys() - found.keys()):
        wrong.append(f"{name}: in DUPLICATES, and there is one version of it, or none")
    return wrong


def check_itself():
    """The rules find what they are for."""
    cases = {
        "MIT": True, "GPL-3.0": False, "GPL-3.0 OR MIT": True, "MIT/Apache-2.0": True, "(MIT OR GPL-3.0) AND Unicode-3.0": True,
        "MIT AND GPL-3.0": False, "GPL-3.0 AND MIT OR GPL-2.0": False, "Apache-2.0 WITH LLVM-exception": True,
        "GPL-2.0 WITH Classpath-exception-2.0": False, "MIT MIT": False, "": False, None: False,
    }
    for licence, expected in cases.items():
        assert is_allowed(licence) == expected, licence

    def package(name, number, source=REGISTRY, licence="MIT"):
        return {"name": name, "version": number, "source": source, "license": licence, "id": name + number}

    def edge(name, kind=None):
        return {"pkg": name, "dep_kinds": [{"kind": kind}]}

    metadata = {
        "packages": [package("didc", "1", None), package("a", "1"), package("a", "2"), package("b", "1"), package("b", "2"),
                     package("c", "1", "git+https://c.example", "GPL-3.0")],
        "resolve": {"nodes": [
            {"id": "didc1", "deps": [edge("a1"), edge("b1"), edge("b2", "dev")]},
            {"id": "a1", "deps": [edge("a2", "build")]},
            *({"id": name, "deps": []} for name in ["a2", "b1", "b2", "c1"]),
        ]},
    }
    expected = [
        "c 1: from git+https://c.example, expected crates.io",
        "c 1: licence GPL-3.0 is not allowed",
        "a: 1, 2; expected one version, or a reason in DUPLICATES",
        "b: in DUPLICATES, and there is one version of it, or none",
    ]
    assert check(metadata, {"b": ""}) == expected, check(metadata, {"b": ""})


def main():
    check_itself()
    command = ["cargo", "metadata", "--locked", "--all-features", "--format-version", "1"]
    metadata = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    wrong = check(metadata, DUPLICATES)
    for line in wrong:
        print(line)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
