//! Wrong input gives a place and what was expected; unsupported programs are never "forbidden".

use litmus::{AnyModel, CatModel, EncodeError, LitmusError, Options, Selection, parse_outcome, verdict};
use std::sync::Arc;

fn cat_error(text: &str) -> String {
    match CatModel::parse("bad.cat", text) {
        Err(error) => error.to_string(),
        Ok(model) => {
            let program =
                frontend::litmus::read_sel("shared x = 0; thread 1 { r1 = x; }", "a.sel").expect("a program");
            let model = AnyModel::Cat(Arc::new(model));
            match verdict(&program, &model, &Selection::All, &Options::default()) {
                Err(error) => error.to_string(),
                Ok(verdict) => panic!("{text:?} was accepted: {verdict:?}"),
            }
        }
    }
}

#[test]
fn wrong_cat_files_say_where_and_what() {
    for (text, wanted) in [
        ("\"T\"\nacyclic po |\n", "bad.cat:3:1: expected a relation or a set, found end of file"),
        ("\"T\"\nlet x == po\n", "bad.cat:2:8: expected a relation or a set, found '='"),
        (
            "\"T\"\nacyclic nosuch as t\n",
            "bad.cat:2:9: expected a relation, a set or a function, found the unknown name",
        ),
        ("\"T\"\nacyclic R;po as t\n", "bad.cat:2:9: expected a relation, found a set"),
        ("\"T\"\nempty po * rf as t\n", "bad.cat:2:7: expected a set, found a relation"),
        ("\"T\"\nlet a = po & R\nempty a as b\n", "bad.cat:2:14: expected two relations or two sets"),
        ("\"T\"\ninclude \"nothing.cat\"\n", "bad.cat:2:1: \"nothing.cat\" is neither beside this file"),
        ("\"T\"\nmatch x with\n", "bad.cat:2:1: 'match' is not supported"),
        ("\"T\"\n(* no end\n", "bad.cat:2:1: expected '*)' to end this comment"),
        ("\"T\"\nlet f(x, y) = x\nacyclic f(po) as t\n", "bad.cat:3:11: expected 2 arguments, found 1"),
        ("\"T\"\n@\n", "bad.cat:2:1: '@' begins nothing that cat has"),
    ] {
        let error = cat_error(text);
        assert!(error.starts_with(wanted), "{text:?}: {error}");
    }
}

#[test]
fn wrong_sel_files_say_where_and_what() {
    for (text, wanted) in [
        ("", "a.sel:1:1: expected shared, lock or thread, found end of file"),
        ("shared x = ;", "a.sel:1:12: expected an initial value, found ';'"),
        ("shared x = 0;\nthread { }", "a.sel:2:8: expected the number of the thread, found '{'"),
        (
            "shared x = 0;\nthread 1 { r1 = ; }",
            "a.sel:2:17: expected a number, a register or a shared variable",
        ),
        ("shared x = 0;\nthread 1 { r1 = x }", "a.sel:2:19: expected ';' after the statement, found '}'"),
        ("thread 1 { AtomicEnter; }", "a.sel:1:12: expected an AtomicExit for this AtomicEnter"),
        ("thread 1 { AtomicExit; }", "a.sel:1:12: expected an AtomicEnter before this AtomicExit"),
        ("shared x = 0; thread 1 { Lock x; }", "a.sel:1:26: expected the name of a lock"),
        (
            "lock l; thread 1 { r1 = l; }",
            "a.sel:1:25: expected a register or a shared variable, found the lock 'l'",
        ),
        ("shared x; thread 1 { x = 1; } thread 1 { x = 2; }", "a.sel:1:31: there is a thread 1 already"),
        ("shared x; thread 1 { x = 1; } exists (2:r1 = 0)", "a.sel:1:39: there is no thread P2"),
        ("shared x; thread 1 { x = xchg(3, 1); }", "a.sel:1:31: expected the name of a shared variable"),
        ("shared x; thread 1 { fence(zz); }", "a.sel:1:28: expected ll, ls, sl or ss"),
        ("thread 1 { r1 = 99999999999; }", "a.sel:1:17: expected a number of 32 bits"),
    ] {
        let error = frontend::litmus::read_sel(text, "a.sel").expect_err(text).to_string();
        assert!(error.starts_with(wanted), "{text:?}: {error}");
    }
}

#[test]
fn no_sel_or_cat_text_makes_the_readers_panic() {
    let sel = "shared x = 0, y = 1; lock l; thread 1 (A) { AtomicEnter; Lock l; r1 = x + 1; if (r1 >= 2) { y = r1; } \
               else x = -1; Unlock l; AtomicExit; r2 = cas(x, 1, 2); fence(ll|ss); } exists (1:r1 = 1 /\\ y = 2)";
    let cat = "\"T\" include \"cos.cat\" let f(r) = r+;[W] let rec a = po | (a;rf) acyclic f(a & ext \\ id) | co? as t";
    frontend::litmus::read_sel(sel, "a.sel").expect("a program");
    CatModel::parse("a.cat", cat).expect("a model");
    for (text, is_sel) in [(sel, true), (cat, false)] {
        for at in 0..text.len() {
            for replacement in ["", "(", "}", ";", "\"", "0", "é", "*", "- "] {
                let mut changed = text.to_string();
                changed.replace_range(at..at + 1, replacement);
                for tried in [&changed[..], &text[..at]] {
                    if is_sel {
                        let _ = frontend::litmus::read_sel(tried, "a.sel");
                    } else {
                        let _ = CatModel::parse("a.cat", tried);
                    }
                }
            }
        }
    }
}

#[test]
fn outcomes_say_where_they_are_wrong() {
    let program =
        frontend::litmus::read_sel("shared x = 0; thread 1 { r1 = x; }", "a.sel").expect("a program");
    for (text, wanted) in [
        ("1:r2=0", "column 1: no register 1:r2; there are 1:r1"),
        ("1:r1=0 /\\", "column 10: expected a register such as P0:r1, or a shared variable, found the end"),
        ("1:r1", "column 5: expected '=' or '!=', found the end"),
        ("z=1", "column 1: no shared variable z"),
        ("(x=1", "column 5: expected ')', found the end"),
    ] {
        assert!(parse_outcome(text, &program).expect_err(text).to_string().starts_with(wanted), "{text}");
    }
    assert_eq!(
        parse_outcome("P1:r1=0 /\\ (x=1 \\/ [x]!=2)", &program).expect("an outcome").to_string(),
        "(1:r1=0 /\\ (x=1 \\/ ~(x=2)))"
    );
}

#[test]
fn unknown_rules_and_unsupported_things_are_errors() {
    let program = frontend::litmus::read_sel("shared x = 0; thread 1 { Lock l; x = 1; Unlock l; }", "a.sel")
        .expect("a program");
    let sc = AnyModel::by_name("tso").expect("a model");
    let selection = Selection::Without(["nosuch".to_string()].into());
    match verdict(&program, &sc, &selection, &Options::default()) {
        Err(LitmusError::Encode(EncodeError::UnknownRule { known, .. })) => {
            assert!(known.contains("program-order"))
        }
        other => panic!("{other:?}"),
    }
    let pram = AnyModel::by_name("pram").expect("a model");
    let error = verdict(&program, &pram, &Selection::All, &Options::default()).expect_err("locks");
    assert!(error.to_string().contains("locks"), "{error}");
}
