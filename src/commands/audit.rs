//! The arbiter's account of a game: what was asked, tried, declared and ruled, when and by whom.

use std::time::Duration;

use super::{clock_time, export::ReadJournal};
use crate::{
    clock::TimeControl,
    journal::{Entry, JournalLine, NoteKind},
    language::Catalogue,
    session::words_of_question,
};

/// Returns everything but the ticks of the clock, one line each: when, who, and what, in sentences, or in the journal's
/// own words if `is_raw`.
///
/// The instant is the time since the session began. The origin `program` stands for what no person said: time
/// passing, the clock, a result that follows by itself; and for everything in journals without origins. The last
/// line is the sum of the whole journal: a sum noted earlier shows by comparison whether a line was changed.
pub fn audit(journal: &ReadJournal, is_raw: bool, words: &Catalogue) -> String {
    let mut text = String::new();
    let mut is_told = is_told();
    for (line, last_move) in journal.lines.iter().zip(&journal.last_moves) {
        if !is_told(line) {
            continue;
        }
        let (at, from) = (clock_time(line.at()), line.from.to_string());
        let told = match is_raw {
            true => format!("{from:<12}  {}", raw(&line.entry)),
            false => {
                let sentence = sentence(&line.entry, last_move.as_deref(), words);
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
const ARGUMENTS: [&str; 32] = [
    "about",
    "answer",
    "arbiter",
    "article",
    "claim",
    "competition",
    "day",
    "details",
    "ending",
    "gains",
    "holds",
    "left",
    "month",
    "move",
    "moves",
    "ms",
    "number",
    "ply",
    "postponed",
    "result",
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
    "year",
];

/// The facts of an entry for its sentence.
struct Facts<'a> {
    of: Vec<(&'static str, String)>,
    words: &'a Catalogue,
}

impl Facts<'_> {
    fn set(&mut self, name: &str, value: String) {
        if let Some(fact) = self.of.iter_mut().find(|(known, _)| *known == name).filter(|_| !value.is_empty())
        {
            fact.1 = value;
        }
    }

    /// Takes the side out of the names behind what was asked, declared or ruled, and sets the others in words.
    fn set_details(&mut self, details: &str, takes_side: bool) {
        let (sides, others): (Vec<&str>, Vec<&str>) =
            details.split_whitespace().partition(|name| takes_side && ["white", "black"].contains(name));
        self.set("side", sides.concat());
        let told = others.into_iter().map(|name| {
            let name = self.words.in_letters(name);
            self.words.say("audit-detail", &[("name", &name)])
        });
        let told = told.collect::<Vec<_>>().join(" ");
        self.set("details", told);
    }
}

/// Returns an entry as a sentence; in the journal's own words if the language has none for it. `last_move` is that of
/// the game after it.
fn sentence(entry: &Entry, last_move: Option<&str>, words: &Catalogue) -> String {
    let of = ARGUMENTS.map(|name| (name, "none".to_owned())).to_vec();
    let mut facts = Facts { of, words };
    let mut id = String::new();
    for (key, value) in fields(entry) {
        let time = || value.parse().map(Duration::from_millis).map(clock_time).unwrap_or_default();
        match key.as_str() {
            "entry" => id = format!("audit-{value}"),
            "san" => facts.set("move", words.in_letters(last_move.unwrap_or(&value))),
            "uci" if matches!(entry, Entry::Moved { .. }) => {}
            "question" => {
                let said = words_of_question(&value).map(|said| words.in_letters(&said.to_string()));
                let squares = || value.split_at_checked(2).map(|(from, to)| format!("{from}-{to}"));
                facts.set("move", said.or_else(squares).unwrap_or(value));
            }
            "uci" => facts.set("move", value),
            "ply" if value == "0" => {}
            "ply" => {
                facts.set("move", words.in_letters(last_move.unwrap_or_default()));
                facts.set("ply", value);
            }
            "date" => {
                if let [year, month, day] = value.split('.').collect::<Vec<_>>()[..]
                    && !value.contains('?')
                {
                    facts.set("year", year.to_owned());
                    facts.set("month", month.to_owned());
                    facts.set("day", day.to_owned());
                }
            }
            "words" => facts.set("what", value),
            "white" | "black" if value == "?" => {}
            "white_ms" => facts.set("white-time", time()),
            "black_ms" => facts.set("black-time", time()),
            "ms" | "left_ms" | "gains_ms" => facts.set(key.trim_end_matches("_ms"), time()),
            "by" => facts.set("side", value),
            "details" => facts.set_details(&value, true),
            "time_control" => {
                let control = value.parse::<TimeControl>().map(|control| control.in_minutes());
                facts.set("time-control", control.unwrap_or(value));
            }
            key => facts.set(&key.replace('_', "-"), value),
        }
    }
    if let Entry::Noted(note) = entry {
        let (what, rest) = note.words.split_once(' ').unwrap_or((&note.words, ""));
        facts.set("what", what.to_owned());
        facts.set("touched", note.touched.join(", "));
        id = format!("audit-noted-{}", note.kind);
        match note.kind {
            NoteKind::Move => facts.set("what", words.in_letters(&note.words)),
            NoteKind::Fault if rest.parse::<u32>().is_ok() => {
                id = "audit-left-out".to_owned();
                facts.set("details", rest.to_owned());
            }
            NoteKind::Fault => facts.set("details", rest.to_owned()),
            // A declaration counts for the side that is named, whoever said it.
            NoteKind::Declaration => facts.set_details(rest, true),
            NoteKind::Question => facts.set_details(rest, false),
            NoteKind::Report => facts.set("about", what.to_owned()),
        }
    }
    let facts: Vec<(&str, &dyn std::fmt::Display)> =
        facts.of.iter().map(|(name, value)| (*name, value as &dyn std::fmt::Display)).collect();
    words.try_say(&id, &facts).unwrap_or_else(|| raw(entry))
}

/// Returns the keys of an entry and their values.
fn fields(entry: &Entry) -> Vec<(String, String)> {
    let value = serde_json::to_value(entry).expect("an entry has no map with keys other than strings");
    let said = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    value.as_object().into_iter().flatten().map(|(key, value)| (key.clone(), said(value))).collect()
}

/// Tells the arbiter's lines from the program's own: ticks, and the questions of which a note says more.
fn is_told() -> impl FnMut(&JournalLine) -> bool {
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
    use strum::{IntoEnumIterator, VariantArray, VariantNames};

    use super::*;
    use crate::{
        announce::Device,
        grammar::{Question, Ruling},
        language::LANGUAGES,
        laws::{Act, Direction, Ending, Role, Square},
        notation::Letters,
    };

    /// Every name that a journal has where a sentence chooses its words by it: the message, the argument, the names.
    fn names() -> Vec<(&'static str, &'static str, Vec<String>)> {
        let owned = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        let rulings: Vec<String> = Ruling::iter().map(|ruling| ruling.to_string()).collect();
        let mut questions = owned(Question::NAMES);
        questions.extend(owned(&["advice", "review"]));
        let acts = [
            Act::OfferDraw,
            Act::AcceptDraw,
            Act::DeclineDraw,
            Act::ClaimThreefold(None),
            Act::ClaimFiftyMoves(None),
            Act::Resign,
            Act::ClaimFlag,
            Act::ClaimLastTwoMinutes,
            Act::AskFiveSeconds,
            Act::Touch(Square::E4),
            Act::Adjust,
        ];
        let acts = acts.map(|act| act.to_string().split(' ').next().unwrap().to_owned()).to_vec();
        let mut details = owned(&["white", "black", "mine", "theirs", "all"]);
        details.extend(Direction::VARIANTS.iter().map(ToString::to_string));
        details.extend(owned(&["hint", "best-move", "mistake", "outlook", "value"]));
        details.extend(owned(&["begin", "back", "on", "first", "last", "to", "end"]));
        vec![
            ("audit-ruled", "about", rulings.clone()),
            ("audit-noted-report", "about", rulings),
            ("audit-ended", "ending", owned(Ending::VARIANTS)),
            ("audit-noted-question", "what", questions),
            ("audit-noted-declaration", "what", acts),
            ("audit-left-out", "what", owned(Device::VARIANTS)),
            ("audit-detail", "name", details),
        ]
    }

    #[test]
    fn every_name_in_a_journal_is_told_in_words_of_the_language() {
        let mut lacking = Vec::new();
        for language in LANGUAGES {
            let words = language.catalogue();
            for (id, argument, names) in names() {
                assert!(names.len() > 7, "{id}: {names:?}");
                let said = |value: &str| {
                    let none = ARGUMENTS.into_iter().chain(["name"]).filter(|name| *name != argument);
                    let none = none.map(|name| (name, &"none" as &dyn std::fmt::Display));
                    words.say(
                        id,
                        &none.chain([(argument, &value as &dyn std::fmt::Display)]).collect::<Vec<_>>(),
                    )
                };
                for name in names {
                    // A name that no sentence knows is quoted as it is.
                    if said(&name) == said("unheard-of").replace("unheard-of", &name) {
                        lacking.push(format!("{} {id}: {name}", language.tag));
                    }
                }
            }
        }
        assert!(lacking.is_empty(), "{}", lacking.join("\n"));
    }

    /// The kinds of entries that are told, as `Entry` and its notes have them.
    const KINDS: &str = "started asked withdrawn moved taken-back strength-set clock-started clock-stopped pressed \
                         draw-offered draw-declined claimed two-minutes-claimed two-minutes-answered touched adjusting \
                         pressed-without-move penalized ruled ruling-taken-back pawn-is-queen putting-right new-game set-up \
                         returned-to sealed resumption-agreed unsealed moves-set bonus-set default-time-set reopened time-set \
                         times-told stood-still flag-fell ended resumed noted-question noted-move noted-declaration \
                         noted-report noted-fault left-out";

    #[test]
    fn the_letters_of_the_pieces_are_those_of_the_language() {
        for language in LANGUAGES {
            let letters = Letters::of_language(language.tag).unwrap();
            let told = language.catalogue().in_letters("K Q R B N P");
            let known = "kqrbnp".chars().filter_map(Role::from_char).map(|role| letters.of_role(role));
            assert_eq!(told, known.collect::<Vec<_>>().join(" "), "{}", language.tag);
        }
    }

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
}
