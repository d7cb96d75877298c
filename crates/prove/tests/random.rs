//! Random small programs against brute force: nothing that can happen is ever proved impossible, by any sound method.
//!
//! Two questions are put: the final condition of the program (answered by the order solver over all threads), and
//! assertions about what one thread has read or what memory holds at the end (answered by the Datalog rules alone and by
//! the states of all threads alone, so that each is tested by itself). `SELVEDGE_FULL=1` takes 10,000 programs.

use explore::{ExploreConfig, explore};
use ir::{
    Access, AssertKind, BinaryOp, CompareOp, Inst, Op, Operand, Program, Prop, Quantifier, Span, SyncOp, Ty,
};
use model::Model;
use prove::{Interference, ProveConfig, prove};
use std::collections::BTreeMap;
use testkit::random::{Rng, Shape, random_program};
use testkit::{Limits, State, enumerate};
use verdict::Verdict;

const PROGRAMS: u64 = 150;
const PROGRAMS_IN_FULL: u64 = 10_000;

/// Which programs are tried; `SELVEDGE_SEEDS=A..B` asks for others.
fn seeds() -> std::ops::Range<u64> {
    let asked = std::env::var("SELVEDGE_SEEDS").ok();
    let range = asked.as_deref().and_then(|text| text.split_once(".."));
    if let Some((Ok(from), Ok(to))) = range.map(|(from, to)| (from.parse(), to.parse())) {
        return from..to;
    }
    0..if std::env::var_os("SELVEDGE_FULL").is_some() { PROGRAMS_IN_FULL } else { PROGRAMS }
}

fn shape(seed: u64) -> Shape {
    Shape { n_mutexes: (seed % 3) as usize, ..Shape::default() }
}

/// The program, and per model what brute force says.
fn oracle(seed: u64) -> Option<(Program, Vec<testkit::Outcomes>)> {
    let program = random_program(seed, &shape(seed)).to_program();
    let limits = Limits { candidates: 20_000, ..Limits::default() };
    let found = enumerate(&program, &Model::ALL, &limits).ok()?;
    Some((program, found.outcomes))
}

#[test]
fn conditions_are_never_proved_wrongly() {
    let mut bogus = Vec::new();
    let mut counts: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    // The last two are wrongly proved under RMO-nodep where the text of a program says what causes what.
    for seed in seeds().chain([3240, 4624]) {
        if seed % 500 == 499 {
            println!("{seed} programs: {counts:?}");
        }
        let Some((mut program, outcomes)) = oracle(seed) else { continue };
        // A state that the weakest models reach, and if possible SC does not.
        let (strong, weak) = (&outcomes[0].states, &outcomes[4 + (seed % 2) as usize].states);
        let relaxed: Vec<&State> = weak.difference(strong).collect();
        let all = if relaxed.is_empty() { weak.iter().collect() } else { relaxed };
        let state = all.get(Rng::new(seed).below(all.len())).copied();
        let (Some(condition), Some(state)) = (&mut program.condition, state) else { continue };
        condition.quantifier = Quantifier::Exists;
        let known =
            condition.observed.iter().filter_map(|o| Some(Prop::Equals(o.clone(), *state.get(o.name())?)));
        condition.prop = Prop::And(known.collect());
        for outcome in &outcomes {
            let result = prove(&program, &ProveConfig::new(outcome.model));
            let proved = result.n_proved() == result.assertions.len();
            let reachable = outcome.states.iter().any(|other| other == state);
            if reachable {
                bogus.extend(proved.then(|| format!("seed {seed} under {}", outcome.model)));
            } else {
                let count = counts.entry(outcome.model.name()).or_default();
                count.0 += 1;
                count.1 += u32::from(proved);
            }
        }
    }
    println!("holding and proved: {counts:?}");
    assert!(bogus.is_empty(), "{} bogus proofs:\n{}", bogus.len(), bogus.join("\n"));
    for (model, (holding, proved)) in counts {
        let least = if model == "rmo-nodep" { 80 } else { 99 };
        assert!(100 * proved >= least * holding, "{model}: {proved} of {holding}");
    }
}

/// The program with other operations in place of taking and giving back a mutex.
fn with_operations(program: &Program, [take, give]: [SyncOp; 2]) -> Program {
    let mut program = program.clone();
    for function in program.functions.iter_mut() {
        for block in function.blocks.ids().collect::<Vec<_>>() {
            for at in 0..function.blocks[block].insts.len() {
                let Op::Sync { op, args } = &function.blocks[block].insts[at].op else { continue };
                let op = match op {
                    SyncOp::MutexLock => take,
                    SyncOp::MutexUnlock => give,
                    _ => continue,
                };
                let args = args.iter().copied().take(op.args().len()).collect();
                let results = op.results().iter().map(|&ty| function.new_value(ty)).collect();
                let span = function.blocks[block].insts[at].span;
                function.blocks[block].insts[at] = Inst { op: Op::Sync { op, args }, results, span };
            }
        }
    }
    program
}

/// What other objects order, and what calls that fail or only look do not: what `explore` finds under a weak model is not proved there.
#[test]
fn what_operations_order_is_never_overstated() {
    use SyncOp::*;
    let kinds = [
        [MutexLock, SpinUnlock],
        [MutexTryLock, SpinUnlock],
        [RwWriteLock, RwUnlock],
        [RwReadLock, RwUnlock],
        [SemPost, SemWait],
        [SemTryWait, SemGetValue],
        [RwTryReadLock, CondSignal],
    ];
    let (mut bogus, mut proved, mut shown, mut open) = (Vec::new(), 0, 0, 0);
    for seed in seeds() {
        let with_mutex = random_program(seed, &Shape { n_mutexes: 1, ..Shape::default() }).to_program();
        let limits = Limits { candidates: 20_000, ..Limits::default() };
        let bare = with_operations(&with_mutex, [Yield, Yield]);
        let Ok(found) = enumerate(&bare, &Model::ALL, &limits) else { continue };
        let (strong, weak) = (&found.outcomes[0].states, &found.outcomes[3].states);
        let relaxed: Vec<&State> = weak.difference(strong).collect();
        let Some(&state) = relaxed.get(Rng::new(seed).below(relaxed.len().max(1))) else { continue };
        for kind in kinds {
            let mut program = with_operations(&with_mutex, kind);
            let Some(condition) = &mut program.condition else { continue };
            condition.quantifier = Quantifier::Exists;
            let known = condition
                .observed
                .iter()
                .filter_map(|o| Some(Prop::Equals(o.clone(), *state.get(o.name())?)));
            condition.prop = Prop::And(known.collect());
            for model in [Model::TSO, Model::PSO, Model::RMO] {
                let result = prove(&program, &ProveConfig::new(model));
                if !matches!(result.verdict, Verdict::Safe { .. }) {
                    continue;
                }
                proved += 1;
                match explore(&program, &ExploreConfig::new(model)).verdict {
                    Verdict::Violation { .. } => bogus.push(format!("seed {seed}, {kind:?} under {model}")),
                    Verdict::Safe { .. } => shown += 1,
                    Verdict::Unknown { .. } => open += 1,
                }
            }
        }
    }
    println!("{proved} proofs, {shown} of them by explore, too, {open} that it leaves open");
    assert!(bogus.is_empty(), "{} bogus proofs:\n{}", bogus.len(), bogus.join("\n"));
    assert!(shown > 20, "{shown} of {proved}");
}

/// Two values that are observed at one place: the end of a thread, or of the program.
#[derive(Clone, Debug)]
struct Question {
    names: [String; 2],
    wanted: [i128; 2],
}

impl Question {
    /// Whether some final state has these values.
    fn is_reachable(&self, states: &std::collections::BTreeSet<State>) -> bool {
        let has =
            |state: &State| self.names.iter().zip(self.wanted).all(|(name, v)| state.get(name) == Some(&v));
        states.iter().any(has)
    }
}

fn question(rng: &mut Rng, states: &std::collections::BTreeSet<State>) -> Option<Question> {
    let names: Vec<&String> = states.first()?.keys().collect();
    let first = names[rng.below(names.len())];
    let thread = |name: &str| name.split_once(':').map(|(thread, _)| thread.to_string());
    let peers: Vec<&&String> =
        names.iter().filter(|name| ***name != *first && thread(name) == thread(first)).collect();
    let second = peers.get(rng.below(peers.len().max(1)))?;
    let value = |rng: &mut Rng, name: &String| {
        let mut all: Vec<i128> = states.iter().filter_map(|state| state.get(name).copied()).collect();
        all.sort_unstable();
        all.dedup();
        all[rng.below(all.len())]
    };
    let wanted = [value(rng, first), value(rng, second)];
    Some(Question { names: [first.clone(), (**second).clone()], wanted })
}

/// Puts `assert(!(a == v && b == w))` where both are known; false if there is no such place.
fn assert_not(program: &mut Program, question: &Question) -> bool {
    for id in program.functions.ids().collect::<Vec<_>>() {
        let function = &program.functions[id];
        let found = function.blocks.iter_enumerated().find_map(|(block, body)| {
            let values = question.names.each_ref().map(|name| {
                body.insts.iter().find_map(|inst| match &inst.op {
                    Op::Observe { name: known, value } if **known == **name => Some(*value),
                    _ => None,
                })
            });
            Some((block, values[0]?, values[1]?))
        });
        if let Some((block, a, b)) = found {
            insert(program, id, block, [a, b], question.wanted);
            return true;
        }
    }
    let globals = question.names.each_ref().map(|name| program.global_named(name));
    let [Some(a), Some(b)] = globals else { return false };
    let main = program.entry;
    let last = program.functions[main].blocks.ids().last();
    let Some(last) = last else { return false };
    let values = [a, b].map(|id| {
        let function = &mut program.functions[main];
        let result = function.new_value(Ty::I32);
        let op = Op::Load { access: Access::plain(Ty::I32), addr: Operand::Global { id, offset: 0 } };
        function.blocks[last].insts.push(Inst {
            op,
            results: [result].into_iter().collect(),
            span: Span::NONE,
        });
        Operand::Value(result)
    });
    insert(program, main, last, values, question.wanted);
    true
}

fn insert(
    program: &mut Program,
    id: ir::FuncId,
    block: ir::BlockId,
    values: [Operand; 2],
    wanted: [i128; 2],
) {
    let function = &mut program.functions[id];
    let mut push = |op: Op, ty: Option<Ty>| {
        let result = ty.map(|ty| function.new_value(ty));
        let inst = Inst { op, results: result.into_iter().collect(), span: Span::NONE };
        function.blocks[block].insts.push(inst);
        result.map_or(Operand::TRUE, Operand::Value)
    };
    let mut differs = |value: Operand, wanted: i128| {
        let b = Operand::int(wanted, Ty::I32);
        push(Op::Compare { op: CompareOp::Ne, a: value, b }, Some(Ty::BOOL))
    };
    let (a, b) = (differs(values[0], wanted[0]), differs(values[1], wanted[1]));
    let cond = push(Op::Binary { op: BinaryOp::Or, a, b }, Some(Ty::BOOL));
    push(Op::Assert { cond, kind: AssertKind::Assert, message: "not both".into() }, None);
}

/// The methods by themselves: the rules; all states; those with symbols for all numbers; with many threads of each kind.
fn alone(model: Model) -> [ProveConfig; 4] {
    let config = |interference| ProveConfig { interference, ..ProveConfig::new(model) };
    let states = config(Interference::States);
    [
        config(Interference::Datalog),
        states.clone(),
        ProveConfig { max_numbers: 0, ..states.clone() },
        ProveConfig { count_to: Some(1), ..states },
    ]
}

#[test]
fn assertions_are_never_proved_wrongly_by_one_method_alone() {
    let mut bogus = Vec::new();
    let (mut holding, mut proved_counts, mut asked) = (0, [0; 4], 0);
    // 7172: a compare-and-exchange that fails was once taken to have stored.
    for seed in (seeds()).chain([7172]) {
        let Some((mut program, outcomes)) = oracle(seed) else { continue };
        let mut rng = Rng::new(seed);
        // Values of the weakest model, so that some questions hold under the stronger ones only.
        let Some(weakest) = outcomes.last() else { continue };
        // Of a few questions the first that SC answers differently.
        let questions: Vec<Question> = (0..12).filter_map(|_| question(&mut rng, &weakest.states)).collect();
        let telling = questions.iter().find(|question| !question.is_reachable(&outcomes[0].states));
        let telling = telling.filter(|_| !seed.is_multiple_of(4));
        let Some(question) = telling.or(questions.first()).cloned() else { continue };
        program.condition = None;
        if !assert_not(&mut program, &question) {
            continue;
        }
        asked += 1;
        for outcome in &outcomes {
            let reachable = question.is_reachable(&outcome.states);
            holding += u32::from(!reachable);
            for (index, config) in alone(outcome.model).iter().enumerate() {
                let result = prove(&program, config);
                let proved = result.assertions.iter().all(|assertion| assertion.is_proved());
                if proved && reachable {
                    bogus
                        .push(format!("seed {seed} under {} by method {index}: {question:?}", outcome.model));
                } else if proved {
                    proved_counts[index] += 1;
                }
            }
        }
    }
    println!("{asked} assertions, holding {holding} times under some model, proved {proved_counts:?}");
    assert!(bogus.is_empty(), "{} bogus proofs:\n{}", bogus.len(), bogus.join("\n"));
    assert!(4 * proved_counts[0] > holding, "only {proved_counts:?} of {holding} are proved");
    assert!(proved_counts.iter().all(|&count| count > 0), "{proved_counts:?}");
}
