//! `memory_conflicts` and `memory_settle`: memories that contradict each other.

use mnemic::{Contest, IdError, Reference, Settlement};
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
        let contests = self.engine.contests(caller).await?;
        let text = match contests.is_empty() {
            true => "No memories contradict each other.".to_owned(),
            false => contests.iter().map(told).collect::<Vec<_>>().join("\n"),
        };
        let conflicts: Vec<Value> = contests.iter().map(program).collect();
        Ok(Reply { text, structured: json!({"conflicts": conflicts}) })
    }

    pub(super) async fn settle(self) -> Result<Reply, Failure> {
        let conflict = self.arguments.text("conflict").unwrap_or_default();
        let keep = self.arguments.text("keep").map(str::parse::<Reference>).transpose();
        let keep = keep.map_err(|error: IdError| Failure::argument("keep", error))?;
        let caller = &self.service.caller;
        let settled = self.engine.settle_dispute(caller, conflict, keep.as_ref()).await?;
        Ok(match settled {
            Settlement::Kept { kept, archived } => Reply {
                text: format!("{} kept, {} archived", name(&kept), name(&archived)),
                structured: json!({"kept": kept.number, "archived": archived.number}),
            },
            Settlement::Dismissed(contest) => {
                let [one, other] = &contest.memories;
                Reply {
                    text: format!("{} and {} both stand", name(one), name(other)),
                    structured: json!({"dismissed": contest.dispute.between.name()}),
                }
            }
        })
    }
}

fn told(contest: &Contest) -> String {
    let [one, other] = &contest.memories;
    let between = contest.dispute.between.name();
    let [one, other] = [one, other].map(|memory| paragraph(memory, &memory.text));
    format!("conflict {between}:\n{one}\n{other}")
}

fn program(contest: &Contest) -> Value {
    json!({
        "conflict": contest.dispute.between.name(),
        "severity": contest.dispute.severity,
        "memories": contest.memories.each_ref().map(|it| json!({"id": it.number, "text": it.text})),
    })
}
