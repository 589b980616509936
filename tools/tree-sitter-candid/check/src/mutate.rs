//! Texts that are almost interfaces, from a fixed seed.

/// Random numbers, the same in each run (xorshift64*).
#[derive(Debug)]
pub struct Rng(u64);

impl Rng {
    /// Returns the numbers of a seed, which must not be 0.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Rng(seed)
    }

    /// Returns a number less than `n`, or 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let random = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(random).unwrap_or(0) % n.max(1)
    }

    /// Returns one of the items.
    pub fn pick<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items.get(self.below(items.len())).copied().unwrap_or("")
    }
}

/// Tokens, parts of tokens, and what is none.
#[rustfmt::skip]
pub const TOKENS: &[&str] = &[
    "{", "}", "(", ")", ";", ",", ":", "=", "->", "-", ">", "=>", "==", "!:", "!=", ".", "+", "/", "*", "#", "'", "\\",
    "type", "import", "service", "import service", "opt", "vec", "record", "variant", "func", "query", "composite_query",
    "oneway", "true", "false", "null", "blob", "principal", "nat", "int8", "float64", "bool", "text", "reserved", "empty",
    "record {", "variant {", "service : {", "-> ()", "type A =", "a :", "\"a\" :", "1 :", "nat :", "query :", "; }",
    "A", "_", "x1", "é", "λx", "nat9", "Nat", "Query", "0", "7", "1_0", "1__", "_1", "00", "0x", "0x_1", "0xfF_", "0Xg",
    "4294967295", "4294967296", "0004_294_967_295", "9999999999", "0xffffffff", "0x1_0000_0000", "0x0000000000ff",
    "1.5", "1.", ".5", "1e3", "1e", "1a", "-1", "+1", "\"\"", "\"a\"", "\"", "\"\\\"", "\"\\n\\t\\'\\\"\\\\\"", "\"\\x\"", "\"\\u{e9}\"",
    "\"\\c3\\a9\"", "\"\\ff\"", "\"/* //\"", "\"é\n\"", "//", "// a\n", "/// a\r\n", "/* a */", "/**/", "/*/", "*/", "/* /* */ */",
    "/* /* */", "\n", "\r", "\r\n", "\t", " ", "\u{a0}", "\u{feff}", "\u{b}", "\u{c}", "\0",
];

/// Splits a text into words, numbers, quoted strings, runs of blanks, and single characters.
#[must_use]
pub fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let len = match first {
            '"' => quoted_len(rest),
            '-' if rest.starts_with("->") => 2,
            c if is_word(c) => prefix_len(rest, is_word),
            c if c.is_whitespace() => prefix_len(rest, char::is_whitespace),
            c => c.len_utf8(),
        };
        let (token, after) = rest.split_at(len);
        tokens.push(token);
        rest = after;
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn prefix_len(text: &str, is: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is(c)).unwrap_or(text.len())
}

fn quoted_len(text: &str) -> usize {
    let mut escaped = true;
    for (idx, c) in text.char_indices() {
        if !escaped && c == '"' {
            return idx + 1;
        }
        escaped = !escaped && c == '\\';
    }
    text.len()
}

/// Changes a text at one place to three.
#[must_use]
pub fn mutate(rng: &mut Rng, text: &str) -> String {
    let mut tokens = tokens(text);
    for _ in 0..=rng.below(3) {
        let at = rng.below(tokens.len());
        match rng.below(7) {
            _ if tokens.is_empty() => tokens.push(rng.pick(TOKENS)),
            0 => drop(tokens.remove(at)),
            1 => tokens.insert(at, rng.pick(TOKENS)),
            2 => tokens[at] = rng.pick(TOKENS),
            3 => {
                let other = rng.below(tokens.len());
                tokens.swap(at, other);
            }
            4 => tokens.insert(at, tokens[at]),
            5 => {
                let other = tokens[rng.below(tokens.len())];
                tokens.insert(at, other);
            }
            // Cuts a token, mostly between two characters.
            _ => {
                let token = tokens[at];
                let cut = rng.below(token.len() + 1);
                tokens[at] = token.get(..cut).unwrap_or(token);
            }
        }
    }
    tokens.concat()
}

/// Returns a few random tokens within a declaration or a service.
#[must_use]
pub fn sequence(rng: &mut Rng) -> String {
    let start = [
        "",
        "type A = ",
        "type A = record {",
        "type A = variant {",
        "type A = func (",
        "type A = service {",
        "type A = func () -> (",
        "type A = func () -> () ",
        "service : {",
        "service : (",
        "service a : ",
        "import ",
        "type A = nat; ",
        "type A = nat ",
    ];
    let start = rng.pick(&start);
    let mut text = start.to_string();
    for _ in 0..rng.below(7) {
        text.push_str(rng.pick(TOKENS));
        text.push_str(rng.pick(&["", " ", " ", "\n"]));
    }
    // Mostly with what closes it.
    for (open, close) in [('{', "}"), ('(', ")")] {
        if start.ends_with(open) && rng.below(8) > 0 {
            text.push_str(close);
        }
    }
    if start.ends_with("service : (") && rng.below(4) > 0 {
        text.push_str(" -> {}");
    }
    text
}

/// Returns an interface with one random text literal.
#[must_use]
pub fn text_literal(rng: &mut Rng) -> String {
    let mut literal = String::new();
    for _ in 0..rng.below(5) {
        match rng.below(8) {
            0 => literal.push_str(rng.pick(&[
                "a", "é", "😀", " ", "\n", "'", "//", "/*", "\0", "\u{feff}", "{", "}",
            ])),
            1 => {
                literal.push('\\');
                literal.push_str(rng.pick(&[
                    "n", "r", "t", "\\", "'", "\"", "x", "u", "0", "N", "é", "\n", "",
                ]));
            }
            2 | 3 => {
                let digits = [
                    "0", "_", "e9", "D7FF", "d800", "DFFF", "E000", "10FFFF", "110000", "1", "f",
                    "ffff", "0_0", "000000", "g", "", " ", "+1", "-",
                ];
                literal.push_str(r"\u{");
                for _ in 0..=rng.below(2) {
                    literal.push_str(rng.pick(&digits));
                }
                literal.push_str(rng.pick(&["}", "}", "}", "}", "}", "}", ""]));
            }
            // Characters in bytes, or almost.
            4 | 5 => {
                let characters = [
                    r"\41",
                    r"\c3\a9",
                    r"\C2\80",
                    r"\df\BF",
                    r"\e0\a0\80",
                    r"\e1\80\80",
                    r"\ed\9f\bf",
                    r"\ee\80\80",
                    r"\f0\90\80\80",
                    r"\f1\80\80\80",
                    r"\f4\8f\bf\bf",
                    r"\c1\80",
                    r"\e0\9f\80",
                    r"\ed\a0\80",
                    r"\f0\8f\80\80",
                    r"\f4\90\80\80",
                    r"\f5\80\80\80",
                    r"\80",
                    r"\ff",
                    r"\c3",
                    r"\e1\80",
                    r"\c3é",
                    r"\c3\u{80}",
                ];
                literal.push_str(rng.pick(&characters));
            }
            _ => {
                for _ in 0..=rng.below(3) {
                    let byte = 0x60 + rng.below(0xa0);
                    literal.push_str(&format!("\\{byte:02x}"));
                }
            }
        }
    }
    format!("import \"{literal}\"")
}

/// Returns an interface with one random field id.
#[must_use]
pub fn field_id(rng: &mut Rng) -> String {
    let mut number = String::new();
    let is_hex = rng.below(3) == 0;
    if is_hex {
        number.push_str(rng.pick(&["0x", "0X"]));
    }
    for _ in 0..rng.below(4) {
        number.push_str(rng.pick(&["0", "0_", "00__"]));
    }
    let digits = match (rng.below(3), is_hex) {
        (0, true) => format!("{:x}", 0xffff_fff0_usize + rng.below(0x20)),
        (0, false) => (4_294_967_280_usize + rng.below(32)).to_string(),
        (1, _) => rng.below(1 << 31).to_string(),
        // Near each prefix of the largest one.
        _ => {
            let largest = "4294967295";
            let (kept, rest) = largest.split_at(rng.below(largest.len()));
            let (next, rest) = rest.split_at(1);
            let next = next.parse::<usize>().unwrap_or(0) + rng.below(3);
            format!(
                "{kept}{}{}",
                next.saturating_sub(1) % 10,
                "9".repeat(rest.len())
            )
        }
    };
    for digit in digits.chars() {
        number.push(digit);
        if rng.below(6) == 0 {
            number.push_str(rng.pick(&["_", "__"]));
        }
    }
    if rng.below(16) == 0 {
        number.push_str(rng.pick(&[".", "e", "_", "x", "1", "0"]));
    }
    format!("type A = variant {{ {number} }}")
}
