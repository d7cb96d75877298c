//! The language, the shipped specifications, access points against conditions, and errors with places.

use spec::{AccessPoints, Call, MethodId, Side, Specification, StateOracle, Truth, check_soundness, shipped};

fn parse(text: &str) -> Result<Specification, String> {
    Specification::parse(text, "t.spec").map_err(|error| error.to_string())
}

fn set() -> Specification {
    spec::shipped_specification("set").unwrap()
}

fn call(specification: &Specification, method: &str, arguments: &[i64], result: Option<i64>) -> Call {
    let object = &specification.objects[0].name;
    let method = specification.method_by_name(object, method).unwrap();
    Call { method, object: 7, arguments: arguments.to_vec(), result }
}

#[test]
fn shipped_specifications_parse_print_and_are_sound() {
    for (name, text) in shipped() {
        let specification = parse(text).unwrap();
        assert_eq!(specification.objects[0].name, *name);
        let printed = specification.to_string();
        let again = parse(&printed).unwrap();
        assert_eq!(again.to_string(), printed);
        let report = check_soundness(&specification, 20_000, 1, &|| false);
        let object = &report.objects[0];
        assert_eq!(object.untested, None, "{name}");
        assert!(object.unsound.is_empty(), "{name}: {}", object.unsound[0]);
        assert!(object.without_condition.is_empty(), "{name}: {:?}", object.without_condition);
        assert!(object.pairs > 1_000, "{name}: {}", object.pairs);
        println!("{name}: {} of {} commuting pairs recognised", object.recognised, object.commuting);
    }
}

#[test]
fn an_unsound_condition_is_found() {
    let text = shipped().iter().find(|(name, _)| *name == "set").unwrap().1;
    let broken = text.replace("v1 != v2 || (!r1 && !r2)", "true");
    let report = check_soundness(&parse(&broken).unwrap(), 5_000, 1, &|| false);
    let unsound = &report.objects[0].unsound;
    assert_eq!(unsound.len(), 2, "{unsound:?}");
    assert!(unsound[0].to_string().contains("commute add(v1) -> changed1, add(v2) -> changed2 always"));
}

#[test]
fn conditions_are_evaluated_in_both_orders() {
    let set = set();
    let add = |value, result| call(&set, "add", &[value], Some(result));
    let contains = |value, result| call(&set, "contains", &[value], Some(result));
    assert_eq!(set.commutes(&add(1, 1), &contains(42, 1)), Truth::Yes);
    assert_eq!(set.commutes(&add(1, 1), &contains(1, 1)), Truth::No);
    assert_eq!(set.commutes(&contains(1, 1), &add(1, 1)), Truth::No);
    assert_eq!(set.commutes(&contains(1, 1), &add(1, 0)), Truth::Yes);
    let mut elsewhere = add(1, 1);
    elsewhere.object = 8;
    assert_eq!(set.commutes(&elsewhere, &contains(1, 1)), Truth::Yes);
    let mut unknown = add(1, 1);
    unknown.result = None;
    assert_eq!(set.commutes(&unknown, &contains(1, 1)), Truth::NeedsState);
    assert_eq!(set.commutes(&unknown, &contains(2, 1)), Truth::Yes);
}

struct Reps([i64; 4]);
impl StateOracle for Reps {
    fn evaluate(&self, function: &str, _: Side, arguments: &[i64]) -> Option<i64> {
        assert_eq!(function, "rep");
        self.0.get(arguments[0] as usize).copied()
    }
}

#[test]
fn the_abstract_state_is_asked_for_where_it_matters() {
    let specification = spec::shipped_specification("union_find").unwrap();
    assert!(specification.objects[0].needs_state());
    let find = call(&specification, "find", &[2], Some(2));
    let union = call(&specification, "union", &[0, 1], None);
    assert_eq!(specification.commutes(&find, &find), Truth::Yes);
    assert_eq!(specification.commutes(&union, &find), Truth::NeedsState);
    assert_eq!(specification.commutes_in(&union, &find, &Reps([0, 1, 2, 3])), Truth::Yes);
    assert_eq!(specification.commutes_in(&find, &union, &Reps([0, 2, 2, 3])), Truth::No);
}

#[test]
fn c_functions_are_calls() {
    let specification = parse(
        "object log { method append(level, text) -> n = log_write(_, level, this, text), log_global(text, level); }",
    );
    let bindings = specification.unwrap().bindings();
    assert_eq!(bindings.functions(), ["log_global", "log_write"]);
    let call = bindings.get("log_write").unwrap().call(&[9, 3, 0x1000, 5], Some(2)).unwrap();
    assert_eq!((call.object, call.arguments, call.result), (0x1000, vec![3, 5], Some(2)));
    let global = bindings.get("log_global").unwrap();
    assert_eq!(global.call(&[5, 3], None).unwrap().arguments, [3, 5]);
    assert_eq!(global.call(&[5], None), None);
    assert!(bindings.get("log_read").is_none());
}

/// All calls of an object with small arguments and results.
fn small_calls(specification: &Specification) -> Vec<Call> {
    let mut calls = Vec::new();
    let (id, object) = specification.object(&specification.objects[0].name).unwrap();
    for (index, method) in object.methods.iter().enumerate() {
        let slots = method.parameters.len() + usize::from(method.result.is_some());
        for number in 0..3_i64.pow(slots as u32) {
            let mut values: Vec<i64> = (0..slots).map(|slot| number / 3_i64.pow(slot as u32) % 3).collect();
            let result = method.result.as_ref().and_then(|_| values.pop());
            let method = MethodId { object: id, index: index as u32 };
            calls.push(Call { method, object: 7, arguments: values, result });
        }
    }
    calls
}

#[test]
fn access_points_say_what_conditions_say() {
    let mut exact = Vec::new();
    for (name, text) in shipped() {
        let specification = parse(text).unwrap();
        let Ok(points) = AccessPoints::exact(&specification.objects[0], "t.spec") else { continue };
        exact.push(*name);
        let calls = small_calls(&specification);
        for a in &calls {
            for b in &calls {
                let (of_a, of_b) = (points.points(a).unwrap(), points.points(b).unwrap());
                let conflict = of_a.iter().any(|a| of_b.iter().any(|b| points.conflict(*a, *b)));
                assert_eq!(!conflict, specification.commutes(a, b) == Truth::Yes, "{name}: {a:?} {b:?}");
            }
        }
    }
    assert_eq!(exact, ["channel", "condvar", "counter", "fd", "map", "memory", "mutex", "set"]);
}

#[test]
fn coarse_access_points_never_let_more_commute() {
    for (name, text) in shipped() {
        let specification = parse(text).unwrap();
        let points = AccessPoints::coarse(&specification.objects[0]);
        let mut lost = 0;
        for a in &small_calls(&specification) {
            for b in &small_calls(&specification) {
                let (of_a, of_b) = (points.points(a).unwrap(), points.points(b).unwrap());
                let conflict = of_a.iter().any(|a| of_b.iter().any(|b| points.conflict(*a, *b)));
                let commutes = specification.commutes(a, b) == Truth::Yes;
                assert!(
                    conflict || commutes || specification.objects[0].needs_state(),
                    "{name}: {a:?} {b:?}"
                );
                lost += u32::from(conflict && commutes);
            }
        }
        assert_eq!(lost > 0, ["queue", "register", "stack", "union_find"].contains(name), "{name}: {lost}");
    }
}

#[test]
fn outside_of_the_fragment_there_is_a_clear_error() {
    let refusal = |condition: &str| {
        let text = format!(
            "object o {{\n state s(x);\n method m(a, b) -> r;\n commute m(a1, b1) -> r1, m(a2, b2) -> r2 when {condition};\n}}"
        );
        let specification = parse(&text).unwrap();
        AccessPoints::exact(&specification.objects[0], "t.spec").unwrap_err().to_string()
    };
    let head = "t.spec:4:2: the condition for `m` and `m` has no exact access points: ";
    for (condition, reason) in [
        ("a1 == a2", "it asks for values of the two calls to be equal"),
        ("a1 != a2 || b1 != b2", "one of several inequalities between the two calls is enough"),
        ("a1 < a2 || a1 > a2", "the two calls are compared by something else than `==` or `!=`"),
        ("a1 + b2 != a2 + b1", "one side of a comparison speaks of both calls"),
        ("s(s1, a1) == s(s2, a2)", "it depends on the abstract state (logic L1)"),
        ("a1 / b1 != a2 / b2", "it divides"),
    ] {
        assert_eq!(refusal(condition), format!("{head}{reason}"));
    }
}

#[test]
fn errors_have_a_place() {
    for (text, message) in [
        ("object o {\n  method m(a) = f(b);\n}", "t.spec:2:17: `b` is no parameter of the method"),
        ("object o { method m(a) = f(this); }", "t.spec:1:26: `f` does not say which argument is `a`"),
        ("object o { commute m, m always; }", "t.spec:1:20: object `o` has no method `m`"),
        ("object o { method m(); method m(); }", "t.spec:1:24: method `m` is declared twice"),
        ("object o { method m(a, a); }", "t.spec:1:24: `a` is there twice"),
        ("object o { method m() }", "t.spec:1:23: expected `;`, found `}`"),
        (
            "object o { method m(a); commute m(x), m(y) when x != z; }",
            "t.spec:1:54: `z` is no argument or result of the two calls",
        ),
        (
            "object o { method m(a); commute m(x), m(y) when x < y; }",
            "t.spec:1:25: the condition for two calls of one method must not change when they are exchanged",
        ),
        (
            "object o { method m(a); commute m(x), m(y) when x != ; }",
            "t.spec:1:54: expected a value, found `;`",
        ),
        ("object o { method m(a); commute m(x) -> r, m(y) always; }", "t.spec:1:33: `m` has no result"),
        ("object o { method m(a); commute m(x, y), m always; }", "t.spec:1:33: `m` takes 1 arguments, not 2"),
        (
            "object o { method m(); commute m, m always; commute m, m never; }",
            "t.spec:1:45: `m` and `m` have a condition already",
        ),
        (
            "object o { method m(); order m before m otherwise bad; }",
            "t.spec:1:51: expected a text in quotes, found `bad`",
        ),
        (
            "object o { method m(); order m before m otherwise \"bad; }",
            "t.spec:1:51: the text that starts here has no closing `\"`",
        ),
        (
            "object o {",
            "t.spec:1:11: expected `method`, `state`, `commute`, `order`, `race` or `}`, found the end of the file",
        ),
        ("object o { } object o { }", "t.spec:1:21: object `o` is specified twice"),
        (
            "object o { method a() = f(); method b() = f(); }",
            "t.spec:1:30: function `f` is bound to two methods",
        ),
        ("object o { $ }", "t.spec:1:12: unexpected character '$'"),
        (
            "object o { method m(a); commute m(x), m(y) when x != 99999999999999999999; }",
            "t.spec:1:54: `99999999999999999999` is not a number of 64 bits",
        ),
    ] {
        assert_eq!(parse(text).unwrap_err(), message);
    }
}

#[test]
fn hostile_texts_are_errors() {
    let deep = format!(
        "object o {{ method m(a); commute m(x), m(y) when {}x{}; }}",
        "(".repeat(100_000),
        ")".repeat(100_000)
    );
    assert!(parse(&deep).unwrap_err().contains("nested too deeply"));
    let long = format!("object o {{ method m(a); commute m(x), m(y) when x{}; }}", " + x".repeat(100_000));
    assert!(parse(&long).unwrap_err().contains("too long"));
    let bangs = format!("object o {{ method m(a); commute m(x), m(y) when {}x; }}", "!".repeat(100_000));
    assert!(parse(&bangs).unwrap_err().contains("nested too deeply"));
    let text = shipped()[4].1;
    for cut in (0..text.len()).filter(|cut| text.is_char_boundary(*cut)) {
        let _ = parse(&text[..cut]);
    }
}
