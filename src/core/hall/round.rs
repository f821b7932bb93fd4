//! All boards of a hall, as a desk or a screen sees them.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use super::{
    BoardNeed, BoardPresence, BoardTopic, CarriedOut, HallClock, HallRuling, HallStateError, PublishedGame,
    RulingsDone, RulingsSent,
};
use crate::laws::Color;

/// The boards of a hall.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// The desk that sees them, by the name that it was given by chance.
    desk: String,
    boards: BTreeMap<u16, BoardSeen>,
}

/// What is known of one board.
#[derive(Clone, Debug, Default)]
pub struct BoardSeen {
    /// The game that could be read last.
    pub game: Option<PublishedGame>,
    /// When it was as it says.
    pub seen_at: Duration,
    /// Why what the board says now cannot be read.
    pub fault: Option<HallStateError>,
    /// Whether the board is there, once that is known.
    pub there: Option<bool>,
    /// The rulings of each desk that it has not answered.
    sent: BTreeMap<String, Vec<HallRuling>>,
    done: RulingsDone,
    /// The highest number that a ruling of this desk has had.
    last_number: u64,
}

/// What is new at a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoundNews {
    /// It waits for the arbiter.
    Needs(u16, BoardNeed),
    /// What was lost is there again: the board itself, or all its devices; or what it says can be read again.
    Settled(u16, BoardNeed),
    /// A ruling was carried out there.
    Ruled(u16, CarriedOut),
}

impl Round {
    /// Returns the round as a desk sees it that is called so, and as no other desk is.
    pub fn of_desk(desk: String) -> Round {
        Round { desk, ..Round::default() }
    }

    /// The name of the desk.
    pub fn desk(&self) -> &str {
        &self.desk
    }

    /// Takes a message in that was true at an instant; returns what is new. What stands under no board's topic is nothing.
    pub fn take(&mut self, topic: &str, content: &[u8], at: Duration) -> Vec<RoundNews> {
        let desk = BoardTopic::desk(topic).filter(|desk| *desk != self.desk);
        let Some((number, topic)) = BoardTopic::read(topic) else { return Vec::new() };
        let board = self.boards.entry(number).or_default();
        let before = board.needs();
        let mut news = Vec::new();
        match topic {
            BoardTopic::Game => match PublishedGame::read(number, content) {
                Ok(game) if board.game.as_ref().is_some_and(|known| game.is_older_than(known)) => {}
                Ok(game) => (board.game, board.seen_at, board.fault) = (Some(game), at, None),
                Err(fault) => board.fault = Some(fault),
            },
            BoardTopic::Presence => match BoardPresence::read(content) {
                Ok(presence) => board.there = Some(presence.there),
                Err(fault) => board.fault = Some(fault),
            },
            BoardTopic::Ruling => {
                // What this desk has sent it knows, and nobody else writes it.
                if let (Some(desk), Ok(sent)) = (desk, RulingsSent::read(content)) {
                    board.take_sent(desk, sent);
                }
            }
            BoardTopic::Ruled => match RulingsDone::read(content) {
                Ok(done) => news = board.take_done(number, done),
                Err(fault) => board.fault = Some(fault),
            },
        }
        let needs_now = board.needs();
        news.extend(
            needs_now
                .iter()
                .copied()
                .filter(|need| !before.contains(need))
                // Who claims calls the arbiter.
                .filter(|need| *need != BoardNeed::Called || !needs_now.contains(&BoardNeed::Claim))
                .map(|need| RoundNews::Needs(number, need)),
        );
        let is_a_loss =
            |need: &BoardNeed| matches!(need, BoardNeed::Device | BoardNeed::Unreadable | BoardNeed::Gone);
        let settled = before.into_iter().filter(|need| is_a_loss(need) && !needs_now.contains(need));
        news.extend(settled.map(|need| RoundNews::Settled(number, need)));
        news
    }

    /// Rules at a board. Returns the message that is now to stand there.
    ///
    /// # Errors
    ///
    /// [`HallStateError`], if it is too long.
    pub fn rule(&mut self, board: u16, arbiter: &str, words: &str) -> Result<Vec<u8>, HallStateError> {
        let seen = self.boards.entry(board).or_default();
        let number = seen.last_number + 1;
        let ruling = HallRuling { number, arbiter: arbiter.to_owned(), words: words.to_owned() };
        let before = seen.sent.get(&self.desk).into_iter().flatten();
        let rulings = before.cloned().chain([ruling]).collect();
        let sent = RulingsSent { rulings, ..RulingsSent::default() };
        let content = sent.written()?;
        // As the board will read it.
        let sent = RulingsSent::read(&content)?;
        seen.last_number = number;
        seen.take_sent(&self.desk, sent);
        Ok(content)
    }

    /// Returns all boards, those first that need the arbiter most, then those at which something has happened last.
    pub fn by_need(&self) -> Vec<(u16, &BoardSeen)> {
        let mut boards: Vec<_> = self.boards.iter().map(|(number, board)| (*number, board)).collect();
        boards.sort_by_key(|(number, board)| {
            let need = board.needs().first().copied();
            // A board at which nothing waits comes after those at which something does.
            (need.is_none(), need, std::cmp::Reverse(board.moved_at()), *number)
        });
        boards
    }

    /// Returns all boards by their numbers.
    pub fn by_number(&self) -> impl Iterator<Item = (u16, &BoardSeen)> {
        self.boards.iter().map(|(number, board)| (*number, board))
    }

    /// Returns what is known of a board.
    pub fn board(&self, number: u16) -> Option<&BoardSeen> {
        self.boards.get(&number)
    }

    /// Returns all scores, board by board.
    pub fn pgn(&self) -> String {
        let scores = self.boards.values().filter_map(|board| Some(board.game.as_ref()?.state.pgn.trim_end()));
        scores.map(|score| format!("{score}\n\n")).collect()
    }
}

impl BoardSeen {
    /// What waits for the arbiter, the most urgent first.
    pub fn needs(&self) -> Vec<BoardNeed> {
        let mut needs = self.game.as_ref().map(PublishedGame::needs).unwrap_or_default();
        needs.extend(self.fault.as_ref().map(|_| BoardNeed::Unreadable));
        needs.extend((self.there == Some(false) && !self.is_over()).then_some(BoardNeed::Gone));
        needs
    }

    /// Whether its game is over.
    pub fn is_over(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.score.result() != "*")
    }

    /// When its last move was made, as far as that is known.
    pub fn moved_at(&self) -> Option<Duration> {
        let since = self.game.as_ref()?.state.since_move?;
        Some(self.seen_at.saturating_sub(Duration::from_millis(since)))
    }

    /// Its clocks at an instant.
    pub fn clock(&self, now: Duration) -> Option<HallClock> {
        let clock = self.game.as_ref()?.state.clock?;
        // Nothing is known of the clock of a board that is gone.
        let passed =
            if self.there == Some(false) { Duration::ZERO } else { now.saturating_sub(self.seen_at) };
        Some(clock.after(passed))
    }

    /// The name of a player.
    pub fn player(&self, side: Color) -> Option<&str> {
        let name = self.game.as_ref()?.score.tag(side.fold_wb("White", "Black"))?;
        Some(name).filter(|name| !name.is_empty() && *name != "?")
    }

    /// The rulings that it has not answered, of all desks.
    pub fn unanswered(&self) -> impl Iterator<Item = &HallRuling> {
        self.sent.values().flatten()
    }

    fn take_sent(&mut self, desk: &str, sent: RulingsSent) {
        let done = self.done.last(desk);
        let rulings = sent.rulings.into_iter().filter(|ruling| ruling.number > done).collect();
        self.sent.insert(desk.to_owned(), rulings);
    }

    fn take_done(&mut self, board: u16, done: RulingsDone) -> Vec<RoundNews> {
        for (desk, sent) in &mut self.sent {
            sent.retain(|ruling| ruling.number > done.last(desk));
        }
        let is_new = |desk: &str, number: u64| number > self.done.last(desk);
        let told = done.done.iter().filter(|done| is_new(&done.desk, done.number)).cloned();
        let mut news: Vec<CarriedOut> = told.collect();
        // What an earlier life of the board's program has carried out, of which nothing is told any more.
        let with_words: BTreeSet<(&str, u64)> =
            done.done.iter().map(|done| (done.desk.as_str(), done.number)).collect();
        for (desk, number) in &done.last {
            if is_new(desk, *number) && !with_words.contains(&(desk.as_str(), *number)) {
                news.push(CarriedOut { desk: desk.clone(), number: *number, told: Vec::new() });
            }
        }
        self.done = done;
        news.into_iter().map(|done| RoundNews::Ruled(board, done)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hall::{HallGame, VERSION};

    fn game(board: u16, change: impl FnOnce(&mut HallGame)) -> Vec<u8> {
        let pgn = "[White \"Anna\"]\n[Result \"*\"]\n\n1. e4 *\n".to_owned();
        let clock =
            HallClock { white: 60_000, black: 60_000, running: Some(Color::Black), ..HallClock::default() };
        let mut game = HallGame {
            version: VERSION,
            board,
            pgn,
            clock: Some(clock),
            since_move: Some(0),
            ..HallGame::default()
        };
        change(&mut game);
        game.written().unwrap()
    }

    const fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    #[test]
    fn a_game_that_its_board_has_shown_anew_is_not_taken_again() {
        let mut round = Round::default();
        let moves = |round: &Round| round.board(1).unwrap().game.as_ref().unwrap().score.game.moves().len();
        let state = |life: u32, count: u64, moves: &str| {
            game(1, |game| {
                (game.life, game.count) = (life, count);
                game.pgn = format!("[White \"Anna\"]\n[Result \"*\"]\n\n{moves} *\n");
            })
        };
        for (life, count, told, expected) in [
            (5, 1, "1. e4", 1),
            (5, 2, "1. e4 e5", 2),
            // A broker that lost its power.
            (5, 1, "1. e4", 2),
            (5, 2, "1. e4 e5", 2),
            // A move is taken back, and the program is started again.
            (5, 3, "1. e4", 1),
            (6, 1, "1. e4 e5 2. Nf3", 3),
            // A program that tells no life.
            (0, 9, "1. e4 e5", 2),
            (0, 8, "1. e4", 1),
        ] {
            round.take(&BoardTopic::Game.of(1), &state(life, count, told), seconds(1));
            assert_eq!(moves(&round), expected, "{life} {count}");
        }
    }

    #[test]
    fn boards_are_in_the_order_of_what_they_need() {
        let mut round = Round::default();
        for (board, at, change) in [
            (1, 5, (|_| {}) as fn(&mut HallGame)),
            (2, 9, |_| {}),
            (3, 1, |game| game.lost = vec!["clock".to_owned()]),
            (4, 1, |game| game.offer = Some(Color::White)),
            (5, 1, |game| game.called = true),
            (6, 1, |game| game.clock = game.clock.map(|clock| HallClock { white_fallen: true, ..clock })),
            (7, 1, |game| game.claim = Some(Color::White)),
            (8, 1, |_| {}),
        ] {
            round.take(&BoardTopic::Game.of(board), &game(board, change), seconds(at));
        }
        let gone = round.take("hall/8/presence", &BoardPresence::written(false), seconds(2));
        assert_eq!(gone, [RoundNews::Needs(8, BoardNeed::Gone)]);
        let order: Vec<u16> = round.by_need().into_iter().map(|(number, _)| number).collect();
        assert_eq!(order, [5, 7, 4, 6, 3, 8, 2, 1]);
        assert_eq!(round.board(1).unwrap().clock(seconds(15)).unwrap().black, 50_000);
        assert_eq!(round.board(8).unwrap().clock(seconds(15)).unwrap().black, 60_000);
        assert_eq!(round.pgn().matches("1. e4 *").count(), 8);
    }

    #[test]
    fn what_cannot_be_read_leaves_what_was_read() {
        let mut round = Round::default();
        round.take("hall/1/game", &game(1, |_| {}), seconds(1));
        assert_eq!(round.take("hall/x/game", b"x", seconds(2)), []);
        let news = round.take("hall/1/game", br#"{"version":9}"#, seconds(2));
        assert_eq!(news, [RoundNews::Needs(1, BoardNeed::Unreadable)]);
        assert_eq!(round.board(1).unwrap().player(Color::White), Some("Anna"));
        assert_eq!(round.board(1).unwrap().fault, Some(HallStateError::Newer { found: 9, known: VERSION }));
        let news = round.take("hall/1/game", &game(1, |_| {}), seconds(3));
        assert_eq!(news, [RoundNews::Settled(1, BoardNeed::Unreadable)]);
        assert_eq!(round.board(1).unwrap().needs(), []);
    }

    #[test]
    fn rulings_are_sent_until_they_are_answered() {
        let mut round = Round::of_desk("a".to_owned());
        let done = |number, told: &[&str]| {
            let told = told.iter().map(|told| (*told).to_owned()).collect();
            let mut done = RulingsDone::default();
            done.add(CarriedOut { desk: "a".to_owned(), number, told });
            done
        };
        round.rule(1, "Anna", "weiter").unwrap();
        let sent = RulingsSent::read(&round.rule(1, "Anna", "uhr").unwrap()).unwrap();
        let numbers: Vec<u64> = sent.rulings.iter().map(|ruling| ruling.number).collect();
        assert_eq!(numbers, [1, 2]);
        // Its own words come back from the broker, late: they change nothing.
        let late = RulingsSent { rulings: sent.rulings[..1].to_vec(), ..RulingsSent::default() };
        round.take(&BoardTopic::ruling_of(1, "a"), &late.written().unwrap(), seconds(1));
        assert_eq!(round.board(1).unwrap().unanswered().count(), 2);
        let one = done(1, &["Weiter."]);
        let news = round.take("hall/1/ruled", &one.written().unwrap(), seconds(2));
        assert_eq!(news, [RoundNews::Ruled(1, one.done[0].clone())]);
        assert_eq!(round.board(1).unwrap().unanswered().count(), 1);
        assert!(round.rule(1, "Anna", &"a".repeat(500)).is_err());
        assert_eq!(RulingsSent::read(&round.rule(1, "Anna", "x").unwrap()).unwrap().rulings[1].number, 3);
        // A board that was started anew knows only that it was done.
        let silent = RulingsDone { done: Vec::new(), ..done(3, &[]) };
        let news = round.take("hall/1/ruled", &silent.written().unwrap(), seconds(3));
        assert_eq!(news, [RoundNews::Ruled(1, done(3, &[]).done[0].clone())]);
        assert_eq!(round.board(1).unwrap().unanswered().count(), 0);
    }

    #[test]
    fn each_desk_counts_for_itself_and_sees_what_the_other_rules() {
        let [mut one, mut other] = ["a", "b"].map(|desk| Round::of_desk(desk.to_owned()));
        let sent = [one.rule(1, "Anna", "weiter").unwrap(), other.rule(1, "Bert", "uhr").unwrap()];
        for round in [&mut one, &mut other] {
            for (desk, content) in ["a", "b"].iter().zip(&sent) {
                round.take(&BoardTopic::ruling_of(1, desk), content, seconds(1));
            }
            assert_eq!(round.board(1).unwrap().unanswered().count(), 2);
        }
        let mut done = RulingsDone::default();
        done.add(CarriedOut { desk: "b".to_owned(), number: 1, told: vec!["Uhr.".to_owned()] });
        for round in [&mut one, &mut other] {
            round.take("hall/1/ruled", &done.written().unwrap(), seconds(2));
            let waiting: Vec<&str> =
                round.board(1).unwrap().unanswered().map(|ruling| ruling.words.as_str()).collect();
            assert_eq!(waiting, ["weiter"]);
        }
    }
}
