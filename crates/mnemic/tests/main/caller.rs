//! What callers of each role may do.

use mnemic::{
    Actor, BackupError, BackupRequest, Caller, Draft, Engine, Error, Options, Reach, Role, Scope,
};

#[tokio::test]
async fn a_project_remembers_and_does_not_change_the_vault_itself() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Engine::open(Options::for_vault(folder.path().join("vault"))).await.unwrap();
    let admin = Caller::new(Actor::through("library"), Reach::Vault);
    let project = Caller { role: Role::Project, ..admin.clone() };
    let note = || Draft::note(Scope::Global, "Tabs, not spaces");
    assert!(!engine.remember(&project, note()).await.unwrap().duplicate);
    assert!(matches!(engine.reindex(&project).await, Err(Error::Forbidden(_))));
    assert!(matches!(engine.doctor(&project, true).await, Err(Error::Forbidden(_))));
    let backup = engine.backup(&project, BackupRequest::default()).await;
    assert!(matches!(backup, Err(BackupError::Verb(Error::Forbidden(_)))));
    assert!(engine.reindex(&admin).await.is_ok());
}
