//! A program with two versions of one crate; see its test.
