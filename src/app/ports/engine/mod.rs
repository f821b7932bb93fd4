//! An engine that has the other side.
//!
//! The port builds on nothing it has seen happen: whenever something has, it looks at the game, and `next` says what
//! is to be done about it. So a move that is taken back, a question in between, an arbiter, a power cut or an engine
//! that dies are no cases of their own.

mod next;

use std::{collections::VecDeque, time::Duration};

use shakmaty::uci::UciMove;

use next::{Known, Next, next, position};

use super::{Port, Scene, Tell};
use crate::{
    announce::Device,
    devices::engine::{ChessEngine, EngineEvent, SearchLimits, SearchTask, UciScore},
    laws::{Act, Chess, Color, EngineView, Evaluation, Move, Origin, Position},
    session::{Effect, Event, EventKind, Session},
};

/// Without a clock, and unless told, it thinks so long.
const MOVE_TIME: Duration = Duration::from_secs(1);
/// So long it looks at each of many positions.
const GLANCE: Duration = Duration::from_millis(100);
/// It accepts a draw where it stands no better, in hundredths of a pawn.
const EVEN: i32 = 20;
/// And in a game from the beginning not before both have made so many moves.
const OPENING: u32 = 10;
/// It resigns where it stands no better for some moves.
const HOPELESS: i32 = -1000;
const HOPELESS_MOVES: u8 = 3;

/// What wakes the port.
#[derive(Debug)]
pub enum EngineNews {
    /// Of the engine.
    Engine(EngineEvent),
    /// There is something to hand in.
    Look,
}

/// What the engine thinks about.
#[derive(Clone, Debug, PartialEq)]
struct Asked {
    position: String,
    /// Not to move, but to look into the position after so many half-moves, for the inquiry with this number.
    inquiry: Option<(u64, usize)>,
}

/// Plays with an engine.
pub struct EnginePort {
    engine: Box<dyn ChessEngine>,
    tell: Tell<EngineNews>,
    /// Tasks given so far, and what the last is about.
    tasks: u64,
    asked: Option<Asked>,
    known: Known,
    /// It was woken, and has not looked yet.
    woken: bool,
    lost: bool,
    /// For how many moves it has seen no hope.
    hopeless: u8,
}

impl EnginePort {
    pub fn new(engine: impl ChessEngine + 'static, tell: Tell<EngineNews>) -> EnginePort {
        let (engine, known) = (Box::new(engine), Known::default());
        EnginePort { engine, tell, tasks: 0, asked: None, known, woken: false, lost: false, hopeless: 0 }
    }

    /// Thinks about a position from now on, or about none; what it thinks about already it goes on with.
    fn think(&mut self, about: Option<Asked>, scene: &Scene) {
        if self.asked == about {
            return;
        }
        let task = about.as_ref().map(|Asked { position, inquiry }| {
            self.tasks += 1;
            let limits = match inquiry {
                None => limits(scene),
                Some(_) if scene.session.inquiry().is_some_and(|inquiry| inquiry.plies.len() > 1) => {
                    SearchLimits::MoveTime(GLANCE)
                }
                Some(_) => SearchLimits::MoveTime(MOVE_TIME),
            };
            SearchTask {
                id: self.tasks,
                position: position.clone(),
                limits,
                full_strength: inquiry.is_some(),
            }
        });
        self.engine.think(task);
        self.asked = about;
    }

    /// An answer to the last task: taken if it is a move.
    fn answered(&mut self, id: u64, best: &str, score: Option<UciScore>, line: &[String], scene: &Scene) {
        let Some(asked) = self.asked.take_if(|_| id == self.tasks) else { return };
        let refused = Err(format!("it answers {best:?}, which is no move there"));
        match asked.inquiry {
            // What was looked into has been taken back.
            Some((_, ply)) if ply > scene.session.record().game().moves().len() => {}
            Some((inquiry, ply)) => {
                let before = scene.session.record().game().position_at(ply);
                let line = if line.first().is_some_and(|first| first == best) { line } else { &[] };
                let line =
                    moves(before, std::iter::once(best).chain(line.iter().skip(1).map(String::as_str)));
                if line.is_empty() {
                    return self.engine.judge(refused);
                }
                self.engine.judge(Ok(()));
                self.see(inquiry, EngineView { value: value(score), line });
            }
            None if asked.position != position(scene.session.record(), usize::MAX) => {}
            None => match scene.session.move_of_wire(best) {
                Some(intent) => {
                    self.engine.judge(Ok(()));
                    self.known.reply = Some((asked.position, intent));
                    self.known.score = score;
                    let hopeless = match score {
                        Some(UciScore::Pawns(pawns)) => pawns <= HOPELESS,
                        Some(UciScore::Mate(moves)) => moves <= 0,
                        None => false,
                    };
                    self.hopeless = if hopeless { self.hopeless + 1 } else { 0 };
                }
                None => self.engine.judge(refused),
            },
        }
    }

    fn see(&mut self, inquiry: u64, seen: EngineView) {
        match &mut self.known.seen {
            Some((of, all)) if *of == inquiry => all.push(seen),
            other => *other = Some((inquiry, vec![seen])),
        }
    }

    /// What the engine now says and does.
    fn hand_in(&mut self, scene: &Scene) -> Vec<Event> {
        let session = scene.session;
        let Some(side) = session.record().remote() else { return Vec::new() };
        let means = |intent| Event { origin: Origin::Remote(side), kind: EventKind::Intent(intent) };
        let mut events = VecDeque::new();
        match next(session, &self.known) {
            Next::HandIn(m) => {
                // Where it comes to nothing, whatever the reason, it is thought about again.
                self.known.reply = None;
                let offered = session.record().offer() == Some(!side);
                if session.record().start().engine_resigns && self.hopeless >= HOPELESS_MOVES {
                    events.push_back(means(Act::Resign.into()));
                } else if offered && accepts(session, self.known.score) {
                    events.push_back(means(Act::AcceptDraw.into()));
                } else {
                    if offered {
                        events.push_back(means(Act::DeclineDraw.into()));
                    }
                    events.push_back(means(m));
                }
            }
            Next::ClaimFlag => {
                self.known.claimed = true;
                events.push_back(means(Act::ClaimFlag.into()));
            }
            Next::Report(inquiry, positions) => {
                self.known.seen = None;
                events.push_back(Event::of_program(EventKind::Analysed { inquiry, positions }));
            }
            Next::Rest | Next::Think(_) | Next::LookInto(..) => {}
        }
        if std::mem::take(&mut self.lost) && !events.is_empty() {
            events.push_front(Event::of_program(EventKind::Back(Device::Opponent)));
        }
        events.into()
    }
}

impl Port for EnginePort {
    type News = EngineNews;

    fn perform(&mut self, _effect: &Effect, _scene: &Scene) {}

    fn translate(&mut self, news: EngineNews, scene: &Scene) -> Vec<Event> {
        self.woken = false;
        match news {
            EngineNews::Engine(EngineEvent::BestMove { id, best, score, line }) => {
                self.answered(id, &best, score, &line, scene);
            }
            EngineNews::Engine(EngineEvent::Lost { reason }) => {
                (scene.print)(&format!("opponent: {reason}; it is started again"));
                self.lost = true;
                return vec![Event::of_program(EventKind::Lost(Device::Opponent))];
            }
            EngineNews::Engine(EngineEvent::Ready) => {
                self.lost = false;
                return vec![Event::of_program(EventKind::Back(Device::Opponent))];
            }
            EngineNews::Look => {}
        }
        self.hand_in(scene)
    }

    fn follow(&mut self, scene: &Scene) -> Option<Duration> {
        let record = scene.session.record();
        self.known.claimed &= Color::ALL.into_iter().any(|side| record.flag_has_fallen(side));
        let mut wanted = next(scene.session, &self.known);
        // Where the game is over on the board no engine has anything to say.
        while let Next::LookInto(inquiry, ply) = wanted
            && let Some(seen) = over(record.game().position_at(ply))
        {
            self.see(inquiry, seen);
            wanted = next(scene.session, &self.known);
        }
        match wanted {
            Next::Rest => self.think(None, scene),
            Next::Think(position) => self.think(Some(Asked { position, inquiry: None }), scene),
            Next::LookInto(inquiry, ply) => {
                let position = position(record, ply);
                self.think(Some(Asked { position, inquiry: Some((inquiry, ply)) }), scene);
            }
            Next::HandIn(_) | Next::ClaimFlag | Next::Report(..) if !self.woken => {
                self.woken = true;
                self.tell.now(EngineNews::Look);
            }
            Next::HandIn(_) | Next::ClaimFlag | Next::Report(..) => {}
        }
        None
    }
}

/// How long it may think about its move.
fn limits(scene: &Scene) -> SearchLimits {
    let record = scene.session.record();
    let Some(side) = record.remote() else { return SearchLimits::MoveTime(MOVE_TIME) };
    match (record.start().move_time_ms, record.clock()) {
        (Some(ms), _) => SearchLimits::MoveTime(Duration::from_millis(ms)),
        (None, None) => SearchLimits::MoveTime(MOVE_TIME),
        (None, Some(clock)) => {
            let left = |side| clock.left(side, scene.now);
            SearchLimits::Clock {
                own: left(side),
                white: left(Color::White),
                black: left(Color::Black),
                increment: Color::ALL.map(|side| clock.bonus(side)),
                moves_to_go: clock.moves_to_control(side),
            }
        }
    }
}

/// Whether it accepts a draw: where it stands no better than even, and the game is past its opening.
fn accepts(session: &Session, score: Option<UciScore>) -> bool {
    let game = session.record().game();
    let from_the_beginning = game.start().fullmoves().get() == 1;
    let opening = from_the_beginning && Color::ALL.into_iter().any(|side| game.moves_made(side) < OPENING);
    let even = match score {
        Some(UciScore::Pawns(pawns)) => pawns <= EVEN,
        Some(UciScore::Mate(moves)) => moves <= 0,
        None => false,
    };
    // What the Laws or the event do not let it accept (9.1.1, 5.2.3), it declines.
    let record = session.record();
    let may = record
        .remote()
        .is_some_and(|side| record.draw_offers().clone().accept(side, game, record.ruleset()).is_ok());
    even && !opening && may
}

/// The line as moves, as far as it is one.
fn moves<'a>(from: &Chess, line: impl Iterator<Item = &'a str>) -> Vec<Move> {
    let mut at = from.clone();
    line.map_while(|uci| {
        let m = uci.parse::<UciMove>().ok()?.to_move(&at).ok()?;
        at.play_unchecked(m);
        Some(m)
    })
    .collect()
}

fn value(score: Option<UciScore>) -> Evaluation {
    match score {
        Some(UciScore::Pawns(pawns)) => Evaluation::Pawns(pawns),
        Some(UciScore::Mate(moves)) => Evaluation::Mate(moves),
        None => Evaluation::Pawns(0),
    }
}

/// How a position stands that is mate, or a draw without a move.
fn over(position: &Chess) -> Option<EngineView> {
    let value = if position.is_checkmate() { Evaluation::Mate(0) } else { Evaluation::Pawns(0) };
    position.legal_moves().is_empty().then_some(EngineView { value, line: Vec::new() })
}
