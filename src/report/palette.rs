//! The colors of pictures and pages, and what arrows of each kind look like.
//!
//! The five colors of the arrows were chosen by a random search for the largest
//! distance, as the eye measures it (OKLab, Ottosson 2020), between any two of them as
//! they are and as people see them who lack one kind of cones: protanopia,
//! deuteranopia, tritanopia (Machado, Oliveira and Fernandes 2009). The tests below
//! measure it again, and the contrast (WCAG 2.1) of all text. Heads differ as well.

use std::fmt::Write as _;

/// A kind of arrow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Capture,
    Promotion,
    /// Answers a threat or a check.
    Answer,
    /// Attacks two pieces.
    Fork,
    /// Threatens what cannot be parried, mates, checks.
    Threat,
}

impl Kind {
    pub const ALL: [Self; 5] = [Self::Capture, Self::Promotion, Self::Answer, Self::Fork, Self::Threat];

    /// The kind of an entry, by the name of its own kind.
    pub fn of(entry: &str) -> Self {
        match entry {
            "capture" => Self::Capture,
            "promotion" => Self::Promotion,
            "neutralise" | "evasion" => Self::Answer,
            "fork" => Self::Fork,
            _ => Self::Threat,
        }
    }

    /// The name in the legend, which is the class in the style as well.
    pub const fn name(self) -> &'static str {
        self.look().0
    }

    /// Its name and its color.
    const fn look(self) -> (&'static str, &'static str) {
        match self {
            Self::Capture => ("capture", "#e71d12"),
            Self::Promotion => ("promotion", "#1d42a9"),
            Self::Answer => ("answer", "#068564"),
            Self::Fork => ("fork", "#841362"),
            Self::Threat => ("threat", "#3e3106"),
        }
    }
}

/// The colors of two lines of moves on one board; the second is dashed as well.
pub const LINES: [&str; 2] = ["#1d42a9", "#9c2f00"];

/// The colors of series in plots, by day and by night; a fifth and further ones are dashed.
pub(crate) const SERIES: [[&str; 4]; 2] =
    [["#1c7df5", "#4d0063", "#f03500", "#000000"], ["#25f9ff", "#f4d821", "#649d54", "#e33cff"]];

/// The board, which is the same by day and by night: arrows are seen on it.
const BOARD: &str = "#e9d3a0";
const DARK_SQUARE: &str = "#d3b87e";
const TILE: &str = "#f8ecce";
/// Lines, letters on tiles, and the predicted line's numbers.
const INK: &str = "#1b1b1b";
/// What is written on ink, and around arrows.
const PAPER: &str = "#ffffff";
/// Names of promoted pieces.
const PROMOTED: &str = "#b01010";

/// Fonts that have Kanji, of several systems; each piece has a letter beside it for
/// readers who have none of them.
const KANJI_FONTS: &str = "'Noto Serif CJK JP','Noto Serif JP','Source Han Serif JP','Hiragino Mincho ProN',\
    'Yu Mincho','MS Mincho',IPAexMincho,'Noto Sans CJK JP','Hiragino Sans','Yu Gothic','Droid Sans Fallback',serif";

/// Behind everything, by day and by night.
const GROUND: [&str; 2] = ["#ffffff", "#16171a"];
const TEXT: [&str; 2] = ["#1b1b1b", "#ececea"];

/// Colors around the boards, by day and by night.
const SCHEME: [(&str, [&str; 2]); 8] = [
    ("ground", GROUND),
    // Behind what stands out.
    ("raised", ["#f3f3f0", "#24262b"]),
    ("text", TEXT),
    // Text of less weight.
    ("faint", ["#5a5a55", "#b4b4ae"]),
    // Lines of tables.
    ("rule", ["#cfcfc8", "#45474d"]),
    // Behind the row that is looked at.
    ("marked", ["#ffe69a", "#4f3e06"]),
    // Behind rows that give weight to it.
    ("giving", ["#e3ecfa", "#22365c"]),
    // Buttons' edges, and what has the focus.
    ("accent", ["#1d42a9", "#9db8ff"]),
];

/// The style of everything within a picture. Plain colors: not every program that
/// shows pictures knows variables.
pub(crate) fn picture_style() -> String {
    let (ground, text) = (GROUND[0], TEXT[0]);
    let mut style = format!(
        ".ground{{fill:{ground}}}.board{{fill:{BOARD}}}.dark{{fill:{DARK_SQUARE}}}\
         .grid{{stroke:{INK};stroke-width:1;fill:none}}.tile{{fill:{TILE};stroke:{INK};stroke-width:1}}\
         .white{{fill:{PAPER};stroke:{INK};stroke-width:3.5;stroke-linejoin:round}}\
         .black{{fill:{INK};stroke:{INK};stroke-width:3.5;stroke-linejoin:round}}\
         .white-lines{{fill:none;stroke:{INK};stroke-width:3.5}}.black-lines{{fill:none;stroke:{PAPER};stroke-width:3.5}}\
         .kanji{{font-family:{KANJI_FONTS};fill:{INK};text-anchor:middle}}\
         .letter{{font-family:sans-serif;fill:{INK};text-anchor:middle;font-weight:bold}}\
         .small{{font-weight:bold}}.promoted{{fill:{PROMOTED}}}\
         .label{{font-family:sans-serif;font-size:12px;fill:{text}}}.middle{{text-anchor:middle}}\
         .key{{font-family:sans-serif;font-size:12px;fill:{INK}}}\
         .casing{{stroke:{PAPER};fill:none;stroke-opacity:.75}}.head-casing{{stroke:{PAPER};stroke-width:2}}\
         .other{{stroke-dasharray:7 4}}.hollow{{fill:{PAPER}}}.arrow{{opacity:.92}}.waits{{opacity:.5}}\
         .tie,.pin{{stroke:{INK};fill:none;stroke-width:1.5}}.tie{{stroke-dasharray:1.5 3.5;stroke-linecap:round;stroke-width:2}}\
         .played{{stroke:{INK};fill:none}}.played-head{{fill:{INK};stroke:none}}\
         .number{{fill:{INK};stroke:{PAPER};stroke-width:1.5}}\
         .digit{{font-family:sans-serif;font-size:12px;font-weight:bold;fill:{PAPER};text-anchor:middle}}"
    );
    for kind in Kind::ALL {
        let (name, color) = kind.look();
        let _ = write!(
            style,
            ".{name} .shaft{{stroke:{color};fill:none}}.{name} .head{{fill:{color};stroke:{color}}}\
             .{name} .hollow{{fill:{PAPER}}}"
        );
    }
    for (number, color) in LINES.iter().enumerate() {
        let _ = write!(
            style,
            ".line-{number} .played{{stroke:{color}}}.line-{number} .played-head,.line-{number} .number{{fill:{color}}}"
        );
    }
    style
}

/// The same, and the variables that the style of a page uses.
pub(crate) fn page_variables() -> String {
    let variables = |time: usize| {
        let scheme = SCHEME.map(|(name, colors)| format!("--{name}:{}", colors[time]));
        let series = (0..).zip(SERIES[time]).map(|(number, color)| format!("--s{number}:{color}"));
        format!(":root{{{}}}", scheme.into_iter().chain(series).collect::<Vec<_>>().join(";"))
    };
    let (ground, text) = (GROUND[1], TEXT[1]);
    format!(
        "{}@media screen and (prefers-color-scheme:dark){{{}.label{{fill:{text}}}.ground{{fill:{ground}}}}}",
        variables(0),
        variables(1)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn all_eyes_tell_the_arrows_apart() {
        apart(&Kind::ALL.map(|kind| kind.look().1), 0.12);
    }

    #[test]
    fn all_eyes_tell_lines_and_series_apart() {
        apart(&LINES, 0.2);
        for (series, ground) in SERIES.iter().zip(GROUND) {
            apart(series, 0.2);
            for color in series {
                assert!(contrast(color, ground) >= 3.0, "{color} on {ground}");
            }
        }
        for color in LINES {
            for ground in [BOARD, DARK_SQUARE, TILE, PAPER] {
                assert!(contrast(color, ground) >= 3.0, "{color} on {ground}");
            }
            assert!(contrast(PAPER, color) >= 4.5, "numbers on {color}");
        }
    }

    #[test]
    fn everything_stands_out() {
        for kind in Kind::ALL {
            for ground in [BOARD, TILE, PAPER] {
                assert!(contrast(kind.look().1, ground) >= 3.0, "{kind:?} on {ground}");
            }
        }
        let around = |name| SCHEME.iter().find(|(own, _)| *own == name).expect("a color").1;
        for behind in ["ground", "raised", "marked", "giving"].map(around) {
            for front in ["text", "faint", "accent"].map(around) {
                for (front, behind) in front.into_iter().zip(behind) {
                    let found = contrast(front, behind);
                    assert!(found >= 4.5, "{front} on {behind}: {found}");
                }
            }
        }
        for (front, behind) in [(INK, BOARD), (INK, DARK_SQUARE), (INK, TILE), (PROMOTED, TILE), (PAPER, INK)]
        {
            assert!(contrast(front, behind) >= 4.5, "{front} on {behind}");
        }
        assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
    }
}
