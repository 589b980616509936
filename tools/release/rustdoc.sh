#!/usr/bin/env bash
# What Cargo calls in place of rustdoc to build the pages as docs.rs does (`ci.sh docs` says so). What shows the features that
# items need is unstable: docs.rs has a nightly compiler, and the stable one accepts it in the crates that this variable
# names. As a variable of Cargo it would reach build scripts, too, and half of all dependencies would be compiled anew.
RUSTC_BOOTSTRAP=candid,candid_parser exec rustdoc "$@"
