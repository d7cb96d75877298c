//! Locks in assembly: instrumentation does not see them.
//!
//! Where a file or a header of the program's has assembly, the file is compiled to the compiler's text form first, and calls of the
//! runtime are put before and after what may be such a lock: assembly that changes memory, with a locked instruction, or that stores.
//! They say which places it is about (operands in memory, or pointers, where it says that it changes memory elsewhere); the runtime
//! orders who works on the same place. Only clang has such a form.

use super::compiler::CommandLine;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// What the runtime calls it.
const CALL: &str = "selvedge_rt_assembly";
/// Instructions that lock.
const LOCKS: &[&str] = &["lock", "xchg", "xadd"];
const ENDS: &str = "\n";
/// Files that are looked at, at most.
const MOST: usize = 4096;

/// Whether the source or a header of the program's (not of the system) may have such assembly.
pub fn may_have_locks(line: &CommandLine, source: &Path) -> bool {
    let directories = directories(line);
    let (mut seen, mut open) = (HashSet::new(), vec![source.to_path_buf()]);
    while let Some(path) = open.pop() {
        if seen.len() >= MOST || !seen.insert(path.clone()) {
            continue;
        }
        let Ok(text) = std::fs::read(&path) else { continue };
        let text = String::from_utf8_lossy(&text);
        if text.contains("asm") && LOCKS.iter().any(|lock| text.contains(lock)) {
            return true;
        }
        let own = path.parent().map(Path::to_path_buf).unwrap_or_default();
        for name in text.lines().filter_map(included) {
            let places = std::iter::once(&own).chain(&directories);
            open.extend(places.map(|place| place.join(name)).find(|path| path.is_file()));
        }
    }
    false
}

fn included(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
    let (first, rest) = (rest.chars().next()?, rest.get(1..)?);
    let end = match first {
        '"' => '"',
        '<' => '>',
        _ => return None,
    };
    rest.split(end).next()
}

fn directories(line: &CommandLine) -> Vec<PathBuf> {
    const FLAGS: &[&str] = &["-I", "-iquote", "-isystem", "-idirafter", "-include"];
    let texts: Vec<_> = line.arguments.iter().map(|argument| argument.to_string_lossy()).collect();
    let apart = texts.windows(2).filter(|two| FLAGS.contains(&&*two[0])).map(|two| two[1].to_string());
    let together = texts.iter().filter_map(|text| text.strip_prefix("-I")).filter(|rest| !rest.is_empty());
    apart.chain(together.map(str::to_string)).map(PathBuf::from).collect()
}

/// The text form with calls of the runtime put in.
pub fn mark(text: &str) -> String {
    let mut marked = String::with_capacity(text.len() + 256);
    let mut has_calls = false;
    for line in text.lines() {
        let calls = places(line).map_or(String::new(), |places| calls(line, &places));
        has_calls |= !calls.is_empty();
        // What jumps may not come back.
        let after = if line.trim_start().starts_with("callbr") { "" } else { &calls };
        [&calls, line, ENDS, after].into_iter().for_each(|part| marked.push_str(part));
    }
    if has_calls {
        marked.push_str(&format!("declare void @{CALL}(ptr)\n"));
    }
    marked
}

fn calls(line: &str, places: &[&str]) -> String {
    let debug = line.split(", ").find(|part| part.starts_with("!dbg !")).map(|part| format!(", {part}"));
    let debug = debug.unwrap_or_default();
    places.iter().map(|place| format!("  call void @{CALL}(ptr {place}){debug}\n")).collect()
}

/// The places that a line of assembly works on, if it may lock or unlock there.
fn places(line: &str) -> Option<Vec<&str>> {
    let (_, rest) = line.split_once(" asm sideeffect ")?;
    let mut quoted = rest.split('"');
    let (template, constraints) = (quoted.nth(1)?, quoted.nth(1)?);
    let (_, arguments) = rest.split_once(&format!("\"{constraints}\"("))?;
    let stores = template.trim_start().starts_with("mov") && constraints.starts_with('=');
    if !constraints.contains("~{memory}") || !(stores || LOCKS.iter().any(|lock| template.contains(lock))) {
        return None;
    }
    let arguments = split(arguments);
    let is_place = |argument: &&str| argument.starts_with("ptr ");
    let in_memory = |argument: &&str| argument.contains("elementtype(");
    let has_operands = arguments.iter().any(in_memory);
    let mut places: Vec<&str> = arguments
        .into_iter()
        .filter(|argument| is_place(argument) && (!has_operands || in_memory(argument)))
        .filter_map(|argument| argument.rsplit(' ').next())
        .filter(|place| place.starts_with(['%', '@']) && !place.contains(')'))
        .collect();
    places.dedup();
    places.sort_unstable();
    places.dedup();
    Some(places)
}

/// The arguments up to the bracket that ends them.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut from, mut parts) = (0, 0, Vec::new());
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '{' | '[' => depth += 1,
            ')' if depth == 0 => {
                parts.push(text[from..at].trim());
                break;
            }
            ')' | '}' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_lock() {
        let exchange = "  %8 = call i32 asm sideeffect \"xchgl $0,$1\", \"=r,=*m,0,*m,~{memory},~{flags}\"(ptr elementtype(i32) \
                        %7, i32 %6, ptr elementtype(i32) %7) #2, !dbg !9, !srcloc !10";
        assert_eq!(places(exchange), Some(vec!["%7"]));
        let by_pointer = "  %7 = tail call i32 asm sideeffect \"lock; xaddl $0, ($1)\", \"=r,r,0,~{memory}\"(ptr %6, i32 %5) #2";
        assert_eq!(places(by_pointer), Some(vec!["%6"]));
        let unlock = "  call void asm sideeffect \"movb $$0, $0\", \"=*m,~{memory}\"(ptr nonnull elementtype(i8) @s) #2";
        assert_eq!(places(unlock), Some(vec!["@s"]));
        let nothing = "  call void asm sideeffect \"\", \"~{memory}\"() #2";
        assert_eq!(places(nothing), None);
        let reads = "  %7 = call i32 asm \"movl $1, $0\", \"=r,*m\"(ptr elementtype(i32) %6) #4";
        assert_eq!(places(reads), None);
        let call = format!("  call void @{CALL}(ptr %7), !dbg !9\n");
        assert_eq!(mark(exchange), format!("{call}{exchange}\n{call}declare void @{CALL}(ptr)\n"));
        assert_eq!(mark(reads), format!("{reads}\n"));
    }

    #[test]
    fn what_is_included() {
        assert_eq!(included(" # include \"a/b.h\" // c"), Some("a/b.h"));
        assert_eq!(included("#include <a.h>"), Some("a.h"));
        assert_eq!(included("#include MACRO"), None);
    }
}
