//! Listens or connects, greets, and carries lines, until the line is cut.

use std::{
    io::ErrorKind,
    net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs},
    os::fd::AsFd,
    time::{Duration, Instant},
};

use super::{
    PORT, PeerLost, PeerPlace, PeerReport, PeerSecret,
    discovery::{self, PeerBeacon},
    wire::PeerWire,
};
use crate::{
    supervisor::{Backoff, Driver},
    worker::{Dismissed, Orders},
};

/// How long it may take to reach a machine.
const CONNECTING: Duration = Duration::from_secs(5);
/// How long a listener without a guest may rest.
const REST: Duration = Duration::from_secs(60);
/// How many may knock at once: a stranger who says nothing keeps nobody out.
const KNOCKING: usize = 8;

/// The thread of a link.
pub(super) struct PeerDriver {
    place: PeerPlace,
    secret: PeerSecret,
    listener: Option<TcpListener>,
    /// Said for as long as it listens.
    beacon: Option<PeerBeacon>,
}

impl PeerDriver {
    pub(super) fn new(place: PeerPlace, secret: PeerSecret) -> PeerDriver {
        PeerDriver { place, secret, listener: None, beacon: None }
    }

    fn listen(&mut self, port: u16, tell: &mut dyn FnMut(PeerReport)) -> Result<(), PeerLost> {
        if self.listener.is_some() {
            return Ok(());
        }
        // Both kinds of addresses, or where there is no IPv6 the old kind.
        let bind = |port| {
            TcpListener::bind((Ipv6Addr::UNSPECIFIED, port))
                .or_else(|_| TcpListener::bind((Ipv4Addr::UNSPECIFIED, port)))
        };
        let taken = |error: std::io::Error| PeerLost::PortTaken { port, what: error.into() };
        let bound = if port == 0 { bind(PORT).or_else(|_| bind(0)) } else { bind(port) };
        let listener = bound.map_err(taken)?;
        listener.set_nonblocking(true).map_err(taken)?;
        let port = listener.local_addr().map_err(taken)?.port();
        self.listener = Some(listener);
        self.beacon = PeerBeacon::begin(&self.secret.tag(), port);
        tell(PeerReport::Listening(port));
        Ok(())
    }

    fn connect(&self, place: &str) -> Result<PeerWire, PeerLost> {
        let unknown = || PeerLost::UnknownPlace { place: place.to_owned() };
        self.reach(addresses(place).ok_or_else(unknown)?, unknown())
    }

    /// Connects to one of several addresses; `last` is told where there is none.
    fn reach(&self, addresses: Vec<SocketAddr>, mut last: PeerLost) -> Result<PeerWire, PeerLost> {
        for address in addresses {
            match TcpStream::connect_timeout(&address, CONNECTING) {
                Ok(stream) => return PeerWire::new(stream, address, &self.secret, false),
                Err(error) => last = PeerLost::Unreachable { place: address.to_string(), what: error.into() },
            }
        }
        Err(last)
    }

    /// Carries lines over one connection; who listens takes another one with the right code in its place.
    fn carry(
        &mut self,
        mut open: Option<PeerWire>,
        orders: &Orders<String>,
        tell: &mut dyn FnMut(PeerReport),
    ) -> Result<PeerLost, Dismissed> {
        let mut knocking: Vec<PeerWire> = Vec::new();
        let mut told = false;
        loop {
            while let Some(line) = orders.take()? {
                if let Some(wire) = open.as_mut().filter(|wire| wire.is_open()) {
                    wire.say(&line);
                }
            }
            if let Some(wire) = &mut open {
                match wire.go_on() {
                    Ok(lines) => {
                        if wire.is_open() && !std::mem::replace(&mut told, wire.is_open()) {
                            tell(PeerReport::There(wire.address));
                        }
                        lines.into_iter().for_each(|line| tell(PeerReport::Line(line)));
                    }
                    Err(reason) => return Ok(reason),
                }
            }
            self.admit(&mut knocking);
            let mut kept = Vec::new();
            for mut wire in knocking.drain(..) {
                match wire.go_on() {
                    Ok(lines) if wire.is_open() => {
                        // Who comes again has lost the connection that still seems to be there.
                        open = Some(wire);
                        told = true;
                        tell(PeerReport::There(
                            open.as_ref().map(|wire| wire.address).unwrap_or_else(nowhere),
                        ));
                        lines.into_iter().for_each(|line| tell(PeerReport::Line(line)));
                    }
                    Ok(_) => kept.push(wire),
                    Err(reason) => tell(PeerReport::Knocked(reason)),
                }
            }
            knocking = kept;
            let fds: Vec<_> = self
                .listener
                .iter()
                .map(AsFd::as_fd)
                .chain(open.iter().chain(&knocking).map(PeerWire::readable))
                .collect();
            let due = open.iter().chain(&knocking).map(PeerWire::due).min();
            orders.wait_for_any(&fds, due.unwrap_or_else(|| Instant::now() + REST));
        }
    }

    /// Takes those who knock.
    fn admit(&self, knocking: &mut Vec<PeerWire>) {
        let Some(listener) = &self.listener else { return };
        while let Ok((stream, address)) = listener.accept() {
            if knocking.len() < KNOCKING
                && let Ok(wire) = PeerWire::new(stream, address, &self.secret, true)
            {
                knocking.push(wire);
            }
        }
    }
}

fn nowhere() -> SocketAddr {
    SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0))
}

/// Returns the addresses of a place; one without a port has the usual one.
fn addresses(place: &str) -> Option<Vec<SocketAddr>> {
    let resolve = |found: std::io::Result<std::vec::IntoIter<SocketAddr>>| found.ok().map(Iterator::collect);
    let with_port = place.to_socket_addrs();
    match with_port {
        Err(error) if error.kind() == ErrorKind::InvalidInput => {
            resolve((place.trim_matches(['[', ']']), PORT).to_socket_addrs())
        }
        found => resolve(found),
    }
}

impl Driver for PeerDriver {
    type Order = String;
    type Report = PeerReport;

    fn serve(
        &mut self,
        orders: &Orders<String>,
        tell: &mut dyn FnMut(PeerReport),
    ) -> Result<PeerLost, Dismissed> {
        let open = match self.place.clone() {
            PeerPlace::Listen(port) => self.listen(port, tell).map(|()| None),
            PeerPlace::Connect(place) => self.connect(&place).map(Some),
            PeerPlace::Find => self.reach(discovery::find(&self.secret.tag()), PeerLost::NotFound).map(Some),
        };
        match open {
            Ok(open) => self.carry(open, orders, tell),
            Err(reason) => Ok(reason),
        }
    }

    /// Whoever comes back is soon found, and nobody is asked more often than every few seconds.
    fn backoff(&self) -> Backoff {
        Backoff::between(Duration::from_millis(250), Duration::from_secs(4))
    }
}
