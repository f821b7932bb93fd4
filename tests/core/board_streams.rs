//! Board streams as hands make them: what a recording gives is the game that was played, or the beginning of it and the
//! place where it could not be followed; never another game, and nothing left out in silence.

use annabella::{
    app::board_sight::placement,
    commands::board_recording::{FlawKind, Recorded, games},
    devices::board::{
        Orientation,
        dgt::{DgtMessage, encode},
    },
    laws::{Board, CastlingSide, Game, Move, Piece, Position, Role, Square, StartPosition},
};

use crate::positions::Random;

/// What stands on a square from now on.
type Change = (Square, Option<Piece>);

/// What hands do beside moving one piece after the other.
#[derive(Clone, Copy, PartialEq)]
enum Trouble {
    None,
    /// A move that is not legal is left standing, and the game goes on.
    Illegal,
    /// One message is lost.
    Lost,
}

#[test]
fn overlapping_moves_are_followed_and_never_another_game_is_given() {
    let mut random = Random(1_127);
    let streams = std::env::var("STREAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(240);
    let (mut whole, mut named) = ([0; 3], [0; 3]);
    for n in 0..streams {
        let kind = n % 3;
        let stream = Stream::played([Trouble::None, Trouble::Illegal, Trouble::Lost][kind], &mut random);
        let trouble = stream.trouble;
        let recorded = stream.recorded();
        let given: &[Move] = recorded.games.first().map_or(&[], |game| game.game.moves());
        let is_named = recorded.flaws.iter().any(|flaw| matches!(flaw.kind, FlawKind::NotFollowed { .. }));
        let log = || format!("stream {n}: given {given:?}\nplayed {:?}\n{}", stream.played, stream.log());
        assert!(recorded.games.len() <= 1 && stream.played.starts_with(given), "{}", log());
        let is_whole = given.len() == stream.played.len() && trouble != Trouble::Illegal;
        assert!(is_whole || is_named, "{}", log());
        assert!(
            trouble != Trouble::None || is_whole && recorded.flaws.is_empty(),
            "{:?} {}",
            recorded.flaws,
            log()
        );
        whole[kind] += usize::from(is_whole);
        named[kind] += usize::from(is_named);
    }
    // What never came about was not tried.
    assert!(whole[0] == streams / 3 && named[1] > 0 && named[2] > 0, "{whole:?} {named:?}");
}

/// What a board has sent during a game, and the moves of it up to one that is not legal.
struct Stream {
    start: StartPosition,
    played: Vec<Move>,
    changes: Vec<Change>,
    lost: Option<usize>,
    trouble: Trouble,
}

const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
    "8/PPP1k3/8/8/8/8/3K1ppp/8 w - - 0 1",
    "2r1k3/1p2p1p1/8/P1PpPP1P/3Q4/8/4K3/8 w - d6 0 1",
];

impl Stream {
    fn played(mut trouble: Trouble, random: &mut Random) -> Stream {
        let start = StartPosition::of_fen(STARTS[random.below(STARTS.len())], false).unwrap();
        let mut game = Game::from_start(&start);
        let mut moves: Vec<Vec<Change>> = Vec::new();
        for _ in 0..1 + random.below(30) {
            let Some(m) = random.legal_move(game.position()) else { break };
            moves.push(hands(&game, m, random));
            if game.play(m).is_err() {
                moves.pop();
                break;
            }
        }
        let played = game.moves().to_vec();
        if trouble == Trouble::Illegal {
            let count = moves.len();
            moves.extend(illegal(&game, random));
            if moves.len() == count {
                trouble = Trouble::None;
            }
        }
        let changes = overlapping(moves, random);
        let lost = (trouble == Trouble::Lost && !changes.is_empty()).then(|| random.below(changes.len()));
        Stream { start, played, changes, lost, trouble }
    }

    fn recorded(&self) -> Recorded {
        let board = self.start.position().board();
        let mut bytes = encode(&DgtMessage::Placed(placement(board, Orientation::default())));
        for (_, (square, piece)) in self.changes.iter().enumerate().filter(|(n, _)| Some(*n) != self.lost) {
            let piece = piece.map_or('.', Piece::char);
            bytes.extend(encode(&DgtMessage::Changed { square: (*square).into(), piece }));
        }
        games(&bytes, "stream", &self.start).unwrap_or(Recorded { games: Vec::new(), flaws: Vec::new() })
    }

    fn log(&self) -> String {
        let told = |(square, piece): &Change| format!("{square}{}", piece.map_or('.', Piece::char));
        let changes: Vec<String> = self.changes.iter().map(told).collect();
        format!("{} {} lost {:?}", self.start.fen(), changes.join(" "), self.lost)
    }
}

/// How a move is made, some of them with pieces adjusted before, or pushed over the squares between.
fn hands(game: &Game, m: Move, random: &mut Random) -> Vec<Change> {
    let position = game.position();
    let board = position.board();
    let side = position.turn();
    let on = |square: Square| board.piece_at(square);
    let mut changes: Vec<Change> = Vec::new();
    if random.below(8) == 0 {
        let own: Vec<Square> = position.us().into_iter().collect();
        let square = own[random.below(own.len())];
        changes.extend([(square, None), (square, on(square))]);
    }
    if let Move::Castle { king, rook } = m {
        let castling = CastlingSide::from_king_side(king < rook);
        let king = [(king, None), (castling.king_to(side), on(king))];
        let rook = [(rook, None), (castling.rook_to(side), on(rook))];
        changes.extend(if random.below(2) == 0 { [king, rook] } else { [rook, king] }.concat());
        return changes;
    }
    let (from, to) = (m.from().unwrap(), m.to());
    let victim = if m.is_en_passant() { Square::from_coords(to.file(), from.rank()) } else { to };
    let takes_first = m.is_capture() && random.below(3) == 0;
    if takes_first {
        changes.push((victim, None));
    }
    changes.push((from, None));
    if m.is_capture() && !takes_first && (random.below(2) == 0 || victim != to) {
        changes.push((victim, None));
    }
    if m.role() != Role::Knight && random.below(4) == 0 {
        for square in shakmaty::attacks::between(from, to) {
            if random.below(2) == 0 {
                changes.extend([(square, on(from)), (square, None)]);
            }
        }
    }
    if m.is_promotion() && random.below(2) == 0 {
        changes.extend([(to, on(from)), (to, None)]);
    }
    let role = m.promotion().unwrap_or(m.role());
    changes.push((to, Some(Piece { color: side, role })));
    changes
}

/// A move that is not legal, and what is made of it: the pieces of either side go on from where they stand.
fn illegal(game: &Game, random: &mut Random) -> Vec<Vec<Change>> {
    let position = game.position();
    let mut board: Board = position.board().clone();
    let mut side = position.turn();
    let mut moves = Vec::new();
    for _ in 0..1 + random.below(8) {
        // Two kings in the centre would be a result.
        let own: Vec<Square> = (board.by_color(side) & !board.kings()).into_iter().collect();
        if own.is_empty() {
            break;
        }
        let free: Vec<Square> = (!board.by_color(side)).into_iter().collect();
        let (from, to) = (own[random.below(own.len())], free[random.below(free.len())]);
        let piece = board.piece_at(from).unwrap();
        let is_legal = position.legal_moves().iter().any(|m| {
            let king_to = m.castling_side().map(|castling| castling.king_to(side));
            m.from() == Some(from) && (king_to.unwrap_or(m.to()) == to || m.is_promotion())
        });
        if moves.is_empty() && is_legal {
            continue;
        }
        moves.push(vec![(from, None), (to, Some(piece))]);
        board.discard_piece_at(from);
        board.set_piece_at(to, piece);
        side = !side;
    }
    moves
}

/// Lifts a piece before the move before it is down, now and then.
fn overlapping(moves: Vec<Vec<Change>>, random: &mut Random) -> Vec<Change> {
    let mut all: Vec<Change> = Vec::new();
    let mut is_early = false;
    for n in 0..moves.len() {
        let mut own = moves[n].clone();
        if std::mem::take(&mut is_early) {
            own.remove(0);
        }
        let last = own.pop();
        all.extend(own);
        if let Some(next) = moves.get(n + 1).filter(|_| random.below(3) > 0) {
            // Nothing that the move before is still to change can be lifted.
            let lifts = next[0].1.is_none() && !moves[n].iter().any(|(square, _)| *square == next[0].0);
            if lifts && next.len() > 1 {
                all.push(next[0]);
                is_early = true;
            }
        }
        all.extend(last);
    }
    all
}
