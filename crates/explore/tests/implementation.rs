//! Specifications tested against implementations in C: the true ones pass, planted lies are caught.

use explore::semantic::implementation::{DRIVER, ImplementationReport, check_implementation, driver_source};
use spec::{ObjectId, Specification};
use std::path::Path;

fn check(specification: &Specification, this: &str) -> ImplementationReport {
    check_file(specification, this, &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients.c"))
}

fn check_file(specification: &Specification, this: &str, file: &Path) -> ImplementationReport {
    let text = std::fs::read_to_string(file).expect("the implementations");
    let driver = driver_source(specification, ObjectId(0), file, &text, this).expect("an implementation");
    let name = &specification.objects[0].name;
    let path = std::env::temp_dir().join(format!(
        "selvedge-test-{name}-{}-{:?}.c",
        std::process::id(),
        std::thread::current().id()
    ));
    std::fs::write(&path, &driver.source).expect("the driver");
    let mut options = frontend::Options::default();
    let defines = ["-DTHREADS=1", "-DCALLS=1", "-DSCRIPT={{{0}}}", "-DBEFORE={{0}}", "-Wno-int-conversion"];
    options.extra_args.extend(defines.map(String::from));
    options.entry = DRIVER.into();
    let loaded = frontend::load(&path, &options).unwrap_or_else(|error| panic!("{error}"));
    let _ = std::fs::remove_file(&path);
    check_implementation(&loaded.program, specification, &driver, 800, 4, 1, &|| false)
}

/// Where the object is in the file of implementations.
fn object(name: &str) -> &'static str {
    match name {
        "counter" => "&a_counter",
        "register" => "&a_register",
        "set" => "&a_set",
        "map" => "&a_map",
        "queue" => "&a_queue",
        "stack" => "&a_stack",
        _ => "new_forest()",
    }
}

#[test]
fn the_shipped_specifications_hold() {
    for name in ["counter", "register", "set", "map", "queue", "stack", "union_find"] {
        let specification = spec::shipped_specification(name).expect("shipped");
        let report = check(&specification, object(name));
        assert_eq!(report.counterexamples, [], "{name}");
        assert!(report.commuting > 100, "{name}: {report:?}");
    }
}

/// A shipped specification with one condition replaced: what it becomes must be found wrong, and only that.
#[test]
fn planted_lies_are_caught() {
    let lies = [
        ("counter", "commute increment, get never", "commute increment, get always"),
        (
            "counter",
            "fetch_add(n1), fetch_add(n2) when n1 == 0 && n2 == 0",
            "fetch_add(n1), fetch_add(n2) when n1 == n2",
        ),
        ("counter", "increment, fetch_add never", "increment, fetch_add(n2) when n2 == 0"),
        ("register", "commute read, write never", "commute read() -> r1, write(v2) when r1 == v2"),
        ("register", "write(v1), write(v2) when v1 == v2", "write, write always"),
        ("register", "v1 == old1 && v2 == old2", "v1 == v2"),
        (
            "set",
            "when v1 != v2 || (!r1 && !r2);\n    commute add(v1), remove",
            "always;\n    commute add(v1), remove",
        ),
        ("set", "add(v1) -> r1, contains(v2)             when v1 != v2 || !r1", "add, contains always"),
        (
            "set",
            "add(v1), remove(v2)                     when v1 != v2",
            "add(v1) -> r1, remove(v2) -> r2 when v1 != v2 || r1 && r2",
        ),
        ("map", "k1 != k2 || v1 == p1;\n", "k1 != k2 || p1 == nil;\n"),
        (
            "map",
            "put(k1, v1) -> p1, put(k2, v2) -> p2    when k1 != k2 || (v1 == p1 && v2 == p2)",
            "put(k1, v1), put(k2, v2) when k1 != k2 || v1 == v2",
        ),
        ("map", "get(k1), remove(k2) -> p2               when k1 != k2 || p2 == nil", "get, remove always"),
        ("queue", "enqueue(v1), enqueue(v2)                when v1 == v2", "enqueue, enqueue always"),
        ("queue", "r2 != nil && r2 != v1", "r2 != v1"),
        ("queue", "enqueue, size never", "enqueue, size always"),
        ("stack", "commute push, pop never", "commute push(v1), pop() -> r2 when r2 != nil"),
        ("stack", "pop() -> r1, pop() -> r2                when r1 == r2", "pop, pop always"),
        (
            "stack",
            "push(v1), push(v2)                      when v1 == v2",
            "push(v1), push(v2) when v1 != v2",
        ),
        ("union_find", "when rep(s1, a1) == rep(s1, b1) || rep(s1, x2) != rep(s1, b1)", "when x2 != b1"),
        (
            "union_find",
            "when rep(s1, a1) == rep(s1, b1)\n          || (rep(s1, a2)",
            "when rep(s1, a1) != rep(s1, b1)\n          || (rep(s1, a2)",
        ),
    ];
    for (name, truth, lie) in lies {
        let text = spec::shipped().iter().find(|(shipped, _)| *shipped == name).expect("shipped").1;
        assert_eq!(text.matches(truth).count(), 1, "{name}: {truth}");
        let broken = text.replace(truth, lie);
        let specification = Specification::parse(&broken, name).unwrap_or_else(|error| panic!("{error}"));
        let report = check(&specification, object(name));
        let found: Vec<String> = report.counterexamples.iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), 1, "{name}: {lie}\n{}", found.join("\n"));
        // A condition may begin a line before what is wrong in it.
        let line = text[..text.find(truth).expect("the truth")].lines().count();
        let told = report.counterexamples[0].place.line as usize;
        assert!(told == line || told + 1 == line, "{name}: {lie}: line {told}, not {line}\n{}", found[0]);
    }
}

#[test]
fn a_counterexample_reads_well() {
    let text = "object set {\n    method add(v) -> changed = set_add(this, v);\n    method contains(v) -> found = \
                set_contains(this, v);\n    commute add, contains always;\n}\n";
    let specification = Specification::parse(text, "broken.spec").expect("a specification");
    let report = check(&specification, "&a_set");
    let found = report.counterexamples[0].to_string();
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(
        lines[0],
        "`commute add(v1) -> changed1, contains(v2) -> found2 always` holds for calls that do not commute"
    );
    assert_eq!(lines[1].trim(), "after          nothing");
    let value = lines[2].split(['(', ')']).nth(1).expect("an argument");
    let both = [
        format!("add({value}) -> 1, contains({value}) -> 1"),
        format!("contains({value}) -> 0, add({value}) -> 1"),
    ];
    let shown = [lines[2].replace("    this order     ", ""), lines[3].replace("    and the other  ", "")];
    assert!(shown == both || shown == [both[1].clone(), both[0].clone()], "{found}");
}

#[test]
fn an_implementation_that_loops_is_said_to() {
    let specification = spec::shipped_specification("counter").expect("shipped");
    let file = std::env::temp_dir().join(format!("selvedge-test-loops-{}.c", std::process::id()));
    for body in ["while (c->value > 1) c->value ^= 4;", "if (c->value > 1) for (;;);"] {
        let text = format!(
            "struct counter {{ int value; }}; static struct counter one;
             void counter_inc(struct counter *c) {{ c->value++; {body} }}
             int counter_get(struct counter *c) {{ return c->value; }}"
        );
        std::fs::write(&file, text).expect("a file");
        let report = check_file(&specification, "&one", &file);
        let endless = report.endless.as_deref();
        assert!(endless.is_some_and(|calls| calls.contains(&"increment()".to_string())), "{report:?}");
    }
    let _ = std::fs::remove_file(&file);
}
