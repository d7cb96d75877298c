//! Feeds mutated `.litmus` and `.ll` texts to the readers and counts what they make of them; a panic or a text that takes
//! more than two seconds is printed with the seed that made it, kept in a file, and ends the run with exit code 1.
//!
//!     cargo run --release --example fuzz_readers -- [SECONDS [SEED]]
//!
//! Litmus samples are the corpus under `tests/litmus`; `.ll` samples are what clang makes of `examples/*.c` (without a
//! clang only litmus tests are mutated). Each input depends on its seed alone, so `-- 0 SEED` repeats one input.

use frontend::clang::{Clang, Language};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// A text that takes longer than this to read is a finding.
const TOO_LONG: Duration = Duration::from_secs(2);
/// Longer samples are cut, so that a second holds many inputs.
const MAX_SAMPLE: usize = 200_000;

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): small, seeded, good enough to choose places.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// A number below `limit`; 0 if there is none.
    fn below(&mut self, limit: usize) -> usize {
        if limit == 0 { 0 } else { (self.next() % limit as u64) as usize }
    }
    fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Litmus,
    Ll,
}

/// Words that mean something to a reader.
fn words(format: Format) -> &'static [&'static str] {
    match format {
        Format::Litmus => &[
            "(",
            ")",
            "{",
            "}",
            "[",
            "]",
            ";",
            ",",
            ":",
            "=",
            "*",
            "&",
            "|",
            "~",
            "/\\",
            "\\/",
            "=>",
            "(*",
            "*)",
            "//",
            "\"",
            "P0",
            "P9",
            "int",
            "long",
            "exists",
            "forall",
            "locations",
            "filter",
            "if (r0)",
            "else",
            "while (1)",
            "for (;;)",
            "break;",
            "return;",
            "READ_ONCE",
            "WRITE_ONCE",
            "xchg",
            "cmpxchg",
            "spin_lock",
            "0:r0",
            "99999999999999999999",
            "0x7fffffff",
            "-1",
            "MOV",
            "LOCK",
            "[x]",
            "$1",
            "JNE L",
            "L:",
            "lwarx",
            "X86",
            "PPC",
            "\u{feff}",
            "é",
            "\0",
        ],
        Format::Ll => &[
            "(",
            ")",
            "{",
            "}",
            "[",
            "]",
            "<",
            ">",
            ",",
            "=",
            "!",
            "!0",
            "!{",
            "#0",
            "%0",
            "%x",
            "@main",
            "@",
            "\"",
            "i32",
            "i1",
            "i999999999",
            "ptr",
            "void",
            "label",
            "null",
            "undef",
            "zeroinitializer",
            "getelementptr",
            "load",
            "store",
            "br",
            "switch",
            "phi",
            "call",
            "ret",
            "define",
            "declare",
            "type",
            "opaque",
            "[4294967295 x i8]",
            "atomicrmw",
            "seq_cst",
            "align 0",
            "align 3",
            "c\"\\00\"",
            "0x",
            "1e400",
            "-1",
            "distinct",
            "!DILocation(",
            "\u{feff}",
            "\0",
        ],
    }
}

struct Sample {
    format: Format,
    name: String,
    text: Vec<u8>,
}

fn files(directory: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    found.retain(|path| path.extension().is_some_and(|found| found == extension));
    found.sort();
    found
}

fn samples(root: &Path) -> Vec<Sample> {
    let mut samples = Vec::new();
    for directory in [root.join("tests/litmus"), root.join("tests/litmus/scale")] {
        for path in files(&directory, "litmus") {
            let Ok(text) = std::fs::read(&path) else { continue };
            samples.push(Sample { format: Format::Litmus, name: path.display().to_string(), text });
        }
    }
    match Clang::find(None) {
        Ok(clang) => samples.extend(ll_samples(root, &clang)),
        Err(error) => eprintln!("no .ll samples: {error}"),
    }
    samples
}

fn ll_samples(root: &Path, clang: &Clang) -> Vec<Sample> {
    let include = format!("-I{}", root.join("include").display());
    let mut samples = Vec::new();
    for path in files(&root.join("examples"), "c") {
        let (Ok(source), Some(language)) = (std::fs::read_to_string(&path), Language::of(&path)) else {
            continue;
        };
        match clang.compile(&path, language, &source, std::slice::from_ref(&include)) {
            Ok(text) => {
                let mut text = text.into_bytes();
                text.truncate(MAX_SAMPLE);
                samples.push(Sample { format: Format::Ll, name: path.display().to_string(), text });
            }
            Err(error) => eprintln!("{}: {error}", path.display()),
        }
    }
    samples
}

/// One change of a text.
fn mutate(text: &mut Vec<u8>, other: &[u8], format: Format, random: &mut Random) {
    let at = random.below(text.len() + 1);
    let end = (at + 1 + random.below(60)).min(text.len());
    match random.below(9) {
        0 => drop(text.splice(at..at, word(format, random))),
        1 => drop(text.splice(at..end, word(format, random))),
        2 => drop(text.drain(at..end)),
        3 => {
            let copy = text.get(at..end).unwrap_or_default().repeat(1 + random.below(4));
            text.splice(at..at, copy);
        }
        4 => {
            let from = random.below(other.len() + 1);
            let piece =
                other.get(from..(from + random.below(200)).min(other.len())).unwrap_or_default().to_vec();
            text.splice(at..end, piece);
        }
        5 => {
            if let Some(byte) = text.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        6 => {
            if let Some(digit) = text.iter_mut().skip(at).find(|byte| byte.is_ascii_digit()) {
                *digit = b'0' + random.below(10) as u8;
            }
        }
        7 => {
            let piece: Vec<u8> = word(format, random).into_iter().chain([b' ']).collect();
            let copies = piece.repeat(1 + random.below(400));
            text.splice(at..at, copies);
        }
        _ if random.below(6) == 0 => text.truncate(at),
        _ => {
            let byte = random.next() as u8;
            text.insert(at, byte);
        }
    }
}

fn word(format: Format, random: &mut Random) -> Vec<u8> {
    random.pick(words(format)).map(|word| word.as_bytes().to_vec()).unwrap_or_default()
}

/// The input that a seed stands for.
fn input(samples: &[Sample], seed: u64) -> Option<(&Sample, String)> {
    let mut random = Random(seed);
    // Both formats get their share, however many samples each has.
    let format = if random.below(2) == 0 { Format::Litmus } else { Format::Ll };
    let of_format: Vec<&Sample> = samples.iter().filter(|sample| sample.format == format).collect();
    let sample = random.pick(&of_format).copied().or(samples.first())?;
    let other = random.pick(samples)?;
    let mut text = sample.text.clone();
    // Mostly few changes: a text that is almost right gets furthest.
    let most = 1 + random.below(8);
    for _ in 0..1 + random.below(most) {
        mutate(&mut text, &other.text, sample.format, &mut random);
    }
    Some((sample, String::from_utf8_lossy(&text).into_owned()))
}

#[derive(Default)]
struct Tally {
    read: u64,
    refused: u64,
    panicked: u64,
    slow: u64,
    internal: u64,
    longest: Duration,
}

/// Reads one text; the error says what is wrong with the reader.
fn feed(format: Format, text: &str, tally: &mut Tally) -> Result<(), String> {
    let started = Instant::now();
    let outcome = catch_unwind(AssertUnwindSafe(|| match format {
        Format::Litmus => {
            frontend::litmus::read(text, "fuzz.litmus").map(|_| ()).map_err(|error| error.to_string())
        }
        Format::Ll => frontend::ll::parse(text).map(|_| ()).map_err(|error| error.to_string()),
    }));
    let elapsed = started.elapsed();
    tally.longest = tally.longest.max(elapsed);
    match outcome {
        Ok(Ok(())) => tally.read += 1,
        Ok(Err(message)) if message.contains("internal error") => {
            tally.internal += 1;
            return Err(message);
        }
        Ok(Err(_)) => tally.refused += 1,
        Err(_) => {
            tally.panicked += 1;
            return Err("a panic".into());
        }
    }
    if elapsed > TOO_LONG {
        tally.slow += 1;
        return Err(format!("{:.1} s to read", elapsed.as_secs_f64()));
    }
    Ok(())
}

fn report(seed: u64, sample: &Sample, text: &str, problem: &str) {
    let extension = if sample.format == Format::Litmus { "litmus" } else { "ll" };
    let path = std::env::temp_dir().join(format!("selvedge-fuzz-{seed}.{extension}"));
    let kept = match std::fs::write(&path, text) {
        Ok(()) => format!("kept in {}", path.display()),
        Err(error) => format!("not kept: {error}"),
    };
    println!("seed {seed}: {problem}, from {}, {kept}", sample.name);
}

fn show(name: &str, tally: &Tally) {
    println!(
        "{name}: {} read, {} refused, {} panics, {} internal errors, {} slow, longest {:.0} ms",
        tally.read,
        tally.refused,
        tally.panicked,
        tally.internal,
        tally.slow,
        tally.longest.as_secs_f64() * 1000.0
    );
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let seconds: u64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(60);
    let first_seed: u64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let samples = samples(&root);
    let n_litmus = samples.iter().filter(|sample| sample.format == Format::Litmus).count();
    println!(
        "{n_litmus} litmus samples, {} .ll samples, {seconds} s from seed {first_seed}",
        samples.len() - n_litmus
    );
    if samples.is_empty() {
        return ExitCode::from(2);
    }
    let (mut litmus, mut ll) = (Tally::default(), Tally::default());
    let started = Instant::now();
    let mut seed = first_seed;
    while let Some((sample, text)) = input(&samples, seed) {
        let tally = if sample.format == Format::Litmus { &mut litmus } else { &mut ll };
        if let Err(problem) = feed(sample.format, &text, tally) {
            report(seed, sample, &text, &problem);
        }
        seed = seed.wrapping_add(1);
        if started.elapsed().as_secs() >= seconds {
            break;
        }
    }
    show("litmus", &litmus);
    show("ll", &ll);
    let problems =
        [&litmus, &ll].iter().map(|tally| tally.panicked + tally.slow + tally.internal).sum::<u64>();
    if problems == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
