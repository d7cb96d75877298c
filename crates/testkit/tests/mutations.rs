//! Every order in the correct locks of `examples/` is there for a reason: take one away and the lock breaks exactly under
//! the models that need it.
//!
//! A mutation drops one fence or makes one access relaxed. Whatever is found certifies. All fences and orders of these
//! files must be in the table, so that nobody adds one without saying what it is for.

use check::{CheckConfig, check};
use frontend::Options;
use model::Model;
use std::fmt::Write as _;
use std::path::Path;
use testkit::expect::Head;
use verdict::Verdict;

/// What an order is needed for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Needed {
    /// A store must not pass a later load: by every model with a store buffer.
    FromTso,
    /// A store must not pass a later store.
    FromPso,
    /// A load must not pass a later access.
    FromRmo,
    /// Something else orders the same; the comment says what.
    Never,
}
use Needed::{FromPso, FromRmo, FromTso, Never};

/// File; then for each fence and each order that is not relaxed, in the order of the text: what it is, and the need.
const TABLE: [(&str, &[(&str, Needed)]); 8] = [
    ("spinlock.c", &[("acquire", FromRmo), ("release", FromPso)]),
    ("ticket_lock.c", &[("acquire", FromRmo), ("release", FromPso)]),
    (
        "mcs_lock.c",
        &[
            // The acquiring half, for a thread that finds the queue empty.
            ("acq_rel", FromRmo),
            // The exchange before it has already put the own node in order.
            ("release", Never),
            ("acquire", FromRmo),
            // The address of the hand-over depends on it, here and in the loop.
            ("acquire", Never),
            ("release", FromPso),
            ("acquire", Never),
            ("release", FromPso),
        ],
    ),
    // Without the releasing half the successor may find a node that is not marked busy yet.
    ("clh_lock.c", &[("acq_rel", FromPso), ("acquire", FromRmo), ("release", FromPso)]),
    (
        "peterson_fenced.c",
        &[
            ("release", FromPso),
            ("fence", FromTso),
            ("acquire", FromRmo),
            // With one turn per thread, whoever reads the turn as its own knows that the other waits.
            ("acquire", Never),
            ("release", FromPso),
        ],
    ),
    (
        "dekker_fenced.c",
        &[
            ("fence", FromTso),
            ("acquire", FromRmo),
            // Whoever gets through reads the flag again, with acquire and behind a full fence.
            ("acquire", Never),
            ("release", Never),
            ("acquire", Never),
            // Two releases in a row, each orders the critical section before both stores or before the last.
            ("release", Never),
            ("release", Never),
        ],
    ),
    (
        "bakery_fenced.c",
        &[
            ("fence", FromTso),
            ("release", FromPso),
            ("fence", FromTso),
            ("acquire", FromRmo),
            ("acquire", FromRmo),
            ("release", FromPso),
        ],
    ),
    ("seqlock.c", &[("fence", FromPso), ("release", FromPso), ("acquire", FromRmo), ("fence", FromRmo)]),
];

impl Needed {
    fn breaks(self, model: Model) -> bool {
        let weakest_that_holds = match self {
            FromTso => Model::SC,
            FromPso => Model::TSO,
            FromRmo => Model::PSO,
            Never => return false,
        };
        !weakest_that_holds.weaker_or_equal(model)
    }
}

/// A fence or an order, where it stands in the text, and what replaces it.
struct Site {
    what: String,
    start: usize,
    end: usize,
    replacement: &'static str,
}

const FENCE: &str = "atomic_thread_fence(";
const ORDER: &str = "memory_order_";

fn sites(text: &str) -> Vec<Site> {
    let mut sites = Vec::new();
    let mut at = text.find("#include").expect("C files include something");
    loop {
        let next = |what: &str| text[at..].find(what).map(|offset| at + offset);
        match (next(FENCE), next(ORDER)) {
            (Some(start), Some(order)) if start < order => {
                let end = start + text[start..].find(';').expect("a fence is a statement");
                sites.push(Site { what: "fence".into(), start, end, replacement: "" });
                at = end;
            }
            (_, Some(start)) => {
                let rest = &text[start + ORDER.len()..];
                let length = rest.find(|c: char| !c.is_ascii_lowercase() && c != '_').unwrap_or(rest.len());
                at = start + ORDER.len() + length;
                if &rest[..length] != "relaxed" {
                    let what = rest[..length].into();
                    sites.push(Site { what, start, end: at, replacement: "memory_order_relaxed" });
                }
            }
            _ => return sites,
        }
    }
}

/// Compares the verdicts of one mutant with the table; what is wrong.
fn compare(file: &str, head: &Head, text: &str, site: &Site, needed: Needed) -> String {
    let line = text[..site.start].matches('\n').count() + 1;
    let mutant = format!("{}{}{}", &text[..site.start], site.replacement, &text[site.end..]);
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("mutant-{line}-{file}"));
    std::fs::write(&path, mutant).expect("the target folder is writable");
    let program = frontend::load(&path, &Options::default()).expect("a mutant compiles").program;
    std::fs::remove_file(&path).expect("it was just written");
    let mut wrong = String::new();
    for model in [Model::SC, Model::TSO, Model::PSO, Model::RMO] {
        let mut config = CheckConfig::new(model);
        config.unwind = head.unwind.unwrap_or(config.unwind);
        let answer = match check(&program, &config).verdict {
            Verdict::Violation { witness } => {
                certify::certify(&program, &witness).map(|_| true).map_err(|refusal| refusal.to_string())
            }
            Verdict::Safe { .. } => Ok(false),
            Verdict::Unknown { why, .. } => Err(why.to_string()),
        };
        if answer != Ok(needed.breaks(model)) {
            writeln!(wrong, "{file}:{line} without {}, {model}: {answer:?}, {needed:?}", site.what).unwrap();
        }
    }
    wrong
}

#[test]
fn each_order_is_needed_where_the_table_says() {
    let mut wrong = String::new();
    for (file, expected) in TABLE {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(file);
        let text = std::fs::read_to_string(&path).expect("the example exists");
        let head = Head::parse(&text).expect("examples have a head");
        let sites = sites(&text);
        let found: Vec<&str> = sites.iter().map(|site| site.what.as_str()).collect();
        let listed: Vec<&str> = expected.iter().map(|(what, _)| *what).collect();
        assert_eq!(found, listed, "{file}: the table lists every fence and order");
        for (site, &(_, needed)) in sites.iter().zip(expected) {
            wrong += &compare(file, &head, &text, site, needed);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
