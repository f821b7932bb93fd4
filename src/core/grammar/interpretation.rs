//! Interprets the values of a phrase in the present moment.

use crate::laws::{
    Act, Attempt, CastlingSide, Chess, Color, Move, OpenPart, PartialSquare, Position, Rank, Role, Square,
    Verdict, contradicts_check, judge,
};

use super::meaning::{MEANINGS, Meaning, Section, Semantics, attempt};
use super::network::{UNKNOWN, WordId};
use super::slot::{Field, SlotValues};
use super::{Expectation, Grammar, Intent, Moment, Question};

/// The meaning of one phrase.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Interpretation {
    pub intent: Intent,
    /// The verdict of the Laws, if it is a move and may be judged.
    pub verdict: Option<Verdict>,
    /// Whether nothing had to be added to what was said.
    pub complete: bool,
}

impl Interpretation {
    /// Returns an attempt with its verdict in a position.
    pub(super) fn attempt(position: Option<&Chess>, attempt: Attempt) -> Interpretation {
        let verdict = position.map(|position| judge(position, &attempt));
        let contradicts = position.zip(verdict.as_ref()).is_some_and(|(position, verdict)| {
            matches!(verdict, Verdict::Legal(m) if contradicts_check(position, &attempt, *m))
        });
        let complete = !contradicts;
        Interpretation { intent: Intent::Move(attempt), verdict, complete }
    }

    /// Returns an intent with its verdict in a position.
    pub(super) fn of(intent: &Intent, position: Option<&Chess>) -> Interpretation {
        match intent {
            Intent::Move(attempt) => Interpretation::attempt(position, *attempt),
            intent => Interpretation::plain(intent.clone()),
        }
    }

    fn plain(intent: Intent) -> Interpretation {
        Interpretation { intent, verdict: None, complete: true }
    }

    /// Returns the legal move, if it is one.
    pub(super) fn legal(&self) -> Option<Move> {
        match self.verdict {
            Some(Verdict::Legal(m)) => Some(m),
            _ => None,
        }
    }

    /// Whether it is a move.
    pub(super) fn is_move(&self) -> bool {
        matches!(self.intent, Intent::Move(_))
    }

    /// Whether it is a legal move, or one that may not be judged.
    pub(super) fn is_playable(&self) -> bool {
        match &self.verdict {
            Some(verdict) => matches!(verdict, Verdict::Legal(_)),
            None => self.is_move() && !self.is_piece_alone(),
        }
    }

    /// Whether it is a move that no legal move fits.
    pub(super) fn is_illegal(&self) -> bool {
        matches!(self.verdict, Some(Verdict::Illegal(_)))
    }

    /// The piece that a written move names, unless it is a pawn that cannot go there.
    pub(super) fn piece_meant(&self) -> Option<Role> {
        let Intent::Move(attempt) = &self.intent else { return None };
        attempt.role.filter(|role| *role != Role::Pawn || !self.is_illegal())
    }

    /// Whether it is a piece alone, with which most moves begin.
    pub(super) fn is_piece_alone(&self) -> bool {
        let alone = |role| Attempt { role, ..Attempt::default() };
        matches!(self.intent, Intent::Move(attempt) if attempt == alone(attempt.role))
            && self.verdict.is_none()
    }

    /// Whether both are the same move, perhaps in other words, or the same intent.
    pub(super) fn is_same(&self, other: &Interpretation) -> bool {
        match (self.legal(), other.legal()) {
            (Some(one), Some(other)) => one == other,
            _ => self.intent == other.intent || is_same_answer_to_offer(&self.intent, &other.intent),
        }
    }

    /// Whether both are moves, and not the same one. Where they may not be judged, they must contradict each other: the
    /// same move can be said with more words or fewer.
    pub(super) fn is_another_move(&self, other: &Interpretation) -> bool {
        match (&self.intent, &other.intent) {
            (Intent::Move(one), Intent::Move(another)) if self.verdict.is_none() => one.contradicts(another),
            (Intent::Move(_), Intent::Move(_)) => !self.is_compatible(other),
            _ => false,
        }
    }

    /// Whether both mean the same, or one leaves open what the other says.
    pub(super) fn is_compatible(&self, other: &Interpretation) -> bool {
        match (&self.verdict, &other.verdict) {
            (Some(Verdict::Legal(m)), Some(verdict)) | (Some(verdict), Some(Verdict::Legal(m))) => {
                match verdict {
                    Verdict::Legal(other) => m == other,
                    Verdict::Ambiguous(moves) | Verdict::PromotionMissing(moves) => moves.contains(m),
                    Verdict::Illegal(_) => false,
                }
            }
            _ => match (&self.intent, &other.intent) {
                // "Remis" and "Remis anbieten" mean the same, and the program asks about one of them.
                (Intent::Draw, Intent::Declared { act: Act::OfferDraw, .. })
                | (Intent::Declared { act: Act::OfferDraw, .. }, Intent::Draw) => true,
                (one, other) => one == other || is_same_answer_to_offer(one, other),
            },
        }
    }
}

/// Whether both accept or both decline: "annehmen" is about a draw unless something else was offered.
fn is_same_answer_to_offer(one: &Intent, other: &Intent) -> bool {
    let is_answer = |intent: &Intent, alone: &Intent, act: &Act| {
        intent == alone || matches!(intent, Intent::Declared { by: None, act: declared } if declared == act)
    };
    [(Intent::Accept, Act::AcceptDraw), (Intent::Decline, Act::DeclineDraw)]
        .iter()
        .any(|(alone, act)| is_answer(one, alone, act) && is_answer(other, alone, act))
}

impl Grammar {
    /// Whether the words may be a yes as well as the contrary where one of them is asked for.
    fn is_equivocal(&self, words: &[WordId], moment: &Moment) -> bool {
        moment.expects.is_yes_or_no() && self.compiled.equivocal.iter().any(|whole| whole == words)
    }

    /// Returns every phrase that these words begin with, with its length and meaning. Answers to an open question
    /// come before all else of the same length.
    pub(super) fn leading_phrases(&self, words: &[WordId], moment: &Moment) -> Vec<(usize, Interpretation)> {
        // No phrase has a word that is in none.
        if words.first() == Some(&UNKNOWN) || self.is_equivocal(words, moment) {
            return Vec::new();
        }
        let scope = moment.expects.scope();
        let mut answers: Vec<(usize, Interpretation)> = Vec::new();
        let mut others: Vec<(usize, Interpretation)> = Vec::new();
        for (meaning, starts) in MEANINGS.iter().zip(&self.compiled.starts) {
            if !scope.has(meaning) {
                continue;
            }
            let answer = meaning.section == Section::Answers;
            let found = if answer { &mut answers } else { &mut others };
            let before = found.len();
            for start in starts.spoken() {
                self.compiled.network.parse(start, words, &mut |length, said| {
                    // "Die weiße Dame" names a side in two ways, and is one question.
                    let is_asked = meaning.section == Section::Questions
                        && found[before..].iter().any(|(known, _)| *known == length);
                    for meant in interpret(meaning.semantics, &said, moment) {
                        let read = (length, meant);
                        if !is_asked && !found.contains(&read) {
                            found.push(read);
                        }
                    }
                });
            }
        }
        // After "Springer wohin?" a square is the knight's destination, even if only a pawn could go there.
        if matches!(moment.expects, Expectation::WhereTo { .. } | Expectation::Completion { .. }) {
            others.retain(|(length, _)| answers.iter().all(|(l, _)| l != length));
        }
        // "Eva vier" does not answer "Bella eins oder Felix drei?", but is a good move.
        let hopeless = |length: usize, answers: &[(usize, Interpretation)]| {
            answers.iter().all(|(l, a)| *l != length || a.is_illegal())
        };
        let kept: Vec<_> = others
            .into_iter()
            .filter(|(length, other)| {
                hopeless(*length, &answers) && !other.is_illegal() || answers.iter().all(|(l, _)| l != length)
            })
            .collect();
        answers.retain(|(length, answer)| !answer.is_illegal() || kept.iter().all(|(l, _)| l != length));
        answers.extend(kept);
        answers
    }

    /// Returns the meanings of all these words together as a phrase that is only typed: of a move all of them, else one.
    pub(super) fn typed_phrases(&self, words: &[WordId], moment: &Moment) -> Vec<Interpretation> {
        if words.contains(&UNKNOWN) {
            return Vec::new();
        }
        let scope = moment.expects.scope();
        // Answers take precedence here too: in a review, "Schluss" ends the review.
        let starts = || MEANINGS.iter().zip(&self.compiled.starts);
        let is_answer = |meaning: &Meaning| meaning.section == Section::Answers;
        let answers = starts().filter(|(meaning, _)| is_answer(meaning));
        for (meaning, starts) in answers.chain(starts().filter(|(meaning, _)| !is_answer(meaning))) {
            let mut found: Vec<Interpretation> = Vec::new();
            if scope.has(meaning) {
                self.compiled.network.parse(starts.typed, words, &mut |length, said| {
                    if length == words.len() {
                        found.extend(interpret(meaning.semantics, &said, moment));
                    }
                });
            }
            if meaning.section != Section::Move {
                found.truncate(1);
            }
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// Returns what these words ask, as one whole phrase that is spoken or typed.
    pub(super) fn question_phrase(&self, words: &[WordId], moment: &Moment) -> Option<Intent> {
        let scope = moment.expects.scope();
        let questions = MEANINGS
            .iter()
            .zip(&self.compiled.starts)
            .filter(|(meaning, _)| meaning.section == Section::Questions && scope.has(meaning));
        let mut found = None;
        for (meaning, starts) in questions {
            for start in starts.all() {
                self.compiled.network.parse(start, words, &mut |length, said| {
                    if found.is_none() && length == words.len() {
                        found = interpret(meaning.semantics, &said, moment).pop();
                    }
                });
            }
        }
        found.map(|meant: Interpretation| meant.intent)
    }
}

/// Interprets the values of one phrase.
pub(super) fn interpret(semantics: Semantics, said: &SlotValues, moment: &Moment) -> Vec<Interpretation> {
    match semantics {
        // A move is not made for the side that is not on move; it is told which one is. Unknown, it is not guessed.
        Semantics::Move if said.side().is_some_and(|side| !is_on_move(side, moment)) => {
            let turn = Interpretation::plain(Intent::Ask(Question::Turn));
            moment.turn.map(|_| turn).into_iter().collect()
        }
        // "Springer Felix drei Läufer" has a word too many.
        Semantics::Move if is_for_pawns(said) && said.role(Field::Piece).is_some_and(|r| r != Role::Pawn) => {
            Vec::new()
        }
        Semantics::Move if said.has(Field::Steps) => pawn_steps(said, moment).into_iter().collect(),
        Semantics::Move if said.leaves_side_open() => either_castling(said, moment.position),
        Semantics::Move => vec![Interpretation::attempt(moment.position, attempt(said))],
        Semantics::Which => which(said, moment),
        Semantics::Castles(side) => match moment.expects {
            Expectation::Completion { said, open: OpenPart::Castling } => {
                vec![Interpretation::attempt(moment.position, Attempt { castling: Some(side), ..*said })]
            }
            _ => on_wing(side, moment),
        },
        Semantics::Piece => {
            let role = said.role(Field::Piece);
            let answer = match moment.expects {
                Expectation::Completion {
                    said: begun,
                    open: open @ (OpenPart::Piece | OpenPart::Origin),
                } => begun.completed(*open, role, PartialSquare::ANY),
                _ => None,
            };
            let alone = Attempt { role, ..Attempt::default() };
            vec![Interpretation::plain(Intent::Move(answer.unwrap_or(alone)))]
        }
        Semantics::Touch => vec![touched(said, moment)],
        Semantics::Promotion => match moment.expects {
            Expectation::Completion { said: begun, .. } => {
                let promotion = said.role(Field::Promotion);
                vec![Interpretation::attempt(moment.position, Attempt { promotion, ..*begun })]
            }
            _ => moves_where(moment, |m| m.promotion() == said.role(Field::Promotion)),
        },
        Semantics::Question(question) => {
            question(said).map(Intent::Ask).map(Interpretation::plain).into_iter().collect()
        }
        Semantics::Irregularity(reported) => {
            reported(said).map(Intent::Irregular).map(Interpretation::plain).into_iter().collect()
        }
        Semantics::Order(order) => {
            order(said).map(Intent::Order).map(Interpretation::plain).into_iter().collect()
        }
        Semantics::Alone(intent) => intent(said).map(Interpretation::plain).into_iter().collect(),
    }
}

/// Interprets "ich habe den Springer berührt": the only one that the side on move, or its opponent, has. Else the square
/// is asked for; so where it must not depend on the position.
fn touched(said: &SlotValues, moment: &Moment) -> Interpretation {
    let only = moment.position.and_then(|position| {
        // "Schwarz hat seine Dame berührt": their own.
        let owner = match (said.side(), said.value(Field::Whose)) {
            (Some(side), Some(0)) => side,
            (Some(side), Some(_)) => !side,
            (None, Some(0)) => !position.turn(),
            (_, None) | (None, Some(_)) => position.turn(),
        };
        let pieces = position.board().by_piece(said.role(Field::Piece)?.of(owner));
        // Who is not on move touched it before their last move.
        let is_now = said.side().is_none_or(|side| side == position.turn());
        pieces.single_square().filter(|_| is_now)
    });
    Interpretation::plain(match only {
        Some(square) => Intent::Declared { by: said.side(), act: Act::Touch(square) },
        None => Intent::Ask(Question::TouchedSquare),
    })
}

fn is_on_move(side: Color, moment: &Moment) -> bool {
    moment.turn == Some(side)
}

/// Interprets "e-Bauer zwei Felder vor". Two steps are its first ones; one is taken from the square that was named, or else
/// from where its only pawn on the file stands, if the understanding may depend on it.
fn pawn_steps(said: &SlotValues, moment: &Moment) -> Option<Interpretation> {
    let position = moment.position?;
    let side = position.turn();
    if said.role(Field::Piece).is_some_and(|role| role != Role::Pawn) {
        return None;
    }
    let steps = said.value(Field::Steps)?;
    let named = said.from();
    let file = named.file?;
    let from = named.rank.or_else(|| match steps {
        2 => Some(side.fold_wb(Rank::Second, Rank::Seventh)),
        _ => {
            let mut pawns = position.board().by_piece(Role::Pawn.of(side)).into_iter();
            let mut on_file = pawns.by_ref().filter(|square| square.file() == file);
            on_file.next().filter(|_| on_file.next().is_none()).map(Square::rank)
        }
    })?;
    let to = from.offset(i32::from(steps) * side.fold_wb(1, -1))?;
    let meant = Attempt {
        role: Some(Role::Pawn),
        from: PartialSquare { file: Some(file), rank: named.rank },
        to: PartialSquare { file: Some(file), rank: Some(to) },
        ..attempt(said)
    };
    Some(Interpretation::attempt(moment.position, meant))
}

/// Whether something was said that only a pawn does.
fn is_for_pawns(said: &SlotValues) -> bool {
    said.has(Field::Promotion) || said.has(Field::EnPassant)
}

/// Interprets "Rochade": castling on each side that may be legal, still to be confirmed.
fn either_castling(said: &SlotValues, position: Option<&Chess>) -> Vec<Interpretation> {
    let one = |side| {
        let named = Attempt { castling: Some(side), ..attempt(said) };
        Interpretation { complete: false, ..Interpretation::attempt(position, named) }
    };
    let sides = [CastlingSide::KingSide, CastlingSide::QueenSide];
    let legal: Vec<_> = sides.map(one).into_iter().filter(|meant| !meant.is_illegal()).collect();
    if !legal.is_empty() {
        return legal;
    }
    // Explain the side that is only barred for now, rather than a lost right.
    let has = |side: &CastlingSide| position.is_some_and(|at| at.castles().has(at.turn(), *side));
    vec![one(sides.into_iter().find(has).unwrap_or(CastlingSide::KingSide))]
}

/// Returns those of the moves asked about that fit.
fn moves_where(moment: &Moment, is_such: impl Fn(&Move) -> bool) -> Vec<Interpretation> {
    let moves = moment.expects.moves().iter().filter(|m| is_such(m));
    moves.map(|m| Interpretation::attempt(moment.position, Attempt::from(*m))).collect()
}

/// Returns castling on a side, or else the move of the piece that stands nearest to it: "den vom Damenflügel".
fn on_wing(side: CastlingSide, moment: &Moment) -> Vec<Interpretation> {
    let castles = moves_where(moment, |m| m.castling_side() == Some(side));
    if !castles.is_empty() {
        return castles;
    }
    let files = moment.expects.moves().iter().filter_map(|m| m.from()).map(|from| from.file());
    let nearest = match side {
        CastlingSide::KingSide => files.max(),
        CastlingSide::QueenSide => files.min(),
    };
    let found = moves_where(moment, |m| m.from().map(|from| from.file()) == nearest);
    if found.len() == 1 { found } else { Vec::new() }
}

fn which(said: &SlotValues, moment: &Moment) -> Vec<Interpretation> {
    if let Expectation::Completion { said: begun, open } = moment.expects {
        let whole = begun.completed(*open, said.role(Field::Piece), said.part());
        let whole = whole.filter(|_| said.value(Field::Number).is_none());
        return whole.map(|whole| Interpretation::attempt(moment.position, whole)).into_iter().collect();
    }
    let moves = moment.expects.moves();
    if let Some(number) = said.value(Field::Number) {
        let chosen = usize::from(number).checked_sub(1).and_then(|index| moves.get(index));
        return moves_where(moment, |m| Some(m) == chosen);
    }
    match moment.expects {
        Expectation::WhereTo { role, .. } => {
            goes_to(said, *role, moves, moment.position).into_iter().collect()
        }
        _ => which_move(said, moves, moment.position),
    }
}

/// Returns the named piece's move to the square of the answer, legal or not; so "Felix drei" is no pawn move here.
/// The answer may also name the square on which the piece stands.
fn goes_to(
    said: &SlotValues,
    role: Role,
    moves: &[Move],
    position: Option<&Chess>,
) -> Option<Interpretation> {
    if said.role(Field::Piece).is_some_and(|other| other != role) {
        return None;
    }
    let part = said.part();
    let stands = !moves.iter().any(|m| part.fits(m.to()))
        && moves.iter().any(|m| m.from().is_some_and(|from| part.fits(from)));
    let (from, to) = if stands { (part, PartialSquare::ANY) } else { (PartialSquare::ANY, part) };
    Some(Interpretation::attempt(position, Attempt { role: Some(role), from, to, ..Attempt::default() }))
}

/// Returns the move that a piece, a square or a part of one selects from several.
fn which_move(said: &SlotValues, moves: &[Move], position: Option<&Chess>) -> Vec<Interpretation> {
    let part = said.part();
    let role = said.role(Field::Piece);
    let moves: Vec<Move> =
        moves.iter().copied().filter(|m| role.is_none_or(|role| role == m.role())).collect();
    let Some(first) = moves.first() else { return Vec::new() };
    let from: Vec<Move> =
        moves.iter().copied().filter(|m| m.from().is_some_and(|from| part.fits(from))).collect();
    let to: Vec<Move> = moves.iter().copied().filter(|m| part.fits(m.to())).collect();
    let one = |moves: &[Move]| (moves.len() == 1).then(|| moves[0]);
    let full = |m: Move| Interpretation::attempt(position, Attempt::from(m));
    match (one(&from), one(&to)) {
        (Some(from), Some(to)) if from != to => return vec![full(from), full(to)],
        (Some(m), _) => return vec![full(m)],
        // The question asks for the origin; the destination counts only if the answer fits no origin.
        (None, Some(m)) if from.is_empty() => return vec![full(m)],
        _ => {}
    }
    // The answer fits none or several of the moves: judge what is known, so that the program asks again.
    let same_target = moves.iter().all(|m| m.to() == first.to());
    vec![Interpretation::attempt(
        position,
        Attempt {
            role: moves.iter().all(|m| m.role() == first.role()).then(|| first.role()),
            from: if from.is_empty() && !to.is_empty() { PartialSquare::ANY } else { part },
            to: if same_target { first.to().into() } else { PartialSquare::ANY },
            ..Attempt::default()
        },
    )]
}
