#!/usr/bin/env python3
"""Checks that documents name only what exists: `references.py DOCUMENT…`, in the root of the repository.

Each word in backticks that is the path of a source file or folder must end the path of one, and each constant in capitals
must occur in a source file.
"""

import re
import subprocess
import sys

PATH = re.compile(r"\w[\w.-]*(/[\w.-]+)*(\.(rs|sh|py|mjs|txt|yml|toml|did|md)|/)")
CONSTANT = re.compile(r"(\w+::)*(?P<name>[A-Z][A-Z0-9]*(_[A-Z0-9]+)+)")


def main(documents):
    files = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.split("\n")
    paths = {"/" + file for file in files if file}
    folders = {path[:i + 1] for path in paths for i, letter in enumerate(path) if letter == "/"}
    sources = [file for file in files if re.search(r"\.(rs|sh|yml|toml|mjs|py)$", file)]
    text = "\n".join(open(file, encoding="utf-8").read() for file in sources)
    constants = set(re.findall(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b", text))
    n_missing = 0
    for document in documents:
        with open(document, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                for word in re.findall(r"`([^`]+)`", line):
                    constant = CONSTANT.fullmatch(word)
                    if PATH.fullmatch(word):
                        among = folders if word.endswith("/") else paths
                        is_there = any(path.endswith("/" + word) for path in among)
                    elif constant:
                        is_there = constant["name"] in constants
                    else:
                        continue
                    if not is_there:
                        print(f"{document}:{number}: `{word}` does not exist")
                        n_missing += 1
    return n_missing


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
