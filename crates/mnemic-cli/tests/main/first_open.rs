//! The first verb makes the vault, also when several come first.

use std::process::Child;

use crate::harness::Vault;

#[test]
fn processes_that_make_a_vault_at_once_all_succeed() {
    for _ in 0..5 {
        let vault = Vault::new();
        let text = |number: usize| format!("from process {number}");
        let start = |number| vault.command(&["remember", &text(number)]).spawn().unwrap();
        let children: Vec<Child> = (0..6).map(start).collect();
        for mut child in children {
            assert!(child.wait().unwrap().success());
        }
        assert_eq!(vault.memories().len(), 6);
    }
}
