#!/usr/bin/env python3
"""Checks that the modules of a crate depend on each other in one direction.

Usage: floors.py SRC FLOORS.md HEADING

SRC is the folder of a crate's sources. The first block of code below HEADING in FLOORS.md lists its files and folders, one
floor per line: the words before two spaces are paths relative to SRC, in which a folder ends with a slash and stands for
everything below it that no longer path names. Code may use what is on its own floor or on those above it in the list.
Re-exports are followed to the definition. Tests may use anything.

Prints each `use` that goes down, and each cycle of more than MAX_CYCLE files. Exits with 1 if there are any.
"""

import os
import re
import sys

MAX_CYCLE = 2

TOKEN = re.compile(
    r"""(?P<skip>//[^\n]*|/\*.*?\*/|\s+)
      |(?P<text>b?r(?P<hashes>\#*)".*?"(?P=hashes)|b?"(?:\\.|[^"\\])*"|b?'(?:\\[^\n]|[^'\\\n])[^'\n]{0,8}')
      |(?P<word>r\#\w+|\$crate|\w+)
      |(?P<path>::)
      |(?P<mark>.)""",
    re.X | re.S,
)


def tokens(text):
    """Returns the words and marks of Rust code, with their lines, without comments, texts and modules of tests."""
    found, line = [], 1
    for match in TOKEN.finditer(text):
        kind = match.lastgroup if match.lastgroup != "hashes" else "text"
        if kind == "word" and match.group() and text[match.start() - 1 : match.start()] == "'":
            kind = "lifetime"
        if kind in ("word", "path", "mark"):
            found.append((match.group(), line))
        line += match.group().count("\n")
    return without_tests(found)


def without_tests(found):
    kept, i = [], 0
    words = [word for word, _ in found]
    test = ["#", "[", "cfg", "(", "test", ")", "]"]
    while i < len(found):
        if words[i : i + len(test)] == test:
            i += len(test)
            depth = 0
            while i < len(found) and not (depth == 0 and words[i] == ";"):
                depth += {"{": 1, "}": -1}.get(words[i], 0)
                if words[i] == "}" and depth == 0:
                    break
                i += 1
            i += 1
        else:
            kept.append(found[i])
            i += 1
    return kept


def trees(words, i, prefix):
    """Yields (path, name, line) of a tree of `use`, and returns the index behind it."""
    found = []
    path = list(prefix)
    while i < len(words):
        word, line = words[i]
        if word == "{":
            i += 1
            while words[i][0] != "}":
                inner, i = trees(words, i, path)
                found += inner
                if words[i][0] == ",":
                    i += 1
            return found, i + 1
        if word == "::":
            i += 1
        elif word == "as":
            found[-1] = (found[-1][0], words[i + 1][0], line)
            i += 2
        elif word in ",};":
            return found, i
        else:
            path = path + [word]
            i += 1
            if words[i][0] != "::":
                full = path[:-1] if word == "self" and len(path) > 1 else path
                found.append((full, full[-1], line))
    return found, i


class Crate:
    def __init__(self, src):
        self.src = src
        self.files = {}  # module path (tuple) -> file
        for folder, _, names in os.walk(src):
            for name in names:
                if name.endswith(".rs"):
                    path = os.path.relpath(os.path.join(folder, name), src)
                    self.files[module_of(path)] = path
        self.words = {m: tokens(open(os.path.join(src, f)).read()) for m, f in self.files.items()}
        self.uses = {}  # module -> [(path, line)]
        self.exports = {}  # module -> {name: path}
        self.globs = {}
        for module in self.files:
            self.scan(module)

    def scan(self, module):
        words = self.words[module]
        uses, exports, globs = [], {}, []
        inner, depth, opened = [], 0, []  # `mod name {` in the file
        i = 0
        while i < len(words):
            word, line = words[i]
            here = module + tuple(inner)
            if word == "mod" and i + 2 < len(words) and words[i + 2][0] == "{":
                inner.append(words[i + 1][0])
                opened.append(depth)
                depth += 1
                i += 3
                continue
            if word == "{":
                depth += 1
            elif word == "}":
                depth -= 1
                if opened and opened[-1] == depth:
                    opened.pop()
                    inner.pop()
            if word == "use":
                public = i > 0 and words[i - 1][0] in ("pub", ")")
                found, i = trees(words, i + 1, [])
                for path, name, at in found:
                    absolute = self.absolute(here, path)
                    if absolute is None:
                        continue
                    if path[-1] == "*":
                        globs.append((here, absolute[:-1]))
                    # A facade names what is elsewhere, for users: it does not use it.
                    if public:
                        exports[here + (name,)] = absolute
                    else:
                        exports.setdefault(here + (name,), absolute)
                    if not public or is_used(words, name):
                        uses.append((absolute, at))
                continue
            is_start = word in ("crate", "super", "self") or here + (word,) in self.files
            if is_start and words[i + 1][0] == "::" and words[i - 1][0] not in ("::", "."):
                path = [word]
                i += 1
                while words[i][0] == "::" and re.match(r"\w", words[i + 1][0]):
                    path.append(words[i + 1][0])
                    i += 2
                absolute = self.absolute(here, path)
                if absolute is not None:
                    uses.append((absolute, line))
                continue
            i += 1
        self.uses[module] = uses
        self.exports.update(exports)
        self.globs.setdefault("all", []).extend(globs)

    def absolute(self, here, path):
        if path[0] == "crate":
            return tuple(path[1:])
        base = list(here)
        rest = list(path)
        if rest[0] not in ("self", "super"):
            return here + tuple(rest) if here + (rest[0],) in self.files else None
        while rest and rest[0] in ("self", "super"):
            if rest[0] == "super":
                base = base[:-1]
            rest = rest[1:]
        return tuple(base + rest)

    def home(self, path, seen=()):
        """Returns the module in whose file the item of a path is defined."""
        if path in self.files:
            return path
        for n in range(len(path), 0, -1):
            head = path[:n]
            if head in self.exports and head not in seen:
                return self.home(self.exports[head] + path[n:], seen + (head,))
            if head in self.files and n < len(path):
                for here, target in self.globs.get("all", []):
                    if here == head and path not in seen and self.defines(target, path[n]):
                        return self.home(target + path[n:], seen + (path,))
                return head
        return ()

    def defines(self, module, name):
        return any(word == name for word, _ in self.words.get(module, []))


def is_used(words, name):
    """Returns whether a name occurs outside of `use`."""
    n, in_use = 0, False
    for word, _ in words:
        in_use = word == "use" or in_use and word != ";"
        n += word == name and not in_use
    return n > 0


def module_of(path):
    parts = path[:-3].split(os.sep)
    if parts[-1] in ("mod", "lib"):
        parts.pop()
    return tuple(parts)


def floors_of(text, heading):
    block = text.split(heading, 1)[1].split("```", 2)[1]
    floors = []
    for line in block.split("\n")[1:]:
        names = line.split("  ")[0].split()
        if names:
            floors.append(names)
    return floors


def floor_of(file, floors):
    best, at = -1, None
    for i, names in enumerate(floors):
        for name in names:
            fits = file.startswith(name) if name.endswith("/") else file == name + ".rs" or file.startswith(name + "/") or file == name
            if fits and len(name) > best:
                best, at = len(name), i
    return at


def cycles(graph):
    """Returns the strongly connected components of more than one file."""
    index, low, stack, on, found = {}, {}, [], set(), []

    def visit(v):
        index[v] = low[v] = len(index)
        stack.append(v)
        on.add(v)
        for w in graph[v]:
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in on:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            component = []
            while True:
                w = stack.pop()
                on.discard(w)
                component.append(w)
                if w == v:
                    break
            if len(component) > 1:
                found.append(sorted(component))

    sys.setrecursionlimit(10000)
    for v in graph:
        if v not in index:
            visit(v)
    return found


def main():
    src, document, heading = sys.argv[1:4]
    crate = Crate(src)
    floors = floors_of(open(document).read(), heading)
    bad = []
    graph = {file: set() for file in crate.files.values()}
    for module, file in sorted(crate.files.items(), key=lambda item: item[1]):
        if os.path.basename(file) == "tests.rs":
            continue
        here = floor_of(file, floors)
        if here is None:
            bad.append(f"{src}/{file}: is on no floor of {document}")
            continue
        for path, line in crate.uses[module]:
            home = crate.home(path)
            target = crate.files.get(home)
            if target in (None, file):
                continue
            graph[file].add(target)
            there = floor_of(target, floors)
            if there is not None and there > here:
                bad.append(f"{src}/{file}:{line}: {'::'.join(path)} is in {target}, below {' '.join(floors[here])}")
    for cycle in cycles(graph):
        if len(cycle) > MAX_CYCLE:
            bad.append(f"{src}: a cycle of {len(cycle)} files: {' '.join(cycle)}")
    print("\n".join(bad), end="\n" if bad else "")
    sys.exit(1 if bad else 0)


main()
