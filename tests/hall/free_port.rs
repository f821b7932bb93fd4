//! A port for a server that is yet to start.

use std::{
    net::{Ipv4Addr, TcpListener},
    sync::atomic::{AtomicU16, Ordering},
};

/// Returns a port of this machine that nothing uses. It is below those that the system gives away: another server of a test
/// could be given one of those before this server starts.
pub fn free_port() -> u16 {
    const FIRST: u16 = 10_000;
    const COUNT: u16 = 20_000;
    static NEXT: AtomicU16 = AtomicU16::new(0);
    // Each program of tests begins elsewhere.
    let begin = std::process::id().wrapping_mul(97);
    loop {
        let next = begin.wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed).into());
        let port = FIRST + u16::try_from(next % u32::from(COUNT)).expect("less than the count");
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return port;
        }
    }
}
