//! The server in the configuration of Codex: one table of a file of TOML.

use toml_edit::{Array, DocumentMut, Item, Table, TableLike, value};

use super::{client::Start, edit::EditError};

const SERVERS: &str = "mcp_servers";
const NAME: &str = "mnemic";

/// Puts the server beside others.
pub fn put(text: &str, start: &Start) -> Result<String, EditError> {
    let mut document = parsed(text)?;
    let mut implicit = Table::new();
    implicit.set_implicit(true);
    let servers = document.entry(SERVERS).or_insert(Item::Table(implicit));
    let Some(servers) = servers.as_table_like_mut() else {
        return Err(EditError::Unexpected(SERVERS.to_owned(), "a table"));
    };
    if servers.get(NAME).is_some_and(|known| starts_with(known, start)) {
        return Ok(text.to_owned());
    }
    let mut server = Table::new();
    server.insert("command", value(&start.program));
    server.insert("args", value(Array::from_iter(start.arguments(&["mcp"]))));
    if servers.contains_key(NAME) {
        servers.insert(NAME, Item::Table(server));
    } else {
        add(servers, server);
    }
    Ok(document.to_string())
}

/// A table inside of one that stands on a line must stand there too.
fn add(servers: &mut dyn TableLike, server: Table) {
    let is_inline = servers.get_values().iter().any(|(_, value)| value.is_inline_table());
    let item = Item::Table(server);
    let item = match is_inline {
        true => Item::Value(item.into_value().unwrap_or_else(|_| Array::new().into())),
        false => item,
    };
    servers.insert(NAME, item);
}

/// Takes the server away, and the table of servers if that leaves it empty and it was not there before.
pub fn take(text: &str, before: Option<&str>) -> Result<String, EditError> {
    let mut document = parsed(text)?;
    let servers = document.get_mut(SERVERS).and_then(Item::as_table_like_mut);
    let Some(servers) = servers else { return Ok(text.to_owned()) };
    if servers.remove(NAME).is_none() {
        return Ok(text.to_owned());
    }
    let was_there =
        || before.and_then(|it| parsed(it).ok()).is_some_and(|it| it.contains_key(SERVERS));
    if servers.is_empty() && !was_there() {
        document.remove(SERVERS);
    }
    Ok(document.to_string())
}

fn starts_with(known: &Item, start: &Start) -> bool {
    let Some(known) = known.as_table_like() else { return false };
    let command = known.get("command").and_then(Item::as_str);
    let arguments = known.get("args").and_then(Item::as_array);
    let arguments: Option<Vec<&str>> =
        arguments.and_then(|them| them.iter().map(|it| it.as_str()).collect());
    let wanted = start.arguments(&["mcp"]);
    command == Some(&start.program) && arguments.is_some_and(|them| them == wanted)
}

fn parsed(text: &str) -> Result<DocumentMut, EditError> {
    text.parse().map_err(|error: toml_edit::TomlError| {
        let before = error.span().map_or(0, |span| span.start.min(text.len()));
        let line = text.as_bytes()[..before].iter().filter(|byte| **byte == b'\n').count() + 1;
        EditError::Malformed { line, message: error.message().to_owned() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Start {
        Start { program: "mnemic".to_owned(), before: Vec::new() }
    }

    #[test]
    fn the_server_is_put_beside_others_and_goes_without_a_trace() {
        for before in [
            "",
            "model = \"gpt-5\" # mine\n",
            "# first\n[mcp_servers.other]\ncommand = \"x\"\n\n[profiles.a]\nb = 1\n",
        ] {
            let after = put(before, &start()).unwrap();
            assert!(
                after.contains("[mcp_servers.mnemic]\ncommand = \"mnemic\"\nargs = [\"mcp\"]"),
                "{after}"
            );
            assert!(after.starts_with(before.split("[profiles").next().unwrap()), "{after}");
            assert_eq!(put(&after, &start()).unwrap(), after);
            assert_eq!(take(&after, None).unwrap(), before);
            assert_eq!(take(before, None).unwrap(), before);
        }
    }

    #[test]
    fn tables_on_one_line_stay_on_it() {
        let before = "mcp_servers = { other = { command = \"x\" } }\n";
        let after = put(before, &start()).unwrap();
        assert!(after.parse::<DocumentMut>().is_ok(), "{after}");
        assert_eq!(put(&after, &start()).unwrap(), after);
        assert!(!take(&after, None).unwrap().contains("mnemic"));
    }

    #[test]
    fn an_empty_table_of_servers_stays_if_it_was_there_before() {
        let before = "a = 1\n\n[mcp_servers]\n";
        let after = put(before, &start()).unwrap();
        assert_eq!(take(&after, Some(before)).unwrap(), before);
        assert_eq!(take(&after, Some("a = 1\n")).unwrap(), "a = 1\n");
    }

    #[test]
    fn what_is_malformed_is_told_with_its_line() {
        let error = put("a = 1\nb = = 2\n", &start()).unwrap_err();
        assert!(matches!(error, EditError::Malformed { line: 2, .. }), "{error}");
        assert!(put("mcp_servers = 1\n", &start()).is_err());
    }
}
