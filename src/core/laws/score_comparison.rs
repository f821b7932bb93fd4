//! Comparison of both players' scores where their boards differ (D.2.9).
//!
//! The game goes back to the last position on which both scores agree. Scores are written in a hurry: an entry that
//! is unreadable, illegal or missing is a *slip* if the other score supplies a move after which both agree again. Two
//! legal entries for different moves are a difference, whatever follows.

use std::time::Duration;

use shakmaty::{ByColor, Chess, Color, Move, Position};

use super::{Article, Reason, Scores, Verdict, irregularity::divide_in_proportion, judge, score::ScoreEntry};

/// The result of comparing two scores.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The moves both scores agree on, from the start.
    pub agreed: Vec<Move>,
    /// The position after those moves.
    pub position: Chess,
    /// The slips before it.
    pub slips: Vec<ScoreSlip>,
    /// How the scores continue after it.
    pub divergence: Divergence,
}

/// How two scores continue after the last move they agree on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Divergence {
    /// Both end: the scores agree.
    Agree,
    /// This player's score ends; the other's has these moves more.
    Shorter {
        /// The player whose score ends.
        player: Color,
        /// The moves that only the other score has.
        unconfirmed: Vec<Move>,
    },
    /// They state different moves; this is the next entry of each.
    Conflict(ByColor<EntryReading>),
}

/// An entry as it reads in its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryReading {
    /// A legal move.
    Move(Move),
    /// It fits several moves.
    Unclear(Vec<Move>),
    /// No legal move fits it.
    Illegal(Reason),
    /// It states no move.
    Unreadable,
    /// The score has no more entries.
    Ended,
}

/// A fault in one score that the other corrects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreSlip {
    /// The player whose score it is in.
    pub player: Color,
    /// Its half-move, counted from 0.
    pub ply: usize,
    /// What is wrong with the entry.
    pub kind: SlipKind,
}

/// The kind of a slip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum SlipKind {
    /// The entry states no move.
    Unreadable,
    /// The entry states an illegal move.
    Illegal,
    /// Several moves fit what was written.
    Unclear,
    /// The half-move is missing.
    Omitted,
    /// The entry was written twice.
    Doubled,
}

/// Compares both players' scores from the start of the game.
pub fn compare(start: &Chess, scores: &Scores) -> Comparison {
    let mut walk = ScoreWalk {
        position: start.clone(),
        before: None,
        left: scores.as_ref().map(|sheet| sheet.entries.as_slice()),
        agreed: Vec::new(),
        slips: Vec::new(),
    };
    while walk.step() {}
    let end = walk.end();
    Comparison { agreed: walk.agreed, position: walk.position, slips: walk.slips, divergence: end }
}

impl Comparison {
    /// Whether the scores agree. A last move may be missing in one: 8.1.3 allows a reply before writing.
    pub fn agrees(&self) -> bool {
        !matches!(self.divergence, Divergence::Conflict(_))
    }

    /// Returns the position for both boards: the last one reached without a conflict.
    pub fn position_to_show(&self) -> Chess {
        let mut position = self.position.clone();
        if let Divergence::Shorter { unconfirmed, .. } = &self.divergence {
            unconfirmed.iter().for_each(|m| position.play_unchecked(*m));
        }
        position
    }

    /// Returns the times used at the last agreed position, in proportion to the moves.
    ///
    /// `used` and `made` are each player's time and moves when the difference was found.
    pub fn times(&self, used: ByColor<Duration>, made: ByColor<u32>) -> ByColor<Duration> {
        let plies = self.agreed.len() as u32;
        let last = self.position.turn();
        // The side on move has made no more moves than the other.
        ByColor::new_with(|player| {
            let agreed = if player == last { plies / 2 } else { plies.div_ceil(2) };
            *divide_in_proportion(used, *made.get(player), agreed).get(player)
        })
    }

    /// Returns the article it rests on.
    pub fn article(&self) -> Article {
        if self.agrees() { Article::BOARDS_DIFFER } else { Article::SCORES_DIFFER }
    }
}

/// The comparison in progress.
#[derive(Clone)]
struct ScoreWalk<'a> {
    position: Chess,
    before: Option<(Chess, Move)>,
    left: ByColor<&'a [ScoreEntry]>,
    agreed: Vec<Move>,
    slips: Vec<ScoreSlip>,
}

/// Half-moves that must agree after an assumed slip: one may agree by chance.
const CONFIRMING: usize = 2;

impl ScoreWalk<'_> {
    /// Advances by one half-move, or past a slip. Returns false where the scores part.
    fn step(&mut self) -> bool {
        if self.left.iter().any(|left| left.is_empty()) {
            return false;
        }
        if let Some(m) = self.common() {
            self.advance(m);
            return true;
        }
        let Some(over) = self.skip_slip() else { return false };
        *self = over;
        true
    }

    /// Returns the one move that both next entries can mean.
    fn common(&self) -> Option<Move> {
        let white = self.reading(Color::White);
        let black = self.reading(Color::Black);
        let mut both: Vec<Move> =
            white.moves().iter().copied().filter(|m| black.moves().contains(m)).collect();
        if both.len() > 1 {
            // Both entries fit several moves: take the one after which the scores agree longest.
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

    /// Plays the move of both next entries, and records an unclear one as a slip.
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

    /// Returns the comparison past the first slip that explains the difference.
    fn skip_slip(&self) -> Option<Self> {
        let explained = |confirming: usize, explain: &dyn Fn(&mut Self) -> Option<()>| {
            let mut over = self.clone();
            explain(&mut over)?;
            let ends = over.left.iter().any(|left| left.len() <= over.agreeing());
            let enough = over.agreeing() >= CONFIRMING || ends && over.agreeing() >= confirming;
            enough.then_some(over)
        };
        Color::ALL.into_iter().find_map(|player| {
            // Near the end of a score one agreeing half-move is enough, but not to discard a legal entry.
            explained(1, &|walk| walk.misread(player))
                .or_else(|| explained(CONFIRMING, &|walk| walk.doubled(player)))
                .or_else(|| explained(CONFIRMING, &|walk| walk.omitted(player)))
                .or_else(|| {
                    explained(CONFIRMING, &|walk| walk.omitted(player).and_then(|()| walk.omitted(player)))
                })
        })
    }

    /// Assumes that this player's entry is unreadable or illegal, and plays the other's.
    fn misread(&mut self, player: Color) -> Option<()> {
        let kind = match self.reading(player) {
            EntryReading::Unreadable => SlipKind::Unreadable,
            EntryReading::Illegal(_) => SlipKind::Illegal,
            EntryReading::Move(_) | EntryReading::Unclear(_) | EntryReading::Ended => return None,
        };
        let m = self.reading(!player).single()?;
        self.slip(player, kind);
        self.skip(Color::White);
        self.skip(Color::Black);
        self.play(m);
        Some(())
    }

    /// Assumes that this player omitted the half-move, and plays the other's.
    fn omitted(&mut self, player: Color) -> Option<()> {
        let m = self.reading(!player).single()?;
        self.slip(player, SlipKind::Omitted);
        self.skip(!player);
        self.play(m);
        Some(())
    }

    /// Assumes that this player wrote the last half-move twice.
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

    /// Counts the half-moves on which both agree from here.
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

    /// Returns the one move that both next entries can mean, without looking ahead.
    fn plainly_common(&self) -> Option<Move> {
        let white = self.reading(Color::White);
        let black = self.reading(Color::Black);
        let mut both = white.moves().iter().filter(|m| black.moves().contains(m));
        both.next().filter(|_| both.next().is_none()).copied()
    }

    fn end(&self) -> Divergence {
        let reading = ByColor::new_with(|player| self.reading(player));
        match (&reading.white, &reading.black) {
            (EntryReading::Ended, EntryReading::Ended) => Divergence::Agree,
            (EntryReading::Ended, _) => self.shorter(Color::White),
            (_, EntryReading::Ended) => self.shorter(Color::Black),
            _ => Divergence::Conflict(reading),
        }
    }

    fn shorter(&self, player: Color) -> Divergence {
        let mut rest = self.clone();
        let mut unconfirmed = Vec::new();
        while let Some(m) = rest.reading(!player).single() {
            rest.skip(!player);
            rest.play(m);
            unconfirmed.push(m);
        }
        Divergence::Shorter { player, unconfirmed }
    }

    fn reading(&self, player: Color) -> EntryReading {
        let Some(entry) = self.left.get(player).first() else { return EntryReading::Ended };
        let Some(said) = &entry.said else { return EntryReading::Unreadable };
        match judge(&self.position, said) {
            Verdict::Legal(m) => EntryReading::Move(m),
            Verdict::Ambiguous(moves) | Verdict::PromotionMissing(moves) => EntryReading::Unclear(moves),
            Verdict::Illegal(reason) => EntryReading::Illegal(reason),
        }
    }

    fn slip(&mut self, player: Color, kind: SlipKind) {
        self.slips.push(ScoreSlip { player, ply: self.agreed.len(), kind });
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

impl EntryReading {
    /// Returns the moves it can mean.
    pub fn moves(&self) -> &[Move] {
        match self {
            EntryReading::Move(m) => std::slice::from_ref(m),
            EntryReading::Unclear(moves) => moves,
            EntryReading::Illegal(_) | EntryReading::Unreadable | EntryReading::Ended => &[],
        }
    }

    fn single(&self) -> Option<Move> {
        match self {
            EntryReading::Move(m) => Some(*m),
            EntryReading::Unclear(_)
            | EntryReading::Illegal(_)
            | EntryReading::Unreadable
            | EntryReading::Ended => None,
        }
    }
}
