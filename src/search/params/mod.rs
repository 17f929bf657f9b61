//! The parameters of the search, in one place.

mod groups;

use crate::game::parameters::{Group, MOST, ParamError, Parameter, Setting};
use crate::game::{Geometry, INFINITE, Value};
use crate::soma::TableConfig;

pub use groups::*;

/// A margin that nothing reaches.
const OFF: i32 = MOST;
/// Deeper than every search.
const NEVER: i32 = i32::MAX;

/// What is told of a group of parameters.
#[derive(Clone, Copy, Debug)]
pub struct GroupInfo {
    /// The first part of their names.
    pub name: &'static str,
    /// What they are about.
    pub about: &'static str,
    /// They.
    pub parameters: &'static [Parameter],
}

/// Puts the groups together: all parameters in one order, by name and by number.
macro_rules! groups {
    ($($(#[$doc:meta])* $group:ident: $Group:ident,)*) => {
        /// Margins, reductions and switches. Depths are in plies, values in the units
        /// of the evaluation (a pawn is about 90 in shogi, 100 in chess).
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Params {
            $($(#[$doc])* pub $group: $Group,)*
            /// Those of [`Params::NAMES`] that were given a value of their own, a bit each.
            given: u128,
        }

        impl Params {
            /// The groups.
            pub const GROUPS: &[GroupInfo] = &[$(GroupInfo {
                name: <$Group as Group>::NAME,
                about: <$Group as Group>::ABOUT,
                parameters: <$Group as Group>::PARAMETERS,
            },)*];

            /// The value of the parameter with a number.
            fn value(&self, mut number: usize) -> Setting {
                $(if number < <$Group as Group>::PARAMETERS.len() {
                    return self.$group.get(number);
                }
                number -= <$Group as Group>::PARAMETERS.len();)*
                unreachable!("no parameter has a number {number} above the last")
            }

            /// Changes it.
            fn put(&mut self, mut number: usize, setting: Setting) {
                $(if number < <$Group as Group>::PARAMETERS.len() {
                    return self.$group.put(number, setting);
                }
                number -= <$Group as Group>::PARAMETERS.len();)*
                debug_assert!(false, "no parameter has a number {number} above the last");
            }

            /// All with the values of games without drops.
            const fn chess() -> Self {
                Self { $($group: $Group::CHESS,)* given: 0 }
            }
        }
    };
}

groups! {
    /// Aspiration windows.
    aspiration: AspirationParams,
    /// Razoring.
    razor: RazorParams,
    /// Reverse futility pruning.
    rfp: RfpParams,
    /// Null-move pruning.
    nmp: NmpParams,
    /// ProbCut.
    probcut: ProbcutParams,
    /// Internal iterative reduction.
    iir: IirParams,
    /// Late-move pruning.
    lmp: LmpParams,
    /// Futility pruning.
    futility: FutilityParams,
    /// Pruning by static exchange evaluation.
    see: SeeParams,
    /// Late-move reduction.
    lmr: LmrParams,
    /// Singular extensions.
    singular: SingularParams,
    /// The parent's reduction in hindsight.
    hindsight: HindsightParams,
    /// Histories and the order of moves.
    history: HistoryParams,
    /// Correction history.
    correction: CorrectionParams,
    /// The transposition table.
    tt: TtParams,
    /// Mate in one.
    mate: MateParams,
    /// The search below the horizon.
    horizon: HorizonParams,
    /// The table of SUPER-SOMA.
    xref: TableConfig,
}

/// How many parameters there are.
const COUNT: usize = {
    let (mut count, mut group) = (0, 0);
    while group < Params::GROUPS.len() {
        count += Params::GROUPS[group].parameters.len();
        group += 1;
    }
    assert!(count <= u128::BITS as usize);
    count
};

/// The names of all.
const ALL_NAMES: [&str; COUNT] = {
    let mut names = [""; COUNT];
    let (mut count, mut group) = (0, 0);
    while group < Params::GROUPS.len() {
        let of_group = Params::GROUPS[group].parameters;
        let mut number = 0;
        while number < of_group.len() {
            names[count] = of_group[number].name;
            count += 1;
            number += 1;
        }
        group += 1;
    }
    names
};

/// The number of a parameter, and what is told of it.
fn find(name: &str) -> Option<(usize, &'static Parameter)> {
    let all = Params::GROUPS.iter().flat_map(|group| group.parameters);
    all.enumerate().find(|(_, parameter)| parameter.name == name)
}

impl Params {
    /// The names of all parameters, as [`Params::set`] knows them.
    pub const NAMES: &[&str] = &ALL_NAMES;

    /// Sets a parameter by its name.
    ///
    /// # Errors
    /// If there is no such parameter, or the text is no value of it or
    /// out of its range.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), ParamError> {
        let (number, parameter) = find(name).ok_or(ParamError::Name)?;
        self.put(number, parameter.read(text, self.value(number))?);
        self.given |= 1 << number;
        Ok(())
    }

    /// These with some changed. Those that have another value then count as given; to give
    /// one the value that it has, use [`Params::set`].
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        let before = self.clone();
        change(&mut self);
        for number in 0..COUNT {
            self.given |= u128::from(self.value(number) != before.value(number)) << number;
        }
        self
    }

    /// These with the values of others, but for those that were given one by [`Params::set`] or
    /// [`Params::with`].
    fn unless_given(mut self, others: &Self) -> Self {
        let given = self.given;
        for number in (0..COUNT).filter(|number| given >> number & 1 == 0) {
            self.put(number, others.value(number));
        }
        self
    }

    /// These for a game: where games decided for another value in it, that value, unless
    /// the parameter was given one by [`Params::set`] or [`Params::with`].
    #[must_use]
    pub fn of_game<G: Geometry>(self) -> Self {
        if G::DROPS { self } else { self.unless_given(&Self::chess()) }
    }

    /// These, of a game, for a strategy that tries no moves but the table's.
    #[must_use]
    pub fn self_contained(self) -> Self {
        let others = Self { xref: self.xref.self_contained(), ..self.clone() };
        self.unless_given(&others)
    }

    /// The value of a parameter as text that [`Params::set`] reads.
    pub fn get(&self, name: &str) -> Option<String> {
        find(name).map(|(number, _)| self.value(number).to_string())
    }
}

impl Params {
    /// No pruning, no reduction, no extension, no table: a search that must
    /// give plain negamax's value.
    pub fn plain() -> Self {
        Self::default().unpruned().with(|params| {
            params.aspiration.width = OFF;
            params.horizon.delta = INFINITE;
            params.horizon.window = INFINITE;
            params.horizon.evasions = OFF;
            params.tt.used = false;
            params.mate.in_one = false;
        })
    }

    /// The same without pruning, reductions, extensions and corrections above the horizon:
    /// every move is searched to the depth.
    #[must_use]
    pub(crate) fn unpruned(self) -> Self {
        self.with(|params| {
            params.razor.depth = 0;
            params.rfp.depth = 0;
            params.nmp.depth = NEVER;
            params.probcut.depth = NEVER;
            params.iir.depth = NEVER;
            params.lmp.depth = 0;
            params.futility.depth = 0;
            params.futility.capture_base = OFF;
            params.see.quiet = OFF;
            params.see.capture = OFF;
            params.lmr.depth = NEVER;
            params.singular.depth = NEVER;
            params.hindsight.depth = OFF;
            params.hindsight.margin = OFF;
            params.correction.structure = 0;
            params.correction.moves = 0;
            params.correction.hands = 0;
            params.tt.margin = OFF;
        })
    }

    /// By how much standing pat at the horizon is lowered where parrying loses
    /// something: not above 0.
    pub const fn lowered(&self, if_we_parry: Value) -> Value {
        if if_we_parry < 0 { if_we_parry * self.horizon.stand_trust / 1000 } else { 0 }
    }

    /// Whether evaluations are corrected at all.
    pub const fn corrects(&self) -> bool {
        let correction = &self.correction;
        correction.structure > 0 || correction.moves > 0 || correction.hands > 0
    }

    /// What a cutoff at a depth adds to the history of the move that gave it.
    pub(crate) fn history_bonus(&self, depth: i32) -> i32 {
        let history = &self.history;
        (depth * depth * history.bonus_square + depth * history.bonus_linear).min(history.bonus_max)
    }

    /// So many percent of it, however many.
    pub(crate) fn share_of_bonus(&self, depth: i32, percent: i32) -> i32 {
        let share = i64::from(self.history_bonus(depth)) * i64::from(percent) / 100;
        share.min(MOST.into()) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_set_by_name() {
        let mut params = Params::default();
        assert_eq!(params.set("razor_depth", "5"), Ok(()));
        assert_eq!(params.razor.depth, 5);
        assert_eq!(params.set("horizon_see", "false"), Ok(()));
        assert!(!params.horizon.see);
        assert_eq!(params.set("razor", "5"), Err(ParamError::Name));
        assert_eq!(params.set("razor_depth", "x"), Err(ParamError::Number("razor_depth", 0)));
        assert_eq!(params.set("horizon_see", "1"), Err(ParamError::Switch("horizon_see")));
        assert!(Params::NAMES.contains(&"horizon_delta"));
    }

    /// A name leads to one parameter only, and to the one that it says.
    #[test]
    fn every_name_is_one_parameter() {
        for (number, name) in Params::NAMES.iter().enumerate() {
            assert_eq!(find(name).map(|(found, _)| found), Some(number), "{name}");
            let mut params = Params::default();
            let other = match params.value(number) {
                Setting::Number(value) => (value + 1).to_string(),
                Setting::Switch(is_on) => (!is_on).to_string(),
            };
            params.set(name, &other).expect(name);
            let changed: Vec<_> =
                Params::NAMES.iter().filter(|name| params.get(name) != Params::default().get(name)).collect();
            assert_eq!(changed, [name]);
        }
    }
}
