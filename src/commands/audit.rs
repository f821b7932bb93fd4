//! The arbiter's account of a game: what was asked, tried, declared and ruled, when and by whom.

use std::time::Duration;

use super::{clock_time, export::ReadJournal};
use crate::{
    journal::{Entry, JournalLine, NoteKind},
    language::Catalogue,
    laws::Role,
    notation::Letters,
};

/// Returns everything but the ticks of the clock, one line each: when, who, and what, in sentences, or in the journal's
/// own words if `is_raw`.
///
/// The instant is the time since the session began. The origin `program` stands for what no person said: time
/// passing, the clock, a result that follows by itself; and for everything in journals without origins. The last
/// line is the sum of the whole journal: a sum noted earlier shows by comparison whether a line was changed.
pub fn audit(journal: &ReadJournal, is_raw: bool, words: &Catalogue) -> String {
    let letters = Letters::of_language(&words.tag()).unwrap_or(Letters::ENGLISH);
    let mut text = String::new();
    for line in journal.lines.iter().filter(is_told()) {
        let (at, from) = (clock_time(line.at()), line.from.to_string());
        let told = match is_raw {
            true => format!("{from:<12}  {}", raw(&line.entry)),
            false => {
                let sentence = sentence(&line.entry, words, &letters);
                words.say("audit-line", &[("from", &from), ("sentence", &sentence)])
            }
        };
        text.push_str(&format!("{at:>8}  {told}\n"));
    }
    for remark in &journal.remarks {
        text.push_str(&(words.say("audit-fault", &[("fault", &words.render(remark))]) + "\n"));
    }
    let sum = match journal.sum {
        Some(sum) => words.say("audit-sum", &[("sum", &sum)]),
        None => words.say("audit-no-sum", &[]),
    };
    text + &sum + "\n"
}

/// The arguments of the sentences; what an entry lacks is `none`.
const ARGUMENTS: [&str; 28] = [
    "about",
    "answer",
    "article",
    "by",
    "claim",
    "details",
    "ending",
    "gains",
    "holds",
    "left",
    "move",
    "moves",
    "ms",
    "ply",
    "postponed",
    "result",
    "running",
    "side",
    "square",
    "strength",
    "swapped",
    "time-control",
    "touched",
    "what",
    "white",
    "white-time",
    "black",
    "black-time",
];

/// Returns an entry as a sentence; in the journal's own words if the language has none for it.
fn sentence(entry: &Entry, words: &Catalogue, letters: &Letters) -> String {
    let mut facts: Vec<(&str, String)> = ARGUMENTS.map(|name| (name, "none".to_owned())).to_vec();
    let mut set = |name: &str, value: String| {
        if let Some(fact) = facts.iter_mut().find(|(known, _)| *known == name).filter(|_| !value.is_empty()) {
            fact.1 = value;
        }
    };
    let mut id = String::new();
    for (key, value) in fields(entry) {
        let time = || value.parse().map(Duration::from_millis).map(clock_time).unwrap_or_default();
        match key.as_str() {
            "entry" => id = format!("audit-{value}"),
            "san" => set("move", in_letters(&value, letters)),
            "uci" if matches!(entry, Entry::Moved { .. }) => {}
            "uci" | "question" => set("move", value),
            "words" => set("what", value),
            "white" | "black" if value == "?" => {}
            "white_ms" => set("white-time", time()),
            "black_ms" => set("black-time", time()),
            "ms" | "left_ms" | "gains_ms" => set(key.trim_end_matches("_ms"), time()),
            key => set(&key.replace('_', "-"), value),
        }
    }
    if let Entry::Noted(note) = entry {
        // What was declared has its squares and its side behind it, what was asked its values.
        let (what, rest) = note.words.split_once(' ').unwrap_or((&note.words, ""));
        set("what", what.to_owned());
        set("details", rest.to_owned());
        // A declaration counts for the side that is named last, whoever said it.
        set("side", rest.rsplit(' ').next().unwrap_or_default().to_owned());
        set("touched", note.touched.join(", "));
        if note.kind == NoteKind::Move {
            set("what", in_letters(&note.words, letters));
        }
        if id == "audit-noted" {
            id = format!("audit-noted-{}", note.kind);
        }
    }
    let facts: Vec<(&str, &dyn std::fmt::Display)> =
        facts.iter().map(|(name, value)| (*name, value as &dyn std::fmt::Display)).collect();
    words.try_say(&id, &facts).unwrap_or_else(|| raw(entry))
}

/// Returns a move with the piece letters of a language.
fn in_letters(san: &str, letters: &Letters) -> String {
    let letter = |c: char| match Role::from_char(c).filter(|_| c.is_ascii_uppercase()) {
        Some(role) => letters.of_role(role).to_owned(),
        None => c.to_string(),
    };
    san.chars().map(letter).collect()
}

/// Returns the keys of an entry and their values.
fn fields(entry: &Entry) -> Vec<(String, String)> {
    let value = serde_json::to_value(entry).expect("an entry has no map with keys other than strings");
    let said = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    value.as_object().into_iter().flatten().map(|(key, value)| (key.clone(), said(value))).collect()
}

/// Tells the arbiter's lines from the program's own: ticks, and the questions of which a note says more.
fn is_told() -> impl FnMut(&&JournalLine) -> bool {
    let mut is_move = false;
    move |line| match &line.entry {
        Entry::Tick => false,
        Entry::Asked(open) => {
            is_move = open.reads_a_move_back();
            is_move
        }
        Entry::Withdrawn => is_move,
        _ => true,
    }
}

/// Returns the text of a note, or the name and the values of another entry: "moved: san e4, uci e2e4".
fn raw(entry: &Entry) -> String {
    if let Entry::Noted(note) = entry {
        return note.to_string();
    }
    if let Entry::Asked(open) = entry {
        return format!("asked: {}", open.question);
    }
    let mut name = String::new();
    let mut rest = Vec::new();
    for (key, value) in fields(entry) {
        match key.as_str() {
            "entry" => name = value,
            // A sealed move stays scrambled until the envelope is opened; the words of a move are for the dialogue.
            "sealed" | "said" => {}
            _ if value.is_empty() => {}
            _ => rest.push(format!("{} {value}", key.replace('_', " "))),
        }
    }
    if rest.is_empty() { name } else { format!("{name}: {}", rest.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::LANGUAGES;

    /// The kinds of entries that are told, as `Entry` and its notes have them.
    const KINDS: &str = "started asked withdrawn moved taken-back strength-set clock-started clock-stopped pressed \
                         draw-offered draw-declined claimed two-minutes-claimed two-minutes-answered touched adjusting \
                         pressed-without-move penalized ruled ruling-taken-back pawn-is-queen putting-right new-game set-up \
                         returned-to sealed resumption-agreed unsealed moves-set bonus-set default-time-set reopened time-set \
                         times-told stood-still flag-fell ended resumed noted-question noted-move noted-declaration \
                         noted-report noted-fault";

    #[test]
    fn every_kind_of_entry_has_a_sentence_in_every_language() {
        for language in LANGUAGES {
            let words = language.catalogue();
            let facts = ARGUMENTS.map(|name| (name, &"none" as &dyn std::fmt::Display));
            for kind in KINDS.split_whitespace() {
                let told = words.try_say(&format!("audit-{kind}"), &facts);
                assert!(told.is_some_and(|told| told.len() > 3), "audit-{kind} in {}", language.tag);
            }
        }
    }

    #[test]
    fn a_move_has_the_letters_of_its_language() {
        let german = Letters::of_language("de").unwrap();
        for (san, told) in [("Nf3", "Sf3"), ("exd8=Q#", "exd8=D#"), ("O-O", "O-O"), ("bxc3", "bxc3")] {
            assert_eq!(in_letters(san, &german), told);
        }
    }
}
