//! What the school tells: the sentences of lessons, the questions, and what an answer is worth.

use super::{
    Facts, MoveInPosition, ReviewAnnouncement,
    facts::{ArgumentText, choices},
    phrase::Phrase,
};
use crate::{
    language::Message,
    laws::{Color, Role, Square},
    school::{AnswerKind, Drill, DrillLength, Prose, PuzzleTask, Question, SharedLine, SolverRating, Theme},
};

/// What the school tells.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message(prefix = "school", sink = Facts<'_>)]
pub enum SchoolAnnouncement {
    /// How many lessons there are, how many were finished, and the one that comes next.
    Lessons {
        /// How many there are.
        count: usize,
        /// How many were finished.
        done: usize,
        /// The number of the next one.
        next: usize,
        /// Its title.
        title: String,
    },
    /// Titles of lessons.
    #[message(with = titles)]
    Titles {
        /// The number of the first.
        first: usize,
        /// The titles.
        titles: Vec<String>,
        /// Whether there are more.
        more: bool,
    },
    /// No lesson has that number; there are so many.
    NoSuchLesson(#[message("count")] usize),
    /// There are no lessons in this language.
    NoLessons,
    /// There are no lessons in competition, or against people.
    NotNow,
    /// A lesson begins.
    Lesson {
        /// Its number.
        number: usize,
        /// Its title.
        title: String,
        /// Whether it goes on where it was left.
        again: bool,
    },
    /// A sentence of a lesson.
    Text(#[message("text")] Prose),
    /// Asks what a task asks.
    #[message(with = asked)]
    Task {
        /// The question.
        question: Question,
        /// What is waited for.
        kind: AnswerKind,
    },
    /// The answer is right; the move, if it was one.
    Right(#[message("played")] Option<MoveInPosition>),
    /// The square is right, and so many are missing.
    Part(#[message("left")] usize),
    /// The square was named before.
    NamedAlready(Square),
    /// The answer is wrong.
    Wrong,
    /// Another square is asked for.
    OtherSquare {
        /// The one that was named.
        square: Square,
        /// What it has in common with the one that is asked for.
        shares: SharedLine,
    },
    /// The square is none of those that are asked for.
    NoneOf(Square),
    /// Another piece is asked for than this one.
    #[message(with = other_piece)]
    OtherPiece(Role),
    /// There are more of them.
    More,
    /// There are fewer.
    Fewer,
    /// The piece can go there, and captures nothing.
    CapturesNothing(Square),
    /// The king comes there by castling alone.
    ByCastling(Square),
    /// The piece does not attack that square.
    DoesNotAttack(#[message("piece")] (Role, Color), #[message("from")] Square, #[message("target")] Square),
    /// The move is legal and does not do what is asked for.
    Short {
        /// The move.
        m: MoveInPosition,
        /// What it lacks.
        #[message(with = shortfall)]
        short: ShortfallTold,
    },
    /// Something else is asked for.
    Unfitting(#[message("kind")] AnswerKind),
    /// The right answer.
    #[message(with = solution)]
    Solution(SolutionTold),
    /// A way of the knight, from where it begins to where it ends.
    #[message(with = knight_route)]
    KnightRoute(Vec<Square>),
    /// So many squares are asked for.
    HintCount(#[message("count")] usize),
    /// The move begins there.
    HintFrom(Square),
    /// There is no more to say.
    NoHint,
    /// Nothing is asked, and it goes on at a word.
    GoOn,
    /// That is for games.
    NotHere,
    /// The lesson is over.
    LessonOver {
        /// Its number.
        number: usize,
        /// How many tasks it had.
        tasks: usize,
        /// How many were solved at the first try.
        solved: usize,
        /// The title of the next lesson.
        next: Option<String>,
    },
    /// Where the learner stands.
    Standing {
        /// The number of the lesson.
        number: usize,
        /// Its title.
        title: String,
        /// The number of the step.
        step: usize,
        /// How many steps there are.
        steps: usize,
        /// How many tasks were answered.
        tasks: usize,
        /// How many of them at the first try.
        solved: usize,
        /// How many lessons were finished.
        done: usize,
        /// How many there are.
        count: usize,
    },
    /// A move of a puzzle is right, and this is the answer to it.
    PuzzleGoesOn {
        /// The move.
        m: MoveInPosition,
        /// The answer.
        #[message(with = reply)]
        reply: MoveInPosition,
    },
    /// A puzzle is solved; the rating, where it was not counted before.
    #[message(with = rated)]
    PuzzleSolved(Option<SolverRating>),
    /// A move of a puzzle is wrong; it is taken back.
    PuzzleMissed {
        /// The move.
        m: MoveInPosition,
        /// Why it is wrong.
        #[message(with = shortfall)]
        short: ShortfallTold,
    },
    /// The rest of a solution.
    #[message(with = line)]
    PuzzleSolution(Vec<MoveInPosition>),
    /// The idea of a puzzle.
    #[message(with = theme)]
    PuzzleTheme(Theme),
    /// How strong the learner is at puzzles.
    #[message(with = rating)]
    Rating(SolverRating),
    /// All puzzles that are wanted were drawn.
    NoMorePuzzles,
    /// What can be trained, and the best round of each.
    #[message(with = drills)]
    Drills(Vec<DrillBest>),
    /// No training has that number.
    NoSuchDrill(#[message("count")] usize),
    /// A round begins.
    Drill {
        /// What is trained.
        drill: Drill,
        /// What ends it.
        length: DrillLength,
    },
    /// The minute of a round is over.
    TimeUp,
    /// Where a round stands.
    DrillStanding {
        /// What is trained.
        drill: Drill,
        /// What ends it.
        length: DrillLength,
        /// The number of the question.
        step: usize,
        /// The seconds that are left, where time ends it.
        seconds: u64,
        /// How many answers were right.
        right: usize,
        /// How many questions were answered.
        tasks: usize,
    },
    /// A round is over.
    DrillOver {
        /// What was trained.
        drill: Drill,
        /// What ended it.
        length: DrillLength,
        /// How many answers were right.
        right: usize,
        /// How many questions there were, or were answered in the minute.
        tasks: usize,
        /// The best round before.
        best: usize,
        /// How it compares with that.
        rank: RoundRank,
    },
    /// What was learnt cannot be kept.
    NotWritten,
    /// What is wrong with files of the user's.
    Faults(#[message("list")] Vec<String>),
    /// What the review of a game tells.
    #[message(transparent)]
    Review(ReviewAnnouncement),
    /// Nothing of the board is told in this task.
    Concealed,
    /// The school is left, and the program ends.
    Over,
    /// The school is left, and the game goes on.
    BackToGame,
}

/// What can be trained, and the most right answers so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrillBest {
    /// What is trained.
    pub drill: Drill,
    /// Of ten questions; 0 before the first round.
    pub ten: usize,
    /// In a minute; 0 before the first round.
    pub minute: usize,
}

/// How a round compares with the best one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum RoundRank {
    /// It is better.
    Best,
    /// It is as good.
    Equal,
    /// It is worse.
    Below,
    /// Nothing was right, now and before.
    Unscored,
}

/// What a legal move lacks, as it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortfallTold {
    /// The name of what it lacks.
    pub name: &'static str,
    /// The reply that shows it.
    pub reply: Option<MoveInPosition>,
    /// The square that is concerned.
    pub square: Option<Square>,
}

/// A solution, as it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolutionTold {
    /// Yes, or no.
    YesNo(bool),
    /// A number.
    Number(u16),
    /// A kind of piece.
    Piece(Role),
    /// Squares.
    Squares(Vec<Square>),
    /// A move.
    Move(MoveInPosition),
}

choices!(AnswerKind, Drill, DrillLength, RoundRank, SharedLine);

impl ArgumentText for Prose {
    fn text(&self, to: &Facts<'_>) -> String {
        self.told(|square| square.text(to))
    }
}

impl ArgumentText for Question {
    fn text(&self, to: &Facts<'_>) -> String {
        match self {
            Question::Written(prose) => prose.text(to),
            Question::Puzzle(side, task) => {
                let (task, moves) = match *task {
                    PuzzleTask::Mate(moves) => ("mate", moves),
                    PuzzleTask::Win => ("win", 0),
                    PuzzleTask::Best => ("best", 0),
                    PuzzleTask::Defend => ("defend", 0),
                };
                let phrase = Phrase::PuzzleAsks { side: *side, task, moves };
                to.either(|| to.announcer.phrase(&phrase), || to.announcer.phrase_cells(&phrase))
            }
            Question::Light(square) => to.asks("light", None, Some(*square), None),
            Question::OneDiagonal(a, b) => to.asks("diagonal", None, Some(*a), Some(*b)),
            Question::KnightMoves(a, b) => to.asks("knight", None, Some(*a), Some(*b)),
            Question::Attacks(role, a, b) => {
                to.asks("attacks", Some((*role, Color::White)), Some(*a), Some(*b))
            }
            Question::WhatStands(square) => to.asks("what", None, Some(*square), None),
            Question::WhereStands(role, color) => to.asks("where", Some((*role, *color)), None, None),
            Question::Occupied(square) => to.asks("occupied", None, Some(*square), None),
        }
    }
}

impl Facts<'_> {
    /// A question that is no lesson's, in words or cells.
    fn asks(
        &self,
        asks: &'static str,
        piece: Option<(Role, Color)>,
        from: Option<Square>,
        to: Option<Square>,
    ) -> String {
        let side = piece.map(|(_, side)| side);
        let phrase = Phrase::SchoolQuestion { asks, piece: piece.map(|(role, _)| role), side, from, to };
        self.either(|| self.announcer.phrase(&phrase), || self.announcer.phrase_cells(&phrase))
    }
}

fn drills(drills: &[DrillBest], to: &mut Facts<'_>) {
    let each = drills.iter().zip(1..).map(|(best, number)| {
        let phrase = Phrase::Drill {
            drill: best.drill,
            number: number.to_string(),
            best: best.ten,
            minute: best.minute,
        };
        to.either(|| to.announcer.phrase(&phrase), || to.announcer.phrase_cells(&phrase))
    });
    let list = each.collect::<Vec<_>>().join(", ");
    to.set("list", list);
}

fn other_piece(role: &Role, to: &mut Facts<'_>) {
    let piece = named(*role, to);
    to.set("piece", piece);
}

fn named(role: Role, to: &Facts<'_>) -> String {
    to.either(|| to.announcer.names.piece(role).to_owned(), || to.announcer.letter_of_pawn_too(role))
}

fn asked(question: &Question, kind: &AnswerKind, to: &mut Facts<'_>) {
    to.set_text("text", question);
    to.set_text("kind", kind);
}

fn reply(told: &MoveInPosition, to: &mut Facts<'_>) {
    let reply = to.either(|| to.announcer.full(told), || to.announcer.cells_of(told));
    to.set("reply", reply);
}

fn line(line: &[MoveInPosition], to: &mut Facts<'_>) {
    let text = |told: &MoveInPosition| to.either(|| to.announcer.full(told), || to.announcer.cells_of(told));
    let line = line.iter().map(text).collect::<Vec<_>>();
    let line = to.either(|| line.join(", "), || line.join(" "));
    to.set("line", line);
}

fn theme(theme: &Theme, to: &mut Facts<'_>) {
    to.set("theme", theme.to_string());
}

fn rated(rated: &Option<SolverRating>, to: &mut Facts<'_>) {
    to.set("rating", rated.map_or(0, |rating| rating.rating));
}

fn rating(rating: &SolverRating, to: &mut Facts<'_>) {
    to.set("rating", rating.rating);
    to.set("solved", rating.solved);
    to.set("tried", rating.solved.saturating_add(rating.missed));
    to.set("kind", if rating.is_provisional() { "provisional" } else { "settled" });
}

fn titles(first: &usize, titles: &[String], more: &bool, to: &mut Facts<'_>) {
    to.set_text("more", more);
    let all = titles.iter().zip(*first..);
    let all = all.map(|(title, n)| to.either(|| format!("{n}: {title}"), || format!("{n} {title}")));
    let list = all.collect::<Vec<_>>().join(", ");
    to.set("list", list);
}

fn shortfall(short: &ShortfallTold, to: &mut Facts<'_>) {
    to.set("short", short.name);
    let reply = short.reply.as_ref();
    let reply = reply.map(|told| to.either(|| to.announcer.full(told), || to.announcer.cells_of(told)));
    to.set("reply", reply.unwrap_or_default());
    to.set_text("at", &short.square);
}

fn knight_route(squares: &[Square], to: &mut Facts<'_>) {
    let squares = to.row(squares.iter().map(|square| square.text(to)));
    to.set("squares", squares);
}

fn solution(solution: &SolutionTold, to: &mut Facts<'_>) {
    let (kind, text) = match solution {
        SolutionTold::YesNo(yes) => (if *yes { "yes" } else { "no" }, String::new()),
        SolutionTold::Number(number) => ("number", number.to_string()),
        SolutionTold::Piece(role) => ("piece", named(*role, to)),
        SolutionTold::Squares(squares) => ("squares", to.row(squares.iter().map(|square| square.text(to)))),
        SolutionTold::Move(told) => {
            ("move", to.either(|| to.announcer.full(told), || to.announcer.cells_of(told)))
        }
    };
    to.set("solution", kind);
    to.set("text", text);
}
