//! Text: words, stems, search terms, dates, misspellings, aliases and token counts.

pub mod alias;
pub mod analyse;
pub(crate) mod nearest;
mod positioned;
pub mod spelling;
pub mod surrogate;
pub mod time;
pub mod token;
pub mod word;
