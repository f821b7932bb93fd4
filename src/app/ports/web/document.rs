//! The page without its state: one document for all seats, its scripts and its style. Texts are in the game's language.

use std::borrow::Cow;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::{app::time_chart, devices::web::WebFile, grammar::Grammar, language::Catalogue, notation::svg};

/// The texts that scripts use, by the ends of their ids. `{…}` in them is filled in by the script.
const TEXTS: [&str; 20] = [
    "seat-view",
    "seat-table",
    "seat-white",
    "seat-black",
    "wrong-code",
    "wait",
    "unreachable",
    "lost",
    "back",
    "edge",
    "chosen",
    "let-go",
    "nothing-told",
    "no-piece",
    "runs",
    "device-lost",
    "to-move",
    "square",
    "not-described",
    "concealed",
];

/// Returns the files of the page.
pub fn files(words: &Catalogue, grammar: &Grammar) -> Vec<WebFile> {
    let mut files = common_files();
    files.push(WebFile {
        path: "/",
        media_type: "text/html; charset=utf-8",
        text: Cow::Owned(document(words, grammar).into_string()),
    });
    files.push(script("/page.js", include_str!("assets/page.js")));
    files.push(script("/board.js", include_str!("assets/board.js")));
    files
}

/// Returns the files of every page: its style, and the scripts by which one enters, follows and is told.
pub fn common_files() -> Vec<WebFile> {
    vec![
        WebFile {
            path: "/page.css",
            media_type: "text/css; charset=utf-8",
            text: Cow::Owned([svg::STYLE, time_chart::STYLE, include_str!("assets/page.css")].concat()),
        },
        script("/follow.js", include_str!("assets/follow.js")),
        script("/spoken.js", include_str!("assets/spoken.js")),
        WebFile {
            path: "/favicon.ico",
            media_type: "image/svg+xml",
            text: Cow::Borrowed(include_str!("assets/icon.svg")),
        },
    ]
}

/// Returns the file of a script.
pub fn script(path: &'static str, text: &'static str) -> WebFile {
    WebFile { path, media_type: "text/javascript; charset=utf-8", text: Cow::Borrowed(text) }
}

fn document(words: &Catalogue, grammar: &Grammar) -> Markup {
    let say = |id: &str| words.say(&format!("live-{id}"), &[]);
    let text = |id: &str| {
        let filled = ["square", "seconds", "side"].map(|name| (name, format!("{{{name}}}")));
        let args: Vec<_> =
            filled.iter().map(|(name, value)| (*name, value as &dyn std::fmt::Display)).collect();
        words.say(&format!("live-{id}"), &args)
    };
    let keys = grammar.exploring();
    let (last, times) = (keys.last_move.to_ascii_uppercase(), keys.times.to_ascii_uppercase());
    let board_help = words.say("live-board-help", &[("last", &last), ("times", &times)]);
    html! {
        (DOCTYPE)
        html lang=(words.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "annabella" }
                link rel="icon" href="/favicon.ico";
                link rel="stylesheet" href="/page.css";
                script type="module" src="/page.js" {}
            }
            body {
                (PreEscaped(svg::pieces_sheet()))
                ul #texts hidden { @for id in TEXTS { li data-id=(id) { (text(id)) } } }
                noscript { p { (say("no-script")) } }
                // What is spoken. It is empty at first, and a plain region, which a reader does not announce by itself.
                div #spoken.unseen aria-live="polite" {}
                (entrance(&say))
                (game(&say, &board_help))
            }
        }
    }
}

/// Where the code is typed.
pub fn entrance(say: &dyn Fn(&str) -> String) -> Markup {
    html! {
        main #entrance hidden {
            h1 { "annabella" }
            form #enter {
                label for="code" { (say("code")) }
                input #code name="code" type="text" inputmode="numeric" autocomplete="off" maxlength="12" required
                    aria-describedby="refused";
                button { (say("enter")) }
                p #refused role="alert" {}
            }
        }
    }
}

fn game(say: &dyn Fn(&str) -> String, board_help: &str) -> Markup {
    let acts = |key: &str, id: &str| html! { button type="button" data-key=(key) { (say(id)) } };
    html! {
        div #game hidden {
            header {
                h1 #players { "annabella" }
                p #seat {}
                p #connection hidden {}
            }
            main {
                form #line .acts autocomplete="off" {
                    label for="typed" { (say("line")) }
                    input #typed type="text" maxlength="400" autocapitalize="off" autocorrect="off" spellcheck="false"
                        aria-describedby="line-help";
                    button { (say("send")) }
                    p #line-help .unseen { (say("line-help")) }
                }
                div #question aria-labelledby="asked" hidden {
                    p #asked {}
                    div #answers {}
                }
                section #position aria-labelledby="board-title" {
                    h2 #board-title .unseen { (say("board")) }
                    div #upper.clock role="timer" { span aria-hidden="true" {} }
                    div #board role="grid" aria-label=(say("board")) aria-describedby="board-help" {}
                    div #lower.clock role="timer" { span aria-hidden="true" {} }
                    p #board-help .unseen { (board_help) }
                    p #standing {}
                    p #described hidden {}
                }
                section #doing .acts aria-labelledby="doing-title" {
                    h2 #doing-title .unseen { (say("doing")) }
                    (acts("press", "press"))
                    (acts("correct", "correct"))
                    (acts("arbiter", "arbiter"))
                }
                section #studying .acts aria-labelledby="studying-title" hidden {
                    h2 #studying-title .unseen { (say("studying")) }
                    @for button in ["next", "back", "task", "hint", "solution", "end"] {
                        button type="button" data-study=(button) { (say(&format!("study-{button}"))) }
                    }
                }
                section #looking aria-labelledby="looking-title" {
                    h2 #looking-title .unseen { (say("looking")) }
                    button #again type="button" { (say("again")) }
                    button #turn type="button" aria-pressed="false" { (say("turn")) }
                    button #fill type="button" aria-pressed="false" { (say("fill")) }
                    button #leave type="button" { (say("leave")) }
                }
                section #moves aria-labelledby="moves-title" {
                    h2 #moves-title { (say("moves")) }
                    ol #score tabindex="0" aria-labelledby="moves-title" {}
                }
                div #times {}
                section #last aria-labelledby="told-title" {
                    h2 #told-title { (say("told")) }
                    ul #told tabindex="0" aria-labelledby="told-title" {}
                }
                section #words .acts aria-labelledby="words-title" {
                    h2 #words-title { (say("words")) }
                    div #topics {}
                }
                section #things .acts aria-labelledby="things-title" {
                    h2 #things-title { (say("devices")) }
                    ul #devices {}
                }
            }
        }
    }
}
