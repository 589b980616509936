//! The laws on files.

use super::{check, check_streams};
use crate::format::{format, format_test, Options};
use std::path::{Path, PathBuf};

/// Returns the files with the given ending in a folder and those in it.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in folder.read_dir().into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found
}

#[test]
fn files_keep_their_tokens_and_comments() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut n = 0;
    for folder in [
        "tests",
        "../../tools/didc/tests/data",
        "../../../shared/did",
    ] {
        for path in files(&here.join(folder), ".did") {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            if path.to_string_lossy().ends_with(".test.did")
                || format(&text, &Options::default()).is_err()
            {
                continue;
            }
            for width in [30, 80] {
                check(&text, &Options::default().width(width));
            }
            let text = text.replace("\r\n", "\n");
            let crlf = text.replace('\n', "\r\n");
            let formatted = check(&crlf, &Options::default());
            assert_eq!(
                formatted.matches('\n').count(),
                formatted.matches("\r\n").count()
            );
            assert_eq!(
                formatted.replace("\r\n", "\n"),
                check(&text, &Options::default())
            );
            n += 1;
        }
    }
    assert!(n > 20, "{n} files");
    n = 0;
    for path in files(&here.join("../../spec/test"), ".test.did") {
        let text = std::fs::read_to_string(&path).unwrap();
        let formatted = format_test(&text, &Options::default()).unwrap();
        assert_eq!(
            format_test(&formatted, &Options::default()).unwrap(),
            formatted
        );
        check_streams(&text, &formatted);
        n += 1;
    }
    assert!(n > 3, "{n} files of assertions");
}
