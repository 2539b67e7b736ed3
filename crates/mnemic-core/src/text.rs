//! Text: words, stems, search terms, dates, misspellings, aliases and token counts.

pub mod alias;
pub mod analyse;
mod positioned;
pub mod spelling;
pub mod surrogate;
pub mod time;
pub mod token;
pub mod word;
