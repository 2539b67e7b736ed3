//! The embedders through their public interface.

mod catalogue;
mod local;
mod minilm;
mod remote;
mod server;
mod tiny_model;
