//! Requests whose parameters do not have the protocol's shape. They come as requests of a kind that nobody knows; it is
//! known, so what is meant is understood or what is wrong is said.

use rmcp::{
    ErrorData, RoleServer,
    model::{
        CallToolRequestParams, CustomRequest, CustomResult, ErrorCode, GetPromptRequestParams,
        PaginatedRequestParams, ReadResourceRequestParams,
    },
    service::RequestContext,
};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Server;

impl Server {
    /// Answers a request that does not look like one of the protocol.
    pub(super) async fn odd(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let CustomRequest { method, params, .. } = request;
        let params = params.unwrap_or_default();
        let fault = match method.as_str() {
            "tools/call" => match tool_call(params) {
                Ok(request) => return answered(self.called(request, context).await?),
                Err(fault) => fault,
            },
            "prompts/get" => fault::<GetPromptRequestParams>(params),
            "resources/read" => fault::<ReadResourceRequestParams>(params),
            "tools/list" | "prompts/list" | "resources/list" | "resources/templates/list" => {
                fault::<PaginatedRequestParams>(params)
            }
            _ => return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method, None)),
        };
        Err(ErrorData::invalid_params(format!("the parameters of `{method}`: {fault}"), None))
    }
}

/// The call that is meant: arguments may be JSON in a text.
fn tool_call(mut params: Value) -> Result<CallToolRequestParams, String> {
    let is_named = params.get("name").is_some_and(Value::is_string);
    if !is_named {
        return Err("`name` is missing, or no text".to_owned());
    }
    let arguments = match params["arguments"].take() {
        Value::String(text) if text.trim().is_empty() => Value::Null,
        Value::String(text) => serde_json::from_str(&text).unwrap_or(Value::String(text)),
        other => other,
    };
    if !arguments.is_object() && !arguments.is_null() {
        return Err("`arguments` takes an object".to_owned());
    }
    params["arguments"] = arguments;
    serde_json::from_value(params).map_err(|error| error.to_string())
}

fn answered(result: impl serde::Serialize) -> Result<CustomResult, ErrorData> {
    let failed = |error: serde_json::Error| ErrorData::internal_error(error.to_string(), None);
    serde_json::to_value(result).map(CustomResult::new).map_err(failed)
}

/// What is wrong with parameters.
fn fault<T: DeserializeOwned>(params: Value) -> String {
    match serde_json::from_value::<T>(params) {
        Ok(_) => "they cannot be understood".to_owned(),
        Err(error) => error.to_string(),
    }
}
