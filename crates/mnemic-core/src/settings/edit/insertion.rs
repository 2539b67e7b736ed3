//! Where a key that a file does not have yet goes: into its group, with the indentation that the group has.

use super::{Change, is_named, scalar};
use crate::settings::{
    key::Key,
    yaml::{Group, Leaf, Style, Yaml, YamlValue},
};

/// Adds a key: to its group if there is one, else with its group at the end of what is there.
pub(super) fn add(source: &str, yaml: &Yaml, key: &Key, text: &str) -> Change {
    let (group, name) = key.name.rsplit_once('.').unwrap_or(("", key.name));
    let value = scalar(text);
    if let Some(group) =
        yaml.groups.iter().find(|found| !group.is_empty() && is_named(&found.path, group))
    {
        return add_to(source, group, &format!("{name}: {value}"), &[]);
    }
    let empty = yaml.leaves.iter().find(|leaf| !group.is_empty() && is_named(&leaf.path, group));
    if let Some(leaf) = empty {
        let line = below(source, leaf_end(leaf));
        let indent = indent_of(source, leaf_end(leaf)) + 2;
        return lines(source, line, &[(indent, &format!("{name}: {value}"))]);
    }
    let wrapper = yaml.groups.iter().find(|found| found.path == "memory");
    let Some(parent) = wrapper.or(yaml.groups.first()) else {
        return whole(source, group, name, &value);
    };
    match (group, parent.style) {
        ("", _) => add_to(source, parent, &format!("{name}: {value}"), &[]),
        (_, Style::Flow) => add_to(source, parent, &format!("{group}: {{{name}: {value}}}"), &[]),
        _ => add_to(source, parent, &format!("{group}:"), &[&format!("{name}: {value}")]),
    }
}

fn leaf_end(leaf: &Leaf) -> usize {
    match &leaf.value {
        YamlValue::Nothing { after } => *after,
        YamlValue::Scalar { span, .. } => span.end,
        YamlValue::Other(_) => 0,
    }
}

/// Adds a line, and lines below it, at the end of a group.
fn add_to(source: &str, group: &Group, line: &str, below_it: &[&str]) -> Change {
    match group.style {
        Style::Block { indent } => {
            let mut added = vec![(indent, line)];
            added.extend(below_it.iter().map(|line| (indent + 2, *line)));
            lines(source, below(source, group.end), &added)
        }
        Style::Flow => {
            let before = source[..group.end].trim_end();
            let comma = if before.ends_with(['{', ',']) { "" } else { ", " };
            Change::insert(before.len(), format!("{comma}{line}"))
        }
    }
}

/// The first keys of a file that has none.
fn whole(source: &str, group: &str, name: &str, value: &str) -> Change {
    let line = format!("{name}: {value}");
    match group {
        "" => lines(source, source.len(), &[(0, &line)]),
        _ => lines(source, source.len(), &[(0, &format!("{group}:")), (2, &line)]),
    }
}

/// The beginning of the line below a place.
fn below(source: &str, place: usize) -> usize {
    if source[..place].ends_with('\n') {
        return place;
    }
    source[place..].find('\n').map_or(source.len(), |end| place + end + 1)
}

fn indent_of(source: &str, place: usize) -> usize {
    let start = source[..place].rfind('\n').map_or(0, |end| end + 1);
    source[start..].chars().take_while(|character| *character == ' ').count()
}

fn lines(source: &str, at: usize, added: &[(usize, &str)]) -> Change {
    let end = if source.contains("\r\n") { "\r\n" } else { "\n" };
    let is_cut = at > 0 && !source[..at].ends_with('\n');
    let mut with = if is_cut { end.to_owned() } else { String::new() };
    for (indent, line) in added {
        with.push_str(&format!("{}{line}{end}", " ".repeat(*indent)));
    }
    Change::insert(at, with)
}
