//! The port of an electronic board: moves made on it, differences from the game, lights, and the board's clock.

mod clock;

use std::time::Duration;

use super::{Port, PortContext, Reporter};
use clock::BoardClock;

use crate::{
    announce::{Device, UnreadBoard},
    app::board_sight::{facing, numbers, sight},
    clock::Authority,
    devices::board::{
        BoardAddress, BoardEvent, BoardPuzzle, BoardUnavailable, ClockOrder, ClockReading, ElectronicBoard,
        KnownPlacement, Orientation, WiredBoard,
    },
    laws::{
        ByColor, CastlingMode, Color, Move, Origin, Position, Rank, Square,
        tracking::{Sighting, Tracker},
    },
    session::{Effect, Event, EventKind, OnBoard, Session},
};

/// How long a move is shown on the clock's display in place of the time.
const MOVE_TEXT_TIME: Duration = Duration::from_secs(3);

/// News for the board's port.
#[derive(Clone, Debug)]
pub enum BoardNews {
    Board(BoardEvent),
    /// The position has rested long enough, or a pending finding may be taken.
    Look,
}

/// Follows a game on a board.
pub struct BoardPort {
    board: Box<dyn ElectronicBoard>,
    notify: Reporter<BoardNews>,
    /// The sides whose moves are taken from the board; the other side's moves have to be made on it.
    sides: ByColor<bool>,
    tracker: Option<Tracker>,
    orientation: Option<Orientation>,
    known: Option<KnownPlacement>,
    /// A [`BoardNews::Look`] was requested and has not come yet.
    look_requested: bool,
    /// Findings that the game has not taken yet.
    pending: Vec<Sighting>,
    clock: BoardClock,
    /// The board has just been reconnected; its position may be several moves later.
    returned: bool,
    /// The board was connected before.
    was_connected: bool,
    /// The lit squares.
    lit: Vec<Square>,
    /// When the text on the clock's display ends.
    text_until: Option<Duration>,
    /// The number of half-moves when the board last showed the game's position.
    shown: usize,
}

impl BoardPort {
    pub fn new(
        board: impl ElectronicBoard + 'static,
        sides: ByColor<bool>,
        notify: Reporter<BoardNews>,
    ) -> BoardPort {
        BoardPort {
            board: Box::new(board),
            notify,
            sides,
            tracker: None,
            orientation: None,
            known: None,
            look_requested: false,
            pending: Vec::new(),
            clock: BoardClock::default(),
            returned: false,
            was_connected: false,
            lit: Vec::new(),
            text_until: None,
            shown: 0,
        }
    }

    /// Opens the board with this name; see [`BoardAddress`].
    pub fn open(
        name: &str,
        sides: ByColor<bool>,
        reporter: Reporter<BoardNews>,
    ) -> Result<BoardPort, BoardUnavailable> {
        let look = reporter.clone();
        let pass = move |event: BoardEvent| match event.seen_at() {
            Some(at) => reporter.report_at(at, BoardNews::Board(event)),
            None => reporter.report(BoardNews::Board(event)),
        };
        WiredBoard::open(name.parse::<BoardAddress>()?, pass).map(|board| BoardPort::new(board, sides, look))
    }

    fn take_placement(&mut self, known: KnownPlacement, cx: &PortContext) -> Vec<Event> {
        let mut found = self.come_to_rest(cx.now);
        let tracker = self.tracker.get_or_insert_with(|| Tracker::new(shown(cx.session).clone()));
        if self.orientation.is_none() {
            self.orientation = facing(&known.placement, tracker.position().board());
        }
        let seen = sight(&known, self.orientation.unwrap_or_default());
        self.known = Some(known);
        found.extend(match std::mem::take(&mut self.returned) {
            true => tracker.reconnected(&seen, cx.now),
            false => tracker.observe(&seen, cx.now),
        });
        self.take(found, cx)
    }

    fn look(&self, cx: &PortContext) {
        self.notify.report_at(cx.zero + cx.now, BoardNews::Look);
    }

    /// Finds what had come to rest until now, if the loop was not there when it did.
    fn come_to_rest(&mut self, now: Duration) -> Vec<Sighting> {
        let tracker = self.tracker.as_mut();
        tracker.map(|tracker| tracker.deadline_passed(now)).unwrap_or_default()
    }

    /// Turns findings into events, as far as the game takes them now.
    fn take(&mut self, found: Vec<Sighting>, cx: &PortContext) -> Vec<Event> {
        self.pending.extend(found);
        let mut events = Vec::new();
        let mut turn = cx.session.record().game().turn();
        while let Some(found) = self.pending.first() {
            // The next move belongs to a position that is not reached yet.
            let is_move = matches!(found, Sighting::Move(_) | Sighting::AmbiguousMove(_));
            if is_move && (!cx.session.takes_from_board() || !events.is_empty()) {
                break;
            }
            let found = self.pending.remove(0);
            let side = if is_move { turn } else { !turn };
            if is_move {
                turn = !turn;
            }
            events.extend(self.event(found, side));
        }
        if !self.pending.is_empty() && cx.session.takes_from_board() {
            self.look(cx);
        }
        events
    }

    fn event(&mut self, found: Sighting, side: Color) -> Option<Event> {
        let of_player = |what| Some(Event { origin: Origin::Player(side), kind: EventKind::OnBoard(what) });
        let of_program = |what| Some(Event::of_program(EventKind::OnBoard(what)));
        match found {
            // Moves of this side are not taken from the board: the board differs from the game.
            Sighting::Move(_) | Sighting::MoveReplaced(_) | Sighting::AmbiguousMove(_)
                if !self.sides.get(side) =>
            {
                let tracker = self.tracker.as_mut()?;
                tracker.refuse();
                of_program(OnBoard::Differs(tracker.sight().differences(tracker.position().board())))
            }
            Sighting::Move(m) => of_player(OnBoard::Move(m)),
            Sighting::MoveReplaced(m) => of_player(OnBoard::Instead(m)),
            Sighting::TakenBack => of_player(OnBoard::TakenBack),
            Sighting::AmbiguousMove(moves) => of_player(OnBoard::OneOf(moves)),
            Sighting::Differs(differences) => of_program(OnBoard::Differs(differences)),
            Sighting::Agrees => of_program(OnBoard::Agrees),
            Sighting::Result(result) => of_program(OnBoard::Result(result)),
            Sighting::Touched(square, piece) if *self.sides.get(piece.color) => Some(Event {
                origin: Origin::Player(piece.color),
                kind: EventKind::OnBoard(OnBoard::Lifted(square)),
            }),
            Sighting::Touched(..) => None,
        }
    }

    fn take_clock(&mut self, reading: ClockReading, cx: &PortContext) -> Vec<Event> {
        let record = cx.session.record();
        let turn = record.game().turn();
        let on_board = self.tracker.as_ref().map_or(turn, Tracker::turn);
        let open = if record.is_open() { Some(!turn) } else { (on_board != turn).then_some(turn) };
        // A press completes the move that stands on the board.
        let thinks = if record.is_open() { !turn } else { on_board };
        let pressed = self.clock.take(reading, open, thinks);
        let Some(told) = self.clock.state() else { return Vec::new() };
        let mut events = Vec::new();
        // Before the first move nobody can tell who presses; a clock that keeps the time tells whose time runs.
        let begins = record.game().moves().is_empty() && open.is_none();
        let leads = record.start().authority == Authority::BoardClock;
        if let Some(side) = pressed.filter(|_| !(begins && leads)) {
            let mut found = self.come_to_rest(cx.now);
            found.extend(self.tracker.iter_mut().flat_map(|tracker| tracker.press(side, cx.now)));
            events.extend(self.take(found, cx));
            events.push(Event { origin: Origin::Player(side), kind: EventKind::Lever(side) });
        }
        let (left, running) = (told.left, told.running);
        events.push(Event::of_program(EventKind::TimesReported { left, running }));
        let fallen = self.clock.newly_fallen();
        events.extend(fallen.map(|side| Event::of_program(EventKind::FlagReported(side))));
        events.push(Event::of_program(EventKind::OnBoard(OnBoard::Clock(told))));
        events
    }

    /// Lights the user's move until it stands on the board.
    fn light(&mut self, cx: &PortContext) {
        let game = cx.session.record().game();
        if self.tracker.as_ref().is_some_and(|tracker| tracker.sight().is_exactly(game.position())) {
            self.shown = game.moves().len();
        }
        let waits = self.shown != game.moves().len() && !self.sides.get(!game.turn());
        let last = game.moves().last().filter(|_| waits);
        let squares = last.map(squares_of).unwrap_or_default();
        if squares != self.lit {
            self.board.light(&numbers(&squares, self.orientation.unwrap_or_default()));
            self.lit = squares;
            self.write_on_clock(last.copied(), cx);
        }
    }

    /// Shows the user's move on the clock: for a moment and with a beep if the clock keeps the time, else until the
    /// next time is sent.
    fn write_on_clock(&mut self, m: Option<Move>, cx: &PortContext) {
        let leads = cx.session.record().start().authority == Authority::BoardClock;
        match m {
            Some(m) if leads && self.clock.state().is_some() => {
                let text = m.to_uci(CastlingMode::Standard).to_string();
                self.board.clock(ClockOrder::Text { text, beep: true });
                self.text_until = Some(cx.now + MOVE_TEXT_TIME);
            }
            _ if self.text_until.take().is_some() => self.board.clock(ClockOrder::EndText),
            _ => {}
        }
    }
}

/// Returns the position that the board should show.
fn shown(session: &Session) -> &crate::laws::Chess {
    session.record().game().position()
}

impl Port for BoardPort {
    type News = BoardNews;

    fn perform(&mut self, effect: &Effect, cx: &PortContext) {
        // A clock that does not keep the time shows the program's.
        let leads = cx.session.record().start().authority == Authority::Program;
        if let (Effect::ShowClock(face), true) = (effect, leads) {
            self.clock.shows(face).into_iter().for_each(|order| self.board.clock(order));
        }
    }

    fn translate(&mut self, news: BoardNews, cx: &PortContext) -> Vec<Event> {
        match news {
            BoardNews::Look => {
                self.look_requested = false;
                let found = self.come_to_rest(cx.now);
                self.take(found, cx)
            }
            BoardNews::Board(BoardEvent::Placed { known, .. }) => self.take_placement(known, cx),
            BoardNews::Board(BoardEvent::Clock { reading, .. }) => self.take_clock(reading, cx),
            BoardNews::Board(BoardEvent::Lost { reason }) => {
                cx.lacking("board", &reason);
                vec![Event::of_program(
                    if self.was_connected { EventKind::Lost } else { EventKind::Missing }(Device::Board),
                )]
            }
            BoardNews::Board(BoardEvent::Puzzling { why }) => {
                let why = match why {
                    BoardPuzzle::NoStart => UnreadBoard::NoStart,
                    BoardPuzzle::NoPieces => UnreadBoard::NoPieces,
                    BoardPuzzle::Foreign => UnreadBoard::Foreign,
                };
                vec![Event::of_program(EventKind::OnBoard(OnBoard::Unread(why)))]
            }
            BoardNews::Board(BoardEvent::Back { name }) => {
                (self.returned, self.was_connected) = (true, true);
                cx.found("board", &name);
                vec![Event::of_program(EventKind::Back(Device::Board))]
            }
        }
    }

    fn follow(&mut self, cx: &PortContext) -> Option<Duration> {
        let record = cx.session.record();
        let game = record.game();
        let tracker = self.tracker.as_mut()?;
        if self.pending.is_empty() {
            let before = game.moves().len().checked_sub(1).map(|ply| game.position_at(ply));
            let found = tracker.follow(game.position(), before, cx.now);
            self.pending.extend(found);
            if !cx.session.last_can_change(!game.turn()) {
                tracker.complete();
            }
        }
        let waits = !self.pending.is_empty() && cx.session.takes_from_board();
        let due = tracker.next_deadline();
        if (waits || due.is_some_and(|due| due <= cx.now)) && !self.look_requested {
            self.look_requested = true;
            self.look(cx);
        }
        self.light(cx);
        if self.text_until.take_if(|until| *until <= cx.now).is_some() {
            self.board.clock(ClockOrder::EndText);
        }
        let due = due.into_iter().chain(self.text_until).min();
        due.filter(|due| *due > cx.now)
    }
}
/// Returns the squares of a move, from and to. Castling is shown by the king's two squares, as the makers' own programs
/// show it, and as a board with two lights can; by the rook's where the king stays (Chess960), and by all four where its one
/// step may be taken for a move of its own. Each square is there once.
fn squares_of(m: &Move) -> Vec<Square> {
    let (Move::Castle { king, rook }, Some(side)) = (*m, m.castling_side()) else {
        return m.from().into_iter().chain([m.to()]).collect();
    };
    let color = Color::from_white(king.rank() == Rank::First);
    let (of_king, of_rook) = ([king, side.king_to(color)], [rook, side.rook_to(color)]);
    match king.distance(of_king[1]) {
        0 => of_rook.to_vec(),
        1 => of_king
            .into_iter()
            .chain(of_rook.into_iter().filter(|square| !of_king.contains(square)))
            .collect(),
        _ => of_king.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use shakmaty::{CastlingSide, EnPassantMode, FromSetup, Role};

    use super::*;
    use crate::laws::{Chess, StartPosition};

    /// The position of Chess960 with this number and this side on move, from which all is gone that bars this castling.
    fn before_castling(number: u32, color: Color, castling: CastlingSide) -> Chess {
        let start = StartPosition::chess960(number).unwrap();
        let position = start.position();
        let king = position.board().king_of(color).unwrap();
        let rook = position.castles().rook(color, castling).unwrap();
        let ends = [king, rook, castling.king_to(color), castling.rook_to(color)];
        let (first, last) = (*ends.iter().min().unwrap(), *ends.iter().max().unwrap());
        let mut setup = position.to_setup(EnPassantMode::Legal);
        let bars = |square: &Square| (first..=last).contains(square) && ![king, rook].contains(square);
        for square in Square::ALL.into_iter().filter(bars) {
            if setup.board.role_at(square) == Some(Role::Rook) {
                setup.castling_rights.discard(square);
            }
            setup.board.discard_piece_at(square);
        }
        setup.turn = color;
        Chess::from_setup(setup, CastlingMode::Chess960).unwrap()
    }

    #[test]
    fn what_is_lit_says_how_is_castled_from_every_position_of_chess960() {
        let mut kinds = BTreeSet::new();
        for number in 0..960 {
            for (color, castling) in
                Color::ALL.into_iter().flat_map(|color| CastlingSide::ALL.map(|castling| (color, castling)))
            {
                let position = before_castling(number, color, castling);
                let moves = position.legal_moves();
                let castles =
                    moves.iter().find(|m| m.castling_side() == Some(castling)).expect("it can be castled");
                let lit = squares_of(castles);
                let all: BTreeSet<Square> = lit.iter().copied().collect();
                assert_eq!(all.len(), lit.len(), "{number} {color} {castling:?}: {lit:?}");
                let same = moves.iter().filter(|m| squares_of(m).into_iter().collect::<BTreeSet<_>>() == all);
                assert_eq!(same.collect::<Vec<_>>(), [castles], "{number} {color} {castling:?}: {lit:?}");
                kinds.insert(lit.len());
            }
        }
        assert_eq!(kinds.into_iter().collect::<Vec<_>>(), [2, 3, 4]);
    }
}
