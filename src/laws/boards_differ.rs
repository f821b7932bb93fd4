//! Boards that differ (D.2.9): both scores are compared, and where they part the game goes back.
//!
//! A score is what a human wrote in a hurry. An entry that cannot be read, is not legal or is missing
//! is a *slip*, not a difference, where the other score supplies a move after which both go on
//! alike. Two entries that are legal and say different moves are a difference whatever follows.

use std::time::Duration;

use shakmaty::{ByColor, Chess, Color, Move, Position};

use super::{Article, Reason, Scores, Verdict, irregularity::divide_in_proportion, judge, score::ScoreEntry};

/// What comparing two scores has shown.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The moves both scores agree on, from the start.
    pub agreed: Vec<Move>,
    /// The last point of agreement: the position after those moves.
    pub position: Chess,
    /// The slips on the way there.
    pub slips: Vec<Slip>,
    /// How they go on from there.
    pub end: End,
}

/// How two scores go on after the last point of agreement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Both end there: the scores agree.
    Agree,
    /// This player's score ends there, the other's has these moves more.
    Shorter { player: Color, unconfirmed: Vec<Move> },
    /// They part: what each says next.
    Part(ByColor<Reading>),
}

/// An entry as the position lets it be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    Move(Move),
    /// It can be several moves.
    Unclear(Vec<Move>),
    Illegal(Reason),
    Unreadable,
    /// The score has no more entries.
    Ended,
}

/// A fault in one score that the other puts right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slip {
    /// Whose score it is in.
    pub player: Color,
    /// The half-move it is about, counted from 0.
    pub ply: usize,
    pub kind: SlipKind,
}

/// What the fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlipKind {
    Unreadable,
    Illegal,
    /// Several moves fit what was written.
    Unclear,
    /// The half-move was not written.
    Omitted,
    /// An entry stands there twice.
    Doubled,
}

/// Compares both players' scores from the start of the game.
pub fn compare(start: &Chess, scores: &Scores) -> Comparison {
    let mut walk = Walk {
        position: start.clone(),
        before: None,
        left: scores.as_ref().map(|sheet| sheet.entries.as_slice()),
        agreed: Vec::new(),
        slips: Vec::new(),
    };
    while walk.step() {}
    let end = walk.end();
    Comparison { agreed: walk.agreed, position: walk.position, slips: walk.slips, end }
}

impl Comparison {
    /// Whether the scores agree, a last move not yet written aside (8.1.3 allows to answer first).
    pub fn agrees(&self) -> bool {
        !matches!(self.end, End::Part(_))
    }

    /// The position both boards should show: the last one that any undisputed entry leads to.
    pub fn position_to_show(&self) -> Chess {
        let mut position = self.position.clone();
        if let End::Shorter { unconfirmed, .. } = &self.end {
            unconfirmed.iter().for_each(|m| position.play_unchecked(*m));
        }
        position
    }

    /// The times at the last point of agreement in proportion to the moves, where they were not
    /// recorded there. `used` and `made` are each player's time and moves at the discovery.
    pub fn times(&self, used: ByColor<Duration>, made: ByColor<u32>) -> ByColor<Duration> {
        let plies = self.agreed.len() as u32;
        let last = self.position.turn();
        // Whoever is on move at the point of agreement has made no more moves than the other.
        ByColor::new_with(|player| {
            let agreed = if player == last { plies / 2 } else { plies.div_ceil(2) };
            *divide_in_proportion(used, *made.get(player), agreed).get(player)
        })
    }

    /// The article it rests on.
    pub fn article(&self) -> Article {
        if self.agrees() { Article::BOARDS_DIFFER } else { Article::SCORES_DIFFER }
    }
}

/// The comparison under way.
#[derive(Clone)]
struct Walk<'a> {
    position: Chess,
    before: Option<(Chess, Move)>,
    left: ByColor<&'a [ScoreEntry]>,
    agreed: Vec<Move>,
    slips: Vec<Slip>,
}

/// How many entries must agree after a slip for it to be one.
const CONFIRMING: usize = 2;

impl Walk<'_> {
    /// Goes one half-move further, or over a slip; false at the last point of agreement.
    fn step(&mut self) -> bool {
        if self.left.iter().any(|left| left.is_empty()) {
            return false;
        }
        if let Some(m) = self.common() {
            self.advance(m);
            return true;
        }
        let Some(over) = self.over_a_slip() else { return false };
        *self = over;
        true
    }

    /// The one move both next entries can mean.
    fn common(&self) -> Option<Move> {
        let white = self.reading(Color::White);
        let black = self.reading(Color::Black);
        let mut both: Vec<Move> =
            white.moves().iter().copied().filter(|m| black.moves().contains(m)).collect();
        if both.len() > 1 {
            // Both wrote what can be several moves: the one after which both go on furthest.
            let reach = |m: &Move| {
                let mut ahead = self.clone();
                ahead.advance(*m);
                ahead.agreeing()
            };
            let furthest = both.iter().map(reach).max()?;
            both.retain(|m| reach(m) == furthest);
        }
        match both.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }

    /// Plays a move that both next entries stand for, and notes where one is unclear.
    fn advance(&mut self, m: Move) {
        for player in Color::ALL {
            if self.reading(player).moves().len() > 1 {
                self.slip(player, SlipKind::Unclear);
            }
        }
        self.skip(Color::White);
        self.skip(Color::Black);
        self.play(m);
    }

    /// The first explanation by a slip after which both scores go on alike.
    fn over_a_slip(&self) -> Option<Self> {
        let explained = |confirming: usize, explain: &dyn Fn(&mut Self) -> Option<()>| {
            let mut over = self.clone();
            explain(&mut over)?;
            let ends = over.left.iter().any(|left| left.len() <= over.agreeing());
            let enough = over.agreeing() >= CONFIRMING || ends && over.agreeing() >= confirming;
            enough.then_some(over)
        };
        Color::ALL.into_iter().find_map(|player| {
            // Near the end of a score one entry alike is enough, but not to explain a legal entry away.
            explained(1, &|walk| walk.misread(player))
                .or_else(|| explained(CONFIRMING, &|walk| walk.doubled(player)))
                .or_else(|| explained(CONFIRMING, &|walk| walk.omitted(player)))
                .or_else(|| {
                    explained(CONFIRMING, &|walk| walk.omitted(player).and_then(|()| walk.omitted(player)))
                })
        })
    }

    /// This player's entry cannot be read or played; the other's move is the one.
    fn misread(&mut self, player: Color) -> Option<()> {
        let kind = match self.reading(player) {
            Reading::Unreadable => SlipKind::Unreadable,
            Reading::Illegal(_) => SlipKind::Illegal,
            _ => return None,
        };
        let m = self.reading(!player).single()?;
        self.slip(player, kind);
        self.skip(Color::White);
        self.skip(Color::Black);
        self.play(m);
        Some(())
    }

    /// This player left the half-move out; the other's move is the one.
    fn omitted(&mut self, player: Color) -> Option<()> {
        let m = self.reading(!player).single()?;
        self.slip(player, SlipKind::Omitted);
        self.skip(!player);
        self.play(m);
        Some(())
    }

    /// This player wrote the last half-move twice.
    fn doubled(&mut self, player: Color) -> Option<()> {
        let (before, last) = self.before.as_ref()?;
        let said = self.left.get(player).first()?.said.as_ref()?;
        if judge(before, said) != Verdict::Legal(*last) {
            return None;
        }
        self.slip(player, SlipKind::Doubled);
        self.skip(player);
        Some(())
    }

    /// How many half-moves both go on alike from here.
    fn agreeing(&self) -> usize {
        let mut ahead = self.clone();
        let mut count = 0;
        while count < 2 * CONFIRMING
            && let Some(m) = ahead.plainly_common()
        {
            ahead.advance(m);
            count += 1;
        }
        count
    }

    /// The one move both next entries can mean, without looking further ahead.
    fn plainly_common(&self) -> Option<Move> {
        let white = self.reading(Color::White);
        let black = self.reading(Color::Black);
        let mut both = white.moves().iter().filter(|m| black.moves().contains(m));
        both.next().filter(|_| both.next().is_none()).copied()
    }

    fn end(&self) -> End {
        let reading = ByColor::new_with(|player| self.reading(player));
        match (&reading.white, &reading.black) {
            (Reading::Ended, Reading::Ended) => End::Agree,
            (Reading::Ended, _) => self.shorter(Color::White),
            (_, Reading::Ended) => self.shorter(Color::Black),
            _ => End::Part(reading),
        }
    }

    fn shorter(&self, player: Color) -> End {
        let mut rest = self.clone();
        let mut unconfirmed = Vec::new();
        while let Some(m) = rest.reading(!player).single() {
            rest.skip(!player);
            rest.play(m);
            unconfirmed.push(m);
        }
        End::Shorter { player, unconfirmed }
    }

    fn reading(&self, player: Color) -> Reading {
        let Some(entry) = self.left.get(player).first() else { return Reading::Ended };
        let Some(said) = &entry.said else { return Reading::Unreadable };
        match judge(&self.position, said) {
            Verdict::Legal(m) => Reading::Move(m),
            Verdict::Ambiguous(moves) | Verdict::PromotionMissing(moves) => Reading::Unclear(moves),
            Verdict::Illegal(reason) => Reading::Illegal(reason),
        }
    }

    fn slip(&mut self, player: Color, kind: SlipKind) {
        self.slips.push(Slip { player, ply: self.agreed.len(), kind });
    }

    fn skip(&mut self, player: Color) {
        let left = self.left.get_mut(player);
        *left = left.get(1..).unwrap_or_default();
    }

    fn play(&mut self, m: Move) {
        let mut position = self.position.clone();
        position.play_unchecked(m);
        self.before = Some((std::mem::replace(&mut self.position, position), m));
        self.agreed.push(m);
    }
}

impl Reading {
    /// The moves it can mean.
    pub fn moves(&self) -> &[Move] {
        match self {
            Reading::Move(m) => std::slice::from_ref(m),
            Reading::Unclear(moves) => moves,
            _ => &[],
        }
    }

    fn single(&self) -> Option<Move> {
        match self {
            Reading::Move(m) => Some(*m),
            _ => None,
        }
    }
}
