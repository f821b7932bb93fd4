//! What a seat is shown.
//!
//! The whole state goes out at every change. It is made from the session alone, for one seat, so nothing can be in it that
//! was not asked for here: the position only where it is [described](Session::describes_position), what is told only where
//! it is heard, and a question only for who is asked.

use std::{collections::BTreeMap, time::Duration};

use serde::Serialize;

use super::Seat;
use crate::{
    announce::{Announcement, Announcer, Device, MoveDetail, MoveInPosition, SchoolAnnouncement},
    app::game_options::Language,
    grammar::{Grammar, PhrasePlace},
    journal::known_tag,
    language::Catalogue,
    laws::{Board, Color, Outcome, Position, Role, Square},
    notation::svg,
    school::Subject,
    session::{ClockFace, Session},
};

/// The state of one seat, as JSON for its page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PageState {
    seat: &'static str,
    players: [String; 2],
    /// What is studied in the place of a game.
    course: Option<String>,
    event: String,
    /// The side that is drawn at the bottom.
    own: &'static str,
    turn: &'static str,
    /// Whether it matters who is on move.
    has_turn: bool,
    /// Whether moves can be made here, on the board or on its empty squares.
    moves_here: bool,
    /// Whether a square of the board is an answer, not the beginning of a move.
    names_squares: bool,
    /// Whether what is typed is hidden: a move is being sealed.
    concealed: bool,
    board: Option<BoardState>,
    moves: Vec<String>,
    /// The last of them, as it is told.
    last_move: Option<String>,
    /// The side that made the first of them.
    first: &'static str,
    clock: Option<ClockState>,
    result: Option<String>,
    /// The time spent on each move, as markup without a word of anybody's; once the game is over.
    times: Option<String>,
    asked: Option<AskedState>,
    told: Vec<ToldSentence>,
    devices: Vec<DeviceState>,
    topics: Vec<TopicState>,
    keys: KeysState,
}

/// The keys that depend on the language.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct KeysState {
    /// The letter of each kind of piece, by its English one.
    pieces: BTreeMap<char, &'static str>,
    times: char,
    last_move: char,
}

/// The position, square by square from a1 to h8.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct BoardState {
    /// `wK`, or nothing.
    pieces: Vec<String>,
    /// The name of each square with what stands there.
    labels: Vec<String>,
    /// The squares of the last move.
    last: Vec<String>,
    /// The square of a king in check.
    check: Option<String>,
    lifted: Option<String>,
}

/// Both times in milliseconds, and whose runs; `delay`: how long it stands before that, in milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct ClockState {
    white: u64,
    black: u64,
    running: Option<&'static str>,
    delay: u64,
    fallen: Vec<&'static str>,
}

/// The open question.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct AskedState {
    /// Its number.
    id: u64,
    text: String,
    /// Nothing where another than this seat is asked.
    answers: Vec<String>,
    /// Whether it is to be answered before all else: who learns looks at the board first.
    is_urgent: bool,
}

/// A sentence that was told.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldSentence {
    pub id: u64,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct DeviceState {
    name: String,
    lost: bool,
}

/// What can be said about one topic.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct TopicState {
    title: String,
    phrases: Vec<PhraseState>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct PhraseState {
    words: String,
    purpose: String,
    /// The words to begin with, where the rest is the speaker's own.
    begin: Option<String>,
}

/// What all seats' states are made from.
pub struct PageContext<'a> {
    pub session: &'a Session,
    pub language: &'a Language,
    pub announcer: &'a Announcer,
    /// The time since the session began.
    pub now: Duration,
    pub face: Option<ClockFace>,
    pub concealed: bool,
    pub devices: &'a [(Device, bool)],
    /// The number of the question that is open now.
    pub asked_id: u64,
    /// The time spent on each move, as markup.
    pub times: Option<&'a str>,
}

impl PageState {
    /// Makes the state of a seat.
    pub fn of(
        seat: Seat,
        told: Vec<ToldSentence>,
        labels: &mut SquareLabels,
        with: &PageContext<'_>,
    ) -> PageState {
        let (session, words) = (with.session, &with.language.words);
        let (record, acts) = (session.record(), seat != Seat::View);
        let start = record.start();
        let moves = played(session, seat, usize::MAX);
        let studies = session.is_studying();
        let describes = seat == Seat::View && !studies || session.describes_position();
        let ended = record.ended().filter(|_| !studies);
        let board = describes.then(|| BoardState::of(session, seat, labels, with.announcer, words));
        let name = |tag: &str, side| match known_tag(tag) {
            Some(name) => name.to_owned(),
            None => words.say("live-side", &[("side", &side_name(side))]),
        };
        PageState {
            seat: seat.name(),
            players: [name(&start.white, Color::White), name(&start.black, Color::Black)],
            event: known_tag(&start.event).unwrap_or_default().to_owned(),
            own: side_name(seat.side().unwrap_or_else(|| session.own_side())),
            course: studies.then(|| course(session, words)),
            turn: side_name(record.game().turn()),
            has_turn: session.has_turn(),
            moves_here: acts && (session.has_begun() || studies) && ended.is_none(),
            names_squares: acts && session.asks_for_no_move(),
            concealed: with.concealed,
            board,
            first: moves.first().map_or("white", |told| side_name(told.before.turn())),
            moves: moves.iter().enumerate().map(|(n, told)| with.announcer.printed(told, n == 0)).collect(),
            last_move: moves.last().map(|told| {
                let told = Announcement::OpponentMoved(told.clone());
                with.announcer.render(&told, seat.audience(session)).words
            }),
            clock: with.face.filter(|_| record.clock().is_some()).map(|face| ClockState::of(&face, with.now)),
            result: ended.map(|outcome| {
                with.announcer.render(&Announcement::Ended(outcome, None), seat.audience(session)).words
            }),
            times: ended.and_then(|_| with.times.map(str::to_owned)),
            asked: asked(session, seat).map(|asked| AskedState {
                id: with.asked_id,
                is_urgent: !matches!(asked, Announcement::School(SchoolAnnouncement::Task { .. })),
                text: with.announcer.render(&asked, seat.audience(session)).words,
                answers: match seat.side().is_none_or(|side| session.takes_answer_of(side)) {
                    true => with.announcer.answers(&asked, seat.audience(session)),
                    false => Vec::new(),
                },
            }),
            told,
            devices: with
                .devices
                .iter()
                .filter(|_| acts)
                .map(|(device, there)| DeviceState::of(*device, *there, words))
                .collect(),
            topics: if acts { topics(with) } else { Vec::new() },
            keys: KeysState::of(&with.language.grammar),
        }
    }

    /// Whether only the times differ that pass by themselves.
    pub(super) fn is_same_but_for_times(&self, other: &PageState) -> bool {
        let still = |state: &PageState| {
            let clock = state.clock.as_ref();
            clock.map(|clock| {
                (
                    clock.running,
                    clock.fallen.clone(),
                    clock.running.is_none().then_some((clock.white, clock.black)),
                )
            })
        };
        let rest = |state: &PageState| PageState { clock: None, ..state.clone() };
        still(self) == still(other) && rest(self) == rest(other)
    }

    /// Whether no clock runs.
    pub(super) fn is_standing(&self) -> bool {
        self.clock.as_ref().is_none_or(|clock| clock.running.is_none())
    }

    /// The number of the question that is shown.
    pub(super) fn asked_id(&self) -> Option<u64> {
        self.asked.as_ref().map(|asked| asked.id)
    }

    /// The text for the page, with the number of this state.
    pub fn numbered(&self, number: u64) -> String {
        #[derive(Serialize)]
        struct Numbered<'a> {
            number: u64,
            #[serde(flatten)]
            state: &'a PageState,
        }
        serde_json::to_string(&Numbered { number, state: self }).expect("texts and numbers are JSON")
    }
}

impl KeysState {
    fn of(grammar: &Grammar) -> KeysState {
        let keys = grammar.exploring();
        let letter = |role: Role| (role.upper_char(), grammar.letters().of_role(role));
        KeysState {
            pieces: Role::ALL.into_iter().map(letter).collect(),
            times: keys.times,
            last_move: keys.last_move,
        }
    }
}

impl BoardState {
    fn of(
        session: &Session,
        seat: Seat,
        labels: &mut SquareLabels,
        announcer: &Announcer,
        words: &Catalogue,
    ) -> BoardState {
        let game = session.record().game();
        let position = game.position();
        let board = position.board();
        let last = game.moves().last().and_then(|m| svg::between(*m));
        BoardState {
            pieces: Square::ALL
                .into_iter()
                .map(|square| board.piece_at(square).map(svg::symbol_id).unwrap_or_default())
                .collect(),
            labels: labels.of(board, announcer, words),
            last: last.iter().flat_map(|(from, to)| [from, to]).map(Square::to_string).collect(),
            check: svg::king_in_check(position).map(|square| square.to_string()),
            lifted: session.lifted().filter(|_| seat == Seat::Table).map(|square| square.to_string()),
        }
    }
}

impl ClockState {
    fn of(face: &ClockFace, now: Duration) -> ClockState {
        let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        // The face is true at its own instant, and is shown now.
        let passed = now.saturating_sub(face.true_at);
        let left = |side, time: Duration| {
            ms(if face.running == Some(side) { time.saturating_sub(passed) } else { time })
        };
        ClockState {
            white: left(Color::White, face.white),
            black: left(Color::Black, face.black),
            running: face.running.map(side_name),
            delay: face.running.map_or(0, |_| ms(face.true_at.saturating_sub(now))),
            fallen: [(face.white_fallen, "white"), (face.black_fallen, "black")]
                .into_iter()
                .filter_map(|(fallen, side)| fallen.then_some(side))
                .collect(),
        }
    }
}

impl DeviceState {
    fn of(device: Device, there: bool, words: &Catalogue) -> DeviceState {
        let name: &str = device.into();
        DeviceState { name: words.say("live-device", &[("device", &name)]), lost: !there }
    }
}

/// The names of the squares with what stands on them; made anew only where that has changed.
#[derive(Debug, Default)]
pub struct SquareLabels {
    of: Option<(Board, Vec<String>)>,
}

impl SquareLabels {
    fn of(&mut self, board: &Board, announcer: &Announcer, words: &Catalogue) -> Vec<String> {
        if let Some((before, labels)) = &mut self.of {
            for square in Square::ALL {
                if before.piece_at(square) != board.piece_at(square) {
                    labels[usize::from(square)] = label(square, board, announcer, words);
                }
            }
            *before = board.clone();
            return labels.clone();
        }
        let labels: Vec<_> =
            Square::ALL.into_iter().map(|square| label(square, board, announcer, words)).collect();
        self.of = Some((board.clone(), labels.clone()));
        labels
    }

    /// Makes all anew: the style of words has changed.
    pub(super) fn forget(&mut self) {
        self.of = None;
    }
}

fn label(square: Square, board: &Board, announcer: &Announcer, words: &Catalogue) -> String {
    match board.piece_at(square) {
        Some(piece) => format!("{square} {}", announcer.coloured_piece(piece)),
        None => words.say("live-empty", &[("square", &square.to_string())]),
    }
}

pub(super) fn side_name(side: Color) -> &'static str {
    side.fold_wb("white", "black")
}

/// The last `count` moves, each with as much of it as is told at the seat. Spectators see what everybody in the hall sees.
fn played(session: &Session, seat: Seat, count: usize) -> Vec<MoveInPosition> {
    let played = session.played(count);
    match seat {
        Seat::View => {
            played.into_iter().map(|told| MoveInPosition { detail: MoveDetail::Full, ..told }).collect()
        }
        Seat::Table | Seat::White | Seat::Black => played,
    }
}

/// The open question, if it is shown to a seat.
pub(super) fn asked(session: &Session, seat: Seat) -> Option<Announcement> {
    let is_asked = match seat {
        Seat::View => false,
        Seat::Table => true,
        Seat::White | Seat::Black => {
            seat.hears_all(session) || seat.side().is_some_and(|side| session.asks(side))
        }
    };
    let is_over = session.record().ended().is_some() && !session.is_studying();
    session.asked().filter(|_| is_asked && !is_over)
}

/// What is studied, as the title of the page.
fn course(session: &Session, words: &Catalogue) -> String {
    let (kind, number, title) = match session.studied() {
        Some(Subject::Lesson { index, title }) => ("lesson", index + 1, title.as_str()),
        Some(Subject::Training { .. }) => ("training", 0, ""),
        Some(Subject::Puzzle) => ("puzzle", 0, ""),
        Some(Subject::GameReview) => ("review", 0, ""),
        Some(Subject::LessonList) | None => ("lessons", 0, ""),
    };
    words.say("live-course", &[("kind", &kind), ("number", &number), ("title", &title)])
}

/// What can be said here and now, by topics, as the braille line shows it.
fn topics(with: &PageContext<'_>) -> Vec<TopicState> {
    let (session, topics) = (with.session, with.language.grammar.topics());
    let of = |n: usize| {
        let here = session.phrases_of(n).into_iter().filter(|(_, place)| *place == PhrasePlace::Here);
        let phrases = here.map(|(phrase, _)| PhraseState {
            words: phrase.words.clone(),
            purpose: phrase.purpose.clone(),
            begin: phrase.begin.clone(),
        });
        TopicState { title: topics[n].title.clone(), phrases: phrases.collect() }
    };
    session.topics_here().into_iter().map(of).collect()
}

/// What everybody at the board, or in the hall, may know: enough of it to see what is new.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PublicFacts {
    /// Whether something is studied in the place of the game, which is no news of it.
    studies: bool,
    /// The half-moves made.
    plies: usize,
    outcome: Option<Outcome>,
    offer: Option<Color>,
    asked: Option<Announcement>,
}

impl PublicFacts {
    pub(super) fn of(session: &Session, seat: Seat) -> PublicFacts {
        let record = session.record();
        PublicFacts {
            studies: session.is_studying(),
            plies: record.game().moves().len(),
            outcome: record.ended(),
            offer: record.offer().filter(|_| seat != Seat::View),
            asked: asked(session, seat),
        }
    }

    /// What is to be told at the seat since then; nothing at first.
    pub(super) fn news_since(
        &self,
        before: Option<&PublicFacts>,
        session: &Session,
        seat: Seat,
    ) -> Vec<Announcement> {
        let Some(before) = before.filter(|before| !before.studies && !self.studies) else {
            return Vec::new();
        };
        let mut news = Vec::new();
        if self.plies > before.plies {
            let made = played(session, seat, self.plies - before.plies);
            news.extend(made.into_iter().map(Announcement::OpponentMoved));
        }
        if self.plies < before.plies {
            news.push(Announcement::TakenBack(session.record().game().turn()));
        }
        if self.offer != before.offer {
            news.extend(self.offer.map(Announcement::DrawOffered));
        }
        if self.asked != before.asked {
            news.extend(self.asked.clone().filter(|asked| !matches!(asked, Announcement::DrawOffered(_))));
        }
        if self.outcome != before.outcome {
            news.extend(self.outcome.map(|outcome| Announcement::Ended(outcome, None)));
        }
        news
    }
}
