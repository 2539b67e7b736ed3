//! The vocabularies of OpenAI's models, to count tokens as they do. Their tables are inside the binary when it is built
//! with the feature `tokenizer`; nothing is downloaded.

use std::sync::Arc;

use mnemic_core::text::token::{Estimator, TokenCounter, Tokenizer};

/// Who counts tokens as asked for; nothing when that is not built in.
pub fn token_counter(tokenizer: Tokenizer) -> Option<Arc<dyn TokenCounter>> {
    match tokenizer {
        Tokenizer::Estimate => Some(Arc::new(Estimator)),
        other => built_in(other),
    }
}

#[cfg(not(feature = "tokenizer"))]
fn built_in(_: Tokenizer) -> Option<Arc<dyn TokenCounter>> {
    None
}

#[cfg(feature = "tokenizer")]
fn built_in(tokenizer: Tokenizer) -> Option<Arc<dyn TokenCounter>> {
    let vocabulary = match tokenizer {
        Tokenizer::Estimate => return None,
        Tokenizer::Cl100k => tiktoken_rs::cl100k_base_singleton(),
        Tokenizer::O200k => tiktoken_rs::o200k_base_singleton(),
    };
    Some(Arc::new(BytePairs(vocabulary)))
}

/// A vocabulary of byte pairs.
#[cfg(feature = "tokenizer")]
struct BytePairs(&'static tiktoken_rs::CoreBPE);

#[cfg(feature = "tokenizer")]
impl TokenCounter for BytePairs {
    fn count(&self, text: &str) -> usize {
        self.0.encode_ordinary(text).len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_built_in_is_not_there() {
        for tokenizer in Tokenizer::ALL {
            let is_there = tokenizer == Tokenizer::Estimate || cfg!(feature = "tokenizer");
            assert_eq!(token_counter(tokenizer).is_some(), is_there, "{}", tokenizer.name());
        }
    }

    #[cfg(feature = "tokenizer")]
    #[test]
    fn tokens_are_counted_as_models_count_them() {
        for (tokenizer, text, expected) in [
            (Tokenizer::Cl100k, "", 0),
            (Tokenizer::Cl100k, "tiktoken is great!", 6),
            (Tokenizer::O200k, "tiktoken is great!", 6),
            (Tokenizer::O200k, "<|endoftext|>", 7),
        ] {
            let counter = token_counter(tokenizer).unwrap();
            assert_eq!(counter.count(text), expected, "{}: {text}", tokenizer.name());
        }
    }

    #[cfg(feature = "tokenizer")]
    #[test]
    fn a_context_costs_at_most_its_budget_whoever_counts() {
        use mnemic_core::context::{
            Format, Injection, Piece, Tier, TierOffer, budget::shares, pack,
        };
        let counter = token_counter(Tokenizer::O200k).unwrap();
        let text = "Run `cargo test` 部署 \u{1f980}, then <b>wait</b>\n\n  - for it. ";
        for total in [0, 10, 40, 80, 200, 1_000] {
            for format in [Format::Xml, Format::Markdown, Format::Plain, Format::Json] {
                let piece = |number: usize| Piece::other(number.to_string(), text.repeat(number));
                let pieces = (1..9).map(piece).collect();
                let offers = vec![TierOffer { tier: Tier::Relevant, pieces }];
                let shares = shares(Injection::Tiered, total);
                let packed = pack(offers, &shares, total, format, counter.as_ref());
                assert!(counter.count(&packed.text) <= total, "{total}: {}", packed.text);
            }
        }
    }
}
