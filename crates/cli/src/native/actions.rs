//! Functions named in a specification, recorded as calls: each gets a wrapper that is linked before it (`--wrap`).
//!
//! A wrapper passes on six integer or pointer arguments, whatever the function's own type, and tells the runtime which
//! method was called on which object. That is exact for functions of up to six integers and pointers; functions that take
//! or return floating-point numbers or structures by value cannot be wrapped and are for the macros of `selvedge.h`.
//! A call within the file that defines the function is resolved by the compiler and does not pass the wrapper.

use anyhow::{Context, Result, bail};
use spec::{Binding, Specification};
use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Arguments that are passed in registers.
const ARGUMENTS: u32 = 6;

const HEAD: &str = "\
struct selvedge_call {
    const char *object, *method;
    unsigned long self;
    int count, has_result;
    long arguments[8], result;
    void *place;
};
extern void selvedge_rt_call_begin(void);
extern void selvedge_rt_call_end(const struct selvedge_call *);
";

/// Linker arguments for the functions of these specifications; writes the wrappers to `source` and has them compiled.
pub fn link_arguments(
    specifications: &[PathBuf],
    source: &Path,
    compile: impl FnOnce(&Path, &Path) -> Result<bool>,
) -> Result<Vec<OsString>> {
    let mut text = String::from(HEAD);
    let mut names = Vec::new();
    for path in specifications {
        let specification = read(path)?;
        let bindings = specification.bindings();
        for function in bindings.functions() {
            let Some(binding) = bindings.get(function) else { continue };
            if is_interposed(function) || names.iter().any(|name| name == function) {
                continue;
            }
            text += &wrapper(&specification, function, binding)?;
            names.push(function.to_owned());
        }
    }
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let object = source.with_extension("o");
    std::fs::write(source, text).with_context(|| format!("cannot write {}", source.display()))?;
    if !compile(source, &object)? {
        bail!("the wrappers for the specified functions do not compile");
    }
    let mut arguments = vec![object.into_os_string()];
    arguments.extend(names.iter().map(|name| format!("-Wl,--wrap={name}").into()));
    Ok(arguments)
}

/// A specification from a file, or one that comes with the tool by its name.
fn read(path: &Path) -> Result<Specification> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Specification::parse(&text, &path.display().to_string())?)
}

/// The runtime logs these itself.
fn is_interposed(function: &str) -> bool {
    ["pthread_", "sem_", "mtx_", "cnd_"].iter().any(|prefix| function.starts_with(prefix))
        || function == "free"
}

fn wrapper(specification: &Specification, function: &str, binding: &Binding) -> Result<String> {
    let highest = binding.parameters.iter().copied().chain(binding.this).max().unwrap_or(0);
    if highest >= ARGUMENTS {
        bail!(
            "{function}: argument {} is not passed in a register; use the macros of selvedge.h",
            highest + 1
        );
    }
    let object = &specification.objects[binding.method.object.0 as usize];
    let method = &object.methods[binding.method.index as usize];
    let this = binding.this.map_or("0".into(), |position| format!("a{position}"));
    let arguments: Vec<String> = binding.parameters.iter().map(|position| format!("a{position}")).collect();
    let mut text = String::new();
    let parameters = "long a0, long a1, long a2, long a3, long a4, long a5";
    writeln!(text, "long __real_{function}({parameters});")?;
    writeln!(text, "long __wrap_{function}({parameters}) {{")?;
    writeln!(text, "    selvedge_rt_call_begin();")?;
    writeln!(text, "    long result = __real_{function}(a0, a1, a2, a3, a4, a5);")?;
    writeln!(
        text,
        "    struct selvedge_call call = {{\"{}\", \"{}\", {this}, {}, {}, {{{}}}, result, __builtin_return_address(0)}};",
        object.name,
        method.name,
        arguments.len(),
        u8::from(binding.has_result),
        if arguments.is_empty() { "0".into() } else { arguments.join(", ") },
    )?;
    writeln!(text, "    selvedge_rt_call_end(&call);\n    return result;\n}}")?;
    Ok(text)
}
