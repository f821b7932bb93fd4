//! Addresses of boards: the maker and the place.

use std::{
    fmt, fs,
    path::{Path, PathBuf},
    str::FromStr,
};

use strum::IntoEnumIterator;

use super::{Maker, maker::WireKind};
use crate::{
    language::Message,
    serial::{self, NoUniquePort, PortInfo},
    supervisor::PortLost,
    tactile_clock,
};

/// A board, by its maker or by its place, or both: `dgt`, `certabo:/dev/ttyUSB1`, `/dev/ttyACM0`.
///
/// A place without a maker means a DGT board, unless only a Chessnut board can be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardAddress {
    pub maker: Maker,
    /// The port, device or host. If `None`, the board is looked for whenever it is opened.
    pub place: Option<String>,
}

/// Where the kernel lists HID devices.
const HIDRAW: &str = "/sys/class/hidraw";

/// A board that is called neither by its maker nor by a path. A name without a slash is the path of what is there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "board-unknown")]
pub struct UnknownBoard {
    found: String,
    makers: String,
}

impl FromStr for BoardAddress {
    type Err = UnknownBoard;

    fn from_str(text: &str) -> Result<BoardAddress, UnknownBoard> {
        let (word, place) = match text.split_once(':') {
            Some((word, place)) => (word, Some(place.to_owned())),
            None => (text, None),
        };
        // A host may have a port behind it.
        let is_host = |host: &str| match host.rsplit_once(':') {
            Some((_, port)) => host.ends_with(']') || port.parse::<u16>().is_ok_and(|port| port > 0),
            None => true,
        };
        let can_be_there = |maker: Maker| {
            !matches!(maker.board().wire(), WireKind::WebSocket { .. })
                || place.as_deref().is_none_or(is_host)
        };
        let unknown = || {
            let makers = Maker::iter().map(Maker::word).collect::<Vec<_>>().join(", ");
            UnknownBoard { found: text.to_owned(), makers }
        };
        match word.parse() {
            Ok(maker) if !can_be_there(maker) => Err(unknown()),
            Ok(maker) => Ok(BoardAddress { maker, place: place.filter(|place| !place.is_empty()) }),
            Err(_) if !text.contains('/') && !Path::new(text).exists() => Err(unknown()),
            Err(_) => {
                let is_hid = |maker: &Maker| matches!(maker.board().wire(), WireKind::Hid { .. });
                let hid = Maker::iter().find(is_hid).filter(|_| text.contains("hidraw"));
                Ok(BoardAddress { maker: hid.unwrap_or(Maker::Dgt), place: Some(text.to_owned()) })
            }
        }
    }
}

impl BoardAddress {
    /// Finds the board's port or host.
    pub fn find(&self) -> Result<String, PortLost> {
        let wanted = self.maker.board().name();
        let found = match (self.maker.board().wire(), &self.place) {
            (WireKind::WebSocket { host, port }, None) => return Ok(format!("{host}:{port}")),
            (WireKind::WebSocket { port, .. }, Some(host)) if !host.contains(':') => {
                return Ok(format!("{host}:{port}"));
            }
            (_, Some(place)) => return Ok(place.clone()),
            (WireKind::Hid { vendor }, None) => match hid_devices(Path::new(HIDRAW), vendor).as_slice() {
                [] => Err(NoUniquePort::None.of(wanted)),
                [one] => Ok(one.clone()),
                several => Err(NoUniquePort::Several(several.to_vec()).of(wanted)),
            },
            (WireKind::Serial { .. }, None) => {
                serial::find(wanted, self.maker.board().usb_names(), &others(self.maker))
            }
        };
        found.map(|path| path.display().to_string())
    }
}

/// Returns the parts of USB names that belong to tactile clocks and to other makers' boards.
fn others(maker: Maker) -> Vec<&'static str> {
    let makers = Maker::iter().filter(|other| *other != maker);
    makers.flat_map(|maker| maker.board().usb_names()).chain(tactile_clock::USB_NAMES).copied().collect()
}

/// Returns the parts of USB names, in small letters, by which boards are recognised.
pub fn usb_names() -> Vec<&'static str> {
    Maker::iter().flat_map(|maker| maker.board().usb_names()).copied().collect()
}

/// Returns the boards that are plugged in and whose maker is recognised, each with its place.
pub fn plugged(ports: &[PortInfo]) -> Vec<BoardAddress> {
    let of = |maker: Maker, place: &Path| BoardAddress { maker, place: Some(place.display().to_string()) };
    let named = ports.iter().filter_map(|port| {
        let maker = Maker::iter().find(|maker| port.is_called(maker.board().usb_names()));
        maker.map(|maker| of(maker, &port.path))
    });
    let hid = Maker::iter().flat_map(|maker| match maker.board().wire() {
        WireKind::Hid { vendor } => {
            let devices = hid_devices(Path::new(HIDRAW), vendor);
            devices.iter().map(|path| of(maker, path)).collect()
        }
        WireKind::Serial { .. } | WireKind::WebSocket { .. } => Vec::new(),
    });
    named.chain(hid).collect()
}

/// Returns a vendor's HID devices, in the order of their numbers.
///
/// They are read from the kernel's list. `hidapi` opens no socket, so with it an emulated board would need other code
/// than a real one, and the code for real boards would stay untested.
fn hid_devices(listed: &Path, vendor: u16) -> Vec<PathBuf> {
    // HID_ID=BUS:VENDOR:PRODUCT, in hexadecimal digits.
    let vendor = format!(":{vendor:08X}:");
    let entries = fs::read_dir(listed).into_iter().flatten().filter_map(Result::ok);
    let mut found: Vec<PathBuf> = entries
        .filter(|entry| {
            let text = fs::read_to_string(entry.path().join("device/uevent")).unwrap_or_default();
            text.lines().any(|line| line.starts_with("HID_ID=") && line.to_uppercase().contains(&vendor))
        })
        .map(|entry| Path::new("/dev").join(entry.file_name()))
        .collect();
    found.sort();
    found
}

impl fmt::Display for BoardAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{} board at {place}", self.maker),
            None => write!(f, "{} board", self.maker),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_named_by_its_maker_or_its_place() {
        check("dgt", Maker::Dgt, None);
        check("chessnut", Maker::Chessnut, None);
        check("certabo:/dev/ttyUSB1", Maker::Certabo, Some("/dev/ttyUSB1"));
        check("chesslink:", Maker::ChessLink, None);
        check("livechess:club.local:1982", Maker::LiveChess, Some("club.local:1982"));
        check("/dev/ttyACM0", Maker::Dgt, Some("/dev/ttyACM0"));
        check("/dev/hidraw3", Maker::Chessnut, Some("/dev/hidraw3"));
        check("/dev/serial/by-id/usb-x:1.0", Maker::Dgt, Some("/dev/serial/by-id/usb-x:1.0"));
        check("livechess:[::1]", Maker::LiveChess, Some("[::1]"));
        for unknown in ["brett", "foo", "ttyUSB0", "", "livechess:localhost:99999", "livechess:localhost:"] {
            let refused = unknown.parse::<BoardAddress>().unwrap_err().to_string();
            assert!(refused.contains("dgt") && refused.contains("/dev/"), "{refused}");
        }
        fn check(text: &str, maker: Maker, place: Option<&str>) {
            assert_eq!(text.parse(), Ok(BoardAddress { maker, place: place.map(str::to_owned) }), "{text}");
        }
        let found = |text: &str| text.parse::<BoardAddress>().unwrap().find().unwrap();
        assert_eq!(found("livechess"), "localhost:1982");
        assert_eq!(found("livechess:club.local"), "club.local:1982");
        assert_eq!(found("livechess:127.0.0.1:80"), "127.0.0.1:80");
    }

    #[test]
    fn boards_that_report_are_found_by_their_makers_number() {
        let folder = tempfile::tempdir().unwrap();
        for (name, id) in [("hidraw0", "0003:0000046D:0000C52B"), ("hidraw2", "0003:00002d80:00008100")] {
            let device = folder.path().join(name).join("device");
            fs::create_dir_all(&device).unwrap();
            fs::write(device.join("uevent"), format!("DRIVER=hid-generic\nHID_ID={id}\nHID_NAME=x\n"))
                .unwrap();
        }
        assert_eq!(hid_devices(folder.path(), 0x2d80), [Path::new("/dev/hidraw2")]);
        assert_eq!(hid_devices(Path::new("/nowhere"), 0x2d80), [""; 0].map(PathBuf::from));
    }

    #[test]
    fn what_is_plugged_in_is_known_by_its_name() {
        let plug = |path: &str, name: &str| PortInfo { path: path.into(), name: Some(name.to_owned()) };
        let plugs = [plug("a", "CP2102"), plug("b", "Millennium ChessLink"), plug("c", "DGT Revelation II")];
        let found: Vec<String> = plugged(&plugs).iter().map(ToString::to_string).collect();
        assert_eq!(found, ["ChessLink board at b", "DGT board at c"]);
    }
}
