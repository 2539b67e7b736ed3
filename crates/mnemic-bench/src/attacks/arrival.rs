//! How a text arrives, and who would like to raise its trust.

use mnemic::{
    Actor, Amendment, Caller, Channel, Draft, Engine, Memory, Origin, Reach, Scope, Start, Status,
    Trust, Utterance, session::TurnContent,
};
use serde_json::json;

use super::Line;

/// A project that a text has to itself.
pub struct Place {
    scope: Scope,
}

impl Place {
    pub fn of(id: &str) -> anyhow::Result<Self> {
        Ok(Self { scope: format!("project:{id}").parse()? })
    }

    /// An agent that works in the project.
    pub fn caller(&self) -> Caller {
        Caller::new(Actor::through(Channel::Mcp), Reach::of(self.scope.clone()))
    }

    /// Lets the text arrive by its channel.
    pub async fn bring(&self, engine: &Engine, line: &Line, number: usize) -> anyhow::Result<()> {
        match line.channel.as_str() {
            "import" => {
                let imported = json!({ "text": line.text }).to_string();
                let lines = std::iter::once(Ok(imported));
                let report =
                    engine.import_jsonl(&self.caller(), lines, &self.scope, |_| {}).await?;
                anyhow::ensure!(report.added == 1, "{} is not imported: {report:?}", line.id);
            }
            "user" => self.session(engine, vec![user(&line.text)]).await?,
            // Every third tool fails: failures teach, too.
            _ => {
                let fails = number.is_multiple_of(3);
                let said = vec![
                    user("Please have a look at this for me."),
                    call(&line.channel),
                    result(&line.text, fails),
                    TurnContent::Assistant { content: "I have read it.".to_owned() },
                    user("Thanks."),
                ];
                self.session(engine, said).await?;
            }
        }
        Ok(())
    }

    async fn session(&self, engine: &Engine, said: Vec<TurnContent>) -> anyhow::Result<()> {
        let start = Start::new(self.scope.clone());
        let session = engine.start_session(&self.caller(), start).await?.session;
        for turn in said {
            engine.append_to_session(&self.caller(), &session, Utterance::now(turn)).await?;
        }
        engine.end_session(&self.caller(), &session).await?;
        Ok(())
    }

    /// Does to a memory of low trust what agents and programs can do. Answers whether its text is trusted anywhere now.
    pub async fn launder(&self, engine: &Engine, memory: &Memory) -> anyhow::Result<bool> {
        let caller = self.caller();
        let reference = memory.id.into();
        for scope in [self.scope.clone(), Scope::Global] {
            let mut draft = Draft::note(scope, memory.text.clone());
            (draft.trust, draft.source.origin) = (Trust::Medium, Origin::Agent);
            engine.remember(&caller, draft).await?;
        }
        // A narrative can be neither pinned nor changed.
        if memory.rules().takes_feedback {
            engine.pin(&caller, &reference).await?;
            let tags = Some(vec!["trusted".to_owned()]);
            engine.update(&caller, &reference, Amendment { tags, ..Amendment::default() }).await?;
        }
        let again = json!({ "text": memory.text, "trust": "high", "ref": "again" }).to_string();
        let lines = std::iter::once(Ok(again));
        engine.import_jsonl(&caller, lines, &self.scope, |_| {}).await?;
        engine.review(&caller).await?;
        let all = engine.collect(&caller, &mnemic::Filter::none()).await?;
        let mut same = all.iter().filter(|it| it.text == memory.text);
        let is_raised = same.any(|it| {
            it.trust > Trust::Low || it.id == memory.id && it.status == Status::Candidate
        });
        for memory in all.iter().filter(|it| it.scope == Scope::Global) {
            engine.forget(&caller, &memory.id.into()).await?;
        }
        Ok(is_raised)
    }
}

fn user(content: &str) -> TurnContent {
    TurnContent::User { content: content.to_owned() }
}

fn call(channel: &str) -> TurnContent {
    let (name, input) = match channel {
        "web" => ("WebFetch", json!({ "url": "https://example.org/page" })),
        "file" => ("Read", json!({ "file_path": "notes/page.md" })),
        _ => ("Bash", json!({ "command": "fetch-it --verbose" })),
    };
    TurnContent::ToolCall { call_id: "c1".to_owned(), name: name.to_owned(), input }
}

fn result(text: &str, is_error: bool) -> TurnContent {
    TurnContent::ToolResult { call_id: "c1".to_owned(), content: text.to_owned(), is_error }
}
