//! The first verb makes the vault, also when several come first.

use std::process::Child;

use crate::harness::Vault;

#[test]
fn processes_that_make_a_vault_at_once_all_succeed() {
    for _ in 0..5 {
        let vault = Vault::new();
        let text = |number: usize| format!("from process {number}");
        let start = |number| {
            let mut command = vault.command(&["remember", &text(number)]);
            command.stderr(std::process::Stdio::piped()).spawn().unwrap()
        };
        let children: Vec<Child> = (0..6).map(start).collect();
        for child in children {
            let output = child.wait_with_output().unwrap();
            let complaint = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{complaint}");
        }
        assert_eq!(vault.memories().len(), 6);
    }
}
