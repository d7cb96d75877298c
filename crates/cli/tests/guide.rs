//! The documents are true: every `$ selvedge …` line in a console block is run, and must print what stands below it.
//!
//! `UPDATE_EXPECT=1 cargo test` writes what the commands print into the documents. Times are not compared.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs one shell line with our binary first on PATH, from the project's folder; stdout and stderr as a person sees them.
fn run(line: &str, scratch: &Path) -> String {
    let bin = Path::new(env!("CARGO_BIN_EXE_selvedge")).parent().expect("a folder").display().to_string();
    let path = format!("{bin}:{}", std::env::var("PATH").unwrap_or_default());
    let line = line.replace("/tmp/", &format!("{}/", scratch.display()));
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {line}; }} 2>&1")])
        .current_dir(root())
        .env("PATH", path)
        .env("COLUMNS", "120")
        .env_remove("NO_COLOR")
        .output()
        .expect("sh runs");
    let text = String::from_utf8_lossy(&output.stdout).replace(&format!("{}/", scratch.display()), "/tmp/");
    text.lines().map(|line| line.trim_end().to_string() + "\n").collect()
}

/// A document with what its commands print put in place of what stood there.
fn refreshed(document: &str, scratch: &Path) -> String {
    let mut out = String::new();
    let mut in_console = false;
    for line in document.lines() {
        if line.starts_with("```") {
            in_console = line == "```console";
            out += &format!("{line}\n");
        } else if !in_console {
            out += &format!("{line}\n");
        } else if let Some(command) = line.strip_prefix("$ ") {
            let before: String = after(document, line);
            let fresh = run(command, scratch);
            let same = depends_on_who_is_first(command) && verdicts(&before) == verdicts(&fresh);
            out += &format!("{line}\n{}", if same { before } else { fresh });
        }
    }
    out
}

/// What stands below a command.
fn after(document: &str, command: &str) -> String {
    let lines = document.lines().skip_while(|line| *line != command).skip(1);
    lines
        .take_while(|line| !line.starts_with("$ ") && *line != "```")
        .map(|line| format!("{line}\n"))
        .collect()
}

/// Engines run side by side: the verdicts are always the same, but not who finds them and which execution is shown.
fn depends_on_who_is_first(command: &str) -> bool {
    command.starts_with("selvedge verify") && !command.contains("--engines")
}

/// The first three columns of the table of verdicts, and the failures.
fn verdicts(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
        if line.starts_with("  ")
            && cells.len() >= 3
            && ["safe", "violation", "unknown"].iter().any(|word| cells[2].starts_with(word))
        {
            found.push(cells[..3].join("|").replace(" without memory errors, no bound", ""));
        } else if line.contains(" under ") {
            found.push(line.split(" (as under").next().unwrap_or(line).to_string());
        }
    }
    found
}

/// Numbers before `ms`, `s` and `µs` are not compared.
fn without_times(text: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let unit = word.trim_start_matches(['\n', ']', ',', '.']);
        if (unit.starts_with("ms") || unit == "s" || unit.starts_with("s\n"))
            && words.last().is_some_and(|last| last.trim_start_matches(['(', '[']).parse::<f64>().is_ok())
        {
            words.pop();
            words.push("TIME".into());
        }
        words.push(word.to_string());
    }
    words.join(" ")
}

fn check(name: &str) {
    let path = root().join(name);
    let document = std::fs::read_to_string(&path).expect("the document is there");
    let scratch = std::env::temp_dir().join(format!(
        "selvedge-guide-{}-{}",
        std::process::id(),
        name.replace('/', "-")
    ));
    std::fs::create_dir_all(&scratch).expect("a scratch folder");
    let fresh = refreshed(&document, &scratch);
    std::fs::remove_dir_all(&scratch).expect("the scratch folder goes");
    if std::env::var_os("UPDATE_EXPECT").is_some() && without_times(&fresh) != without_times(&document) {
        std::fs::write(&path, &fresh).expect("the document is written");
        return;
    }
    assert!(
        without_times(&fresh) == without_times(&document),
        "{name} does not show what the commands print; `make bless` puts it right. What they print:\n{fresh}"
    );
}

#[test]
fn the_guide_is_true() {
    check("docs/guide.md");
}

#[test]
fn the_readme_is_true() {
    check("README.md");
}
