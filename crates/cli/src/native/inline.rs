//! Compiling in two steps, so that the hot path of recording is part of the code it watches.
//!
//! clang instruments accesses as the last step of optimisation, as calls. So a file is compiled to bitcode first; then the
//! hot path is linked in as bitcode (`-mlink-builtin-bitcode`), inlined and optimised together with what is around it.
//! Calls that are left keep almost all registers. What is not an ordinary compilation of one C or C++ file with
//! optimisation is left alone: its accesses are calls. A file with locks in assembly has the first step as text.

use super::assembly;
use super::compiler::CommandLine;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The command lines of the two steps.
#[derive(Debug)]
pub struct Steps<'a> {
    line: &'a CommandLine,
    source: usize,
    /// As given, or the source's name with another ending.
    output: OsString,
    /// The hot path is to be inlined.
    pub inlines: bool,
    /// The first step makes text that is looked at before the second (see `assembly`).
    pub has_assembly: bool,
}

/// With these the compiler does something else than one object file, or more than that.
const OTHERWISE: &[&str] = &[
    "-S",
    "-E",
    "-M",
    "-MM",
    "-fsyntax-only",
    "-r",
    "--precompile",
    "-emit-llvm",
    "-emit-ast",
    "--coverage",
    "-pg",
    "-gsplit-dwarf",
    "-save-temps",
    "-###",
    "-fprofile-arcs",
    "-ftest-coverage",
];
const OTHERWISE_PREFIXES: &[&str] = &[
    "-flto",
    "-x",
    "-fprofile-",
    "-fcs-profile",
    "-fmodule",
    "-save-temps=",
    "-fsanitize",
    "-fembed-bitcode",
];
/// Options of the assembler, for the second step only.
const SECOND_ONLY_PREFIX: &str = "-Wa,";
/// Options of preprocessing, for the first step only: by themselves, with a value behind, or as a prefix.
const FIRST_ONLY: &[&str] = &["-MD", "-MMD", "-MP", "-MG", "-MV", "-nostdinc", "-nostdinc++", "-c"];
const FIRST_ONLY_WITH_VALUE: &[&str] = &[
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-I",
    "-D",
    "-U",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-o",
    "-Xpreprocessor",
    "-Xclang",
];
const FIRST_ONLY_PREFIXES: &[&str] = &["-I", "-D", "-U", "-Wp,", "-std=", "-MF", "-MT", "-MQ", "-Werror"];

/// Where the program prefetches memory, its shadow is prefetched, too (see `prelude.c`); otherwise looking there would
/// wait for memory again. The macros give the builtin's other arguments their defaults.
const PREFETCH: &[&str] = &[
    "-D__selvedge_first(a,...)=a",
    "-D__selvedge_second(a,b,...)=b",
    "-D__selvedge_third(a,b,c,...)=c",
    "-D__builtin_prefetch(...)=__extension__({\
     const volatile void*__selvedge_at=__selvedge_first(__VA_ARGS__,0);\
     __builtin_prefetch((const void*)__selvedge_at,__selvedge_second(__VA_ARGS__,0,0),\
     __selvedge_third(__VA_ARGS__,3,3,3));\
     __builtin_prefetch((const void*)(((unsigned long)__selvedge_at>>1)+(1ul<<45)));})",
];
/// With this a macro with any number of arguments is an error in old C.
const STRICT: &str = "-pedantic-errors";

impl<'a> Steps<'a> {
    /// `None` if the command line asks for something else.
    pub fn new(line: &'a CommandLine) -> Option<Steps<'a>> {
        let [source] = line.sources[..] else { return None };
        let name = Path::new(line.arguments.get(source)?);
        let is_c =
            ["c", "cc", "cp", "cxx", "cpp", "CPP", "c++", "C"].map(OsStr::new).contains(&name.extension()?);
        let texts: Vec<_> = line.arguments.iter().map(|argument| argument.to_string_lossy()).collect();
        let inlines = texts.iter().rfind(|text| text.starts_with("-O")).is_some_and(|level| level != "-O0");
        let is_otherwise = texts.iter().any(|text| {
            OTHERWISE.contains(&&**text) || OTHERWISE_PREFIXES.iter().any(|prefix| text.starts_with(prefix))
        });
        if !is_c || is_otherwise || !texts.iter().any(|text| text == "-c") {
            return None;
        }
        let has_assembly = assembly::may_have_locks(line, name);
        if !inlines && !has_assembly {
            return None;
        }
        let given =
            texts.iter().position(|text| text == "-o").and_then(|at| line.arguments.get(at + 1)).cloned();
        let output =
            given.or_else(|| Some(Path::new(name.file_name()?).with_extension("o").into_os_string()))?;
        Some(Steps { line, source, output, inlines, has_assembly })
    }

    /// To bitcode. Dependencies are told as if the object file were made.
    pub fn first(&self, instrumentation: &[OsString], bitcode: &Path) -> Vec<OsString> {
        let mut arguments = instrumentation.to_vec();
        if !self.line.arguments.iter().any(|argument| argument == STRICT) {
            arguments.extend(PREFETCH.iter().map(OsString::from));
        }
        let mut given = self.line.arguments.iter();
        while let Some(argument) = given.next() {
            if argument == "-o" {
                given.next();
            } else if !argument.to_string_lossy().starts_with(SECOND_ONLY_PREFIX) {
                arguments.push(argument.clone());
            }
        }
        if self.has_assembly {
            arguments.push("-S".into());
        }
        arguments.extend(["-emit-llvm".into(), "-o".into(), bitcode.into()]);
        let has = |names: &[&str]| {
            self.line.arguments.iter().any(|argument| {
                let text = argument.to_string_lossy();
                names.iter().any(|name| text.starts_with(name) && !text.starts_with("-MMD"))
            })
        };
        let asks = self.line.arguments.iter().any(|argument| argument == "-MD" || argument == "-MMD");
        if asks && !has(&["-MF"]) {
            arguments.extend(["-MF".into(), Path::new(&self.output).with_extension("d").into_os_string()]);
        }
        if asks && !has(&["-MT", "-MQ"]) {
            arguments.extend(["-MT".into(), self.output.clone()]);
        }
        arguments
    }

    /// From bitcode to the object file.
    pub fn second(&self, bitcode: &Path, prelude: Option<&Path>) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = Vec::new();
        let mut given = self.line.arguments.iter().enumerate();
        while let Some((index, argument)) = given.next() {
            let text = argument.to_string_lossy();
            if FIRST_ONLY_WITH_VALUE.contains(&&*text) {
                given.next();
            } else if index != self.source
                && !FIRST_ONLY.contains(&&*text)
                && !FIRST_ONLY_PREFIXES.iter().any(|prefix| text.starts_with(prefix))
            {
                arguments.push(argument.clone());
            }
        }
        arguments.extend(["-w", "-Wno-unused-command-line-argument"].map(OsString::from));
        if let Some(prelude) = prelude {
            let flag = "-Xclang".into();
            arguments.extend([flag, "-mlink-builtin-bitcode".into(), "-Xclang".into(), prelude.into()]);
        }
        arguments.extend(["-x".into(), "ir".into(), "-c".into(), bitcode.into()]);
        arguments.extend(["-o".into(), self.output.clone()]);
        arguments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> CommandLine {
        CommandLine::parse(&line.split(' ').map(OsString::from).collect::<Vec<_>>())
    }

    fn joined(arguments: &[OsString]) -> String {
        arguments.iter().map(|argument| argument.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn two_steps() {
        let line = parse("-O2 -fPIC -I inc -DX=1 -MMD -c src/a.c -o out/a.o -Wall -Werror -Wa,--noexecstack");
        let steps = Steps::new(&line).unwrap();
        let first = joined(&steps.first(&["-fsanitize=thread".into()], Path::new("t.bc")));
        assert_eq!(
            first.replace(&format!("{} ", PREFETCH.join(" ")), ""),
            "-fsanitize=thread -O2 -fPIC -I inc -DX=1 -MMD -c src/a.c -Wall -Werror -emit-llvm -o t.bc -MF out/a.d -MT \
             out/a.o"
        );
        assert_eq!(
            joined(&steps.second(Path::new("t.bc"), Some(Path::new("p.bc")))),
            "-O2 -fPIC -Wall -Wa,--noexecstack -w -Wno-unused-command-line-argument -Xclang -mlink-builtin-bitcode \
             -Xclang p.bc -x ir -c t.bc -o out/a.o"
        );
        let line = parse("-O1 -c src/a.cpp");
        assert_eq!(Steps::new(&line).unwrap().output, "a.o");
    }

    #[test]
    fn what_stays_one_step() {
        for line in [
            "-c a.c",
            "-O0 -c a.c",
            "-O2 -c a.s",
            "-O2 -c a.c b.c",
            "-O2 -S a.c",
            "-O2 -flto -c a.c",
            "-O2 -c b.o",
        ] {
            assert!(Steps::new(&parse(line)).is_none(), "{line}");
        }
    }
}
