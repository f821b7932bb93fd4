//! Writes all that a hall needs into a folder: a broker's configuration, passwords and rights, certificates, and a file for
//! each board, the arbiters and the screens.

use std::{
    fmt::Write as _,
    fs::{self, Permissions},
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    num::NonZeroU32,
    os::unix::fs::{PermissionsExt, chown},
    path::Path,
};

use base64::{Engine, prelude::BASE64_STANDARD};
use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair,
    KeyUsagePurpose, date_time_ymd,
};
use ring::pbkdf2;

use super::{ARBITER, BOARDS, CONFIGURATION, HallError, SCREEN, report::RoundReport};
use crate::{
    devices::own_address::own_address,
    files,
    hall::{
        BoardTopic, HallFile, HallRole, LONGEST, MOST_BOARDS, PlayerSide, player_presence_topic, sheet_topic,
        sheet_topics,
    },
    laws::Color,
};

/// What a hall is prepared for.
#[derive(Clone, Debug)]
pub struct HallPlan {
    pub name: String,
    pub boards: u16,
    /// Whether two players meet at each board who are not in one room, each with a file.
    pub apart: bool,
    /// Names or numbers under which the broker's machine is found; none for its own.
    pub hosts: Vec<String>,
    pub port: u16,
    /// The round that is played there, of which each board's file names the players.
    pub report: Option<RoundReport>,
}

/// The port of MQTT over TLS.
pub const PORT: u16 = 8883;

/// What a broker allows over the longest message: its topic and its header.
const ENVELOPE: usize = 5_000;

/// Writes a hall into a folder that is empty or not there yet. It is there whole or not at all.
///
/// # Errors
///
/// [`HallError`].
pub fn prepare(folder: &Path, plan: &HallPlan) -> Result<(), HallError> {
    let fails = |source| HallError::Write { folder: folder.to_owned(), source };
    if folder.read_dir().is_ok_and(|mut entries| entries.next().is_some()) || folder.is_file() {
        return Err(HallError::Occupied { folder: folder.to_owned() });
    }
    let hosts = if plan.hosts.is_empty() { own_hosts() } else { plan.hosts.clone() };
    let certificates = certificates(&plan.name, &hosts)?;
    let above = match folder.parent() {
        Some(above) if !above.as_os_str().is_empty() => above,
        _ => Path::new("."),
    };
    fs::create_dir_all(above).map_err(fails)?;
    let begun = tempfile::Builder::new().prefix(".hall-").tempdir_in(above).map_err(fails)?;
    write(begun.path(), plan, &hosts, &certificates).map_err(fails)?;
    fs::rename(begun.path(), folder).map_err(fails)?;
    // It is no longer where it would be removed.
    let _ = begun.keep();
    Ok(())
}

/// The certificates of a hall, in PEM.
struct Certificates {
    /// That of the authority; its key is forgotten, so that nobody can make another certificate.
    authority: String,
    server: String,
    server_key: String,
}

fn certificates(name: &str, hosts: &[String]) -> Result<Certificates, HallError> {
    let failed = |error: rcgen::Error| HallError::Certificate { what: error.to_string() };
    let here = [Ipv4Addr::LOCALHOST.to_string(), Ipv6Addr::LOCALHOST.to_string(), "localhost".to_owned()];
    let mut names = hosts.to_vec();
    names.extend(here.into_iter().filter(|name| !hosts.contains(name)));
    for host in hosts {
        if !is_host(host) {
            return Err(HallError::NoHostName { host: host.clone() });
        }
    }
    let params = |names: Vec<String>, common: String| {
        let mut params = CertificateParams::new(names).map_err(failed)?;
        params.distinguished_name.push(DnType::CommonName, common);
        // A machine whose clock is wrong comes in all the same; a hall ends when its folder is removed.
        (params.not_before, params.not_after) = (date_time_ymd(2020, 1, 1), date_time_ymd(2099, 12, 31));
        Ok::<_, HallError>(params)
    };
    let mut authority = params(Vec::new(), format!("annabella: {name}"))?;
    authority.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    authority.key_usages = vec![KeyUsagePurpose::KeyCertSign];
    let authority_key = KeyPair::generate().map_err(failed)?;
    let authority_certificate = authority.self_signed(&authority_key).map_err(failed)?;
    let mut server = params(names, format!("annabella: {name}, broker"))?;
    server.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    server.use_authority_key_identifier_extension = true;
    let server_key = KeyPair::generate().map_err(failed)?;
    let issuer = Issuer::new(authority, authority_key);
    let server_certificate = server.signed_by(&server_key, &issuer).map_err(failed)?;
    Ok(Certificates {
        authority: authority_certificate.pem(),
        server: server_certificate.pem(),
        server_key: server_key.serialize_pem(),
    })
}

/// The names under which this machine is found: by its number in the network, and by its name.
fn own_hosts() -> Vec<String> {
    let number = own_address().map(|number| number.to_string());
    let name = files::read_text(Path::new("/proc/sys/kernel/hostname")).unwrap_or_default().trim().to_owned();
    let names = [name.clone(), format!("{name}.local")];
    let is_usable = |name: &String| !name.starts_with('.') && is_host(name) && !name.starts_with("localhost");
    let found: Vec<String> = number.into_iter().chain(names.into_iter().filter(is_usable)).collect();
    if found.is_empty() { vec!["localhost".to_owned()] } else { found }
}

/// Whether this is a name or a number of a machine.
fn is_host(host: &str) -> bool {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    host.parse::<IpAddr>().is_ok() || !host.is_empty() && host.chars().all(is_of_name)
}

/// Somebody who may come in.
#[derive(Clone)]
struct Account {
    user: String,
    role: HallRole,
    board: Option<u16>,
    side: Option<PlayerSide>,
}

impl Account {
    /// Returns all of a hall.
    fn all(boards: u16, apart: bool) -> Vec<Account> {
        let at = |n: u16, side: Option<PlayerSide>| {
            let user = side.map_or_else(|| n.to_string(), |side| format!("{n}-{}", <&str>::from(side)));
            let role = if side.is_some() { HallRole::Player } else { HallRole::Board };
            Account { user, role, board: Some(n), side }
        };
        let of_board = |n: u16| match apart {
            true => PlayerSide::ALL.map(|side| at(n, Some(side))).to_vec(),
            false => vec![at(n, None)],
        };
        let other = |user: &str, role| Account { user: user.to_owned(), role, board: None, side: None };
        let others = [other("arbiter", HallRole::Arbiter), other("screen", HallRole::Screen)];
        (1..=boards.min(MOST_BOARDS)).flat_map(of_board).chain(others).collect()
    }

    /// Returns the name of its file in the folder of a hall.
    fn file(&self) -> String {
        match self.board {
            Some(board) if let Some(side) = self.side => {
                format!("{BOARDS}/board-{board:03}-{}.{}", <&str>::from(side), HallFile::ENDING)
            }
            Some(board) => format!("{BOARDS}/board-{board:03}.{}", HallFile::ENDING),
            None if self.role == HallRole::Arbiter => ARBITER.to_owned(),
            None => SCREEN.to_owned(),
        }
    }

    /// Returns what it may do, as lines of the rights.
    fn rights(&self) -> String {
        let seen = [BoardTopic::Game, BoardTopic::Presence];
        if let (Some(board), Some(side)) = (self.board, self.side) {
            return self.rights_of_player(board, side.color());
        }
        let (reads, writes) = match (self.role, self.board) {
            (HallRole::Board, Some(n)) => (
                [BoardTopic::Ruling, BoardTopic::Presence].map(|topic| topic.of(n)).to_vec(),
                [&seen[..], &[BoardTopic::Ruled]].concat().into_iter().map(|topic| topic.of(n)).collect(),
            ),
            (HallRole::Arbiter, _) => (
                [&seen[..], &[BoardTopic::Ruling, BoardTopic::Ruled]]
                    .concat()
                    .into_iter()
                    .map(BoardTopic::of_all)
                    .chain(sheet_topics())
                    .collect(),
                vec![BoardTopic::Ruling.of_all()],
            ),
            (HallRole::Board | HallRole::Screen | HallRole::Player, _) => {
                (seen.map(BoardTopic::of_all).to_vec(), Vec::new())
            }
        };
        self.lines(reads, writes)
    }

    /// A player reads what both sides of the board have written, and writes only its own.
    fn rights_of_player(&self, board: u16, own: Color) -> String {
        let of = |side| [sheet_topic(board, side), player_presence_topic(board, side)];
        self.lines([of(own), of(!own)].concat(), of(own).to_vec())
    }

    fn lines(&self, reads: Vec<String>, writes: Vec<String>) -> String {
        let mut lines = format!("user {}\n", self.user);
        for (right, topics) in [("read", reads), ("write", writes)] {
            for topic in topics {
                let _ = writeln!(lines, "topic {right} {topic}");
            }
        }
        lines
    }
}

fn write(
    folder: &Path,
    plan: &HallPlan,
    hosts: &[String],
    certificates: &Certificates,
) -> std::io::Result<()> {
    let put = |name: &str, text: &str| files::create_whole(&folder.join(name), text.as_bytes());
    files::create_folder(&folder.join(BOARDS))?;
    files::create_folder(&folder.join("data"))?;
    let (mut passwords, mut rights) = (String::new(), String::new());
    // What both players of a board share.
    let mut shared = (None, String::new());
    for account in Account::all(plan.boards, plan.apart) {
        if account.side.is_some() && shared.0 != account.board {
            shared = (account.board, BASE64_STANDARD.encode(files::random()?));
        }
        let random = files::random()?;
        let password = BASE64_STANDARD.encode(&random[..16]);
        let _ = writeln!(passwords, "{}:{}", account.user, hashed(&password, &random[16..28]));
        rights += &account.rights();
        let report = plan.report.as_ref().filter(|_| account.board.is_some());
        let player = |side| report.zip(account.board).and_then(|(report, board)| report.player(board, side));
        let file = HallFile {
            hall: plan.name.clone(),
            role: account.role,
            board: account.board,
            side: account.side,
            secret: account.side.map(|_| shared.1.clone()),
            white: player(Color::White),
            black: player(Color::Black),
            event: report.and_then(RoundReport::tournament),
            round: report.zip(account.board).map(|(report, board)| format!("{}.{board}", report.round())),
            // Of two players apart White proposes it.
            time_control: report
                .filter(|_| account.side != Some(PlayerSide::Black))
                .and_then(RoundReport::time_control),
            hosts: hosts.to_vec(),
            port: plan.port,
            user: account.user.clone(),
            password,
            authority: certificates.authority.clone(),
        };
        put(&account.file(), &file.written())?;
    }
    put("passwords", &passwords)?;
    put("rights", &rights)?;
    put("authority.pem", &certificates.authority)?;
    put("server.pem", &certificates.server)?;
    put("server.key", &certificates.server_key)?;
    put(CONFIGURATION, &configuration(plan))?;
    give_to_broker(folder)
}

/// A password as mosquitto keeps it: PBKDF2 with HMAC-SHA512. The passwords are random, so mosquitto's own small count is
/// enough; with a higher one the broker, which has one thread, would let 200 boards in only after a minute.
fn hashed(password: &str, salt: &[u8]) -> String {
    const ROUNDS: NonZeroU32 = NonZeroU32::new(101).unwrap();
    let mut hash = [0; 64];
    pbkdf2::derive(pbkdf2::PBKDF2_HMAC_SHA512, ROUNDS, salt, password.as_bytes(), &mut hash);
    format!("$7${ROUNDS}${}${}", BASE64_STANDARD.encode(salt), BASE64_STANDARD.encode(hash))
}

fn configuration(plan: &HallPlan) -> String {
    let boards = usize::from(plan.boards);
    let (queued, connections) = (boards * 100 + 1_000, boards * 4 + 100);
    let (port, longest) = (plan.port, LONGEST + ENVELOPE);
    let (why, saved) = match plan.apart {
        // Nobody is there to repeat it.
        true => (
            "# A move may lie here for days: each change is saved.",
            "autosave_on_changes true\nautosave_interval 1",
        ),
        false => ("# Boards repeat what they show, so that a minute may be lost.", "autosave_interval 60"),
    };
    format!(
        "# A hall of annabella for mosquitto 2. Paths are from this folder: start it here, as `annabella hall broker` does.\n\
         user mosquitto\n\
         per_listener_settings false\n\
         allow_anonymous false\n\
         password_file passwords\n\
         acl_file rights\n\
         listener {port}\n\
         max_connections {connections}\n\
         certfile server.pem\n\
         keyfile server.key\n\
         tls_version tlsv1.2\n\
         # Whole games, and every board at once: with less mosquitto drops messages that it has acknowledged.\n\
         max_packet_size {longest}\n\
         max_inflight_messages 100\n\
         max_queued_messages {queued}\n\
         {why}\n\
         persistence true\n\
         persistence_location data/\n\
         {saved}\n\
         persistent_client_expiration 2d\n\
         log_dest stderr\n\
         log_type error\n\
         log_type warning\n"
    )
}

/// Lets the broker read what it needs: started by the superuser, it works as a user of its own.
fn give_to_broker(folder: &Path) -> std::io::Result<()> {
    let Some((user, group)) = broker_account().filter(|_| rustix::process::geteuid().is_root()) else {
        return Ok(());
    };
    for name in ["passwords", "rights", "authority.pem", "server.pem", "server.key", CONFIGURATION] {
        let path = folder.join(name);
        chown(&path, None, Some(group))?;
        fs::set_permissions(&path, Permissions::from_mode(0o640))?;
    }
    chown(folder.join("data"), Some(user), Some(group))?;
    chown(folder, None, Some(group))?;
    fs::set_permissions(folder, Permissions::from_mode(0o750))
}

/// The user and the group that mosquitto's package has made.
fn broker_account() -> Option<(u32, u32)> {
    let accounts = files::read_text(Path::new("/etc/passwd")).ok()?;
    let line = accounts.lines().find(|line| line.starts_with("mosquitto:"))?;
    let mut fields = line.split(':').skip(2).map(str::parse);
    Some((fields.next()?.ok()?, fields.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_may_do_only_what_is_theirs() {
        let rights =
            |account: &Account| account.rights().lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
        let all = Account::all(2, false);
        assert_eq!(
            all.iter().map(|account| &*account.user).collect::<Vec<_>>(),
            ["1", "2", "arbiter", "screen"]
        );
        let of_board = [
            "read hall/2/ruling/+",
            "read hall/2/presence",
            "write hall/2/game",
            "write hall/2/presence",
            "write hall/2/ruled",
        ];
        assert_eq!(rights(&all[1]), of_board.map(|right| format!("topic {right}")));
        assert!(rights(&all[2]).contains(&"topic write hall/+/ruling/+".to_owned()));
        let apart = Account::all(2, true);
        assert_eq!(
            apart.iter().map(|account| &*account.user).collect::<Vec<_>>(),
            ["1-white", "1-black", "2-white", "2-black", "arbiter", "screen"]
        );
        let of_player = [
            "read hall/2/black",
            "read hall/2/black/presence",
            "read hall/2/white",
            "read hall/2/white/presence",
            "write hall/2/black",
            "write hall/2/black/presence",
        ];
        assert_eq!(rights(&apart[3]), of_player.map(|right| format!("topic {right}")));
        assert_eq!(apart[3].file(), "boards/board-002-black.hall");
        assert!(rights(&all[3]).iter().all(|right| right.starts_with("topic read")), "{:?}", rights(&all[3]));
    }

    /// As `mosquitto_passwd` writes it.
    #[test]
    fn a_password_is_kept_as_mosquitto_keeps_it() {
        let line = hashed("secret", b"0123456789ab");
        assert!(line.starts_with("$7$101$MDEyMzQ1Njc4OWFi$"), "{line}");
        assert_eq!(BASE64_STANDARD.decode(line.rsplit('$').next().unwrap()).unwrap().len(), 64);
    }

    #[test]
    fn a_folder_with_something_in_it_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let plan = |host: &str| HallPlan {
            name: "x".to_owned(),
            boards: 2,
            apart: false,
            hosts: vec![host.to_owned()],
            port: PORT,
            report: None,
        };
        let hall = folder.path().join("hall");
        for wrong in ["", "a b", "halle/x", "Jägerhof", "halle:8883"] {
            assert!(matches!(prepare(&hall, &plan(wrong)), Err(HallError::NoHostName { .. })), "{wrong}");
            assert!(!hall.exists());
        }
        prepare(&hall, &plan("halle.local")).unwrap();
        assert!(matches!(prepare(&hall, &plan("halle.local")), Err(HallError::Occupied { .. })));
        assert_eq!(folder.path().read_dir().unwrap().count(), 1);
        let board = files::read_text(&hall.join("boards/board-002.hall")).unwrap();
        assert_eq!(HallFile::read(&board).unwrap().for_board(), Ok(2));
    }
}
