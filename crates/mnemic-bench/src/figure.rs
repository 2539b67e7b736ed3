//! Figures one below the other: what was measured, and what it should be.

use serde::Serialize;

use crate::{invocation::Invocation, output};

/// One thing that was measured.
#[derive(Debug, Serialize)]
pub struct Figure {
    what: String,
    value: f64,
    unit: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<&'static str>,
}

impl Figure {
    pub fn new(what: impl Into<String>, value: f64, unit: &'static str) -> Self {
        Self { what: what.into(), value, unit, target: None }
    }

    pub fn against(self, target: &'static str) -> Self {
        Self { target: Some(target), ..self }
    }

    fn line(&self) -> String {
        let Self { what, value, unit, target } = self;
        let target = target.map(|target| format!("  (target {target})")).unwrap_or_default();
        format!("{what:<58} {value:>10.2} {unit}{target}")
    }

    /// The cells of a table.
    pub fn row(&self) -> Vec<String> {
        let Self { what, value, unit, target } = self;
        vec![what.clone(), format!("{value:.2} {unit}"), target.unwrap_or_default().to_owned()]
    }
}

/// Answers with the figures.
pub fn print_figures(invocation: &Invocation, figures: &[Figure]) -> anyhow::Result<()> {
    if invocation.json {
        return output::json(&figures);
    }
    figures.iter().for_each(|figure| output::line(figure.line()));
    Ok(())
}
