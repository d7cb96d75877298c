//! The program that is recorded, run in our place: signals that are sent to us reach it, and its end is ours.
//!
//! A test suite that starts `selvedge record -- server` knows our process number only; what it sends there (`SIGTERM` to
//! stop a server, `SIGHUP`, `SIGUSR1` …) is meant for the program. Signals are blocked and read from a descriptor by a thread
//! that passes them on. What the terminal sends goes to the program anyway and is not passed on a second time. If we
//! are killed, so is the program. What comes when the program has ended is for us: the first signal asks to come to an end with
//! what is being done, the second is obeyed at once.

use anyhow::{Context, Result};
use nix::errno::Errno;
use nix::sys::prctl::set_pdeathsig;
use nix::sys::signal::{SigHandler, SigSet, SigmaskHow, Signal, kill, signal};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};

/// What a shell adds to the number of a signal that ended a program.
const SIGNAL_BASE: u8 = 128;

const PASSED_ON: [Signal; 10] = [
    Signal::SIGHUP,
    Signal::SIGINT,
    Signal::SIGQUIT,
    Signal::SIGTERM,
    Signal::SIGUSR1,
    Signal::SIGUSR2,
    Signal::SIGALRM,
    Signal::SIGCONT,
    Signal::SIGWINCH,
    Signal::SIGURG,
];

/// What ends a process that does nothing about it.
const ENDING: [Signal; 4] = [Signal::SIGHUP, Signal::SIGINT, Signal::SIGQUIT, Signal::SIGTERM];

static IS_STOPPED: AtomicBool = AtomicBool::new(false);

/// Whether a signal has come since the program has ended that is to end us.
pub fn is_stopped() -> bool {
    IS_STOPPED.load(Ordering::Acquire)
}

extern "C" fn nothing(_: i32) {}

/// Starts a program that gets the signals that are sent to this process.
#[allow(unsafe_code)]
pub fn spawn(command: &mut Command) -> Result<Child> {
    // SAFETY: the handler does nothing; without it, a trace that must not grow (`ulimit -f`) would end us. The program begins without it.
    unsafe { signal(Signal::SIGXFSZ, SigHandler::Handler(nothing)) }.context("cannot set a handler")?;
    let signals: SigSet = PASSED_ON.into_iter().collect();
    let usual = signals.thread_swap_mask(SigmaskHow::SIG_BLOCK).context("cannot wait for signals")?;
    let incoming =
        SignalFd::with_flags(&signals, SfdFlags::SFD_CLOEXEC).context("cannot wait for signals")?;
    // SAFETY: what runs between fork and exec makes two system calls and touches no memory of others.
    unsafe {
        command.pre_exec(move || {
            usual.thread_set_mask()?;
            Ok(set_pdeathsig(Signal::SIGKILL)?)
        });
    }
    let name = command.get_program().to_string_lossy().into_owned();
    let child = command.spawn().with_context(|| format!("cannot run {name}"))?;
    let number = Pid::from_raw(i32::try_from(child.id()).context("a strange process number")?);
    std::thread::spawn(move || pass_on(&incoming, number));
    Ok(child)
}

/// Whether a program that we have started has ended, be it that we have seen it or not; its number may be another's then.
fn has_ended(program: Pid) -> bool {
    let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
    waitid(Id::Pid(program), flags) != Ok(WaitStatus::StillAlive)
}

/// Ends with this process.
fn pass_on(incoming: &SignalFd, program: Pid) {
    /// As the system marks what it sends by itself, such as a terminal's interrupt.
    const FROM_KERNEL: i32 = 0x80;
    loop {
        let info = match incoming.read_signal() {
            Ok(Some(info)) => info,
            Ok(None) | Err(Errno::EINTR) => continue,
            Err(_) => return,
        };
        let Some(signal) = i32::try_from(info.ssi_signo).ok().and_then(|n| Signal::try_from(n).ok()) else {
            continue;
        };
        let is_new = info.ssi_code != FROM_KERNEL;
        let is_ours = has_ended(program);
        if !is_ours && is_new {
            let _ = kill(program, signal);
        }
        if is_ours && ENDING.contains(&signal) && IS_STOPPED.swap(true, Ordering::AcqRel) {
            std::process::exit(i32::from(SIGNAL_BASE) + signal as i32);
        }
    }
}

/// The program's exit code, as a shell would tell it.
pub fn exit_code(status: ExitStatus) -> u8 {
    let signal = status.signal().and_then(|signal| u8::try_from(signal).ok());
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    code.or(signal.map(|signal| SIGNAL_BASE.saturating_add(signal))).unwrap_or(2)
}
