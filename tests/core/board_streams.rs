//! Board streams as hands make them: what a recording gives is the game that was played, or the beginning of it and the
//! place where it could not be followed; never another game, and nothing left out in silence.

use annabella::{
    app::board_sight::placement,
    commands::board_recording::{FlawKind, Recorded, games},
    devices::board::{
        Orientation,
        dgt::{DgtMessage, encode},
    },
    laws::{Board, CastlingSide, Color, Game, Move, Piece, Position, Role, Square, StartPosition},
};

use crate::positions::Random;

/// What stands on a square from now on.
pub type Change = (Square, Option<Piece>);

/// What hands do beside moving one piece after the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Trouble {
    None,
    /// A move that is not legal is left standing, and the game goes on.
    Illegal,
    /// One message is lost.
    Lost,
}

/// What was played is given, or its beginning and the place. The one excuse is a stream without a flaw in it, that hands
/// which play the given game send too: who sees only the board cannot tell the two apart.
#[test]
fn overlapping_moves_are_followed_and_never_another_game_is_given() {
    let number = |name: &str| std::env::var(name).ok().and_then(|count| count.parse().ok());
    let mut random = Random(number("SEED").unwrap_or(1_127));
    let streams = number("STREAMS").unwrap_or(240) as usize;
    let (mut whole, mut named, mut alike) = ([0; 3], [0; 3], 0);
    for n in 0..streams {
        let kind = n % 3;
        let stream = Stream::played([Trouble::None, Trouble::Illegal, Trouble::Lost][kind], &mut random);
        let trouble = stream.trouble;
        let recorded = stream.recorded();
        let given: &[Move] = recorded.games.first().map_or(&[], |game| game.game.moves());
        let is_named = recorded.flaws.iter().any(|flaw| matches!(flaw.kind, FlawKind::NotFollowed { .. }));
        let log = || {
            format!(
                "stream {n}: {:?}\ngiven {given:?}\nplayed {:?}\n{}",
                recorded.flaws,
                stream.played,
                stream.log()
            )
        };
        if trouble == Trouble::Lost && recorded.flaws.is_empty() && !stream.played.starts_with(given) {
            assert!(hands_send(&stream.start, given, &stream.heard()), "{}", log());
            alike += 1;
            continue;
        }
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
    println!("whole {whole:?}, named {named:?}, a stream of another game {alike}");
    // What never came about was not tried.
    assert!(whole[0] == streams / 3 && named[1] > 0 && named[2] > 0, "{whole:?} {named:?}");
    assert!(alike * 1_000 <= streams.max(1_000), "{alike}");
}

/// One message can be all that two games differ in. Which pawn took in passing shows only by the one that is gone.
#[test]
fn the_stream_of_one_game_may_be_that_of_another_but_for_one_message() {
    let start = StartPosition::of_fen("2r1k3/4p3/8/2PpP3/8/8/4K3/8 w - d6 0 1", false).unwrap();
    let (e5, d5, c5, d6) = (Square::E5, Square::D5, Square::C5, Square::D6);
    let pawn = Some(Piece { color: Color::White, role: Role::Pawn });
    let changes = [(e5, None), (d5, None), (c5, None), (d6, pawn)];
    // Black has lifted the pawn on c5, to take it with the rook; or it is this one that takes.
    let takes = |from: Square| Move::EnPassant { from, to: d6 };
    assert!(hands_send(&start, &[takes(e5)], &[changes[0], changes[1], changes[3]]));
    assert!(hands_send(&start, &[takes(c5)], &[changes[1], changes[2], changes[3]]));
    assert!(!hands_send(&start, &[takes(c5)], &changes));
}

/// What a board has sent during a game, and the moves of it up to one that is not legal.
pub struct Stream {
    pub start: StartPosition,
    pub played: Vec<Move>,
    changes: Vec<Change>,
    lost: Option<usize>,
    pub trouble: Trouble,
}

const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
    "8/PPP1k3/8/8/8/8/3K1ppp/8 w - - 0 1",
    "2r1k3/1p2p1p1/8/P1PpPP1P/3Q4/8/4K3/8 w - d6 0 1",
];

impl Stream {
    pub fn played(mut trouble: Trouble, random: &mut Random) -> Stream {
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

    /// The changes that were not lost.
    pub fn heard(&self) -> Vec<Change> {
        let heard = self.changes.iter().enumerate().filter(|(n, _)| Some(*n) != self.lost);
        heard.map(|(_, change)| *change).collect()
    }

    fn recorded(&self) -> Recorded {
        let board = self.start.position().board();
        let mut bytes = encode(&DgtMessage::Placed(placement(board, Orientation::default())));
        for (square, piece) in self.heard() {
            let piece = piece.map_or('.', Piece::char);
            bytes.extend(encode(&DgtMessage::Changed { square: square.into(), piece }));
        }
        games(&bytes, "stream", &self.start).unwrap_or(Recorded { games: Vec::new(), flaws: Vec::new() })
    }

    pub fn log(&self) -> String {
        let told = |(square, piece): &Change| format!("{square}{}", piece.map_or('.', Piece::char));
        let changes: Vec<String> = self.changes.iter().map(told).collect();
        format!("{} {} lost {:?}", self.start.fen(), changes.join(" "), self.lost)
    }
}

/// How a move is made, some of them with pieces adjusted before, or pushed over the squares between.
fn hands(game: &Game, m: Move, random: &mut Random) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    if random.below(8) == 0 {
        let own: Vec<Square> = game.position().us().into_iter().collect();
        changes.extend(adjusted(game, own[random.below(own.len())]));
    }
    let mut ways = ways(game, m);
    let [begun, end] = ways.swap_remove(random.below(ways.len()));
    changes.extend(begun);
    if let Some(from) =
        m.from().filter(|_| m.role() != Role::Knight && !m.is_castle() && random.below(4) == 0)
    {
        let piece = game.position().board().piece_at(from);
        for square in shakmaty::attacks::between(from, m.to()) {
            if random.below(2) == 0 {
                changes.extend([(square, piece), (square, None)]);
            }
        }
    }
    changes.extend(end);
    changes
}

fn adjusted(game: &Game, square: Square) -> [Change; 2] {
    [(square, None), (square, game.position().board().piece_at(square))]
}

/// The ways to make a move: which hand goes first, and what is put down last, a pawn perhaps before it is replaced. In
/// between the piece may be pushed over other squares.
fn ways(game: &Game, m: Move) -> Vec<[Vec<Change>; 2]> {
    let side = game.turn();
    let on = |square: Square| game.position().board().piece_at(square);
    if let Move::Castle { king, rook } = m {
        let castling = CastlingSide::from_king_side(king < rook);
        let king = [(king, None), (castling.king_to(side), on(king))];
        let rook = [(rook, None), (castling.rook_to(side), on(rook))];
        return vec![[king.to_vec(), rook.to_vec()], [rook.to_vec(), king.to_vec()]];
    }
    let (from, to) = (m.from().unwrap(), m.to());
    let victim = if m.is_en_passant() { Square::from_coords(to.file(), from.rank()) } else { to };
    let (lift, taken) = ((from, None), (victim, None));
    let begun = match (m.is_capture(), victim == to) {
        (false, _) => vec![vec![lift]],
        // The piece that takes may push the other from its square.
        (true, true) => vec![vec![taken, lift], vec![lift, taken], vec![lift]],
        (true, false) => vec![vec![taken, lift], vec![lift, taken]],
    };
    let role = m.promotion().unwrap_or(m.role());
    let put = (to, Some(Piece { color: side, role }));
    let mut ends = vec![vec![put]];
    if m.is_promotion() {
        ends.push(vec![(to, on(from)), (to, None), put]);
    }
    begun
        .into_iter()
        .flat_map(|begun| ends.clone().into_iter().map(move |end| [begun.clone(), end]))
        .collect()
}

/// Whether hands that play these moves from a start may send exactly these changes.
fn hands_send(start: &StartPosition, moves: &[Move], changes: &[Change]) -> bool {
    let mut game = Game::from_start(start);
    // Where the next move may begin, and which piece of it was lifted already.
    let mut begins: Vec<(usize, Option<Change>)> = vec![(0, None)];
    for m in moves {
        let own = game.position().us().into_iter().map(|square| adjusted(&game, square).to_vec());
        let adjusted: Vec<Vec<Change>> = own.chain([Vec::new()]).collect();
        let mut next = Vec::new();
        for (at, early) in begins {
            for [begun, end] in ways(&game, *m) {
                let begun = adjusted.iter().map(|before| [&before[..], &begun].concat());
                next.extend(
                    begun
                        .flat_map(|begun| ends_of(&changes[at..], early, &begun, &end))
                        .map(|(n, lift)| (at + n, lift)),
                );
            }
        }
        next.sort_by_key(|(at, early)| (*at, early.map(|(square, _)| square)));
        next.dedup();
        begins = next;
        game.play(*m).unwrap();
    }
    begins.contains(&(changes.len(), None))
}

/// Where a move that is made in this way may end in the changes, and what was lifted early for the next one. `early`: its
/// own first change, which came before.
fn ends_of(
    changes: &[Change],
    early: Option<Change>,
    begun: &[Change],
    end: &[Change],
) -> Vec<(usize, Option<Change>)> {
    let rest = match early {
        Some(first) if begun.first() == Some(&first) => &begun[1..],
        Some(_) => return Vec::new(),
        None => begun,
    };
    let (Some(mut left), Some((last, before))) = (changes.strip_prefix(rest), end.split_last()) else {
        return Vec::new();
    };
    let is_of_it = |square: Square| begun.iter().chain(end).any(|(other, _)| *other == square);
    let mut found = Vec::new();
    loop {
        let at = changes.len() - left.len() + before.len();
        match left.strip_prefix(before) {
            Some([change, ..]) if change == last => found.push((at + 1, None)),
            Some([lift @ (square, None), change, ..]) if change == last && !is_of_it(*square) => {
                found.push((at + 2, Some(*lift)));
            }
            _ => {}
        }
        // It is set down on its way.
        match left {
            [(on, Some(piece)), (off, None), rest @ ..]
                if on == off && Some(*piece) == before.first().unwrap_or(last).1 =>
            {
                left = rest;
            }
            _ => return found,
        }
    }
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
