//! The table of crates in ARCHITECTURE.md, held against the manifests.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

type Uses = BTreeSet<String>;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Each crate of the workspace with the crates of the workspace that it uses outside its tests.
fn manifests() -> BTreeMap<String, Uses> {
    let folders: Vec<PathBuf> = std::fs::read_dir(root().join("crates"))
        .expect("there are crates")
        .map(|entry| entry.expect("a folder").path())
        .filter(|folder| folder.join("Cargo.toml").exists())
        .collect();
    let name = |folder: &PathBuf| folder.file_name().expect("a name").to_string_lossy().into_owned();
    let names: BTreeSet<String> = folders.iter().map(name).collect();
    let uses = |folder: &PathBuf| {
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let section = manifest.split("\n[dependencies]\n").nth(1).unwrap_or("");
        let section = section.split("\n[").next().unwrap_or("");
        section
            .lines()
            .filter_map(|line| line.split(['.', ' ', '=']).next())
            .map(|used| used.trim_start_matches("selvedge-"))
            .filter(|used| names.contains(*used))
            .map(String::from)
            .collect()
    };
    folders.iter().map(|folder| (name(folder), uses(folder))).collect()
}

/// The rows of the table, in order: the crate, and what it may use (`None`: all).
fn table() -> Vec<(String, Option<Uses>)> {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let rows = text.lines().skip_while(|line| !line.starts_with("| crate | is | may use |")).skip(2);
    rows.take_while(|line| line.starts_with('|'))
        .map(|row| {
            let columns: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
            let [name, .., uses] = columns[..] else { panic!("a row of the table: {row}") };
            let uses = match uses {
                "all" => None,
                "–" => Some(Uses::new()),
                _ => Some(uses.split(", ").map(String::from).collect()),
            };
            (name.trim_matches('`').to_string(), uses)
        })
        .collect()
}

#[test]
fn the_table_of_crates_is_true() {
    let (manifests, table) = (manifests(), table());
    let named: Vec<&String> = table.iter().map(|(name, _)| name).collect();
    let listed: BTreeSet<&String> = named.iter().copied().collect();
    assert_eq!(listed, manifests.keys().collect(), "crates in the table, and in the workspace");
    for (row, (name, may_use)) in table.iter().enumerate() {
        let uses = &manifests[name];
        if let Some(may_use) = may_use {
            assert_eq!(may_use, uses, "what `{name}` may use by the table, and what it uses");
        }
        let above: BTreeSet<&String> = named[..row].iter().copied().collect();
        let below: Vec<&String> = uses.iter().filter(|used| !above.contains(used)).collect();
        assert!(below.is_empty(), "`{name}` uses {below:?}, which stand below it in the table");
    }
}

/// Words between backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn the_files_that_the_pages_name_are_there() {
    let crates = manifests();
    let is_file = |path: &str| root().join(path).exists();
    let read = |page: &str| std::fs::read_to_string(root().join(page)).expect(page);
    let walks = read("ARCHITECTURE.md");
    let files: Vec<&str> = quoted(&walks).filter(|word| word.starts_with("crates/")).collect();
    assert!(files.len() > 30, "the three walks name files");
    let gone: Vec<&&str> = files.iter().filter(|path| !is_file(path.trim_end_matches("/prelude/"))).collect();
    assert!(gone.is_empty(), "ARCHITECTURE.md names {gone:?}");
    // `prove::analysis` is a file or a folder of that crate.
    let references = read("docs/references.md");
    let modules = quoted(&references).filter(|word| {
        let owner = word.split("::").next().unwrap_or_default();
        crates.contains_key(owner)
    });
    let missing: Vec<&str> = modules
        .filter(|word| {
            let path = format!("crates/{}", word.replacen("::", "/src/", 1).replace("::", "/"));
            !is_file(&path) && !is_file(&format!("{path}.rs"))
        })
        .collect();
    assert!(missing.is_empty(), "docs/references.md names {missing:?}");
}
