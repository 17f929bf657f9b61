//! Why one entry changes another: the rules R1 to R13 (B2).

/// Why one entry adds to the weight of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// R1: the threatened piece moves away.
    TargetMoves,
    /// R2: the attacker is captured.
    AttackerCaptured,
    /// R3: the line of attack is closed.
    LineBlocked,
    /// R4: the target gets a guard.
    GuardAdded,
    /// R5: a promotion is prevented.
    PromoterStopped,
    /// R6: the attacker is pinned.
    PinMade,
    /// R7: a guard is removed; in the value already.
    GuardRemoved,
    /// R8: the mover leaves what it guards; in the value already.
    DutyBroken,
    /// R9: the mover gives up another gain.
    AttackerSpent,
    /// R10: a mate is prevented.
    MateStopped,
    /// R11: a check puts a threat off.
    CheckFirst,
    /// R12: new threats arise of which not all can be met.
    NewThreats,
    /// R13: two gains on one target count once.
    SameTarget,
}

/// The name of each in JSON, and the reason in words.
const RULES: [(&str, &str); 13] = [
    ("R1", "our piece is the target and moves"),
    ("R2", "the capturing piece is our target"),
    ("R3", "the line is blocked (interference)"),
    ("R4", "the target gets a guard"),
    ("R5", "the promotion is prevented"),
    ("R6", "the attacker is pinned"),
    ("R7", "what it takes was a guard, which its value counts"),
    ("R8", "the piece leaves what it guards (overloaded), which its value counts"),
    ("R9", "the same piece cannot do both"),
    ("R10", "the mate is prevented"),
    ("R11", "the check must be answered first (in-between move)"),
    ("R12", "it makes threats of which one remains"),
    ("R13", "the target is lost once"),
];

impl Relation {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        RULES[self as usize].0
    }

    /// The reason in words.
    pub const fn describe(self) -> &'static str {
        RULES[self as usize].1
    }

    /// Names and reasons of all rules in their order.
    pub const fn rules() -> &'static [(&'static str, &'static str)] {
        &RULES
    }
}
