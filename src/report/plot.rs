//! Plots, and those that several pages have, drawn by the crate `plotters`. It knows colors and no classes, so that
//! colors stand for what they show, and the style of the page gives the real ones, which follow day and night.

use maud::{Markup, PreEscaped, html};
use plotters::coord::Shift;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint};
use plotters::prelude::*;

use crate::lab::histogram::Histogram;
use crate::lang::tr;

/// How many series can be told apart: each of four colors without and with dashes.
pub(crate) const MOST_SERIES: usize = 8;
/// What stands for text and for lines of the grid.
const TEXT: RGBColor = RGBColor(0, 0, 0x10);
const GRID: RGBColor = RGBColor(0, 0, 0x11);

const fn series_color(series: usize) -> RGBColor {
    RGBColor(0, 0, (series % MOST_SERIES) as u8)
}

/// The style of plots: what the colors that stand for something look like. There is one of each series.
pub(crate) const STYLE: &str = include_str!("plot.css");

#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis<'a> {
    name: &'a str,
    from: f64,
    /// Above the least value.
    pub to: f64,
    /// Whether its steps are factors of ten and not sums.
    is_log: bool,
    /// What lies at least between two places that are named.
    least_step: f64,
}

impl<'a> Axis<'a> {
    /// An axis whose steps are sums.
    pub const fn linear(name: &'a str, from: f64, to: f64) -> Self {
        Self { name, from, to, is_log: false, least_step: 0.0 }
    }

    /// The same for what is counted.
    pub const fn whole(name: &'a str, from: f64, to: f64) -> Self {
        Self { least_step: 1.0, ..Self::linear(name, from, to) }
    }

    /// One whose steps are factors of ten, wide enough for these values; what is not above zero is left out.
    pub fn log(name: &'a str, values: impl Iterator<Item = f64>) -> Self {
        let found = values.filter(|value| *value > 0.0);
        let (least, most) =
            found.fold((f64::MAX, 0.0_f64), |(least, most), value| (value.min(least), value.max(most)));
        let (from, to) = if most > 0.0 { (least.log10().floor(), most.log10().ceil()) } else { (0.0, 1.0) };
        let to = to.max(from + 1.0);
        Self { is_log: true, ..Self::whole(name, 10_f64.powf(from), 10_f64.powf(to)) }
    }

    /// Where a value stands: what is outside stands at the end.
    fn place(&self, value: f64) -> f64 {
        let value = value.clamp(self.from, self.to);
        if self.is_log { value.log10() } else { value }
    }

    fn range(&self) -> (f64, f64) {
        (self.place(self.from), self.place(self.to))
    }

    /// The places that are named: at steps of 1, 2 or 5 times a power of ten, at most so many.
    fn ticks(&self, most: f64) -> Vec<f64> {
        let (from, to) = self.range();
        let rough = (to - from) / most;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let step = step.into_iter().find(|step| *step >= rough * 0.999).unwrap_or(power * 10.0);
        let step = step.max(self.least_step);
        let first = (from / step - 1e-9).ceil() as i64;
        let last = (to / step + 1e-9).floor() as i64;
        (first..=last).map(|at| at as f64 * step).collect()
    }

    fn label(&self, place: f64) -> String {
        let value = if self.is_log { 10_f64.powf(place) } else { place };
        let short = |value: f64, unit: &str| format!("{}{unit}", (value * 100.0).round() / 100.0);
        match value.abs() {
            1e9.. => short(value / 1e9, "G"),
            1e6.. => short(value / 1e6, "M"),
            1e4.. => short(value / 1e3, "k"),
            _ => short(value, ""),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Mark {
    /// A line through points, in the color of a series.
    Line(usize, Vec<(f64, f64)>),
    /// An area of that color around a line: x, lower and upper end.
    Band(usize, Vec<(f64, f64, f64)>),
    /// Bars from zero up: from, to, height.
    Bars(usize, Vec<(f64, f64, f64)>),
    /// A level that is to be compared with.
    Level(f64),
}

#[derive(Clone, Debug)]
pub(crate) struct Plot<'a> {
    pub title: &'a str,
    pub x: Axis<'a>,
    pub y: Axis<'a>,
    /// What is drawn, the lowest first.
    pub marks: Vec<Mark>,
    /// Names of the series; without one nothing is said of it.
    pub keys: Vec<&'a str>,
    /// Width and height in pixels.
    pub size: (u32, u32),
}

impl<'a> Plot<'a> {
    /// One that shares its row with others, and says nothing of its series.
    pub fn new(title: &'a str, (x, y): (Axis<'a>, Axis<'a>), marks: Vec<Mark>) -> Self {
        Self { title, x, y, marks, keys: Vec::new(), size: (440, 250) }
    }

    pub fn draw(&self) -> Markup {
        let mut svg = String::new();
        let area = SVGBackend::with_string(&mut svg, self.size).into_drawing_area();
        // Into a text nothing can fail; an axis without extent is no plot.
        let _ = self.draw_on(&area);
        drop(area);
        let content = svg.split_once('>').and_then(|(_, rest)| rest.rsplit_once("</svg>"));
        let content = content.map_or("", |(content, _)| content);
        let (width, height) = self.size;
        html! {
            figure.plot {
                figcaption { (self.title) }
                svg viewBox=(format!("0 0 {width} {height}")) role="img" aria-label=(self.title) { (PreEscaped(content)) }
                @if !self.keys.is_empty() {
                    ul.keys {
                        @for (number, name) in self.keys.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
                            li {
                                svg viewBox="0 0 36 10" aria-hidden="true" {
                                    path stroke=(format!("#0000{number:02X}")) stroke-width="3" d="M0 5h36" {}
                                }
                                bdi { (name) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn draw_on(&self, area: &DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), Box<dyn std::error::Error>> {
        const LABEL: u32 = 15;
        let (x, y) = (self.x.range(), self.y.range());
        let mut chart = ChartBuilder::on(area)
            .margin(6)
            .margin_right(14)
            .x_label_area_size(38)
            .y_label_area_size(54)
            .build_cartesian_2d(
                Scale { range: x, ticks: self.x.ticks(f64::from(self.size.0) / 60.0) },
                Scale { range: y, ticks: self.y.ticks(f64::from(self.size.1) / 45.0) },
            )?;
        chart
            .configure_mesh()
            .max_light_lines(0)
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(GRID)
            .label_style(("sans-serif", LABEL, &TEXT))
            .axis_desc_style(("sans-serif", LABEL, &TEXT))
            .x_desc(self.x.name)
            .y_desc(self.y.name)
            .x_label_formatter(&|place| self.x.label(*place))
            .y_label_formatter(&|place| self.y.label(*place))
            .draw()?;
        let place = |(x, y): (f64, f64)| (self.x.place(x), self.y.place(y));
        for mark in &self.marks {
            match mark {
                Mark::Line(series, points) => {
                    let line = points.iter().map(|&point| place(point));
                    chart.draw_series(LineSeries::new(line, series_color(*series).stroke_width(2)))?;
                }
                Mark::Band(series, points) => {
                    let upper = points.iter().map(|&(x, _, upper)| place((x, upper)));
                    let lower = points.iter().rev().map(|&(x, lower, _)| place((x, lower)));
                    let around: Vec<(f64, f64)> = upper.chain(lower).collect();
                    chart.draw_series([Polygon::new(around, series_color(*series).mix(0.2))])?;
                }
                Mark::Bars(series, bars) => {
                    let style = series_color(*series).mix(0.8).filled();
                    let bar = |&(from, to, height)| {
                        Rectangle::new([(self.x.place(from), y.0), place((to, height))], style)
                    };
                    chart.draw_series(bars.iter().filter(|(.., height)| *height > 0.0).map(bar))?;
                }
                Mark::Level(level) => {
                    let line = [(self.x.from, *level), (self.x.to, *level)].map(place);
                    chart.draw_series(LineSeries::new(line, TEXT.stroke_width(1)))?;
                }
            }
        }
        area.present()?;
        Ok(())
    }
}

/// Plots side by side, as many as there is room for.
pub fn row<'a>(plots: impl IntoIterator<Item = Plot<'a>>) -> Markup {
    html! { div.plots { @for plot in plots { (plot.draw()) } } }
}

/// How the errors of each strategy are spread, all on the same scale.
pub fn errors<'a>(of: impl Iterator<Item = (&'a str, &'a Histogram)>) -> Markup {
    let shares: Vec<_> = of.map(|(name, found)| (name, found.shares())).collect();
    let highest = shares.iter().flat_map(|(_, bars)| bars).map(|bar| bar.2).fold(1.0, f64::max);
    row(shares.into_iter().map(|(name, bars)| {
        let ends = (bars.first().map_or(-1.0, |bar| bar.0), bars.last().map_or(1.0, |bar| bar.1));
        let height = Axis::linear(tr!("% of all"), 0.0, highest * 1.05);
        let axes = (Axis::linear(tr!("error"), ends.0, ends.1), height);
        Plot { size: (440, 170), ..Plot::new(name, axes, vec![Mark::Bars(0, bars)]) }
    }))
}

/// A curve of each strategy.
pub fn curves<'a>(
    title: &'a str,
    axes: (Axis<'a>, Axis<'a>),
    curves: impl IntoIterator<Item = (&'a str, Vec<(f64, f64)>)>,
) -> Plot<'a> {
    let (keys, lines): (Vec<&str>, Vec<_>) = curves.into_iter().take(MOST_SERIES).unzip();
    let marks = lines.into_iter().enumerate().map(|(number, line)| Mark::Line(number, line)).collect();
    Plot { keys, ..Plot::new(title, axes, marks) }
}

/// The share of these values, which rise, in percent, up to each of them: at most so many
/// corners as there are pixels to see them.
pub(crate) fn shares_up_to(values: &[f64], end: f64) -> Vec<(f64, f64)> {
    const CORNERS: usize = 150;
    let share = |count: usize| 100.0 * count as f64 / values.len().max(1) as f64;
    let step = values.len().div_ceil(CORNERS).max(1);
    let mut line = Vec::new();
    for count in (0..values.len()).step_by(step) {
        line.extend([count, (count + step).min(values.len())].map(|until| (values[count], share(until))));
    }
    line.push((end, share(values.len())));
    line
}

/// Places between two ends, some of them named.
struct Scale {
    range: (f64, f64),
    ticks: Vec<f64>,
}

impl Ranged for Scale {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, pixels: (i32, i32)) -> i32 {
        let (from, to) = self.range;
        pixels.0 + ((value - from) / (to - from) * f64::from(pixels.1 - pixels.0)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> std::ops::Range<f64> {
        self.range.0..self.range.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(Axis::linear("", 0.0, 100.0).ticks(5.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(Axis::linear("", -7.0, 8.0).ticks(4.0), [-5.0, 0.0, 5.0]);
        assert_eq!(Axis::whole("", 1.0, 3.0).ticks(7.0), [1.0, 2.0, 3.0]);
        let log = Axis::log("", [0.0, 3.0, 45_000.0].into_iter());
        assert_eq!(log.ticks(9.0), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!([0.0, 3.0, 4.0, 6.0].map(|place| log.label(place)), ["1", "1000", "10k", "1M"]);
        assert_eq!(Axis::log("", std::iter::empty()).range(), (0.0, 1.0));
        assert_eq!(Axis::linear("", 0.0, 1.0).label(0.30000000000000004), "0.3");
    }

    #[test]
    fn a_plot_is_drawn_with_its_names() {
        let plot = Plot {
            keys: vec!["<i>", "two"],
            ..Plot::new(
                "a < b",
                (Axis::linear("x & y", 0.0, 10.0), Axis::log("nodes", [1.0, 1000.0].into_iter())),
                vec![
                    Mark::Line(5, vec![(0.0, 1.0), (10.0, 1e9)]),
                    Mark::Bars(0, vec![(0.0, 1.0, 10.0), (1.0, 2.0, 0.0)]),
                    Mark::Band(1, vec![(0.0, 1.0, 2.0), (9.0, 10.0, 20.0)]),
                ],
            )
        };
        let drawn = plot.draw().into_string();
        for part in ["a &lt; b", "x &amp; y", "&lt;i&gt;", "#000005", "polygon"] {
            assert!(drawn.contains(part), "{part}: {drawn}");
        }
        assert_eq!(drawn.matches("<rect").count(), 1, "{drawn}");
        assert!(drawn.len() < 6_000 && !drawn.contains("http"), "{} bytes", drawn.len());
    }

    #[test]
    fn shares_rise_in_steps_to_the_end() {
        let line = shares_up_to(&[1.0, 5.0], 10.0);
        assert_eq!(line, [(1.0, 0.0), (1.0, 50.0), (5.0, 50.0), (5.0, 100.0), (10.0, 100.0)]);
        assert_eq!(shares_up_to(&[], 10.0), [(10.0, 0.0)]);
        let many: Vec<f64> = (0..10_000).map(f64::from).collect();
        let line = shares_up_to(&many, 1e4);
        assert!(line.len() < 400 && line.last() == Some(&(1e4, 100.0)));
    }
}
