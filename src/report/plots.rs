//! Plots that several pages have.

use maud::{Markup, html};

use super::plot::{Axis, LOW, MOST_SERIES, Mark, Plot, SIZE};
use crate::lab::histogram::Histogram;
use crate::lang::tr;

/// Plots side by side, as many as there is room for.
pub fn row(plots: &[Plot<'_>]) -> Markup {
    html! { div.plots { @for plot in plots { (plot.draw()) } } }
}

/// How the errors of each strategy are spread, all on the same scale.
pub fn errors(of: &[(&str, &Histogram)]) -> Markup {
    let shares: Vec<_> = of.iter().map(|(name, found)| (*name, found.shares())).collect();
    let highest = shares.iter().flat_map(|(_, bars)| bars).map(|bar| bar.2).fold(1.0, f64::max);
    let plots: Vec<Plot<'_>> = shares
        .into_iter()
        .map(|(name, bars)| {
            let ends = (bars.first().map_or(-1.0, |bar| bar.0), bars.last().map_or(1.0, |bar| bar.1));
            Plot {
                title: name,
                x: Axis::linear(tr!("error"), ends.0, ends.1),
                y: Axis::linear(tr!("% of all"), 0.0, highest * 1.05),
                marks: vec![Mark::Bars(0, bars)],
                keys: Vec::new(),
                size: LOW,
            }
        })
        .collect();
    row(&plots)
}

/// A curve of each strategy.
pub fn curves<'a>(
    title: &'a str,
    (x, y): (Axis<'a>, Axis<'a>),
    curves: Vec<(&'a str, Vec<(f64, f64)>)>,
) -> Plot<'a> {
    let (keys, lines): (Vec<&str>, Vec<_>) = curves.into_iter().take(MOST_SERIES).unzip();
    let marks = lines.into_iter().enumerate().map(|(number, line)| Mark::Line(number, line)).collect();
    Plot { title, x, y, marks, keys, size: SIZE }
}

/// The share of `all`, in percent, up to each of these values, which rise: at most so many
/// corners as there are pixels to see them.
pub(crate) fn shares_up_to(values: &[f64], all: u64, end: f64) -> Vec<(f64, f64)> {
    const CORNERS: usize = 150;
    let share = |count: usize| 100.0 * count as f64 / all.max(1) as f64;
    let step = values.len().div_ceil(CORNERS).max(1);
    let mut line: Vec<(f64, f64)> = Vec::new();
    for count in (0..values.len()).step_by(step) {
        line.push((values[count], share(count)));
        line.push((values[count], share((count + step).min(values.len()))));
    }
    line.push((end, share(values.len())));
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_rise_in_steps_to_the_end() {
        let line = shares_up_to(&[1.0, 5.0], 4, 10.0);
        assert_eq!(line, [(1.0, 0.0), (1.0, 25.0), (5.0, 25.0), (5.0, 50.0), (10.0, 50.0)]);
        assert_eq!(shares_up_to(&[], 4, 10.0), [(10.0, 0.0)]);
        let many: Vec<f64> = (0..10_000).map(f64::from).collect();
        let line = shares_up_to(&many, 10_000, 1e4);
        assert!(line.len() < 400 && line.last() == Some(&(1e4, 100.0)));
    }
}
