//! `memory_list`: memories by what they are, not by a question.

use mnemic::{Field, Filter, FilterError, Order, Query, Test, Value as Compared};
use serde_json::json;

use super::{
    Call,
    failure::Failure,
    recall::TOKENS,
    reply::{self, Reply},
};

/// So many memories, unless the call says otherwise.
const USUAL: usize = 20;
/// At most so many memories, whatever is asked for.
const MOST: usize = 200;

impl Call<'_> {
    pub(super) async fn list(self) -> Result<Reply, Failure> {
        let query = Query {
            filter: self.filter()?,
            order: self.order()?,
            after: None,
            limit: self.arguments.count("limit").unwrap_or(USUAL).min(MOST),
        };
        let listing = self.engine.list(&self.service.caller, &query).await?;
        let tokens = self.arguments.count("max_tokens").unwrap_or(TOKENS);
        let (mut lines, memories) = reply::memories(&listing.page.memories, tokens);
        lines.push(format!("{} in all", listing.total));
        let structured = json!({"memories": memories, "total": listing.total});
        Ok(Reply { text: lines.join("\n"), structured })
    }

    fn filter(&self) -> Result<Filter, Failure> {
        let mut filter = match self.arguments.json("filter") {
            Some(json) => Filter::from_json(json)
                .map_err(|error: FilterError| Failure::argument("filter", error))?,
            None => Filter::none(),
        };
        if let Some(category) = self.arguments.text("category") {
            filter = filter.and_text(Field::Category, category);
        }
        if let Some(tags) = self.arguments.words("tags") {
            let tags = tags.iter().cloned().map(Compared::Text).collect();
            filter = filter.and(Field::Tags, Test::In(tags));
        }
        match self.arguments.flag("archived") {
            true => Ok(filter),
            false => Ok(filter.and_text(Field::Lifecycle, "active")),
        }
    }

    fn order(&self) -> Result<Order, Failure> {
        match self.arguments.text("order") {
            Some(order) => Order::parse(order).map_err(|error| Failure::argument("order", error)),
            None => Ok(Order::default()),
        }
    }
}
