//! What is said at the desk of a hall: questions about its boards, which are answered, and rulings, which go to one of them.
//!
//! The board that was named last is the one that rulings are for; every answer to a ruling names it. Nothing here knows of a
//! network: what is said and what the [`Round`] knows go in, what is told and what is to be sent come out.

use std::{collections::BTreeMap, time::Duration};

use strum::IntoEnumIterator;

use super::desk_use::{DeskChange, DeskUse};
use crate::{
    announce::{Announcement, Announcer, Audience, MoveDetail, MoveInPosition},
    grammar::{Alternative, Expectation, Grammar, HallRequest, Intent, Moment, Rejection, Understanding},
    hall::{BoardNeed, BoardSeen, HallStateError, Round},
    language::Catalogue,
    laws::Color,
};

/// How many boards are named one by one before the rest is counted.
const NAMED: usize = 10;
/// How many words the name of a board may have: "was ist los an Brett zwei hundert siebzehn".
const WORDS_OF_A_BOARD: usize = 8;

/// The words of a desk.
pub struct DeskLanguage<'a> {
    pub grammar: &'a Grammar,
    pub announcer: &'a Announcer,
    pub words: &'a Catalogue,
}

/// What one who speaks at a desk spoke of last.
#[derive(Clone, Debug, Default)]
pub struct DeskTalk {
    /// The board that rulings are for.
    board: Option<u16>,
    /// What was told last.
    last: Option<String>,
}

/// What is said at a desk.
#[derive(Clone, Copy, Debug)]
pub enum DeskInput<'a> {
    Typed(&'a str),
    /// The recognizer's hypotheses.
    Spoken(&'a [Alternative]),
}

/// What comes of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeskReply {
    /// What is told.
    pub told: String,
    /// The rulings to be sent, each with its board.
    pub rulings: Vec<(u16, String)>,
    /// What changes the voice or the microphone.
    pub change: Option<DeskChange>,
}

impl DeskTalk {
    /// The board that rulings are for.
    pub fn board(&self) -> Option<u16> {
        self.board
    }

    /// Turns to a board without a word, as who chooses it on a page does.
    pub fn turn_to(&mut self, board: u16) {
        self.board = Some(board);
    }

    /// Answers what was said. `now` is an instant of the round; `connected`: the hall is there.
    pub fn hear(
        &mut self,
        said: DeskInput,
        round: &Round,
        now: Duration,
        connected: bool,
        language: &DeskLanguage,
    ) -> DeskReply {
        let mut reply = DeskReply::default();
        let mut told = Vec::new();
        let said = match language.understood(said) {
            Ok(said) => said,
            Err(unclear) => {
                reply.told = unclear.map(|id| language.say(id)).unwrap_or_default();
                return reply;
            }
        };
        let rules = said.iter().any(|(intent, _)| !matches!(intent, Intent::Hall(_)));
        for (intent, words) in said {
            match intent {
                // What is said for a board in one breath is no question how it stands.
                Intent::Hall(HallRequest::Board(number)) if rules && round.board(number).is_some() => {
                    self.board = Some(number);
                }
                Intent::Hall(HallRequest::Board(number)) if rules => {
                    told.push(language.words.say("desk-choose", &[("board", &number)]));
                    break;
                }
                intent => {
                    told.extend(self.answer(&intent, words, (round, now, connected), language, &mut reply));
                }
            }
        }
        reply.told = told.join(" ");
        if !reply.told.is_empty() {
            self.last = Some(reply.told.clone());
        }
        reply
    }

    fn answer(
        &mut self,
        intent: &Intent,
        words: String,
        (round, now, connected): (&Round, Duration, bool),
        language: &DeskLanguage,
        reply: &mut DeskReply,
    ) -> Option<String> {
        Some(match DeskUse::of(intent)? {
            DeskUse::Answer(HallRequest::Waiting) => language.waiting(round),
            DeskUse::Answer(HallRequest::LastMoved) => language.last_moved(round, now),
            DeskUse::Answer(HallRequest::Board(number)) => self.open(number, round, now, language),
            DeskUse::Answer(HallRequest::Next) => match self.next(round) {
                Some(number) => self.open(number, round, now, language),
                None => language.waiting(round),
            },
            DeskUse::Repeat => self.last.clone().unwrap_or_else(|| language.say("live-nothing-told")),
            DeskUse::Help => language.say("desk-help"),
            DeskUse::Change(change) => {
                reply.change = Some(change);
                return None;
            }
            DeskUse::Ruling => self.rule(intent, words, round, connected, language, reply),
        })
    }

    fn open(&mut self, number: u16, round: &Round, now: Duration, language: &DeskLanguage) -> String {
        let Some(board) = round.board(number) else {
            return language.words.say("desk-choose", &[("board", &number)]);
        };
        self.board = Some(number);
        language.at(number, &language.standing(board, now))
    }

    /// The board that waits behind this one, or else the first that waits.
    fn next(&self, round: &Round) -> Option<u16> {
        let waiting: Vec<u16> = round
            .by_need()
            .into_iter()
            .filter(|(_, board)| !board.needs().is_empty())
            .map(|(number, _)| number)
            .collect();
        let here = waiting.iter().position(|number| Some(*number) == self.board);
        here.and_then(|here| waiting.get(here + 1)).or(waiting.first()).copied()
    }

    fn rule(
        &self,
        intent: &Intent,
        words: String,
        round: &Round,
        connected: bool,
        language: &DeskLanguage,
        reply: &mut DeskReply,
    ) -> String {
        let Some(number) = self.board else { return language.say("desk-which-board") };
        let Some(board) = round.board(number) else {
            return language.words.say("desk-choose", &[("board", &number)]);
        };
        if board.game.as_ref().is_some_and(|game| game.state.apart) {
            return language.words.say("desk-apart", &[("board", &number)]);
        }
        let board_is = |id: &str| language.words.say(id, &[("board", &number), ("words", &words)]);
        let is_asked = board.game.as_ref().is_some_and(|game| game.state.asked.is_some());
        if matches!(intent, Intent::Yes | Intent::No) && !is_asked {
            return board_is("desk-nothing-asked");
        }
        let sent = match (connected, board.there) {
            (false, _) => board_is("desk-sent-without-hall"),
            (true, Some(false)) => board_is("desk-sent-without-board"),
            (true, _) => board_is("desk-sent"),
        };
        reply.rulings.push((number, words));
        sent
    }
}

impl DeskLanguage<'_> {
    fn say(&self, id: &str) -> String {
        self.words.say(id, &[])
    }

    pub(super) fn at(&self, board: u16, what: &str) -> String {
        self.words.say("desk-told", &[("board", &board), ("what", &what)])
    }

    /// What waits at a board, in words.
    pub fn need(&self, need: BoardNeed, board: &BoardSeen) -> String {
        let state = board.game.as_ref().map(|game| &game.state);
        let side = match need {
            BoardNeed::Claim => state.and_then(|state| state.claim),
            BoardNeed::Offer => state.and_then(|state| state.offer),
            BoardNeed::Flag => state.and_then(|state| state.clock).and_then(|clock| {
                match (clock.white_fallen, clock.black_fallen) {
                    (true, false) => Some(Color::White),
                    (false, true) => Some(Color::Black),
                    _ => None,
                }
            }),
            BoardNeed::Called | BoardNeed::Device | BoardNeed::Unreadable | BoardNeed::Gone => None,
        };
        let lost: Vec<String> =
            state.into_iter().flat_map(|state| &state.lost).map(|device| self.device(device)).collect();
        let why = board.fault.as_ref().map_or("damaged", why);
        let (need, side, devices) = (<&str>::from(need), named(side), lost.join(", "));
        let facts: [(&str, &dyn std::fmt::Display); 4] =
            [("need", &need), ("side", &side), ("devices", &devices), ("why", &why)];
        self.words.say("desk-need", &facts)
    }

    fn device(&self, device: &str) -> String {
        self.words.say("live-device", &[("device", &device)])
    }

    /// What is told of a board that is turned to: what waits first, then how the game stands.
    fn standing(&self, board: &BoardSeen, now: Duration) -> String {
        let unknown = |side: Color| self.words.say("live-side", &[("side", &side.fold_wb("white", "black"))]);
        let [white, black] =
            Color::ALL.map(|side| board.player(side).map_or_else(|| unknown(side), str::to_owned));
        let mut told = vec![self.words.say("desk-players", &[("white", &white), ("black", &black)])];
        let is_asked = board.game.as_ref().is_some_and(|game| game.state.asked.is_some());
        // What the board asks says it already.
        let is_said = |need: &BoardNeed| is_asked && matches!(need, BoardNeed::Called | BoardNeed::Claim);
        let needs = board.needs().into_iter().filter(|need| !is_said(need));
        let needs: Vec<String> = needs.map(|need| self.need(need, board)).collect();
        if !needs.is_empty() {
            told.push(self.words.say("desk-waits", &[("needs", &needs.join("; "))]));
        }
        let game = board.game.as_ref();
        // The question is in the words of the board.
        told.extend(game.and_then(|game| game.state.asked.clone()));
        if let Some(result) = game.map(|game| game.score.result()).filter(|result| *result != "*") {
            let named = match result {
                "1-0" => "white-wins",
                "0-1" => "black-wins",
                "1/2-1/2" => "draw",
                _ => "other",
            };
            told.push(self.words.say("desk-over", &[("result", &named), ("score", &result)]));
        }
        told.push(self.last_move(board, now));
        if let Some(clock) = board.clock(now).filter(|_| !board.is_over()) {
            let [white, black] = [clock.white, clock.black].map(|ms| self.time(ms));
            let running = if board.there == Some(false) { "gone" } else { named(clock.running) };
            told.push(
                self.words.say("desk-times", &[("white", &white), ("black", &black), ("running", &running)]),
            );
        }
        let waiting: Vec<&str> = board.unanswered().map(|ruling| ruling.words.as_str()).collect();
        if !waiting.is_empty() {
            told.push(self.words.say("desk-unanswered", &[("words", &waiting.join("; "))]));
        }
        told.join(" ")
    }

    fn time(&self, ms: u64) -> String {
        self.announcer.duration(Duration::from_millis(ms))
    }

    fn last_move(&self, board: &BoardSeen, now: Duration) -> String {
        let game = board.game.as_ref().map(|game| &game.score.game);
        let Some((game, last)) = game.and_then(|game| Some((game, game.moves().len().checked_sub(1)?)))
        else {
            return self.say("desk-no-move");
        };
        let told = MoveInPosition {
            before: game.position_at(last).clone(),
            m: game.moves()[last],
            detail: MoveDetail::Full,
        };
        let told = self.announcer.render(&Announcement::LastMoves(vec![told]), Audience::Arbiter).words;
        let told = told.trim_end_matches('.');
        let ago = board.moved_at().map(|at| self.announcer.duration(rounded(now.saturating_sub(at))));
        let is_known = if ago.is_some() { "yes" } else { "no" };
        let facts: [(&str, &dyn std::fmt::Display); 3] =
            [("known", &is_known), ("ago", &ago.unwrap_or_default()), ("move", &told)];
        self.words.say("desk-last", &facts)
    }

    /// Which boards wait, by what they wait for: the most urgent first.
    fn waiting(&self, round: &Round) -> String {
        let mut by_need: BTreeMap<BoardNeed, Vec<u16>> = BTreeMap::new();
        for (number, board) in round.by_number() {
            for need in board.needs() {
                by_need.entry(need).or_default().push(number);
            }
        }
        let told = BoardNeed::iter()
            .filter_map(|need| Some(self.of_boards("desk-waiting", need, by_need.get(&need)?)));
        let told: Vec<String> = told.collect();
        if told.is_empty() { self.say("desk-nothing-waits") } else { told.join(" ") }
    }

    /// What is true of several boards for one need.
    pub(super) fn of_boards(&self, id: &str, need: BoardNeed, boards: &[u16]) -> String {
        let named: Vec<String> = boards.iter().take(NAMED).map(ToString::to_string).collect();
        let (named, more) = (named.join(", "), boards.len().saturating_sub(NAMED));
        let count = if boards.len() == 1 { "one" } else { "several" };
        let rest = if more > 0 { "yes" } else { "no" };
        let need = <&str>::from(need);
        let facts: [(&str, &dyn std::fmt::Display); 5] =
            [("need", &need), ("count", &count), ("boards", &named), ("rest", &rest), ("more", &more)];
        self.words.say(id, &facts)
    }

    fn last_moved(&self, round: &Round, now: Duration) -> String {
        let moved = |board: &BoardSeen| board.moved_at().filter(|_| !board.is_over());
        let last = round.by_number().filter_map(|(number, board)| Some((moved(board)?, number, board)));
        match last.max_by_key(|(at, ..)| *at) {
            Some((_, number, board)) => self.at(number, &self.last_move(board, now)),
            None => self.say("desk-nobody-moved"),
        }
    }

    /// Returns what was meant, each with the words that a board understands; else what is told, if anything is: people talk
    /// beside a desk.
    fn understood(&self, said: DeskInput) -> Result<Vec<(Intent, String)>, Option<&'static str>> {
        match said {
            DeskInput::Typed(line) => self.typed(line.trim()).ok_or(Some("desk-not-understood")),
            DeskInput::Spoken(heard) => {
                let words = heard.first().map(|best| best.words.as_slice()).unwrap_or_default();
                let understood = self.grammar.understand(heard, &at_desk());
                let is_talk = match &understood {
                    Understanding::NotUnderstood { why } => match why {
                        Rejection::Silence
                        | Rejection::UnknownWords
                        | Rejection::FarAway
                        | Rejection::Anything
                        | Rejection::Chatter => true,
                        Rejection::NoPhrase | Rejection::SeveralAtOnce | Rejection::Doubtful => false,
                    },
                    Understanding::Understood { .. }
                    | Understanding::Ambiguous(_)
                    | Understanding::OneEdit(_)
                    | Understanding::Sequence(_) => false,
                };
                self.meant(understood, words).ok_or((!is_talk).then_some("desk-not-heard"))
            }
        }
    }

    fn typed(&self, line: &str) -> Option<Vec<(Intent, String)>> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let whole = self.grammar.understand_text(line, &at_desk());
        if let Understanding::Understood { intent, sure: true } = &whole
            && let Some(done) = DeskUse::of(intent)
        {
            let is_for_another = done.is_for_no_named_board() && self.names_a_board(&words);
            let says_more =
                matches!(intent, Intent::Hall(HallRequest::Board(_))) && self.says_more(line, &words);
            if !is_for_another && !says_more {
                return Some(vec![(intent.clone(), line.to_owned())]);
            }
            return self.parted(&words);
        }
        self.parted(&words).or_else(|| self.meant(whole, &words))
    }

    /// Whether a line in which a board is named says something for it that was not understood: then it is no question how it
    /// stands there.
    fn says_more(&self, line: &str, words: &[String]) -> bool {
        let is_side = |word: &String| {
            let whose = Moment::new(None, &Expectation::Whose);
            let understood = self.grammar.understand_text(word, &whose);
            matches!(understood, Understanding::Understood { intent: Intent::Side(_), .. })
        };
        let parted = words.iter().position(|word| word.ends_with([',', ':', ';'])).map(|at| &words[at + 1..]);
        let is_unclear = |rest: &[String]| {
            matches!(
                self.grammar.understand_text(&rest.join(" "), &at_desk()),
                Understanding::NotUnderstood { why } if why != Rejection::Silence
            )
        };
        !line.ends_with('?') && (words.iter().any(is_side) || parted.is_some_and(is_unclear))
    }

    /// Whether a board is named in it by its number.
    fn names_a_board(&self, words: &[String]) -> bool {
        let is_board = |named: &[String]| self.board_of(named).is_some();
        let mut places = (0..words.len()).filter(|at| self.grammar.is_before_board_number(&words[*at]));
        places.any(|at| (2..=3).any(|length| words.get(at..at + length).is_some_and(is_board)))
    }

    /// "Brett 17: weiter", "remis an Brett 5", "stell die Uhr von Weiß an Brett 4 auf zehn Minuten".
    fn parted(&self, words: &[String]) -> Option<Vec<(Intent, String)>> {
        let count = words.len();
        let longest = WORDS_OF_A_BOARD.min(count.saturating_sub(1));
        // A number alone is a board only before what is for it.
        let before = (1..=longest).rev().map(|length| 0..length);
        let behind =
            (2..=longest).rev().flat_map(|length| (1..=count - length).map(move |at| at..at + length));
        let behind = behind.filter(|named| self.names_a_board(&words[named.clone()]));
        before.chain(behind).find_map(|named| {
            let board = self.board_of(&words[named.clone()])?;
            // What a lenient reading took with it is for the board: "Brett 17, Uhr anhalten".
            let mut end = named.end;
            while end - 1 > named.start && self.board_of(&words[named.start..end - 1]) == Some(board) {
                end -= 1;
            }
            let ruling = [&words[..named.start], &words[end..]].concat().join(" ");
            let ruling = ruling.trim_matches([' ', ',', ';', ':', '.']).to_owned();
            let ruled = self.only(self.grammar.understand_text(&ruling, &at_desk()))?;
            let board = Intent::Hall(HallRequest::Board(board));
            // "Brett 17, Stopp" is no word to the voice of the desk.
            (DeskUse::of(&ruled) == Some(DeskUse::Ruling))
                .then(|| vec![(board, String::new()), (ruled, ruling)])
        })
    }

    /// The board that these words name, and nothing else.
    fn board_of(&self, words: &[String]) -> Option<u16> {
        match self.only(self.grammar.understand_text(&words.join(" "), &at_desk()))? {
            Intent::Hall(HallRequest::Board(number)) => Some(number),
            _ => None,
        }
    }

    /// What was surely meant by what was heard.
    pub(super) fn meant_by_voice(&self, heard: &[Alternative]) -> Option<Intent> {
        self.only(self.grammar.understand(heard, &at_desk()))
    }

    fn only(&self, understood: Understanding) -> Option<Intent> {
        match understood {
            Understanding::Understood { intent, sure: true } => {
                Some(intent).filter(|intent| DeskUse::of(intent).is_some())
            }
            _ => None,
        }
    }

    fn meant(&self, understood: Understanding, words: &[String]) -> Option<Vec<(Intent, String)>> {
        let intents = match understood {
            Understanding::Understood { intent, sure: true } => vec![intent],
            Understanding::Sequence(intents) => intents,
            Understanding::Understood { sure: false, .. }
            | Understanding::Ambiguous(_)
            | Understanding::OneEdit(_)
            | Understanding::NotUnderstood { .. } => return None,
        };
        if !intents.iter().all(|intent| DeskUse::of(intent).is_some()) {
            return None;
        }
        match <[Intent; 1]>::try_from(intents) {
            // What is for a board that is named, is for no other.
            Ok([intent])
                if DeskUse::of(&intent).is_some_and(DeskUse::is_for_no_named_board)
                    && self.names_a_board(words) =>
            {
                None
            }
            Ok([intent]) => Some(vec![(intent, words.join(" "))]),
            // Each part with its own words, which must mean the same.
            Err(several) => self.parted(words).filter(|parts| {
                parts.len() == several.len() && parts.iter().all(|(part, _)| several.contains(part))
            }),
        }
    }
}

/// To whole minutes, where there are any.
fn rounded(time: Duration) -> Duration {
    let minutes = Duration::from_secs(time.as_secs() / 60 * 60);
    if minutes.is_zero() { time } else { minutes }
}

/// The moment in which something is said at a desk.
pub(super) fn at_desk() -> Moment<'static> {
    Moment::new(None, &Expectation::Hall)
}

/// Why what a board says cannot be read, in short.
fn why(fault: &HallStateError) -> &'static str {
    match fault {
        HallStateError::TooLong { .. } => "too-long",
        HallStateError::Newer { .. } => "newer",
        HallStateError::Damaged { .. } => "damaged",
        HallStateError::OtherBoard { .. } => "other-board",
    }
}

fn named(side: Option<Color>) -> &'static str {
    side.map_or("none", |side| side.fold_wb("white", "black"))
}
