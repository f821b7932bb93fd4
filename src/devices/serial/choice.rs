//! Chooses a port by the USB name of the device that is plugged in.

use std::path::PathBuf;

use super::PortInfo;
use crate::supervisor::PortLost;

/// Why no port was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoUniquePort {
    /// No port seems to belong to the device.
    None,
    /// Each of these ports may belong to the device.
    Several(Vec<PathBuf>),
}

impl NoUniquePort {
    /// Returns the reason as that of the device `wanted`.
    pub fn of(self, wanted: &str) -> PortLost {
        let wanted = wanted.to_owned();
        match self {
            NoUniquePort::None => PortLost::Unplugged { wanted },
            NoUniquePort::Several(ports) => {
                let ports: Vec<String> = ports.iter().map(|path| path.display().to_string()).collect();
                PortLost::Several { wanted, ports: ports.join(", ") }
            }
        }
    }
}

/// Chooses the port with one of these words in its name, or else the only named port without any word of other
/// devices, since many devices have only the name of their USB adapter.
pub fn choose<'a>(
    plugs: &'a [PortInfo],
    words: &[&str],
    others: &[&str],
) -> Result<&'a PortInfo, NoUniquePort> {
    let named: Vec<&PortInfo> = plugs.iter().filter(|plug| plug.is_called(words)).collect();
    let nobodys = plugs.iter().filter(|plug| plug.name.is_some() && !plug.is_called(others));
    let likely = if named.is_empty() { nobodys.collect() } else { named };
    match likely.as_slice() {
        [] => Err(NoUniquePort::None),
        [one] => Ok(one),
        several => Err(NoUniquePort::Several(several.iter().map(|plug| plug.path.clone()).collect())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(names: &[Option<&str>], expected: Result<usize, &[usize]>) {
        let path = |n: usize| PathBuf::from(format!("/dev/ttyUSB{n}"));
        let plugs: Vec<PortInfo> = (0..)
            .zip(names)
            .map(|(n, name)| PortInfo { path: path(n), name: name.map(str::to_owned) })
            .collect();
        let chosen = choose(&plugs, &["dgt"], &["millennium", "tactile clock"]).map(|plug| plug.path.clone());
        let several = |them: &[usize]| match them {
            [] => NoUniquePort::None,
            them => NoUniquePort::Several(them.iter().map(|n| path(*n)).collect()),
        };
        assert_eq!(chosen, expected.map(path).map_err(several), "{names:?}");
    }

    #[test]
    fn a_name_goes_before_an_adapter_and_an_adapter_before_nothing() {
        check(&[], Err(&[]));
        check(&[None, None], Err(&[]));
        check(&[Some("CP2102 USB to UART"), Some("DGT USB Board")], Ok(1));
        check(&[None, Some("CP2102 USB to UART")], Ok(1));
        check(&[Some("CP2102 USB to UART"), Some("FT232R")], Err(&[0, 1]));
        check(&[Some("CP2102 USB to UART"), Some("Tactile Clock"), Some("Millennium")], Ok(0));
        check(&[Some("dgt"), Some("DGT")], Err(&[0, 1]));
        check(&[Some("Tactile Clock")], Err(&[]));
    }
}
