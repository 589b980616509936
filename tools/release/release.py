#!/usr/bin/env python3
"""Checks what releases consist of, in the root of the repository.

`release.py check` compares files that must agree; `release.py address` checks that the manifests have the address of a
repository; `release.py tag TAG ADDRESS` checks that a tag may be released from the repository at that address;
`release.py notes TAG` prints the section of CHANGELOG.md for it.
"""

import filecmp
import os
import re
import subprocess
import sys
import tomllib
import urllib.parse

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
# How docs.rs builds the pages: `docsrs` shows which feature an item needs. `ci.sh docs` builds the same. It builds none of
# programs without a library, and shows their README instead.
DOCS_RS = {"all-features": True, "rustdoc-args": ["--cfg", "docsrs"]}
# Top-level domains that nobody can have: RFC 2606.
RESERVED = {"example", "invalid", "localhost", "test"}


def manifest(path):
    with open(path + "/Cargo.toml", "rb") as file:
        return tomllib.load(file)


def text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def version(crate):
    found = manifest(CRATES[crate])["package"]["version"]
    return found if isinstance(found, str) else manifest(".")["workspace"]["package"]["version"]


def inherited(package, key):
    """Returns the value of a key of a package, which may be that of the workspace."""
    found = package.get(key)
    return manifest(".")["workspace"]["package"].get(key) if found == {"workspace": True} else found


def check_manifest(crate, path, package, files):
    """Returns what is wrong with the manifest of a published crate in a folder of these files."""
    wrong = []
    for key in REQUIRED:
        if not inherited(package, key):
            wrong.append(f"{path}/Cargo.toml: has no {key}")
    # That is in one place, which the first release sets.
    if package.get("repository") != {"workspace": True}:
        wrong.append(f"{path}/Cargo.toml: the repository is not that of the workspace")
    has_library = "src/lib.rs" in files
    page = f"https://docs.rs/{crate}" if has_library else f"https://docs.rs/crate/{crate}"
    if "documentation" in package and package["documentation"] != page:
        wrong.append(f"{path}/Cargo.toml: the documentation is not {page}")
    for name in {package.get("readme"), "README.md", "LICENSE"} - {None}:
        if name not in files:
            wrong.append(f"{path}/{name}: is missing")
    # What crates.io accepts.
    keywords, categories = (inherited(package, key) or [] for key in ("keywords", "categories"))
    is_keyword = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+-]{0,19}").fullmatch
    if len(keywords) > 5 or not all(is_keyword(word) for word in keywords) or len(categories) > 5:
        wrong.append(f"{path}/Cargo.toml: crates.io takes five keywords of 20 letters and five categories at most")
    if has_library and package.get("metadata", {}).get("docs", {}).get("rs") != DOCS_RS:
        wrong.append(f"{path}/Cargo.toml: package.metadata.docs.rs is not {DOCS_RS}")
    return wrong


def files_of(path):
    """Returns the files of a crate that `check_manifest` asks for."""
    return {name for name in ["README.md", "LICENSE", "src/lib.rs"] if os.path.isfile(f"{path}/{name}")}


def check_crates():
    """Returns what is wrong with the manifests and the files of the published crates."""
    wrong = []
    before = []
    for crate, path in CRATES.items():
        declared = manifest(path)
        wrong += check_manifest(crate, path, declared["package"], files_of(path))
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


def address_of(url):
    """Returns the address of a repository in the form that manifests have, of a URL that git accepts."""
    url = re.sub(r"^(?:ssh://)?git@([^:/]+)[:/]", r"https://\1/", url.strip())
    return url.rstrip("/").removesuffix(".git")


def check_address(declared, origin):
    """Returns why crates with this address may not be published, from a checkout of the repository `origin`, if it is known."""
    parts = urllib.parse.urlsplit(declared)
    domain = (parts.hostname or "").rpartition(".")
    if parts.scheme != "https" or not domain[0] or not parts.path.strip("/"):
        return [f"Cargo.toml: the repository is {declared}, expected https://…/…"]
    if domain[2] in RESERVED:
        line = next((n for n, line in enumerate(text("Cargo.toml").splitlines(), 1) if declared in line), 0)
        return [f"Cargo.toml:{line}: the repository is {declared}, a placeholder, and what is published cannot be changed: "
                "set `repository` there to the address of this repository, such as https://github.com/OWNER/NAME; all published "
                "crates inherit it, and CONTRIBUTING.md (Releases) has the next steps"]
    if origin and address_of(origin) != declared:
        return [f"Cargo.toml: the repository is {declared}, and the remote origin is {origin.strip()}"]
    return []


def origin():
    """Returns the URL of the remote from which the repository was cloned, if it is another machine."""
    found = subprocess.run(["git", "remote", "get-url", "origin"], capture_output=True, text=True, check=False).stdout
    return found if found.startswith(("https://", "ssh://", "git@")) else ""


def check_itself():
    """The rules find what they are for."""
    good = "https://code.example.org/owner/name"
    for declared, remote, is_good in [
        (good, "", True), (good, good + ".git\n", True), (good, "git@code.example.org:owner/name.git", True),
        (good, "ssh://git@code.example.org/owner/name", True), (good, "https://code.example.org/fork/name", False),
        ("https://candid.example/repository", "", False), ("http://code.example.org/owner/name", "", False),
        ("https://code.example.org/", "", False), ("https://localhost/name", "", False), ("", "", False),
    ]:
        assert (check_address(declared, remote) == []) == is_good, (declared, remote)
    package = {key: "x" for key in REQUIRED}
    package |= {"repository": {"workspace": True}, "documentation": "https://docs.rs/a", "readme": "README.md",
                "keywords": ["one"], "categories": ["encoding"], "metadata": {"docs": {"rs": DOCS_RS}}}
    files = {"README.md", "LICENSE", "src/lib.rs"}
    assert check_manifest("a", "a", package, files) == []
    for key in REQUIRED:
        without = {name: value for name, value in package.items() if name != key}
        assert check_manifest("a", "a", without, files), key
    for name in ["README.md", "LICENSE"]:
        assert check_manifest("a", "a", package, files - {name}), name
    for key, value in [("repository", good), ("documentation", "https://docs.rs/b"), ("keywords", ["a b"]),
                       ("keywords", list("abcdef")), ("metadata", {}), ("metadata", {"docs": {"rs": {"all-features": True}}})]:
        assert check_manifest("a", "a", package | {key: value}, files), (key, value)
    program = package | {"metadata": {}, "documentation": "https://docs.rs/crate/a"}
    assert check_manifest("a", "a", program, files - {"src/lib.rs"}) == []
    assert check_manifest("a", "a", program | {"documentation": "https://docs.rs/a"}, files - {"src/lib.rs"})


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
    return wrong + check_address(manifest(".")["workspace"]["package"]["repository"], address)


def main(arguments):
    check_itself()
    match arguments:
        case ["check"]:
            wrong = check_crates() + check_binstall() + check_rust()
        case ["address"]:
            wrong = check_address(manifest(".")["workspace"]["package"]["repository"], origin())
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
