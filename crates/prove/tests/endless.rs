//! Programs without end under `examples/prove/endless`: any number of threads, loops without bound. What their heads
//! say is safe is proved; what can fail is not.
//!
//! Without `SELVEDGE_FULL=1` under SC and TSO only, and what can fail under SC only.

use model::Model;
use prove::{ProveConfig, prove};
use std::path::{Path, PathBuf};
use std::time::Duration;
use testkit::expect::{Expected, Head};
use verdict::{Limits, Verdict};

#[test]
fn what_the_heads_say_is_proved() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/prove/endless");
    let entries = std::fs::read_dir(folder).expect("the examples");
    let files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    let full = std::env::var_os("SELVEDGE_FULL").is_some();
    let models: &[Model] = if full { &[Model::SC, Model::TSO, Model::PSO] } else { &[Model::SC, Model::TSO] };
    let (mut n_safe, mut n_broken) = (0, 0);
    for path in files {
        let source = std::fs::read_to_string(&path).expect("an example");
        let head = Head::parse(&source).expect("a head with expectations");
        let program = frontend::load(&path, &Default::default()).expect("a program").program;
        for &model in models {
            let Some(expected) = head.expected(model) else { continue };
            let holds = matches!(expected, Expected::Safe);
            if !holds && !full && model != Model::SC {
                continue;
            }
            // What can fail is looked for in all ways of counting, which takes long and adds nothing here.
            let seconds = if holds || full { 100 } else { 8 };
            let mut config = ProveConfig::new(model);
            config.task.limits = Limits::within(Duration::from_secs(seconds));
            let proved = matches!(prove(&program, &config).verdict, Verdict::Safe { .. });
            assert_eq!(proved, holds, "{} under {model}", path.display());
            n_safe += usize::from(holds && model == Model::SC);
            n_broken += usize::from(!holds && model == Model::SC);
        }
    }
    assert!(n_safe >= 12 && n_broken >= 2, "{n_safe} safe, {n_broken} broken");
}
