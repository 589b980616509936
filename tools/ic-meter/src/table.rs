//! Tables in Markdown that are also readable as plain text.

/// Returns a table: the first row is its header, the first column is text and the others are numbers.
#[must_use]
pub fn render(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or(0)
            .max(4)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for (i, row) in rows.iter().enumerate() {
        for (column, width) in widths.iter().enumerate() {
            let cell = row.get(column).map_or("", String::as_str);
            let padding = " ".repeat(width - cell.chars().count());
            text.push_str(&if column == 0 {
                format!("| {cell}{padding} ")
            } else {
                format!("| {padding}{cell} ")
            });
        }
        text.push_str("|\n");
        if i == 0 {
            for (column, width) in widths.iter().enumerate() {
                let dashes = "-".repeat(width - 1);
                text.push_str(&if column == 0 {
                    format!("| :{dashes} ")
                } else {
                    format!("| {dashes}: ")
                });
            }
            text.push_str("|\n");
        }
    }
    text
}

/// Returns a number with its digits in groups of three.
#[must_use]
pub fn grouped(value: u64) -> String {
    candid::utils::pp_num_str(&value.to_string()).replace('_', ",")
}

/// Splits a scope's name from the kind of measurement: `trade 1. Encoding` is `trade` and `1. Encoding`.
#[must_use]
pub fn split_scope(scope: &str) -> (&str, &str) {
    for what in ["0. Parsing", "1. Encoding", "2. Decoding"] {
        if let Some(rest) = scope.strip_suffix(what) {
            return (rest.trim_end(), &scope[scope.len() - what.len()..]);
        }
    }
    (scope, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_needed() {
        let rows = [
            ["name", "figure"],
            ["a longer name", "1"],
            ["b", "1,234,567"],
        ];
        let rows = rows.map(|row| row.map(String::from).to_vec());
        let expected = "\
| name          |    figure |
| :------------ | --------: |
| a longer name |         1 |
| b             | 1,234,567 |
";
        assert_eq!(render(&rows), expected);
    }

    #[test]
    fn groups() {
        let rows = [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_234_567, "1,234,567"),
        ];
        for (value, expected) in rows {
            assert_eq!(grouped(value), expected);
        }
    }

    #[test]
    fn scopes() {
        let rows = [
            ("1. Encoding", ("", "1. Encoding")),
            ("trade 2. Decoding", ("trade", "2. Decoding")),
            ("other", ("other", "")),
        ];
        for (scope, expected) in rows {
            assert_eq!(split_scope(scope), expected);
        }
    }
}
