//! A refused illegal move that was pressed binds the pieces it touches (FIDE 7.5.1 with 4.3), held against the article.

use std::time::Duration;

use annabella::{
    journal::Start,
    language::LanguageFolder,
    laws::{Chess, Game, Move, Origin, Position, Square},
    session::{Confirm, Event, EventKind, Options, Phase, Session},
};
use shakmaty::{EnPassantMode, fen::Fen};

use crate::positions::Random;

#[test]
fn a_refused_move_that_was_pressed_binds_its_pieces() {
    let random = &mut Random(0x7_5_1);
    let (mut bound, mut captures, mut free) = (0, 0, 0);
    while bound < 40 || captures < 10 || free < 5 {
        let Some(Pressed { mut session, own, captured }) = pressed(random) else { continue };
        let legal: Vec<Move> = session.record().game().position().legal_moves().into_iter().collect();
        let owed = owed(&legal, own, captured);
        match owed.len() {
            n if n == legal.len() => free += 1,
            _ if captured.is_some() => captures += 1,
            _ => bound += 1,
        }
        // One that is owed is made; one that is not is refused.
        for is_owed in [false, true] {
            let some: Vec<&Move> = legal.iter().filter(|m| owed.contains(m) == is_owed).collect();
            let Some(m) = (!some.is_empty()).then(|| some[random.below(some.len())]) else { continue };
            let made = session.record().game().moves().len();
            enter(&mut session, &m.to_uci(shakmaty::CastlingMode::Standard).to_string(), made as u64 + 100);
            let is_made = session.record().game().moves().len() > made;
            let fen = Fen::from_position(session.record().game().position(), EnPassantMode::Legal);
            assert_eq!(is_made, is_owed, "{own} {captured:?} {m:?}: {fen}");
        }
    }
}

/// The moves that may be played once a piece of the player's own was touched, and then perhaps one of the opponent's.
fn owed(legal: &[Move], own: Square, captured: Option<Square>) -> Vec<Move> {
    let of = |fits: &dyn Fn(&Move) -> bool| legal.iter().copied().filter(|m| fits(m)).collect::<Vec<_>>();
    // 4.3.3: the one captures the other; else 4.3.1, the own piece moves; else 4.3.2, the other is captured; else 4.5.
    let takes = |m: &Move, square| m.is_capture() && !m.is_en_passant() && m.to() == square;
    let both = captured.map(|square| of(&|m| m.from() == Some(own) && takes(m, square))).unwrap_or_default();
    let moved = of(&|m| m.from() == Some(own));
    let taken = captured.map(|square| of(&|m| takes(m, square))).unwrap_or_default();
    [both, moved, taken].into_iter().find(|moves| !moves.is_empty()).unwrap_or_else(|| legal.to_vec())
}

/// A game in which an illegal move was refused, made all the same, pressed and penalized.
struct Pressed {
    session: Session,
    own: Square,
    captured: Option<Square>,
}

fn pressed(random: &mut Random) -> Option<Pressed> {
    let mut game = Game::default();
    for _ in 0..random.below(80) {
        let m = random.legal_move(game.position())?;
        game.play(m).ok()?;
    }
    let position = game.position().clone();
    let us: Vec<Square> = position.us().into_iter().collect();
    let some = |random: &mut Random| {
        let own = us[random.below(us.len())];
        let fits = |to: &Square| {
            !position.us().contains(*to)
                && position.legal_moves().iter().all(|m| m.from() != Some(own) || m.to() != *to)
        };
        // Every other one captures.
        let to: Vec<Square> = match random.below(2) {
            0 => position.them().into_iter().filter(fits).collect(),
            _ => Square::ALL.into_iter().filter(fits).collect(),
        };
        (!to.is_empty()).then(|| (own, to[random.below(to.len())]))
    };
    let mut session = begin(&position);
    enter(&mut session, "uhr", 1);
    let (mut own, mut to) = some(random)?;
    // What was refused before, and not made, touches nothing.
    if random.below(3) == 0 {
        enter(&mut session, &format!("{own}{to}"), 2);
        (own, to) = some(random)?;
    }
    enter(&mut session, &format!("{own}{to}"), 3);
    if *session.phase() != Phase::Moving || !session.record().game().moves().is_empty() {
        return None;
    }
    let side = position.turn();
    handle(&mut session, EventKind::Lever(side), 4);
    enter(&mut session, "schiedsrichter", 5);
    enter(&mut session, "ja", 6);
    enter(&mut session, "weiter", 7);
    let captured = position.them().contains(to).then_some(to);
    Some(Pressed { session, own, captured })
}

fn begin(position: &Chess) -> Session {
    let grammar = crate::grammars::of(LanguageFolder::USUAL);
    let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
    let start = Start {
        position: fen.parse().unwrap(),
        time_control: Some("5400+30".parse().unwrap()),
        ..Start::default()
    };
    let options = Options { confirm: Confirm::Never, ..Options::default() };
    let mut session = Session::new(start, options, grammar);
    session.handle(Event::of_program(EventKind::Began), Duration::ZERO);
    session
}

fn enter(session: &mut Session, line: &str, at: u64) {
    handle(session, EventKind::Typed(line.to_owned()), at);
}

fn handle(session: &mut Session, kind: EventKind, at: u64) {
    session.handle(Event { origin: Origin::Table, kind }, Duration::from_secs(at));
}
