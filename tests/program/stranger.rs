//! A program that has the code and is not the true one: it can say whatever it wants.

use std::{sync::mpsc, time::Duration};

use annabella::{
    devices::peer::{PeerLink, PeerPlace, PeerReport, PeerSecret},
    laws::Color,
    peer::{PeerCode, PeerKey, PeerMessage, SheetExchange, Taken, TermsAnswer},
};

/// No answer takes as long, on however busy a machine.
const PATIENCE: Duration = Duration::from_secs(400);

/// Plays Black, in the name of Eve.
pub struct Stranger {
    link: PeerLink,
    reports: mpsc::Receiver<PeerReport>,
    pub sheets: SheetExchange,
}

impl Stranger {
    /// Comes to a host with its code, and waits for its terms.
    pub fn comes(port: u16, code: &str) -> Stranger {
        let secret = PeerSecret::of_digits(&PeerCode::read(code).unwrap().secret());
        let (told, reports) = mpsc::channel();
        let place = PeerPlace::Connect(format!("127.0.0.1:{port}"));
        let link = PeerLink::open(place, secret.clone(), move |report| drop(told.send(report))).unwrap();
        let terms = next(&reports).terms.unwrap();
        let sheets = SheetExchange::new(PeerKey::of(secret.of_messages()), terms, Color::Black);
        Stranger { link, reports, sheets }
    }

    pub fn sends(&self, line: &str) {
        self.link.send(line.to_owned());
    }

    /// Agrees, and says this.
    pub fn says(&self, message: PeerMessage) {
        let message = PeerMessage { name: "Eve".to_owned(), answer: Some(TermsAnswer::Agreed), ..message };
        self.sends(&serde_json::to_string(&message).unwrap());
    }

    /// Waits until the host's sheet has grown.
    pub fn sees_it_grow(&mut self) {
        while self.sheets.take(&next(&self.reports)) != Ok(Taken::Grown) {}
    }
}

fn next(reports: &mpsc::Receiver<PeerReport>) -> PeerMessage {
    loop {
        if let PeerReport::Line(line) = reports.recv_timeout(PATIENCE).expect("a line of the other side") {
            return serde_json::from_str(&line).unwrap();
        }
    }
}
