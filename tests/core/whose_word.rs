//! Nobody acts in another's name: whatever a side that is known says, types, presses or feels, in whatever
//! order and whatever question is open, changes nothing that is the other side's.

#![deny(clippy::wildcard_enum_match_arm)]

use std::time::Duration;

use annabella::{
    announce::Announcement,
    journal::{Entry, JournalLine, Record, Start, Users},
    laws::{Color, Ending, Origin, Position, Square},
    session::{Confirm, Effect, Event, EventKind, Key, Options, Session},
};
use proptest::{prelude::*, sample::Index};

/// What can be said of a game besides its moves, of oneself, of the other side and as the arbiter.
const WORDS: [&str; 46] = [
    "ja",
    "nein",
    "korrektur",
    "uhr",
    "weiter",
    "uhr anhalten",
    "ich gebe auf",
    "weiß gibt auf",
    "schwarz gibt auf",
    "weiß",
    "schwarz",
    "remis anbieten",
    "weiß bietet remis",
    "schwarz bietet remis",
    "annehmen",
    "weiß nimmt an",
    "schwarz nimmt an",
    "ablehnen",
    "weiß lehnt ab",
    "schwarz lehnt ab",
    "dreimalige stellung",
    "weiß beansprucht dreimalige stellung",
    "schwarz beansprucht dreimalige stellung",
    "fünfzig züge",
    "letzte zwei minuten",
    "schwarz beansprucht letzte zwei minuten",
    "zeit überschritten",
    "weiß reklamiert zeitüberschreitung",
    "schwarz reklamiert zeitüberschreitung",
    "berührt eva zwei",
    "weiß berührt eva zwei",
    "schwarz berührt eva sieben",
    "ich rücke zurecht",
    "weiß rückt zurecht",
    "schwarz rückt zurecht",
    "abgabezug",
    "öffnen",
    "schiedsrichter",
    "stellung vergleichen",
    "regelwidriger zug weiß",
    "regelwidriger zug schwarz",
    "uhr ohne zug schwarz",
    "bauer nicht ersetzt",
    "figuren verschoben schwarz",
    "zurück vor zug eins",
    "grundstellung falsch",
];

#[derive(Clone, Debug)]
enum Deed {
    Says(usize),
    /// A legal move of whichever side is on move.
    Moves(Index),
    Key(Key),
    Lever,
    Passes(u16),
}

fn deed() -> impl Strategy<Value = Deed> {
    let keys = prop::sample::select(vec![
        Key::Confirm,
        Key::Cancel,
        Key::Press,
        Key::Correct,
        Key::Choice(0),
        Key::Choice(1),
        Key::Choice(2),
        Key::Nothing,
        Key::Square(Square::E2),
    ]);
    prop_oneof![
        6 => (0..WORDS.len()).prop_map(Deed::Says),
        3 => any::<Index>().prop_map(Deed::Moves),
        2 => keys.prop_map(Deed::Key),
        1 => Just(Deed::Lever),
        1 => (1u16..200).prop_map(Deed::Passes),
    ]
}

struct Game {
    session: Session,
    lines: Vec<JournalLine>,
    at: Duration,
}

impl Game {
    fn begin(start: Start, confirm: Confirm) -> Game {
        let grammar = crate::grammars::of(annabella::language::LanguageFolder::USUAL);
        let options = Options { confirm, ..Options::default() };
        let session = Session::new(start, options, grammar);
        let mut game = Game { session, lines: Vec::new(), at: Duration::ZERO };
        game.handle(Event::of_program(EventKind::Began));
        game
    }

    fn take(&mut self, deed: &Deed, from: Origin) {
        let what = match deed {
            Deed::Says(n) => EventKind::Typed(WORDS[*n].to_owned()),
            Deed::Moves(m) => {
                let position = self.session.record().game().position();
                let moves = position.legal_moves();
                if moves.is_empty() {
                    return;
                }
                EventKind::Typed(m.get(&moves).to_uci(position.castles().mode()).to_string())
            }
            Deed::Key(key) => EventKind::Key(*key),
            Deed::Lever => EventKind::Lever(from.side().unwrap_or(Color::White)),
            Deed::Passes(seconds) => {
                self.at += Duration::from_secs(u64::from(*seconds));
                return self.handle(Event::of_program(EventKind::DeadlinePassed));
            }
        };
        self.handle(Event { origin: from, kind: what });
    }

    fn handle(&mut self, event: Event) {
        for effect in self.session.handle(event, self.at) {
            assert_ne!(effect, Effect::Announce(Announcement::NotRecorded));
            if let Effect::Record(line) = effect {
                self.lines.push(line);
            }
        }
    }
}

/// Whose word an entry is; `Err` for the arbiter's; `None` for nobody's: time, the clock as such, a return.
fn in_the_name_of(record: &Record, entry: &Entry) -> Result<Option<Color>, &'static str> {
    let turn = record.game().turn();
    Ok(match entry {
        Entry::Moved { .. } | Entry::Touched { .. } | Entry::Adjusting => Some(turn),
        Entry::TakenBack => Some(!turn),
        Entry::Pressed { side }
        | Entry::PressedWithoutMove { side }
        | Entry::TwoMinutesClaimed { side }
        | Entry::Sealed { side, .. } => Some(*side),
        Entry::DrawOffered { by } | Entry::Claimed { by, .. } => Some(*by),
        Entry::DrawDeclined => record.offer().map(|by| !by),
        Entry::Ended { .. } => ended_by(record, entry)?,
        Entry::TwoMinutesAnswered { .. }
        | Entry::Penalized { .. }
        | Entry::RulingTakenBack
        | Entry::PawnIsQueen { .. }
        | Entry::NewGame { .. }
        | Entry::ReturnedTo { .. }
        | Entry::Unsealed
        | Entry::MovesSet { .. }
        | Entry::BonusSet { .. }
        | Entry::DefaultTimeSet { .. }
        | Entry::Reopened
        | Entry::TimeSet { .. }
        | Entry::PuttingRight { .. } => return Err("that is the arbiter's"),
        // What is reported may be ruled on without a question: that the game goes on as it is.
        Entry::Ruled { .. } => None,
        Entry::Started(_)
        | Entry::Resumed { .. }
        | Entry::SetUp { .. }
        // A question that waited is asked again after the word of anybody.
        | Entry::Asked(_)
        | Entry::Withdrawn
        | Entry::ClockStarted { .. }
        | Entry::ClockStopped
        | Entry::StrengthSet { .. }
        | Entry::ResumptionAgreed { .. }
        | Entry::TimesTold { .. }
        | Entry::StoodStill { .. }
        | Entry::FlagFell { .. }
        | Entry::Noted(_)
        | Entry::RulingReceived { .. }
        | Entry::RulingDone
        | Entry::Tick => None,
    })
}

/// The side that ended the game by what it said. What follows from a move or a claim is nobody's.
fn ended_by(record: &Record, entry: &Entry) -> Result<Option<Color>, &'static str> {
    let Entry::Ended { outcome } = entry else { return Ok(None) };
    match outcome.ending {
        Ending::Resignation(side) => Ok(Some(side)),
        Ending::Agreement => Ok(record.offer().map(|by| !by)),
        // FIDE 6.8: either player may claim it, also the one whose flag fell first.
        Ending::FlagFall(_) => Ok(None),
        Ending::IllegalMoves(_) | Ending::LastTwoMinutes | Ending::Arbiter | Ending::SealedMove(_) => {
            Err("that is the arbiter's")
        }
        Ending::Checkmate
        | Ending::Stalemate
        | Ending::DeadPosition
        | Ending::Threefold { .. }
        | Ending::FiftyMoves { .. }
        | Ending::Fivefold
        | Ending::SeventyFiveMoves
        | Ending::BothFlags
        | Ending::ClaimReferred
        | Ending::Default(_)
        | Ending::Left(_)
        | Ending::Aborted
        | Ending::Service => Ok(None),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "takes ten seconds; `make test` runs it"]
    fn nobody_acts_in_anothers_name(
        users in prop::sample::select(vec![Users::White, Users::Black, Users::Both]),
        clock in any::<bool>(),
        silent in any::<bool>(),
        white in any::<bool>(),
        remote in any::<bool>(),
        before in prop::collection::vec(deed(), 0..25),
        deeds in prop::collection::vec(deed(), 1..25),
    ) {
        let time_control = clock.then(|| "300+3".parse().unwrap());
        let start = Start { version: 1, users, time_control, ..Start::default() };
        let mut game = Game::begin(start, if silent { Confirm::Never } else { Confirm::Voice });
        for deed in &before {
            game.take(deed, Origin::Table);
        }
        let side = Color::from_white(white);
        let from = if remote { Origin::Remote(side) } else { Origin::Player(side) };
        for deed in &deeds {
            let written = game.lines.len();
            game.take(deed, from);
            if matches!(deed, Deed::Passes(_)) {
                continue;
            }
            for n in written..game.lines.len() {
                let record = Record::replay(&game.lines[..n]).unwrap();
                let entry = &game.lines[n].entry;
                // A reply, or a declaration without a clock, completes the move before it (6.2.1.2).
                let followed = matches!(game.lines.get(n + 1), Some(next) if matches!(next.entry, Entry::Moved { .. }));
                if matches!(entry, Entry::Pressed { .. }) && (followed || !clock) {
                    continue;
                }
                let whose = in_the_name_of(&record, entry);
                prop_assert!(
                    matches!(whose, Ok(None)) || whose == Ok(Some(side)),
                    "{side:?} by {deed:?} wrote {entry:?}, {whose:?}"
                );
            }
        }
    }
}

/// How the user's place speaks and listens, and whether it plays on, is not the opponent's.
#[test]
fn the_opponent_does_not_change_the_users_place() {
    let start = Start { users: Users::White, ..Start::default() };
    let grammar = crate::grammars::of(annabella::language::LanguageFolder::USUAL);
    for line in ["lauter", "Mikrofon aus", "sprich nato", "Partie beenden", "wiederholen", "neue Partie"] {
        let mut session = Session::new(start.clone(), Options::default(), grammar.clone());
        session.handle(Event::of_program(EventKind::Began), Duration::ZERO);
        let typed = |origin| Event { origin, kind: EventKind::Typed(line.into()) };
        let told = session.handle(typed(Origin::Player(Color::Black)), Duration::from_secs(1));
        assert_eq!(told, [Effect::Answer(Announcement::NotYours(Color::White))], "{line}");
        let told = session.handle(typed(Origin::Player(Color::White)), Duration::from_secs(2));
        assert!(!told.contains(&Effect::Announce(Announcement::NotYours(Color::White))), "{line}");
    }
}

/// What the opponent is answered at a page of their own is told there alone; what becomes of the game is told here.
#[test]
fn the_opponent_is_answered_aside() {
    let grammar = crate::grammars::of(annabella::language::LanguageFolder::USUAL);
    let start = Start { users: Users::White, ..Start::default() };
    let mut session = Session::new(start, Options::default(), grammar);
    let mut at = Duration::ZERO;
    let mut said = |origin, line: &str| {
        at += Duration::from_secs(1);
        let effects = session.handle(Event { origin, kind: EventKind::Typed(line.into()) }, at);
        let here = effects.iter().any(|effect| matches!(effect, Effect::Announce(_) | Effect::Feel(_)));
        let aside = effects.iter().any(|effect| matches!(effect, Effect::Answer(_)));
        (here, aside)
    };
    let (user, opponent) = (Origin::Player(Color::White), Origin::Player(Color::Black));
    const HERE: (bool, bool) = (true, false);
    const ASIDE: (bool, bool) = (false, true);
    for (origin, line, told) in [
        (opponent, "e7e5", ASIDE),
        (user, "e2e4", HERE),
        (user, "ja", HERE),
        (opponent, "xyz", ASIDE),
        (opponent, "e7e4", ASIDE),
        (opponent, "stellung", ASIDE),
        (opponent, "e7e5", ASIDE),
        (opponent, "nein", ASIDE),
        (opponent, "e7e5", ASIDE),
        (opponent, "ja", HERE),
        (opponent, "ich gebe auf", ASIDE),
        (opponent, "nein", ASIDE),
        (user, "remis anbieten", HERE),
        (opponent, "ablehnen", HERE),
        (opponent, "berührt g8", ASIDE),
        (opponent, "nein", ASIDE),
        (user, "wiederholen", HERE),
        (opponent, "ich gebe auf", ASIDE),
        (opponent, "ja", HERE),
    ] {
        assert_eq!(said(origin, line), told, "{line}");
    }
}
