//! What devices report, before it is an event of a game: folded, debounced and bounded.
//!
//! Everything that ports report passes here, with its instant. A device that comes and goes is told of once in ten
//! seconds, and then as one that falls out again and again. A report that repeats itself counts a few times; of a state
//! the last one counts. What was left out is counted, and the journal gets the count.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use crate::{
    announce::Device,
    laws::Color,
    session::{Event, EventKind, OnBoard, Session},
};

/// The time between two sentences on the coming and going of a device.
const APART: Duration = Duration::from_secs(10);
/// A device that was lost this often within [`COUNTED`] falls out again and again.
const LOSSES: usize = 4;
const COUNTED: Duration = Duration::from_secs(60);
/// A device that was quiet for this long is steady again.
const CALM: Duration = Duration::from_secs(30);
/// So many reports are left out before it is told that there are too many.
const LEFT_OUT: u32 = 10;

/// Where a game stands: a report that came before may mean something new after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameMoment {
    plies: usize,
    open: bool,
}

impl GameMoment {
    pub fn of(session: &Session) -> GameMoment {
        let record = session.record();
        GameMoment { plies: record.game().moves().len(), open: record.is_open() }
    }
}

/// The reports of the devices of one game, or of those that all games share.
#[derive(Debug, Default)]
pub struct ReportFilter {
    links: Vec<Link>,
    repeated: Vec<RepeatedReport>,
    floods: Vec<Flood>,
    /// The device whose lever is pressed.
    lever: Option<Device>,
}

impl ReportFilter {
    /// Returns a filter for reports among which a lever is that of `lever`.
    pub fn of_lever(lever: Device) -> ReportFilter {
        ReportFilter { lever: Some(lever), ..ReportFilter::default() }
    }

    /// Takes what was reported at an instant; returns what the game is told now.
    pub fn take(&mut self, events: Vec<Event>, moment: GameMoment, at: Instant) -> Vec<Event> {
        let mut passed = Vec::new();
        for event in events {
            match event.kind {
                EventKind::Lost(device) | EventKind::Missing(device) | EventKind::Back(device) => {
                    passed.extend(link(&mut self.links, device).change(event.kind, at));
                }
                _ => match Bound::of(&event.kind) {
                    Some(bound) => self.take_repeated(event, bound, moment, at, &mut passed),
                    None => passed.push(event),
                },
            }
        }
        passed
    }

    fn take_repeated(
        &mut self,
        event: Event,
        bound: Bound,
        moment: GameMoment,
        at: Instant,
        passed: &mut Vec<Event>,
    ) {
        let place = self.repeated.iter().position(|report| report.bound == bound).unwrap_or_else(|| {
            self.repeated.push(RepeatedReport { bound, moment, passed: VecDeque::new(), held: None });
            self.repeated.len() - 1
        });
        let report = &mut self.repeated[place];
        if bound.is_of_moment() && report.moment != moment {
            report.moment = moment;
            report.passed.clear();
        }
        if report.may_pass(at) {
            // What was held is older.
            report.held = None;
            report.passed.push_back(at);
            return passed.push(event);
        }
        if bound.is_state() {
            report.held = Some(event);
            return;
        }
        let device = self.lever.unwrap_or(Device::Clock);
        let place = self.floods.iter().position(|flood| flood.device == device).unwrap_or_else(|| {
            self.floods.push(Flood { device, left_out: 0, told: false, last: at });
            self.floods.len() - 1
        });
        passed.extend(self.floods[place].leave_out(at));
    }

    /// Returns what the game is told because time has passed.
    pub fn passed(&mut self, at: Instant) -> Vec<Event> {
        let mut due: Vec<Event> = self.links.iter_mut().flat_map(|link| link.tell(at)).collect();
        for report in &mut self.repeated {
            if report.held.is_some() && report.may_pass(at) {
                report.passed.push_back(at);
                due.extend(report.held.take());
            }
        }
        due.extend(self.floods.iter_mut().filter(|flood| flood.ends_at() <= at).filter_map(Flood::end));
        self.floods.retain(|flood| flood.ends_at() > at);
        due
    }

    /// Returns when [`ReportFilter::passed`] is due.
    pub fn next_deadline(&self) -> Option<Instant> {
        let links = self.links.iter().filter_map(Link::next_deadline);
        let held = self.repeated.iter().filter(|report| report.held.is_some());
        let held = held.filter_map(RepeatedReport::free_at);
        links.chain(held).chain(self.floods.iter().map(Flood::ends_at)).min()
    }

    /// Whether a device is lost, told or not.
    pub fn is_lost(&self, device: Device) -> bool {
        self.links.iter().any(|link| link.device == device && link.lost)
    }
}

/// The coming and going of a device.
#[derive(Debug)]
struct Link {
    device: Device,
    known: bool,
    lost: bool,
    /// The last change, which the game may not know yet.
    last: EventKind,
    changed_at: Option<Instant>,
    /// What the game was told last, and when.
    told: ToldLink,
    told_at: Option<Instant>,
    /// The losses within [`COUNTED`].
    losses: VecDeque<Instant>,
    /// Losses that were not told.
    left_out: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ToldLink {
    There,
    Lost,
    Unsteady,
}

fn link(links: &mut Vec<Link>, device: Device) -> &mut Link {
    let place = links.iter().position(|link| link.device == device).unwrap_or_else(|| {
        links.push(Link {
            device,
            known: false,
            lost: false,
            last: EventKind::Back(device),
            changed_at: None,
            told: ToldLink::There,
            told_at: None,
            losses: VecDeque::new(),
            left_out: 0,
        });
        links.len() - 1
    });
    &mut links[place]
}

impl Link {
    fn change(&mut self, change: EventKind, at: Instant) -> Vec<Event> {
        let there = matches!(change, EventKind::Back(_));
        self.known |= there;
        // A braille display that was never connected is not missed, and no first connection is news.
        let is_missed = self.device != Device::Braille || self.known;
        if self.lost != there || !is_missed {
            return Vec::new();
        }
        self.lost = !there;
        self.last = change;
        self.changed_at = Some(at);
        if !self.is_device() {
            return vec![Event::of_program(self.last.clone())];
        }
        if self.lost {
            self.losses.push_back(at);
            self.left_out += 1;
        }
        self.tell(at)
    }

    /// Tells what is due.
    fn tell(&mut self, at: Instant) -> Vec<Event> {
        while self.losses.front().is_some_and(|lost| *lost + COUNTED < at) {
            self.losses.pop_front();
        }
        if self.next_deadline().is_none_or(|due| at < due) {
            return Vec::new();
        }
        self.told_at = Some(at);
        let device = self.device;
        if self.told != ToldLink::Unsteady && self.losses.len() >= LOSSES {
            self.told = ToldLink::Unsteady;
            return vec![Event::of_program(EventKind::Unsteady(device))];
        }
        let folded = (self.told == ToldLink::Unsteady)
            .then(|| EventKind::LeftOut { device, count: std::mem::take(&mut self.left_out) });
        self.told = if self.lost { ToldLink::Lost } else { ToldLink::There };
        if folded.is_some() {
            self.losses.clear();
        }
        folded.into_iter().chain([self.last.clone()]).map(Event::of_program).collect()
    }

    /// Whether it is a device at the board. What an opponent, a server and a disk do, the game knows at once: it waits for
    /// them, or stops their clock.
    fn is_device(&self) -> bool {
        !matches!(self.device, Device::Opponent | Device::Server | Device::Peer | Device::Journal)
    }

    fn next_deadline(&self) -> Option<Instant> {
        let changed_at = self.changed_at.filter(|_| self.is_device())?;
        let is_news = match self.told {
            ToldLink::Unsteady => return Some(changed_at + CALM),
            ToldLink::There => self.lost,
            ToldLink::Lost => !self.lost,
        };
        let due = self.told_at.map_or(changed_at, |told| told + APART);
        (is_news || self.losses.len() >= LOSSES).then_some(due)
    }
}

/// A kind of report that may repeat itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Lever(Color),
    Flag(Color),
    Fault,
    Times,
    BoardClock,
    Placement,
}

impl Bound {
    fn of(kind: &EventKind) -> Option<Bound> {
        Some(match kind {
            EventKind::Lever(side) => Bound::Lever(*side),
            EventKind::FlagReported(side) => Bound::Flag(*side),
            EventKind::ClockFault(_) => Bound::Fault,
            EventKind::TimesReported { .. } => Bound::Times,
            EventKind::OnBoard(OnBoard::Clock(_)) => Bound::BoardClock,
            EventKind::OnBoard(OnBoard::Differs(_) | OnBoard::Agrees) => Bound::Placement,
            _ => return None,
        })
    }

    /// How many pass within how long.
    fn limit(self) -> (usize, Duration) {
        match self {
            Bound::Times | Bound::BoardClock => (8, Duration::from_secs(8)),
            Bound::Placement => (6, Duration::from_secs(30)),
            Bound::Lever(_) | Bound::Flag(_) | Bound::Fault => (3, Duration::from_secs(30)),
        }
    }

    /// Whether only the last one counts, and counts in any case.
    fn is_state(self) -> bool {
        matches!(self, Bound::Times | Bound::BoardClock | Bound::Placement)
    }

    /// Whether it means something new after a move.
    fn is_of_moment(self) -> bool {
        matches!(self, Bound::Lever(_) | Bound::Flag(_) | Bound::Placement)
    }
}

#[derive(Debug)]
struct RepeatedReport {
    bound: Bound,
    moment: GameMoment,
    /// When the last ones passed.
    passed: VecDeque<Instant>,
    /// The last state, which waits.
    held: Option<Event>,
}

impl RepeatedReport {
    fn may_pass(&mut self, at: Instant) -> bool {
        let free = self.free_at().is_none_or(|free| free <= at);
        if free && self.passed.len() >= self.bound.limit().0 {
            self.passed.pop_front();
        }
        free
    }

    /// Returns when one more may pass; `None` for now.
    fn free_at(&self) -> Option<Instant> {
        let (most, within) = self.bound.limit();
        self.passed.front().filter(|_| self.passed.len() >= most).map(|first| *first + within)
    }
}

/// Reports of a device that are left out.
#[derive(Debug)]
struct Flood {
    device: Device,
    left_out: u32,
    told: bool,
    last: Instant,
}

impl Flood {
    /// Returns what is told of the flood, once.
    fn leave_out(&mut self, at: Instant) -> Option<Event> {
        self.left_out = self.left_out.saturating_add(1);
        self.last = at;
        let is_news =
            self.left_out >= LEFT_OUT && !std::mem::replace(&mut self.told, self.left_out >= LEFT_OUT);
        is_news.then(|| Event::of_program(EventKind::Chattering(self.device)))
    }

    fn ends_at(&self) -> Instant {
        self.last + CALM
    }

    fn end(&mut self) -> Option<Event> {
        let count = self.left_out;
        self.told.then(|| Event::of_program(EventKind::LeftOut { device: self.device, count }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::Origin;

    const MOMENT: GameMoment = GameMoment { plies: 0, open: false };

    /// A filter, and what the game was told, with the milliseconds.
    struct Told {
        filter: ReportFilter,
        zero: Instant,
        told: Vec<(u64, EventKind)>,
    }

    impl Told {
        fn new() -> Told {
            let filter = ReportFilter::of_lever(Device::Clock);
            Told { filter, zero: Instant::now(), told: Vec::new() }
        }

        fn until(&mut self, ms: u64) {
            let at = |told: &Told, due: Instant| due.duration_since(told.zero).as_millis() as u64;
            while let Some(due) = self.filter.next_deadline().filter(|due| at(self, *due) <= ms) {
                let ms = at(self, due);
                let events = self.filter.passed(due);
                self.told.extend(events.into_iter().map(|event| (ms, event.kind)));
            }
        }

        fn report(&mut self, ms: u64, kind: EventKind) {
            self.report_in(ms, kind, MOMENT);
        }

        fn report_in(&mut self, ms: u64, kind: EventKind, moment: GameMoment) {
            self.until(ms);
            let event = Event { origin: Origin::Program, kind };
            let events = self.filter.take(vec![event], moment, self.zero + Duration::from_millis(ms));
            self.told.extend(events.into_iter().map(|event| (ms, event.kind)));
        }
    }

    impl Told {
        /// Checks what was told since the last check.
        #[track_caller]
        fn check(&mut self, expected: &[(u64, EventKind)]) {
            assert_eq!(format!("{:#?}", std::mem::take(&mut self.told)), format!("{expected:#?}"));
        }
    }

    use Device::{Braille, Clock, Opponent};
    use EventKind::{Back, Chattering, LeftOut, Lever, Lost, Missing, Unsteady};

    #[track_caller]
    fn check(reports: &[(u64, EventKind)], until: u64, expected: &[(u64, EventKind)]) {
        let mut told = Told::new();
        reports.iter().for_each(|(ms, kind)| told.report(*ms, kind.clone()));
        told.until(until);
        told.check(expected);
    }

    #[test]
    fn each_loss_and_each_return_is_told_once_and_ten_seconds_apart() {
        check(&[(0, Back(Clock))], 60_000, &[]);
        check(
            &[(0, Lost(Clock)), (500, Lost(Clock)), (20_000, Back(Clock))],
            60_000,
            &[(0, Lost(Clock)), (20_000, Back(Clock))],
        );
        check(
            &[(0, Missing(Clock)), (1000, Back(Clock))],
            60_000,
            &[(0, Missing(Clock)), (10_000, Back(Clock))],
        );
        // What has become untrue meanwhile is not told.
        check(&[(0, Lost(Clock)), (1000, Back(Clock)), (2000, Lost(Clock))], 60_000, &[(0, Lost(Clock))]);
        // A display that was never there is not missed.
        check(&[(0, Lost(Braille)), (1, Back(Braille)), (2, Lost(Braille))], 9, &[(2, Lost(Braille))]);
    }

    #[test]
    fn a_device_that_falls_out_again_and_again_is_told_as_that() {
        let mut told = Told::new();
        for time in 0..52 {
            told.report(650 * time, Lost(Clock));
            told.report(650 * time + 300, Back(Clock));
        }
        told.until(200_000);
        let count = 52;
        let end = 51 * 650 + 300 + 30_000;
        let expected = [
            (0, Lost(Clock)),
            (10_000, Unsteady(Clock)),
            (end, LeftOut { device: Clock, count }),
            (end, Back(Clock)),
        ];
        told.check(&expected);
    }

    #[test]
    fn an_opponent_is_lost_and_back_at_once() {
        let reports = [(0, Lost(Opponent)), (1, Lost(Opponent)), (2, Back(Opponent)), (3, Lost(Opponent))];
        check(&reports, 60_000, &[reports[0].clone(), reports[2].clone(), reports[3].clone()]);
    }

    #[test]
    fn a_lever_that_chatters_counts_three_times_and_again_after_a_move() {
        let mut told = Told::new();
        for press in 0..20 {
            told.report(200 * press, Lever(Color::White));
        }
        let white = |ms| (ms, Lever(Color::White));
        told.check(&[white(0), white(200), white(400), (2400, Chattering(Clock))]);
        told.report_in(4000, Lever(Color::White), GameMoment { plies: 1, open: true });
        told.report(4000, Lever(Color::Black));
        told.until(60_000);
        let black = (4000, Lever(Color::Black));
        told.check(&[white(4000), black, (33_800, LeftOut { device: Clock, count: 17 })]);
    }

    #[test]
    fn the_last_state_is_always_told() {
        let times = |ms: u64| EventKind::TimesReported {
            left: crate::laws::ByColor::new_with(|_| Duration::from_millis(ms)),
            running: None,
        };
        let mut told = Told::new();
        for ms in (0..10_000).step_by(20) {
            told.report(ms, times(ms));
        }
        told.until(60_000);
        assert!(told.told.len() <= 24, "{}", told.told.len());
        let last = told.told.pop().map(|(_, kind)| kind).unwrap();
        assert_eq!(format!("{last:?}"), format!("{:?}", times(9980)));
    }
}
