//! Which board it is, and where.

use std::{
    fmt, fs,
    path::{Path, PathBuf},
};

use super::BoardLossReason;
use crate::devices::{
    serial::{self, NoUniquePort, PortInfo},
    tactile_clock,
};

/// How a board speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maker {
    Dgt,
    Chessnut,
    Certabo,
    ChessLink,
    /// DGT's program for boards of any maker.
    LiveChess,
}

/// A board, by its maker or by its place, or both: `dgt`, `certabo:/dev/ttyUSB1`, `/dev/ttyACM0`.
///
/// A place alone is a DGT board's, unless only a Chessnut board can be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardAddress {
    pub maker: Maker,
    /// Without one, it is looked for whenever it is opened.
    pub place: Option<String>,
}

/// Where LiveChess listens, on this machine or another.
const LIVECHESS: (&str, u16) = ("localhost", 1982);
/// How the kernel writes the number of Chessnut among the makers of USB devices.
const CHESSNUT: &str = ":00002D80:";
/// Where the kernel lists what reports without being a serial port.
const HIDRAW: &str = "/sys/class/hidraw";

impl Maker {
    pub const ALL: [Maker; 5] =
        [Maker::Dgt, Maker::Chessnut, Maker::Certabo, Maker::ChessLink, Maker::LiveChess];

    /// What it is called on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Maker::Dgt => "dgt",
            Maker::Chessnut => "chessnut",
            Maker::Certabo => "certabo",
            Maker::ChessLink => "chesslink",
            Maker::LiveChess => "livechess",
        }
    }

    /// What the USB names of its boards have in them, in small letters.
    fn plugs(self) -> &'static [&'static str] {
        match self {
            Maker::Dgt => &["dgt", "digital game"],
            Maker::Certabo => &["certabo"],
            Maker::ChessLink => &["chesslink", "chess link", "millennium"],
            Maker::Chessnut | Maker::LiveChess => &[],
        }
    }
}

impl fmt::Display for Maker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Maker::Dgt => "DGT",
            Maker::Chessnut => "Chessnut",
            Maker::Certabo => "Certabo",
            Maker::ChessLink => "ChessLink",
            Maker::LiveChess => "LiveChess",
        })
    }
}

impl From<&str> for BoardAddress {
    fn from(text: &str) -> BoardAddress {
        let (word, place) = match text.split_once(':') {
            Some((word, place)) => (word, Some(place.to_owned())),
            None => (text, None),
        };
        let maker = Maker::ALL.into_iter().find(|maker| maker.word() == word);
        match maker {
            Some(maker) => BoardAddress { maker, place: place.filter(|place| !place.is_empty()) },
            None => {
                let maker = if text.contains("hidraw") { Maker::Chessnut } else { Maker::Dgt };
                BoardAddress { maker, place: Some(text.to_owned()) }
            }
        }
    }
}

impl BoardAddress {
    /// Where the board is now.
    pub fn find(&self) -> Result<String, BoardLossReason> {
        let (host, port) = LIVECHESS;
        let found = match (self.maker, &self.place) {
            (Maker::LiveChess, None) => return Ok(format!("{host}:{port}")),
            (Maker::LiveChess, Some(host)) if !host.contains(':') => return Ok(format!("{host}:{port}")),
            (_, Some(place)) => return Ok(place.clone()),
            (Maker::Chessnut, None) => match reporting(Path::new(HIDRAW)).as_slice() {
                [] => Err(NoUniquePort::None),
                [one] => Ok(one.clone()),
                several => Err(NoUniquePort::Several(several.to_vec())),
            },
            (maker, None) => {
                let plugs = serial::available_ports().unwrap_or_default();
                serial::choose(&plugs, maker.plugs(), &others(maker)).map(|plug| plug.path.clone())
            }
        };
        found.map(|path| path.display().to_string()).map_err(|unfound| match unfound {
            NoUniquePort::None => BoardLossReason::Unplugged { maker: self.maker },
            NoUniquePort::Several(ports) => {
                let ports: Vec<String> = ports.iter().map(|path| path.display().to_string()).collect();
                BoardLossReason::Several { maker: self.maker, ports: ports.join(", ") }
            }
        })
    }
}

/// The words of whatever else may be plugged in.
fn others(maker: Maker) -> Vec<&'static str> {
    let makers = Maker::ALL.into_iter().filter(|other| *other != maker);
    makers.flat_map(Maker::plugs).chain(tactile_clock::USB_NAMES).copied().collect()
}

/// What the USB names of boards have in them, in small letters.
pub fn usb_names() -> Vec<&'static str> {
    Maker::ALL.into_iter().flat_map(Maker::plugs).copied().collect()
}

/// The boards that are plugged in and whose maker is known by the name, and where each is.
pub fn plugged(plugs: &[PortInfo]) -> Vec<BoardAddress> {
    let of = |maker: Maker, place: &Path| BoardAddress { maker, place: Some(place.display().to_string()) };
    let named = plugs.iter().filter_map(|plug| {
        let maker = Maker::ALL.into_iter().find(|maker| plug.is_called(maker.plugs()));
        maker.map(|maker| of(maker, &plug.path))
    });
    named.chain(reporting(Path::new(HIDRAW)).iter().map(|path| of(Maker::Chessnut, path))).collect()
}

/// The devices of Chessnut's, each where it can be opened, in the order of their numbers.
fn reporting(listed: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(listed).into_iter().flatten().filter_map(Result::ok);
    let mut found: Vec<PathBuf> = entries
        .filter(|entry| {
            let text = fs::read_to_string(entry.path().join("device/uevent")).unwrap_or_default();
            text.lines().any(|line| line.starts_with("HID_ID=") && line.to_uppercase().contains(CHESSNUT))
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
        check("board", Maker::Dgt, Some("board"));
        fn check(text: &str, maker: Maker, place: Option<&str>) {
            assert_eq!(
                BoardAddress::from(text),
                BoardAddress { maker, place: place.map(str::to_owned) },
                "{text}"
            );
        }
        let found = |text: &str| BoardAddress::from(text).find().unwrap();
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
        assert_eq!(reporting(folder.path()), [Path::new("/dev/hidraw2")]);
        assert_eq!(reporting(Path::new("/nowhere")), [""; 0].map(PathBuf::from));
    }

    #[test]
    fn what_is_plugged_in_is_known_by_its_name() {
        let plug = |path: &str, name: &str| PortInfo { path: path.into(), name: Some(name.to_owned()) };
        let plugs = [plug("a", "CP2102"), plug("b", "Millennium ChessLink"), plug("c", "DGT Revelation II")];
        let found: Vec<String> = plugged(&plugs).iter().map(ToString::to_string).collect();
        assert_eq!(found, ["ChessLink board at b", "DGT board at c"]);
    }
}
