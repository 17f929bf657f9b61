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

impl Relation {
    /// All rules in their order.
    pub const ALL: [Self; 13] = [
        Self::TargetMoves,
        Self::AttackerCaptured,
        Self::LineBlocked,
        Self::GuardAdded,
        Self::PromoterStopped,
        Self::PinMade,
        Self::GuardRemoved,
        Self::DutyBroken,
        Self::AttackerSpent,
        Self::MateStopped,
        Self::CheckFirst,
        Self::NewThreats,
        Self::SameTarget,
    ];

    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TargetMoves => "R1",
            Self::AttackerCaptured => "R2",
            Self::LineBlocked => "R3",
            Self::GuardAdded => "R4",
            Self::PromoterStopped => "R5",
            Self::PinMade => "R6",
            Self::GuardRemoved => "R7",
            Self::DutyBroken => "R8",
            Self::AttackerSpent => "R9",
            Self::MateStopped => "R10",
            Self::CheckFirst => "R11",
            Self::NewThreats => "R12",
            Self::SameTarget => "R13",
        }
    }

    /// The reason in words.
    pub const fn describe(self) -> &'static str {
        match self {
            Self::TargetMoves => "our piece is the target and moves",
            Self::AttackerCaptured => "the capturing piece is our target",
            Self::LineBlocked => "the line is blocked (interference)",
            Self::GuardAdded => "the target gets a guard",
            Self::PromoterStopped => "the promotion is prevented",
            Self::PinMade => "the attacker is pinned",
            Self::GuardRemoved => "what it takes was a guard, which its value counts",
            Self::DutyBroken => "the piece leaves what it guards (overloaded), which its value counts",
            Self::AttackerSpent => "the same piece cannot do both",
            Self::MateStopped => "the mate is prevented",
            Self::CheckFirst => "the check must be answered first (in-between move)",
            Self::NewThreats => "it makes threats of which one remains",
            Self::SameTarget => "the target is lost once",
        }
    }
}
