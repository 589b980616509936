#!/usr/bin/env python3
"""Draws the figures of report/instructions.md, and writes them into the documents that name them.

    python3 rust/bench/plot.py            writes the pictures, the tables of docs/performance.md and README.md, and figures in texts
    python3 rust/bench/plot.py --check    fails if they are not those of the report

A figure in a text has a comment behind it that says what it is of: two columns of the report, or one and a number, are divided.
The mean ratios of the 22 benchmarks and of the further ones are `mean` and `further mean`.

    takes 3.8<!-- dynamic_small decoding / small_call_warm decoding --> times as much
    takes 21<!-- small_call_cold decoding / 1000 --> thousand instructions
    takes 1.2<!-- vec_nat decoding / vec_nat decoding floor --> times as much as by hand
    takes 50<!-- nns decoding 0.10.39 / nns decoding --> times less than with candid 0.10.39

It is written with as many digits behind the point as it has.
"""

import math
import re
import sys
from pathlib import Path

BENCH = Path(__file__).parent
REPORT = BENCH / "report" / "instructions.md"
ROOT = BENCH.parent.parent
PAGE = ROOT / "docs" / "performance.md"
README = ROOT / "README.md"

# The benchmarks of messages that are the first of their types, and those of later ones.
COLD = {
    "small_call_cold": "the first call in a canister",
    "http_cold": "the first page in a canister",
}
WARM = {
    "small_call_prepared": "the first call after `prepare`, which 0.10.39 lacks",
    "small_call_warm": "the hundredth call",
    "many_methods": "ten calls of each of 24 methods, after a first one",
    "many_clients": "ten calls of each of 24 clients with types of their own, after a first one",
}

# The rows of README.md, of the 22 benchmarks and of others: what it says of each, and the scopes it has.
KNOWN_ROWS = {
    "nns_list_neurons": ("200 wide records", ["decode", "encode"]),
    "nns_list_proposal": ("1,000 wide records", ["decode", "encode"]),
    "result_variant": ("1,000 results", ["decode"]),
    "btreemap": ("1,048,576 texts and numbers", ["decode"]),
    "vec_nat": ("262,144 numbers of any size", ["decode"]),
    "nat_bignum": ("a number of a megabyte", ["decode", "encode"]),
    "vec_nat64": ("2,097,152 numbers", ["decode"]),
    "text": ("2 MiB", ["decode"]),
    "blob": ("2 MiB", ["decode"]),
    "nns": ("an interface of 25 kB and a value", ["parse", "encode", "decode"]),
}
FURTHER_ROWS = {
    "small_call_warm": ("one call like many before it", ["decode", "encode"]),
    "dynamic_small": ("the same with values of types known at run time", ["decode", "encode"]),
    "small_call_cold": ("the first of its kind", ["decode", "encode"]),
    "small_call_prepared": ("the first after `candid::prepare`", ["decode", "encode"]),
    "many_methods": ("ten calls of each of 24 methods", ["decode", "encode"]),
    "market_data trade": ("100,000 trades of fixed size", ["decode"]),
}
SCOPES = {"decode": "Decoding", "encode": "Encoding", "parse": "Parsing"}


def figures(text):
    """Returns for each table of the report its rows: benchmark, scope, ours, theirs, and that of the floor or None."""
    tables = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| Benchmark"):
            tables.append([])
        elif line.startswith("## Sizes"):
            break
        elif line.startswith("|") and tables and re.fullmatch(r"[\d,]+", cells[1]):
            name, scope = re.fullmatch(r"(.*?)(?: \d\. (\w+))?", cells[0]).groups()
            ours, theirs, floor = (int(cell.replace(",", "") or 0) for cell in (cells[1], cells[2], cells[4]))
            tables[-1].append((name, scope, ours, theirs, floor or None))
    if len(tables) != 2:
        sys.exit(f"{REPORT}: {len(tables)} tables of benchmarks, not 2")
    return tables


def figures_of(rows, name, scope):
    """Returns ours, theirs and that of the floor of a scope; None if the report has no such row."""
    return next((row[2:] for row in rows if row[:2] == (name, scope)), None)


def ratios(rows, scope):
    return [(name, theirs / ours) for name, found, ours, theirs, _ in rows if found == scope]


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def picture(title, bars):
    """Returns an SVG: a horizontal bar for each ratio, on a logarithmic scale from 1."""
    left, width, row, top = 170, 470, 18, 44
    height = top + row * len(bars) + 8
    widest = max(2.0, *(ratio for _, ratio in bars))
    scale = width / math.log(widest)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 70} {height}" '
        f'font-family="sans-serif" font-size="12" role="img">',
        f"<title>{title}</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        f'<text x="8" y="20" font-size="14" font-weight="bold" fill="#1f2328">{title}</text>',
    ]
    tick = 1
    while tick <= widest:
        x = left + scale * math.log(tick)
        lines.append(f'<line x1="{x:.1f}" y1="{top - 6}" x2="{x:.1f}" y2="{height - 6}" stroke="#d0d7de"/>')
        lines.append(f'<text x="{x:.1f}" y="{top - 9}" text-anchor="middle" font-size="10" fill="#57606a">{tick}</text>')
        tick *= 2 if widest < 40 else 4
    for i, (name, ratio) in enumerate(bars):
        y = top + row * i
        length = max(1.0, scale * math.log(max(ratio, 1.0)))
        fill = "#8250df" if name.startswith("mean") else "#0969da"
        lines.append(f'<text x="{left - 6}" y="{y + 12}" text-anchor="end" fill="#1f2328">{name}</text>')
        lines.append(f'<rect x="{left}" y="{y + 2}" width="{length:.1f}" height="{row - 5}" fill="{fill}"/>')
        lines.append(f'<text x="{left + length + 5:.1f}" y="{y + 12}" fill="#1f2328">{ratio:.1f}</text>')
    lines.append("</svg>\n")
    return "\n".join(lines)


def table(rows, names=None):
    """Returns a Markdown table of a row for each benchmark, with both scopes."""
    lines = [
        "| benchmark | decoding: ours | 0.10.39 | ratio | encoding: ours | 0.10.39 | ratio |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for name in names or dict.fromkeys(row[0] for row in rows):
        cells = []
        for scope in ["Decoding", "Encoding"]:
            if found := figures_of(rows, name, scope):
                ours, theirs, _ = found
                cells += [f"{ours:,}", f"{theirs:,}", f"{theirs / ours:.1f}"]
        # One benchmark has neither scope.
        if cells:
            label = f"{name}: {names[name]}" if names else name
            lines.append(f"| {label} | " + " | ".join(cells) + " |")
        elif names:
            sys.exit(f"{REPORT}: no benchmark '{name}'")
    return "\n".join(lines)


def millions(value):
    """Returns the number in millions: with three digits, but for more before the point and less behind the fourth."""
    value /= 1e6
    digits = max(0, min(4, 2 - math.floor(math.log10(value))))
    return f"{value:,.{digits}f}"


def short_table(rows, names):
    """Returns a Markdown table of a row for each scope, in millions."""
    lines = [
        "| benchmark, in millions of instructions | | 0.10.39 | this `candid` | |",
        "|---|---|---:|---:|---:|",
    ]
    for name, (what, scopes) in names.items():
        label = f"`{name}`: {what} "
        for scope in scopes:
            ours, theirs, _ = figures_of(rows, name, SCOPES[scope])
            ratio = theirs / ours
            lines.append(f"| {label}| {scope} | {millions(theirs)} | {millions(ours)} | {ratio:.{ratio < 10:d}f} × |")
            label = ""
    return "\n".join(lines)


# All comments that name a scope, and those of them that are understood.
MARK = re.compile(r"<!--(?:(?!-->).)*?\b(?:decoding|encoding|parsing)\b(?:(?!-->).)*?-->", re.S)
COLUMN = r"[\w -]+? (?:decoding|encoding|parsing)(?: floor| 0\.10\.39)?"
MARKED = re.compile(rf"(\d[\d,]*(?:\.\d+)?)(<!-- ({COLUMN})(?: / ({COLUMN}|\d+))? -->)")


def with_figures(path, page, described, further):
    """Returns the text with the figures that its comments ask for."""

    def value(term):
        if term.isdigit():
            return int(term)
        name, scope, column = re.fullmatch(r"(.+) (\w+ing)(.*)", term).groups()
        if name in ("mean", "further mean"):
            return mean([ratio for _, ratio in ratios(further if name == "further mean" else described, scope.capitalize())])
        row = figures_of(described + further, name, scope.capitalize())
        found = row and row[["", " 0.10.39", " floor"].index(column)]
        return found or sys.exit(f"{path}: the report has no figure '{term}'")

    def written(found):
        old, comment, above, below = found.groups()
        n_digits = len(old.partition(".")[2])
        return f"{value(above) / (value(below) if below else 1):,.{n_digits}f}{comment}"

    understood = [found[2] for found in MARKED.finditer(page)]
    if wrong := [mark for mark in MARK.findall(page) if mark not in understood]:
        sys.exit(f"{path}: no figure in front, or not one of the report: {wrong[0]}")
    return MARKED.sub(written, page)


def outputs():
    """Returns the contents of each file to write."""
    described, further = figures(REPORT.read_text())
    result = {}
    for scope in ["Decoding", "Encoding"]:
        bars = sorted(ratios(described, scope), key=lambda bar: -bar[1])
        middle = mean([ratio for _, ratio in bars])
        title = f"{scope}: instructions of candid 0.10.39 divided by ours"
        result[BENCH / "report" / f"{scope.lower()}.svg"] = picture(title, [("mean (geometric)", middle)] + bars)
    bars = [
        (f"{name}, {scope.lower()}", theirs / ours)
        for name in [*COLD, *WARM]
        for scope in ["Encoding", "Decoding"]
        for ours, theirs, _ in [figures_of(further, name, scope)]
    ]
    title = "First calls, then later ones: instructions of candid 0.10.39 divided by ours"
    result[BENCH / "report" / "cold_and_warm.svg"] = picture(title, bars)
    parts = {
        (PAGE, "described"): table(described),
        (PAGE, "cold"): table(further, COLD),
        (PAGE, "warm"): table(further, WARM),
        (README, "known"): short_table(described, KNOWN_ROWS),
        (README, "further"): short_table(further, FURTHER_ROWS),
    }
    for path in sorted(ROOT.glob("*.md")) + sorted(ROOT.glob("docs/*.md")) + [BENCH / "README.md"]:
        page = old = path.read_text()
        for (_, key), text in [part for part in parts.items() if part[0][0] == path]:
            page, n = re.subn(
                rf"(<!-- {key}: made by rust/bench/plot.py -->\n).*?(<!-- end -->)",
                lambda found, text=text: found[1] + text + "\n" + found[2],
                page,
                flags=re.S,
            )
            if n != 1:
                sys.exit(f"{path}: no place for '{key}'")
        page = with_figures(path, page, described, further)
        if page != old:
            result[path] = page
    return result


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    for path, text in outputs().items():
        if not check:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            sys.exit(f"{path} is not that of {REPORT}: python3 rust/bench/plot.py")


main()
