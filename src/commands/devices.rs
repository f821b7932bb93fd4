//! What is plugged in, asked of the devices themselves.

use std::{
    thread,
    time::{Duration, Instant},
};

use crossbeam_channel::RecvTimeoutError;

use crate::{
    config::Settings,
    devices::{
        SAMPLE_RATE,
        board::{self, Address, BoardEvent, WiredBoard},
        braille_display::{BrailleDisplay, BrailleEvent, BrailleServer},
        hearing::{
            microphone::{self, Microphone},
            source::{AudioSource, Reading},
        },
        serial::{self, Plug},
        tactile_clock::{self, ClockEvent, TactileClock},
        voice::{self, VoiceError},
    },
};

/// How long brltty may take to name its display, and a clock to answer: a small board that was just
/// opened starts anew, which takes two seconds.
const ANSWER: Duration = Duration::from_secs(3);
/// How long the speech server may take to start and to list its voices.
const VOICES: Duration = Duration::from_secs(15);

/// Tells one line for each device there is, and one for each kind of which there is none, as they are
/// found: some answer late.
pub fn devices(settings: &Settings, mut tell: impl FnMut(String)) {
    match microphone::list() {
        Ok(list) if list.is_empty() => tell("microphone: none".to_owned()),
        Ok(list) => list.into_iter().for_each(|device| {
            let default = if device.is_default { "; taken when none is named" } else { "" };
            tell(format!("microphone: {} ({}){default}", device.name, device.description));
        }),
        Err(missing) => tell(format!("microphone: none, {missing}")),
    }
    match serial::plugs() {
        Ok(plugs) => {
            if plugs.is_empty() {
                tell("serial port: none".to_owned());
            }
            for plug in &plugs {
                let name = plug.name.as_ref().filter(|name| !name.is_empty());
                let name = name.map(|name| format!(" ({name})")).unwrap_or_default();
                tell(format!("serial port: {}{name}", plug.path.display()));
            }
            plugged_in(&plugs).into_iter().for_each(&mut tell);
        }
        Err(missing) => tell(format!("serial port: none, {missing}")),
    }
    tell(match braille() {
        Ok(cells) => format!("braille display: {cells} cells, at {}", braille_host()),
        Err(missing) => format!("braille display: none, {missing}"),
    });
    let language = language(settings);
    tell(match speech(&language) {
        Ok(true) => format!("speech: a server with a voice for the language {language}"),
        Ok(false) => format!("speech: a server, but no voice for the language {language}"),
        Err(missing) => format!("speech: none, {missing}"),
    });
}

/// The clock and the boards that are known by their names, and how each is taken.
fn plugged_in(plugs: &[Plug]) -> Vec<String> {
    let clock = tactile_clock::plugged(plugs).map(|plug| {
        let name = plug.name.as_deref().unwrap_or_default();
        format!("tactile clock: {name}, at {}; --clock auto takes it", plug.path.display())
    });
    let boards = board::plugged(plugs).into_iter().map(|found| {
        let at = found.place.as_deref().unwrap_or_default();
        format!("electronic board: {}, at {at}; --board {} takes it", found.maker, found.maker.word())
    });
    let mut lines: Vec<String> = clock.into_iter().chain(boards).collect();
    if lines.is_empty() {
        lines.push("tactile clock, electronic board: none that is known by its name".to_owned());
    }
    lines
}

pub(super) fn language(settings: &Settings) -> String {
    settings.language.clone().unwrap_or_else(|| "de".to_owned())
}

/// How many cells the braille display has, or why there is none.
pub(super) fn braille() -> Result<usize, String> {
    let (tell, told) = crossbeam_channel::unbounded();
    let display = BrailleDisplay::open(BrailleServer::default(), move |event| {
        let _ = tell.send(event);
    });
    let _display = display.map_err(|missing| missing.to_string())?;
    let until = Instant::now() + ANSWER;
    loop {
        match told.recv_deadline(until) {
            Ok(BrailleEvent::Back { cells }) => return Ok(cells),
            Ok(BrailleEvent::Lost { reason }) => return Err(reason.to_string()),
            Ok(BrailleEvent::Key(_)) => {}
            Err(_) => return Err("brltty answers, but has no display, connect it".to_owned()),
        }
    }
}

/// Where brltty is looked for.
pub(super) fn braille_host() -> String {
    std::env::var("BRLAPI_HOST").unwrap_or_else(|_| ":0".to_owned())
}

/// Whether there is a speech server that speaks a language.
pub(super) fn speech(language: &str) -> Result<bool, String> {
    let (tell, told) = crossbeam_channel::bounded(1);
    let language = language.to_owned();
    // A server that does not answer keeps its caller waiting for ever; the end of the program ends this.
    let asking = thread::Builder::new().name("speech server".to_owned()).spawn(move || {
        let _ = tell.send(voice::speaks(&language));
    });
    asking.map_err(|error| error.to_string())?;
    match told.recv_timeout(VOICES) {
        Ok(answer) => answer.map_err(|missing| missing.to_string()),
        Err(RecvTimeoutError::Timeout) => Err("the speech server does not answer".to_owned()),
        Err(RecvTimeoutError::Disconnected) => Err(VoiceError::Gone.to_string()),
    }
}

/// The loudest sample of half a second from the microphone, of at most 32768, or why there is none.
pub(super) fn loudness(name: Option<&str>) -> Result<u16, String> {
    let mut microphone = Microphone::open(name).map_err(|missing| missing.to_string())?;
    let until = Instant::now() + ANSWER;
    let mut samples = Vec::new();
    while samples.len() < SAMPLE_RATE as usize / 2 {
        match microphone.read(&mut samples) {
            Reading::Lost { reason } | Reading::Ended { fault: Some(reason) } => return Err(reason),
            Reading::Ended { fault: None } => break,
            Reading::Samples | Reading::Back => {}
        }
        if Instant::now() >= until {
            break;
        }
    }
    let loudest = samples.iter().map(|sample| sample.unsigned_abs()).max();
    loudest.ok_or_else(|| "it opens but delivers no sound".to_owned())
}

/// The name of the clock at a port, or why there is none.
pub(super) fn clock(port: &std::path::Path) -> Result<String, String> {
    let (tell, told) = crossbeam_channel::unbounded();
    let clock = TactileClock::open(port, move |event| {
        let _ = tell.send(event);
    });
    let _clock = clock.map_err(|missing| missing.to_string())?;
    let until = Instant::now() + ANSWER;
    loop {
        match told.recv_deadline(until) {
            Ok(ClockEvent::Back { name, .. }) => return Ok(name),
            Ok(ClockEvent::Lost { reason }) => return Err(reason.to_string()),
            Ok(_) => {}
            Err(_) => return Err(tactile_clock::LostReason::NoAnswer.to_string()),
        }
    }
}

/// The name of a board, or why there is none.
pub(super) fn electronic_board(address: Address) -> Result<String, String> {
    let (tell, told) = crossbeam_channel::unbounded();
    let board = WiredBoard::open(address, move |event| {
        let _ = tell.send(event);
    });
    let _board = board.map_err(|missing| missing.to_string())?;
    let until = Instant::now() + ANSWER;
    loop {
        match told.recv_deadline(until) {
            Ok(BoardEvent::Back { name }) => return Ok(name),
            Ok(BoardEvent::Lost { reason }) => return Err(reason.to_string()),
            Ok(_) => {}
            Err(_) => return Err("it does not answer; is it another maker's?".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_by_its_name_is_told_with_how_it_is_taken() {
        let plug = |path: &str, name: &str| Plug { path: path.into(), name: Some(name.to_owned()) };
        let plugs = [plug("/dev/ttyACM0", "Maker Tactile Clock"), plug("/dev/ttyACM1", "DGT USB Board")];
        assert_eq!(
            plugged_in(&plugs),
            [
                "tactile clock: Maker Tactile Clock, at /dev/ttyACM0; --clock auto takes it",
                "electronic board: DGT, at /dev/ttyACM1; --board dgt takes it"
            ]
        );
        assert_eq!(plugged_in(&[]), ["tactile clock, electronic board: none that is known by its name"]);
    }
}
