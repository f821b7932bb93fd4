//! In competition two positions that a player's words cannot tell apart get the same answers (FIDE D.2.10).
//!
//! What is said, brailled, sounded and felt is compared in pairs of positions, for everything that can be said, typed and
//! pressed, up to the yes to a read-back; and after it, where the move is made in both.

use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};

use annabella::{
    announce::{Announcement, Announcer, Audience},
    grammar::{Alternative, Grammar},
    journal::{Start, Users},
    language::LANGUAGES,
    laws::{Chess, Color, Direction, Origin, Position, Rank, Role, Square, StartPosition},
    session::{Effect, Event, EventKind, Explore, Key, Options, Session, SpokenTime},
};
use shakmaty::{CastlingMode, EnPassantMode, fen::Fen};

static VOICES: LazyLock<[(Arc<Grammar>, Announcer); LANGUAGES.len()]> = LazyLock::new(|| {
    LANGUAGES.map(|language| {
        let grammar = crate::grammars::of(language);
        let announcer = Announcer::of(language, grammar.spoken().clone(), *grammar.letters());
        (grammar, announcer)
    })
});

/// Positions with White to move that have little in common: a bare one, sharp ones, a promotion, a check, a stalemate near.
const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqk2r/pP3ppp/2n2n2/2bpp3/2BPP3/2N2N2/P1P2PPP/R1BQK2R w KQkq - 0 1",
    "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
    "7k/1P2P3/5K2/4pPp1/8/3N4/1N6/Q5Q1 w - g6 0 1",
    "r5k1/8/8/3p4/2B5/8/5q2/R3K2R w KQ - 0 1",
    "r3k2r/1P4P1/8/2pP4/8/2n5/5Q2/R3K2R w KQkq c6 0 1",
];

/// What is said in German, each utterance in a game of its own, and then what follows it.
const SAID: &[&str] = &[
    "läufer schlägt bauer",
    "bauer schlägt läufer",
    "schlägt david fünf",
    "dame schlägt turm",
    "schlägt dame",
    "eva schlägt david",
    "eva schlägt david fünf",
    "bauer eva vier schlägt david fünf",
    "läufer cesar vier schlägt david fünf schach",
    "springer cesar drei",
    "springer bella david zwei",
    "springer david zwei",
    "springer",
    "dame",
    "bauer",
    "turm anna acht matt",
    "könig felix zwei",
    "eva vier",
    "bella acht",
    "bella acht dame",
    "bella sieben bella acht",
    "eva sieben eva acht turm",
    "david fünf schlägt cesar sechs en passant",
    "rochade",
    "kurze rochade",
    "lange rochade",
    "eva eins gustav eins",
    "bauer nicht ersetzt",
    "bauer nicht ersetzt auf bella acht",
    "berührt eva sechs",
    "berührt eva vier",
    "schwarz berührt eva acht",
    "ich rücke zurecht",
    "regelwidriger zug schwarz",
    "unmögliche stellung",
    "dreimalige stellung",
    "dreimalige stellung mit turm anna acht",
    "dreimalige stellung mit läufer schlägt bauer",
    "fünfzig züge mit dame hector fünf",
    "remis",
    "ich gebe auf",
    "abgabezug",
    "stellung vergleichen",
    "schiedsrichter",
    "stellung",
    "was steht auf eva vier",
    "wo sind meine springer",
    "reihe sieben",
    "wer greift eva vier an",
    "mögliche züge von eva zwei",
    "steht der könig im schach",
    "material",
    "kann ich rochieren",
    "letzter zug",
    "wer ist am zug",
    "zugnummer",
    "zeit",
    "was ist berührt",
    "tipp",
    "üben",
    "hilfe",
    "hilfe züge",
    "hilfe stellung",
    "rückblick",
    "korrektur",
    "uhr",
    "gustav eins drei",
    "springer felix drei gustav",
    "eva vier eva fünf",
    "eva vier uhr",
    "nein springer felix drei",
    "Dxe5",
    "Bxc5",
    "Lb5",
    "Sf3",
    "Bd6",
    "e4",
    "exd5",
    "b8=D",
    "0-0",
    "a1a8",
    "e2e4",
    "xd5",
];

const SAID_IN_ENGLISH: &[&str] = &[
    "bishop takes pawn",
    "takes david five",
    "knight",
    "castles",
    "bella eight",
    "pawn not replaced",
    "touched eva six",
    "threefold repetition with rook anna eight",
    "Bxc5",
    "Nf3",
    "a1a8",
    "position",
    "help",
];

/// What answers the questions that may be open then, without a yes.
const ANSWERS: [&[&str]; 5] = [
    &["hilfe", "wiederholen", "david fünf", "springer", "nein"],
    &["bella", "dame", "kurz", "turm", "hilfe", "nein"],
    &["hector sechs", "anna acht", "dame", "nein", "korrektur"],
    &["letzter zug", "stellung", "ich gebe auf", "nein", "wiederholen", "nein"],
    &["eins", "zwei", "springer hector drei", "läufer", "nein"],
];

struct Game<'a> {
    session: Session,
    announcer: &'a Announcer,
    audience: Audience,
    at: Duration,
}

impl<'a> Game<'a> {
    fn begin(fen: &str, voice: &'a (Arc<Grammar>, Announcer), options: Options) -> Game<'a> {
        let (grammar, announcer) = voice;
        let start = Start {
            position: StartPosition::of_fen(fen, false).unwrap(),
            users: Users::White,
            competition: true,
            time_control: Some("5400+30".parse().unwrap()),
            ..Start::default()
        };
        let audience = Audience::from(start.users);
        let session = Session::new(start, options, Arc::clone(grammar));
        let mut game = Game { session, announcer, audience, at: Duration::ZERO };
        game.handle(EventKind::Began);
        game.handle(EventKind::Typed("uhr".to_owned()));
        game
    }

    fn types(&mut self, line: &str) -> String {
        self.handle(EventKind::Typed(line.to_owned()))
    }

    fn hears(&mut self, alternatives: Vec<Alternative>) -> String {
        let spoken = SpokenTime { sound: self.at..self.at, began: self.at };
        self.handle(EventKind::Heard { alternatives, spoken })
    }

    /// Everything that reaches a player, and what can be said then.
    fn handle(&mut self, kind: EventKind) -> String {
        self.at += Duration::from_secs(1);
        let effects = self.session.handle(Event { origin: Origin::Table, kind }, self.at);
        let told = |effect| match effect {
            Effect::Record(_) => None,
            Effect::Announce(told) => Some(format!("says {}", self.rendered(&told))),
            Effect::Show(told) => Some(format!("shows {}", self.rendered(&told))),
            other => Some(format!("{other:?}")),
        };
        let mut told: Vec<String> = effects.into_iter().filter_map(told).collect();
        told.push(format!("expects {:?}", self.session.moment().expects));
        let line = self.announcer.game_line(&self.session.played(2), Color::White, None, 40);
        told.push(format!("line {}", line.cells));
        told.join("\n")
    }

    fn rendered(&self, told: &Announcement) -> String {
        let rendering = self.announcer.render(told, self.audience);
        format!("{} / {} {:?}", rendering.words, rendering.line.cells, rendering.line.targets)
    }
}

/// Plays the same in all positions, and compares what reaches the player.
fn check(voice: &(Arc<Grammar>, Announcer), what: &str, play: impl Fn(&mut Game<'_>) -> Vec<String>) {
    let mut first: Option<(&str, Vec<String>)> = None;
    for fen in POSITIONS {
        let mut game = Game::begin(fen, voice, Options::default());
        let told = play(&mut game);
        match &first {
            None => first = Some((fen, told)),
            Some((before, expected)) => {
                assert_eq!(&told, expected, "{what} tells {fen} from {before}");
            }
        }
    }
}

#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn words_tell_no_position_from_another() {
    let german = &VOICES[0];
    for (n, said) in SAID.iter().enumerate() {
        for answers in [ANSWERS[n % 5], ANSWERS[(n + 2) % 5]] {
            check(german, said, |game| {
                [said].into_iter().chain(answers).map(|line| game.types(line)).collect()
            });
        }
    }
    for said in SAID_IN_ENGLISH {
        check(&VOICES[1], said, |game| {
            [*said, "help", "david five", "no"].into_iter().map(|line| game.types(line)).collect()
        });
    }
}

/// Every square alone, every piece to every square, every two squares, every touch: sampled.
#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn no_square_tells_a_position_from_another() {
    let (grammar, _) = &VOICES[0];
    let names = grammar.spoken();
    for (n, square) in Square::ALL.into_iter().enumerate() {
        let other = Square::ALL[(n * 29 + 11) % 64];
        let role = Role::ALL[n % 6];
        let (at, to, piece) = (names.square(square), names.square(other), names.piece(role));
        for said in [
            at.clone(),
            format!("{piece} {at}"),
            format!("{piece} schlägt {at}"),
            format!("{at} {to}"),
            format!("{at} schlägt {to}"),
            format!("berührt {at}"),
            format!("{piece} {at} schlägt {}", names.piece(Role::ALL[(n / 6) % 6])),
        ] {
            check(&VOICES[0], &said, |game| vec![game.types(&said), game.types("nein")]);
        }
    }
}

/// Of what was heard doubtfully, the position chooses nothing.
#[test]
fn what_is_heard_in_doubt_tells_no_position_from_another() {
    let hearings: [&[(&str, f32)]; 7] = [
        &[("turm anna acht", 0.0), ("turm anna drei", -0.2)],
        &[("läufer cesar vier", 0.0), ("läufer david fünf", -0.3), ("läufer bella fünf", -1.0)],
        &[("springer felix", 0.0), ("springer felix drei", -1.0)],
        &[("eva vier eva", 0.0), ("eva vier", -0.4), ("eva zwei eva vier", -2.0)],
        &[("rochade", 0.0), ("kurze rochade", -0.2)],
        &[("dame schlägt", 0.0), ("dame schlägt turm", -0.5), ("dame acht", -0.6)],
        &[("springer david zwei vier", 0.0)],
    ];
    for heard in hearings {
        let what = format!("{heard:?}");
        let heard: Vec<Alternative> = heard
            .iter()
            .map(|(words, score)| Alternative::new(words.split(' ').map(str::to_owned).collect(), *score))
            .collect();
        check(&VOICES[0], &what, |game| {
            vec![game.hears(heard.clone()), game.types("hilfe"), game.types("nein")]
        });
    }
}

#[test]
fn no_key_tells_a_position_from_another() {
    let explored = [
        Explore::Open,
        Explore::Help,
        Explore::Here,
        Explore::Step(Direction::Up),
        Explore::Rank(Rank::Fifth),
        Explore::Piece { role: Role::Queen, back: false },
        Explore::Ray { back: false },
        Explore::Move { back: false },
        Explore::Capture { back: false },
        Explore::Origin,
        Explore::Take,
        Explore::Close,
    ];
    let keys = explored.map(Key::Explore).into_iter().chain(Square::ALL.map(Key::Square));
    let others = [Key::Confirm, Key::Cancel, Key::Repeat, Key::Press, Key::Arbiter, Key::Correct];
    let openings = ["", "schlägt david fünf", "rochade", "bella acht", "springer"];
    for (n, key) in keys.chain(others).chain((0..5).map(Key::Choice)).enumerate() {
        for before in [openings[n % 5], openings[(n + 2) % 5]] {
            check(&VOICES[0], &format!("{before}, {key:?}"), |game| {
                vec![game.types(before), game.handle(EventKind::Key(key)), game.types("nein")]
            });
        }
    }
}

/// After the yes nothing is added to the words, and a game that goes on goes on alike.
#[test]
fn a_yes_adds_nothing_to_the_words() {
    let (grammar, announcer) = &VOICES[0];
    let names = grammar.spoken();
    let (mut made, mut refused) = (0, 0);
    for fen in POSITIONS {
        let position: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        for m in position.legal_moves() {
            let said = match m.castling_side() {
                Some(side) => names.castling(side).to_owned(),
                None => format!("{} {}", names.piece(m.role()), names.square(m.to())),
            };
            let said = m.promotion().map_or(said.clone(), |role| format!("{said} {}", names.piece(role)));
            let mut game = Game::begin(fen, &VOICES[0], Options::default());
            game.types(&said);
            let before = game.session.record().game().moves().len();
            let effects = game.session.handle(
                Event { origin: Origin::Table, kind: EventKind::Typed("ja".to_owned()) },
                Duration::from_secs(60),
            );
            let told: Vec<String> = effects
                .into_iter()
                .filter_map(|effect| match effect {
                    Effect::Announce(told) => Some(announcer.render(&told, game.audience)),
                    _ => None,
                })
                .flat_map(|rendering| [rendering.words, rendering.line.cells])
                .collect();
            if game.session.record().game().moves().len() == before {
                refused += 1;
                assert!(told[0].starts_with("Nicht eindeutig"), "{fen}, {said}: {told:?}");
                continue;
            }
            made += 1;
            let words = told[0].trim_end_matches('.').to_lowercase();
            assert_eq!(words.replace(" wird ", " "), said.to_lowercase(), "{fen}");
            let shown = EnPassantMode::Legal;
            let is_over = game.session.record().ended().is_some();
            let after = Fen::from_position(game.session.record().game().position(), shown);
            assert!(!told[1].contains(['+', '#', 'x']), "{fen}, {said}: {told:?}");
            assert_eq!(told.len(), if is_over { 4 } else { 2 }, "{fen}, {said}, {after}: {told:?}");
            assert!(!is_over || ["Matt.", "Patt.", "Keine Seite"].iter().any(|end| told[2].starts_with(end)));
        }
    }
    assert!(made > 100 && refused > 0, "{made} made, {refused} refused");
}

/// An illegal move is one, whatever is wrong with it; what is put right after it, and after the end, is the arbiter's.
#[test]
fn what_was_learnt_is_not_taken_back() {
    let illegal = [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "turm anna eins bella zwei"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "dame hector fünf"),
        ("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "turm anna zwei"),
        ("4r2k/8/8/8/2B5/8/8/4K3 w - - 0 1", "läufer bella fünf"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "lange rochade"),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "anna fünf"),
    ];
    for (fen, said) in illegal {
        let mut game = Game::begin(fen, &VOICES[0], Options::default());
        game.types(said);
        let told = game.types("ja");
        assert!(told.contains("Geht nicht, der Zug ist regelwidrig."), "{said}: {told}");
        assert!(game.types("korrektur").contains("Schiedsrichter"), "{said}");
    }
    let over = [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "turm anna acht", "Matt. Weiß gewinnt."),
        ("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "dame gustav sechs", "Patt. Remis."),
    ];
    for (fen, said, result) in over {
        let mut game = Game::begin(fen, &VOICES[0], Options::default());
        game.types(said);
        assert!(game.types("ja").contains(result), "{said}");
        assert!(game.types("korrektur").contains("Schiedsrichter"), "{said}");
        assert!(game.session.record().ended().is_some(), "{said}");
    }
    // A slip of the tongue, from which nothing was learnt.
    let mut game = Game::begin(POSITIONS[2], &VOICES[0], Options::default());
    game.types("turm anna acht");
    game.types("ja");
    assert!(game.types("korrektur").contains("Zurückgenommen"));
}
