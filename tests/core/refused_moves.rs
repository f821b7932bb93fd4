//! What the refusal of a move says is so: its claim is read back and tried on the position.

use annabella::{
    announce::{Announcement, Audience},
    language::LanguageFolder,
    laws::{Attempt, CastlingSide, Chess, Color, Game, Move, PartialSquare, Position, Role, Square, Verdict},
};
use shakmaty::{Bitboard, File, Piece, Rank, attacks};

use crate::{
    positions::{Random, blocked},
    told::announcer,
};

/// The reason alone, its squares by their letters and digits.
fn lettered(said: &str) -> String {
    let ranks = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
    let files = ["Anna", "Bella", "Cesar", "David", "Eva", "Felix", "Gustav", "Hector"];
    let mut reason = said.trim_start_matches("Not possible, ").trim_end_matches('.').to_owned();
    for (file, letter) in files.into_iter().zip('a'..) {
        for (rank, digit) in ranks.into_iter().zip('1'..) {
            reason = reason.replace(&format!("{file} {rank}"), &format!("{letter}{digit}"));
            reason = reason.replace(&format!("on {rank}"), &format!("on {digit}"));
            reason = reason.replace(&format!("reach {rank}"), &format!("reach {digit}"));
        }
        reason = reason.replace(file, &letter.to_string());
    }
    reason
}

/// Games of chess and of Chess960, and set-ups of few pieces; in each position some attempts.
#[test]
fn a_refused_move_is_refused_for_the_reason_told() {
    let random = &mut Random(0x7e57);
    let english = announcer(LanguageFolder::find("en").unwrap());
    let mut wrong = Vec::new();
    for n in 0..240 {
        let game = some_game(random, n);
        let attempts = (0..60).map(|_| some_attempt(random, game.position())).collect::<Vec<_>>();
        for attempt in attempts.into_iter().chain(CastlingSide::ALL.map(Attempt::castling)) {
            let Verdict::Illegal(reason) = game.judge(&attempt) else { continue };
            let told = Announcement::Illegal { reason, discreet: false };
            let said = lettered(&english.render(&told, Audience::Table).words);
            if !(Claim { game: &game, attempt: &attempt }).holds(&said) {
                let fen = shakmaty::fen::Fen::from_position(game.position(), shakmaty::EnPassantMode::Always);
                wrong.push(format!("{said}: {attempt:?} {fen}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
}

fn some_game(random: &mut Random, n: u32) -> Game {
    if n.is_multiple_of(5)
        && let Some(start) = blocked(random)
    {
        return Game::from_position(start);
    }
    let mut game = Game::chess960(if n.is_multiple_of(2) { 518 } else { random.below(960) as u32 }).unwrap();
    for _ in 0..random.below(120) {
        let Some(m) = random.legal_move(game.position()) else { break };
        game.play(m).unwrap();
    }
    game
}

/// Anything, or a move of the side on move with something of it left out or changed.
fn some_attempt(random: &mut Random, position: &Chess) -> Attempt {
    fn maybe<T>(random: &mut Random, of: usize, value: impl FnOnce(&mut Random) -> T) -> Option<T> {
        (random.below(of) == 0).then(|| value(random))
    }
    let role = |random: &mut Random| Role::ALL[random.below(6)];
    let part = |random: &mut Random| PartialSquare {
        file: maybe(random, 2, |random| File::new(random.below(8) as u32)),
        rank: maybe(random, 2, |random| Rank::new(random.below(8) as u32)),
    };
    let mut said = match random.legal_move(position) {
        Some(m) if random.below(3) > 0 => Attempt { captures: false, captured: None, ..Attempt::from(m) },
        _ => Attempt {
            role: maybe(random, 2, role),
            from: part(random),
            to: part(random),
            ..Attempt::default()
        },
    };
    if said.castling.is_some() {
        return said;
    }
    match random.below(5) {
        0 => said.from = PartialSquare::ANY,
        1 => said.from = part(random),
        2 => said.to = part(random),
        3 => said.to = PartialSquare::from(Square::new(random.below(64) as u32)),
        _ => {}
    }
    said.role = if random.below(4) == 0 { maybe(random, 2, role) } else { said.role };
    said.captures = random.below(3) == 0;
    said.captured = maybe(random, 6, role);
    said.captures |= said.captured.is_some();
    said.promotion = maybe(random, 8, role);
    said.en_passant = random.below(12) == 0;
    said
}

/// What a refusal claims of a game.
struct Claim<'a> {
    game: &'a Game,
    attempt: &'a Attempt,
}

impl Claim<'_> {
    fn position(&self) -> &Chess {
        self.game.position()
    }

    /// Whether the claim holds. Rules hold always, and must be to the point.
    fn holds(&self, said: &str) -> bool {
        let (position, attempt) = (self.position(), self.attempt);
        let (board, us) = (position.board(), position.turn());
        let words: Vec<&str> = said.split(' ').collect();
        let square = |n: usize| -> Square { words[n].parse().unwrap_or_else(|_| panic!("{said}")) };
        let legal = position.legal_moves();
        let fitting = || legal.iter().filter(|m| self.fits(**m));
        match words[..] {
            ["the", "game", "is", "over"] => legal.is_empty(),
            [_, "is", "empty"] => board.piece_at(square(0)).is_none(),
            ["a" | "the", color, name, "is", "on", _] => {
                board.piece_at(square(5)) == Some(Piece { role: role(name), color: side(color) })
            }
            [who, "has", "no", name] => board.by_piece(role(name).of(side(who))).is_empty(),
            [who, "has", "no", name, "on", part] => {
                let pieces = board.by_piece(role(name).of(side(who)));
                pieces.into_iter().all(|square| !partial(part).fits(square))
            }
            [who, "has", ..] if said.ends_with("can move") || said.contains("can reach") => {
                let (of, done) = said.split_once(" that can ").unwrap();
                let (what, from) = of.split_once(" on ").unwrap_or((of, ""));
                let kind = what.split_once(" no ").map(|(_, name)| role(name));
                let to = partial(done.trim_start_matches("move").trim_start_matches("reach "));
                side(who) == us
                    && legal.iter().all(|m| {
                        let kind = kind.is_none_or(|kind| kind == m.role());
                        !(kind && partial(from).fits(m.from().unwrap()) && to.fits(arrives(*m, us)))
                    })
            }
            ["the", "piece", "is", "there", "already"] => self.pairs().any(|(from, to)| from == to),
            ["no", name, "moves", "like", "that"] => self.geometry(role(name)),
            ["nothing", "to", "capture", "on", _] => {
                board.piece_at(square(4)).is_none()
                    && !fitting().any(|m| m.is_capture() && m.to() == square(4))
            }
            ["nothing", "can", "be", "captured", ..] => !fitting().any(|m| m.is_capture()),
            ["no", name, "can", "be", "captured", ..] => !fitting().any(|m| m.capture() == Some(role(name))),
            ["a", "pawn", "does", "not", "capture", ..] => [1, 2].into_iter().any(|steps| {
                self.pawns_ahead(steps, |pawn, to| {
                    attempt.captures && board.color_at(to) == Some(!us) && attempt.from.fits(pawn)
                })
            }),
            ["a", "pawn", "goes", "two", ..] => {
                self.pawns_ahead(2, |pawn, _| us.relative_rank(pawn.rank()) != Rank::Second)
            }
            ["en", "passant", "only", ..] | ["no", "en", "passant", ..] => {
                !fitting().any(|m| m.is_en_passant())
            }
            ["a", "pawn", "promotes", ..] => matches!(attempt.promotion, Some(Role::King | Role::Pawn)),
            ["no", "promotion", "on", _] => !matches!(square(3).rank(), Rank::First | Rank::Eighth),
            ["only", "a", "pawn", "can", "promote"] => {
                let at = attempt.from.square().and_then(|from| board.role_at(from)).or(attempt.role);
                attempt.promotion.is_some() && at != Some(Role::Pawn)
            }
            ["no", "pawn", "can", "promote", ..] => !fitting().any(|m| m.promotion() == attempt.promotion),
            ["the", "king", "would", .., _] => self.exposed_by(square(words.len() - 1)),
            ["the", "king", "is", "in", "check", "from", _] => position.checkers().contains(square(6)),
            ["castling", "is", "not", "allowed"] => {
                self.castling_sides().any(|wing| !position.castles().has(us, wing))
            }
            ["castling", "has", "been", "done"] => self.made_by(us).any(|m| m.is_castle()),
            ["the", "king", "has", "already", "moved"] => self.made_by(us).any(|m| m.role() == Role::King),
            ["the", "rook", "has", "already", "moved"] => self.made_by(us).any(|m| m.role() == Role::Rook),
            ["the", "rook", "has", "been", "captured"] => {
                self.made_by(!us).any(|m| m.capture() == Some(Role::Rook))
            }
            [_, "is", "attacked", "from", _] => {
                board.attacks_from(square(4)).contains(square(0)) && board.color_at(square(4)) == Some(!us)
            }
            _ => panic!("an unknown claim: {said}"),
        }
    }

    /// Whether a legal move is of a piece, from and to where it was said.
    fn fits(&self, m: Move) -> bool {
        self.attempt.moved_role().is_none_or(|role| role == m.role())
            && self.attempt.from.fits(m.from().unwrap())
            && self.attempt.to.fits(arrives(m, self.position().turn()))
    }

    fn made_by(&self, side: Color) -> impl Iterator<Item = Move> {
        let by = move |n: &usize| self.game.position_at(*n).turn() == side;
        (0..self.game.moves().len()).filter(by).map(|n| self.game.moves()[n])
    }

    /// The squares that were said, of pieces of this kind of the side on move.
    fn pairs(&self) -> impl Iterator<Item = (Square, Square)> {
        let ours = self.position().us();
        let from = ours.into_iter().filter(|square| self.attempt.from.fits(*square));
        from.flat_map(|from| Square::ALL.into_iter().map(move |to| (from, to)))
            .filter(|(_, to)| self.attempt.to.fits(*to))
    }

    /// Whether a piece of this kind stands where it was said and never moves to where it was said.
    fn geometry(&self, role: Role) -> bool {
        let us = self.position().turn();
        self.pairs().any(|(from, to)| {
            let attacked = attacks::attacks(from, role.of(us), Bitboard::EMPTY).contains(to);
            let step = i32::from(to) - i32::from(from);
            let ahead = us.fold_wb(step, -step);
            let double = ahead == 16 && us.relative_rank(from.rank()) == Rank::Second;
            self.position().board().role_at(from) == Some(role)
                && !attacked
                && (role != Role::Pawn || ahead != 8 && !double)
        })
    }

    fn pawns_ahead(&self, steps: i32, holds: impl Fn(Square, Square) -> bool) -> bool {
        let us = self.position().turn();
        self.pairs().any(|(from, to)| {
            let step = i32::from(to) - i32::from(from);
            let pawn = self.position().board().role_at(from) == Some(Role::Pawn);
            pawn && us.fold_wb(step, -step) == 8 * steps && holds(from, to)
        })
    }

    fn castling_sides(&self) -> impl Iterator<Item = CastlingSide> {
        CastlingSide::ALL.into_iter().filter(|side| self.attempt.castling.is_none_or(|said| said == *side))
    }

    /// Whether a move that was said would leave the own king attacked from that square.
    fn exposed_by(&self, by: Square) -> bool {
        let (position, us) = (self.position(), self.position().turn());
        let attacked = |board: &shakmaty::Board| {
            // On its own king no piece moves.
            board.king_of(us).is_some_and(|king| board.attacks_to(king, !us, board.occupied()).contains(by))
        };
        let moved = self.pairs().any(|(from, to)| {
            let mut board = position.board().clone();
            let piece = board.remove_piece_at(from).unwrap();
            if piece.role == Role::Pawn && from.file() != to.file() && board.piece_at(to).is_none() {
                board.discard_piece_at(Square::from_coords(to.file(), from.rank()));
            }
            board.set_piece_at(to, piece);
            attacked(&board)
        });
        let castled = || {
            self.castling_sides().any(|side| {
                let (mut board, king) = (position.board().clone(), position.our(Role::King).first().unwrap());
                let Some(rook) = position.castles().rook(us, side) else { return false };
                board.discard_piece_at(king);
                board.discard_piece_at(rook);
                board.set_piece_at(side.king_to(us), us.king());
                board.set_piece_at(side.rook_to(us), us.rook());
                attacked(&board)
            })
        };
        moved || castled()
    }
}

pub fn arrives(m: Move, us: Color) -> Square {
    m.castling_side().map_or(m.to(), |side| side.king_to(us))
}

fn role(name: &str) -> Role {
    let named = |role: &Role| format!("{role:?}").to_lowercase() == name;
    Role::ALL.into_iter().find(named).unwrap_or_else(|| panic!("no piece: {name}"))
}

fn side(name: &str) -> Color {
    match name.to_lowercase().as_str() {
        "white" => Color::White,
        "black" => Color::Black,
        _ => panic!("no side: {name}"),
    }
}

/// "e4", "e", "4" or nothing.
fn partial(text: &str) -> PartialSquare {
    PartialSquare {
        file: text.chars().find_map(File::from_char),
        rank: text.chars().find_map(Rank::from_char),
    }
}
