//! Blocks that are no list items: sections, rows, lines of a fence, elements of JSON.

use proptest::prelude::*;
use serde_json::Value;

use super::super::{
    Block, Content, Document,
    format::{Format, NOTES, Shelf},
    showing::{Spot, as_read, shown, shows},
    template,
};
use super::properties::nasty;
use crate::record::{
    kind::specimen::Specimen,
    memory::{Body, Memory},
};

const MARKDOWN: &str = "SPECIMEN.md";
const JSON: &str = "specimens.json";

const SAMPLE: &str = "\
# Specimen Memory

> Last updated: now

Prose of mine.

## Finds

### Beetles

#### Specimen: Stag beetle ^k7f3q9ab
- **Description**: Black, with mandibles.

  ```
  # not a heading
  ```
- **Site**: Oak wood
**Weight**: 3
- **Seen with**:
  - oak
  - ants

My own remark.

---

#### Specimen: Ladybird
- **description**: Red.

## Mentions

- A moth was mentioned ^m7f3q9ab

## Catalogue

| Description | Site  | Curator |
|:------------|------:|---------|
| A \\| B<br>C  | Heath | Ada ^r7f3q9ab |
| Second      | Fen   |         |

## Sightings

```
[Stag beetle] --eats--> [Sap] ^l7f3q9ab

plain
```

```yaml
not: a line
```
";

fn shelves(document: &str) -> Vec<&'static Shelf> {
    Shelf::all_in(document)
}

fn sample() -> Document {
    Document::parse_as(SAMPLE, &shelves(MARKDOWN))
}

fn fields(block: &Block) -> Vec<(&str, &str)> {
    block.content.fields.iter().map(|(label, value)| (label.as_str(), value.as_str())).collect()
}

fn content(text: &str, fields: &[(&str, &str)]) -> Content {
    let fields = fields.iter().map(|(label, value)| ((*label).to_owned(), (*value).to_owned()));
    Content { text: text.to_owned(), fields: fields.collect(), ..Content::default() }
}

fn titled(title: &str, content: Content) -> Content {
    Content { title: Some(title.to_owned()), ..content }
}

#[test]
fn every_format_is_read_from_its_shelf() {
    let document = sample();
    let texts: Vec<&str> =
        document.blocks().iter().map(|block| block.content.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "Black, with mandibles.\n\n```\n# not a heading\n```",
            "Red.",
            "A moth was mentioned",
            "A | B\nC",
            "Second",
            "[Stag beetle] --eats--> [Sap]",
            "plain",
        ]
    );
    let anchors: Vec<_> = document.blocks().iter().map(|block| block.anchor.as_deref()).collect();
    let [beetle, moth, row, line] = ["k7f3q9ab", "m7f3q9ab", "r7f3q9ab", "l7f3q9ab"].map(Some);
    assert_eq!(anchors, [beetle, None, moth, row, None, line, None]);
    let beetle = &document.blocks()[0];
    assert_eq!(beetle.content.title.as_deref(), Some("Stag beetle"));
    assert_eq!(
        fields(beetle),
        [("Site", "Oak wood"), ("Weight", "3"), ("Seen with", "\n- oak\n- ants"),]
    );
    assert_eq!(fields(&document.blocks()[3]), [("Site", "Heath"), ("Curator", "Ada")]);
    assert_eq!(beetle.headings, ["Specimen Memory", "Finds", "Beetles"]);
}

#[test]
fn a_section_is_changed_where_it_says_something_else() {
    let document = sample();
    let mut edit = document.edit();
    let block = &document.blocks()[0];
    let changed =
        content(&block.content.text, &[("Site", "Old oak"), ("Weight", "3"), ("Alive", "yes")]);
    edit.replace(0, &titled("Great stag beetle", changed), "k7f3q9ab");
    let expected = SAMPLE
        .replace("Specimen: Stag beetle ^", "Specimen: Great stag beetle ^")
        .replace("Oak wood", "Old oak")
        .replace("- **Seen with**:\n  - oak\n  - ants\n", "- **Alive**: yes\n");
    assert_eq!(edit.finish(), expected);
}

#[test]
fn a_row_is_changed_cell_by_cell() {
    let document = sample();
    let mut edit = document.edit();
    edit.replace(3, &content("A | B\nC", &[("Site", "Moor"), ("Curator", "")]), "r7f3q9ab");
    edit.replace(4, &content("Second", &[("Site", "Fen"), ("Curator", "Bo")]), "newanchr");
    let finished = edit.finish();
    let again = Document::parse_as(finished.as_str(), &shelves(MARKDOWN));
    assert_eq!(fields(&again.blocks()[3]), [("Site", "Moor"), ("Curator", "")]);
    assert_eq!(fields(&again.blocks()[4]), [("Site", "Fen"), ("Curator", "Bo")]);
    assert_eq!(again.blocks()[4].anchor.as_deref(), Some("newanchr"));
    let changed = |line: &&str| !SAMPLE.lines().any(|before| before == *line);
    assert_eq!(
        finished.lines().filter(changed).collect::<Vec<_>>(),
        ["| A \\| B<br>C  | Moor |  ^r7f3q9ab |", "| Second      | Fen   | Bo ^newanchr        |"]
    );
    assert_eq!(finished.lines().count(), SAMPLE.lines().count());
}

#[test]
fn a_column_added_behind_the_anchor_leaves_it_where_it_is() {
    let source =
        "## Catalogue\n\n|Description|Site|Owner|\n|---|---|---|\n|Moth|Oak ^k7f3q9ab|Ada|\n";
    let document = Document::parse_as(source, &shelves(MARKDOWN));
    let [block] = document.blocks() else { panic!("{:?}", document.blocks()) };
    assert_eq!(block.anchor.as_deref(), Some("k7f3q9ab"));
    assert_eq!(fields(block), [("Site", "Oak"), ("Owner", "Ada")]);
    let mut edit = document.edit();
    edit.replace(0, &content("C:\\moths\\", &[("Site", "Fen"), ("Owner", "Bo")]), "k7f3q9ab");
    let finished = edit.finish();
    assert!(finished.ends_with("|C:\\moths\\ |Fen ^k7f3q9ab|Bo|\n"), "{finished}");
}

#[test]
fn a_section_without_a_title_gets_one() {
    for heading in ["#### ^k7f3q9ab", "#### Specimen: ^k7f3q9ab", "#### Specimen:  ^k7f3q9ab ####"]
    {
        let source = format!("## Finds\n\n{heading}\n- **Description**: Wet\n");
        let document = Document::parse_as(source.as_str(), &shelves(MARKDOWN));
        assert_eq!(document.blocks()[0].content.title.as_deref(), Some(""), "{heading}");
        let mut edit = document.edit();
        edit.replace(0, &titled("Newt", content("Wet", &[])), "k7f3q9ab");
        let after = Document::parse_as(edit.finish(), &shelves(MARKDOWN));
        let block = &after.blocks()[0];
        assert_eq!(block.content.title.as_deref(), Some("Newt"), "{}", after.source());
        assert_eq!(block.anchor.as_deref(), Some("k7f3q9ab"), "{}", after.source());
    }
}

#[test]
fn lines_of_a_fence_and_anchors_are_changed_in_place() {
    let document = sample();
    let mut edit = document.edit();
    edit.replace(5, &content("[A] --b--> [C]", &[]), "l7f3q9ab");
    edit.set_anchor(6, "newanchr");
    edit.set_anchor(1, "otheranc");
    let expected = SAMPLE
        .replace("[Stag beetle] --eats--> [Sap]", "[A] --b--> [C]")
        .replace("plain\n", "plain ^newanchr\n")
        .replace("Specimen: Ladybird\n", "Specimen: Ladybird ^otheranc\n");
    assert_eq!(edit.finish(), expected);
}

#[test]
fn what_belongs_to_nobody_stays_when_its_block_goes() {
    let document = sample();
    let mut edit = document.edit();
    for index in [0, 3, 5] {
        edit.remove(index);
    }
    let finished = edit.finish();
    for gone in ["Stag beetle", "Oak wood", "Heath", "eats"] {
        assert!(!finished.contains(gone), "{gone}: {finished}");
    }
    for kept in ["My own remark.", "| Second ", "| Description |", "plain", "not: a line"] {
        assert!(finished.contains(kept), "{kept}: {finished}");
    }
}

#[test]
fn lines_left_by_a_block_are_not_taken_by_the_one_above() {
    for (last, loose) in [
        ("**Site**: Oak wood", "My own remark."),
        ("- **Site**: Oak wood", "  My own remark."),
        ("**Site**: Oak wood\n", "> My own remark."),
    ] {
        let source = format!(
            "## Finds\n\n#### Specimen: A ^one\n- **Description**: a\n{last}\n\n#### Specimen: B ^two\n{loose}\n- **Description**: b\n\n#### Specimen: C ^three\n- **Description**: c\n"
        );
        let document = Document::parse_as(source, &shelves(MARKDOWN));
        let mut edit = document.edit();
        edit.remove(1);
        let after = Document::parse_as(edit.finish(), &shelves(MARKDOWN));
        assert!(after.source().contains(loose), "{}", after.source());
        assert_eq!(after.blocks().len(), 2, "{}", after.source());
        assert_eq!(after.blocks()[0].content, document.blocks()[0].content, "{}", after.source());
    }
}

#[test]
fn new_blocks_go_into_the_table_and_the_fence_that_are_there() {
    let document = sample();
    let mut edit = document.edit();
    for (index, shelf) in shelves(MARKDOWN).into_iter().enumerate() {
        let mut new = content("New one", &[("Site", "Pond")]);
        if let Format::Section { .. } = shelf.format {
            new = titled("Newt", new);
        }
        edit.insert(shelf, shelf.section, &new, &format!("new-{index}"));
    }
    let finished = edit.finish();
    assert!(
        finished.contains(
            "- **description**: Red.\n\n#### Specimen: Newt ^new-0\n- **Description**: New one\n- **Site**: Pond\n\n## Mentions"
        ),
        "{finished}"
    );
    assert!(finished.contains("- New one ^new-1\n"), "{finished}");
    assert!(
        finished.contains("| Second      | Fen   |         |\n| New one | Pond | ^new-2 |\n\n## S"),
        "{finished}"
    );
    assert!(finished.contains("plain\nNew one ^new-3\n```\n"), "{finished}");
}

#[test]
fn blocks_of_two_shelves_under_one_heading_keep_their_formats() {
    let finds = shelves(MARKDOWN)[0];
    for source in [SAMPLE, "# Specimen Memory\n"] {
        let document = Document::parse_as(source, &shelves(MARKDOWN));
        let mut edit = document.edit();
        edit.insert(finds, "Finds", &titled("Newt", content("New one", &[])), "new-1");
        edit.insert(finds, "Other", &titled("Toad", content("New two", &[])), "new-2");
        edit.insert(&NOTES, "Finds", &content("A later kind", &[]), "new-3");
        let finished = edit.finish();
        assert_eq!(finished.matches("## Finds\n").count(), 1, "{finished}");
        assert!(
            finished.contains("#### Specimen: Newt ^new-1\n- **Description**: New one\n"),
            "{finished}"
        );
        assert!(finished.contains("## Finds\n\n- A later kind ^new-3\n"), "{finished}");
    }
}

#[test]
fn a_json_file_keeps_its_line_endings() {
    let empty = template::of_kinds(JSON, &shelves(JSON), "then").replace('\n', "\r\n");
    let mut document = Document::parse_as(empty, &shelves(JSON));
    for anchor in ["one", "two"] {
        let mut edit = document.edit();
        edit.insert(shelves(JSON)[0], "", &content("New", &[("site", "\"Pond\"")]), anchor);
        document = Document::parse_as(edit.finish(), &shelves(JSON));
    }
    assert_eq!(document.blocks().len(), 2);
    let source = document.source();
    assert_eq!(source.matches('\n').count(), source.matches("\r\n").count(), "{source:?}");
}

#[test]
fn keys_of_json_differ_by_the_case_of_their_letters() {
    let source = r#"{"specimens": [{"description": "x", "site": "a", "Site": "b"}]}"#;
    let document = Document::parse_as(source, &shelves(JSON));
    let Block { content, shelf, .. } = &document.blocks()[0];
    assert_eq!(shelf.field(content, "Site"), Some("\"b\""));
    assert_eq!(shelf.field(content, "SITE"), None);
    let mut changed = content.clone();
    changed.fields[1].1 = "\"c\"".to_owned();
    assert!(!shows(&document.blocks()[0], &changed));
}

#[test]
fn a_json_file_keeps_its_spaces_its_order_and_what_it_has_beside() {
    let source = r#"{
  "owner": "Ada", "updated": "then",
  "specimens": [
    "no object",
    { "a,b": 7, "description": "One", "anchor": "k7f3q9ab", "site":"Oak" },
    {"description": "Two"}
  ]
}
"#;
    let document = Document::parse_as(source, &shelves(JSON));
    assert_eq!(document.fault(), None);
    assert_eq!(document.stamp(), Some("then"));
    assert_eq!(fields(&document.blocks()[0]), [("a,b", "7"), ("site", "\"Oak\"")]);
    assert_eq!(document.blocks()[1].line, 6);
    let mut edit = document.edit();
    edit.replace(0, &content("One", &[("a,b", "7"), ("weight", "2")]), "k7f3q9ab");
    edit.set_anchor(1, "newanchr");
    edit.insert(shelves(JSON)[0], "specimens", &content("Three", &[("alive", "true")]), "threeanc");
    edit.set_stamp("now");
    let expected = source
        .replace("then", "now")
        .replace(r#", "site":"Oak" }"#, r#", "weight": 2 }"#)
        .replace(
            "{\"description\": \"Two\"}\n",
            "{\"description\": \"Two\",\"anchor\": \"newanchr\"},\n    {\n      \"alive\": true,\n      \"anchor\": \"threeanc\",\n      \"description\": \"Three\"\n    }\n",
        );
    assert_eq!(edit.finish(), expected);
    let mut edit = document.edit();
    edit.remove(0);
    edit.remove(1);
    let emptied = edit.finish();
    assert!(emptied.contains("[\n    \"no object\"\n  ]"), "{emptied}");
}

#[test]
fn a_file_that_is_no_json_says_where() {
    let broken = Document::parse_as("{\n  \"specimens\": [,]\n}", &shelves(JSON));
    assert_eq!(broken.fault(), Some("is not valid JSON (line 2, column 17)"));
    let other = Document::parse_as("{}", &shelves(JSON));
    assert_eq!(other.fault(), Some("lacks the list `specimens`"));
    let number = Document::parse_as("{\"specimens\": 1}", &shelves(JSON));
    assert_eq!(number.fault(), Some("holds no list `specimens`"));
}

/// What a block may be asked to show on a shelf.
#[test]
fn a_value_that_cannot_be_held_is_a_fault_of_its_file() {
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    for (element, column) in [
        (r#"{"description": "x", "site": "\ud800"}"#, 30),
        (r#"{"description": "x", "\ud800": 1}"#, 1),
        (&*format!(r#"{{"description": "x", "site": {deep}}}"#), 30),
    ] {
        let source = format!("{{\"specimens\": [1, \"\\ud800\",\n{element}]}}");
        let document = Document::parse_as(source, &shelves(JSON));
        let expected = format!("is not valid JSON (line 2, column {column})");
        assert_eq!(document.fault(), Some(expected.as_str()), "{element}");
    }
}

fn any_content(shelf: &'static Shelf) -> impl Strategy<Value = Content> {
    let text = nasty(8).prop_map(|text| text.replace(['\r', '\0'], ""));
    let label = prop::sample::select(vec!["Site", "Weight", "Seen with", "Owner", "x: y"]);
    let value = nasty(6).prop_map(|text| text.replace(['\r', '\0'], ""));
    let fields = prop::collection::btree_map(label, value, 0..4);
    (text, nasty(3), fields).prop_map(move |(text, title, fields)| {
        let json = |value: String| match shelf.is_json() {
            true => serde_json::Value::from(value).to_string(),
            false => value,
        };
        let fields = fields.into_iter().map(|(label, value)| (label.to_owned(), json(value)));
        let has_fields = !matches!(shelf.format, Format::Line | Format::Item);
        Content {
            title: shelf.title.map(|_| title),
            fields: fields.filter(|_| has_fields).collect(),
            text,
            ..Content::default()
        }
    })
}

fn any_shelf() -> impl Strategy<Value = &'static Shelf> {
    let mut all = shelves(MARKDOWN);
    all.extend(shelves(JSON));
    prop::sample::select(all)
}

fn shelf_and_content() -> impl Strategy<Value = (&'static Shelf, Content)> {
    any_shelf().prop_flat_map(|shelf| (Just(shelf), any_content(shelf)))
}

/// A document of Markdown that has the shelves and anything between them.
/// A value of a map, as programs and JSON documents give them.
fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        nasty(3).prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::from("61")),
        prop::collection::vec(nasty(2), 0..3).prop_map(Value::from),
    ]
}

fn blank() -> Memory {
    serde_json::from_value(serde_json::json!({
        "id": "01934f2e-0000-7000-8000-000000000001", "anchor": "k7f3q9ab", "number": 1,
        "scope": "global", "kind": "specimen", "text": "x", "source": {"origin": "human"},
        "trust": "high", "importance": 0.5, "confidence": 1.0, "version": 1,
        "created_at": "2026-11-15T10:00:00Z", "updated_at": "2026-11-15T10:00:00Z"
    }))
    .unwrap()
}

fn any_markdown() -> impl Strategy<Value = String> {
    prop::collection::vec(nasty(12), 7).prop_map(|parts| {
        let headings = [
            "",
            "\n## Finds\n",
            "\n#### a\n**Site**: x\n",
            "\n#### b\n",
            "\n## Mentions\n",
            "\n## Catalogue\n| Description | x |\n|---|---|\n",
            "\n## Sightings\n```\n",
        ];
        headings.iter().zip(parts).map(|(heading, part)| format!("{heading}{part}")).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 100_000, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn what_a_block_shows_reads_back_as_it_is_shown((shelf, content) in shelf_and_content()) {
        prop_assume!(!content.text.trim().is_empty());
        let read = as_read(shelf, &content);
        prop_assert_eq!(as_read(shelf, &read), read);
    }

    #[test]
    fn plain_values_are_shown_exactly(
        shelf in any_shelf(),
        text in "[a-z|*`#>-]{1,6}( [a-z|*_\\\\]{1,6}){0,3}",
        site in "[a-z|]{1,8}( [a-z|^#]{1,8}){0,3}",
    ) {
        let value = if shelf.is_json() { serde_json::Value::from(site).to_string() } else { site };
        let has_fields = !matches!(shelf.format, Format::Line | Format::Item);
        let fields = if has_fields { vec![("Site".to_owned(), value)] } else { Vec::new() };
        let title = shelf.title.map(|_| text.clone());
        let content = Content { title, text, fields, ..Content::default() };
        prop_assert_eq!(as_read(shelf, &content), content);
    }

    #[test]
    fn lists_and_maps_read_back_exactly(
        items in prop::collection::vec(nasty(3), 0..4),
        entries in prop::collection::btree_map(nasty(2), any_value(), 0..4),
    ) {
        let specimen = Specimen { seen_with: items, measures: entries, ..Specimen::default() };
        let memory = Memory { body: Body::Specimen(Box::new(specimen.clone())), ..blank() };
        for shelf in shelves(MARKDOWN).into_iter().filter(|shelf| shelf.format != Format::Line) {
            if shelf.format == Format::Item {
                continue;
            }
            let spot = Spot { path: "global/SPECIMEN.md", shelf, headings: &[] };
            let content = shown(&memory, spot, &jiff::tz::TimeZone::UTC);
            let source = template::of_kinds(MARKDOWN, &[shelf], "then");
            let document = Document::parse_as(source, &[shelf]);
            let mut edit = document.edit();
            edit.insert(shelf, shelf.section, &content, "anchor");
            let document = Document::parse_as(edit.finish(), &[shelf]);
            let Some(Body::Specimen(read)) = document.blocks()[0].new_body() else { panic!("no body") };
            prop_assert_eq!(&read.seen_with, &specimen.seen_with, "{}", document.source());
            prop_assert_eq!(&read.measures, &specimen.measures, "{}", document.source());
        }
    }

    #[test]
    fn changing_one_block_leaves_the_others_as_they_are(
        source in any_markdown(),
        chosen in any::<prop::sample::Index>(),
        contents in prop::collection::vec(nasty(5), 2),
    ) {
        let all = shelves(MARKDOWN);
        let document = Document::parse_as(source.as_str(), &all);
        prop_assert_eq!(document.edit().finish(), source);
        prop_assume!(!document.blocks().is_empty());
        let index = chosen.index(document.blocks().len());
        let block = &document.blocks()[index];
        let text = contents[0].replace(['\r', '\0'], "");
        prop_assume!(!text.trim().is_empty());
        let new = Content {
            text,
            title: block.content.title.clone(),
            fields: block.content.fields.clone(),
            ..Content::default()
        };
        let mut edit = document.edit();
        edit.replace(index, &new, "replaced");
        let finished = edit.finish();
        let after = Document::parse_as(finished.as_str(), &all);
        prop_assert_eq!(after.blocks().len(), document.blocks().len(), "{:?}", finished);
        for (position, (before, now)) in document.blocks().iter().zip(after.blocks()).enumerate() {
            if position != index {
                prop_assert_eq!(&before.content, &now.content, "{:?}", finished);
            } else {
                prop_assert_eq!(now.anchor.as_deref(), Some("replaced"), "{:?}", finished);
            }
        }
    }

    #[test]
    fn an_added_block_is_found_in_any_document(
        source in any_markdown(),
        (shelf, content) in shelf_and_content(),
    ) {
        prop_assume!(!shelf.is_json() && !content.text.trim().is_empty());
        let all = shelves(MARKDOWN);
        let document = Document::parse_as(source.as_str(), &all);
        let mut edit = document.edit();
        edit.insert(shelf, shelf.section, &content, "inserted-block");
        let finished = edit.finish();
        let after = Document::parse_as(finished.as_str(), &all);
        let found = after.blocks().iter().filter(|block| block.anchor.as_deref() == Some("inserted-block"));
        let found: Vec<&Block> = found.collect();
        prop_assert_eq!(found.len(), 1, "{:?}", finished);
        prop_assert_eq!(found[0].shelf, shelf, "{:?}", finished);
        prop_assert_eq!(&found[0].content.text, &as_read(shelf, &content).text, "{:?}", finished);
        prop_assert_eq!(after.blocks().len(), document.blocks().len() + 1, "{:?}", finished);
    }

    #[test]
    fn a_removed_block_takes_no_other_with_it(
        source in any_markdown(),
        chosen in any::<prop::sample::Index>(),
    ) {
        let all = shelves(MARKDOWN);
        let document = Document::parse_as(source.as_str(), &all);
        prop_assume!(!document.blocks().is_empty());
        let index = chosen.index(document.blocks().len());
        let mut edit = document.edit();
        edit.remove(index);
        let finished = edit.finish();
        let after = Document::parse_as(finished.as_str(), &all);
        let texts = |document: &Document| -> Vec<String> {
            document.blocks().iter().map(|block| block.content.text.clone()).collect()
        };
        let mut expected = texts(&document);
        expected.remove(index);
        if !matches!(document.blocks()[index].shelf.format, Format::Section { .. }) {
            prop_assert_eq!(texts(&after), expected, "{:?}", finished);
        }
        for (before, now) in document.blocks()[..index].iter().zip(after.blocks()) {
            prop_assert_eq!(&before.content, &now.content, "{:?}", finished);
        }
    }

    #[test]
    fn any_json_file_survives_its_edits(
        elements in prop::collection::vec((nasty(4), any::<bool>()), 0..5),
        removed in any::<prop::sample::Index>(),
    ) {
        let mut document =
            Document::parse_as(template::of_kinds(JSON, &shelves(JSON), "then"), &shelves(JSON));
        for (index, (text, alive)) in elements.iter().enumerate() {
            let mut edit = document.edit();
            let alive = if *alive { "true" } else { "false" };
            edit.insert(shelves(JSON)[0], "", &content(text, &[("alive", alive)]), &format!("a{index}"));
            document = Document::parse_as(edit.finish(), &shelves(JSON));
            prop_assert_eq!(document.fault(), None);
        }
        prop_assert_eq!(document.blocks().len(), elements.len());
        if !elements.is_empty() {
            let removed = removed.index(elements.len());
            let mut edit = document.edit();
            edit.remove(removed);
            let after = Document::parse_as(edit.finish(), &shelves(JSON));
            prop_assert_eq!(after.fault(), None);
            let texts: Vec<_> = after.blocks().iter().map(|block| block.content.text.clone()).collect();
            let kept = elements.iter().enumerate().filter(|(index, _)| *index != removed);
            let kept: Vec<_> = kept.map(|(_, (text, _))| text.clone()).collect();
            prop_assert_eq!(texts, kept);
        }
    }
}
