//! When two answers to one question may differ, as a table with reasons. Whatever is not in it is a bug.
//!
//! An answer speaks of one program, one model, one property. Violations are certified, so they are facts; what differs is
//! how far "safe" reaches and how often an engine has to say "unknown".

use std::fmt;
use verdict::{Scope, Verdict};

/// An answer, as far as agreement goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Answer {
    /// Safe without any bound.
    SafeUnbounded,
    /// Safe: every execution was covered.
    SafeComplete,
    /// Safe as long as no loop runs more often than the bound.
    SafeBounded,
    /// Safe in the schedules of one recorded run only.
    SafePredicted,
    Violation,
    Unknown,
}

impl From<&Verdict> for Answer {
    fn from(verdict: &Verdict) -> Answer {
        match verdict {
            Verdict::Safe { scope: Scope::Unbounded } => Answer::SafeUnbounded,
            Verdict::Safe { scope: Scope::Complete } => Answer::SafeComplete,
            Verdict::Safe { scope: Scope::UpToUnwind(_) | Scope::GivenInputs } => Answer::SafeBounded,
            Verdict::Violation { .. } => Answer::Violation,
            Verdict::Unknown { .. } => Answer::Unknown,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Answer::SafeUnbounded => "safe (unbounded)",
            Answer::SafeComplete => "safe (complete)",
            Answer::SafeBounded => "safe (up to the bound)",
            Answer::SafePredicted => "safe (in this run's schedules)",
            Answer::Violation => "violation",
            Answer::Unknown => "unknown",
        })
    }
}

/// Pairs that may differ, either way round, and why.
pub const PERMITTED: &[(Answer, Answer, &str)] = &[
    (Answer::SafeUnbounded, Answer::SafeComplete, "two proofs of different reach"),
    (Answer::SafeUnbounded, Answer::SafeBounded, "two proofs of different reach"),
    (Answer::SafeUnbounded, Answer::SafePredicted, "a recorded run shows less than a proof"),
    (Answer::SafeComplete, Answer::SafeBounded, "two proofs of different reach"),
    (Answer::SafeComplete, Answer::SafePredicted, "a recorded run shows less than an exploration"),
    (Answer::SafeBounded, Answer::SafePredicted, "neither covers the other"),
    (Answer::SafeBounded, Answer::Violation, "the violation may need more iterations than the bound"),
    (Answer::SafePredicted, Answer::Violation, "the violation may need a branch that the run did not take"),
    (Answer::SafeUnbounded, Answer::Unknown, "an engine may give up"),
    (Answer::SafeComplete, Answer::Unknown, "an engine may give up"),
    (Answer::SafeBounded, Answer::Unknown, "an engine may give up"),
    (Answer::SafePredicted, Answer::Unknown, "an engine may give up"),
    (Answer::Violation, Answer::Unknown, "an engine may give up"),
];

/// The reason why two answers may differ; `Ok("")` where they are the same, `Err` where one of them is a bug.
pub fn permitted(left: Answer, right: Answer) -> Result<&'static str, String> {
    if left == right {
        return Ok("");
    }
    let fits = |(a, b, _): &&(Answer, Answer, &str)| (*a, *b) == (left, right) || (*b, *a) == (left, right);
    match PERMITTED.iter().find(fits) {
        Some((_, _, reason)) => Ok(reason),
        None => Err(format!("{left} against {right}: one of them is wrong")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_and_a_violation_never_agree() {
        assert!(permitted(Answer::SafeUnbounded, Answer::Violation).is_err());
        assert!(permitted(Answer::Violation, Answer::SafeComplete).is_err());
        assert!(permitted(Answer::Violation, Answer::SafeBounded).is_ok());
        assert_eq!(permitted(Answer::Violation, Answer::Violation), Ok(""));
    }
}
