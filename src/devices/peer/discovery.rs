//! Finds who waits with the same code on the local network, by multicast DNS.
//!
//! What is announced is a tag of the certificate that whoever listens shows to everybody. So who looks finds only the program
//! that has the same code, however many others wait there, and knocks at nobody else's.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use mdns_sd::{ResolvedService, ServiceDaemon, ServiceEvent, ServiceInfo};

/// The service, as others in the network see it.
const SERVICE: &str = "_annabella._tcp.local.";
/// Under which name the tag stands there.
const TAG: &str = "id";
/// How long it is looked at a time: who is there answers within a second.
const LOOKING: Duration = Duration::from_secs(4);

/// Says in the local network that this program waits there, until it is dropped.
pub(super) struct PeerBeacon(ServiceDaemon);

impl PeerBeacon {
    /// Begins to say so; none where the network has no such thing: the address is told too.
    pub(super) fn begin(tag: &str, port: u16) -> Option<PeerBeacon> {
        let daemon = ServiceDaemon::new().ok()?;
        let (name, host) = (format!("annabella {tag}"), format!("annabella-{tag}.local."));
        let info = ServiceInfo::new(SERVICE, &name, &host, "", port, &[(TAG, tag)][..]).ok()?;
        daemon.register(info.enable_addr_auto()).ok()?;
        Some(PeerBeacon(daemon))
    }
}

impl Drop for PeerBeacon {
    fn drop(&mut self) {
        // It says goodbye, if there is still somebody to say it to.
        let _ = self.0.shutdown();
    }
}

/// Returns where the program with this tag waits; nothing if nobody has answered.
pub(super) fn find(tag: &str) -> Vec<SocketAddr> {
    let Ok(daemon) = ServiceDaemon::new() else { return Vec::new() };
    let until = Instant::now() + LOOKING;
    let mut found = Vec::new();
    if let Ok(events) = daemon.browse(SERVICE) {
        while found.is_empty() {
            match events.recv_deadline(until) {
                Ok(ServiceEvent::ServiceResolved(service)) => found = addresses(&service, tag),
                Ok(_) => {}
                Err(_) => break,
            }
        }
    }
    let _ = daemon.shutdown();
    found
}

fn addresses(service: &ResolvedService, tag: &str) -> Vec<SocketAddr> {
    if service.get_property_val_str(TAG) != Some(tag) {
        return Vec::new();
    }
    let all = service.get_addresses_v4();
    all.into_iter().map(|address| SocketAddr::from((address, service.get_port()))).collect()
}
