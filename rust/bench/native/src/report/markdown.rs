//! The report as tables.

use super::{CodecReport, Report, ShapeReport};
use crate::codecs::{INCUMBENT, OURS};
use crate::measure::Throughput;
use crate::threads::{Scaling, THREADS};
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
         Encoding goes into new vectors, or again into one that has room; `{INCUMBENT}` cannot do the latter, and makes \
         a new one. Encoded messages and decoded values are dropped outside the measured time. `×` is the median \
         beside that of `{INCUMBENT}`: more is faster. Allocations are those of one message of the \
         shape at `--n 1000`: encoding into a new vector, into one that has room, decoding.\n\n\
         ![Median throughput by shape and codec](throughput.svg)\n"
    )?;
    write_summary(out, report)?;
    for shape in &report.shapes {
        write_shape(out, shape)?;
    }
    if report.threads.is_empty() {
        return Ok(());
    }
    write_threads(out, &report.threads)
}

/// One line a shape: how ours compares with the published implementation, and with the fastest other codec.
fn write_summary(out: &mut String, report: &Report) -> Result {
    writeln!(out, "## Beside the others\n")?;
    writeln!(
        out,
        "Time of `{OURS}` divided by that of `{INCUMBENT}`, and by that of the fastest other format: less than 1 is \
         faster.\n"
    )?;
    writeln!(
        out,
        "| shape | encode | again | decode | encode, fastest other | decode, fastest other |\n\
         |---|---:|---:|---:|---:|---:|"
    )?;
    for shape in &report.shapes {
        let named = |name: &str| shape.codecs.iter().find(|codec| codec.codec == name);
        let (Some(ours), Some(theirs)) = (named(OURS), named(INCUMBENT)) else {
            continue;
        };
        type Of = fn(&CodecReport) -> Throughput;
        let time = |of: Of, other: &CodecReport| figure(of(other).median / of(ours).median);
        let fastest = |of: Of| {
            let others = shape.codecs.iter();
            let others = others.filter(|codec| ![OURS, INCUMBENT].contains(&codec.codec));
            let best = others.max_by(|a, b| of(a).median.total_cmp(&of(b).median));
            best.map_or_else(String::new, |best| {
                format!("{}: {}", best.codec, time(of, best))
            })
        };
        writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} |",
            shape.name,
            time(|codec| codec.encode, theirs),
            time(|codec| codec.encode_again, theirs),
            time(|codec| codec.decode, theirs),
            fastest(|codec| codec.encode),
            fastest(|codec| codec.decode),
        )?;
    }
    writeln!(out)
}

/// One line a message and codec.
fn write_threads(out: &mut String, all: &[Scaling]) -> Result {
    writeln!(out, "## Threads\n")?;
    writeln!(
        out,
        "Messages of one type decoded per second by all threads together, and that beside one thread.\n"
    )?;
    write!(out, "| message | codec |")?;
    for n_threads in THREADS {
        write!(out, " {n_threads} |")?;
    }
    writeln!(out, "\n|---|---|{}", "---:|".repeat(THREADS.len()))?;
    for scaling in all {
        write!(out, "| {} | {} |", scaling.message, scaling.codec)?;
        let [one, ..] = scaling.per_second;
        for rate in scaling.per_second {
            write!(out, " {}, {} × |", quantity(rate), figure(rate / one))?;
        }
        writeln!(out)?;
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
        "| codec | bytes | encode GB/s: median (min to peak) | {0}/s | × | again GB/s | × | decode GB/s: median (min to peak) | {0}/s | × | allocations: new, again, decode |",
        shape.record
    )?;
    writeln!(
        out,
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    )?;
    let theirs = shape.codecs.iter().find(|codec| codec.codec == INCUMBENT);
    for codec in &shape.codecs {
        write_codec(out, codec, theirs)?;
    }
    writeln!(out)
}

fn write_codec(out: &mut String, codec: &CodecReport, theirs: Option<&CodecReport>) -> Result {
    write!(out, "| {} | {} ", codec.codec, grouped(codec.bytes))?;
    let ratio = |of: fn(&CodecReport) -> Throughput| {
        theirs.map_or(f64::NAN, |theirs| of(codec).median / of(theirs).median)
    };
    write_rate(out, codec.encode, ratio(|codec| codec.encode))?;
    let again = figure(codec.encode_again.median);
    write!(
        out,
        "| **{again}** | {} ",
        figure(ratio(|codec| codec.encode_again))
    )?;
    write_rate(out, codec.decode, ratio(|codec| codec.decode))?;
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

fn write_rate(out: &mut String, rate: Throughput, ratio: f64) -> Result {
    write!(
        out,
        "| **{}** ({} to {}) | {} | {} ",
        figure(rate.median),
        figure(rate.min),
        figure(rate.peak),
        quantity(rate.records),
        figure(ratio)
    )
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
