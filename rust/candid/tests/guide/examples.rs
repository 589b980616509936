//! Public functions without an example, found in the source.

/// Returns the public functions of files in `src` that have no example, each as the file and its name. Hidden ones, and those
/// of the crate alone, need none.
pub(crate) fn missing(src: &str, files: &[&str]) -> Vec<String> {
    let mut missing = Vec::new();
    for file in files {
        let source = std::fs::read_to_string(format!("{src}/{file}")).expect("a source file");
        let (mut has_example, mut is_hidden) = (false, false);
        for line in source.lines().map(str::trim) {
            has_example |= line == "/// ```";
            is_hidden |= line.starts_with("#[doc(hidden)]");
            let name = line
                .strip_prefix("pub fn ")
                .or(line.strip_prefix("pub const fn "));
            if let (Some(name), false, false) = (name, has_example, is_hidden) {
                let end = name.find(['<', '(']).unwrap_or(name.len());
                missing.push(format!("{file} {}", &name[..end]));
            }
            if !line.starts_with("///") && !line.starts_with("#[") {
                (has_example, is_hidden) = (false, false);
            }
        }
    }
    missing
}
