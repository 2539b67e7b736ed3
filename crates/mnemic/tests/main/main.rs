//! The library as its users meet it: an engine on a vault of its own, in one process or in many.

#![expect(
    clippy::disallowed_methods,
    reason = "tests edit files as others would and pass on roles"
)]
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod agreement;
mod backup;
mod caller;
mod changes;
mod contention;
mod embedding;
mod endurance;
mod fuzz;
mod kinds;
mod learning;
mod model;
mod person;
mod process;
mod processes;
mod ram;
mod round_trip;
mod send;
mod session;
mod settings;
mod slow;
mod walls;
mod watch;
