//! Models of providers that are known by their name: what they want to read before a text, and how long their vectors are.

use super::Dimensions;
use crate::prompt::Prompts;

/// What is known of a model.
struct Known {
    name: &'static str,
    dimensions: Dimensions,
    /// Before a question and before a memory.
    prompts: (&'static str, &'static str),
}

const fn plain(name: &'static str, dimensions: Dimensions) -> Known {
    Known { name, dimensions, prompts: ("", "") }
}

const KNOWN: [Known; 9] = [
    plain("text-embedding-3-small", Dimensions::Requested(768)),
    plain("text-embedding-3-large", Dimensions::Requested(768)),
    plain("text-embedding-ada-002", Dimensions::Fixed(1_536)),
    plain("gemini-embedding-001", Dimensions::Requested(768)),
    plain("all-minilm", Dimensions::Fixed(384)),
    plain("bge-m3", Dimensions::Fixed(1_024)),
    Known {
        name: "embeddinggemma",
        dimensions: Dimensions::Requested(768),
        prompts: ("task: search result | query: ", "title: none | text: "),
    },
    Known {
        name: "nomic-embed-text",
        dimensions: Dimensions::Fixed(768),
        prompts: ("search_query: ", "search_document: "),
    },
    Known {
        name: "mxbai-embed-large",
        dimensions: Dimensions::Fixed(1_024),
        prompts: ("Represent this sentence for searching relevant passages: ", ""),
    },
];

/// How long the vectors of a model are, if it is known.
pub(super) fn dimensions(model: &str) -> Option<Dimensions> {
    find(model).map(|known| known.dimensions)
}

/// What a model wants to read before a text; nothing, if it is not known.
pub(super) fn prompts(model: &str) -> Prompts {
    let (question, memory) = find(model).map_or(("", ""), |known| known.prompts);
    Prompts { question: question.to_owned(), memory: memory.to_owned() }
}

/// By its name, whoever publishes it and whichever size or state a tag names.
fn find(model: &str) -> Option<&'static Known> {
    let name = model.rsplit('/').next().unwrap_or(model);
    let name = name.split(':').next().unwrap_or(name);
    KNOWN.iter().find(|known| known.name.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_known_whoever_publishes_it_and_in_whichever_state() {
        for (model, dimensions_known) in [
            ("embeddinggemma", Some(768)),
            ("embeddinggemma:300m", Some(768)),
            ("models/gemini-embedding-001", Some(768)),
            ("all-minilm:latest", Some(384)),
            ("my-embed", None),
        ] {
            assert_eq!(dimensions(model).map(Dimensions::count), dimensions_known, "{model}");
        }
        assert_eq!(prompts("embeddinggemma:latest").memory, "title: none | text: ");
        assert_eq!(prompts("my-embed"), Prompts::default());
    }
}
