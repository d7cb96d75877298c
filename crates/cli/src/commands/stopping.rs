//! What ends a command early: Ctrl-C, too much memory, `--timeout`.

use anyhow::{Context, Result, bail};
use limits::{Interrupt, Stop};
use std::time::Duration;

/// For engines to stop and tell what they know: set by the first Ctrl-C (the second ends the process) and when the process takes
/// more memory than it may.
pub fn interrupt(memory_limit_mb: u64) -> Result<Interrupt> {
    let interrupt = Interrupt::new();
    let pressed = interrupt.clone();
    ctrlc::set_handler(move || {
        if !pressed.set(Stop::Interrupted) {
            std::process::exit(130);
        }
        eprintln!("stopping; press Ctrl-C again to quit");
    })
    .context("cannot watch for Ctrl-C")?;
    let full = interrupt.clone();
    std::thread::spawn(move || watch_memory(memory_limit_mb, &full));
    Ok(interrupt)
}

/// What `--timeout` says.
pub fn time(seconds: f64) -> Result<Duration> {
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) => Ok(time),
        Err(_) => bail!("--timeout {seconds} is not a number of seconds"),
    }
}

/// Looks a few times a second; where an engine does not stop in time, the process ends with `unknown`.
fn watch_memory(limit_mb: u64, full: &Interrupt) {
    let Some(page_kb) = resident_pages().map(|_| 4) else { return };
    loop {
        std::thread::sleep(Duration::from_millis(50));
        let used_mb = resident_pages().unwrap_or(0) * page_kb / 1024;
        if used_mb > limit_mb && full.set(Stop::Memory(limit_mb)) {
            eprintln!("more than {limit_mb} MB of memory (--memory-limit); stopping");
        }
        if used_mb > limit_mb + limit_mb / 4 {
            eprintln!("unknown: out of memory");
            std::process::exit(3);
        }
    }
}

/// Pages of this process in memory; `None` where the system does not tell.
fn resident_pages() -> Option<u64> {
    std::fs::read_to_string("/proc/self/statm").ok()?.split_whitespace().nth(1)?.parse().ok()
}
