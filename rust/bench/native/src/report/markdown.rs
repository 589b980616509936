//! The report as tables.

use super::{CodecReport, Report, ShapeReport};
use crate::codecs::{INCUMBENT, OURS, OURS_ANEW};
use std::fmt::{Result, Write};

pub(super) fn print(report: &Report) -> String {
    let mut out = String::new();
    // A string takes all that is written.
    let _ = write_report(&mut out, report);
    out
}

fn write_report(out: &mut String, report: &Report) -> Result {
    let provenance = &report.provenance;
    writeln!(out, "# Throughput and allocations\n")?;
    writeln!(
        out,
        "Made by `bash rust/bench/native.sh`; the figures are those of one machine and one run.\n"
    )?;
    writeln!(out, "| | |\n|---|---|")?;
    for (name, value) in provenance.rows() {
        writeln!(out, "| {name} | {value} |")?;
    }
    writeln!(out, "| size (`--n`) | {} |\n", grouped(report.n.into()))?;
    writeln!(
        out,
        "GB/s are 10⁹ bytes **of the Candid message** in a second, for every codec, so that they compare: \
         twice the figure is half the time. `bytes` are what the codec's own message takes. \
         Encoding goes into a buffer that has room; `{INCUMBENT}` cannot, it makes a new vector, \
         so beside it stands what ours takes to do the same (`{OURS_ANEW}`). A \
         decoded value is dropped outside the measured time. `×` is the median \
         beside that of `{INCUMBENT}`: more is faster. Allocations are those of one message of the \
         shape at `--n 1000`: encoding into a new vector, into one that has room, decoding.\n\n\
         ![Median throughput by shape and codec](throughput.svg)\n"
    )?;
    write_summary(out, report)?;
    for shape in &report.shapes {
        write_shape(out, shape)?;
    }
    Ok(())
}

/// One line a shape: how ours compares.
fn write_summary(out: &mut String, report: &Report) -> Result {
    writeln!(out, "## Beside `{INCUMBENT}`\n")?;
    writeln!(
        out,
        "| shape | encode, a new vector each time | encode, into a buffer that has room | decode |\n\
         |---|---:|---:|---:|"
    )?;
    for shape in &report.shapes {
        let named = |name: &str| shape.codecs.iter().find(|codec| codec.codec == name);
        let (Some(ours), Some(anew), Some(theirs)) =
            (named(OURS), named(OURS_ANEW), named(INCUMBENT))
        else {
            continue;
        };
        writeln!(
            out,
            "| {} | {} × | {} × | {} × |",
            shape.name,
            figure(anew.encode.median / theirs.encode.median),
            figure(ours.encode.median / theirs.encode.median),
            figure(ours.decode.median / theirs.decode.median)
        )?;
    }
    writeln!(out)
}

fn write_shape(out: &mut String, shape: &ShapeReport) -> Result {
    writeln!(
        out,
        "## {}\n\n{} × {}, {} bytes of Candid.\n",
        shape.name,
        grouped(shape.records),
        shape.record,
        grouped(shape.candid_bytes)
    )?;
    writeln!(
        out,
        "| codec | bytes | encode GB/s: median (min to peak) | {0}/s | × | decode GB/s: median (min to peak) | {0}/s | × | allocations: new, again, decode |",
        shape.record
    )?;
    writeln!(out, "|---|---:|---:|---:|---:|---:|---:|---:|---:|")?;
    let theirs = shape.codecs.iter().find(|codec| codec.codec == INCUMBENT);
    for codec in &shape.codecs {
        write_codec(out, codec, theirs)?;
    }
    writeln!(out)
}

fn write_codec(out: &mut String, codec: &CodecReport, theirs: Option<&CodecReport>) -> Result {
    write!(out, "| {} | {} ", codec.codec, grouped(codec.bytes))?;
    let rates = [
        (codec.encode, theirs.map(|theirs| theirs.encode)),
        (codec.decode, theirs.map(|theirs| theirs.decode)),
    ];
    for (own, theirs) in rates {
        let ratio = theirs.map_or(f64::NAN, |theirs| own.median / theirs.median);
        write!(
            out,
            "| **{}** ({} to {}) | {} | {} ",
            figure(own.median),
            figure(own.min),
            figure(own.peak),
            quantity(own.records),
            figure(ratio)
        )?;
    }
    match codec.allocations {
        Some(counts) => writeln!(
            out,
            "| {}, {}, {} |",
            grouped(counts.encode),
            grouped(counts.encode_again),
            grouped(counts.decode)
        ),
        None => writeln!(out, "| |"),
    }
}

/// Three digits that matter.
pub(super) fn figure(value: f64) -> String {
    match value {
        v if !v.is_finite() => "–".into(),
        v if v >= 99.95 => format!("{v:.0}"),
        v if v >= 9.995 => format!("{v:.1}"),
        v if v >= 0.1 => format!("{v:.2}"),
        v if v >= 0.01 => format!("{v:.3}"),
        v => format!("{v:.4}"),
    }
}

/// A number of records, in thousands and millions.
fn quantity(value: f64) -> String {
    match value {
        v if v >= 1e9 => format!("{} G", figure(v / 1e9)),
        v if v >= 1e6 => format!("{} M", figure(v / 1e6)),
        v if v >= 1e3 => format!("{} k", figure(v / 1e3)),
        v => figure(v),
    }
}

/// A whole number, in groups of three digits.
fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{figure, grouped, quantity};

    #[test]
    fn numbers() {
        let figures = [0.00123, 0.0456, 0.123, 1.234, 9.999, 12.34, 99.99, 1234.5].map(figure);
        let expected = [
            "0.0012", "0.046", "0.12", "1.23", "10.0", "12.3", "100", "1234",
        ];
        assert_eq!(figures, expected);
        assert_eq!(figure(f64::NAN), "–");
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(grouped),
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!(
            [12.0, 1.5e3, 2.5e6, 3e9].map(quantity),
            ["12.0", "1.50 k", "2.50 M", "3.00 G"]
        );
    }
}
