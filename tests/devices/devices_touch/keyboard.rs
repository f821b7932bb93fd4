//! The keyboard on a terminal and on a pipe.

use std::io::Write;
use std::os::fd::OwnedFd;
use std::panic::{AssertUnwindSafe, catch_unwind};

use annabella::devices::keyboard::{KeyCode, Keyboard, KeyboardEvent};
use annabella::devices::prompted_output::PromptedOutput;
use crossbeam_channel::Receiver;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, tcgetattr};

use super::next;

#[test]
fn keys_and_lines_come_from_a_terminal_and_it_is_put_back() {
    let (screen, terminal) = terminal();
    assert!(echoes(&terminal));
    let (keyboard, events) = open(terminal.try_clone().unwrap());
    assert!(!echoes(&terminal));
    type_in(&screen, b"\x1b[A e4\n\x1b");
    assert_eq!(next(&events), KeyboardEvent::Key(KeyCode::Up));
    assert_eq!(next(&events), KeyboardEvent::Key(KeyCode::Char(' ')));
    assert_eq!(next(&events), KeyboardEvent::Line("e4".to_owned()));
    assert_eq!(next(&events), KeyboardEvent::Key(KeyCode::Escape));
    type_in(&screen, b"\x03");
    assert_eq!(next(&events), KeyboardEvent::Key(KeyCode::Control('c')));
    type_in(&screen, b"\x1b[200~e4\n\x1b[15~Sf3\n\x1b[201~");
    assert_eq!(next(&events), KeyboardEvent::Line("e4".to_owned()));
    assert_eq!(next(&events), KeyboardEvent::Line("[15~Sf3".to_owned()));
    drop(keyboard);
    assert!(echoes(&terminal));
    assert_eq!(sent(&screen), "\x1b[?2004h\x1b[?2004l");
}

#[test]
fn what_is_concealed_is_not_echoed() {
    let (screen, terminal) = terminal();
    let (seen, echo) = std::io::pipe().unwrap();
    let echo = Some(PromptedOutput::new(echo));
    let (tell, events) = crossbeam_channel::unbounded();
    let keyboard = Keyboard::from_fd(terminal, move |event| tell.send(event).unwrap(), echo).unwrap();
    for (line, concealed) in [("e4", false), ("sf3\x7f3", true), ("e5", false)] {
        keyboard.conceal(concealed);
        type_in(&screen, format!("{line}\n").as_bytes());
        let typed = line.replace("3\x7f", "");
        assert_eq!(next(&events), KeyboardEvent::Line(typed));
    }
    drop(keyboard);
    assert_eq!(std::io::read_to_string(seen).unwrap(), "e4\n\ne5\n");
}

#[test]
fn a_panic_puts_the_terminal_back() {
    let (screen, terminal) = terminal();
    let copy = terminal.try_clone().unwrap();
    let caught = catch_unwind(AssertUnwindSafe(|| {
        let (_keyboard, _events) = open(copy);
        assert!(!echoes(&terminal));
        std::panic::resume_unwind(Box::new("slipped"));
    }));
    assert!(caught.is_err());
    assert!(echoes(&terminal));
    assert_eq!(sent(&screen), "\x1b[?2004h\x1b[?2004l");
}

#[test]
fn a_terminal_that_goes_closes_the_keyboard() {
    let (screen, terminal) = terminal();
    let (_keyboard, events) = open(terminal);
    drop(screen);
    assert_eq!(next(&events), KeyboardEvent::Closed);
}

#[test]
fn lines_come_from_a_pipe_until_it_ends() {
    let (input, mut output) = std::io::pipe().unwrap();
    let (_keyboard, events) = open(input.into());
    output.write_all(b"bauer eva vier\nuhr").unwrap();
    assert_eq!(next(&events), KeyboardEvent::Line("bauer eva vier".to_owned()));
    drop(output);
    assert_eq!(next(&events), KeyboardEvent::Line("uhr".to_owned()));
    assert_eq!(next(&events), KeyboardEvent::Closed);
}

fn open(input: OwnedFd) -> (Keyboard, Receiver<KeyboardEvent>) {
    let (send, events) = crossbeam_channel::unbounded();
    let tell = move |event| drop(send.send(event));
    let keyboard = Keyboard::from_fd(input, tell, None::<PromptedOutput<std::io::Sink>>).unwrap();
    (keyboard, events)
}

/// The two ends of a terminal: what the user has, and what a program has.
fn terminal() -> (OwnedFd, OwnedFd) {
    let screen = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&screen).unwrap();
    unlockpt(&screen).unwrap();
    let name = ptsname(&screen, Vec::new()).unwrap();
    let terminal = rustix::fs::open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
    (screen, terminal)
}

fn type_in(screen: &OwnedFd, bytes: &[u8]) {
    assert_eq!(rustix::io::write(screen, bytes).unwrap(), bytes.len());
}

/// What the program has sent to the terminal, up to the end of bracketed paste: it arrives a moment later.
fn sent(screen: &OwnedFd) -> String {
    let mut sent = String::new();
    while !sent.ends_with("\x1b[?2004l") {
        let second = Timespec { tv_sec: 1, tv_nsec: 0 };
        assert_eq!(poll(&mut [PollFd::new(screen, PollFlags::IN)], Some(&second)), Ok(1), "{sent:?}");
        let mut buffer = [0; 256];
        let count = rustix::io::read(screen, &mut buffer).unwrap();
        sent.push_str(&String::from_utf8_lossy(&buffer[..count]));
    }
    sent
}

fn echoes(terminal: &OwnedFd) -> bool {
    let modes = tcgetattr(terminal).unwrap().local_modes;
    modes.contains(LocalModes::ECHO | LocalModes::ICANON)
}
