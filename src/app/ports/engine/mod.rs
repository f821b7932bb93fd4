//! An engine that has the other side.
//!
//! The port builds on nothing it has seen happen: whenever something has, it looks at the game, and [`next`] says what
//! is to be done about it. So a move that is taken back, a question in between, an arbiter, a power cut or an engine
//! that dies are no cases of their own.

mod next;

use std::{collections::VecDeque, time::Duration};

use next::{Known, Next, next, position};

use super::{Port, Scene, Tell};
use crate::{
    announce::Device,
    devices::engine::{EngineEvent, Limits, Score, Task, Thinks},
    laws::{Act, Color, Origin, Position},
    session::{Effect, Event, Session, What},
};

/// Without a clock, and unless told, it thinks so long.
const MOVE_TIME: Duration = Duration::from_secs(1);
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

/// Plays with an engine.
pub struct EnginePort {
    engine: Box<dyn Thinks>,
    tell: Tell<EngineNews>,
    /// Tasks given so far, and the position of the last.
    tasks: u64,
    asked: Option<String>,
    known: Known,
    /// It was woken, and has not looked yet.
    woken: bool,
    lost: bool,
    /// For how many moves it has seen no hope.
    hopeless: u8,
}

impl EnginePort {
    pub fn new(engine: impl Thinks + 'static, tell: Tell<EngineNews>) -> EnginePort {
        let (engine, known) = (Box::new(engine), Known::default());
        EnginePort { engine, tell, tasks: 0, asked: None, known, woken: false, lost: false, hopeless: 0 }
    }

    /// Thinks about a position from now on, or about none; what it thinks about already it goes on with.
    fn think(&mut self, about: Option<String>, scene: &Scene) {
        if self.asked == about {
            return;
        }
        let task = about.as_ref().map(|position| {
            self.tasks += 1;
            Task { id: self.tasks, position: position.clone(), limits: limits(scene), full: false }
        });
        self.engine.think(task);
        self.asked = about;
    }

    /// An answer to the last task: taken if it is a move.
    fn answered(&mut self, id: u64, best: &str, score: Option<Score>, scene: &Scene) {
        let Some(asked) = self.asked.take_if(|_| id == self.tasks) else { return };
        if asked != position(scene.session.record()) {
            return;
        }
        let Some(intent) = scene.session.move_of_wire(best) else {
            let reason = format!("it answers {best:?}, which is no move there");
            return self.engine.judge(Err(reason));
        };
        self.engine.judge(Ok(()));
        self.known.reply = Some((asked, intent));
        self.known.score = score;
        let hopeless = match score {
            Some(Score::Pawns(pawns)) => pawns <= HOPELESS,
            Some(Score::Mate(moves)) => moves <= 0,
            None => false,
        };
        self.hopeless = if hopeless { self.hopeless + 1 } else { 0 };
    }

    /// What the engine now says and does.
    fn hand_in(&mut self, scene: &Scene) -> Vec<Event> {
        let session = scene.session;
        let Some(side) = session.record().remote() else { return Vec::new() };
        let means = |intent| Event { from: Origin::Remote(side), what: What::Meant(intent) };
        let mut events = VecDeque::new();
        match next(session, &self.known) {
            Next::HandIn(m) => {
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
            Next::Rest | Next::Think(_) => {}
        }
        if std::mem::take(&mut self.lost) && !events.is_empty() {
            events.push_front(Event::of_program(What::Back(Device::Opponent)));
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
            EngineNews::Engine(EngineEvent::Thought { id, best, score, .. }) => {
                self.answered(id, &best, score, scene);
            }
            EngineNews::Engine(EngineEvent::Lost { reason }) => {
                (scene.print)(&format!("opponent: {reason}; it is started again"));
                self.lost = true;
                return vec![Event::of_program(What::Lost(Device::Opponent))];
            }
            EngineNews::Engine(EngineEvent::Ready) => {
                self.lost = false;
                return vec![Event::of_program(What::Back(Device::Opponent))];
            }
            EngineNews::Look => {}
        }
        self.hand_in(scene)
    }

    fn follow(&mut self, scene: &Scene) -> Option<Duration> {
        let record = scene.session.record();
        self.known.claimed &= Color::ALL.into_iter().any(|side| record.fallen(side));
        match next(scene.session, &self.known) {
            Next::Rest => self.think(None, scene),
            Next::Think(position) => self.think(Some(position), scene),
            Next::HandIn(_) | Next::ClaimFlag if !self.woken => {
                self.woken = true;
                self.tell.now(EngineNews::Look);
            }
            Next::HandIn(_) | Next::ClaimFlag => {}
        }
        None
    }
}

/// How long it may think about its move.
fn limits(scene: &Scene) -> Limits {
    let record = scene.session.record();
    let Some(side) = record.remote() else { return Limits::MoveTime(MOVE_TIME) };
    match (record.start().move_time_ms, record.clock()) {
        (Some(ms), _) => Limits::MoveTime(Duration::from_millis(ms)),
        (None, None) => Limits::MoveTime(MOVE_TIME),
        (None, Some(clock)) => {
            let left = |side| clock.left(side, scene.now);
            Limits::Clock {
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
fn accepts(session: &Session, score: Option<Score>) -> bool {
    let game = session.record().game();
    let from_the_beginning = game.start().fullmoves().get() == 1;
    let opening = from_the_beginning && Color::ALL.into_iter().any(|side| game.moves_made(side) < OPENING);
    let even = match score {
        Some(Score::Pawns(pawns)) => pawns <= EVEN,
        Some(Score::Mate(moves)) => moves <= 0,
        None => false,
    };
    even && !opening
}
