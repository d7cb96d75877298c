//! Every short sequence of synchronisation operations by two threads: all engines against all interleavings of `interp::World`.
//!
//! Sequences are made from shorter ones; an operation that is never reached is not followed by another, and of two sequences that
//! differ by the names of the threads there is one. What a shorter one disagrees about is not told again for the longer.

use check::{CheckConfig, check};
use events::Property;
use explore::{ExploreConfig, explore};
use ir::{Observable, Program, Prop};
use model::Model;
use prove::{ProveConfig, prove};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use testkit::disagree::{Answer, permitted};
use testkit::sequences::{Family, Pair, of_one, of_two};
use testkit::{ScOutcomes, State, explore_sc, explore_sc_with};
use verdict::{Limits, Verdict};

/// What is open: the shortest sequence, who and about what, a part of what is said, why. Longer sequences that contain it may say the
/// same, whoever has to show it (also with another mutex); a wrong verdict is never excused. An entry that no longer disagrees has to go.
struct Open(&'static str, &'static str, &'static str, &'static str);

/// How a failure that was found and does not replay is told.
const UNSHOWN: &str = "internal error: a failure was found but could not be shown";

const KNOWN: &[Open] = &[];

impl Open {
    /// Whether a disagreement is this one or contains it.
    fn covers(&self, sequence: &str, how: &str) -> bool {
        let (Some((family, calls)), Some((other, longer))) =
            (self.0.split_once(": "), sequence.split_once(": "))
        else {
            return false;
        };
        let halves = |calls: &str| -> Vec<Vec<String>> {
            calls.split('|').map(|half| half.split_whitespace().map(String::from).collect()).collect()
        };
        let contains = |longer: &[String], shorter: &[String]| {
            let mut rest = longer.iter();
            shorter.iter().all(|call| rest.any(|other| other == call))
        };
        let (short, long) = (halves(calls), halves(longer));
        let inside = [[0, 1], [1, 0]]
            .iter()
            .any(|[a, b]| contains(&long[*a], &short[0]) && contains(&long[*b], &short[1]));
        let unshown = how.starts_with(UNSHOWN) && how.contains(self.2);
        other.starts_with(family) && inside && unshown
    }
}

const LIMIT: Duration = Duration::from_secs(20);

fn full() -> bool {
    std::env::var_os("SELVEDGE_FULL").is_some()
}

/// How long sequences are, and how much of them is put to the slower engines.
#[derive(Clone, Copy)]
struct Size {
    length: usize,
    /// All up to this length go to `check` and `prove`, …
    all: usize,
    /// … and of the longer ones each of which this is the share.
    one_in: usize,
}

/// What is known of a sequence that was looked at.
#[derive(Clone, Default)]
struct Seen {
    /// Whether each thread can come to its end.
    ends: [bool; 2],
    /// Who disagrees about what.
    wrong: BTreeSet<String>,
}

#[derive(Default)]
struct Tally {
    programs: u64,
    too_large: u64,
    /// Questions about other things where there is undefined behaviour: not counted below, since "unknown" is an answer there.
    behind_undefined: u64,
    questions: u64,
    /// Questions that an engine decided besides World, those put to more than explore, and of these those that two decided.
    decided: u64,
    put_to_more: u64,
    decided_by_more: u64,
    reasons: BTreeMap<String, u64>,
    wrong: BTreeMap<(String, String), String>,
    spent: [Duration; 4],
}

/// The next in line of the sequence's parents, and who was made longer.
fn parents(pair: &Pair) -> Vec<(Pair, usize)> {
    let shorter = (0..2).filter(|&thread| !pair[thread].is_empty());
    shorter
        .map(|thread| {
            let mut parent = pair.clone();
            parent[thread].pop();
            (parent, thread)
        })
        .collect()
}

/// The same with the threads in the usual order, and whether they were swapped.
fn usual(mut pair: Pair) -> (Pair, bool) {
    let swapped = (pair[0].len(), &pair[0]) < (pair[1].len(), &pair[1]);
    if swapped {
        pair.swap(0, 1);
    }
    (pair, swapped)
}

/// Sequences one longer than those seen, and what their parents disagree about.
fn longer(family: &Family, seen: &BTreeMap<Pair, Seen>, length: usize) -> BTreeMap<Pair, BTreeSet<String>> {
    let mut found = BTreeMap::new();
    for pair in seen.keys().filter(|pair| pair[0].len() + pair[1].len() + 1 == length) {
        for (thread, call) in (0..2).flat_map(|t| (0..family.calls.len()).map(move |call| (t, call as u8))) {
            let mut next = pair.clone();
            next[thread].push(call);
            let next = usual(next).0;
            let mut wrong = BTreeSet::new();
            let reached = parents(&next).into_iter().all(|(parent, thread)| {
                let (parent, swapped) = usual(parent);
                let Some(known) = seen.get(&parent) else { return true };
                wrong.extend(known.wrong.iter().cloned());
                known.ends[thread ^ usize::from(swapped)]
            });
            if reached {
                found.insert(next, wrong);
            }
        }
    }
    found
}

struct Asked<'a> {
    family: &'a Family,
    pair: &'a Pair,
    more: bool,
    /// Some execution is undefined.
    undefined: bool,
    known: &'a BTreeSet<String>,
    seen: Seen,
    tally: &'a Mutex<Tally>,
}

impl Asked<'_> {
    fn wrong(&mut self, who: &str, how: String) {
        self.seen.wrong.insert(who.into());
        if !self.known.contains(who) {
            let key = (self.family.in_words(self.pair), who.into());
            self.tally.lock().expect("no panic").wrong.insert(key, how);
        }
    }

    /// One question to all, which brute force answers so.
    fn question(&mut self, program: &Program, property: Property, name: &str, fails: bool) {
        let oracle = if fails { Answer::Violation } else { Answer::SafeComplete };
        let mut said = Vec::new();
        let mut config = ExploreConfig::new(Model::SC);
        (config.task.properties, config.task.limits) = (vec![property], Limits::within(LIMIT));
        let mut spent = [Duration::ZERO; 4];
        let start = Instant::now();
        said.push(("explore", explore(program, &config).verdict));
        spent[1] = start.elapsed();
        if self.more {
            let start = Instant::now();
            let mut config = CheckConfig::new(Model::SC);
            (config.task.properties, config.task.limits) = (vec![property], Limits::within(LIMIT));
            said.push(("check", check(program, &config).verdict));
            spent[2] = start.elapsed();
        }
        if self.more && property == Property::Assert {
            let start = Instant::now();
            let mut config = ProveConfig::new(Model::SC);
            config.task.limits = Limits::within(LIMIT);
            said.push(("prove", prove(program, &config).verdict));
            spent[3] = start.elapsed();
        }
        let mut decided = 0;
        for (engine, verdict) in &said {
            let who = format!("{engine} {name}");
            if let Err(why) = permitted(oracle, Answer::from(verdict)) {
                self.wrong(&who, format!("all interleavings: {why}"));
            }
            match verdict {
                Verdict::Violation { witness } => {
                    if let Err(refusal) = certify::certify(program, witness) {
                        self.wrong(&who, format!("not certified: {refusal}"));
                    }
                }
                Verdict::Unknown { why, .. } => {
                    if verdict.is_unshown_failure() {
                        self.wrong(&who, why.to_string());
                    }
                    let why: String = why.to_string().chars().take(70).collect();
                    *self
                        .tally
                        .lock()
                        .expect("no panic")
                        .reasons
                        .entry(format!("{who}: {why}"))
                        .or_default() += 1;
                    continue;
                }
                Verdict::Safe { .. } => {}
            }
            decided += 1;
        }
        let mut tally = self.tally.lock().expect("no panic");
        (0..4).for_each(|engine| tally.spent[engine] += spent[engine]);
        if self.undefined && property != Property::Memory {
            tally.behind_undefined += 1;
            return;
        }
        tally.questions += 1;
        tally.decided += u64::from(decided >= 1);
        tally.put_to_more += u64::from(self.more);
        tally.decided_by_more += u64::from(self.more && decided >= 2);
    }

    /// All final states and all kinds of failure; `spurious`: where waits may end without a signal.
    fn outcomes(&mut self, program: &Program, oracle: &ScOutcomes, spurious: bool) {
        let mut config = ExploreConfig::new(Model::SC);
        (config.keep_going, config.task.limits, config.task.spurious_wakeups) =
            (true, Limits::within(LIMIT), spurious);
        let found = explore(program, &config);
        let kind = |text: &String| text.split(':').next().unwrap_or_default().to_string();
        let kinds: BTreeSet<String> = found.failures.iter().map(kind).collect();
        let wanted: BTreeSet<String> = oracle.failures.iter().map(|kind| kind.name().to_string()).collect();
        if !found.complete {
            self.wrong("explore complete", format!("{:?}", found.verdict));
            return;
        }
        if kinds != wanted {
            self.wrong("explore kinds", format!("{:?}, but {wanted:?}", found.failures));
        }
        if found.states != oracle.states && self.family.has_final_states() {
            let missing: Vec<_> = oracle.states.difference(&found.states).collect();
            let wrong: Vec<_> = found.states.difference(&oracle.states).collect();
            self.wrong("explore states", format!("missing {missing:?}, wrong {wrong:?}"));
        }
        if found.duplicates > 0 {
            self.wrong("explore duplicates", found.duplicates.to_string());
        }
    }

    fn all(&mut self) {
        let program = self.family.program(self.pair);
        let start = Instant::now();
        let Ok(oracle) = explore_sc(&program, 50_000) else {
            self.tally.lock().expect("no panic").too_large += 1;
            return;
        };
        {
            let mut tally = self.tally.lock().expect("no panic");
            tally.programs += 1;
            tally.spent[0] += start.elapsed();
        }
        self.seen.ends = [0, 1].map(|thread| match self.pair[thread].len().checked_sub(1) {
            Some(last) => oracle.recorded.contains(format!("{thread}:{last}").as_str()),
            None => true,
        });
        self.undefined = oracle.failures.iter().any(|kind| kind.property() == Property::Memory);
        self.outcomes(&program, &oracle, false);
        if self.family.in_words(self.pair).contains("wait")
            && let Ok(oracle) = explore_sc_with(&program, 50_000, true)
        {
            self.outcomes(&program, &oracle, true);
        }
        for (property, name) in [(Property::Memory, "memory"), (Property::Deadlock, "deadlock")] {
            let fails = oracle.failures.iter().any(|kind| kind.property() == property);
            self.question(&program, property, name, fails);
        }
        if !self.family.has_final_states() {
            return;
        }
        for state in states_to_ask_for(&program, &oracle) {
            let mut program = program.clone();
            let condition = program.condition.as_mut().expect("it has one");
            let equals = |(name, &value): (&String, &i128)| {
                Prop::Equals(Observable::Register { name: name.as_str().into() }, value)
            };
            condition.prop = Prop::And(state.iter().map(equals).collect());
            self.question(&program, Property::Assert, "state", oracle.states.contains(&state));
        }
    }
}

/// Two states: the last that is possible, and one that is not: all zero, or different from the first in one place.
fn states_to_ask_for(program: &Program, oracle: &ScOutcomes) -> Vec<State> {
    let names = program.condition.iter().flat_map(|condition| &condition.observed);
    let zero: State = names.map(|observable| (observable.name().to_string(), 0)).collect();
    let near = oracle.states.first().unwrap_or(&zero);
    let others = near.iter().flat_map(|(name, &value)| {
        [0, 16, 35].into_iter().filter(move |&other| other != value).map(move |other| {
            let mut state = near.clone();
            state.insert(name.clone(), other);
            state
        })
    });
    let impossible = std::iter::once(zero.clone()).chain(others).find(|state| !oracle.states.contains(state));
    oracle.states.last().cloned().into_iter().chain(impossible).collect()
}

fn ask_all(family: &Family, size: Size, tally: &Mutex<Tally>) {
    let mut seen = BTreeMap::from([(Pair::default(), Seen { ends: [true; 2], wrong: BTreeSet::new() })]);
    for length in 1..=size.length {
        let candidates: Vec<_> = longer(family, &seen, length).into_iter().collect();
        let next = AtomicUsize::new(0);
        let found = Mutex::new(Vec::new());
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some((pair, known)) = candidates.get(index) else { return };
                let open = KNOWN.iter().any(|open| open.0 == family.in_words(pair));
                let more = length <= size.all || index.is_multiple_of(size.one_in) || open;
                let mut asked =
                    Asked { family, pair, more, undefined: false, known, seen: Seen::default(), tally };
                asked.all();
                found.lock().expect("no panic").push((pair.clone(), asked.seen));
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(work);
            scope.spawn(work);
        });
        for (pair, mut what) in found.into_inner().expect("no panic") {
            let told = candidates.binary_search_by(|(other, _)| other.cmp(&pair));
            what.wrong.extend(told.ok().into_iter().flat_map(|index| candidates[index].1.clone()));
            seen.insert(pair, what);
        }
    }
}

fn judge(families: &[Family], size: Size) {
    let tally = Mutex::new(Tally::default());
    for family in families {
        let (start, before) = (Instant::now(), tally.lock().expect("no panic").programs);
        ask_all(family, size, &tally);
        let programs = tally.lock().expect("no panic").programs - before;
        println!("{}: {programs} sequences, {:.1} s", family.name, start.elapsed().as_secs_f64());
    }
    let mut tally = tally.into_inner().expect("no panic");
    println!(
        "{} sequences up to length {}, {} too large; {} questions behind undefined behaviour, {} others, {} decided by all interleavings and an engine; {} put to check and \
         prove too, {} of these decided by two engines or more besides all interleavings; time of world, explore, check, prove: {:?}",
        tally.programs,
        size.length,
        tally.too_large,
        tally.behind_undefined,
        tally.questions,
        tally.decided,
        tally.put_to_more,
        tally.decided_by_more,
        tally.spent
    );
    let mut reasons: Vec<_> = tally.reasons.iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    reasons.iter().take(20).for_each(|(reason, count)| println!("{count:>6} {reason}"));
    for Open(sequence, who, _, why) in KNOWN {
        let n_calls = sequence.split_whitespace().filter(|word| word.contains('_')).count();
        let here = families.iter().any(|family| sequence.starts_with(&format!("{}:", family.name)));
        let found = tally.wrong.contains_key(&(sequence.to_string(), who.to_string()));
        assert!(!here || n_calls > size.length || found, "no longer open: {sequence} ({who}): {why}");
    }
    let before = tally.wrong.len();
    tally.wrong.retain(|(sequence, _), how| !KNOWN.iter().any(|open| open.covers(sequence, how)));
    println!("{} known disagreements", before - tally.wrong.len());
    let wrong: Vec<String> =
        tally.wrong.iter().map(|((sequence, who), how)| format!("{sequence} ({who}): {how}")).collect();
    assert!(wrong.is_empty(), "{} disagreements\n{}", wrong.len(), wrong.join("\n"));
    if std::env::var_os("SELVEDGE_FAMILY").is_some() {
        return;
    }
    assert!(tally.decided * 10 >= tally.questions * 9, "too few questions are decided twice");
    assert!(
        tally.decided_by_more * 10 >= tally.put_to_more * 9,
        "too few questions are decided by two engines"
    );
}

/// Those whose name is in SELVEDGE_FAMILY, or all.
fn chosen(families: Vec<Family>) -> Vec<Family> {
    let Ok(name) = std::env::var("SELVEDGE_FAMILY") else { return families };
    families.into_iter().filter(|family| family.name.contains(&name)).collect()
}

/// SELVEDGE_LENGTH, or what is usual.
fn length(default: usize, in_full: usize) -> usize {
    let asked = std::env::var("SELVEDGE_LENGTH").ok().and_then(|text| text.parse().ok());
    asked.unwrap_or(if full() { in_full } else { default })
}

/// Of the longer ones, how many are for each that is put to the slower engines: SELVEDGE_SHARE, or what is usual.
fn share() -> usize {
    let asked = std::env::var("SELVEDGE_SHARE").ok().and_then(|text| text.parse().ok());
    asked.unwrap_or(if full() { 5 } else { 10 })
}

#[test]
fn one_object() {
    judge(&chosen(of_one()), Size { length: length(4, 5), all: 2, one_in: share() });
}

#[test]
fn two_objects() {
    judge(&chosen(of_two()), Size { length: length(4, 4), all: 2, one_in: share() });
}
