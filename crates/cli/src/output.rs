//! Where output goes: terminals with colour and width, pipes without.

use crate::flags::{Color, Format, OutputFlags};
use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use ir::Program;
use report::{Certification, Style, TextOptions, html};
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;
use verdict::{Report, Verdict, Witness};

/// What is known about stdout and stderr.
#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    stdout: Style,
    stderr: Style,
    width: usize,
}

/// Steps of an execution that are shown unless `--full` is given.
const SHOWN_STEPS: usize = 60;
/// Width of a report in a pipe: room for three lanes.
const PIPE_WIDTH: usize = 120;

impl Terminal {
    pub fn new(color: Color) -> Self {
        let wants = |is_terminal: bool| match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => is_terminal && std::env::var_os("NO_COLOR").is_none(),
        };
        let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let stdout_is_terminal = std::io::stdout().is_terminal();
        let measured = terminal_size::terminal_size()
            .filter(|_| stdout_is_terminal)
            .map(|(columns, _)| usize::from(columns.0));
        Terminal {
            stdout: Style { color: wants(stdout_is_terminal) },
            stderr: Style { color: wants(std::io::stderr().is_terminal()) },
            width: columns.or(measured).unwrap_or(PIPE_WIDTH),
        }
    }

    /// For a report that goes to stderr.
    pub fn on_stderr(&self) -> Terminal {
        Terminal { stdout: self.stderr, ..*self }
    }

    pub fn error(&self, error: &anyhow::Error) {
        eprintln!("{} {error:#}", self.stderr.bad("error:"));
    }

    /// The first line of something bad, for stdout.
    pub fn headline(&self, text: &str) -> String {
        self.stdout.bad(text)
    }

    /// All verdicts of a report in one line.
    pub fn verdicts(&self, report: &Report) -> String {
        report::render_short(report, self.stdout)
    }

    /// Prints a report in the form asked for.
    pub fn print_report(
        &self,
        report: &Report,
        program: &Program,
        flags: &OutputFlags,
        certified: impl Fn(&Witness) -> Certification,
    ) -> Result<()> {
        self.print(report, program, flags, false, certified)
    }

    /// The same with all verdicts in a table first.
    pub fn print_table(
        &self,
        report: &Report,
        program: &Program,
        flags: &OutputFlags,
        certified: impl Fn(&Witness) -> Certification,
    ) -> Result<()> {
        self.print(report, program, flags, true, certified)
    }

    fn print(
        &self,
        report: &Report,
        program: &Program,
        flags: &OutputFlags,
        table: bool,
        certified: impl Fn(&Witness) -> Certification,
    ) -> Result<()> {
        let text = match flags.format {
            Format::Text => {
                let max_steps = if flags.full { 0 } else { SHOWN_STEPS };
                let options = TextOptions { style: self.stdout, width: self.width, max_steps, table };
                report::render_report(report, program, &options, &certified)
            }
            Format::Json => serde_json::to_string_pretty(report)? + "\n",
            Format::Sarif => serde_json::to_string_pretty(&report::sarif(report, program))? + "\n",
        };
        print_text(&text)?;
        match &flags.html {
            Some(path) => write_page(path, report, program, &certified),
            None => Ok(()),
        }
    }
}

/// The report as a page, with the source of the program as it is now.
fn write_page(
    path: &Path,
    report: &Report,
    program: &Program,
    certified: &dyn Fn(&Witness) -> Certification,
) -> Result<()> {
    let all_certified = report.answers.iter().all(|answer| match &answer.verdict {
        Verdict::Violation { witness } => certified(witness).certified,
        _ => true,
    });
    let page = html::report_page(&html::ReportPage {
        report,
        program,
        source: &source,
        certified: all_certified,
        note: None,
    });
    std::fs::write(path, page).with_context(|| format!("cannot write {}", path.display()))
}

/// The text of a source file; C may contain any bytes in comments and strings.
pub fn source(path: &str) -> Option<String> {
    std::fs::read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Writes to stdout; a reader that has gone away (`| head`) is no error.
pub fn print_text(text: &str) -> Result<()> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result.context("cannot write to standard output"),
    }
}

/// A progress bar on stderr; invisible where stderr is no terminal or there is only one thing to do.
pub fn progress(total: u64, what: &str) -> ProgressBar {
    if total <= 1 {
        return ProgressBar::hidden();
    }
    let template = format!("{{bar:30}} {{pos}}/{{len}} {what} ({{per_sec}}, {{eta}} left)");
    let bar = ProgressBar::new(total);
    bar.set_style(ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
