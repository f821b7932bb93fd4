//! From a code to the two certificates that both sides make alike, and to a TLS that takes nothing else.

use std::{fmt, sync::Arc};

use argon2::{Algorithm, Argon2, Params, Version};
use rcgen::{
    CertificateParams, DistinguishedName, DnType, KeyPair, PKCS_ED25519, SerialNumber, date_time_ymd,
};
use rustls::{
    CertificateError, ClientConfig, ClientConnection, Connection, DigitallySignedStruct,
    DistinguishedName as Name, Error, ServerConfig, ServerConnection, SignatureScheme,
    client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    crypto::{CryptoProvider, ring, verify_tls13_signature},
    pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, ServerName, UnixTime},
    server::danger::{ClientCertVerified, ClientCertVerifier},
    version::TLS13,
};

/// What the code is stretched with. The code has 66 bits, and each guess takes a fifth of a second and 64 MiB.
const SALT: &[u8] = b"annabella peer 1";
const MEMORY_KIB: u32 = 64 * 1024;
const PASSES: u32 = 3;

/// A private key before its 32 bytes: PKCS #8, version 1, Ed25519.
const KEY_OPENS: [u8; 16] =
    [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];

/// What is made of a code; both sides make the same.
#[derive(Clone)]
pub struct PeerSecret {
    host: Identity,
    guest: Identity,
    messages: [u8; 32],
}

#[derive(Clone)]
struct Identity {
    certificate: CertificateDer<'static>,
    key: Vec<u8>,
}

impl PeerSecret {
    /// Stretches the digits of a code, which takes a moment.
    pub fn of_digits(digits: &str) -> PeerSecret {
        let params = Params::new(MEMORY_KIB, PASSES, 1, Some(32)).expect("the parameters are in range");
        let mut seed = [0; 32];
        Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
            .hash_password_into(digits.as_bytes(), SALT, &mut seed)
            .expect("the lengths are in range");
        PeerSecret {
            host: Identity::of(&blake3::derive_key("annabella peer 1: who listens", &seed)),
            guest: Identity::of(&blake3::derive_key("annabella peer 1: who connects", &seed)),
            messages: blake3::derive_key("annabella peer 1: messages", &seed),
        }
    }

    /// Returns the secret with which messages are sealed.
    pub fn of_messages(&self) -> &[u8; 32] {
        &self.messages
    }

    /// Returns by what the side that listens is known to who looks for it: a tag of the certificate that it shows to everybody.
    pub(super) fn tag(&self) -> String {
        blake3::hash(&self.host.certificate).to_hex()[..16].to_owned()
    }

    /// Returns the beginning of an encrypted connection, of the side that listens or of the other.
    pub(super) fn connection(&self, listens: bool) -> Result<Connection, Error> {
        let (own, other) = if listens { (&self.host, &self.guest) } else { (&self.guest, &self.host) };
        let provider = Arc::new(ring::default_provider());
        let only = Arc::new(OnlyThis { certificate: other.certificate.clone(), provider: provider.clone() });
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(own.key.clone()));
        let chain = vec![own.certificate.clone()];
        if listens {
            let config = ServerConfig::builder_with_provider(provider)
                .with_protocol_versions(&[&TLS13])?
                .with_client_cert_verifier(only)
                .with_single_cert(chain, key)?;
            Ok(ServerConnection::new(Arc::new(config))?.into())
        } else {
            let config = ClientConfig::builder_with_provider(provider)
                .with_protocol_versions(&[&TLS13])?
                .dangerous()
                .with_custom_certificate_verifier(only)
                .with_client_auth_cert(chain, key)?;
            let name = ServerName::try_from("annabella.invalid").expect("it is a name");
            Ok(ClientConnection::new(Arc::new(config), name)?.into())
        }
    }
}

impl fmt::Debug for PeerSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PeerSecret(hidden)")
    }
}

impl Identity {
    /// Makes a key of 32 secret bytes, and its certificate, which depends on nothing else.
    fn of(secret: &[u8; 32]) -> Identity {
        let key: Vec<u8> = KEY_OPENS.iter().chain(secret).copied().collect();
        let pair = KeyPair::from_pkcs8_der_and_sign_algo(&PrivatePkcs8KeyDer::from(&key[..]), &PKCS_ED25519)
            .expect("any 32 bytes are a key");
        let mut params = CertificateParams::default();
        params.not_before = date_time_ymd(2020, 1, 1);
        params.not_after = date_time_ymd(2099, 1, 1);
        params.serial_number = Some(SerialNumber::from(1));
        params.distinguished_name = DistinguishedName::new();
        params.distinguished_name.push(DnType::CommonName, "annabella");
        let certificate = params.self_signed(&pair).expect("a certificate without extensions can be signed");
        Identity { certificate: certificate.der().clone(), key }
    }
}

/// Takes one certificate and no other. Its dates, its name and who signed it do not matter: the whole is compared.
#[derive(Debug)]
struct OnlyThis {
    certificate: CertificateDer<'static>,
    provider: Arc<CryptoProvider>,
}

impl OnlyThis {
    fn compare(&self, found: &CertificateDer<'_>) -> Result<(), Error> {
        if *found == self.certificate {
            Ok(())
        } else {
            Err(Error::InvalidCertificate(CertificateError::ApplicationVerificationFailure))
        }
    }

    fn signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, cert, signed, &self.provider.signature_verification_algorithms)
    }
}

impl ServerCertVerifier for OnlyThis {
    fn verify_server_cert(
        &self,
        found: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        self.compare(found).map(|()| ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Err(Error::General("only TLS 1.3".to_owned()))
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.signature(message, cert, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        vec![SignatureScheme::ED25519]
    }
}

impl ClientCertVerifier for OnlyThis {
    fn root_hint_subjects(&self) -> &[Name] {
        &[]
    }

    fn verify_client_cert(
        &self,
        found: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        self.compare(found).map(|()| ClientCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Err(Error::General("only TLS 1.3".to_owned()))
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.signature(message, cert, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        vec![SignatureScheme::ED25519]
    }
}
