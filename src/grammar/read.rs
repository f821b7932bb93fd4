//! From the values said in one phrase to what it means in this moment.

use crate::laws::{
    Act, Attempt, CastlingSide, Chess, Move, PartialSquare, Position, Role, Verdict, contradicts_check, judge,
};

use super::meaning::{MEANINGS, Meaning, Read, Section, attempt};
use super::network::WordId;
use super::slot::{Place, Said};
use super::{Expects, Grammar, Intent, Moment};

/// What one phrase means.
#[derive(Clone, Debug, PartialEq)]
pub struct Meant {
    pub intent: Intent,
    /// What the Laws say to it, where it is a move.
    pub verdict: Option<Verdict>,
    /// Nothing had to be added to what was said.
    pub complete: bool,
}

impl Meant {
    /// A move, and what comes of it in a position.
    pub fn attempt(position: &Chess, attempt: Attempt) -> Meant {
        let verdict = judge(position, &attempt);
        let complete = match verdict {
            Verdict::Legal(m) => !contradicts_check(position, &attempt, m),
            _ => true,
        };
        Meant { intent: Intent::Move(attempt), verdict: Some(verdict), complete }
    }

    /// What was understood, and what comes of it in a position.
    pub fn of(intent: &Intent, position: &Chess) -> Meant {
        match intent {
            Intent::Move(attempt) => Meant::attempt(position, attempt.clone()),
            intent => Meant::plain(intent.clone()),
        }
    }

    fn plain(intent: Intent) -> Meant {
        Meant { intent, verdict: None, complete: true }
    }

    /// The legal move it is.
    pub fn legal(&self) -> Option<Move> {
        match self.verdict {
            Some(Verdict::Legal(m)) => Some(m),
            _ => None,
        }
    }

    /// Whether it is a move for which there is no legal one.
    pub fn is_illegal(&self) -> bool {
        matches!(self.verdict, Some(Verdict::Illegal(_)))
    }

    /// Whether it is a piece alone, of which most moves begin.
    pub fn is_open(&self) -> bool {
        matches!(self.intent, Intent::Move(_)) && self.verdict.is_none()
    }

    /// Whether both are the same move, if in other words, or the same of anything else.
    pub fn is(&self, other: &Meant) -> bool {
        match (self.legal(), other.legal()) {
            (Some(one), Some(other)) => one == other,
            _ => self.intent == other.intent,
        }
    }

    /// Whether both come to the same, or one only leaves open what the other says.
    pub fn agrees(&self, other: &Meant) -> bool {
        match (&self.verdict, &other.verdict) {
            (Some(Verdict::Legal(m)), Some(verdict)) | (Some(verdict), Some(Verdict::Legal(m))) => {
                match verdict {
                    Verdict::Legal(other) => m == other,
                    Verdict::Ambiguous(moves) | Verdict::PromotionMissing(moves) => moves.contains(m),
                    Verdict::Illegal(_) => false,
                }
            }
            _ => match (&self.intent, &other.intent) {
                // "Remis" and "Remis anbieten" are one thing, of which one is asked about.
                (Intent::Draw, Intent::Declared { act: Act::OfferDraw, .. })
                | (Intent::Declared { act: Act::OfferDraw, .. }, Intent::Draw) => true,
                (one, other) => one == other,
            },
        }
    }
}

impl Grammar {
    /// Reports every phrase these words begin with and what it means; answers to an open question
    /// go before everything else of the same length.
    pub(super) fn leading(&self, words: &[WordId], moment: &Moment) -> Vec<(usize, Meant)> {
        let scope = moment.expects.scope();
        let mut answers: Vec<(usize, Meant)> = Vec::new();
        let mut others: Vec<(usize, Meant)> = Vec::new();
        for (meaning, start) in MEANINGS.iter().zip(&self.built.starts) {
            if !scope.has(meaning) {
                continue;
            }
            let answer = meaning.section == Section::Answers;
            let found = if answer { &mut answers } else { &mut others };
            self.built.network.read(*start, words, &mut |length, said| {
                for meant in meant(meaning.read, &said, moment) {
                    let read = (length, meant);
                    if !found.contains(&read) {
                        found.push(read);
                    }
                }
            });
        }
        // To "Springer wohin?" a square is the knight's, even where only a pawn could go there.
        if matches!(moment.expects, Expects::WhereTo { .. }) {
            others.retain(|(length, _)| answers.iter().all(|(l, _)| l != length));
        }
        // "Eva vier" is no answer to "Bella eins oder Felix drei?", but a good move.
        let hopeless = |length: usize, answers: &[(usize, Meant)]| {
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
}

impl Grammar {
    /// What all these words mean together as a phrase that is only typed.
    pub(super) fn typed_phrase(&self, words: &[WordId], moment: &Moment) -> Option<Intent> {
        let scope = moment.expects.scope();
        let mut intent = None;
        // Answers go before everything else here too: to a review, "Schluss" ends it.
        let starts = || MEANINGS.iter().zip(&self.built.typed_starts);
        let is_answer = |meaning: &Meaning| meaning.section == Section::Answers;
        let answers = starts().filter(|(meaning, _)| is_answer(meaning));
        for (meaning, start) in answers.chain(starts().filter(|(meaning, _)| !is_answer(meaning))) {
            if intent.is_none() && scope.has(meaning) {
                self.built.network.read(*start, words, &mut |length, said| {
                    if length == words.len() && intent.is_none() {
                        intent =
                            meant(meaning.read, &said, moment).into_iter().next().map(|meant| meant.intent);
                    }
                });
            }
        }
        intent
    }
}

/// What was said in one phrase.
pub(super) fn meant(read: Read, said: &Said, moment: &Moment) -> Vec<Meant> {
    match read {
        // "Springer Felix drei Läufer" has a word too many.
        Read::Move if is_for_pawns(said) && said.role(Place::Piece).is_some_and(|r| r != Role::Pawn) => {
            Vec::new()
        }
        Read::Move if said.leaves_side_open() => either_castling(said, moment.position),
        Read::Move => vec![Meant::attempt(moment.position, attempt(said))],
        Read::Which => which(said, moment),
        Read::Castles(side) => match moment.expects {
            Expects::WhichPiece(moves) | Expects::WhereTo { moves, .. } => {
                let castles = moves.iter().filter(|m| m.castling_side() == Some(side));
                castles.map(|m| Meant::attempt(moment.position, Attempt::from(*m))).collect()
            }
            _ => Vec::new(),
        },
        Read::Piece => {
            let piece = Attempt { role: said.role(Place::Piece), ..Attempt::default() };
            vec![Meant::plain(Intent::Move(piece))]
        }
        Read::Promotion => match moment.expects {
            Expects::Promotion(moves) => {
                let role = said.role(Place::Promotion);
                let chosen = moves.iter().filter(|m| m.promotion() == role);
                chosen.map(|m| Meant::attempt(moment.position, Attempt::from(*m))).collect()
            }
            _ => Vec::new(),
        },
        Read::Question(question) => question(said).map(Intent::Ask).map(Meant::plain).into_iter().collect(),
        Read::Irregularity(reported) => {
            reported(said).map(Intent::Irregular).map(Meant::plain).into_iter().collect()
        }
        Read::Order(order) => order(said).map(Intent::Order).map(Meant::plain).into_iter().collect(),
        Read::Alone(intent) => intent(said).map(Meant::plain).into_iter().collect(),
    }
}

/// Whether something was said that only pawns do.
fn is_for_pawns(said: &Said) -> bool {
    said.has(Place::Promotion) || said.has(Place::EnPassant)
}

/// "Rochade": the side that is legal, still to be confirmed, or both.
fn either_castling(said: &Said, position: &Chess) -> Vec<Meant> {
    let one = |side| {
        let named = Attempt { castling: Some(side), ..attempt(said) };
        Meant { complete: false, ..Meant::attempt(position, named) }
    };
    let sides = [CastlingSide::KingSide, CastlingSide::QueenSide];
    let legal: Vec<_> = sides.map(one).into_iter().filter(|meant| !meant.is_illegal()).collect();
    if !legal.is_empty() {
        return legal;
    }
    // The reason is worth telling of the side that is only barred for now.
    let has = |side: &CastlingSide| position.castles().has(position.turn(), *side);
    vec![one(sides.into_iter().find(has).unwrap_or(CastlingSide::KingSide))]
}

fn which(said: &Said, moment: &Moment) -> Vec<Meant> {
    let number = said.value(Place::Number).map(usize::from);
    match moment.expects {
        Expects::WhichPiece(moves) => match number {
            Some(number) => {
                let chosen = number.checked_sub(1).and_then(|index| moves.get(index));
                chosen.map(|m| Meant::attempt(moment.position, Attempt::from(*m))).into_iter().collect()
            }
            None => which_move(said, moves, moment.position),
        },
        Expects::WhereTo { role, moves } => match number {
            Some(number) => {
                let chosen = number.checked_sub(1).and_then(|index| moves.get(index));
                chosen.map(|m| Meant::attempt(moment.position, Attempt::from(*m))).into_iter().collect()
            }
            None => goes_to(said, *role, moves, moment.position).into_iter().collect(),
        },
        _ => Vec::new(),
    }
}

/// The move of the piece that was named to the square that answers it, legal or not: "Felix drei" is then no
/// pawn's. It may also name the piece by where it stands.
fn goes_to(said: &Said, role: Role, moves: &[Move], position: &Chess) -> Option<Meant> {
    if said.role(Place::Piece).is_some_and(|other| other != role) {
        return None;
    }
    let part = said.part();
    let stands = !moves.iter().any(|m| part.fits(m.to()))
        && moves.iter().any(|m| m.from().is_some_and(|from| part.fits(from)));
    let (from, to) = if stands { (part, PartialSquare::ANY) } else { (PartialSquare::ANY, part) };
    Some(Meant::attempt(position, Attempt { role: Some(role), from, to, ..Attempt::default() }))
}

/// The one of several moves that a piece, a square or a part of one picks out.
fn which_move(said: &Said, moves: &[Move], position: &Chess) -> Vec<Meant> {
    let part = said.part();
    let role = said.role(Place::Piece);
    let moves: Vec<Move> =
        moves.iter().copied().filter(|m| role.is_none_or(|role| role == m.role())).collect();
    let Some(first) = moves.first() else { return Vec::new() };
    let from: Vec<Move> =
        moves.iter().copied().filter(|m| m.from().is_some_and(|from| part.fits(from))).collect();
    let to: Vec<Move> = moves.iter().copied().filter(|m| part.fits(m.to())).collect();
    let one = |moves: &[Move]| (moves.len() == 1).then(|| moves[0]);
    let full = |m: Move| Meant::attempt(position, Attempt::from(m));
    match (one(&from), one(&to)) {
        (Some(from), Some(to)) if from != to => return vec![full(from), full(to)],
        (Some(m), _) => return vec![full(m)],
        // Where it comes from is what was asked, where it goes only if that differs.
        (None, Some(m)) if from.is_empty() => return vec![full(m)],
        _ => {}
    }
    // Too little, or none of them: what is known goes back to be judged and asked about again.
    let same_target = moves.iter().all(|m| m.to() == first.to());
    vec![Meant::attempt(
        position,
        Attempt {
            role: moves.iter().all(|m| m.role() == first.role()).then(|| first.role()),
            from: if from.is_empty() && !to.is_empty() { PartialSquare::ANY } else { part },
            to: if same_target { first.to().into() } else { PartialSquare::ANY },
            ..Attempt::default()
        },
    )]
}
