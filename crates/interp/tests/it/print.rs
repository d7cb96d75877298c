//! What is printed, byte for byte as the C library has it.

use crate::common::*;
use interp::*;
use ir::*;

/// `printf(format, args…)` with strings as globals; what it prints and returns.
fn printf(format: &str, args: &[Arg]) -> String {
    let mut prog = Prog::new();
    let template = prog.string(format);
    let mut operands = vec![template];
    operands.extend(args.iter().map(|arg| arg.operand(&mut prog)));
    let program = prog.finish(main_fun(|main| {
        let n = main.print(PrintFn::Printf, &operands);
        main.observe("n", n);
    }));
    let (world, printed) = finish(world(&program));
    match world.outcome() {
        Outcome::Finished(_) => assert_eq!(observed(&world, "n"), printed.len() as u128),
        other => return format!("{other:?}"),
    }
    printed
}

enum Arg {
    I(i32),
    L(i64),
    D(f64),
    S(&'static str),
    P(u64),
}
use Arg::*;

impl Arg {
    fn operand(&self, prog: &mut Prog) -> Operand {
        match self {
            I(value) => Operand::i32(*value),
            L(value) => Operand::i64(*value),
            D(value) => Operand::Const { bits: value.to_bits().into(), ty: Ty::F64 },
            S(text) => prog.string(text),
            P(value) => Operand::Const { bits: (*value).into(), ty: Ty::Ptr },
        }
    }
}

#[test]
fn integers() {
    assert_eq!(printf("%d %i %u\n", &[I(-5), I(7), I(-1)]), "-5 7 4294967295\n");
    assert_eq!(
        printf("[%5d|%-5d|%05d|%+d|% d]", &[I(42), I(42), I(-42), I(42), I(42)]),
        "[   42|42   |-0042|+42| 42]"
    );
    assert_eq!(
        printf("%x %X %#x %#o %o %#x", &[I(255), I(255), I(255), I(8), I(8), I(0)]),
        "ff FF 0xff 010 10 0"
    );
    assert_eq!(
        printf("%ld %lld %zu %lu", &[L(-1 << 40), L(i64::MIN), L(5), L(-1)]),
        "-1099511627776 -9223372036854775808 5 18446744073709551615"
    );
    assert_eq!(printf("%hhd %hd %hhu", &[I(300), I(70000), I(-1)]), "44 4464 255");
    assert_eq!(
        printf("[%.3d|%8.3d|%-8.3d|%08.3d|%.0d]", &[I(7), I(-7), I(7), I(7), I(0)]),
        "[007|    -007|007     |     007|]"
    );
    assert_eq!(
        printf("[%*d|%-*d|%*d|%.*d]", &[I(4), I(1), I(4), I(2), I(-4), I(3), I(3), I(4)]),
        "[   1|2   |3   |004]"
    );
}

#[test]
fn characters_strings_pointers() {
    assert_eq!(printf("%c%c%5c|%-3c|%%", &[I(72), I(105), I(33), I(46)]), "Hi    !|.  |%");
    assert_eq!(
        printf("%s|%8s|%-8s|%.2s|%8.3s|", &[S("abc"), S("abc"), S("abc"), S("abc"), S("abcdef")]),
        "abc|     abc|abc     |ab|     abc|"
    );
    assert_eq!(printf("%s %p %p", &[P(0), P(0), P(0x1234)]), "(null) (nil) 0x1234");
}

#[test]
fn floats() {
    assert_eq!(
        printf(
            "%f %.2f %.0f %8.3f %-8.1f|%+.1f %08.2f",
            &[D(3.25), D(2.675), D(2.5), D(-1.0), D(0.05), D(1.0), D(-3.17)]
        ),
        "3.250000 2.67 2   -1.000 0.1     |+1.0 -0003.17"
    );
    assert_eq!(
        printf("%e %.2E %.0e %#.0e", &[D(12345.678), D(0.00012), D(5.0), D(5.0)]),
        "1.234568e+04 1.20E-04 5e+00 5.e+00"
    );
    assert_eq!(
        printf("%g %g %g %g %g %g", &[D(100000.0), D(1000000.0), D(0.0001), D(0.00001), D(1.5), D(0.0)]),
        "100000 1e+06 0.0001 1e-05 1.5 0"
    );
    assert_eq!(
        printf("%#g %.3g %.10g %G", &[D(1.0), D(1234.5), D(0.1), D(1e-10)]),
        "1.00000 1.23e+03 0.1 1E-10"
    );
    assert_eq!(
        printf("%f %F %5.1f %e", &[D(f64::INFINITY), D(f64::NEG_INFINITY), D(f64::NAN), D(f64::INFINITY)]),
        "inf -INF   nan inf"
    );
    assert_eq!(
        printf("%a %a %A %.1a %.0a", &[D(1.0), D(-0.5), D(255.5), D(1.999), D(1.5)]),
        "0x1p+0 -0x1p-1 0X1.FFP+7 0x2.0p+0 0x2p+0"
    );
}

#[test]
fn what_printf_cannot_do_is_said() {
    assert!(printf("%d", &[]).contains("fewer arguments"));
    assert!(printf("%", &[]).contains("ends within"));
    assert!(printf("%y", &[I(1)]).contains("unknown conversion %y"));
}

#[test]
fn puts_putchar_write_fputs() {
    let mut prog = Prog::new();
    let text = prog.string("abc");
    let program = prog.finish(main_fun(|main| {
        main.print(PrintFn::Puts, &[text]);
        main.print(PrintFn::Putchar, &[Operand::i32(0x141)]);
        main.print(PrintFn::Fputs, &[text]);
        main.print(PrintFn::Write, &[Operand::i32(2), text, Operand::i64(2)]);
    }));
    let mut chunks = Vec::new();
    let result = run(&program, RunConfig::default(), &mut |fd, bytes| {
        chunks.push((fd, String::from_utf8_lossy(bytes).into_owned()))
    });
    assert_eq!(result.outcome, Outcome::Finished(End::Exit(0)));
    let chunks: Vec<(i32, &str)> = chunks.iter().map(|(fd, text)| (*fd, text.as_str())).collect();
    assert_eq!(chunks, [(1, "abc\n"), (1, "A"), (1, "abc"), (2, "ab")]);
}

#[test]
fn snprintf_cuts_and_returns_the_full_length() {
    let mut prog = Prog::new();
    let buffer = prog.global("buffer", 16, &[b'#'; 16]);
    let template = prog.string("%d-%s");
    let text = prog.string("abcdef");
    let program = prog.finish(main_fun(|main| {
        let n = main.print(PrintFn::Snprintf, &[buffer, Operand::i64(6), template, Operand::i32(12), text]);
        main.observe("n", n);
        main.print(PrintFn::Puts, &[buffer]);
        let untouched = main.offset(buffer, 6);
        let untouched = main.load(Ty::I8, untouched);
        main.observe("untouched", untouched);
        main.print(PrintFn::Sprintf, &[buffer, template, Operand::i32(1), text]);
        main.print(PrintFn::Puts, &[buffer]);
    }));
    let (world, printed) = finish(world(&program));
    assert_eq!(printed, "12-ab\n1-abcdef\n");
    assert_eq!((observed(&world, "n"), observed(&world, "untouched")), (9, b'#'.into()));
}

#[test]
fn argument_lists_are_slots_of_eight_bytes() {
    let mut prog = Prog::new();
    let template = prog.string("%d %s %.1f %ld %Lg %c\n");
    let text = prog.string("text");
    let area = prog.global("area", 80, &[]);
    let tag = prog.global("tag", 24, &[]);
    let program = prog.finish(main_fun(|main| {
        let slot = |main: &mut Fun, index: i64, ty, value| {
            let place = main.offset(area, 8 * index);
            main.store(ty, place, value);
        };
        slot(main, 0, Ty::I32, Operand::i32(-3));
        slot(main, 1, Ty::Ptr, text);
        slot(main, 2, Ty::F64, Operand::Const { bits: 2.5f64.to_bits().into(), ty: Ty::F64 });
        slot(main, 3, Ty::I64, Operand::i64(1 << 40));
        // A long double is aligned to 16 bytes and takes 16.
        slot(main, 4, Ty::F80, Operand::Const { bits: 0.5f64.to_bits().into(), ty: Ty::F80 });
        slot(main, 6, Ty::I32, Operand::i32(33));
        main.store(Ty::I32, tag, Operand::i32(48));
        let at8 = main.offset(tag, 8);
        main.store(Ty::Ptr, at8, area);
        main.print(PrintFn::Vprintf, &[template, tag]);
    }));
    assert_eq!(finish(world(&program)).1, "-3 text 2.5 1099511627776 0.5 !\n");
}

#[test]
fn a_string_without_end_is_out_of_bounds() {
    let mut prog = Prog::new();
    let raw = prog.global("raw", 3, b"abc");
    let program = prog.finish(main_fun(|main| {
        main.print(PrintFn::Puts, &[raw]);
    }));
    assert_eq!(failure_kind(&finish(world(&program)).0), Some(events::FailureKind::OutOfBounds));
}
