//! What was said, held against the service's published description, where that lies beside the project.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::World;

/// Checks every line that was sent and every request that was made. Says so where there is no description.
pub fn check_against_description(world: &World) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/lichess/openapi.json");
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: what was said is not held against the service's description, which is not there");
        return;
    };
    let description: Value = serde_json::from_str(&text).unwrap();
    let lines = |path: &str| {
        description["paths"][path]["get"]["responses"]["200"]["content"]["application/x-ndjson"]["schema"]
            .clone()
    };
    let streams = [("event", "/api/stream/event"), ("game", "/api/board/game/stream/{gameId}")];
    for (name, path) in streams {
        // One kind of line after the other, so that a fault names its kind.
        let kinds = lines(path)["oneOf"].as_array().unwrap().clone();
        let kinds: Vec<_> = kinds.into_iter().map(|kind| validator(&description, kind)).collect();
        for (_, line) in world.sent.iter().filter(|(stream, _)| *stream == name) {
            let fits = kinds.iter().any(|kind| kind.is_valid(line));
            assert!(fits, "no line of {path}: {line}");
        }
    }
    for (method, path, form) in &world.asked {
        check_request(&description, &method.to_lowercase(), path, form);
    }
}

fn check_request(description: &Value, method: &str, path: &str, form: &[(String, String)]) {
    let (plain, query) = path.split_once('?').unwrap_or((path, ""));
    let parts: Vec<&str> = plain.split('/').collect();
    let fits = |template: &str| {
        let template: Vec<&str> = template.split('/').collect();
        template.len() == parts.len()
            && template.iter().zip(&parts).all(|(wanted, found)| wanted.starts_with('{') || wanted == found)
    };
    let paths = description["paths"].as_object().unwrap();
    // What is written out goes before what is left open.
    let open = |template: &&String| template.matches('{').count();
    let found = paths
        .keys()
        .filter(|template| fits(template) && !paths[*template][method].is_null())
        .min_by_key(open);
    let template = found.unwrap_or_else(|| panic!("{method} {path} is not described"));
    let operation = &paths[template][method];
    let parameters: Vec<&Value> = operation["parameters"]
        .as_array()
        .into_iter()
        .chain(paths[template]["parameters"].as_array())
        .flatten()
        .collect();
    for (name, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
        let known =
            parameters.iter().find(|parameter| parameter["in"] == "query" && parameter["name"] == name);
        let known = known.unwrap_or_else(|| panic!("{method} {path} has no {name}"));
        check(description, known["schema"].clone(), &typed(value), path);
    }
    for (wanted, found) in template.split('/').zip(&parts) {
        let Some(name) = wanted.strip_prefix('{').and_then(|name| name.strip_suffix('}')) else { continue };
        if let Some(known) =
            parameters.iter().find(|parameter| parameter["in"] == "path" && parameter["name"] == name)
        {
            // The description has a yes or no here as a truth value or as the word "yes".
            let value = if *found == "no" { json!(false) } else { json!(found) };
            check(description, known["schema"].clone(), &value, path);
        }
    }
    let schema = &operation["requestBody"]["content"]["application/x-www-form-urlencoded"]["schema"];
    if !schema.is_null() && !form.is_empty() {
        let value: Map<String, Value> =
            form.iter().map(|(name, value)| (name.clone(), typed(value))).collect();
        // One of its kinds of game has no fields at all, so that whatever is one of the others is that, too.
        let schema = schema.to_string().replace("\"oneOf\"", "\"anyOf\"");
        check(description, serde_json::from_str(&schema).unwrap(), &Value::Object(value), path);
    } else {
        assert!(form.is_empty(), "{method} {path} takes no form");
    }
}

fn check(description: &Value, schema: Value, value: &Value, path: &str) {
    if let Err(fault) = validator(description, schema).validate(value) {
        panic!("{path}: {value} is not as described: {fault}");
    }
}

/// A form has only texts; the description speaks of what they stand for.
fn typed(text: &str) -> Value {
    match text {
        "true" => json!(true),
        "false" => json!(false),
        text => text.parse::<i64>().map(|n| json!(n)).unwrap_or_else(|_| json!(text)),
    }
}

fn validator(description: &Value, schema: Value) -> jsonschema::Validator {
    let whole = json!({"components": description["components"], "allOf": [schema]});
    jsonschema::options().build(&whole).expect("a schema that can be read")
}
