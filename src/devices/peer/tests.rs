use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    sync::LazyLock,
    time::Duration,
};

use crossbeam_channel::{Receiver, unbounded};

use super::*;

const CODE: &str = "47110815229033447105";

/// Each is stretched once: that takes a moment.
static SECRET: LazyLock<PeerSecret> = LazyLock::new(|| PeerSecret::of_digits(CODE));
static OTHER: LazyLock<PeerSecret> = LazyLock::new(|| PeerSecret::of_digits("47110815229033447106"));

struct End {
    link: PeerLink,
    reports: Receiver<PeerReport>,
}

impl End {
    fn open(place: PeerPlace, secret: &PeerSecret) -> End {
        let (told, reports) = unbounded();
        let link = PeerLink::open(place, secret.clone(), move |report| drop(told.send(report))).unwrap();
        End { link, reports }
    }

    fn listen() -> (End, u16) {
        let end = End::open(PeerPlace::Listen(0), &SECRET);
        let PeerReport::Listening(port) = end.next() else { panic!("it does not listen") };
        (end, port)
    }

    fn connect(port: u16, secret: &PeerSecret) -> End {
        End::open(PeerPlace::Connect(format!("127.0.0.1:{port}")), secret)
    }

    fn next(&self) -> PeerReport {
        self.reports.recv_timeout(Duration::from_secs(60)).unwrap()
    }

    #[track_caller]
    fn is_there(&self) {
        let report = self.next();
        assert!(matches!(report, PeerReport::There(_)), "{report:?}");
    }
}

#[test]
fn both_make_the_same_certificates_and_carry_lines() {
    assert_eq!(PeerSecret::of_digits(CODE).of_messages(), SECRET.of_messages());
    let (host, port) = End::listen();
    let guest = End::connect(port, &SECRET);
    host.is_there();
    guest.is_there();
    let long = "ä".repeat(100_000);
    guest.link.send("e2e4".to_owned());
    guest.link.send(long.clone());
    assert_eq!([host.next(), host.next()], [PeerReport::Line("e2e4".to_owned()), PeerReport::Line(long)]);
    host.link.send("e7e5".to_owned());
    assert_eq!(guest.next(), PeerReport::Line("e7e5".to_owned()));
    // Whoever comes again with the code takes the place of the connection that seems to be there.
    let again = End::connect(port, &SECRET);
    again.is_there();
    host.is_there();
    drop(guest);
    again.link.send("g1f3".to_owned());
    assert_eq!(host.next(), PeerReport::Line("g1f3".to_owned()));
    drop(again);
    assert_eq!(host.next(), PeerReport::Lost(PeerLost::Cut));
    let back = End::connect(port, &SECRET);
    back.is_there();
    host.is_there();
}

#[test]
fn who_has_another_code_or_none_is_not_let_in() {
    let (host, port) = End::listen();
    let wrong = End::connect(port, &OTHER);
    assert_eq!(wrong.next(), PeerReport::Lost(PeerLost::WrongCode));
    assert_eq!(host.next(), PeerReport::Knocked(PeerLost::WrongCode));
    drop(wrong);
    let clears = |report: &PeerReport| matches!(report, PeerReport::Knocked(PeerLost::WrongCode));
    for foreign in [&b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"[..], &[0; 64], b"\x16\x03\x01\xff\xff"] {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.write_all(foreign).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let report = std::iter::repeat_with(|| host.next()).find(|report| !clears(report)).unwrap();
        assert_eq!(report, PeerReport::Knocked(PeerLost::Foreign));
    }
    // A stranger who says nothing keeps nobody out.
    let _silent = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let guest = End::connect(port, &SECRET);
    guest.is_there();
    host.is_there();
}

#[test]
fn who_answers_otherwise_is_told_as_that() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let answering = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(b"SSH-2.0-OpenSSH_9.2\r\n").unwrap();
        let _ = stream.read_to_end(&mut Vec::new());
    });
    let guest = End::connect(port, &SECRET);
    assert_eq!(guest.next(), PeerReport::Lost(PeerLost::Foreign));
    answering.join().unwrap();
    drop(guest);
    let guest = End::connect(port, &SECRET);
    assert!(matches!(guest.next(), PeerReport::Lost(PeerLost::Unreachable { .. })));
    let guest = End::open(PeerPlace::Connect("no such place".to_owned()), &SECRET);
    assert!(matches!(guest.next(), PeerReport::Lost(PeerLost::UnknownPlace { .. })));
    // The port is taken.
    let (_host, port) = End::listen();
    let second = End::open(PeerPlace::Listen(port), &SECRET);
    assert!(matches!(second.next(), PeerReport::Lost(PeerLost::PortTaken { .. })));
}

/// Somebody else waits there too; the code alone says who is meant.
#[test]
fn who_waits_in_the_local_network_is_found_by_the_code() {
    // Other tests wait in the same network, perhaps these on another machine.
    let secret = || PeerSecret::of_digits(&format!("{:020}", fastrand::u64(..)));
    let (own, others) = (secret(), secret());
    let [host, stranger] = [&own, &others].map(|secret| End::open(PeerPlace::Listen(0), secret));
    for end in [&host, &stranger] {
        assert!(matches!(end.next(), PeerReport::Listening(_)));
    }
    let guest = End::open(PeerPlace::Find, &own);
    // A network that takes its time is looked at again.
    let there = std::iter::repeat_with(|| guest.next())
        .find(|report| *report != PeerReport::Lost(PeerLost::NotFound));
    assert!(matches!(there, Some(PeerReport::There(_))), "{there:?}");
    host.is_there();
    guest.link.send("e2e4".to_owned());
    assert_eq!(host.next(), PeerReport::Line("e2e4".to_owned()));
    assert!(stranger.reports.try_recv().is_err(), "nobody knocked there");
}

#[test]
fn a_line_without_an_end_is_cut_off() {
    let (host, port) = End::listen();
    let guest = End::connect(port, &SECRET);
    host.is_there();
    guest.is_there();
    guest.link.send("x".repeat(LONGEST_LINE + 2));
    assert_eq!(host.next(), PeerReport::Lost(PeerLost::LongLine));
}
