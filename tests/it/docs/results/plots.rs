//! The plots of `docs/results.md`, drawn by `plotters`.

use plotters::prelude::*;

use super::data::{Data, Row};
use super::tables::{accuracy_rows, is_thesis, limit, newest, tested};

const SIZE: (u32, u32) = (760, 340);
const SHOGI: RGBColor = RGBColor(0x1f, 0x77, 0xb4);
const CHESS: RGBColor = RGBColor(0xd6, 0x60, 0x27);
const GAMES: [(&str, RGBColor); 2] = [("shogi", SHOGI), ("chess", CHESS)];

/// File names and pictures.
pub fn all() -> [(&'static str, String); 4] {
    [
        ("thesis.svg", thesis()),
        ("nets.svg", nets()),
        ("nets_tested.svg", nets_tested()),
        ("errors.svg", errors()),
    ]
}

/// One of the series of a plot: name, color, and points with half their intervals.
struct Series {
    name: &'static str,
    color: RGBColor,
    points: Vec<(f64, f64, f64)>,
}

/// How a series is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Points in an order, joined.
    Line,
    /// Kinds side by side.
    Bars,
}

/// Half of a 95 % interval, in standard deviations.
const HALF_95: f64 = 1.96;
/// Room above the points, for the names of the series.
const HEADROOM: f64 = 1.25;

/// Draws series over an axis whose places have names.
fn draw(
    caption: &str,
    names: &[String],
    [below, beside]: [&str; 2],
    form: Form,
    series: &[Series],
) -> String {
    let tops = series.iter().flat_map(|one| &one.points).map(|(_, y, error)| y + error);
    let top = tops.fold(10.0, f64::max) * HEADROOM;
    let bottoms = series.iter().flat_map(|one| &one.points).map(|(_, y, error)| y - error);
    let bottom = bottoms.fold(0.0, f64::min) * 1.05;
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        area.fill(&WHITE).expect("a ground");
        let last = names.len() as f64 - 0.5;
        let mut chart = ChartBuilder::on(&area)
            .caption(caption, ("sans-serif", 16))
            .margin(8)
            .x_label_area_size(40)
            .y_label_area_size(48)
            .build_cartesian_2d(-0.5..last, bottom..top)
            .expect("a chart");
        let name = |x: &f64| {
            let at = x.round();
            let exact = (x - at).abs() < 0.01 && at >= 0.0;
            exact.then(|| names.get(at as usize).cloned()).flatten().unwrap_or_default()
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .x_labels(2 * names.len() + 1)
            .x_label_formatter(&name)
            .y_label_formatter(&|y| format!("{y:.0}"))
            .x_desc(below)
            .y_desc(beside)
            .draw()
            .expect("a mesh");
        for (number, one) in series.iter().enumerate() {
            let color = one.color;
            let join = (form == Form::Line).then(|| one.points.iter().map(|(x, y, _)| (*x, *y)));
            chart
                .draw_series(LineSeries::new(join.into_iter().flatten(), color.stroke_width(2)))
                .expect("lines")
                .label(one.name)
                .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 18, y)], color.stroke_width(2)));
            if form == Form::Bars {
                let side = (number as f64 - 0.5) * 0.3;
                let bars = one.points.iter().map(|(x, y, _)| {
                    Rectangle::new([(x + side - 0.13, 0.0), (x + side + 0.13, *y)], color.filled())
                });
                chart.draw_series(bars).expect("bars");
                continue;
            }
            let dots = one.points.iter().map(|(x, y, _)| Circle::new((*x, *y), 3, color.filled()));
            chart.draw_series(dots).expect("dots");
            let bars = one.points.iter().filter(|(_, _, error)| *error > 0.0).map(|(x, y, error)| {
                PathElement::new(vec![(*x, y - error), (*x, y + error)], color.stroke_width(1))
            });
            chart.draw_series(bars).expect("bars");
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .border_style(BLACK.mix(0.3))
            .background_style(WHITE)
            .draw()
            .expect("a legend");
        area.present().expect("a picture");
    }
    text
}

/// The lead of `super-soma` by time a move.
fn thesis() -> String {
    let data = Data::read("thesis");
    let limits = ["nodes 2000", "movetime 50", "movetime 200", "movetime 1000"];
    let series = GAMES.map(|(game, color)| {
        let points = limits.iter().enumerate().filter_map(|(x, limit)| {
            let row = super::tables::thesis_row(&data, game, limit)?;
            Some((x as f64, row.number("elo")?, row.number("error")?))
        });
        Series { name: game, color, points: points.collect() }
    });
    assert!(data.rows().any(is_thesis));
    let names = limits.map(limit);
    draw("super-soma against quiescence", &names, ["a move", "Elo, 95 %"], Form::Line, &series)
}

/// What each generation of the net won against the one before, added up.
fn nets() -> String {
    let data = Data::read("nets");
    let kept = |row: Row<'_>, game: &str| {
        row.get("game") == game
            && !row.get("generation").is_empty()
            && row.number("elo").is_some()
            && row.get("net").starts_with("generation")
    };
    let series = GAMES.map(|(game, color)| {
        let mut sum = 0.0;
        let points = data.rows().filter(|row| kept(*row, game)).map(|row| {
            sum += row.number("elo").expect("Elo");
            (row.number("generation").expect("a generation"), sum, 0.0)
        });
        Series { name: game, color, points: points.collect() }
    });
    let count = newest(&data, |row| kept(row, "shogi").then(|| row.get("generation").to_owned())).len();
    let names: Vec<String> = (0..count).map(|number| number.to_string()).collect();
    draw(
        "nets against the one before, among ourselves, added up",
        &names,
        ["generation", "Elo above the formula"],
        Form::Line,
        &series,
    )
}

/// What each generation of the net scores against a stranger.
fn nets_tested() -> String {
    let data = Data::read("nets_tested");
    let mut count = 0;
    let series = GAMES.map(|(game, color)| {
        let points: Vec<_> = tested(&data, game)
            .into_iter()
            .filter_map(|row| {
                let (points, games) = (row.points()?, row.number("games")?);
                // Of single games: pairs would make it a little smaller.
                let error = HALF_95 * (points * (100.0 - points) / games).sqrt();
                Some((row.number("generation")?, points, error))
            })
            .collect();
        count = points.iter().fold(count, |count, (x, _, _)| count.max(*x as usize + 1));
        Series { name: game, color, points }
    });
    let names: Vec<String> = (0..count).map(|number| number.to_string()).collect();
    draw("nets against a stranger", &names, ["generation", "points of 100"], Form::Line, &series)
}

/// Mean error at the horizon by strategy.
fn errors() -> String {
    let data = Data::read("accuracy");
    let mut names = Vec::new();
    let series = GAMES.map(|(game, color)| {
        let rows = accuracy_rows(&data, game);
        names = rows.iter().map(|row| row.get("strategy").to_owned()).collect();
        let points =
            rows.iter().enumerate().map(|(x, row)| (x as f64, row.number("mean").expect("a mean"), 0.0));
        Series { name: game, color, points: points.collect() }
    });
    draw("mean error at the horizon", &names, ["strategy", "units of the engine"], Form::Bars, &series)
}
