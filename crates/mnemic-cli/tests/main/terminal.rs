//! On a terminal: colours, a pager, and no control character of a stored text.

use std::{path::Path, process::Command};

use mnemic_testing::skip;

use crate::harness::Vault;

/// What a command writes to a terminal, which `script` plays.
fn on_terminal(vault: &Vault, arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let mnemic = vault.command(arguments);
    let mut words = vec![mnemic.get_program().to_string_lossy().into_owned()];
    words.extend(mnemic.get_args().map(|it| format!("'{}'", it.to_string_lossy())));
    let mut terminal = Command::new("script");
    terminal.args(["-qec", &words.join(" "), "/dev/null"]);
    for (name, value) in mnemic.get_envs() {
        match value {
            Some(value) => terminal.env(name, value),
            None => terminal.env_remove(name),
        };
    }
    terminal.env_remove("NO_COLOR").env("TERM", "xterm").envs(environment.iter().copied());
    terminal.current_dir(mnemic.get_current_dir().unwrap_or(Path::new("/")));
    String::from_utf8(terminal.output().unwrap().stdout).unwrap()
}

fn has_script() -> bool {
    Command::new("script").arg("--version").output().is_ok()
}

const NO_PAGER: (&str, &str) = ("PAGER", "cat");

#[test]
fn the_words_of_a_question_are_coloured_and_a_pipe_gets_no_colours() {
    if !has_script() {
        return skip!("there is no `script`");
    }
    let vault = Vault::new();
    vault.ok(&["remember", "Invoices are rounded half to even"]);
    let recall = ["recall", "how do we round invoices"];
    let shown = on_terminal(&vault, &recall, &[NO_PAGER]);
    assert!(shown.contains("\u{1b}[1m\u{1b}[33mInvoices\u{1b}[0m are"), "{shown:?}");
    assert!(!on_terminal(&vault, &recall, &[NO_PAGER, ("NO_COLOR", "1")]).contains('\u{1b}'));
    assert!(!vault.ok(&recall).contains('\u{1b}'));
}

#[test]
fn a_long_answer_is_shown_by_the_pager_of_the_user() {
    if !has_script() {
        return skip!("there is no `script`");
    }
    let vault = Vault::new();
    vault.ok(&["remember", "Deploys go through CI"]);
    let shown =
        on_terminal(&vault, &["list"], &[("PAGER", "cat"), ("MNEMIC_PAGER", "sed s/^/paged:/")]);
    assert!(shown.starts_with("paged:") && shown.contains("Deploys go through CI"), "{shown:?}");
    for (command, pager) in
        [("list", ""), ("list", "/no/such/pager"), ("status", "sed s/^/paged:/")]
    {
        let shown = on_terminal(&vault, &[command], &[("MNEMIC_PAGER", pager)]);
        assert!(!shown.contains("paged:") && !shown.trim().is_empty(), "{command}: {shown:?}");
    }
}

#[test]
fn a_stored_text_cannot_change_the_terminal() {
    if !has_script() {
        return skip!("there is no `script`");
    }
    let vault = Vault::new();
    vault.ok(&["remember", "Deploys go through CI"]);
    let document = vault.path("global/MEMORY.md");
    let text = std::fs::read_to_string(&document).unwrap();
    let evil = "Deploys \u{9b}2J\u{1b}]0;title\u{7} go \u{202e}CI";
    std::fs::write(&document, text.replace("Deploys go through CI", evil)).unwrap();
    for arguments in [
        &["list"][..],
        &["recall", "deploys"],
        &["show", "1"],
        &["recall", "deploys", "--json"],
        &["audit"],
        &["context"],
        &["doctor"],
        &["export"],
        &["export", "--format", "markdown"],
    ] {
        let shown = on_terminal(&vault, arguments, &[NO_PAGER, ("NO_COLOR", "1")]);
        let sent = shown.chars().find(|it| it.is_control() && !"\r\n\t".contains(*it));
        assert_eq!(sent, None, "{arguments:?}: {shown:?}");
        assert!(!shown.contains('\u{202e}'), "{arguments:?}: {shown:?}");
    }
}
