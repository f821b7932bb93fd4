//! A question during a review is answered as if the game stood at the place that is reviewed.

use std::{sync::Arc, time::Duration};

use annabella::{
    announce::{Announcement, BoardAnswer},
    grammar::{Answer, Grammar, Intent, Question, SideReference, Subject},
    journal::{Start, Users},
    language::LanguageFolder,
    laws::Color,
    session::{Confirm, Effect, Event, EventKind, Options, Session},
};

/// Captures, a pin, checks, castling, a repetition, en passant and a promotion.
const MOVES: &str = "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 g1f3 g8f6 f1c4 c8g4 e1g1 b8c6 f1e1 e8c8 c4f7 a5b4 f7c4 b4a5 c4f7 a5b4 \
     h2h4 g7g5 h4g5 h7h5 g5h6 h8g8 h6h7 b4b2 h7g8q f8h6 g8d8 c6d8";

fn session(grammar: &Arc<Grammar>, users: Users, moves: &[&str]) -> Session {
    let options = Options { confirm: Confirm::Never, ..Options::default() };
    let mut session = Session::new(Start { users, ..Start::default() }, options, Arc::clone(grammar));
    session.handle(Event::of_program(EventKind::Began), Duration::ZERO);
    moves.iter().for_each(|m| play(&mut session, m));
    session
}

fn play(session: &mut Session, m: &str) {
    let before = session.record().game().moves().len();
    for line in [m, "uhr"] {
        types(session, line);
    }
    assert_eq!(session.record().game().moves().len(), before + 1, "{m}");
}

fn types(session: &mut Session, line: &str) -> Vec<Announcement> {
    // Each move takes ten seconds.
    let at = session.at() + Duration::from_secs(10);
    let effects = session.handle(Event::at_table(EventKind::Typed(line.to_owned())), at);
    let told = |effect| if let Effect::Announce(told) = effect { Some(told) } else { None };
    effects.into_iter().filter_map(told).collect()
}

/// Every question, in the words of help, and with the sides that help does not name.
fn questions(grammar: &Grammar) -> Vec<(String, Question)> {
    let examples = grammar.topics().iter().flat_map(|topic| &topic.phrases);
    let mut all: Vec<_> = examples
        .filter_map(|phrase| match &phrase.intent {
            Some(Intent::Ask(question)) => Some((phrase.words.clone(), *question)),
            _ => None,
        })
        .collect();
    let white = SideReference::Of(Color::White);
    all.extend([
        ("zeit schwarz".to_owned(), Question::TimeOf(SideReference::Of(Color::Black))),
        ("mein letzter zug".to_owned(), Question::LastMove(SideReference::Mine)),
        ("letzter zug weiß".to_owned(), Question::LastMove(white)),
        ("was ist bei schwarz gefesselt".to_owned(), Question::Pins(SideReference::Of(Color::Black))),
        ("kann weiß rochieren".to_owned(), Question::Castling(white)),
    ]);
    all
}

#[test]
fn a_question_in_review_is_about_the_place_reviewed() {
    let grammar = crate::grammars::of(LanguageFolder::USUAL);
    let moves: Vec<&str> = MOVES.split_whitespace().collect();
    let mut wrong = Vec::new();
    for users in [Users::Both, Users::White, Users::Black] {
        let mut fresh = session(&grammar, users, &[]);
        let mut reviewed = session(&grammar, users, &moves);
        let mut now = session(&grammar, users, &moves);
        for ply in (0..moves.len()).step_by(3) {
            let played = fresh.record().game().moves().len();
            moves[played..ply].iter().for_each(|m| play(&mut fresh, m));
            let way = if ply == 0 {
                vec!["zug 1".to_owned(), "zurück".to_owned()]
            } else {
                vec![format!("zug {} {}", ply.div_ceil(2), if ply % 2 == 1 { "weiß" } else { "schwarz" })]
            };
            way.iter().for_each(|line| drop(types(&mut reviewed, line)));
            assert_eq!(reviewed.reviewed_position(), fresh.record().game().position());
            for (words, question) in questions(&grammar) {
                let mut told = types(&mut reviewed, &words);
                told.retain(|told| !matches!(told, Announcement::BoardAnswer(BoardAnswer::AsOf(_))));
                let mut expected = match question.about() {
                    Subject::Place => types(&mut fresh, &words),
                    Subject::Now => types(&mut now, &words),
                };
                // There it is later.
                for told in told.iter_mut().chain(&mut expected) {
                    if let Announcement::Answer(Answer::TimeSinceMove { time, .. }) = told {
                        *time = Duration::ZERO;
                    }
                }
                if told != expected || told.is_empty() {
                    wrong.push(format!("{ply}, {users:?}: {words}:\n {told:?}\n {expected:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong[..wrong.len().min(5)].join("\n"));
}
