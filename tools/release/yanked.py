#!/usr/bin/env python3
"""Checks that no lock file has a version that was yanked: withdrawn by its authors, mostly for a vulnerability or a bug.

`yanked.py` checks all lock files of the repository, `yanked.py FILE…` these. Cargo resolves a package that requires each locked
version exactly, which it refuses if one is yanked. This asks the registry's index and nothing else: no database of
vulnerabilities, which is a git repository, and no file of a crate.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"
YANKED = re.compile(r'for the requirement `(\S+) = "=([^"]+)"`.*\n +version \S+ is yanked')
FIXTURE = "tools/release/fixtures/yanked.lock"


def locked(lock):
    """Returns the packages of a lock file that are from the registry, as pairs of name and version."""
    packages = tomllib.loads(lock).get("package", [])
    return [(package["name"], package["version"]) for package in packages if package.get("source") == REGISTRY]


def manifest(packages):
    """Returns the manifest of a package that requires these versions, of which one name may have several."""
    lines = ["[package]", 'name = "requires-locked-versions"', 'version = "0.0.0"', "[workspace]", "[dependencies]"]
    for i, (name, version) in enumerate(packages):
        # Requirements have no build metadata.
        exact = version.partition("+")[0]
        lines.append(f'd{i} = {{ package = "{name}", version = "={exact}", default-features = false }}')
    return "\n".join(lines) + "\n"


def first_yanked(output):
    """Returns the package that Cargo has refused as yanked, if that is what it says."""
    found = YANKED.search(output)
    return found.groups() if found else None


def yanked(packages):
    """Returns those that are yanked."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "src").mkdir()
        (pathlib.Path(folder) / "src/lib.rs").touch()
        # Cargo stops at the first.
        while packages:
            (pathlib.Path(folder) / "Cargo.toml").write_text(manifest(packages), encoding="utf-8")
            command = ["cargo", "generate-lockfile", "--manifest-path", f"{folder}/Cargo.toml"]
            run = subprocess.run(command, capture_output=True, text=True, check=False)
            if run.returncode == 0:
                break
            first = first_yanked(run.stderr)
            left = [(name, version) for name, version in packages if (name, version.partition("+")[0]) != first]
            if first is None or len(left) == len(packages):
                sys.exit(f"yanked.py: cargo says something else than what is yanked:\n{run.stderr}")
            found += [package for package in packages if package not in left]
            packages = left
    return found


def check_itself():
    """The rules find what they are for: a version that is yanked for good, and one beside it that is not."""
    output = """error: failed to select a version for the requirement `a-b = "=1.2.3"`\n  version 1.2.3 is yanked\nlocation"""
    assert first_yanked(output) == ("a-b", "1.2.3")
    assert first_yanked(output.replace("is yanked", "requires Rust 2")) is None
    packages = locked(pathlib.Path(FIXTURE).read_text(encoding="utf-8"))
    assert packages == [("bytes", "1.10.0"), ("url", "2.5.3"), ("wasi", "0.14.2+wasi-0.2.4")], packages
    assert yanked(packages) == [("url", "2.5.3")]


def main(files):
    check_itself()
    if not files:
        listed = subprocess.run(["git", "ls-files", "*Cargo.lock"], capture_output=True, text=True, check=True).stdout
        files = listed.splitlines()
    is_bad = False
    for file in files:
        packages = locked(pathlib.Path(file).read_text(encoding="utf-8"))
        found = yanked(packages)
        for name, version in found:
            print(f"{file}: {name} {version} is yanked: cargo update -p {name}@{version}")
        is_bad |= bool(found)
        print(f"{file}: {len(packages)} versions, {len(found)} yanked")
    return is_bad


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
