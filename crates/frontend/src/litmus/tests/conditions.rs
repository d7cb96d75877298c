//! The question: quantifiers, propositions, observables.

use super::{c_test, program, states};
use ir::{Observable, Prop, Quantifier};

fn condition(question: &str) -> ir::FinalCondition {
    let text = c_test("{}", &["int r0; r0 = READ_ONCE(*x);", "int r0; r0 = READ_ONCE(*y);"], question);
    program(&text).condition.expect("a condition")
}
fn shown(question: &str) -> String {
    condition(question).to_string()
}

#[test]
fn quantifiers() {
    assert_eq!(condition("exists (x=1)").quantifier, Quantifier::Exists);
    assert_eq!(condition("observed (x=1)").quantifier, Quantifier::Exists);
    assert_eq!(condition("~exists (x=1)").quantifier, Quantifier::NotExists);
    assert_eq!(condition("not exists (x=1)").quantifier, Quantifier::NotExists);
    assert_eq!(condition("forall x=1").quantifier, Quantifier::Forall);
    assert_eq!(shown(""), "forall true");
    assert_eq!(shown("locations [x; y]"), "forall true");
}

#[test]
fn connectives_bind_as_in_herd() {
    assert_eq!(shown("exists (x=1 \\/ y=1 /\\ 0:r0=2)"), "exists (x=1 \\/ (y=1 /\\ 0:r0=2))");
    assert_eq!(shown("exists (x=1 => y=1 => x=2)"), "exists (x=1 => (y=1 => x=2))");
    assert_eq!(shown("exists (~x=1 /\\ not (y=1))"), "exists (~(x=1) /\\ ~(y=1))");
    assert_eq!(shown("exists (x != 1 /\\ y <> 2)"), "exists (~(x=1) /\\ ~(y=2))");
    assert_eq!(shown("exists true"), "exists true");
    assert_eq!(shown("forall (false)"), "forall false");
    assert_eq!(shown("exists (x == -1)"), "exists x=-1");
    assert_eq!(shown("exists ([x]=1 /\\ *y=0 /\\ P1:r0=3)"), "exists (x=1 /\\ y=0 /\\ 1:r0=3)");
}

#[test]
fn locations_come_first_and_nothing_twice() {
    let names: Vec<String> = condition("locations [y; 1:r0; y;] exists (0:r0=1 /\\ 1:r0=0 /\\ x=1)")
        .observed
        .iter()
        .map(|one| one.name().to_string())
        .collect();
    assert_eq!(names, ["y", "1:r0", "0:r0", "x"]);
}

#[test]
fn locations_equal_to_each_other() {
    let register = |name: &str| Observable::Register { name: name.into() };
    assert_eq!(condition("exists (0:r0=1:r0)").prop, Prop::Same(register("0:r0"), register("1:r0")));
    assert_eq!(shown("exists ([x]=[y])"), "exists x=y");
}

#[test]
fn a_filter_is_part_of_the_question() {
    assert_eq!(shown("filter (x=1) exists (y=1)"), "exists (x=1 /\\ y=1)");
    assert_eq!(shown("filter (x=1) forall (y=1)"), "forall (x=1 => y=1)");
}

#[test]
fn numbers_are_read_in_the_width_of_the_observable() {
    assert_eq!(shown("exists (x=4294967295)"), "exists x=-1");
    assert_eq!(shown("exists (0:r0=0xffffffff)"), "exists 0:r0=-1");
}

#[test]
fn an_address_is_a_value() {
    let text = "C t\n{ p=x; }\nP0(int *x, int **p) { int *r0 = READ_ONCE(*p); }\nexists (0:r0=x /\\ p=&x)";
    let program = program(text);
    let condition = program.condition.clone().expect("a condition");
    let address = i128::from(ir::Layout::of(&program).global(program.global_named("x").expect("x")));
    assert_eq!(condition.to_string(), format!("exists (0:r0={address} /\\ p={address})"));
    assert_eq!(states(text), [format!("0:r0={address}; p={address};")]);
}

#[test]
fn a_register_nobody_has_is_zero_and_warned_of() {
    let text = c_test("{}", &["*x = 1;"], "exists (0:r5=0)");
    let program = program(&text);
    assert_eq!(program.warnings.len(), 1);
    assert_eq!(program.warnings[0].message, "P0 has no register r5: 0:r5 is always 0");
    assert_eq!(states(&text), ["0:r5=0;"]);
}
