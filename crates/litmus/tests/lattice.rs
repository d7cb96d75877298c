//! The models stand where theory puts them: for each pair of neighbours in the lattice, the weaker one permits all that
//! the stronger does on a sample of the corpus, and a litmus test separates the two.

use litmus::{AnyModel, CatModel, Expectations, Options, Selection, Session, Switching, outcomes, verdict};
use std::path::Path;
use std::sync::Arc;

fn read(text: &str) -> ir::Program {
    frontend::litmus::read(text, "test.litmus").unwrap_or_else(|error| panic!("{error}"))
}
fn named(name: &str) -> AnyModel {
    AnyModel::by_name(name).unwrap_or_else(|| panic!("{name}"))
}
fn allows(model: &AnyModel, text: &str) -> bool {
    verdict(&read(text), model, &Selection::All, &Options::default()).expect("an answer").allowed
}

/// Two threads of statements over x and y, and a question.
fn test(threads: &[&str], question: &str) -> String {
    let mut text = "C t\n{}\n".to_string();
    for (number, body) in threads.iter().enumerate() {
        text += &format!("P{number}(int *x, int *y) {{ int r0; int r1; {body} }}\n");
    }
    text + &format!("exists ({question})\n")
}

fn sb() -> String {
    let body = |a: &str, b: &str| format!("WRITE_ONCE(*{a}, 1); r0 = READ_ONCE(*{b});");
    test(&[&body("x", "y"), &body("y", "x")], "0:r0=0 /\\ 1:r0=0")
}
fn mp(reader_fence: &str) -> String {
    test(
        &[
            "WRITE_ONCE(*x, 1); WRITE_ONCE(*y, 1);",
            &format!("r0 = READ_ONCE(*y); {reader_fence} r1 = READ_ONCE(*x);"),
        ],
        "1:r0=1 /\\ 1:r1=0",
    )
}
fn lb(store: &str) -> String {
    let body = |a: &str, b: &str| format!("r0 = READ_ONCE(*{a}); WRITE_ONCE(*{b}, {store});");
    test(&[&body("x", "y"), &body("y", "x")], "0:r0=1 /\\ 1:r0=1")
}
fn corr() -> String {
    test(&["WRITE_ONCE(*x, 1);", "r0 = READ_ONCE(*x); r1 = READ_ONCE(*x);"], "1:r0=1 /\\ 1:r1=0")
}
/// Two readers see two writes of x in different orders.
fn corr2() -> String {
    let reader = "r0 = READ_ONCE(*x); r1 = READ_ONCE(*x);";
    test(
        &["WRITE_ONCE(*x, 1);", "WRITE_ONCE(*x, 2);", reader, reader],
        "2:r0=1 /\\ 2:r1=2 /\\ 3:r0=2 /\\ 3:r1=1",
    )
}
fn r() -> String {
    test(
        &["WRITE_ONCE(*x, 1); WRITE_ONCE(*y, 1);", "WRITE_ONCE(*y, 2); r0 = READ_ONCE(*x);"],
        "[y]=2 /\\ 1:r0=0",
    )
}
/// A write that another thread's write depends on is seen after it.
fn wrc() -> String {
    test(
        &[
            "WRITE_ONCE(*x, 1);",
            "r0 = READ_ONCE(*x); WRITE_ONCE(*y, 1);",
            "r0 = READ_ONCE(*y); r1 = READ_ONCE(*x);",
        ],
        "1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0",
    )
}

#[test]
fn a_litmus_test_separates_each_pair_of_neighbours() {
    // Stronger, weaker, and what only the weaker allows.
    let pairs: Vec<(&str, &str, String)> = vec![
        ("sc", "tso", sb()),
        ("tso", "pso", mp("")),
        ("pso", "rmo", lb("1")),
        ("rmo", "rmo-nodep", lb("1 + (r0 ^ r0)")),
        ("rmo", "rmo-v9", corr()),
        ("nemos-sc", "processor", sb()),
        ("nemos-sc", "causal", sb()),
        ("processor", "pram", corr2()),
        ("processor", "coherence", mp("")),
        ("causal", "pram", wrc()),
        ("sc", "coherence", sb()),
    ];
    for (stronger, weaker, text) in &pairs {
        assert!(!allows(&named(stronger), text), "{stronger} allows\n{text}");
        assert!(allows(&named(weaker), text), "{weaker} forbids\n{text}");
    }
    // Neither of the two contains the other: what only the first allows.
    for (one, other, text) in [
        ("causal", "processor", corr2()),
        ("processor", "causal", wrc()),
        // Goodman's processor consistency has no own store seen early, and TSO no store seen by some only.
        ("tso", "processor", r()),
        ("processor", "tso", wrc()),
        ("coherence", "pram", mp("")),
        ("pram", "coherence", corr2()),
        ("rmo-v9", "rmo-nodep", corr()),
        ("rmo-nodep", "rmo-v9", lb("1 + (r0 ^ r0)")),
    ] {
        assert!(allows(&named(one), &text), "{one} forbids\n{text}");
        assert!(!allows(&named(other), &text), "{other} allows\n{text}");
    }
}

#[test]
fn weaker_models_reach_every_state_of_stronger_ones() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus");
    let table = std::fs::read_to_string(directory.join("expected.tsv")).expect("the corpus");
    let expectations = Expectations::parse(&table).expect("a table");
    let chain = [
        ("sc", "tso"),
        ("nemos-sc", "processor"),
        ("nemos-sc", "causal"),
        ("processor", "pram"),
        ("causal", "pram"),
        ("processor", "coherence"),
    ];
    let step = if std::env::var_os("SELVEDGE_FULL").is_some() { 10 } else { 90 };
    let mut compared = 0;
    for name in expectations.names().step_by(step) {
        let path = directory.join(format!("{name}.litmus"));
        let text = std::fs::read_to_string(&path).expect("a test");
        // Classical models know no fences and say little about read-modify-writes.
        if ["fence", "membar", "MFENCE", "xchg", "XCHG", "fetch"].iter().any(|word| text.contains(word)) {
            continue;
        }
        let program = read(&text);
        let states = |model: &str| {
            let results = outcomes(&program, &named(model), &Selection::All, &Options::default());
            results.unwrap_or_else(|error| panic!("{name} {model}: {error}")).states
        };
        for (stronger, weaker) in chain {
            let (strong, weak) = (states(stronger), states(weaker));
            assert!(strong.is_subset(&weak), "{name}: {stronger} reaches what {weaker} does not");
            compared += 1;
        }
    }
    assert!(compared >= 12, "{compared}");
}

#[test]
fn models_as_herd_writes_them_load() {
    // In the manner of herd's own files: titles without quotes, library includes, shorthands for pairs.
    let sc = r#"SC
include "fences.cat"
include "cos.cat"
empty rmw & (fre;coe) as atom
show sm\id as si
acyclic po | ((fr | rf | co);sm) as sc
"#;
    let tso = r#""X86 TSO"
include "x86fences.cat"
include "cos.cat"
irreflexive po-loc & (R*W); rfi as uniprocRW
irreflexive po-loc & (W*R); fri as uniprocWR
let po_ghb = WW(po) | RM(po)
let poWR = WR(po)
let implied = MA(poWR) | AM(poWR)
let GHB = mfence | implied | po_ghb | rfe | fr | co
acyclic GHB as tso
"#;
    let recursive = "\"closure by recursion\"\nlet com = rf | co | fr\nlet rec hb = (po | com) | (hb ; hb)\nirreflexive hb as sc\n";
    let load = |name: &str, text: &str| {
        AnyModel::Cat(Arc::new(CatModel::parse(name, text).unwrap_or_else(|error| panic!("{error}"))))
    };
    let (sc, tso, recursive) = (load("sc.cat", sc), load("x86tso.cat", tso), load("rec.cat", recursive));
    for text in [sb(), mp(""), lb("1"), corr(), wrc()] {
        assert_eq!(allows(&sc, &text), allows(&named("sc"), &text), "{text}");
        assert_eq!(allows(&recursive, &text), allows(&named("sc"), &text), "{text}");
        assert_eq!(allows(&tso, &text), allows(&named("tso"), &text), "{text}");
    }
    // Rules of a cat model can be switched like any other.
    let program = read(&sb());
    let without = Selection::Without(["fr".to_string()].into());
    assert!(!allows(&sc, &sb()));
    let verdict = verdict(&program, &sc, &without, &Options::default()).expect("an answer");
    assert!(verdict.allowed);
    let session = Session::new(&program, &tso, &Selection::All, Switching::Instances, &Options::default());
    let names: Vec<String> =
        session.expect("a session").encoding.rules.list.iter().map(|rule| rule.name.to_string()).collect();
    for rule in ["tso", "mfence", "po_ghb", "rfe", "fr", "co"] {
        assert!(names.iter().any(|name| name == rule), "{rule} is not among {names:?}");
    }
}
