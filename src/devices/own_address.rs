//! Where this machine is found in its network.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};

/// Returns the number of this machine in its network, if it is in one: the one that leads outside, else one in a network
/// that leads nowhere, such as a cable between two machines.
pub fn own_address() -> Option<IpAddr> {
    outward().or_else(|| inward(if_addrs::get_if_addrs().ok()?.into_iter().map(|interface| interface.ip())))
}

fn outward() -> Option<IpAddr> {
    // An address for documentation. Nothing is sent; the system only chooses the way.
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}

/// Returns the address of those of a machine that is best read aloud: a number that somebody gave it, else one that it took.
fn inward(addresses: impl Iterator<Item = IpAddr>) -> Option<IpAddr> {
    let of_network = addresses.filter_map(|address| match address {
        IpAddr::V4(number) if !number.is_loopback() && !number.is_unspecified() => Some(number),
        IpAddr::V4(_) | IpAddr::V6(_) => None,
    });
    of_network.min_by_key(|number| (number.is_link_local(), *number)).map(IpAddr::V4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_that_leads_nowhere_has_addresses_too() {
        let best = |addresses: &[&str]| {
            inward(addresses.iter().map(|text| text.parse().unwrap())).map(|address| address.to_string())
        };
        assert_eq!(best(&["127.0.0.1", "::1", "fe80::1", "10.77.77.1"]), Some("10.77.77.1".to_owned()));
        assert_eq!(best(&["127.0.0.1", "169.254.3.4", "192.168.1.7"]), Some("192.168.1.7".to_owned()));
        assert_eq!(best(&["127.0.0.1", "169.254.3.4"]), Some("169.254.3.4".to_owned()));
        assert_eq!(best(&["127.0.0.1", "::1"]), None);
    }
}
