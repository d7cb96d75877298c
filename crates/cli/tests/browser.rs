//! The pages in a real browser: slider, keys, switches and links do what they should, nothing is requested, nothing is
//! complained about, and a hostile program shows as text.
//!
//! Needs a Chromium on PATH (or in `$SELVEDGE_CHROMIUM`), so `make test` counts them as ignored; `make test-browser` runs them. With `$SELVEDGE_SCREENSHOTS` set to a folder, pictures for the
//! documentation are written there.

mod devtools;

use devtools::Browser;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// A folder of its own for each test, gone at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("selvedge-browser-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a scratch folder");
        Scratch(path)
    }
    fn file(&self, name: &str, contents: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, contents).expect("a scratch file");
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// Runs the test in a browser.
fn in_browser(name: &str, test: impl FnOnce(&mut Browser, &Scratch)) {
    let program = devtools::find().expect("a Chromium on PATH, or in $SELVEDGE_CHROMIUM");
    let scratch = Scratch::new(name);
    let mut browser = Browser::start(&program, scratch.0.join("profile"));
    browser.window(1280, 900, "light");
    test(&mut browser, &scratch);
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Makes a page with the command, run from the project's folder; the exit code must be as expected.
fn page(scratch: &Scratch, args: &[&str], code: i32) -> PathBuf {
    page_from(&root(), scratch, args, code)
}

fn page_from(folder: &Path, scratch: &Scratch, args: &[&str], code: i32) -> PathBuf {
    let path = scratch.0.join("page.html");
    let output = Command::new(env!("CARGO_BIN_EXE_selvedge"))
        .args(args)
        .arg("--html")
        .arg(&path)
        .current_dir(folder)
        .output()
        .expect("selvedge runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
    path
}

fn store_buffering(scratch: &Scratch) -> PathBuf {
    page(scratch, &["check", "examples/store_buffering.c", "--model", "sc,tso"], 1)
}

#[track_caller]
fn no_complaints(browser: &mut Browser) {
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

fn position(browser: &mut Browser) -> (u64, u64) {
    let text = browser.text(".position");
    let (at, of) = text.split_once(" / ").expect("a position");
    (at.parse().expect("a number"), of.parse().expect("a number"))
}

/// Writes a picture for the documentation where one is asked for.
fn picture(browser: &mut Browser, name: &str) {
    let Some(folder) = std::env::var_os("SELVEDGE_SCREENSHOTS") else { return };
    let data = browser.screenshot();
    let path = Path::new(&folder).join(name);
    let decoded = Command::new("base64")
        .arg("-d")
        .stdin(std::process::Stdio::piped())
        .stdout(std::fs::File::create(path).expect("a picture"))
        .spawn()
        .and_then(|mut child| {
            use std::io::Write;
            child.stdin.take().expect("a pipe").write_all(data.as_bytes())?;
            child.wait()
        });
    assert!(decoded.expect("base64 runs").success());
}

#[test]
#[ignore = "needs a browser: make test-browser"]
fn keys_mouse_and_buttons_move_through_the_steps() {
    in_browser("steps", |browser, scratch| {
        browser.open(&store_buffering(scratch));
        let (at, steps) = position(browser);
        assert_eq!(at, 1);
        assert!(steps >= 5, "two stores, two loads, one store that reaches memory: {steps}");
        browser.focus("input[type=range]");
        browser.key("ArrowRight");
        browser.key("ArrowRight");
        assert_eq!(position(browser).0, 3);
        browser.key("ArrowLeft");
        assert_eq!(position(browser).0, 2);
        browser.key("End");
        assert_eq!(position(browser).0, steps);
        browser.key("Home");
        assert_eq!(position(browser).0, 1);
        browser.click_at("input[type=range]", 0.98);
        assert_eq!(position(browser).0, steps);
        browser.click("button[title='Step back']");
        assert_eq!(position(browser).0, steps - 1);
        browser.focus(".lane-list");
        browser.key("Home");
        browser.key("ArrowDown");
        assert_eq!(position(browser).0, 2);
        browser.click(".step:nth-child(4)");
        assert_eq!(position(browser).0, 4);
        browser.value("document.activeElement.blur()");
        browser.key("ArrowRight");
        assert_eq!(position(browser).0, 5);
        assert_eq!(browser.count(".step.current"), 1);
        assert_eq!(browser.count(".step[aria-selected=true]"), 1);
        no_complaints(browser);
    });
}

#[test]
#[ignore = "needs a browser: make test-browser"]
fn buffers_fill_and_drain_and_the_source_follows() {
    in_browser("buffers", |browser, scratch| {
        browser.open(&store_buffering(scratch));
        assert!(browser.text(".verdicts").contains("violation"));
        assert!(browser.text(".why").contains("TSO lets the load of"));
        let (_, steps) = position(browser);
        let mut filled = 0;
        let mut reached = 0;
        for _ in 0..steps {
            let words = browser.text(".detail .what");
            let waiting = browser.count(".buffer li");
            if words.contains("buffer)") {
                filled += 1;
                assert_eq!(browser.count(".buffer li.new"), 1, "{words}");
            }
            if words.contains("reaches memory") {
                reached += 1;
                assert_eq!(browser.count(".memory .changed"), 1, "{words}");
            }
            assert_eq!(waiting, filled - reached, "{words}");
            if browser.text(".detail .where").contains("store_buffering.c:") {
                let line = browser.text(".detail .where").rsplit(':').next().unwrap_or("").to_string();
                assert_eq!(browser.text(".source .line.current .number"), line);
            }
            browser.key("ArrowRight");
        }
        assert!(filled >= 1 && reached == filled, "{filled} stores wait, {reached} reach memory");
        no_complaints(browser);
    });
}

#[test]
#[ignore = "needs a browser: make test-browser"]
fn a_deadlock_shows_who_holds_what() {
    in_browser("deadlock", |browser, scratch| {
        let program = "examples/bank_transfer_broken.c";
        browser.open(&page(scratch, &["check", program, "--property", "deadlock"], 1));
        assert_eq!(browser.count(".locks .thread"), 0, "nobody holds a lock at the start");
        browser.focus("input[type=range]");
        browser.key("End");
        let locks = browser.text(".locks tbody");
        for (lock, thread) in [("checking", "save"), ("savings", "spend")] {
            assert!(locks.contains(&format!("{lock}{thread}")), "{locks}");
        }
        no_complaints(browser);
    });
}

#[test]
#[ignore = "needs a browser: make test-browser"]
fn readers_lead_to_writers() {
    in_browser("links", |browser, scratch| {
        browser.open(&page(scratch, &["check", "examples/message_passing.c", "--model", "pso"], 1));
        let (_, steps) = position(browser);
        for _ in 0..steps {
            if browser.text(".detail").contains("reads from") && browser.count(".detail dd .link") > 0 {
                break;
            }
            browser.key("ArrowRight");
        }
        assert!(browser.count(".step.rf-source") >= 1, "the write is marked in the lanes");
        let target = browser.text(".detail dd .link");
        browser.click(".detail dd .link");
        let words =
            target.split(", line").next().and_then(|text| text.split_once(": ")).map(|(_, words)| words);
        let there = browser.text(".detail .what");
        assert!(words.is_some_and(|words| there.contains(words)), "{target:?} leads to {there:?}");
        assert!(browser.text(".detail").contains("read by"));
        no_complaints(browser);
    });
}

#[test]
#[ignore = "needs a browser: make test-browser"]
fn relations_are_switched_off_and_on() {
    in_browser("graph", |browser, scratch| {
        browser.open(&store_buffering(scratch));
        for relation in ["po", "fr"] {
            let arrows = format!(".arrow.{relation}");
            let shown = browser.count(&arrows);
            assert!(shown > 0, "{relation}");
            let label = format!(".switch.{relation}");
            browser.click(&label);
            assert_eq!(browser.count(&arrows), 0, "{relation} is off");
            browser.focus(&format!("{label} input"));
            browser.key(" ");
            assert_eq!(browser.count(&arrows), shown, "{relation} is on again");
        }
        assert_eq!(browser.count(".arrow.relaxed"), 2, "both reordered pairs");
        browser.click(".node:last-of-type rect");
        assert_eq!(browser.count(".node.current"), 1);
        no_complaints(browser);
    });
}

const HOSTILE: &str = r#"
#include <assert.h>
#include <pthread.h>
// </script><script>document.title = "owned"</script><img src=x onerror="document.title='owned'"> 'quoted' "é漢😀"
int größe, other;
static void *run(void *arg) { größe = 1; /* <b>&amp; */ return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    int seen = größe;
    pthread_join(t, 0);
    assert(seen == 0 && "</script><script>document.title='owned'</script><!-- <img src=x onerror=alert(1)>");
}
"#;

#[test]
#[ignore = "needs a browser: make test-browser"]
fn a_hostile_program_is_only_text() {
    in_browser("hostile", |browser, scratch| {
        let file = scratch.file("<img src=x onerror=alert(3)>.c", HOSTILE);
        browser.open(&page(scratch, &["check", &file.display().to_string()], 1));
        let title = browser.value("document.title");
        assert!(
            title.as_str().is_some_and(|title| title.contains("<img src=x onerror=alert(3)>.c")),
            "{title}"
        );
        assert_eq!(browser.count("img, b:not(p > b):not(.switch b), iframe, object, embed, link, form"), 0);
        assert_eq!(browser.count("script"), 2);
        assert!(browser.text(".headline").contains("</script><script>document.title='owned'</script>"));
        assert!(
            browser
                .text(".source")
                .contains("<img src=x onerror=\"document.title='owned'\"> 'quoted' \"é漢😀\"")
        );
        assert!(browser.text(".lanes").contains("größe"));
        no_complaints(browser);
    });
}

const LONG: &str = r#"
#include <assert.h>
#include <pthread.h>
int counter;
static void *count(void *arg) {
    for (int i = 0; i < 2600; i++) counter = counter + 1;
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, count, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 5200);
}
"#;

#[test]
#[ignore = "needs a browser: make test-browser"]
fn ten_thousand_steps_stay_fluid() {
    in_browser("long", |browser, scratch| {
        let file = scratch.file("long.c", LONG);
        let path = page(scratch, &["run", &file.display().to_string()], 1);
        let started = Instant::now();
        browser.open(&path);
        let opened = started.elapsed();
        let (_, steps) = position(browser);
        assert!(steps > 10_000, "{steps}");
        assert!(browser.count("*") < 2_000, "only what is in sight exists: {}", browser.count("*"));
        assert!(browser.text(".graph .note").contains("around the current step"));
        let times = browser.value(
            "(async () => { const slider = document.querySelector('input[type=range]'); const times = [];
               for (let i = 0; i < 60; i++) {
                 slider.value = Math.floor(slider.max * ((i * 37) % 60) / 60); slider.dispatchEvent(new Event('input'));
                 times.push(await new Promise((go) => requestAnimationFrame((frame) => {
                   document.body.offsetHeight; go(performance.now() - frame); }))); }
               return times.sort((a, b) => a - b); })()",
        );
        let time = |index: usize| times[index].as_f64().expect("a time");
        eprintln!(
            "{steps} steps: opened in {opened:?}; a move is drawn in {:.1} ms (median), {:.1} ms (worst)",
            time(30),
            time(59)
        );
        // Other work on the machine slows the rest down.
        assert!(time(6) < 50.0, "even the quickest tenth of the moves takes {} ms", time(6));
        no_complaints(browser);
    });
}

#[test]
#[ignore = "needs a browser: make test-browser"]
fn pages_fit_a_phone_and_a_dark_room() {
    in_browser("phone", |browser, scratch| {
        let path = store_buffering(scratch);
        browser.window(360, 740, "dark");
        browser.open(&path);
        assert_eq!(browser.value("document.documentElement.scrollWidth"), json!(360), "nothing sticks out");
        assert_eq!(browser.count(".lanes.as-list"), 1);
        let back = browser.value("getComputedStyle(document.body).backgroundColor");
        assert_eq!(back, json!("rgb(21, 24, 28)"));
        browser.window(360, 1180, "dark");
        picture(browser, "html-phone-dark.png");
        no_complaints(browser);
    });
}

#[test]
#[ignore = "needs a browser: make test-browser"]
fn every_control_has_a_name_and_a_place_in_the_tab_order() {
    in_browser("names", |browser, scratch| {
        browser.open(&store_buffering(scratch));
        browser.call("Accessibility.enable", json!({}));
        let tree = browser.call("Accessibility.getFullAXTree", json!({}));
        let nodes = tree["nodes"].as_array().cloned().unwrap_or_default();
        let roles = ["button", "checkbox", "slider", "listbox", "option", "link", "table", "image"];
        let role = |node: &Value| node["role"]["value"].as_str().unwrap_or("").to_string();
        let named: Vec<&Value> =
            nodes.iter().filter(|node| node["ignored"] == false && roles.contains(&&*role(node))).collect();
        assert!(named.iter().filter(|node| role(node) == "checkbox").count() >= 4);
        for node in named {
            let name = node["name"]["value"].as_str().unwrap_or("");
            assert!(!name.is_empty() || role(node) == "table", "a {} has no name: {node}", role(node));
        }
        browser.value("document.body.focus()");
        let mut seen = Vec::new();
        for _ in 0..40 {
            browser.key("Tab");
            let at = browser.value("document.activeElement.className || document.activeElement.type || document.activeElement.tagName");
            seen.push(at.as_str().unwrap_or("").to_string());
        }
        for control in ["range", "lane-list", "source-list", "checkbox", "graph-frame"] {
            assert!(seen.iter().any(|at| at == control), "Tab reaches {control}: {seen:?}");
        }
        no_complaints(browser);
    });
}

#[test]
#[ignore = "needs a browser: make test-browser"]
fn a_saved_result_is_viewed_with_and_without_its_program() {
    in_browser("view", |browser, scratch| {
        let witness = scratch.0.join("witness.json").display().to_string();
        let program = scratch.file("long.c", LONG);
        page(scratch, &["run", &program.display().to_string(), "--save", &witness], 1);
        browser.open(&page(scratch, &["view", &witness], 0));
        assert!(browser.count(".source .line.marked") > 0);
        std::fs::write(&program, LONG.replace("2600", "2601")).expect("the program changes");
        browser.open(&page(scratch, &["view", &witness], 0));
        assert!(browser.text("header").contains("has changed since"));
        assert_eq!(browser.count(".source .line"), 0);
        assert!(browser.text(".lanes").contains("counter"));
        no_complaints(browser);
    });
}

#[test]
#[ignore = "needs a browser: make test-browser"]
fn a_table_sorts_and_filters() {
    in_browser("table", |browser, scratch| {
        use report::html::{Cell, Column, ColumnKind, Mark, table_page};
        let columns = [
            Column::new("test", ColumnKind::Text),
            Column::new("events", ColumnKind::Number),
            Column::new("TSO", ColumnKind::Choice),
        ];
        let row = |index: u32| {
            let verdict =
                if index.is_multiple_of(3) { (Mark::Bad, "allowed") } else { (Mark::Good, "forbidden") };
            let events = f64::from(index * 7919 % 1200);
            vec![
                Cell::Text(format!("SB+fence{index} <i>")),
                Cell::Number(events, format!("{events}")),
                Cell::Marked(verdict.0, verdict.1.into()),
            ]
        };
        let rows: Vec<Vec<Cell>> = (0..1200).map(row).collect();
        let file = scratch.file("table.html", &table_page("litmus tests", &columns, &rows));
        browser.open(&file);
        assert_eq!(browser.count("tbody tr"), 500, "the first rows");
        browser.click("th:nth-child(2) button");
        assert_eq!(browser.text("tbody tr td:nth-child(2)"), "0");
        browser.click("th:nth-child(2) button");
        assert_eq!(browser.text("tbody tr td:nth-child(2)"), "1199");
        assert_eq!(browser.text("th[aria-sort=descending]"), "events");
        browser.focus("input[type=search]");
        browser.type_text("fence11");
        let matching = (0..1200).filter(|index: &u32| index.to_string().starts_with("11")).count() as u64;
        assert_eq!(browser.count("tbody tr"), matching);
        browser.value("(() => { const s = document.querySelector('select'); s.value = '0'; s.dispatchEvent(new Event('change')); })()");
        assert_eq!(browser.count("tbody tr .mark.good"), 0);
        assert!(browser.count("tbody tr .mark.bad") > 0);
        assert!(browser.text("tbody").contains("<i>"));
        picture(browser, "html-table.png");
        no_complaints(browser);
    });
}

#[test]
#[ignore = "needs a browser: make test-browser"]
fn a_prediction_shows_both_places_and_a_schedule() {
    in_browser("prediction", |browser, scratch| {
        let trace = scratch.file(
            "run.std",
            "T0|fork(T1)|1\nT0|acq(L)|2\nT0|w(x<i>)|3\nT0|rel(L)|4\nT0|w(y)|5\nT1|acq(L)|6\nT1|rel(L)|7\nT1|r(y)|8\n",
        );
        browser.open(&page(scratch, &["predict", &trace.display().to_string()], 1));
        assert_eq!(browser.count("section.violation"), 1);
        assert_eq!(browser.count(".access"), 2);
        assert!(browser.text("h2").contains("y"), "{}", browser.text("h2"));
        assert!(browser.count(".schedule tbody tr") > 0);
        picture(browser, "html-prediction.png");
        no_complaints(browser);
    });
}

#[test]
#[ignore = "needs a browser: make test-browser"]
fn pictures_for_the_documentation() {
    if std::env::var_os("SELVEDGE_SCREENSHOTS").is_none() {
        return;
    }
    in_browser("pictures", |browser, scratch| {
        browser.window(1180, 1480, "light");
        browser.open(&page(scratch, &["check", "examples/store_buffering.c", "--model", "all"], 1));
        for _ in 0..5 {
            browser.key("ArrowRight");
        }
        picture(browser, "html-tso.png");
        browser.window(1180, 640, "light");
        browser.open(&page(scratch, &["check", "examples/peterson.c", "--model", "tso"], 1));
        browser.value("document.querySelector('.graph').scrollIntoView({ behavior: 'instant' })");
        picture(browser, "html-graph.png");
        browser.window(1180, 1300, "dark");
        browser.open(&page(
            scratch,
            &["check", "examples/bank_transfer_broken.c", "--property", "assert,deadlock"],
            1,
        ));
        browser.focus("input[type=range]");
        browser.key("End");
        picture(browser, "html-deadlock-dark.png");
        browser.window(1180, 1400, "light");
        scratch.file("counter.c", LONG);
        browser.open(&page_from(&scratch.0, scratch, &["run", "counter.c"], 1));
        browser.click_at("input[type=range]", 0.6);
        browser.value("scrollTo(0, 0)");
        picture(browser, "html-long.png");
    });
}
