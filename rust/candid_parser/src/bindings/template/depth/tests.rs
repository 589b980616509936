//! Depths that are counted, chains that are refused, and places.

use super::{check, MAX};
use crate::bindings::template::render;
use crate::check::{self, Memory};
use std::path::Path;

#[test]
fn depths() {
    let rows = [
        ("", 0),
        ("text { } {a", 0),
        ("{{ a }}{{ b }}", 0),
        ("{{ a|f|g }}{{ a.b }}", 2),
        ("{{ 'a|b|c\\'|' }}", 0),
        ("{{ [a|b, c|d|e, 5] }}", 3),
        ("{{ [a|b|c, d]|e }}", 4),
        ("{{ a(b, c|d)|e }}", 3),
        ("{% if not a and b %}{% endif %}", 3),
        (
            "{% if a %}{% elif b %}{% elif c.d %}{% endif %}{{ a.b }}",
            3,
        ),
        (
            "{% if a %}{% elif b %}{% if c %}{% elif d %}{% endif %}{% endif %}",
            2,
        ),
        ("{# a|b|c {{ #}{{ a }}", 0),
        ("{#-#}{{ a.b }}", 1),
        ("{%- raw -%}{{ a|b }}{%+ endraw +%}{{ a }}", 0),
        ("{% raw %}{% endraw }}{% a.b %}{% endraw %}", 0),
        ("{{ {'a': {}} }}{{ a.b }}", 2),
        ("{{ a %}}", 1),
        ("{{- a -}}{%- set b = 1 -%}", 1),
        ("{{ 1e5if 1else 1 }}", 2),
        ("{{ é }}", 2),
        ("{{ a ** b // c == d != e <= f >= g }}", 6),
        ("{{ a < b > c * d / e - f ~ g }}", 6),
        // What ends in the middle.
        ("{{ a|b", 1),
        ("{{ 'a", 0),
        ("{# a", 0),
        ("{% raw %}{{ a|b }}", 0),
        ("{{ ) }} a.b", 1),
        ("{%", 0),
        ("{", 0),
    ];
    for (source, expected) in rows {
        let bounded = check("name", source).expect(source);
        assert_eq!(bounded.n_operators, expected, "{source}");
        assert_eq!(bounded.source, source);
    }
}

/// Every kind of chain is compiled up to the limit, and refused above it.
#[test]
fn chains() {
    let rows = [
        ("{{ 'a'", "|upper", " }}", 1),
        ("{{ {}", ".a", " is defined }}", 2),
        ("{{ {}", "[0]", " }}", 1),
        ("{{ range", "()", " }}", 1),
        ("{{ 1", " is defined", " }}", 1),
        ("{{ 1", " is not defined", " }}", 2),
        ("{{ ", "not ", "1 }}", 1),
        ("{{ ", "- ", "1 }}", 1),
        ("{{ 1", "+1", " }}", 1),
        ("{{ 1", "**1", " }}", 1),
        ("{{ 1", "//1", " }}", 1),
        ("{{ 1", "==1", " }}", 1),
        ("{{ 1", "~1", " }}", 1),
        ("{{ 1", "<1", " }}", 1),
        ("{{ 1", " and 1", " }}", 1),
        ("{{ ", "1 if 0 else ", "1 }}", 2),
        ("{{ ", "1if 1e5else ", "1 }}", 2),
        ("{{ 1", " if 1", " }}", 1),
        ("{% filter upper", "|upper", " %}{% endfilter %}", 1),
        ("{% if 0 %}", "{% elif 0 %}", "{% endif %}", 1),
    ];
    let checked = check::text(&Memory::default(), Path::new("a.did"), "").expect("it is valid");
    let rendered = |source: &str| {
        let (env, actor, prog) = (&checked.env, &checked.actor, &checked.prog);
        let text = render("name", source, env, actor, prog, &Default::default());
        text.map_err(|error| error.to_string())
    };
    for (start, part, end, weight) in rows {
        let of = |n: usize| format!("{start}{}{end}", part.repeat(n));
        // Whether it has a value does not matter.
        let all_but = MAX / weight - 4;
        if let Err(error) = rendered(&of(all_but)) {
            assert!(!error.contains("more than"), "{part}: {error}");
        }
        for n in [MAX + 1, 50_000] {
            let error = rendered(&of(n)).expect_err(part);
            let expected = match part.contains("elif") {
                true => ": more than 1000 elif",
                false => ": more than 1000 operators in an expression",
            };
            assert!(error.ends_with(expected), "{part}: {error}");
        }
    }
    let lines = format!("a\n{{{{ a\n{}", "\n.a".repeat(MAX + 1));
    let error = check("name", &lines).err().expect("it is too long");
    assert!(error.to_string().starts_with("name:1004:2: "), "{error}");
    // Places are those of what was given, whatever was put around expressions.
    let source = "{% set a.b = c, d %}{% set e.f = g %}{{ h }}";
    let bounded = check("name", source).expect("valid");
    for name in ["a", "c", "d", "g", "h }}"] {
        let at = bounded.source.find(name).expect(name);
        let given = bounded.given(at..at + name.len());
        assert_eq!(source.get(given), Some(name), "{name}");
    }
    // Length is no depth.
    let list = "'a', b|f(1, 2), ".repeat(50_000);
    let bounded = check("name", &format!("{{{{ [{list}] }}}}")).expect("valid");
    assert_eq!(bounded.n_operators, 3);
}
