//! Lists the devices that are plugged in, by asking each.

use std::{
    thread,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError};

use crate::{
    config::Settings,
    devices::{
        SAMPLE_RATE,
        board::{self, BoardAddress, BoardEvent, WiredBoard},
        braille_display::{BrailleDisplay, BrailleEvent, BrailleServer},
        hearing::{
            microphone::{self, Microphone},
            source::{AudioRead, AudioSource},
        },
        serial::{self, PortInfo},
        supervisor::PortLost,
        tactile_clock::{self, ClockEvent, TactileClock},
        voice::{self, VoiceError},
    },
    language::{Catalogue, LanguageFolder},
};

/// How long brltty may take to name its display, and a clock to answer. Many microcontrollers restart when their port
/// is opened, which takes two seconds.
const ANSWER: Duration = Duration::from_secs(3);
/// How long the speech server may take to start and to list its voices.
const VOICES: Duration = Duration::from_secs(15);

/// Tells one line for each device, and one for each kind without a device. Tells each at once, since some devices
/// answer late.
pub fn devices(settings: &Settings, words: &Catalogue, mut tell: impl FnMut(String)) {
    let none = |device: &str| words.say("device-none", &[("device", &device)]);
    let lacking =
        |device: &str, fault: String| words.say("device-lacking", &[("device", &device), ("fault", &fault)]);
    match microphone::list() {
        Ok(list) if list.is_empty() => tell(none("microphone")),
        Ok(list) => list.into_iter().for_each(|device| {
            let usual = if device.is_default { "yes" } else { "no" };
            tell(words.say(
                "device-microphone",
                &[("name", &device.name), ("description", &device.description), ("usual", &usual)],
            ));
        }),
        Err(missing) => tell(lacking("microphone", words.render(&missing))),
    }
    match serial::available_ports() {
        Ok(plugs) => {
            if plugs.is_empty() {
                tell(none("port"));
            }
            for PortInfo { path, name } in &plugs {
                let port = path.display();
                tell(match name.as_ref().filter(|name| !name.is_empty()) {
                    Some(product) => words.say("device-port-of", &[("port", &port), ("product", product)]),
                    None => words.say("device-port", &[("port", &port)]),
                });
            }
            plugged_in(&plugs, words).into_iter().for_each(&mut tell);
        }
        Err(missing) => tell(lacking("port", words.render(&missing))),
    }
    tell(match braille(words) {
        Ok(cells) => words.say("device-braille", &[("cells", &cells), ("host", &braille_host())]),
        Err(missing) => lacking("braille", missing),
    });
    let language = language(settings);
    tell(match speech(&language, words) {
        Ok(true) => words.say("device-speech", &[("language", &language)]),
        Ok(false) => words.say("device-voiceless", &[("language", &language)]),
        Err(missing) => lacking("speech", missing),
    });
}

/// Returns a line for the clock and each board that are known by name, with the option that takes it.
fn plugged_in(plugs: &[PortInfo], words: &Catalogue) -> Vec<String> {
    let clock = tactile_clock::plugged(plugs).map(|plug| {
        let name = plug.name.as_deref().unwrap_or_default();
        words.say("device-clock", &[("name", &name), ("port", &plug.path.display())])
    });
    let boards = board::plugged(plugs).into_iter().map(|found| {
        let port = found.place.as_deref().unwrap_or_default();
        words.say("device-board", &[("name", &found.maker), ("port", &port), ("word", &found.maker.word())])
    });
    let mut lines: Vec<String> = clock.into_iter().chain(boards).collect();
    if lines.is_empty() {
        lines.push(words.say("device-unknown", &[]));
    }
    lines
}

pub(super) fn language(settings: &Settings) -> String {
    settings.language.clone().unwrap_or_else(|| LanguageFolder::USUAL.tag.to_owned())
}

/// Returns how many cells the braille display has, or why there is none.
pub(super) fn braille(words: &Catalogue) -> Result<usize, String> {
    let (tell, told) = crossbeam_channel::unbounded();
    let display = BrailleDisplay::open(BrailleServer::default(), move |event| {
        let _ = tell.send(event);
    });
    let _display = display.map_err(|missing| words.render(&missing))?;
    let answer = answer(&told, |event| match event {
        BrailleEvent::Back { cells } => Some(Ok(cells)),
        BrailleEvent::Lost { reason } => Some(Err(words.render(&reason))),
        BrailleEvent::Key(_) => None,
    });
    answer.unwrap_or_else(|| Err(words.say("braille-no-display", &[])))
}

/// Returns the first answer among a device's reports, if it comes in time.
fn answer<E, T>(told: &Receiver<E>, read: impl FnMut(E) -> Option<T>) -> Option<T> {
    let until = Instant::now() + ANSWER;
    std::iter::from_fn(|| told.recv_deadline(until).ok()).find_map(read)
}

/// Returns the address at which brltty is looked for.
pub(super) fn braille_host() -> String {
    std::env::var("BRLAPI_HOST").unwrap_or_else(|_| ":0".to_owned())
}

/// Whether there is a speech server that speaks a language.
pub(super) fn speech(language: &str, words: &Catalogue) -> Result<bool, String> {
    let (tell, told) = crossbeam_channel::bounded(1);
    let language = language.to_owned();
    // A server that does not answer blocks its caller for ever. This thread then ends with the program.
    let asking = thread::Builder::new().name("speech server".to_owned()).spawn(move || {
        let _ = tell.send(voice::speaks(&language));
    });
    asking.map_err(|error| words.render(&error))?;
    match told.recv_timeout(VOICES) {
        Ok(answer) => answer.map_err(|missing| words.render(&missing)),
        Err(RecvTimeoutError::Timeout) => Err(words.render(&VoiceError::NoAnswer)),
        Err(RecvTimeoutError::Disconnected) => Err(words.render(&VoiceError::Gone)),
    }
}

/// Returns the loudest sample in half a second from the microphone, at most 32768, or why there is no sound.
pub(super) fn loudness(name: Option<&str>, words: &Catalogue) -> Result<u16, String> {
    let mut microphone = Microphone::open(name).map_err(|missing| words.render(&missing))?;
    let until = Instant::now() + ANSWER;
    let mut samples = Vec::new();
    while samples.len() < SAMPLE_RATE as usize / 2 {
        match microphone.read(&mut samples) {
            AudioRead::Lost { reason } => return Err(words.render(&reason)),
            AudioRead::Ended { fault: Some(fault) } => return Err(words.render(&fault)),
            AudioRead::Ended { fault: None } => break,
            AudioRead::Samples | AudioRead::Back => {}
        }
        if Instant::now() >= until {
            break;
        }
    }
    let loudest = samples.iter().map(|sample| sample.unsigned_abs()).max();
    loudest.ok_or_else(|| words.say("microphone-no-sound", &[]))
}

/// Returns the name of the clock at a port, or why there is none.
pub(super) fn clock(port: &std::path::Path, words: &Catalogue) -> Result<String, String> {
    let (tell, told) = crossbeam_channel::unbounded();
    let clock = TactileClock::open(port, move |event| {
        let _ = tell.send(event);
    });
    let _clock = clock.map_err(|missing| words.render(&missing))?;
    let answer = answer(&told, |event| match event {
        ClockEvent::Back { name, .. } => Some(Ok(name)),
        ClockEvent::Lost { reason } => Some(Err(words.render(&reason))),
        _ => None,
    });
    answer.unwrap_or_else(|| Err(words.render(&PortLost::NoAnswer)))
}

/// Returns the name of a board, or why there is none.
pub(super) fn electronic_board(address: BoardAddress, words: &Catalogue) -> Result<String, String> {
    let (tell, told) = crossbeam_channel::unbounded();
    let board = WiredBoard::open(address, move |event| {
        let _ = tell.send(event);
    });
    let _board = board.map_err(|missing| words.render(&missing))?;
    let answer = answer(&told, |event| match event {
        BoardEvent::Back { name } => Some(Ok(name)),
        BoardEvent::Lost { reason } => Some(Err(words.render(&reason))),
        _ => None,
    });
    answer.unwrap_or_else(|| Err(words.say("board-silent", &[])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_by_its_name_is_told_with_how_it_is_taken() {
        let plug = |path: &str, name: &str| PortInfo { path: path.into(), name: Some(name.to_owned()) };
        let plugs = [plug("/dev/ttyACM0", "Maker Tactile Clock"), plug("/dev/ttyACM1", "DGT USB Board")];
        assert_eq!(
            plugged_in(&plugs, &LanguageFolder::ENGLISH.catalogue()),
            [
                "tactile clock: Maker Tactile Clock, at /dev/ttyACM0; --clock auto takes it",
                "electronic board: DGT, at /dev/ttyACM1; --board dgt takes it"
            ]
        );
        assert_eq!(
            plugged_in(&[], &LanguageFolder::ENGLISH.catalogue()),
            ["tactile clock, electronic board: none that is known by its name"]
        );
    }
}
