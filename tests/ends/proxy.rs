//! A way between two programs that can be cut.

use std::{
    io::{Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

/// Passes bytes on to a port, until it is told to cut.
pub struct Proxy {
    pub port: u16,
    to: Arc<Mutex<u16>>,
    open: Arc<Mutex<Vec<TcpStream>>>,
}

impl Proxy {
    pub fn start(to: u16) -> Proxy {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let open = Arc::new(Mutex::new(Vec::new()));
        let to = Arc::new(Mutex::new(to));
        let proxy = Proxy { port, to: Arc::clone(&to), open: Arc::clone(&open) };
        thread::spawn(move || {
            for guest in listener.incoming().flatten() {
                let Ok(host) = TcpStream::connect(("127.0.0.1", *to.lock().unwrap())) else { continue };
                let ends = [guest.try_clone().unwrap(), host.try_clone().unwrap()];
                open.lock().unwrap().extend(ends);
                for (mut from, mut into) in
                    [(guest.try_clone().unwrap(), host.try_clone().unwrap()), (host, guest)]
                {
                    thread::spawn(move || {
                        let mut bytes = [0; 4096];
                        while let Ok(count) = from.read(&mut bytes)
                            && count > 0
                            && into.write_all(&bytes[..count]).is_ok()
                        {}
                        let _ = (from.shutdown(Shutdown::Both), into.shutdown(Shutdown::Both));
                    });
                }
            }
        });
        proxy
    }

    /// Leads to another port from now on.
    pub fn lead_to(&self, port: u16) {
        *self.to.lock().unwrap() = port;
    }

    /// Cuts all connections; new ones are let through.
    pub fn cut(&self) {
        for stream in self.open.lock().unwrap().drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}
