//! A braille line in the terminal: the other end of brltty's virtual driver (`brltty -b vr -d server:HOST:PORT`).
//!
//! Every line that brltty shows is printed, in cells and below them in characters, so that a screen reader can
//! follow. The terminal's keys serve as the display's keys; typed text is sent as if it were chorded.
#![warn(unreachable_pub)]

mod protocol;

use std::{
    io::{self, BufRead, BufReader, IsTerminal, Write},
    net::{TcpStream, ToSocketAddrs},
};

use crossbeam_channel::{Receiver, select, unbounded};

use super::{
    keyboard::{KeyCode, Keyboard, KeyboardEvent, KeyboardUnavailable},
    prompted_output::PromptedOutput,
    supervisor::Backoff,
    worker,
};
use protocol::DisplayedWindow;

use crate::language::{Catalogue, Message};

/// Why the emulator cannot run.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "braille-emulator")]
pub enum BrailleEmulatorError {
    Cells(#[message("found")] usize),
    Address(#[message("found")] String),
    #[message(transparent)]
    Keyboard(#[from] KeyboardUnavailable),
    Output(#[message("fault")] io::Error),
    Thread(#[message("fault")] io::Error),
}

/// What is printed beside the line.
#[derive(Message)]
#[message(printed, prefix = "braille-emulator")]
enum EmulatorNews {
    Connected { cells: usize },
    Lost,
    Waiting { address: String },
}

/// Shows the line until the input ends or Ctrl-C.
///
/// # Errors
///
/// A number of cells or an address that cannot be, or a terminal that cannot be used.
pub fn run(
    address: &str,
    cells: usize,
    words: &Catalogue,
    mut out: impl Write,
) -> Result<(), BrailleEmulatorError> {
    if !(1..=80).contains(&cells) {
        return Err(BrailleEmulatorError::Cells(cells));
    }
    // A name that is not known yet is waited for, like whoever has it.
    if address.to_socket_addrs().is_err_and(|error| error.kind() == io::ErrorKind::InvalidInput) {
        return Err(BrailleEmulatorError::Address(address.to_owned()));
    }
    let (tell, keys) = unbounded();
    let echo = io::stdout().is_terminal().then(|| PromptedOutput::new(io::stdout()));
    let _keyboard = Keyboard::open(move |event| drop(tell.send(event)), echo)?;
    let (mut waited, mut backoff) = (false, Backoff::default());
    loop {
        match TcpStream::connect(address) {
            Ok(wire) => {
                say(&mut out, &words.render(&EmulatorNews::Connected { cells }))?;
                if serve(&wire, cells, &keys, words, &mut out)? {
                    return Ok(());
                }
                say(&mut out, &words.render(&EmulatorNews::Lost))?;
                waited = true;
                backoff.reset();
            }
            Err(_) if !waited => {
                let address = address.to_owned();
                say(&mut out, &words.render(&EmulatorNews::Waiting { address }))?;
                waited = true;
            }
            Err(_) => {}
        }
        // Keys without a connection are dropped.
        if keys.recv_timeout(backoff.next_pause()).is_ok_and(|event| is_over(&event)) {
            return Ok(());
        }
    }
}

fn is_over(event: &KeyboardEvent) -> bool {
    matches!(
        event,
        KeyboardEvent::Closed | KeyboardEvent::Died { .. } | KeyboardEvent::Key(KeyCode::Control('c' | 'd'))
    )
}

/// Serves one connection; returns whether the user ended it.
fn serve(
    wire: &TcpStream,
    cells: usize,
    keys: &Receiver<KeyboardEvent>,
    words: &Catalogue,
    out: &mut impl Write,
) -> Result<bool, BrailleEmulatorError> {
    let Ok(read) = wire.try_clone() else { return Ok(false) };
    let (tell, told) = unbounded();
    let pass = move |line: String| drop(tell.send(line));
    // A panic of the thread counts as a lost connection.
    let reader = worker::spawn(
        "braille emulator",
        pass,
        |fault| fault.to_string(),
        move |tell| {
            let lines = BufReader::new(read).split(b'\n').map_while(Result::ok);
            lines.map(|line| String::from_utf8_lossy(&line).into_owned()).for_each(tell);
        },
    )
    .map_err(BrailleEmulatorError::Thread)?;
    let mut writing = wire;
    let mut picture = DisplayedWindow::default();
    let mut over = writeln!(writing, "cells {cells} 1").is_err().then_some(false);
    while over.is_none() {
        select! {
            recv(told) -> line => match line {
                Ok(line) if picture.take(&line) => say(out, &picture.to_string())?,
                Ok(_) => {}
                Err(_) => over = Some(false),
            },
            recv(keys) -> event => match event {
                Ok(event) if !is_over(&event) => match protocol::commands(&event, cells) {
                    Ok(commands) => {
                        let sent = commands.iter().try_for_each(|command| writeln!(writing, "{command}"));
                        over = sent.is_err().then_some(false);
                    }
                    Err(why) => say(out, &words.render(&why))?,
                },
                _ => over = Some(true),
            },
        }
    }
    let _ = wire.shutdown(std::net::Shutdown::Both);
    let _ = reader.join();
    Ok(over == Some(true))
}

fn say(out: &mut impl Write, text: &str) -> Result<(), BrailleEmulatorError> {
    writeln!(out, "{text}").and_then(|()| out.flush()).map_err(BrailleEmulatorError::Output)
}
