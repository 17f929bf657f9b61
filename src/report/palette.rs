//! The colors of pictures and pages, and what arrows of each kind look like.
//!
//! The five colors of the arrows were chosen by a random search for the largest distance, as the eye measures it
//! (OKLab, Ottosson 2020), between any two of them as they are and as people see them who lack one kind of cones:
//! protanopia, deuteranopia, tritanopia (Machado, Oliveira and Fernandes 2009). The tests below measure it again, and
//! the contrast (WCAG 2.1) of all text. Heads differ as well.

use crate::game::named;

named! {
    /// A kind of arrow. Its name in the legend is the class in the style and the color as well.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) enum Kind {
        Capture = "capture",
        Promotion = "promotion",
        /// Answers a threat or a check.
        Answer = "answer",
        /// Attacks two pieces.
        Fork = "fork",
        /// Threatens what cannot be parried, mates, checks.
        Threat = "threat",
    }
}

impl Kind {
    /// The kind of an entry, by the name of its own kind.
    pub fn of(entry: &str) -> Self {
        match entry {
            "neutralise" | "evasion" => Self::Answer,
            _ => Self::parse(entry).unwrap_or(Self::Threat),
        }
    }
}

/// Colors of pictures, the same by day and by night.
const PICTURE: [(&str, &str); 13] = [
    ("board", "#e9d3a0"), // Arrows are seen on it.
    ("dark", "#d3b87e"),
    ("tile", "#f8ecce"),
    ("ink", "#1b1b1b"),      // Lines, letters on tiles, and the predicted line's numbers.
    ("paper", "#ffffff"),    // What is written on ink, and around arrows.
    ("promoted", "#b01010"), // Names of promoted pieces.
    // Arrows by their kind.
    ("capture", "#e71d12"),
    ("promotion", "#1d42a9"),
    ("answer", "#068564"),
    ("fork", "#841362"),
    ("threat", "#3e3106"),
    // Two lines of moves on one board; the second is dashed as well.
    ("line-0", "#1d42a9"),
    ("line-1", "#9c2f00"),
];

/// Colors around the boards, by day and by night.
const SCHEME: [(&str, [&str; 2]); 12] = [
    ("ground", ["#ffffff", "#16171a"]), // Behind everything.
    ("raised", ["#f3f3f0", "#24262b"]), // Behind what stands out.
    ("text", ["#1b1b1b", "#ececea"]),
    ("faint", ["#5a5a55", "#b4b4ae"]),  // Text of less weight.
    ("rule", ["#cfcfc8", "#45474d"]),   // Lines of tables.
    ("marked", ["#ffe69a", "#4f3e06"]), // Behind the row that is looked at.
    ("giving", ["#e3ecfa", "#22365c"]), // Behind rows that give weight to it.
    ("accent", ["#1d42a9", "#9db8ff"]), // Buttons' edges, and what has the focus.
    // Series in plots.
    ("s0", ["#1c7df5", "#25f9ff"]),
    ("s1", ["#4d0063", "#f4d821"]),
    ("s2", ["#f03500", "#649d54"]),
    ("s3", ["#000000", "#e33cff"]),
];

/// A style with these colors in place of their names.
fn colored(style: &str, colors: impl Iterator<Item = (&'static str, &'static str)>) -> String {
    colors.fold(style.lines().collect(), |style, (name, color)| style.replace(&format!("${name}"), color))
}

/// Those of the scheme by day, 0, or by night, 1.
fn at(time: usize) -> impl Iterator<Item = (&'static str, &'static str)> {
    SCHEME.into_iter().map(move |(name, colors)| (name, colors[time]))
}

/// The style of everything within a picture. Plain colors: not every program that shows pictures knows variables.
pub(crate) fn picture_style() -> String {
    colored(include_str!("picture.css"), PICTURE.into_iter().chain(at(0)))
}

/// The same, and the variables that the style of a page uses.
pub(crate) fn page_variables() -> String {
    let variables = |time| {
        let all: Vec<String> = at(time).map(|(name, color)| format!("--{name}:{color}")).collect();
        format!(":root{{{}}}", all.join(";"))
    };
    const NIGHT: &str = ".label{fill:$text}.ground{fill:$ground}";
    let night = variables(1) + &colored(NIGHT, at(1));
    format!("{}@media screen and (prefers-color-scheme:dark){{{night}}}", variables(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::plot::MOST_SERIES;

    type Rgb = [f64; 3];

    /// What is seen without one kind of cones, in linear light (Machado et al. 2009,
    /// severity 1): protanopia, deuteranopia, tritanopia; first as it is.
    const EYES: [[Rgb; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ];

    fn linear(color: &str) -> Rgb {
        [1, 3, 5].map(|at| {
            let part = f64::from(u8::from_str_radix(&color[at..at + 2], 16).expect("a color")) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn times(matrix: &[Rgb; 3], with: Rgb) -> Rgb {
        matrix.map(|row| row.iter().zip(with).map(|(a, b)| a * b).sum())
    }

    /// OKLab.
    fn seen(eye: &[Rgb; 3], color: &str) -> Rgb {
        const CONES: [Rgb; 3] = [
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ];
        const LAB: [Rgb; 3] = [
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ];
        let light = times(eye, linear(color)).map(|part| part.clamp(0.0, 1.0));
        times(&LAB, times(&CONES, light).map(f64::cbrt))
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let light = |color| {
            let [r, g, b] = linear(color);
            0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
        };
        let (one, other) = (light(one), light(other));
        one.max(other) / one.min(other)
    }

    /// Any two of them are so far apart for all eyes. A difference of 0.02 can just be seen (Ottosson 2020).
    #[track_caller]
    fn apart(colors: &[&str], least: f64) {
        for eye in &EYES {
            for (i, one) in colors.iter().enumerate() {
                for other in &colors[..i] {
                    let (a, b) = (seen(eye, one), seen(eye, other));
                    let distance = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                    assert!(distance > least, "{one} {other}: {distance}");
                }
            }
        }
    }

    fn color(name: &str) -> &'static str {
        PICTURE.iter().find(|(own, _)| *own == name).expect("a color").1
    }

    #[test]
    fn all_eyes_tell_arrows_lines_and_series_apart() {
        apart(&Kind::ALL.map(|kind| color(kind.name())), 0.12);
        apart(&["line-0", "line-1"].map(color), 0.2);
        for time in 0..2 {
            let series = at(time).filter(|(name, _)| name.starts_with('s'));
            let series: Vec<&str> = series.map(|(_, color)| color).collect();
            assert_eq!(2 * series.len(), MOST_SERIES);
            apart(&series, 0.2);
        }
    }

    /// Each of the first stands out on each of the second.
    #[track_caller]
    fn seen_on(fronts: &[&str], grounds: &[&str], least: f64) {
        for front in fronts {
            for ground in grounds {
                let found = contrast(front, ground);
                assert!(found >= least, "{front} on {ground}: {found}");
            }
        }
    }

    #[test]
    fn everything_stands_out() {
        seen_on(&Kind::ALL.map(|kind| color(kind.name())), &["board", "tile", "paper"].map(color), 3.0);
        let lines = ["line-0", "line-1"].map(color);
        seen_on(&lines, &["board", "dark", "tile", "paper"].map(color), 3.0);
        // Numbers are written on lines.
        seen_on(&[color("paper")], &lines, 4.5);
        seen_on(&[color("ink")], &["board", "dark", "tile", "paper"].map(color), 4.5);
        seen_on(&[color("promoted")], &[color("tile")], 4.5);
        for time in 0..2 {
            let of = |name| at(time).find(|(own, _)| *own == name).expect("a color").1;
            let grounds = ["ground", "raised", "marked", "giving"].map(of);
            seen_on(&["text", "faint", "accent"].map(of), &grounds, 4.5);
            seen_on(&["s0", "s1", "s2", "s3"].map(of), &[of("ground")], 3.0);
        }
        assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
    }
}
