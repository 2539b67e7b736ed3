//! strace: it shows the system calls of the binary, lets them fail, and kills the binary at one of them.

use std::{
    os::unix::process::ExitStatusExt,
    path::Path,
    process::{Command, Output},
    sync::atomic::{AtomicUsize, Ordering},
};

/// strace, writing to a file. A filter in the kernel makes it fast. With one, strace 6.1 delivers no signal, so a run that
/// is to be killed goes without.
pub fn strace(trace: &Path, options: &[&str]) -> Command {
    let mut command = Command::new("strace");
    command.args(["-f", "-y", "-o"]).arg(trace).args(options);
    if !options.iter().any(|option| option.contains("signal=")) {
        command.arg("--seccomp-bpf");
    }
    command
}

/// Counts who was killed: where runs differ, a process may come to its end, but most do not.
#[derive(Default)]
pub struct Kills {
    runs: AtomicUsize,
    killed: AtomicUsize,
}

impl Kills {
    /// Checks that a process was killed or succeeded.
    pub fn note(&self, output: &Output, story: &str) {
        let was_killed = output.status.signal() == Some(9) || output.status.code() == Some(137);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(was_killed || output.status.success(), "{story}: {complaint}");
        self.runs.fetch_add(1, Ordering::Relaxed);
        self.killed.fetch_add(usize::from(was_killed), Ordering::Relaxed);
    }

    /// Checks that most were killed.
    pub fn are_many(&self) {
        let (runs, killed) =
            (self.runs.load(Ordering::Relaxed), self.killed.load(Ordering::Relaxed));
        assert!(runs > 0 && killed * 10 >= runs * 8, "only {killed} of {runs} runs were killed");
    }
}
