//! The report as a picture: a panel for each shape and direction, a bar for each codec.
//!
//! The length of a bar is the median, the thin line over its end goes from the slowest to the fastest sample.
//! Each panel has a scale of its own, from zero.

use super::markdown::figure;
use super::{Report, ShapeReport};
use crate::codecs::{INCUMBENT, OURS};
use crate::measure::Throughput;
use std::fmt::{Result, Write};

const WIDTH: f64 = 1000.0;
/// Where the two panels of a row begin, and how wide they are.
const PANELS: [f64; 2] = [120.0, 580.0];
const PANEL_WIDTH: f64 = 360.0;
const BAR: f64 = 16.0;
/// Above the bars of a shape: its name. Below: the scale and its unit.
const HEAD: f64 = 34.0;
const FOOT: f64 = 46.0;
const TOP: f64 = 60.0;

const STYLE: &str = "\
text { font: 12px system-ui, sans-serif; fill: #1f2328 }
.title { font-size: 18px; font-weight: 600 }
.shape { font-size: 14px; font-weight: 600 }
.note { fill: #59636e }
.grid { stroke: #d1d9e0; stroke-width: 1 }
.range { stroke: #1f2328; stroke-width: 1.5 }
.other { fill: #9aa4af }
.ours { fill: #1a7f5a }
.incumbent { fill: #c4622d }
.page { fill: #ffffff }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .note { fill: #9198a1 }
  .grid { stroke: #3d444d }
  .range { stroke: #e6edf3 }
  .other { fill: #59636e }
  .ours { fill: #2ea67a }
  .incumbent { fill: #d9763f }
  .page { fill: #0d1117 }
}";

pub(super) fn print(report: &Report) -> String {
    let mut out = String::new();
    // A string takes all that is written.
    let _ = write_picture(&mut out, report);
    out
}

fn write_picture(out: &mut String, report: &Report) -> Result {
    let height = TOP + report.shapes.iter().map(height).sum::<f64>();
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" role=\"img\" aria-label=\"Median throughput by shape and codec\">"
    )?;
    writeln!(out, "<style>\n{STYLE}\n</style>")?;
    writeln!(out, "<rect class=\"page\" width=\"100%\" height=\"100%\"/>")?;
    text(
        out,
        "title",
        20.0,
        30.0,
        "start",
        "Encoding and decoding: GB of Candid per second, median",
    )?;
    let provenance = &report.provenance;
    let dirty = if provenance.is_dirty {
        " and uncommitted changes"
    } else {
        ""
    };
    let note = format!(
        "{}; commit {:.12}{dirty}; n = {}",
        provenance.cpu, provenance.commit, report.n
    );
    text(out, "note", 20.0, 50.0, "start", &note)?;
    let mut y = TOP;
    for shape in &report.shapes {
        write_shape(out, shape, y)?;
        y += height_of(shape.codecs.len());
    }
    writeln!(out, "</svg>")
}

fn height(shape: &ShapeReport) -> f64 {
    height_of(shape.codecs.len())
}

fn height_of(n_bars: usize) -> f64 {
    HEAD + n_bars as f64 * BAR + FOOT
}

fn write_shape(out: &mut String, shape: &ShapeReport, y: f64) -> Result {
    text(out, "shape", 20.0, y + 24.0, "start", shape.name)?;
    type Of = fn(&super::CodecReport) -> Throughput;
    let directions: [(&str, Of); 2] = [
        ("encode, new vectors", |c| c.encode),
        ("decode", |c| c.decode),
    ];
    for ((name, of), x) in directions.into_iter().zip(PANELS) {
        text(out, "note", x, y + 24.0, "start", name)?;
        write_panel(out, shape, (x, y + HEAD), of)?;
    }
    Ok(())
}

fn write_panel(
    out: &mut String,
    shape: &ShapeReport,
    (x, y): (f64, f64),
    of: fn(&super::CodecReport) -> Throughput,
) -> Result {
    let bottom = y + shape.codecs.len() as f64 * BAR;
    let peak = shape
        .codecs
        .iter()
        .map(|codec| of(codec).peak)
        .fold(0.0, f64::max);
    let step = step(peak);
    // Room for the number behind the longest bar.
    let scale = (PANEL_WIDTH - 40.0) / peak.max(f64::MIN_POSITIVE);
    let mut tick = 0.0;
    while tick <= peak {
        let at = x + tick * scale;
        writeln!(
            out,
            "<line class=\"grid\" x1=\"{at:.1}\" y1=\"{y:.1}\" x2=\"{at:.1}\" y2=\"{bottom:.1}\"/>"
        )?;
        text(
            out,
            "note",
            at,
            bottom + 14.0,
            "middle",
            &tick_label(tick, step),
        )?;
        tick += step;
    }
    text(
        out,
        "note",
        x + PANEL_WIDTH / 2.0,
        bottom + 30.0,
        "middle",
        "GB/s",
    )?;
    for (i, codec) in shape.codecs.iter().enumerate() {
        let top = y + i as f64 * BAR;
        let rate = of(codec);
        let class = match codec.codec {
            OURS => "ours",
            INCUMBENT => "incumbent",
            _ => "other",
        };
        let width = rate.median * scale;
        writeln!(
            out,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{:.1}\"/>",
            top + 2.0,
            BAR - 4.0
        )?;
        let (from, to) = (x + rate.min * scale, x + rate.peak * scale);
        let middle = top + BAR / 2.0;
        writeln!(
            out,
            "<line class=\"range\" x1=\"{from:.1}\" y1=\"{middle:.1}\" x2=\"{to:.1}\" y2=\"{middle:.1}\"/>"
        )?;
        text(
            out,
            "note",
            to + 5.0,
            top + 12.0,
            "start",
            &figure(rate.median),
        )?;
        text(out, "", x - 6.0, top + 12.0, "end", codec.codec)?;
    }
    Ok(())
}

/// The distance of lines on a scale: 1, 2 or 5 of some power of ten, three to eight of them.
fn step(peak: f64) -> f64 {
    let rough = peak.max(1e-9) / 4.0;
    let power = 10_f64.powf(rough.log10().floor());
    let nice = [1.0, 2.0, 5.0, 10.0].map(|n| n * power);
    nice.into_iter()
        .find(|step| *step >= rough)
        .unwrap_or(rough)
}

fn tick_label(tick: f64, step: f64) -> String {
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    format!("{tick:.decimals$}")
}

fn text(out: &mut String, class: &str, x: f64, y: f64, anchor: &str, text: &str) -> Result {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    writeln!(
        out,
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
    )
}

#[cfg(test)]
mod tests {
    use super::{step, tick_label};

    #[test]
    fn scales() {
        for (peak, expected, label) in [
            (0.07, 0.02, "0.04"),
            (1.0, 0.5, "1.0"),
            (3.9, 1.0, "2"),
            (12.0, 5.0, "10"),
            (80.0, 20.0, "40"),
        ] {
            let step = step(peak);
            assert!((step - expected).abs() < 1e-9, "{peak}: {step}");
            assert_eq!(tick_label(2.0 * step, step), label);
        }
    }
}
