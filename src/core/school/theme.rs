//! The idea of a puzzle, found in its moves by the Laws.

use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Role, Square, attacks};

use crate::laws::{
    assessment::{material_balance, worth},
    board_facts,
};

/// The idea by which a puzzle is solved.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    strum::AsRefStr,
    strum::Display,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Theme {
    /// A mate on the first rank of the king's side, shut in by its own pieces.
    BackRank,
    /// A mate by a knight, all squares around the king being held by its own pieces.
    Smothered,
    /// Another mate.
    Mate,
    /// A pawn is promoted.
    Promotion,
    /// A piece goes away and opens the line of another.
    Discovered,
    /// One piece attacks two.
    Fork,
    /// A piece must leave a line, and another behind it is lost.
    Skewer,
    /// A pinned piece is lost, or cannot defend.
    Pin,
    /// A piece that nobody defends is taken.
    Hanging,
    /// More is given than is won at first.
    Sacrifice,
    /// Another idea.
    Idea,
}

/// One half-move of a solution: the position before it, the move, the position after it.
struct Step {
    before: Chess,
    m: Move,
    after: Chess,
}

impl Theme {
    /// Returns the theme of a solution, whose half-moves are legal; the first one is the solver's.
    pub fn of(start: &Chess, line: &[Move]) -> Theme {
        let mut at = start.clone();
        let steps: Vec<Step> = line
            .iter()
            .map(|&m| {
                let before = at.clone();
                at.play_unchecked(m);
                Step { before, m, after: at.clone() }
            })
            .collect();
        let Some(first) = steps.first() else { return Theme::Idea };
        let own = || steps.iter().step_by(2);
        if let Some(last) = steps.last().filter(|last| last.after.is_checkmate()) {
            return mate(last);
        }
        let promotes = own().any(|step| step.m.is_promotion());
        let tests: [(Theme, bool); 7] = [
            (Theme::Promotion, promotes),
            (Theme::Discovered, is_discovered(first, steps.get(2))),
            (Theme::Fork, is_fork(first, steps.get(2))),
            (Theme::Skewer, steps.get(2).is_some_and(|then| is_skewer(first, &steps[1], then))),
            (Theme::Pin, own().any(is_pin) || pins_down(first)),
            (Theme::Hanging, is_hanging(first)),
            (Theme::Sacrifice, steps.get(1).is_some_and(|reply| is_sacrifice(first, reply))),
        ];
        tests.into_iter().find(|(_, holds)| *holds).map_or(Theme::Idea, |(theme, _)| theme)
    }
}

fn mate(last: &Step) -> Theme {
    let (board, side) = (last.after.board(), last.after.turn());
    let Some(king) = board.king_of(side) else { return Theme::Mate };
    let around = attacks::king_attacks(king);
    let own = board.by_color(side);
    let checkers = last.after.checkers();
    if (checkers & board.knights()).any() && (around & !own).is_empty() {
        return Theme::Smothered;
    }
    let home = Bitboard::from_rank(king.rank());
    let ahead = around & !home;
    let is_home = king.rank() == side.fold_wb(shakmaty::Rank::First, shakmaty::Rank::Eighth);
    let along = (checkers & board.rooks_and_queens() & home).any();
    if is_home && along && (ahead & !own).is_empty() { Theme::BackRank } else { Theme::Mate }
}

/// Whether a piece other than the moved one now attacks through the square that was left, a king or what is then taken.
fn is_discovered(first: &Step, then: Option<&Step>) -> bool {
    let Some(from) = first.m.from() else { return false };
    let (board, side) = (first.after.board(), first.before.turn());
    let behind = |attacker: Square, target: Square| {
        attacker != first.m.to() && attacks::between(attacker, target).contains(from)
    };
    let king = board.king_of(!side);
    let check =
        king.is_some_and(|king| first.after.checkers().into_iter().any(|checker| behind(checker, king)));
    let taken = then.is_some_and(|then| {
        then.m.is_capture() && then.m.from().is_some_and(|attacker| behind(attacker, then.m.to()))
    });
    check || taken
}

/// Whether the moved piece attacks two pieces that are worth it, and then takes one; where that is not written, whether it is safe.
fn is_fork(first: &Step, then: Option<&Step>) -> bool {
    let (board, side, at) = (first.after.board(), first.before.turn(), first.m.to());
    let Some(role) = board.role_at(at) else { return false };
    let worth_it = |square: &Square| {
        let Some(target) = board.role_at(*square) else { return false };
        let is_loose = board_facts::attackers_of(board, *square, !side).is_empty() && target != Role::Pawn;
        target == Role::King || worth(target) > worth(role) || is_loose
    };
    let targets = board.attacks_from(at) & board.by_color(!side);
    let takes =
        |then: &Step| then.m.from() == Some(at) && then.m.is_capture() && targets.contains(then.m.to());
    targets.into_iter().filter(worth_it).count() >= 2 && then.map_or_else(|| is_safe(&first.after, at), takes)
}

/// Whether nobody can take the piece there.
fn is_safe(position: &Chess, at: Square) -> bool {
    position.capture_moves().iter().all(|m| m.to() != at)
}

/// Whether the moved piece now pins one that is worth more than it, or that nobody defends.
fn pins_down(first: &Step) -> bool {
    let (board, at, side) = (first.after.board(), first.m.to(), first.before.turn());
    let worth_it = |square: Square, role: Role| {
        let is_loose = board_facts::attackers_of(board, square, !side).is_empty() && role != Role::Pawn;
        is_loose || worth(role) > worth(first.m.role())
    };
    let mut pins = board_facts::pins(board).into_iter();
    is_safe(&first.after, at)
        && pins.any(|pin| pin.by.0 == at && pin.by.2 == side && worth_it(pin.piece.0, pin.piece.1))
}

/// Whether what is then taken stood behind what had to go.
fn is_skewer(first: &Step, reply: &Step, then: &Step) -> bool {
    let at = first.m.to();
    let left = reply.m.from();
    then.m.from() == Some(at)
        && then.m.is_capture()
        && left.is_some_and(|left| attacks::between(at, then.m.to()).contains(left))
}

/// Whether a pinned piece is taken, or was the only one to defend what is taken.
fn is_pin(step: &Step) -> bool {
    let (board, side) = (step.before.board(), step.before.turn());
    if !step.m.is_capture() || step.m.is_en_passant() {
        return false;
    }
    let pins = board_facts::pins(board);
    let pinned = |square: Square| pins.iter().any(|pin| pin.piece.0 == square && pin.piece.2 != side);
    let defenders = board_facts::attackers_of(board, step.m.to(), !side);
    pinned(step.m.to())
        || !defenders.is_empty()
            && defenders.iter().all(|(square, role, _)| *role != Role::King && pinned(*square))
}

fn is_hanging(first: &Step) -> bool {
    let taken = first.m.capture().is_some_and(|role| worth(role) >= 3);
    taken && defenders_after(first.after.board(), first.m.to(), !first.before.turn()) == 0
}

fn defenders_after(board: &Board, square: Square, side: Color) -> usize {
    board.attacks_to(square, side, board.occupied()).count()
}

/// Whether the solver is two pawns' worth poorer after the reply.
fn is_sacrifice(first: &Step, reply: &Step) -> bool {
    let side = first.before.turn();
    material_balance(&reply.after, side) <= material_balance(&first.before, side) - 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::{Game, Verdict};
    use crate::notation::{Letters, read};

    #[test]
    fn themes_are_found_in_the_moves() {
        check("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8#", Theme::BackRank);
        check("6rk/6pp/7N/8/8/8/8/6K1 w - - 0 1", "Nf7#", Theme::Smothered);
        check("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf8#", Theme::Mate);
        check("8/P7/8/8/8/8/k7/7K w - - 0 1", "a8=Q+", Theme::Promotion);
        check("q3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nc7+ Kd7 Nxa8", Theme::Fork);
        check("q3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nc7+", Theme::Fork);
        check("4k3/8/2n5/8/8/3B4/8/K7 w - - 0 1", "Bb5", Theme::Pin);
        check("8/8/1q2k3/8/8/8/8/B3K2R w - - 0 1", "Rh6+ Kd7 Rxb6", Theme::Skewer);
        check("4k3/4q3/8/8/8/4B3/8/K3R3 w - - 0 1", "Bg5 Kf7 Rxe7+", Theme::Discovered);
        check("4k3/8/2n5/1B6/8/8/8/K7 w - - 0 1", "Bxc6+", Theme::Pin);
        check("4k3/8/8/3r4/8/8/8/K2R4 w - - 0 1", "Rxd5", Theme::Hanging);
        check("4k3/5ppp/8/8/8/8/3R4/K7 w - - 0 1", "Rd3 g6", Theme::Idea);
        fn check(fen: &str, line: &str, theme: Theme) {
            let mut game = Game::from_fen(fen).unwrap();
            for word in line.split(' ') {
                let Verdict::Legal(m) = game.judge(&read(word, &Letters::ENGLISH).unwrap()) else {
                    panic!("{fen}: {word}")
                };
                game.play(m).unwrap();
            }
            assert_eq!(Theme::of(game.start(), game.moves()), theme, "{fen} {line}");
        }
    }
}
