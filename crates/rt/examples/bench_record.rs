//! What recording costs: one program plain, built for recording but not recorded, recorded to a pipe that discards, watched,
//! and under ThreadSanitizer, in turns and in one run.
//!
//! Needs the command (`SELVEDGE`, else the one beside this program's directory) and clang (`CLANG`, else `clang-19` or
//! `clang`). Arguments: rounds (3), blocks (64). Prints the best wall time of each and its ratio to plain.
//!
//! Instead of blocks, any programs that are built already: `name=command` for each, the plain one first. They are run by
//! `bash`; their processor time (with that of their children) is told, too.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn clang() -> Option<String> {
    let named = std::env::var("CLANG").ok();
    let known = ["clang-19", "clang"].map(String::from);
    named.into_iter().chain(known).find(|name| Command::new(name).arg("--version").output().is_ok())
}

fn selvedge() -> Outcome<PathBuf> {
    if let Some(path) = std::env::var_os("SELVEDGE") {
        return Ok(path.into());
    }
    let own = std::env::current_exe()?;
    let beside = own.parent().and_then(Path::parent).map(|directory| directory.join("selvedge"));
    beside
        .filter(|path| path.is_file())
        .ok_or_else(|| "no selvedge command: build it, or name it in $SELVEDGE".into())
}

fn build(mut compiler: Command, flags: &[&str], program: &Path) -> Outcome<()> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/block_sorter.c");
    let status =
        compiler.args(["-O2", "-pthread"]).args(flags).arg(source).arg("-o").arg(program).status()?;
    if status.success() { Ok(()) } else { Err(format!("{compiler:?} failed").into()) }
}

/// Runs to the end and returns what was printed and how long it took.
fn run(mut command: Command) -> Outcome<(String, Duration)> {
    let started = Instant::now();
    let output = command.stderr(Stdio::null()).output()?;
    Ok((String::from_utf8_lossy(&output.stdout).into_owned(), started.elapsed()))
}

/// User and system time of children that have ended, in hundredths of a second (Linux).
fn time_of_children() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name before it may hold anything, but ends with the last parenthesis; user time is the 14th field behind.
    let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(13);
    Some(fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?)
}

/// Measures commands as given.
fn compare(rounds: usize, given: &[String]) -> Outcome<()> {
    let mut ways = Vec::new();
    for text in given {
        let (name, command) =
            text.split_once('=').ok_or_else(|| format!("{text}: not of the form name=command"))?;
        ways.push((name, command, u64::MAX, Duration::MAX));
    }
    for _ in 0..rounds {
        for (_, script, processor, wall) in &mut ways {
            let before = time_of_children().ok_or("no /proc/self/stat")?;
            let started = Instant::now();
            let (output, errors) = (Stdio::null(), Stdio::null());
            Command::new("bash").args(["-c", script]).stdout(output).stderr(errors).status()?;
            *wall = started.elapsed().min(*wall);
            *processor = (time_of_children().ok_or("no /proc/self/stat")? - before).min(*processor);
        }
    }
    let (plain_processor, plain_wall) = ways.first().map_or((1, Duration::MAX), |way| (way.2.max(1), way.3));
    for (name, _, processor, wall) in ways {
        let ratios =
            (processor as f64 / plain_processor as f64, wall.as_secs_f64() / plain_wall.as_secs_f64());
        let seconds = (processor as f64 / 100.0, wall.as_secs_f64());
        println!(
            "{name:20} processor {:7.2} s {:6.2}x   wall {:7.2} s {:6.2}x",
            seconds.0, ratios.0, seconds.1, ratios.1
        );
    }
    Ok(())
}

fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1);
    let rounds: usize = arguments.next().map_or(Ok(3), |text| text.parse())?;
    let given: Vec<String> = arguments.collect();
    if given.iter().any(|text| text.contains('=')) {
        return compare(rounds, &given);
    }
    let blocks = given.into_iter().next().unwrap_or_else(|| "64".into());
    let clang = clang().ok_or("no clang on PATH; name one in $CLANG")?;
    let selvedge = selvedge()?;
    let directory = std::env::temp_dir().join(format!("selvedge-bench-record-{}", std::process::id()));
    std::fs::create_dir_all(&directory)?;
    let [plain, recorded, sanitized] = ["plain", "recorded", "sanitized"].map(|name| directory.join(name));
    build(Command::new(&clang), &[], &plain)?;
    build(Command::new(&clang), &["-fsanitize=thread"], &sanitized)?;
    let mut own = Command::new(&selvedge);
    own.arg("cc").env("SELVEDGE_CC", &clang);
    build(own, &[], &recorded)?;

    let program = |path: &Path| {
        let mut command = Command::new(path);
        command.arg(&blocks);
        command
    };
    let pipe = || {
        let mut command = Command::new("bash");
        let script = "exec 9> >(cat > /dev/null); SELVEDGE_TRACE=fd:9 exec \"$@\"";
        command.args(["-c", script, "bash"]).arg(&recorded).arg(&blocks);
        command
    };
    let watched = || {
        let mut command = Command::new(&selvedge);
        command.args(["watch", "--"]).arg(&recorded).arg(&blocks);
        command
    };
    let ways: [(&str, &dyn Fn() -> Command); 5] = [
        ("plain", &|| program(&plain)),
        ("built for recording", &|| program(&recorded)),
        ("recorded to a pipe", &pipe),
        ("watched", &watched),
        ("ThreadSanitizer", &|| program(&sanitized)),
    ];
    let mut best = [Duration::MAX; 5];
    let (expected, _) = run(program(&plain))?;
    for _ in 0..rounds {
        for ((name, command), best) in ways.iter().zip(&mut best) {
            let (printed, time) = run(command())?;
            if !printed.starts_with(&expected) {
                return Err(format!("{name}: the program printed {printed:?}, not {expected:?}").into());
            }
            *best = time.min(*best);
        }
    }
    for ((name, _), time) in ways.iter().zip(best) {
        let ratio = time.as_secs_f64() / best[0].as_secs_f64();
        println!("{name:20} {:7.2} s  {ratio:6.2}x", time.as_secs_f64());
    }
    std::fs::remove_dir_all(&directory)?;
    Ok(())
}
