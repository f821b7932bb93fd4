//! The review of a game: the engine looks at all of it, then again at what cost most, then for moves that are as good as the
//! best. What was found is told, asked for, kept as puzzles of the learner's own, and goes on later without the engine.

use std::{sync::Arc, time::Duration};

use crate::{
    announce::{Announcement, MoveInPosition, ReviewAnnouncement, SchoolAnnouncement},
    journal::{Record, Start},
    laws::{Color, EngineView, Game, Position, StartPosition},
    school::{
        Course, KeptReview, Puzzle, Subject, TurningPoint, Verdict,
        turning_points::{self, candidates, choose, looked_again},
    },
    session::{Effect, Handler, InquiryPurpose, InquirySearch, Session, Silence},
};

/// How long the engine looks at each position of a game at most.
const EACH: Duration = Duration::from_millis(100);
/// How long it looks at all of them at most: those of a long game get less each.
const ALL: Duration = Duration::from_secs(20);
/// How long it looks at a position a second time.
const AGAIN: Duration = Duration::from_millis(400);
/// How long that takes for all that are looked at again: five moves, before and after each, and without the best one.
const AGAIN_ALL: Duration = Duration::from_millis(5 * 3 * 400);

/// A game that is to be reviewed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewedGame {
    /// The game.
    pub game: Game,
    /// The side that the learner had; none for both.
    pub user: Option<Color>,
}

/// A review that is under way.
#[derive(Debug)]
pub(in crate::session) struct GameReview {
    reviewed: Arc<ReviewedGame>,
    /// What the engine has seen of each position.
    seen: Vec<EngineView>,
    /// What was found so far.
    points: Vec<TurningPoint>,
    /// Whether the engine is still looking.
    is_looking: bool,
}

impl Session {
    /// Whether an engine can be asked in the school.
    pub(in crate::session) fn has_engine_in_school(&self) -> bool {
        self.options.school.has_engine || self.game_record().start().opponent.is_engine()
    }

    /// Whether the engine looks at a game that is reviewed.
    pub(in crate::session) fn is_looking_at_game(&self) -> bool {
        self.review_of_study().is_some_and(|review| review.is_looking)
    }

    fn review_of_study(&self) -> Option<&GameReview> {
        self.study.as_ref()?.review.as_ref()
    }
}

impl Handler<'_> {
    /// "Analyse der Partie": looks for the turning points of the game that is over, or of the one that was named.
    pub(super) fn begin_review(&mut self) {
        let named = self.options.school.game.clone();
        let played = self.game_record();
        let reviewed = match named {
            Some(named) => named,
            None if played.ended().is_none() => {
                self.tell_in_review(match played.game().moves().is_empty() {
                    true => ReviewAnnouncement::NoGame,
                    false => ReviewAnnouncement::NotOver,
                });
                return self.repeat_question();
            }
            None => Arc::new(ReviewedGame { game: played.game().clone(), user: played.user() }),
        };
        if reviewed.game.moves().is_empty() {
            self.tell_in_review(ReviewAnnouncement::NoGame);
            return self.repeat_question();
        }
        let kept = self.options.school.progress.review.clone();
        let left = kept.and_then(|kept| Some((kept.points(&reviewed.game)?, kept)));
        if left.is_none() && !self.has_engine_in_school() {
            self.tell_in_review(ReviewAnnouncement::NoEngine);
            return self.repeat_question();
        }
        self.study(Course { subject: Subject::GameReview, steps: Vec::new() });
        let review =
            GameReview { reviewed, seen: Vec::new(), points: Vec::new(), is_looking: left.is_none() };
        if let Some(study) = &mut self.session.study {
            study.review = Some(review);
        }
        match left {
            Some((points, kept)) => self.resume_review(points, kept.verdict, kept.step),
            None => self.look_at_game(),
        }
    }

    fn look_at_game(&mut self) {
        let Some(reviewed) = self.review_of_study().map(|review| Arc::clone(&review.reviewed)) else {
            return;
        };
        self.put_game_on_board(&reviewed.game);
        self.prompt(None);
        let count = reviewed.game.moves().len() + 1;
        let time = EACH.min(ALL / count as u32);
        let searches = (0..count).map(|ply| InquirySearch::of(ply, time)).collect();
        self.session.analyses.ask(InquiryPurpose::Course, searches);
        let seconds = (time * count as u32 + AGAIN_ALL).as_secs() + 1;
        self.tell_in_review(ReviewAnnouncement::Looking(seconds));
    }

    /// Puts the position after the game's last move on the board, and its moves into the record.
    fn put_game_on_board(&mut self, game: &Game) {
        let position = StartPosition::from(game.start().clone());
        self.session.record = Record::begin(Start { position, ..Start::default() }, self.at);
        for m in game.moves() {
            let entry = self.record.move_entry(*m);
            self.write(entry);
        }
        self.session.exploration.position_changed();
    }

    /// Takes what the engine has seen of the whole game.
    pub(in crate::session) fn follow_course(&mut self, seen: &[EngineView]) {
        let Some(review) = self.review_of_study() else { return };
        let game = review.reviewed.game.clone();
        if seen.len() != game.moves().len() + 1 {
            return self.end_review_without_answer();
        }
        self.keep_seen(seen.to_vec());
        let points = candidates(&game, seen);
        if points.is_empty() {
            return self.end_without_turning_point();
        }
        let twice =
            |point: &TurningPoint| [point.ply, point.ply + 1].map(|ply| InquirySearch::of(ply, AGAIN));
        let searches = points.iter().flat_map(twice).collect();
        self.keep_points(points);
        self.session.analyses.ask(InquiryPurpose::SecondLook, searches);
        self.stay_silent(Silence::AnswerFollows);
    }

    /// Takes what a second look has shown, and asks whether another move is as good.
    pub(in crate::session) fn look_for_alternatives(&mut self, seen: &[EngineView]) {
        let Some(review) = self.review_of_study() else { return };
        let mut all = review.seen.clone();
        for (point, views) in review.points.iter().zip(seen.chunks_exact(2)) {
            all[point.ply..point.ply + 2].clone_from_slice(views);
        }
        let points = looked_again(review.points.clone(), seen);
        self.keep_seen(all);
        if points.is_empty() {
            return self.end_without_turning_point();
        }
        let searches: Vec<InquirySearch> =
            points.iter().filter_map(|point| self.alternative(point)).collect();
        self.keep_points(points);
        if searches.is_empty() {
            return self.choose_turning_points(&[]);
        }
        self.session.analyses.ask(InquiryPurpose::Alternatives, searches);
        self.stay_silent(Silence::AnswerFollows);
    }

    /// The search for another move than the best one; none where there is no other.
    fn alternative(&self, point: &TurningPoint) -> Option<InquirySearch> {
        let is_choice = self.record.game().position_at(point.ply).legal_moves().len() > 1;
        is_choice.then(|| InquirySearch { without: point.better(), ..InquirySearch::of(point.ply, AGAIN) })
    }

    /// Takes what the positions are worth without their best moves, and tells what was found.
    pub(in crate::session) fn choose_turning_points(&mut self, seen: &[EngineView]) {
        let Some(review) = self.review_of_study() else { return };
        let points = review.points.clone();
        let mut seen = seen.iter().cloned();
        let without: Vec<Option<EngineView>> =
            points.iter().map(|point| self.alternative(point).and_then(|_| seen.next())).collect();
        self.begin_points(Verdict::Decided, choose(points, &without));
    }

    /// Says what became of a game that no single move decided.
    fn end_without_turning_point(&mut self) {
        let Some(review) = self.review_of_study() else { return };
        let game = &review.reviewed.game;
        let verdict = turning_points::verdict(game, &review.seen);
        let points = match verdict {
            Verdict::Gradual(loser) => turning_points::gradual(game, &review.seen, loser),
            Verdict::Decided | Verdict::NeverInDoubt(_) | Verdict::Open => Vec::new(),
        };
        self.begin_points(verdict, points);
    }

    /// Tells what is said of the game as a whole, and its moves that are named.
    fn tell_verdict(&mut self, verdict: Verdict, points: &[TurningPoint]) {
        let count = points.len();
        self.tell_in_review(match verdict {
            Verdict::Decided if !points.is_empty() => ReviewAnnouncement::Decided(count),
            Verdict::Gradual(side) => ReviewAnnouncement::Gradual { side, count },
            Verdict::NeverInDoubt(side) => ReviewAnnouncement::NeverInDoubt(side),
            Verdict::Decided | Verdict::Open => ReviewAnnouncement::Open,
        });
        for point in points {
            self.tell_turning_point(point);
        }
    }

    fn keep_seen(&mut self, seen: Vec<EngineView>) {
        if let Some(review) = self.session.study.as_mut().and_then(|study| study.review.as_mut()) {
            review.seen = seen;
        }
    }

    fn keep_points(&mut self, points: Vec<TurningPoint>) {
        if let Some(review) = self.session.study.as_mut().and_then(|study| study.review.as_mut()) {
            review.points = points;
        }
    }

    /// Nothing is kept: the next time the engine may have one.
    fn end_review_without_answer(&mut self) {
        self.tell_in_review(ReviewAnnouncement::NoAnswer);
        let Some(review) = self.review_of_study() else { return };
        let reviewed = Arc::clone(&review.reviewed);
        self.set_course(&reviewed, Vec::new());
        self.go_to(0);
    }

    fn tell_turning_point(&mut self, point: &TurningPoint) {
        let before = self.record.game().position_at(point.ply).clone();
        let (outlook, now) = point.outlooks(before.turn());
        let better = point.better().filter(|_| !point.is_clear);
        let told = ReviewAnnouncement::TurningPoint {
            harm: point.harm(&before),
            before: Some(outlook).filter(|outlook| *outlook != now),
            now,
            better: better.map(|better| MoveInPosition::new(before.clone(), better)),
            played: MoveInPosition::new(before, point.played),
        };
        self.tell_in_review(told);
    }

    /// Tells and keeps what was found, and begins with the first task.
    fn begin_points(&mut self, verdict: Verdict, points: Vec<TurningPoint>) {
        self.tell_verdict(verdict, &points);
        let Some(review) = self.review_of_study() else { return };
        let reviewed = Arc::clone(&review.reviewed);
        let kept = KeptReview::of(&reviewed.game, verdict, &points);
        self.session.options.school.progress.review = Some(kept);
        self.keep_progress();
        self.set_course(&reviewed, points);
        self.keep_own_puzzles();
        self.go_to(0);
    }

    fn resume_review(&mut self, points: Vec<TurningPoint>, verdict: Verdict, step: usize) {
        let Some(review) = self.review_of_study() else { return };
        let reviewed = Arc::clone(&review.reviewed);
        let course = turning_points::course(&reviewed.game, &points, reviewed.user);
        // A review that was over is told once more from its beginning.
        let is_left = step > 0 && step < course.steps.len();
        self.put_game_on_board(&reviewed.game);
        if is_left {
            self.tell_in_review(ReviewAnnouncement::Again);
        } else {
            self.tell_verdict(verdict, &points);
        }
        self.set_course(&reviewed, points);
        self.go_to(if is_left { step } else { 0 });
    }

    fn set_course(&mut self, reviewed: &ReviewedGame, points: Vec<TurningPoint>) {
        let Some(study) = &mut self.session.study else { return };
        study.course = turning_points::course(&reviewed.game, &points, reviewed.user);
        if let Some(review) = &mut study.review {
            review.is_looking = false;
            review.points = points;
        }
    }

    /// Keeps the tasks as puzzles of the learner's own.
    fn keep_own_puzzles(&mut self) {
        let Some(review) = self.review_of_study() else { return };
        let game = &review.reviewed.game;
        // Files of puzzles know the castling of chess alone.
        if game.start().castles().mode().is_chess960() {
            return;
        }
        let name = turning_points::name(game);
        let puzzles: Vec<Puzzle> =
            review.points.iter().filter_map(|point| point.puzzle(game, &name)).collect();
        if puzzles.is_empty() {
            return;
        }
        let own = Arc::make_mut(&mut self.session.options.school.own);
        own.retain(|known| puzzles.iter().all(|puzzle| puzzle.id != known.id));
        own.extend(puzzles.iter().cloned());
        self.effects.push(Effect::KeepPuzzles(puzzles));
    }

    /// Says how the game would have stood, before the next task.
    pub(super) fn tell_outlook_of_step(&mut self) {
        let Some(study) = &self.session.study else { return };
        let point = study.course.steps.get(study.step).and_then(|step| step.turning_point.as_ref());
        let Some(point) = point else { return };
        let mover = study.course.position_at(study.step).position().turn();
        let (outlook, _) = point.outlooks(mover);
        self.tell_in_review(ReviewAnnouncement::Outlook(outlook));
    }

    /// Tells whoever waits for the engine that it is still looking, or that it is gone.
    pub(in crate::session) fn tell_looking(&mut self) {
        self.tell_in_review(match self.opponent.lost {
            true => ReviewAnnouncement::EngineLost,
            false => ReviewAnnouncement::StillLooking,
        });
    }

    pub(super) fn tell_in_review(&mut self, told: ReviewAnnouncement) {
        self.tell(Announcement::from(SchoolAnnouncement::Review(told)));
    }
}
