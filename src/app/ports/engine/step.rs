//! What an engine does next: a function of the game and of the engine's findings alone.

use crate::{
    devices::engine::UciScore,
    grammar::Intent,
    journal::Record,
    laws::{Chess, EngineView, Position},
    session::{Inquiry, InquirySearch, RemoteTask, Session},
};

/// The results of the engine's searches.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct EngineFindings {
    /// Its move, and the position (as in UCI) that it belongs to.
    pub reply: Option<(String, Intent)>,
    /// Its score of that move.
    pub score: Option<UciScore>,
    /// The number of the inquiry, and the positions analysed so far.
    pub views: Option<(u64, Vec<EngineView>)>,
    /// It has claimed the fall of the user's flag.
    pub flag_claimed: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum EngineStep {
    Idle,
    /// For a move in this position.
    Search(String),
    /// The number of the inquiry, and of the position among those of the inquiry.
    Analyse(u64, usize),
    /// The inquiry is complete.
    Report(u64, Vec<EngineView>),
    /// The game waits for this move.
    HandIn(Intent),
    /// The user's flag has fallen (FIDE 6.8).
    ClaimFlag,
}

/// Returns what the engine does next.
pub(super) fn next_step(session: &Session, known: &EngineFindings) -> EngineStep {
    let record = session.record();
    // Where something is studied, or a game is over, nobody waits for a move.
    let Some(side) = record.remote() else { return next_analysis(session, known) };
    if record.ended().is_some() {
        return next_analysis(session, known);
    }
    if record.flag_has_fallen(!side) && record.first_fallen() == Some(!side) && !known.flag_claimed {
        return EngineStep::ClaimFlag;
    }
    let wanted = session.remote_task();
    if wanted == RemoteTask::Nothing {
        return next_analysis(session, known);
    }
    let position = position(record, usize::MAX);
    match &known.reply {
        Some((of, m)) if *of == position && wanted == RemoteTask::Move => EngineStep::HandIn(m.clone()),
        // The move waits while a question is open.
        Some((of, _)) if *of == position => next_analysis(session, known),
        _ => EngineStep::Search(position),
    }
}

/// Returns the next position of an inquiry, if there is one.
fn next_analysis(session: &Session, known: &EngineFindings) -> EngineStep {
    let Some(Inquiry { id, searches, .. }) = session.inquiry() else { return EngineStep::Idle };
    let seen = known.views.as_ref().filter(|(of, _)| of == id).map_or(&[][..], |(_, seen)| seen);
    match seen.len() {
        next if next < searches.len() => EngineStep::Analyse(*id, next),
        _ => EngineStep::Report(*id, seen.to_vec()),
    }
}

/// Returns the game after `ply` half-moves as UCI writes it, with its moves, since engines count repetitions.
pub(super) fn position(record: &Record, ply: usize) -> String {
    let game = record.game();
    let start = match game.start() {
        start if *start == Chess::default() => "startpos".to_owned(),
        _ => format!("fen {}", game.start_fen()),
    };
    let castling = game.start().castles().mode();
    let moves: String = game.moves().iter().take(ply).map(|m| format!(" {}", m.to_uci(castling))).collect();
    if moves.is_empty() { start } else { format!("{start} moves{moves}") }
}

/// Returns a position of an inquiry as UCI writes it.
pub(super) fn position_after(record: &Record, search: &InquirySearch) -> String {
    let before = position(record, search.ply);
    let Some(m) = search.tried else { return before };
    let joint = if before.contains(" moves ") { " " } else { " moves " };
    format!("{before}{joint}{}", m.to_uci(record.game().start().castles().mode()))
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, time::Duration};

    use super::*;
    use crate::{
        grammar::Grammar,
        journal::{Opponent, Start, Users},
        laws::{Color, Origin},
        session::{Confirm, Event, EventKind, Options},
    };

    /// A game against an engine with Black.
    struct EngineGame {
        session: Session,
        at: Duration,
    }

    impl EngineGame {
        fn set(time: Option<&str>) -> EngineGame {
            let start = Start {
                opponent: Opponent::Engine(None),
                users: Users::White,
                time_control: time.map(|time| time.parse().unwrap()),
                ..Start::default()
            };
            let options = Options { confirm: Confirm::Never, ..Options::default() };
            let grammar = Arc::new(Grammar::of(crate::language::LanguageFolder::USUAL));
            let mut table = EngineGame { session: Session::new(start, options, grammar), at: Duration::ZERO };
            table.happens(Event::of_program(EventKind::Began));
            table
        }

        fn happens(&mut self, event: Event) {
            self.at += Duration::from_secs(1);
            self.session.handle(event, self.at);
        }

        fn types(&mut self, line: &str) {
            self.happens(Event::at_table(EventKind::Typed(line.to_owned())));
        }

        fn next(&self, known: &EngineFindings) -> EngineStep {
            next_step(&self.session, known)
        }

        /// Returns the findings after the engine's answer in the current position.
        fn answered(&self, uci: &str) -> EngineFindings {
            let m = self.session.move_of_wire(uci).expect("a legal move");
            EngineFindings {
                reply: Some((position(self.session.record(), usize::MAX), m)),
                ..EngineFindings::default()
            }
        }
    }

    fn think(position: &str) -> EngineStep {
        EngineStep::Search(position.to_owned())
    }

    #[test]
    fn it_thinks_when_it_is_to_move_and_hands_in_what_it_found() {
        let mut table = EngineGame::set(None);
        assert_eq!(table.next(&EngineFindings::default()), EngineStep::Idle);
        table.types("e2e4");
        assert_eq!(table.next(&EngineFindings::default()), think("startpos moves e2e4"));
        let known = table.answered("e7e5");
        assert!(matches!(table.next(&known), EngineStep::HandIn(_)));
        // The move waits while a question is open.
        table.types("aufgeben");
        assert_eq!(table.next(&known), EngineStep::Idle);
        assert_eq!(table.next(&EngineFindings::default()), think("startpos moves e2e4"));
        table.types("nein");
        assert!(matches!(table.next(&known), EngineStep::HandIn(_)));
    }

    #[test]
    fn what_it_found_elsewhere_is_nothing() {
        let mut table = EngineGame::set(None);
        table.types("e2e4");
        let known = table.answered("e7e5");
        let EngineStep::HandIn(m) = table.next(&known) else { panic!("a move") };
        table.happens(Event { origin: Origin::Remote(Color::Black), kind: EventKind::Intent(m) });
        assert_eq!(table.next(&known), EngineStep::Idle);
        // The user takes a move back and plays another one.
        table.types("zug zurück");
        assert_eq!(table.next(&known), EngineStep::Idle);
        table.types("d2d4");
        assert_eq!(table.next(&known), think("startpos moves d2d4"));
    }

    #[test]
    fn it_rests_while_the_clocks_stand_or_the_arbiter_has_the_word() {
        let mut table = EngineGame::set(Some("300"));
        table.types("e2e4");
        assert_eq!(table.next(&EngineFindings::default()), think("startpos moves e2e4"));
        table.types("uhr anhalten");
        assert_eq!(table.next(&EngineFindings::default()), EngineStep::Idle);
        table.types("weiter");
        assert_eq!(table.next(&EngineFindings::default()), think("startpos moves e2e4"));
        table.types("schiedsrichter");
        assert_eq!(table.next(&EngineFindings::default()), EngineStep::Idle);
        table.types("weiter");
        // While the engine is lost its clock stands, but the game waits for its move.
        table.happens(Event::of_program(EventKind::Lost(crate::announce::Device::Opponent)));
        assert_eq!(table.session.record().clock().unwrap().running(), None);
        assert_eq!(table.next(&EngineFindings::default()), think("startpos moves e2e4"));
    }

    #[test]
    fn it_claims_a_fallen_flag_once() {
        let mut table = EngineGame::set(Some("2"));
        table.types("weiter");
        table.at += Duration::from_secs(5);
        table.happens(Event::of_program(EventKind::DeadlinePassed));
        assert_eq!(table.next(&EngineFindings::default()), EngineStep::ClaimFlag);
        assert_eq!(
            table.next(&EngineFindings { flag_claimed: true, ..EngineFindings::default() }),
            EngineStep::Idle
        );
    }

    #[test]
    fn it_looks_into_one_position_after_the_other() {
        let mut table = EngineGame::set(None);
        table.types("e2e4");
        let EngineStep::HandIn(m) = table.next(&table.answered("e7e5")) else { panic!("a move") };
        table.happens(Event { origin: Origin::Remote(Color::Black), kind: EventKind::Intent(m) });
        table.types("wo war der fehler");
        let seen = EngineView { value: crate::laws::Evaluation::Pawns(0), line: Vec::new() };
        let known = |count: usize| EngineFindings {
            views: Some((1, vec![seen.clone(); count])),
            ..EngineFindings::default()
        };
        assert_eq!(table.next(&EngineFindings::default()), EngineStep::Analyse(1, 0));
        assert_eq!(table.next(&known(2)), EngineStep::Analyse(1, 2));
        assert_eq!(table.next(&known(3)), EngineStep::Report(1, vec![seen.clone(); 3]));
        // Another inquiry begins anew, and a move ends it.
        table.types("bewertung");
        assert_eq!(table.next(&known(3)), EngineStep::Analyse(2, 0));
        table.types("d2d4");
        assert_eq!(table.next(&EngineFindings::default()), think("startpos moves e2e4 e7e5 d2d4"));
    }

    #[test]
    fn positions_are_told_from_the_start_they_had() {
        let start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let record = Record::new(Start { position: start.parse().unwrap(), ..Start::default() });
        assert_eq!(position(&record, usize::MAX), format!("fen {start}"));
    }
}
