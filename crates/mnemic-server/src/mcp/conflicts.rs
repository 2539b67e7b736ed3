//! `memory_conflicts` and `memory_settle`: memories that contradict each other.

use mnemic::{ContradictionCase, IdError, Reference, Settlement};
use serde_json::{Value, json};

use super::{
    Call,
    failure::Failure,
    name,
    reply::{Reply, paragraph},
};

impl Call<'_> {
    pub(super) async fn conflicts(self) -> Result<Reply, Failure> {
        let caller = &self.service.caller;
        if self.arguments.flag("scan") {
            self.engine.compare_all(caller).await?;
        }
        let contradictions = self.engine.contradictions(caller).await?;
        let text = match contradictions.is_empty() {
            true => "No memories contradict each other.".to_owned(),
            false => contradictions.iter().map(describe_case).collect::<Vec<_>>().join("\n"),
        };
        let conflicts: Vec<Value> = contradictions.iter().map(program).collect();
        Ok(Reply { text, structured: json!({"conflicts": conflicts}) })
    }

    pub(super) async fn settle(self) -> Result<Reply, Failure> {
        let conflict = self.arguments.text("conflict").unwrap_or_default();
        let keep = self.arguments.text("keep").map(str::parse::<Reference>).transpose();
        let keep = keep.map_err(|error: IdError| Failure::argument("keep", error))?;
        let caller = &self.service.caller;
        let settled = self.engine.settle_contradiction(caller, conflict, keep.as_ref()).await?;
        Ok(match settled {
            Settlement::Kept { kept, archived } => Reply {
                text: format!("{} kept, {} archived", name(&kept), name(&archived)),
                structured: json!({"kept": kept.number, "archived": archived.number}),
            },
            Settlement::Dismissed(case) => {
                let [one, other] = &case.memories;
                Reply {
                    text: format!("{} and {} both stand", name(one), name(other)),
                    structured: json!({"dismissed": case.contradiction.between.name()}),
                }
            }
        })
    }
}

fn describe_case(case: &ContradictionCase) -> String {
    let [one, other] = &case.memories;
    let between = case.contradiction.between.name();
    let [one, other] = [one, other].map(|memory| paragraph(memory, &memory.text));
    format!("conflict {between}:\n{one}\n{other}")
}

fn program(case: &ContradictionCase) -> Value {
    json!({
        "conflict": case.contradiction.between.name(),
        "severity": case.contradiction.severity,
        "memories": case.memories.each_ref().map(|it| json!({"id": it.number, "text": it.text})),
    })
}
