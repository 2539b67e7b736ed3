#!/usr/bin/env python3
"""Spell-checks what people read: README, docs, help, and the messages in the source code.

Usage: scripts/spelling.py. Needs `hunspell` with the British dictionary. Words that hunspell does not know and that are
right are in scripts/words.txt, one a line.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORDS = ROOT / "scripts/words.txt"

# Word lists and patterns of the rules, in which no sentence for people stands.
DATA = ("mnemic-core/src/text", "mnemic-core/src/learn/cue", "mnemic-core/src/learn/claim", "mnemic-core/src/recall/question",
        "mnemic-core/src/learn/summary/gist.rs", "mnemic-core/src/safety/secret", "mnemic-core/src/safety/injection")

FENCE = re.compile(r"^ *```.*?^ *```", re.S | re.M)
NOT_PROSE = re.compile(r"`[^`\n]*`|<!--.*?-->|\]\([^)]*\)|https?://\S+|\{[^{}]*\}|\\[nrtu]|\S*[/_@=<>$\\]\S*", re.S)
LITERAL = re.compile(r'r#".*?"#|"((?:[^"\\]|\\.)*)"', re.S)
WORD = re.compile(r"(?<![\w'’.-])[A-Za-z]?[a-z]+(?:['’][a-z]+)?(?![\w-]|\.\w)")


def pages():
    yield from (ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"))
    yield from sorted((ROOT / "docs").rglob("*.md"))


def sources():
    for path in sorted((ROOT / "crates").glob("*/src/**/*.rs")):
        name = path.relative_to(ROOT / "crates").as_posix()
        if not name.startswith(DATA) and "tests" not in name and "mnemic-testing" not in name:
            yield path


def prose(path):
    """The text of a page; of the command line's page its fences too, which are the help."""
    text = path.read_text()
    return text if path.name == "cli.md" else FENCE.sub("", text)


def messages(path):
    """The sentences among the string literals of a source file."""
    text = path.read_text().split("#[cfg(test)]")[0]
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("//")]
    literals = LITERAL.findall("\n".join(lines).replace("'\"'", "").replace("b'\"'", ""))
    return "\n".join(it for it in literals if " " in it and not re.search(r"\b(SELECT|INSERT|CREATE|DELETE) ", it))


def words(text):
    return {word.replace("’", "'") for word in WORD.findall(NOT_PROSE.sub(" ", text))}


def unknown(candidates):
    hunspell = ["hunspell", "-d", "en_GB", "-p", str(WORDS), "-l"]
    answer = subprocess.run(hunspell, input="\n".join(sorted(candidates)), capture_output=True, text=True, check=True)
    return set(answer.stdout.split())


def main():
    found = {path: words(prose(path)) for path in pages()}
    found |= {path: words(messages(path)) for path in sources()}
    wrong = unknown(set().union(*found.values()))
    for path, own in found.items():
        for word in sorted(own & wrong):
            print(f"{path.relative_to(ROOT)}: `{word}`")
    if wrong:
        sys.exit(f"{len(wrong)} words are misspelt, or missing in scripts/words.txt")


main()
