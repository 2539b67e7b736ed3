//! The binary end to end: every test works in a folder of its own.

#![expect(clippy::disallowed_methods, reason = "tests write the files that benchmarks read")]
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod bench;
mod harness;
