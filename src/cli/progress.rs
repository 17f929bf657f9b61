//! How far long work is: a bar on standard error where that is a terminal, nothing where it is not.

use std::time::Duration;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::output::{note, print, show};
use crate::lang::tr;

/// Before it is known how much there is to do.
fn without_total() -> ProgressStyle {
    style(&format!("{{spinner}} {}{{msg}}, {{rate}}, {{elapsed}}", tr!("{count} done", count = "{pos}")))
}

/// With a total.
fn with_total() -> ProgressStyle {
    let left = tr!("{time} left", time = "{eta}");
    style(&format!("{{wide_bar}} {{pos}}/{{len}}{{msg}}, {{rate}}, {{elapsed}}, {left}"))
}

/// A bar that is taken away when the work is over, however it ends.
#[derive(Debug)]
pub(crate) struct Progress(ProgressBar);

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

impl Progress {
    /// A bar for so many pieces of work, if that is known. It is found out beside the work, and only if somebody
    /// looks.
    pub fn new(total: impl FnOnce() -> Option<u64> + Send + 'static) -> Self {
        Self::counting(Box::new(total))
    }

    /// The same, compiled once.
    fn counting(total: Box<dyn FnOnce() -> Option<u64> + Send>) -> Self {
        let bar = ProgressBar::new_spinner();
        if bar.is_hidden() {
            return Self(bar);
        }
        bar.set_style(without_total());
        bar.enable_steady_tick(Duration::from_millis(200));
        let later = bar.clone();
        // Without the thread the total stays unknown.
        let _ = std::thread::Builder::new().name("total".to_owned()).spawn(move || {
            if let Some(total) = total().filter(|_| !later.is_finished()) {
                later.set_style(with_total());
                later.set_length(total);
            }
        });
        Self(bar)
    }

    /// So many pieces more are to be done.
    pub fn add(&self, pieces: u64) {
        if self.0.length().is_none() {
            self.0.set_style(with_total());
        }
        self.0.set_length(self.0.length().unwrap_or(0) + pieces);
    }

    /// So many pieces more are done.
    pub(crate) fn advance_by(&self, pieces: u64) {
        self.0.inc(pieces);
    }

    /// So many pieces are done, and this is to be said of them.
    pub fn show(&self, done: u64, message: &str) {
        self.0.set_position(done);
        self.0.set_message(format!("  {message}"));
    }

    /// Prints text on standard output without disturbing the bar.
    pub fn print(&self, text: &str) -> Result<()> {
        self.0.suspend(|| print(text))
    }

    /// The same of text for people.
    pub(crate) fn show_text(&self, text: &str) -> Result<()> {
        self.0.suspend(|| show(text))
    }

    /// Says a line on standard error without disturbing the bar.
    pub fn complain(&self, line: &str) {
        self.0.suspend(|| note(line));
    }
}

fn style(template: &str) -> ProgressStyle {
    let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let _ = write!(out, "{}/s", three_digits(state.per_sec()));
    };
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rate", rate)
}

/// A number from zero up with three digits that count.
fn three_digits(value: f64) -> String {
    match value {
        1e9.. => format!("{:.2}G", value / 1e9),
        1e6.. => format!("{}M", three_digits(value / 1e6)),
        1e3.. => format!("{}k", three_digits(value / 1e3)),
        99.95.. => format!("{value:.0}"),
        9.995.. => format!("{value:.1}"),
        0.9995.. => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_three_digits() {
        for (value, text) in [
            (0.0, "0.000"),
            (0.0333, "0.033"),
            (0.3333, "0.333"),
            (1.0 / 3.0 + 1.0, "1.33"),
            (33.333, "33.3"),
            (99.99, "100"),
            (333.33, "333"),
            (12_345.0, "12.3k"),
            (2_500_000.0, "2.50M"),
        ] {
            assert_eq!(three_digits(value), text);
        }
    }
}
