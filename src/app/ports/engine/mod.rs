//! An engine that has the other side.
//!
//! State-driven: after each event the port looks at the game, and `step` returns what to do. So a take-back, an open
//! question, an arbiter, a power cut and the loss of the engine need no cases of their own.

mod step;

use std::{collections::VecDeque, time::Duration};

use shakmaty::uci::UciMove;

use step::{EngineFindings, EngineStep, next_step, position, position_after};

use super::{Port, PortContext, Reporter};
use crate::{
    announce::Device,
    devices::engine::{ChessEngine, EngineEvent, EngineLossReason, SearchLimits, SearchTask, UciScore},
    laws::{Act, Chess, Color, EngineView, Evaluation, Move, Origin, Position},
    session::{Event, EventKind, InquirySearch, Session},
};

/// How long the engine searches without a clock, unless the settings say.
const MOVE_TIME: Duration = Duration::from_secs(1);
/// Up to this score, in hundredths of a pawn, the engine accepts a draw.
const DRAW_SCORE: i32 = 20;
/// The engine accepts no draw before both sides have made this many moves.
const OPENING_MOVES: u32 = 10;
/// The engine resigns after this many moves in a row with no better score.
const RESIGN_SCORE: i32 = -1000;
const RESIGN_MOVES: u8 = 3;

/// Reports to the engine's port.
#[derive(Debug)]
pub enum EngineNews {
    Engine(EngineEvent),
    /// A result can be handed in.
    Look,
}

/// The position that the engine searches.
#[derive(Clone, Debug, PartialEq)]
struct EngineSearch {
    position: String,
    /// In an analysis: the number of the inquiry, and of the position among its own.
    inquiry: Option<(u64, usize)>,
}

/// What an inquiry wants to know of one position.
struct Analysed {
    position: Chess,
    search: InquirySearch,
}

impl Analysed {
    /// Returns the position of this number of the open inquiry, if that has this number.
    fn of(session: &Session, (id, n): (u64, usize)) -> Option<Analysed> {
        let search = *session.inquiry().filter(|inquiry| inquiry.id == id)?.searches.get(n)?;
        let game = session.record().game();
        if search.ply > game.moves().len() {
            return None;
        }
        let mut position = game.position_at(search.ply).clone();
        if let Some(m) = search.tried {
            position.play_unchecked(m);
        }
        Some(Analysed { position, search })
    }

    /// Returns the moves that are considered, as UCI writes them; none for all.
    fn only(&self) -> Vec<String> {
        let Some(without) = self.search.without else { return Vec::new() };
        let castling = self.position.castles().mode();
        let others = self.position.legal_moves().into_iter().filter(|m| *m != without);
        others.map(|m| m.to_uci(castling).to_string()).collect()
    }
}

/// Plays with an engine.
pub struct EnginePort {
    engine: Box<dyn ChessEngine>,
    reporter: Reporter<EngineNews>,
    /// The number of searches so far, which is the identifier of the last one.
    searches: u64,
    search: Option<EngineSearch>,
    findings: EngineFindings,
    /// An [`EngineNews::Look`] was sent and has not come yet.
    woken: bool,
    lost: bool,
    /// The number of moves in a row with a score for resigning.
    hopeless: u8,
}

impl EnginePort {
    pub fn new(engine: impl ChessEngine + 'static, reporter: Reporter<EngineNews>) -> EnginePort {
        let (engine, findings) = (Box::new(engine), EngineFindings::default());
        EnginePort {
            engine,
            reporter,
            searches: 0,
            search: None,
            findings,
            woken: false,
            lost: false,
            hopeless: 0,
        }
    }

    /// Searches a position, or stops; a search of the same position goes on.
    fn search(&mut self, about: Option<EngineSearch>, cx: &PortContext) {
        if self.search == about {
            return;
        }
        let task = about.as_ref().map(|EngineSearch { position, inquiry }| {
            self.searches += 1;
            let analysed = inquiry.and_then(|inquiry| Analysed::of(cx.session, inquiry));
            let limits = match &analysed {
                None => search_limits(cx),
                Some(analysed) => SearchLimits::MoveTime(analysed.search.time),
            };
            SearchTask {
                id: self.searches,
                position: position.clone(),
                limits,
                // What is analysed, is analysed with full strength.
                strength: cx.session.record().start().strength.filter(|_| inquiry.is_none()),
                only: analysed.map(|analysed| analysed.only()).unwrap_or_default(),
            }
        });
        self.engine.think(task);
        self.search = about;
    }

    /// Takes the answer to the last search, if it is a legal move.
    fn answered(&mut self, id: u64, best: &str, score: Option<UciScore>, line: &[String], cx: &PortContext) {
        let Some(search) = self.search.take_if(|_| id == self.searches) else { return };
        let refused = Err(EngineLossReason::Illegal { best: best.to_owned() });
        match search.inquiry {
            Some(inquiry) => {
                // The position was taken back, or nobody asks any more.
                let Some(Analysed { position: before, .. }) = Analysed::of(cx.session, inquiry) else {
                    return;
                };
                let line = if line.first().is_some_and(|first| first == best) { line } else { &[] };
                let rest = line.iter().skip(1).map(String::as_str);
                let line = line_of_moves(&before, std::iter::once(best).chain(rest));
                if line.is_empty() {
                    return self.engine.judge(refused);
                }
                self.engine.judge(Ok(()));
                self.add_view(inquiry.0, EngineView { value: evaluation(score), line });
            }
            None if search.position != position(cx.session.record(), usize::MAX) => {}
            None => match cx.session.move_of_wire(best) {
                Some(intent) => {
                    self.engine.judge(Ok(()));
                    self.findings.reply = Some((search.position, intent));
                    self.findings.score = score;
                    self.hopeless = if is_at_most(RESIGN_SCORE, score) { self.hopeless + 1 } else { 0 };
                }
                None => self.engine.judge(refused),
            },
        }
    }

    fn add_view(&mut self, inquiry: u64, seen: EngineView) {
        match &mut self.findings.views {
            Some((of, all)) if *of == inquiry => all.push(seen),
            other => *other = Some((inquiry, vec![seen])),
        }
    }

    /// Returns the engine's acts: its move with the acts before it, or an analysis.
    fn hand_in(&mut self, cx: &PortContext) -> Vec<Event> {
        let session = cx.session;
        let mut events = VecDeque::new();
        let next = next_step(session, &self.findings);
        if let EngineStep::Report(inquiry, positions) = next {
            self.findings.views = None;
            return self
                .after_loss(vec![Event::of_program(EventKind::Analysed { inquiry, positions })].into());
        }
        let Some(side) = session.record().remote() else { return Vec::new() };
        let means = |intent| Event { origin: Origin::Remote(side), kind: EventKind::Intent(intent) };
        match next {
            EngineStep::HandIn(m) => {
                // If the game drops the move, the position is searched again.
                self.findings.reply = None;
                let offered = session.record().offer() == Some(!side);
                if session.record().start().engine_resigns && self.hopeless >= RESIGN_MOVES {
                    events.push_back(means(Act::Resign.into()));
                } else if offered && accepts_draw(session, self.findings.score) {
                    events.push_back(means(Act::AcceptDraw.into()));
                } else {
                    if offered {
                        events.push_back(means(Act::DeclineDraw.into()));
                    }
                    events.push_back(means(m));
                }
            }
            EngineStep::ClaimFlag => {
                self.findings.flag_claimed = true;
                events.push_back(means(Act::ClaimFlag.into()));
            }
            EngineStep::Idle | EngineStep::Search(_) | EngineStep::Analyse(..) | EngineStep::Report(..) => {}
        }
        self.after_loss(events)
    }

    /// Tells first that the engine is back, where it was lost.
    fn after_loss(&mut self, mut events: VecDeque<Event>) -> Vec<Event> {
        if std::mem::take(&mut self.lost) && !events.is_empty() {
            events.push_front(Event::of_program(EventKind::Back(Device::Opponent)));
        }
        events.into()
    }
}

impl Port for EnginePort {
    type News = EngineNews;

    fn translate(&mut self, news: EngineNews, cx: &PortContext) -> Vec<Event> {
        self.woken = false;
        match news {
            EngineNews::Engine(EngineEvent::BestMove { id, best, score, line }) => {
                self.answered(id, &best, score, &line, cx);
            }
            EngineNews::Engine(EngineEvent::Lost { reason }) => {
                let words = &cx.language.words;
                let reason = words.render(&reason);
                cx.screen.remark(&words.say("game-opponent-lost", &[("reason", &reason)]));
                self.lost = true;
                return vec![Event::of_program(EventKind::Lost(Device::Opponent))];
            }
            EngineNews::Engine(EngineEvent::Ready) => {
                self.lost = false;
                return vec![Event::of_program(EventKind::Back(Device::Opponent))];
            }
            EngineNews::Look => {}
        }
        self.hand_in(cx)
    }

    fn follow(&mut self, cx: &PortContext) -> Option<Duration> {
        let record = cx.session.record();
        self.findings.flag_claimed &= Color::ALL.into_iter().any(|side| record.flag_has_fallen(side));
        let mut wanted = next_step(cx.session, &self.findings);
        // An engine has no answer to a position without legal moves.
        while let EngineStep::Analyse(inquiry, n) = wanted
            && let Some(analysed) = Analysed::of(cx.session, (inquiry, n))
            && let Some(seen) = finished_view(&analysed.position)
        {
            self.add_view(inquiry, seen);
            wanted = next_step(cx.session, &self.findings);
        }
        match wanted {
            EngineStep::Idle => self.search(None, cx),
            EngineStep::Search(position) => self.search(Some(EngineSearch { position, inquiry: None }), cx),
            EngineStep::Analyse(inquiry, n) => {
                let analysed = Analysed::of(cx.session, (inquiry, n));
                let position = analysed.map(|Analysed { search, .. }| position_after(record, &search));
                let inquiry = Some((inquiry, n));
                self.search(position.map(|position| EngineSearch { position, inquiry }), cx);
            }
            EngineStep::HandIn(_) | EngineStep::ClaimFlag | EngineStep::Report(..) => {
                if !std::mem::replace(&mut self.woken, true) {
                    self.reporter.report(EngineNews::Look);
                }
            }
        }
        None
    }
}

/// Returns how long the engine may search for its move.
fn search_limits(cx: &PortContext) -> SearchLimits {
    let record = cx.session.record();
    let Some(side) = record.remote() else { return SearchLimits::MoveTime(MOVE_TIME) };
    match (record.start().move_time_ms, record.clock()) {
        (Some(ms), _) => SearchLimits::MoveTime(Duration::from_millis(ms)),
        (None, None) => SearchLimits::MoveTime(MOVE_TIME),
        (None, Some(clock)) => {
            let left = |side| clock.left(side, cx.now);
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

/// Whether the engine accepts a draw: with no better than an even score, after the opening.
fn accepts_draw(session: &Session, score: Option<UciScore>) -> bool {
    let game = session.record().game();
    let from_the_beginning = game.start().fullmoves().get() == 1;
    let opening =
        from_the_beginning && Color::ALL.into_iter().any(|side| game.moves_made(side) < OPENING_MOVES);
    // It declines what the Laws or the event do not let it accept (FIDE 9.1.1, 5.2.3).
    let record = session.record();
    let may = record
        .remote()
        .is_some_and(|side| record.draw_offers().clone().accept(side, game, record.ruleset()).is_ok());
    is_at_most(DRAW_SCORE, score) && !opening && may
}

/// Whether a score is known and no better than `pawns` hundredths of a pawn.
fn is_at_most(pawns: i32, score: Option<UciScore>) -> bool {
    score.is_some_and(|score| match score {
        UciScore::Pawns(found) => found <= pawns,
        UciScore::Mate(moves) => moves <= 0,
    })
}

/// Returns the moves of a line up to the first one that is illegal.
fn line_of_moves<'a>(from: &Chess, line: impl Iterator<Item = &'a str>) -> Vec<Move> {
    let mut at = from.clone();
    line.map_while(|uci| {
        let m = uci.parse::<UciMove>().ok()?.to_move(&at).ok()?;
        at.play_unchecked(m);
        Some(m)
    })
    .collect()
}

fn evaluation(score: Option<UciScore>) -> Evaluation {
    match score {
        Some(UciScore::Pawns(pawns)) => Evaluation::Pawns(pawns),
        Some(UciScore::Mate(moves)) => Evaluation::Mate(moves),
        None => Evaluation::Pawns(0),
    }
}

/// Returns the evaluation of a position without legal moves.
fn finished_view(position: &Chess) -> Option<EngineView> {
    let value = if position.is_checkmate() { Evaluation::Mate(0) } else { Evaluation::Pawns(0) };
    position.legal_moves().is_empty().then_some(EngineView { value, line: Vec::new() })
}
