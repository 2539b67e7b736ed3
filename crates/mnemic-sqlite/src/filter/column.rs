//! Where a field lies: its column, and what must be joined to order by it.

use mnemic_core::record::filter::Field;

use super::{Clause, text};

/// The column that holds a field. Lists have a table of their own and no order: as a column they are absent. Other body
/// fields are those of a joined table: see [`ordering_join`].
pub(crate) fn column(field: Field) -> &'static str {
    match field {
        Field::Number => "m.number",
        Field::Kind => "m.kind",
        Field::Category => "m.category",
        Field::Tags => "NULL",
        Field::Origin => "m.origin",
        Field::Author => "m.author",
        Field::User => "m.user",
        Field::Session => "m.session",
        Field::Agent => "m.agent",
        Field::Message => "m.message",
        Field::Task => "m.task",
        Field::Narrative => "m.narrative",
        Field::Reference => "m.ref",
        Field::Trust => "m.trust",
        Field::Status => "m.status",
        Field::Lifecycle => "m.lifecycle",
        Field::Importance => "m.importance",
        Field::Confidence => "m.confidence",
        Field::Score => "m.score",
        Field::Version => "m.version",
        Field::CreatedAt => "m.created_at",
        Field::UpdatedAt => "m.updated_at",
        Field::ChangedAt => "(CASE WHEN m.version > 1 THEN m.updated_at ELSE m.created_at END)",
        Field::ValidFrom => "m.valid_from",
        Field::ValidUntil => "m.valid_until",
        Field::SupersededBy => "m.superseded_by",
        Field::LastHitAt => "m.last_hit_at",
        Field::LastAccessedAt => "m.last_accessed_at",
        Field::AccessCount => "m.access_count",
        Field::Body(field) if field.shape.is_ordered() => "o.value",
        Field::Body(_) => "NULL",
    }
}

/// What joins the table whose [`column`] memories are ordered by, if it is not their own.
pub(crate) fn ordering_join(field: Field) -> Clause {
    let mut join = Clause::default();
    if let Field::Body(field) = field
        && field.shape.is_ordered()
    {
        join.push(
            "LEFT JOIN body_values o ON o.memory = m.rowid AND o.field = ?",
            [text(field.to_string())],
        );
    }
    join
}

/// Whether some memories do not have the field.
pub(crate) fn may_be_absent(field: Field) -> bool {
    matches!(
        field,
        Field::Number
            | Field::Category
            | Field::Tags
            | Field::Author
            | Field::User
            | Field::Session
            | Field::Agent
            | Field::Message
            | Field::Task
            | Field::Narrative
            | Field::Reference
            | Field::ValidFrom
            | Field::ValidUntil
            | Field::SupersededBy
            | Field::LastHitAt
            | Field::LastAccessedAt
            | Field::Body(_)
    )
}
