//! The page of a desk or a screen without its state.

use std::borrow::Cow;

use crate::{app::ports::web::document, devices::web::WebFile, language::Catalogue};
use maud::{DOCTYPE, Markup, html};

/// The texts that the scripts use, by their ids in the catalogue.
const TEXTS: [&str; 8] = [
    "live-wrong-code",
    "live-wait",
    "live-unreachable",
    "live-lost",
    "live-back",
    "live-nothing-told",
    "desk-offline",
    "desk-rule-at",
];

/// Returns the files of the page; an arbiter can rule, a spectator only looks.
pub(super) fn files(words: &Catalogue, hall: &str, rules: bool, reports: bool) -> Vec<WebFile> {
    let mut files = document::common_files();
    files.push(WebFile {
        path: "/",
        media_type: "text/html; charset=utf-8",
        text: Cow::Owned(page(words, hall, rules, reports).into_string()),
    });
    files.push(WebFile {
        path: "/desk.css",
        media_type: "text/css; charset=utf-8",
        text: Cow::Borrowed(include_str!("desk.css")),
    });
    files.push(document::script("/desk.js", include_str!("desk.js")));
    files
}

fn page(words: &Catalogue, hall: &str, rules: bool, reports: bool) -> Markup {
    let say = |id: &str| words.say(&format!("desk-{id}"), &[]);
    let live = |id: &str| words.say(&format!("live-{id}"), &[]);
    let text = |id: &str| words.say(id, &[("seconds", &"{seconds}"), ("board", &"{board}")]);
    let key = |id: &str| id.strip_prefix("live-").or(id.strip_prefix("desk-")).unwrap_or(id).to_owned();
    let columns = ["board", "white", "black", "move", "white-time", "black-time", "needs", "result"];
    html! {
        (DOCTYPE)
        html lang=(words.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (hall) " · annabella" }
                link rel="icon" href="/favicon.ico";
                link rel="stylesheet" href="/page.css";
                link rel="stylesheet" href="/desk.css";
                script type="module" src="/desk.js" {}
            }
            body {
                ul #texts hidden {
                    @for id in TEXTS { li data-id=(key(id)) { (text(id)) } }
                }
                noscript { p { (live("no-script")) } }
                div #spoken.unseen aria-live="polite" {}
                (document::entrance(&live))
                div #game hidden {
                    header {
                        h1 { (hall) }
                        p { (say(if rules { "arbiter" } else { "screen" })) }
                        p #connection hidden {}
                    }
                    main {
                        @if rules { (ruling(&say)) }
                        section aria-labelledby="boards-title" {
                            h2 #boards-title { (say("boards")) }
                            button #order type="button" aria-pressed="false" { (say("by-number")) }
                            table #boards aria-labelledby="boards-title" {
                                thead { tr { @for column in columns { th scope="col" { (say(column)) } } } }
                                tbody {}
                            }
                            p { a href="/round.pgn" download="round.pgn" { (say("scores")) } }
                            @if reports {
                                p { a href="/standings" target="_blank" { (say("standings")) } }
                                p { a href="/results.trf" download="results.trf" { (say("report")) } }
                            }
                        }
                        section aria-labelledby="told-title" {
                            h2 #told-title { (live("told")) }
                            ul #told tabindex="0" aria-labelledby="told-title" {}
                        }
                        p {
                            button #again type="button" { (live("again")) }
                            " "
                            button #leave type="button" { (live("leave")) }
                        }
                    }
                }
            }
        }
    }
}

fn ruling(say: &dyn Fn(&str) -> String) -> Markup {
    html! {
        form #rule autocomplete="off" aria-labelledby="rule-title" {
            h2 #rule-title { (say("rule")) }
            label for="name" { (say("name")) }
            input #name type="text" maxlength="80";
            label for="at" { (say("board")) }
            input #at type="text" inputmode="numeric" maxlength="4";
            label for="words" { (say("words")) }
            input #words type="text" maxlength="400" required aria-describedby="words-help" autocapitalize="off" spellcheck="false";
            button { (say("send")) }
            p #words-help { (say("words-help")) }
        }
    }
}
