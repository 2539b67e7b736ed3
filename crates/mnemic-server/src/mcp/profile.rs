//! Profiles: which tools a client is shown. A profile is a table of names over the same verbs.

mod chatgpt;
mod default;
mod files;
mod full;
mod parameters;
mod reference;
mod wide;

use mnemic::config::ToolProfile;
use rmcp::{ErrorData, model::Tool as Listed};

use super::tool::Tool;

pub(super) fn tools(profile: ToolProfile) -> Vec<&'static Tool> {
    match profile {
        ToolProfile::Default => default::TOOLS.iter().collect(),
        ToolProfile::Full => {
            let wide = |tool: &'static Tool| wide::TOOLS.iter().find(|it| it.name == tool.name);
            let usual = default::TOOLS.iter().map(|tool| wide(tool).unwrap_or(tool));
            usual.chain(full::TOOLS).collect()
        }
        ToolProfile::Reference => reference::TOOLS.iter().collect(),
        ToolProfile::Files => files::TOOLS.iter().collect(),
        ToolProfile::Chatgpt => chatgpt::TOOLS.iter().collect(),
    }
}

/// How to use the tools, for the model.
pub(super) fn instructions(profile: ToolProfile) -> &'static str {
    match profile {
        ToolProfile::Default | ToolProfile::Full => default::INSTRUCTIONS,
        ToolProfile::Reference => reference::INSTRUCTIONS,
        ToolProfile::Files => files::INSTRUCTIONS,
        ToolProfile::Chatgpt => chatgpt::INSTRUCTIONS,
    }
}

/// The tools as a client is shown them.
pub(super) fn listing(profile: ToolProfile) -> Vec<Listed> {
    tools(profile).into_iter().map(Tool::listed).collect()
}

pub(super) fn tool(profile: ToolProfile, name: &str) -> Result<&'static Tool, ErrorData> {
    let tools = tools(profile);
    tools.iter().copied().find(|tool| tool.name == name).ok_or_else(|| {
        let names: Vec<&str> = tools.iter().map(|tool| tool.name).collect();
        let said = format!("there is no tool `{name}`; the tools are {}", names.join(", "));
        ErrorData::invalid_params(said, None)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use mnemic::token::{Estimator, TokenCounter};
    use rmcp::model::ListToolsResult;

    use super::*;

    #[test]
    fn what_the_tools_of_a_profile_cost_a_model_is_bounded() {
        for (profile, most) in [(ToolProfile::Default, 1_500), (ToolProfile::Full, 6_000)] {
            let listing = ListToolsResult::with_all_items(listing(profile));
            let tokens = Estimator.count(&serde_json::to_string(&listing).unwrap());
            assert!(tokens < most, "{profile}: {tokens} tokens");
        }
    }

    #[test]
    fn no_two_parameters_of_a_tool_share_a_name() {
        for tool in ToolProfile::ALL.into_iter().flat_map(tools) {
            let mut names = HashSet::new();
            for parameter in tool.parameters {
                for name in std::iter::once(&parameter.name).chain(parameter.aliases) {
                    assert!(names.insert(name), "{} has `{name}` twice", tool.name);
                    let meant = tool.parameters.iter().filter(|other| other.is_called(name));
                    assert_eq!(meant.count(), 1, "{} of {}", name, tool.name);
                }
            }
        }
    }

    #[test]
    fn no_two_tools_of_a_profile_share_a_name() {
        for profile in ToolProfile::ALL {
            let mut names = HashSet::new();
            for tool in tools(profile) {
                assert!(names.insert(tool.name), "{profile} has `{}` twice", tool.name);
            }
        }
    }
}
