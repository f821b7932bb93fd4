//! What the page is opened with, from the settings, and where it is found.

use std::{
    net::{Ipv4Addr, SocketAddr},
    path::Path,
    sync::OnceLock,
    time::Duration,
};

use super::{
    game_options::{self, Language},
    game_setup::InputSource,
    ports::web::{Seat, WebChoices, WebPort, document},
    screen::Screen,
};
use crate::{
    announce::Device,
    config::{self, Settings, VoiceSetting},
    devices::web::{WebKey, WebOptions},
    files,
    language::{Catalogue, Failure, Message},
};

/// A text that is no address to listen at.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, "unknown-web-address")]
pub struct UnknownAddress(#[message("found")] pub String);

/// A text that names no seat.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, "unknown-web-seat")]
pub struct UnknownSeat(#[message("found")] pub String);

/// A text that is no name of a server.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, "unknown-web-name")]
pub struct UnknownName(#[message("found")] pub String);

/// Returns where to listen: an address with a port, or a port on this machine alone; none where no page is wanted.
pub fn address(settings: &Settings) -> Result<Option<SocketAddr>, UnknownAddress> {
    let read = |text: &String| {
        let alone = || text.parse::<u16>().ok().map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
        let local = || text.strip_prefix("localhost:")?.parse::<u16>().ok();
        let local = || local().map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
        text.parse().ok().or_else(alone).or_else(local).ok_or_else(|| UnknownAddress(text.clone()))
    };
    settings.web.as_ref().map(read).transpose()
}

/// Checks what is chosen of the page, also where none is wanted.
pub fn check(settings: &Settings) -> Result<(), Failure> {
    address(settings)?;
    seats(settings)?;
    // A browser names the host alone; an address would never be this one.
    let is_name = |name: &&String| !name.contains(|c: char| c.is_whitespace() || "/:@".contains(c));
    match settings.web_name.as_ref().filter(|name| !is_name(name)) {
        Some(name) => Err(UnknownName(name.clone()).into()),
        None => Ok(()),
    }
}

/// Returns the seats that may act, each once.
pub fn seats(settings: &Settings) -> Result<Vec<Seat>, UnknownSeat> {
    let mut seats = Vec::new();
    for name in settings.web_seat.as_deref().unwrap_or_default().split(',').map(str::trim) {
        match name.parse() {
            Ok(seat) if seat != Seat::View && !seats.contains(&seat) => seats.push(seat),
            Ok(_) => {}
            Err(_) if name.is_empty() && settings.web_seat.is_none() => {}
            Err(_) => return Err(UnknownSeat(name.to_owned())),
        }
    }
    Ok(seats)
}

/// Returns what a page is opened with; none where none is wanted. `game` is the journal of the game that is shown.
pub(super) fn choices(
    settings: &Settings,
    words: &InputSource,
    language: &Language,
    has_ear: bool,
    game: Option<&Path>,
) -> Result<Option<WebChoices>, Failure> {
    let Some(address) = address(settings)? else { return Ok(None) };
    let spoken = matches!(words, InputSource::Spoken);
    let devices = [
        (spoken && has_ear).then_some(Device::Microphone),
        (settings.voice.unwrap_or_default() == VoiceSetting::On).then_some(Device::Speaker),
        settings.clock.as_ref().map(|_| Device::Clock),
        settings.board.as_ref().map(|_| Device::Board),
    ];
    let key = key_for(game);
    let mut seats = seats(settings)?;
    seats.push(Seat::View);
    Ok(Some(WebChoices {
        served: WebOptions {
            address,
            name: settings.web_name.clone(),
            places: seats.iter().map(|seat| seat.place(&key)).collect(),
            files: document::files(&language.words, &language.grammar),
            papers: None,
            key,
        },
        seats,
        delay: settings.web_delay.map(Duration::from_secs),
        devices: devices.into_iter().flatten().collect(),
        announcer: game_options::announcer_in_print(settings, &language.grammar)?,
        holds: spoken,
    }))
}

/// Returns the key of all pages of this program: that of the first game it shows. Whoever has entered stays when another
/// game follows, and a game that is resumed has the codes that it had.
fn key_for(game: Option<&Path>) -> WebKey {
    static KEY: OnceLock<WebKey> = OnceLock::new();
    let purpose = || game.map_or_else(|| fastrand::u64(..).to_string(), |path| path.display().to_string());
    KEY.get_or_init(|| own_key().derived(&purpose())).clone()
}

/// Returns the key of the pages for one purpose: with it codes stay the same.
pub fn key_of(purpose: &str) -> WebKey {
    own_key().derived(purpose)
}

/// Returns the key of this user, which is kept; where that is not possible, one that holds as long as the program.
fn own_key() -> WebKey {
    let path = config::web_key();
    let kept = path.as_ref().and_then(|path| files::read(path).ok()).and_then(|bytes| bytes.try_into().ok());
    if let Some(kept) = kept {
        return WebKey::new(kept);
    }
    let random = files::random().unwrap_or_else(|_| std::array::from_fn(|_| fastrand::u8(..)));
    // Where it cannot be kept, a game that is resumed has other codes.
    let _ = path.map(|path| files::create_whole(&path, &random));
    WebKey::new(random)
}

/// Prints where each seat is found, and its code.
pub(super) fn print_addresses(port: &WebPort, words: &Catalogue, screen: &Screen) {
    let address = port.found_at();
    for (seat, code) in port.codes() {
        let link = format!("http://{address}/#{}", code.digits());
        let line = words.say("game-page", &[("seat", &seat.name()), ("address", &link), ("code", code)]);
        screen.page(&line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_people_write_it() {
        let read = |web: &str| address(&Settings { web: Some(web.to_owned()), ..Settings::default() });
        for (web, expected) in [
            ("127.0.0.1:8960", "127.0.0.1:8960"),
            ("8960", "127.0.0.1:8960"),
            ("localhost:80", "127.0.0.1:80"),
            ("0.0.0.0:8960", "0.0.0.0:8960"),
            ("[::]:8960", "[::]:8960"),
        ] {
            assert_eq!(read(web).unwrap().unwrap().to_string(), expected, "{web}");
        }
        for wrong in ["", "x", "127.0.0.1", "127.0.0.1:99999", ":8960", "http://127.0.0.1:8960", "-1"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert!(address(&Settings::default()).unwrap().is_none());
    }

    #[test]
    fn seats_are_named_once_each() {
        let read =
            |seats_: &str| seats(&Settings { web_seat: Some(seats_.to_owned()), ..Settings::default() });
        assert_eq!(read("table").unwrap(), [Seat::Table]);
        assert_eq!(read("white, black,white").unwrap(), [Seat::White, Seat::Black]);
        assert!(read("view").unwrap().is_empty());
        for wrong in ["", "tables", "white,", "white black"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert!(seats(&Settings::default()).unwrap().is_empty());
    }
}
