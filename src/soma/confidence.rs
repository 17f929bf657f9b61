//! How sure the assessment is of itself. (A record's is in `record`.)

use crate::game::{PieceValues, Value};

use super::{Assessment, AssessmentFlags};

/// Full confidence.
const FULL: i32 = 255;
/// For each open entry of a side beyond the first.
const PER_ENTRY: i32 = 25;
/// The most that open entries can cost.
const ENTRIES_AT_MOST: i32 = 125;
/// When the two best entries weigh nearly the same.
const CLOSE_CHOICE: i32 = 40;
/// When a threat was answered only in part.
const PARTIAL: i32 = 50;
/// For each drop in the line.
const PER_DROP: i32 = 30;
/// When a check occurs in the line.
const CHECK: i32 = 60;
/// In check, or with the line cut short or ending in mate.
const UNSETTLED: i32 = 100;
/// When the line and the sum of switches differ by more than a few pawns.
const DISAGREEMENT: i32 = 40;
/// How many pawns' exchanges count as disagreement.
const PAWNS_APART: Value = 4;

/// The confidence of an assessment, 0 to 255. The weights are guesses, but
/// errors fall as it rises: from the least sure fifth of the test half of
/// labelled leaves to the surest the mean error of the value is 426, 296, 232,
/// 149, 129 in shogi; in chess it is 112 up to a confidence of 100, then 97 up
/// to 200, 81 up to 254, and 50 (a pawn's exchange is 171 and 100). The values
/// are those of `xref --json`, field `assessed`.
pub fn of(a: &Assessment, values: &PieceValues) -> u8 {
    let pawn = values.capture(values.rising()[0]);
    let beyond_first = i32::from(a.own.saturating_sub(1)) + i32::from(a.opp.saturating_sub(1));
    let mut c = FULL - (beyond_first * PER_ENTRY).min(ENTRIES_AT_MOST);
    let has_choice = a.own + a.opp > 0;
    if has_choice && a.line.first().is_some_and(Option::is_some) && a.margin < pawn {
        c -= CLOSE_CHOICE;
    }
    if a.flags.contains(AssessmentFlags::PARTIAL) {
        c -= PARTIAL;
    }
    c -= i32::from(a.drops) * PER_DROP;
    if a.flags.contains(AssessmentFlags::CHECK) {
        c -= CHECK;
    }
    if a.flags.intersects(AssessmentFlags::IN_CHECK | AssessmentFlags::TRUNCATED | AssessmentFlags::UNSTABLE)
    {
        c -= UNSETTLED;
    }
    if (a.net - a.outlook).abs() > PAWNS_APART * pawn {
        c -= DISAGREEMENT;
    }
    c.clamp(0, FULL) as u8
}
