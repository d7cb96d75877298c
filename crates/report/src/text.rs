//! Reports for a terminal: the verdict first, then the execution in lanes, then why the model lets it happen.

use crate::describe::Describe;
use crate::lanes::{self, Row};
use crate::verdicts::render_table;
use crate::why::why;
use crate::{Phase, Step, Style, steps};
use events::{EventKind, Execution, SyncStep};
use ir::{Program, Span};
use rustc_hash::FxHashMap;
use verdict::{Answer, FailureKind, Report, Scope, Verdict, Witness};

/// How to print.
#[derive(Clone, Copy, Debug)]
pub struct TextOptions {
    pub style: Style,
    pub width: usize,
    /// At most this many steps of the execution are shown (the last ones); 0 for all.
    pub max_steps: usize,
    /// All verdicts in a table before what there is to say about each.
    pub table: bool,
}

/// What is known about a witness beyond itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Certification {
    /// It was replayed and re-checked.
    pub certified: bool,
    pub milliseconds: Option<f64>,
}

/// All answers of a report; violations with their executions; `certified` says whether each was replayed.
pub fn render_report(
    report: &Report,
    program: &Program,
    options: &TextOptions,
    certified: impl Fn(&Witness) -> Certification,
) -> String {
    let mut out = String::new();
    for warning in &report.warnings {
        let place = warning.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
        out += &format!("{}{} {}\n", place, options.style.warn("warning:"), warning.message);
    }
    if options.table {
        out += &render_table(report, options.style);
    }
    let mut shown: Vec<&Witness> = Vec::new();
    for answer in &report.answers {
        if options.table {
            match answer.verdict {
                Verdict::Safe { .. } => continue,
                Verdict::Violation { .. } | Verdict::Unknown { .. } => out.push('\n'),
            }
        }
        out += &match &answer.verdict {
            Verdict::Violation { witness } => match shown.iter().find(|earlier| implies(earlier, witness)) {
                Some(earlier) => render_again(witness, earlier, options.style),
                None => {
                    shown.push(witness);
                    render_witness(witness, program, options, &certified(witness))
                }
            },
            _ => render_short(answer, report, options.style),
        };
    }
    out
}

/// Whether a failure that was shown already says it all: the same failure, under a stronger model.
pub(crate) fn implies(earlier: &Witness, witness: &Witness) -> bool {
    let stronger = witness.model.weaker_or_equal(earlier.model);
    let place =
        |witness: &Witness| (witness.failure.kind, witness.failure.span, witness.failure.message.clone());
    stronger && place(earlier) == place(witness)
}

fn render_again(witness: &Witness, earlier: &Witness, style: Style) -> String {
    let line = headline(witness, style);
    format!("{} (as under {})\n", line.trim_end(), earlier.model.name().to_uppercase())
}

fn render_short(answer: &Answer, report: &Report, style: Style) -> String {
    let program = &report.program;
    let model = answer.model.name().to_uppercase();
    match &answer.verdict {
        Verdict::Safe { scope } => {
            let scope = scope_words(scope, &report.assumptions);
            let answer = match answer.properties.is_empty() {
                true => "bound enough, nothing else asked",
                false => "safe",
            };
            format!("{program}: {} under {model} ({scope})\n", style.good(answer))
        }
        Verdict::Unknown { why, place } => {
            let place = place.as_ref().map_or(program.to_string(), |place| place.to_string());
            format!("{place}: {} under {model}: {why}\n", style.warn("unknown"))
        }
        Verdict::Violation { .. } => String::new(),
    }
}

/// How far `safe` reaches and what it takes for granted, for people.
pub fn scope_words(scope: &Scope, assumptions: &[String]) -> String {
    let reach = match scope {
        Scope::Unbounded => "every execution without memory errors, no bound".to_string(),
        Scope::Complete => "every execution".to_string(),
        Scope::GivenInputs => "every execution for the given inputs".to_string(),
        Scope::UpToUnwind(bound) => format!("up to {bound} loop iterations"),
    };
    match assumptions.is_empty() {
        true => reach,
        false => format!("{reach}, assuming that {}", assumptions.join(" and ")),
    }
}

/// One violation with its execution.
pub fn render_witness(
    witness: &Witness,
    program: &Program,
    options: &TextOptions,
    certification: &Certification,
) -> String {
    let style = options.style;
    let mut out = headline(witness, style);
    let describe = Describe::new(program, &witness.execution);
    let all = interesting(witness, steps(witness));
    let keep = if options.max_steps == 0 { all.len() } else { options.max_steps.min(all.len()) };
    let hidden = all.len() - keep;
    if hidden > 0 {
        out += &style.dim(&format!("    … {hidden} earlier steps not shown (--full shows all)\n"));
    }
    let (lanes, rows) = rows(witness, &describe, &all[hidden..]);
    if !rows.is_empty() {
        for line in lanes::layout(&lanes, &rows, hidden + 1, options.width.saturating_sub(1), style).lines() {
            out += &format!(" {line}\n");
        }
        out.push('\n');
    }
    out += &footer(witness, &why(witness, &describe), certification, style);
    out
}

fn headline(witness: &Witness, style: Style) -> String {
    let failure = &witness.failure;
    let place = show_span(witness, failure.span);
    let model = witness.model.name().to_uppercase();
    let title = style.bad(&format!("{} under {model}", failure.kind.title()));
    let message = if failure.message.is_empty() { String::new() } else { format!(": {}", failure.message) };
    let place = if place.is_empty() { witness.program.path.clone() } else { place };
    format!("{}: {title}{message}\n\n", style.bold(&place))
}

fn footer(witness: &Witness, why: &[String], certification: &Certification, style: Style) -> String {
    let mut out = String::new();
    for (index, sentence) in why.iter().enumerate() {
        let label = if index == 0 { style.bold("why: ") } else { "     ".into() };
        out += &format!("{label}{sentence}\n");
    }
    if !witness.observed.is_empty() {
        let state: Vec<String> = witness.observed.iter().map(|o| format!("{}={}", o.name, o.value)).collect();
        out += &format!("{} {}\n", style.bold("final state:"), state.join("; "));
    }
    let certified = if certification.certified { "certified" } else { "not certified" };
    let time = certification.milliseconds.map(|ms| format!(" · {ms:.0} ms")).unwrap_or_default();
    out + &format!("{}\n", style.dim(&format!("[{certified}{time}]")))
}

/// `file:line` with the witness's own file table; the file alone is enough for people.
pub(crate) fn show_span(witness: &Witness, span: Span) -> String {
    match witness.program.files.get(span.file.0 as usize) {
        Some(file) if span.is_known() => format!("{file}:{}", span.line),
        _ => String::new(),
    }
}
fn short_span(witness: &Witness, span: Span) -> String {
    let full = show_span(witness, span);
    full.rsplit('/').next().unwrap_or(&full).to_string()
}

/// Leaves out what only one thread ever touches, the comings and goings of stack objects, start and end marks, and what our models of
/// library functions keep to themselves.
pub(crate) fn interesting(witness: &Witness, steps: Vec<Step>) -> Vec<Step> {
    let execution = &witness.execution;
    let shared = shared_addresses(execution);
    let litmus = witness.failure.kind == FailureKind::FinalState;
    let keep = |step: &Step| {
        let event = execution.event(step.event);
        let library = event.place.as_deref().is_some_and(|place| place.starts_with("__sv_"));
        match &event.kind {
            EventKind::Read | EventKind::Write | EventKind::Rmw => {
                !library && shared.get(&event.addr).copied().unwrap_or(true)
            }
            EventKind::Alloc { stack, .. } => !stack,
            EventKind::Sync { op: SyncStep::ThreadBegin | SyncStep::ThreadEnd, .. } => false,
            EventKind::Sync { .. } => !litmus,
            EventKind::Fence { .. } | EventKind::Free | EventKind::Input => true,
        }
    };
    let kept: Vec<Step> = steps.iter().copied().filter(|step| keep(step)).collect();
    // A sequential program has nothing shared: then everything it did to memory is of interest.
    if kept.is_empty() { steps } else { kept }
}

/// For each accessed address, whether more than one thread accesses it.
fn shared_addresses(execution: &Execution) -> FxHashMap<u64, bool> {
    let mut first = FxHashMap::default();
    let mut shared = FxHashMap::default();
    for event in execution.events.iter().filter(|event| event.is_access()) {
        let owner = *first.entry(event.addr).or_insert(event.thread);
        *shared.entry(event.addr).or_insert(false) |= owner != event.thread;
    }
    shared
}

fn rows(witness: &Witness, describe: &Describe<'_>, steps: &[Step]) -> (Vec<String>, Vec<Row>) {
    let execution = &witness.execution;
    let failing = witness.failure.thread;
    let mut threads: Vec<_> = steps.iter().map(|step| execution.event(step.event).thread).collect();
    threads.push(failing);
    threads.sort();
    threads.dedup();
    let lane_of = |thread| threads.binary_search(&thread).unwrap_or(0);
    let mut rows: Vec<Row> = steps
        .iter()
        .map(|step| {
            let event = execution.event(step.event);
            let thread = &execution.thread(event.thread).name;
            let (text, remark) = match step.phase {
                Phase::Whole => (describe.event(event), String::new()),
                Phase::Buffered => (describe.event(event), format!("(in {thread}'s buffer)")),
                Phase::ReachesMemory => (format!("{} reaches memory", describe.place(event)), String::new()),
                Phase::Early => (describe.event(event), "(ahead of an earlier load)".to_string()),
            };
            let place = if step.phase == Phase::ReachesMemory {
                String::new()
            } else {
                short_span(witness, event.span)
            };
            Row { lane: lane_of(event.thread), text, place, remark, bad: false }
        })
        .collect();
    if witness.failure.kind != FailureKind::FinalState && !steps.is_empty() {
        let text = failure_words(witness.failure.kind).to_string();
        let place = short_span(witness, witness.failure.span);
        rows.push(Row { lane: lane_of(failing), text, place, remark: String::new(), bad: true });
    }
    let names = threads.iter().map(|&thread| execution.thread(thread).name.to_string()).collect();
    (names, rows)
}

/// What stands at the end of the lanes.
pub(crate) fn failure_words(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::Assertion => "assertion fails",
        kind => kind.title(),
    }
}
