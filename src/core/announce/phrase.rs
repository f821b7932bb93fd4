//! Parts of sentences, and the lines of the views.

use std::time::Duration;

use super::{
    Audience,
    advice::outlook,
    announcer::{Announcer, Sense},
    board_answer::HelpPhrase,
    facts::Facts,
    line::on_square,
};
use crate::{
    clock::{Bonus, Period, TimeControl},
    grammar::PhrasePlace,
    language::Message,
    laws::{Assessment, Color, Piece, Role, Square, tracking::Difference},
    school::Drill,
};

/// A part of a sentence or of a line.
#[derive(Message)]
#[message(sink = Facts<'_>)]
pub(super) enum Phrase {
    Side(Color),
    Owner(Color),
    PieceOf {
        piece: Role,
        owner: Color,
    },
    NoPiece(#[message("piece")] Role),
    ColouredPiece {
        piece: Role,
        count: usize,
        side: Color,
    },
    OfSide {
        side: Color,
        list: String,
    },
    Pieces {
        piece: Role,
        count: usize,
    },
    Counted {
        piece: Role,
        count: usize,
    },
    PinnedBy {
        piece: String,
        by: Square,
    },
    Change {
        square: Square,
        who: Option<(Role, Color)>,
    },
    /// `colours`: the side of the piece on the square, where only that is wrong.
    BoardSquare {
        square: Square,
        holds: Option<(Role, Color)>,
        should: Option<(Role, Color)>,
        colours: Option<Color>,
    },
    Ending {
        own: String,
        others: String,
    },
    Either {
        first: String,
        last: String,
    },
    DurationHours {
        hours: u64,
        minutes: u64,
    },
    DurationMinutes(#[message("minutes")] u64),
    DurationMinutesSeconds {
        minutes: u64,
        seconds: u64,
    },
    DurationSeconds(#[message("seconds")] u64),
    ControlMoves {
        moves: u32,
        time: String,
    },
    ControlIncrement {
        time: String,
        bonus: Duration,
    },
    ControlDelay {
        time: String,
        bonus: Duration,
    },
    ControlThen {
        first: String,
        last: String,
    },
    BriefHours {
        hours: u64,
        padded: String,
    },
    BriefMinutes(#[message("minutes")] u64),
    BriefSeconds {
        minutes: u64,
        seconds: String,
    },
    #[message("help-phrase")]
    Help {
        place: PhrasePlace,
        purpose: String,
        words: String,
    },
    EngineStrength {
        kind: &'static str,
        number: String,
    },
    /// What a puzzle asks of the side on move.
    PuzzleAsks {
        side: Color,
        task: &'static str,
        moves: u32,
    },
    /// `asks`: light, diagonal, knight, attacks, what, where, occupied.
    SchoolQuestion {
        asks: &'static str,
        piece: Option<Role>,
        side: Option<Color>,
        from: Option<Square>,
        to: Option<Square>,
    },
    Drill {
        drill: Drill,
        number: String,
        best: usize,
        minute: usize,
    },
    Assessment(#[message(with = outlook)] Assessment),
    GameBegins(Color),
    Clocks {
        white: Duration,
        black: Duration,
    },
    ClocksView {
        white: Duration,
        black: Duration,
        running: Option<Color>,
    },
    NothingTold,
    BrailleCommand(#[message("command")] &'static str),
}

impl Announcer {
    /// A phrase that addresses nobody, in words.
    pub(super) fn phrase(&self, phrase: &Phrase) -> String {
        self.tell(phrase, Audience::Table, Sense::Words)
    }

    /// The same in cells.
    pub(super) fn phrase_cells(&self, phrase: &Phrase) -> String {
        self.tell(phrase, Audience::Table, Sense::Cells)
    }

    /// A piece as the audience calls it: "Ihr Turm", "der weiße Turm".
    pub(super) fn piece_of(&self, piece: Role, owner: Color, audience: Audience) -> String {
        self.tell(&Phrase::PieceOf { piece, owner }, audience, Sense::Words)
    }

    /// "Sie", "Weiß".
    pub(super) fn owner(&self, audience: Audience, color: Color) -> String {
        self.tell(&Phrase::Owner(color), audience, Sense::Words)
    }

    pub(super) fn pieces(&self, piece: Role, count: usize) -> String {
        self.phrase(&Phrase::Pieces { piece, count })
    }

    /// A phrase that help tells, in words as a sentence without its stop.
    pub(super) fn help_phrase(&self, phrase: &HelpPhrase, sense: Sense) -> String {
        let HelpPhrase { place, purpose, words } = phrase.clone();
        let phrase = Phrase::Help { place, purpose, words };
        match sense {
            Sense::Words => self.sentence(&phrase, Audience::Table),
            Sense::Cells => self.phrase_cells(&phrase),
        }
    }

    /// How a square of the electronic board differs from the game.
    pub(super) fn difference(&self, difference: &Difference, discreet: bool, sense: Sense) -> String {
        let Difference { square, holds, should } = *difference;
        let cell = |piece: Option<Piece>| {
            piece.map_or_else(|| "-".to_owned(), |piece| self.piece_cell(piece.role, piece.color))
        };
        match (sense, discreet) {
            (Sense::Words, true) => self.square(square),
            (Sense::Cells, true) => on_square(square, &square.to_string()),
            (Sense::Words, false) => {
                let role = |piece: Piece| piece.role;
                let colours =
                    holds.filter(|holds| should.map(role) == Some(holds.role)).map(|holds| holds.color);
                let whose = |piece: Piece| (piece.role, piece.color);
                let (holds, should) = (holds.map(whose), should.map(whose));
                self.phrase(&Phrase::BoardSquare { square, holds, should, colours })
            }
            (Sense::Cells, false) => on_square(square, &format!("{square} {}/{}", cell(holds), cell(should))),
        }
    }

    /// "A, B oder C".
    pub(super) fn choice(&self, choices: &[String]) -> String {
        match choices {
            [] => String::new(),
            [only] => only.clone(),
            [first @ .., last] => {
                self.phrase(&Phrase::Either { first: first.join(", "), last: last.clone() })
            }
        }
    }

    /// A time control: "40 Züge in 2 Stunden, dann eine Stunde".
    pub fn control(&self, control: &TimeControl) -> String {
        let period = |period: &Period| {
            let time = self.main_time(period.time);
            let time = match period.bonus {
                Bonus::None => time,
                Bonus::Increment(bonus) => self.phrase(&Phrase::ControlIncrement { time, bonus }),
                Bonus::Delay(bonus) => self.phrase(&Phrase::ControlDelay { time, bonus }),
            };
            match period.moves {
                None => time,
                Some(moves) => self.phrase(&Phrase::ControlMoves { moves, time }),
            }
        };
        let periods = control.periods().iter().map(period);
        let then = |first, last| self.phrase(&Phrase::ControlThen { first, last });
        periods.reduce(then).unwrap_or_default()
    }

    /// The main time of a time control, up to 150 minutes in minutes as is usual: "90 Minuten".
    fn main_time(&self, time: Duration) -> String {
        let minutes = time.as_secs() / 60;
        if time.as_secs().is_multiple_of(60) && time.subsec_nanos() == 0 && (2..=150).contains(&minutes) {
            return self.phrase(&Phrase::DurationMinutes(minutes));
        }
        self.duration(time)
    }

    /// A time, the more precise the less there is.
    pub fn duration(&self, time: Duration) -> String {
        let (hours, minutes, seconds) = as_shown(time);
        self.phrase(&match (hours, minutes, seconds) {
            (0, 0, _) => Phrase::DurationSeconds(seconds),
            (0, 1..=9, 1..) => Phrase::DurationMinutesSeconds { minutes, seconds },
            (0, _, _) => Phrase::DurationMinutes(minutes),
            _ => Phrase::DurationHours { hours, minutes },
        })
    }

    /// A time to the second.
    pub(super) fn exactly(&self, time: Duration) -> String {
        let whole = self.duration(Duration::from_secs(time.as_secs() / 60 * 60));
        match (time.as_secs() / 60, time.as_secs() % 60) {
            (..10, _) | (_, 0) => self.duration(time),
            (_, seconds) => format!("{whole} {}", self.duration(Duration::from_secs(seconds))),
        }
    }

    /// A time in few cells, the more precise the less there is: "1h30", "25m", "4m59".
    pub(super) fn brief_time(&self, time: Duration) -> String {
        let (hours, minutes, seconds) = as_shown(time);
        self.phrase_cells(&match (hours, minutes) {
            (0, 0..=9) => Phrase::BriefSeconds { minutes, seconds: format!("{seconds:02}") },
            (0, _) => Phrase::BriefMinutes(minutes),
            _ => Phrase::BriefHours { hours, padded: format!("{minutes:02}") },
        })
    }

    /// A time as a clock shows it: "1:30:00".
    pub fn time_cells(time: Duration) -> String {
        let (hours, minutes, seconds) = as_shown(time);
        format!("{hours}:{minutes:02}:{seconds:02}")
    }

    /// Both times: "W 1:30:00 S 1:30:00".
    pub fn clock_cells(&self, white: Duration, black: Duration) -> String {
        self.phrase_cells(&Phrase::Clocks { white, black })
    }
}

/// Hours, minutes and seconds, rounded up: a clock shows 0:01 until the last millisecond is gone.
fn as_shown(time: Duration) -> (u64, u64, u64) {
    let seconds = time.as_millis().div_ceil(1000) as u64;
    (seconds / 3600, seconds / 60 % 60, seconds % 60)
}
