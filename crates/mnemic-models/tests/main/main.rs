//! The embedders through their public interface.

mod local;
mod minilm;
mod remote;
mod server;
mod tiny_model;
