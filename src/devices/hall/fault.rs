//! Why a hall is not there.

use std::io::{self, ErrorKind};

use jiff::{Timestamp, tz::TimeZone};
use rumqttc::{
    ConnectReturnCode, ConnectionError, StateError, TlsError,
    tokio_rustls::rustls::{self, CertificateError, pki_types::UnixTime},
};

use crate::{Panicked, SystemError, language::Message};

/// Why a hall is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "hall-lost")]
pub enum HallLost {
    /// The broker does not know the name, or the password is wrong; it does not say which.
    Refused,
    /// The broker takes no more.
    Full,
    /// It is another hall's certificate.
    ForeignCertificate,
    /// The certificate is not valid yet, or this machine's clock is slow.
    ClockBehind {
        now: String,
        from: String,
    },
    /// The certificate is not valid any more, or this machine's clock is fast.
    ClockAhead {
        now: String,
        until: String,
    },
    /// The certificate is for other names.
    OtherName {
        host: String,
    },
    /// The authority's certificate in the hall file, or the broker's, cannot be read.
    BadCertificate {
        what: String,
    },
    /// What answers speaks no TLS.
    NoTls {
        host: String,
        port: u16,
    },
    NoSuchHost {
        host: String,
    },
    NobodyThere {
        host: String,
        port: u16,
        what: SystemError,
    },
    Silent {
        host: String,
        port: u16,
    },
    /// The connection was closed before it was one: by a broker that is full, or by something else.
    ClosedAtOnce,
    Gone {
        what: String,
    },
    #[message(transparent)]
    Died(Panicked),
}

impl HallLost {
    /// Returns what an error means, of a connection that was there already or was not.
    pub(super) fn of(error: ConnectionError, host: &str, port: u16, connected: bool) -> HallLost {
        let host = || host.to_owned();
        match error {
            ConnectionError::ConnectionRefused(code)
            | ConnectionError::MqttState(StateError::ConnFail { reason: code }) => of_code(code),
            ConnectionError::Tls(TlsError::Io(error)) | ConnectionError::Io(error) => {
                of_io(error, host(), port, connected)
            }
            ConnectionError::MqttState(StateError::Io(error)) => of_io(error, host(), port, connected),
            ConnectionError::Tls(TlsError::TLS(error)) => of_tls(&error, host(), port),
            ConnectionError::Tls(error) => HallLost::BadCertificate { what: error.to_string() },
            ConnectionError::Timeout(_) if !connected => HallLost::Silent { host: host(), port },
            ConnectionError::MqttState(StateError::ConnectionAborted) if !connected => HallLost::ClosedAtOnce,
            other => HallLost::Gone { what: other.to_string() },
        }
    }

    /// Whether it says nothing of the hall, which may be found by another name.
    pub(super) fn is_elsewhere(&self) -> bool {
        matches!(self, HallLost::NoSuchHost { .. } | HallLost::NobodyThere { .. } | HallLost::Silent { .. })
    }

    /// Whether somebody answers who will not let us in until something is changed here or there.
    pub(super) fn refuses(&self) -> bool {
        match self {
            HallLost::Refused
            | HallLost::Full
            | HallLost::ForeignCertificate
            | HallLost::ClockBehind { .. }
            | HallLost::ClockAhead { .. }
            | HallLost::OtherName { .. }
            | HallLost::BadCertificate { .. }
            | HallLost::NoTls { .. } => true,
            HallLost::NoSuchHost { .. }
            | HallLost::NobodyThere { .. }
            | HallLost::Silent { .. }
            | HallLost::ClosedAtOnce
            | HallLost::Gone { .. }
            | HallLost::Died(_) => false,
        }
    }
}

fn of_code(code: ConnectReturnCode) -> HallLost {
    match code {
        ConnectReturnCode::NotAuthorized
        | ConnectReturnCode::BadUserNamePassword
        | ConnectReturnCode::Banned => HallLost::Refused,
        ConnectReturnCode::ServerBusy
        | ConnectReturnCode::ServerUnavailable
        | ConnectReturnCode::ServiceUnavailable
        | ConnectReturnCode::QuotaExceeded
        | ConnectReturnCode::ConnectionRateExceeded => HallLost::Full,
        other => HallLost::Gone { what: format!("{other:?}") },
    }
}

fn of_io(error: io::Error, host: String, port: u16, connected: bool) -> HallLost {
    if let Some(tls) = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
        return of_tls(tls, host, port);
    }
    match error.kind() {
        _ if connected => HallLost::Gone { what: error.to_string() },
        ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => {
            HallLost::ClosedAtOnce
        }
        ErrorKind::TimedOut => HallLost::Silent { host, port },
        // A name that leads nowhere has a kind of its own, which the standard library does not name.
        _ if error.raw_os_error().is_none() => HallLost::NoSuchHost { host },
        _ => HallLost::NobodyThere { host, port, what: error.into() },
    }
}

fn of_tls(error: &rustls::Error, host: String, port: u16) -> HallLost {
    match error {
        rustls::Error::InvalidCertificate(fault) => of_certificate(fault, host),
        rustls::Error::InvalidMessage(_) => HallLost::NoTls { host, port },
        other => HallLost::BadCertificate { what: other.to_string() },
    }
}

fn of_certificate(fault: &CertificateError, host: String) -> HallLost {
    match fault {
        CertificateError::UnknownIssuer | CertificateError::BadSignature => HallLost::ForeignCertificate,
        CertificateError::ExpiredContext { time, not_after } => {
            HallLost::ClockAhead { now: written(*time), until: written(*not_after) }
        }
        CertificateError::NotValidYetContext { time, not_before } => {
            HallLost::ClockBehind { now: written(*time), from: written(*not_before) }
        }
        CertificateError::NotValidForNameContext { .. } | CertificateError::NotValidForName => {
            HallLost::OtherName { host }
        }
        other => HallLost::BadCertificate { what: other.to_string() },
    }
}

/// A time as this machine's clock shows it, without words: 2026-11-29 14:05.
fn written(time: UnixTime) -> String {
    let seconds = i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
    let time = Timestamp::from_second(seconds).unwrap_or(Timestamp::MAX).to_zoned(TimeZone::system());
    time.strftime("%Y-%m-%d %H:%M").to_string()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn check(error: ConnectionError, expected: &str) {
        let told = HallLost::of(error, "halle.local", 8883, false).to_string();
        assert!(told.contains(expected), "{told}");
    }

    fn tls(error: rustls::Error) -> ConnectionError {
        ConnectionError::Tls(TlsError::Io(io::Error::new(ErrorKind::InvalidData, error)))
    }

    #[test]
    fn faults_are_told_apart() {
        let at = |days: u64| UnixTime::since_unix_epoch(Duration::from_secs(days * 24 * 3600 + 12 * 3600));
        check(ConnectionError::ConnectionRefused(ConnectReturnCode::NotAuthorized), "password");
        check(ConnectionError::ConnectionRefused(ConnectReturnCode::QuotaExceeded), "full");
        check(tls(CertificateError::UnknownIssuer.into()), "another hall");
        let late = CertificateError::ExpiredContext { time: at(20_500), not_after: at(20_000) };
        check(tls(late.into()), "clock of this machine says 2026-02-16");
        let early = CertificateError::NotValidYetContext { time: at(20_000), not_before: at(20_500) };
        check(tls(early.into()), "clock of this machine says 2024-10-04");
        check(tls(CertificateError::NotValidForName.into()), "halle.local");
        check(
            tls(rustls::Error::InvalidMessage(rustls::InvalidMessage::InvalidContentType)),
            "does not speak TLS",
        );
        check(ConnectionError::Io(io::Error::other("failed to lookup address")), "no machine");
        check(ConnectionError::Io(io::Error::from_raw_os_error(111)), "8883");
        check(ConnectionError::Io(ErrorKind::UnexpectedEof.into()), "closed");
    }
}
