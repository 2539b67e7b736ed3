//! `memory_promote`: a memory moves to a wider scope within reach. Nobody agrees on a person's behalf: what all projects
//! are to see is theirs to say.

use mnemic::{Scope, ScopeError, learn::widening::Consent};
use serde_json::json;

use super::{Call, failure::Failure, name, reply::Reply};

impl Call<'_> {
    pub(super) async fn promote(self) -> Result<Reply, Failure> {
        let (caller, reference) = (&self.service.caller, self.reference()?);
        let Some(to) = self.arguments.text("to") else {
            let judgement = self.engine.judge(caller, &reference).await?;
            return Ok(Reply { text: judgement.to_string(), structured: json!(judgement) });
        };
        let to: Scope = to.parse().map_err(|error: ScopeError| Failure::argument("to", error))?;
        if !caller.reach.covers(&to) {
            return Err(Failure::argument("to", format!("`{to}` is out of reach")));
        }
        let widened = self.engine.widen(caller, &reference, to, Consent::Absent).await?;
        let (from, to) = (&widened.from, &widened.to);
        Ok(Reply {
            text: format!("{} is now {} ({})", name(from), name(to), to.scope),
            structured: json!({"from": from.number, "id": to.number, "scope": to.scope}),
        })
    }
}
