//! A test in several processes: the test binary starts itself again, once for each role.

use std::{
    future::Future,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use mnemic::{Engine, Options};

const ROLE: &str = "MNEMIC_TEST_ROLE";
const VAULT: &str = "MNEMIC_TEST_VAULT";

/// What this process was started for, and the vault to do it in; nothing when it is the test itself.
pub fn role() -> Option<(String, PathBuf)> {
    Some((std::env::var(ROLE).ok()?, std::env::var_os(VAULT)?.into()))
}

/// A process with a role, ended at the latest when nobody waits for it any more.
pub struct Process {
    role: String,
    child: Option<Child>,
}

impl Process {
    /// Starts a process that runs `test` in a role.
    pub fn start(test: &str, role: &str, vault: &Path) -> Self {
        Self::start_with(Command::new(std::env::current_exe().unwrap()), test, role, vault)
    }

    /// The same, where every such system call fails.
    pub fn start_without(call: &str, test: &str, role: &str, vault: &Path) -> Self {
        let mut command = Command::new("strace");
        command.args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={call}")]);
        command.args(["-e", &format!("inject={call}:error=EMFILE")]);
        command.arg(std::env::current_exe().unwrap());
        Self::start_with(command, test, role, vault)
    }

    fn start_with(command: Command, test: &str, role: &str, vault: &Path) -> Self {
        let child = with_role(command, test, role, vault).spawn().unwrap();
        Self { role: role.to_owned(), child: Some(child) }
    }

    /// Whether it is still at work.
    pub fn is_running(&mut self) -> bool {
        self.child.as_mut().is_some_and(|child| child.try_wait().unwrap().is_none())
    }

    /// Waits for it to do what it was started for.
    pub fn finish(mut self) {
        let output = self.child.take().unwrap().wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let complained = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {said}\n{complained}", self.role);
    }
}

/// A command that runs `test` in a role under another, such as a tracer.
pub fn command(mut under: Command, test: &str, role: &str, vault: &Path) -> Command {
    under.arg(std::env::current_exe().unwrap());
    with_role(under, test, role, vault)
}

fn with_role(mut command: Command, test: &str, role: &str, vault: &Path) -> Command {
    command.args(["--exact", test, "--nocapture"]).env(ROLE, role).env(VAULT, vault);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Opens a vault and works in it while its documents are kept up to date, then closes it.
pub fn work(vault: &Path, task: impl AsyncFn(&Engine)) {
    run(async {
        let engine = Engine::open(Options::for_vault(vault)).await.unwrap();
        tokio::select! {
            () = engine.keep_documents() => {}
            () = task(&engine) => {}
        }
        engine.close().await.unwrap();
    });
}

/// Runs a future to its end.
pub fn run<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(future)
}
