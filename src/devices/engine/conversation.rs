//! The host's side of UCI, without the process: lines and instants in, actions out.
//!
//! Every answer has a deadline. An engine that misses one, ends, or answers with an impossible move is killed and
//! started again, after a pause that grows, and then searches for the task that is wanted now.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use super::{
    EngineEvent, EngineLossReason, SearchLimits, SearchTask, StrengthOptions, UciScore, line::UciLine,
};

/// How long a start may take: a network file may be read from a sleeping disk.
pub(super) const START: Duration = Duration::from_secs(10);
/// A searching engine is sent `isready` after this silence.
const PULSE: Duration = Duration::from_secs(2);
/// How long `readyok` may take.
const ANSWER: Duration = Duration::from_secs(5);
/// How much longer than its time limit a search may take before `stop` is sent.
const GRACE: Duration = Duration::from_secs(3);
/// How long `bestmove` may take after `stop`.
const STOP: Duration = Duration::from_secs(2);
/// The pauses before the next start, after the first fault in a row, the second, and so on.
const PAUSES: [Duration; 4] =
    [Duration::from_millis(100), Duration::from_secs(1), Duration::from_secs(5), Duration::from_secs(30)];

/// What the owner of the process must do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EngineAction {
    Start,
    Kill,
    Send(String),
    Tell(EngineEvent),
}

/// What the conversation waits for.
#[derive(Clone, Debug, PartialEq)]
enum UciPhase {
    /// For the end of a pause.
    Down {
        until: Instant,
    },
    /// For `uciok`, then for `readyok`.
    Starting {
        until: Instant,
    },
    /// For a task.
    Idle,
    Thinking(Thinking),
    /// For the answer to `stop`, which is dropped.
    Stopping {
        until: Instant,
    },
}

#[derive(Clone, Debug, PartialEq)]
struct Thinking {
    task: Box<SearchTask>,
    score: Option<UciScore>,
    line: Vec<String>,
    /// When the search must have ended.
    until: Instant,
    /// `stop` was sent.
    stopped: bool,
    /// When the engine last wrote a line.
    heard: Instant,
    pinged: bool,
}

pub(super) struct UciConversation {
    stage: UciPhase,
    /// The task that is wanted now.
    wanted: Option<SearchTask>,
    strengths: StrengthOptions,
    /// The strength that is set; none is the full one.
    strength: Option<u32>,
    chess960: bool,
    faults: usize,
    actions: VecDeque<EngineAction>,
}

impl UciConversation {
    /// Returns the conversation with an engine that runs and has sent `uciok`.
    pub(super) fn new(strengths: StrengthOptions, chess960: bool, now: Instant) -> UciConversation {
        let mut talk = UciConversation {
            stage: UciPhase::Starting { until: now + START },
            wanted: None,
            strengths,
            strength: None,
            chess960,
            faults: 0,
            actions: VecDeque::new(),
        };
        talk.prepare();
        talk
    }

    pub(super) fn strengths(&self) -> &StrengthOptions {
        &self.strengths
    }

    pub(super) fn next_action(&mut self) -> Option<EngineAction> {
        self.actions.pop_front()
    }

    /// Returns when `passed` must be called at the latest.
    pub(super) fn next_deadline(&self) -> Option<Instant> {
        match &self.stage {
            UciPhase::Idle => None,
            UciPhase::Down { until } | UciPhase::Starting { until } | UciPhase::Stopping { until } => {
                Some(*until)
            }
            UciPhase::Thinking(Thinking { until, heard, pinged, .. }) => {
                Some((*until).min(*heard + if *pinged { PULSE + ANSWER } else { PULSE }))
            }
        }
    }

    /// Searches for this task from now on, or for none.
    pub(super) fn think(&mut self, task: Option<SearchTask>, now: Instant) {
        if self.wanted == task {
            return;
        }
        self.wanted = task;
        if let UciPhase::Thinking(_) = self.stage {
            self.send("stop");
            self.stage = UciPhase::Stopping { until: now + STOP };
        }
        self.go_on(now);
    }

    /// Notes a fault: the process ended, could not be started, or gave an impossible move.
    pub(super) fn ended(&mut self, reason: EngineLossReason, now: Instant) {
        if !matches!(self.stage, UciPhase::Down { .. }) {
            self.fault(reason, now);
        }
    }

    pub(super) fn received(&mut self, line: UciLine, now: Instant) {
        if let UciPhase::Thinking(thinking) = &mut self.stage {
            (thinking.heard, thinking.pinged) = (now, false);
        }
        match (line, &mut self.stage) {
            (UciLine::Uciok, UciPhase::Starting { .. }) => self.prepare(),
            (UciLine::Readyok, UciPhase::Starting { .. }) => {
                self.stage = UciPhase::Idle;
                // After a second fault in a row the engine counts as back only when it has answered.
                if self.faults == 1 {
                    self.actions.push_back(EngineAction::Tell(EngineEvent::Ready));
                }
                self.go_on(now);
            }
            (UciLine::Info { score, line }, UciPhase::Thinking(thinking)) => {
                (thinking.score, thinking.line) = (score, line);
            }
            (UciLine::BestMove(_), UciPhase::Stopping { .. }) => {
                self.stage = UciPhase::Idle;
                self.go_on(now);
            }
            (UciLine::BestMove(best), UciPhase::Thinking(Thinking { task, score, line, .. })) => {
                let (id, score, line) = (task.id, *score, std::mem::take(line));
                self.stage = UciPhase::Idle;
                self.actions.push_back(EngineAction::Tell(EngineEvent::BestMove { id, best, score, line }));
            }
            _ => {}
        }
    }

    /// Does what is due at this instant.
    pub(super) fn passed(&mut self, now: Instant) {
        let due = self.next_deadline().is_some_and(|due| due <= now);
        match &mut self.stage {
            _ if !due => {}
            UciPhase::Idle => {}
            UciPhase::Down { .. } => {
                self.stage = UciPhase::Starting { until: now + START };
                self.strength = None;
                self.actions.push_back(EngineAction::Start);
                self.send("uci");
            }
            UciPhase::Starting { .. } => self.fault(EngineLossReason::NoStart, now),
            UciPhase::Stopping { .. } => self.fault(EngineLossReason::NoStop, now),
            UciPhase::Thinking(thinking) if thinking.until <= now && thinking.stopped => {
                self.fault(EngineLossReason::NoMove, now);
            }
            UciPhase::Thinking(thinking) if thinking.until <= now => {
                (thinking.stopped, thinking.until) = (true, now + STOP);
                self.send("stop");
            }
            UciPhase::Thinking(thinking) if !thinking.pinged => {
                thinking.pinged = true;
                self.send("isready");
            }
            UciPhase::Thinking(_) => self.fault(EngineLossReason::NoAnswer, now),
        }
    }

    /// Forgets earlier faults, since the last move was possible.
    pub(super) fn accept(&mut self) {
        self.faults = 0;
    }

    fn prepare(&mut self) {
        if self.chess960 {
            self.send("setoption name UCI_Chess960 value true");
        }
        self.send("ucinewgame");
        self.send("isready");
    }

    fn go_on(&mut self, now: Instant) {
        let (UciPhase::Idle, Some(task)) = (&self.stage, self.wanted.clone()) else { return };
        if self.strength != task.strength {
            self.strength = task.strength;
            self.strengths.commands(task.strength).iter().for_each(|option| self.send(option));
        }
        self.send(&format!("position {}", task.position));
        self.send(&format!("go {}", task.arguments()));
        let until = now + task.limits.allows() + GRACE;
        let (score, line) = (None, Vec::new());
        self.stage = UciPhase::Thinking(Thinking {
            task: Box::new(task),
            score,
            line,
            until,
            stopped: false,
            heard: now,
            pinged: false,
        });
    }

    fn fault(&mut self, reason: EngineLossReason, now: Instant) {
        let pause = PAUSES[self.faults.min(PAUSES.len() - 1)];
        self.faults += 1;
        self.stage = UciPhase::Down { until: now + pause };
        self.actions.push_back(EngineAction::Kill);
        self.actions.push_back(EngineAction::Tell(EngineEvent::Lost { reason }));
    }

    fn send(&mut self, line: &str) {
        self.actions.push_back(EngineAction::Send(line.to_owned()));
    }
}

impl SearchLimits {
    /// Returns how long a search may take.
    fn allows(&self) -> Duration {
        match *self {
            SearchLimits::MoveTime(time) => time,
            SearchLimits::Clock { own, .. } => own,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::SpinOption;

    struct ConversationTest {
        talk: UciConversation,
        now: Instant,
    }

    impl ConversationTest {
        fn ready() -> ConversationTest {
            let now = Instant::now();
            let elo = SpinOption { name: "UCI_Elo".to_owned(), least: 1000, most: 2000 };
            let strengths = StrengthOptions::of(&[elo], &["UCI_LimitStrength".to_owned()]);
            let mut heard = ConversationTest { talk: UciConversation::new(strengths, false, now), now };
            assert_eq!(heard.done(), ["> ucinewgame", "> isready"]);
            heard.says("readyok");
            heard
        }

        fn says(&mut self, line: &str) {
            if let Some(said) = UciLine::parse(line) {
                self.talk.received(said, self.now);
            }
        }

        fn think(&mut self, id: u64) {
            let limits = SearchLimits::MoveTime(Duration::from_millis(500));
            let position = format!("startpos moves {id}");
            let only = Vec::new();
            self.talk.think(Some(SearchTask { id, position, limits, strength: Some(1500), only }), self.now);
        }

        /// Lets time pass, one deadline after the other.
        fn passes(&mut self, millis: u64) {
            let goal = self.now + Duration::from_millis(millis);
            while let Some(due) = self.talk.next_deadline().filter(|due| *due <= goal) {
                self.now = due;
                self.talk.passed(due);
            }
            self.now = goal;
        }

        fn done(&mut self) -> Vec<String> {
            std::iter::from_fn(|| self.talk.next_action())
                .map(|action| match action {
                    EngineAction::Start => "start".to_owned(),
                    EngineAction::Kill => "kill".to_owned(),
                    EngineAction::Send(line) => format!("> {line}"),
                    EngineAction::Tell(EngineEvent::BestMove { id, best, .. }) => format!("{id}: {best}"),
                    EngineAction::Tell(EngineEvent::Lost { reason }) => reason.to_string(),
                    EngineAction::Tell(EngineEvent::Ready) => "ready".to_owned(),
                })
                .collect()
        }
    }

    const LIMIT: &str = "> setoption name UCI_LimitStrength value true";
    const SET: &str = "> setoption name UCI_Elo value 1500";

    #[test]
    fn it_thinks_about_what_is_wanted_now() {
        let mut heard = ConversationTest::ready();
        heard.think(1);
        assert_eq!(heard.done(), [LIMIT, SET, "> position startpos moves 1", "> go movetime 500"]);
        heard.says("info score cp 5 pv e2e4");
        heard.says("bestmove e2e4");
        assert_eq!(heard.done(), ["1: e2e4"]);
        heard.think(2);
        heard.think(3);
        heard.says("bestmove a2a3");
        let told = heard.done();
        assert_eq!(told[2..], ["> stop", "> position startpos moves 3", "> go movetime 500"]);
        heard.talk.think(None, heard.now);
        assert_eq!(heard.done(), ["> stop"]);
        heard.says("bestmove a2a3");
        assert!(heard.done().is_empty(), "nobody wanted that any more");
        assert_eq!(heard.talk.next_deadline(), None);
    }

    #[test]
    fn late_is_stopped_and_then_started_again() {
        let mut heard = ConversationTest::ready();
        heard.think(1);
        heard.done();
        heard.passes(2_000);
        assert_eq!(heard.done(), ["> isready"]);
        heard.says("readyok");
        heard.passes(1_500);
        assert_eq!(heard.done(), ["> stop"]);
        heard.passes(2_000);
        assert_eq!(heard.done(), ["> isready", "kill", "it does not move"]);
        heard.passes(100);
        assert_eq!(heard.done(), ["start", "> uci"]);
        heard.says("uciok");
        heard.says("readyok");
        let again = [
            "> ucinewgame",
            "> isready",
            "ready",
            LIMIT,
            SET,
            "> position startpos moves 1",
            "> go movetime 500",
        ];
        assert_eq!(heard.done(), again);
    }

    #[test]
    fn one_that_says_nothing_at_all_is_lost_before_its_time_is_up() {
        let mut heard = ConversationTest::ready();
        let limits = SearchLimits::Clock {
            own: Duration::from_secs(3_000),
            white: Duration::from_secs(3_000),
            black: Duration::from_secs(60),
            increment: [Duration::ZERO; 2],
            moves_to_go: Some(7),
        };
        assert_eq!(limits.to_string(), "wtime 3000000 btime 60000 winc 0 binc 0 movestogo 7");
        heard.talk.think(
            Some(SearchTask { id: 1, position: "startpos".into(), limits, strength: None, only: Vec::new() }),
            heard.now,
        );
        heard.done();
        heard.passes(7_000);
        assert_eq!(heard.done(), ["> isready", "kill", "it does not answer"]);
    }

    #[test]
    fn who_fails_again_and_again_is_started_ever_more_rarely() {
        let mut heard = ConversationTest::ready();
        heard.think(1);
        for (fault, pause) in [100, 1_000, 5_000, 30_000, 30_000].into_iter().enumerate() {
            heard.talk.ended(EngineLossReason::Illegal { best: "e2e5".to_owned() }, heard.now);
            heard.done();
            heard.passes(pause - 1);
            assert!(heard.done().is_empty());
            heard.passes(1);
            assert_eq!(heard.done(), ["start", "> uci"]);
            heard.says("uciok");
            heard.says("readyok");
            let ready = heard.done().contains(&"ready".to_owned());
            assert_eq!(ready, fault == 0, "it is back when it has done what it failed at");
        }
        heard.says("bestmove e2e4");
        heard.talk.accept();
        assert_eq!(heard.done(), ["1: e2e4"]);
        heard.talk.ended(EngineLossReason::Ended, heard.now);
        heard.passes(100);
        assert_eq!(heard.done(), ["kill", "it ended", "start", "> uci"]);
        heard.passes(10_000);
        assert_eq!(heard.done(), ["kill", "it does not start"]);
    }
}
