//! What people see of the store-buffering test under TSO, and what a code-scanning service gets.

use events::*;
use expect_test::{Expect, expect};
use ir::layout::Layout;
use ir::{FuncId, Function, Global, GlobalId, Init, Program, Span, Term};
use model::Model;
use report::*;
use smallvec::smallvec;
use verdict::{Answer, Engine, ProgramRef, Report, SCHEMA_VERSION, Scope, Verdict, Why, Witness};

fn program() -> Program {
    let mut program = Program::new("sb.c");
    program.intern_file("sb.c");
    for name in ["x", "y"] {
        program.globals.push(Global {
            name: name.into(),
            size: 4,
            align: 4,
            thread_local: false,
            constant: false,
            init: Init::default(),
            span: Span::NONE,
        });
    }
    let mut main = Function::new("main");
    main.new_block();
    main.blocks[Function::ENTRY].term = Term::Return(Default::default());
    program.functions.push(main);
    program
}

fn access(program: &Program, thread: u32, kind: EventKind, place: &str, value: u128, line: u32) -> Event {
    let global = program.global_named(place).unwrap_or(GlobalId(0));
    let mut event = Event::new(ThreadId(thread), kind, Span::new(ir::FileId(0), line, 3));
    event.addr = Layout::of(program).global(global);
    event.size = 4;
    event.place = Some(place.into());
    if event.is_write() {
        event.written = Some(value);
    } else {
        event.read = Some(value);
        event.rf = smallvec![ReadsFrom { offset: 0, len: 4, source: None }];
    }
    event
}

/// Both loads pass the stores before them.
fn store_buffering(program: &Program) -> Witness {
    let mut execution = Execution::default();
    for name in ["main", "t1", "t2"] {
        execution.threads.push(Thread { name: name.into(), function: FuncId(0), events: vec![] });
    }
    let wx = execution.push(access(program, 1, EventKind::Write, "x", 1, 5));
    let ry = execution.push(access(program, 1, EventKind::Read, "y", 0, 6));
    let wy = execution.push(access(program, 2, EventKind::Write, "y", 1, 9));
    let rx = execution.push(access(program, 2, EventKind::Read, "x", 0, 10));
    execution.co = vec![vec![wx], vec![wy]];
    Witness {
        schema: SCHEMA_VERSION,
        program: ProgramRef::new(program, "sb.c", &[]),
        model: Model::TSO,
        failure: Failure {
            kind: FailureKind::Assertion,
            thread: ThreadId(0),
            span: Span::new(ir::FileId(0), 14, 3),
            message: "!(a == 0 && b == 0)".into(),
        },
        execution,
        order: vec![ry, rx, wx, wy],
        observed: vec![],
    }
}

fn check(width: usize, max_steps: usize, expected: Expect) {
    let program = program();
    let options = TextOptions { style: Style::PLAIN, width, max_steps, table: false };
    let certification = Certification { certified: true, milliseconds: Some(31.2) };
    expected.assert_eq(&render_witness(&store_buffering(&program), &program, &options, &certification));
}

#[test]
fn lanes_show_buffers() {
    check(
        120,
        0,
        expect![[r#"
        sb.c:14: assertion can fail under TSO: !(a == 0 && b == 0)

             main                        t1                         t2
          1                              x = 1            sb.c:5                                (in t1's buffer)
          2                              y reads 0        sb.c:6
          3                                                         y = 1            sb.c:9     (in t2's buffer)
          4                                                         x reads 0        sb.c:10
          5                              x reaches memory
          6                                                         y reaches memory
          7  assertion fails  sb.c:14

        why: TSO lets the load of y in line 6 pass the store to x in line 5 (no fence between), and the load of x in line 10 pass the store to y in line 9 (no fence between).
             this execution is impossible under SC.
        [certified · 31 ms]
    "#]],
    );
}

#[test]
fn a_narrow_terminal_gets_a_list() {
    check(
        60,
        0,
        expect![[r#"
        sb.c:14: assertion can fail under TSO: !(a == 0 && b == 0)

          1  t1    x = 1            sb.c:5  (in t1's buffer)
          2  t1    y reads 0        sb.c:6
          3  t2    y = 1            sb.c:9  (in t2's buffer)
          4  t2    x reads 0        sb.c:10
          5  t1    x reaches memory
          6  t2    y reaches memory
          7  main  assertion fails  sb.c:14

        why: TSO lets the load of y in line 6 pass the store to x in line 5 (no fence between), and the load of x in line 10 pass the store to y in line 9 (no fence between).
             this execution is impossible under SC.
        [certified · 31 ms]
    "#]],
    );
}

#[test]
fn long_executions_show_their_end() {
    check(
        120,
        2,
        expect![[r#"
        sb.c:14: assertion can fail under TSO: !(a == 0 && b == 0)

            … 4 earlier steps not shown (--full shows all)
             main                        t1                  t2
          5                              x reaches memory
          6                                                  y reaches memory
          7  assertion fails  sb.c:14

        why: TSO lets the load of y in line 6 pass the store to x in line 5 (no fence between), and the load of x in line 10 pass the store to y in line 9 (no fence between).
             this execution is impossible under SC.
        [certified · 31 ms]
    "#]],
    );
}

#[test]
fn short_answers() {
    let program = program();
    let mut report = Report::new(&program);
    let answer = |model, verdict| Answer {
        model,
        properties: vec![Property::Assert],
        verdict,
        engine: Some(Engine::Check),
        seconds: 0.1,
    };
    report.answers.push(answer(Model::SC, Verdict::Safe { scope: Scope::UpToUnwind(3) }));
    report
        .answers
        .push(answer(Model::TSO, Verdict::unknown(Why::Unsupported("inline asm \"cpuid\"".into()))));
    let options = TextOptions { style: Style::PLAIN, width: 100, max_steps: 0, table: false };
    expect![[r#"
        sb.c: safe under SC (up to 3 loop iterations)
        sb.c: unknown under TSO: not supported: inline asm "cpuid"
    "#]]
    .assert_eq(&render_report(&report, &program, &options, |_| Certification::default()));
    assert_eq!(report.exit_code(), 3);
}

#[test]
fn sarif_has_flows_for_both_threads() {
    let program = program();
    let mut report = Report::new(&program);
    report.answers.push(Answer {
        model: Model::TSO,
        properties: vec![Property::Assert],
        verdict: Verdict::Violation { witness: Box::new(store_buffering(&program)) },
        engine: Some(Engine::Check),
        seconds: 0.1,
    });
    let log = sarif(&report, &program);
    let run = &log["runs"][0];
    assert_eq!(log["version"], "2.1.0");
    let result = &run["results"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]), "every result names a rule");
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 14);
    let flows = result["codeFlows"][0]["threadFlows"].as_array().expect("flows");
    assert_eq!(flows.len(), 2);
    let texts: Vec<&str> = flows[0]["locations"]
        .as_array()
        .expect("locations")
        .iter()
        .filter_map(|l| l["location"]["message"]["text"].as_str())
        .collect();
    assert_eq!(texts, ["x = 1", "y reads 0", "x reaches memory"]);
}

#[test]
fn witnesses_survive_json_and_bad_ones_are_refused() {
    let witness = store_buffering(&program());
    let text = witness.to_json();
    assert_eq!(Witness::from_json(&text).expect("reads back"), witness);
    let refused = |text: &str| Witness::from_json(text).expect_err("is refused").to_string();
    assert!(refused("{").contains("line 1"));
    assert!(refused(&text.replacen("\"schema\": 1", "\"schema\": 99", 1)).contains("version 99"));
    let mut dangling = witness.clone();
    dangling.order.push(EventId(77));
    assert!(refused(&dangling.to_json()).contains("e77 does not exist"));
}
