#!/usr/bin/env python3
"""Checks what releases consist of, in the root of the repository.

`release.py check` compares files that must agree; `release.py tag TAG ADDRESS` checks that a tag may be released from the
repository at that address; `release.py notes TAG` prints the section of CHANGELOG.md for it.
"""

import filecmp
import re
import subprocess
import sys
import tomllib

# The published crates, in the order in which they are published: each depends only on those before it.
CRATES = {
    "candid_wire": "rust/candid_wire",
    "candid_derive": "rust/candid_derive",
    "candid": "rust/candid",
    "candid_parser": "rust/candid_parser",
    "didc": "tools/didc",
}
WORKFLOW = ".github/workflows/release.yml"
REQUIRED = ["description", "documentation", "repository", "readme", "keywords", "categories", "license", "rust-version"]
# Programs have no page on docs.rs.
NOT_REQUIRED = {"didc": ["documentation"]}


def manifest(path):
    with open(path + "/Cargo.toml", "rb") as file:
        return tomllib.load(file)


def text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def version(crate):
    found = manifest(CRATES[crate])["package"]["version"]
    return found if isinstance(found, str) else manifest(".")["workspace"]["package"]["version"]


def check_crates():
    """Returns what is wrong with the manifests and the files of the published crates."""
    wrong = []
    before = []
    for crate, path in CRATES.items():
        declared = manifest(path)
        package = declared["package"]
        for key in REQUIRED:
            if key not in package and key not in NOT_REQUIRED.get(crate, []):
                wrong.append(f"{path}/Cargo.toml: has no {key}")
        try:
            if not filecmp.cmp("LICENSE", path + "/LICENSE", shallow=False):
                wrong.append(f"{path}/LICENSE: differs from LICENSE")
        except OSError:
            wrong.append(f"{path}/LICENSE: is missing; copy LICENSE")
        for name in declared["dependencies"]:
            if name in CRATES and name not in before:
                wrong.append(f"{crate} is published before {name}, which it depends on")
        before.append(crate)
    published = set()
    for path in manifest(".")["workspace"]["members"]:
        package = manifest(path)["package"]
        if package.get("publish") is not False:
            published.add(package["name"])
    if published != set(CRATES):
        wrong.append(f"without `publish = false`: {sorted(published)}; release.py publishes {sorted(CRATES)}")
    root = manifest(".")["workspace"]
    for crate in CRATES:
        required = root["dependencies"].get(crate, {}).get("version", version(crate)).lstrip("=")
        if required != version(crate):
            wrong.append(f"Cargo.toml: {crate} {required} is required, and its version is {version(crate)}")
    return wrong


def check_binstall():
    """Returns where the metadata of `cargo binstall` names files that the workflow does not make."""
    wrong = []
    built = set(re.findall(r"^ *- target: (\S+)$", text(WORKFLOW), re.M))
    made = {f"didc-{target}" + (".zip" if "-windows-" in target else ".tar.gz") for target in built}
    metadata = manifest(CRATES["didc"])["package"]["metadata"]["binstall"]
    overrides = metadata["overrides"]
    expected_formats = {".zip": "zip", ".tar.gz": "tgz"}
    found = set()
    for target in sorted(built | set(overrides)):
        merged = {**metadata, **overrides.get(target, {})}
        url, folder = (merged[key].replace("{ target }", target) for key in ("pkg-url", "bin-dir"))
        start, file = url.rsplit("/", 1)
        if start != "{ repo }/releases/download/didc-v{ version }":
            wrong.append(f"binstall, {target}: {start} is not where releases are")
        if file not in made:
            wrong.append(f"binstall, {target}: {WORKFLOW} does not make {file}")
        found.add(file)
        suffix = next((suffix for suffix in expected_formats if file.endswith(suffix)), None)
        if merged["pkg-fmt"] != expected_formats.get(suffix):
            wrong.append(f"binstall, {target}: the format of {file} is not {merged['pkg-fmt']}")
        if suffix and folder != file.removesuffix(suffix) + "/{ bin }{ binary-ext }":
            wrong.append(f"binstall, {target}: the program in {file} is not {folder}")
    known = subprocess.run(["rustc", "--print", "target-list"], capture_output=True, text=True, check=True).stdout.split()
    for target in sorted((built | set(overrides)) - set(known)):
        wrong.append(f"{WORKFLOW}, binstall: {target} is not a target of rustc")
    if not built or made - found:
        wrong.append(f"binstall: {WORKFLOW} makes {sorted(made - found)}, which nothing names")
    return wrong


def check_rust():
    """Returns the workflows that install another Rust than the declared one."""
    declared = manifest(".")["workspace"]["package"]["rust-version"]
    wrong = []
    for name in ["ci", "night"]:
        path = f".github/workflows/{name}.yml"
        found = re.findall(r"rustup toolchain install (\d+\.\d+)", text(path))
        if found != [declared]:
            wrong.append(f"{path}: installs Rust {found}, and Cargo.toml declares {declared}")
    return wrong


def parse_tag(tag):
    crate, _, number = tag.rpartition("-v")
    if crate not in CRATES:
        sys.exit(f"{tag}: expected a tag such as didc-v0.6.100")
    return crate, number


def notes(tag):
    """Returns the section of the changelog whose heading has the crate and version, or None."""
    crate, number = parse_tag(tag)
    for section in re.split(r"^## ", text("CHANGELOG.md"), flags=re.M)[1:]:
        heading, _, body = section.partition("\n")
        if f"{crate} {number}" in re.split(r", | \(", heading.removesuffix(")")):
            return body.strip()
    return None


def check_tag(tag, address):
    """Returns why the tag may not be released from the repository at the address."""
    crate, number = parse_tag(tag)
    wrong = []
    if number != version(crate):
        wrong.append(f"{tag}: the version of {crate} is {version(crate)}")
    if not notes(tag):
        wrong.append(f"CHANGELOG.md: no section for {crate} {number}")
    declared = manifest(".")["workspace"]["package"]["repository"]
    if declared != address:
        wrong.append(f"Cargo.toml: the repository is {declared}, and this is {address}")
    return wrong


def main(arguments):
    match arguments:
        case ["check"]:
            wrong = check_crates() + check_binstall() + check_rust()
        case ["tag", tag, address]:
            wrong = check_tag(tag, address)
        case ["notes", tag]:
            found = notes(tag)
            print(found or "")
            wrong = [] if found else [f"CHANGELOG.md: no section for {tag}"]
        case _:
            sys.exit(__doc__)
    for line in wrong:
        print(line, file=sys.stderr)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
