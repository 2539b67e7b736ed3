//! The page about configuration, made from the schema.

use super::{FILE, Key, Settings, schema::KEYS};
use crate::settings::preset::Preset;

const BEGINNING: &str = "# Configuration

Generated from the schema in `mnemic-core`; a test fails when it is stale.

A vault is configured in `{file}`. The file may be missing: then the defaults below hold.
`mnemic config set KEY VALUE` changes one value and leaves comments, order and spaces as they are; `mnemic config show`
says where each value comes from; `mnemic config check` lists everything that is wrong, with line numbers.

```yaml
preset: koshi
search:
  max_results: 8   # a few more than koshi's five
```

- **Order.** The last one that says something counts: built-in default, preset, file, command line
  (`--config KEY=VALUE`, or an option such as `--limit`).
- **Spelling.** `max_results` and `maxResults` are the same key, and so are `search.max_results` and
  `memory.search.max_results`. Other names that are accepted stand with each key.
- **Faults.** While the file has a fault, commands say so and do nothing. `config`, `preset`, `status` and `doctor`
  still work.
- **When.** A command reads the file when it starts. A program that has a vault open reads it when it opens the vault.

";

const PRESETS: &str = "## Presets

A preset sets the values of these keys and nothing else. `mnemic preset use NAME` takes one, `mnemic preset diff A B`
compares two.

";

/// The page, in Markdown.
pub fn reference() -> String {
    let mut page = BEGINNING.replace("{file}", FILE);
    page.push_str("## Keys\n\n");
    KEYS.iter().for_each(|key| page.push_str(&section(key)));
    page.push_str(&presets());
    page
}

fn section(key: &Key) -> String {
    let Key { name, aliases, help, .. } = key;
    let default = key.value(&Settings::default());
    let allowed = key.allowed();
    let mut section = format!(
        "### {name}\n\n{}.\n\n- default: `{default}`\n- takes: {allowed}\n",
        capitalised(help)
    );
    if !aliases.is_empty() {
        let names: Vec<String> = aliases.iter().map(|alias| format!("`{alias}`")).collect();
        section.push_str(&format!("- also called: {}\n", names.join(", ")));
    }
    section.push('\n');
    section
}

fn presets() -> String {
    let names = Preset::ALL.map(Preset::name);
    let mut page = String::from(PRESETS);
    for preset in Preset::ALL {
        page.push_str(&format!("- `{preset}`: {}\n", preset.description()));
    }
    page.push_str(&format!(
        "\n| Key | {} |\n|---|{}\n",
        names.join(" | "),
        "---|".repeat(names.len())
    ));
    for key in KEYS.iter().filter(|key| key.is_policy()) {
        let values = Preset::ALL.map(|preset| key.value(&Settings::of(preset)).to_string());
        page.push_str(&format!("| `{}` | {} |\n", key.name, values.join(" | ")));
    }
    page
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + characters.as_str()
}
