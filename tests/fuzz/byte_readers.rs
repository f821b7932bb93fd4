//! The readers of bytes from outside: boards, clocks, engines, servers, recordings. Whatever comes, none of them panics, and
//! what was read is written such that it is read again.
//!
//! `tests/core/fuzz_readers.rs` goes through them with slips, `make fuzz` with libFuzzer.

#[cfg(feature = "web")]
use std::{
    io::Read,
    net::{Shutdown, TcpStream},
    sync::{Arc, LazyLock},
};
use std::{
    io::Write,
    time::{Duration, Instant},
};

#[cfg(feature = "web")]
use annabella::devices::web::{Place, WebFile, WebKey, WebOptions, WebServer};
use annabella::{
    devices::{
        board::{
            KnownPlacement, Maker, Placement,
            certabo::CertaboDecoder,
            chesslink::ChessLinkDecoder,
            chessnut,
            dgt::{self, DgtDecoder, DgtMessage},
            link::PlacementProtocol,
            livechess,
            maker::Emulation,
        },
        braille_display::BrailleKey,
        engine::UciLine,
        hearing::source::{AudioRead, AudioSource, Pacing, WavSource},
        supervisor::Conversation,
        tactile_clock::link::HostLink,
    },
    notation::BrailleCode,
};
use strum::IntoEnumIterator;

/// A reader: its name, what must hold, and bytes that lead far into it.
pub struct ByteReader {
    pub name: &'static str,
    pub check: fn(&[u8]),
    pub seeds: fn() -> Vec<Vec<u8>>,
}

pub const BYTE_READERS: &[ByteReader] = &[
    ByteReader { name: "dgt", check: dgt, seeds: dgt_seeds },
    ByteReader { name: "certabo", check: certabo, seeds: certabo_seeds },
    ByteReader { name: "chesslink", check: chesslink, seeds: chesslink_seeds },
    ByteReader { name: "chessnut", check: chessnut_reports, seeds: chessnut_seeds },
    ByteReader { name: "board-links", check: board_links, seeds: board_link_seeds },
    ByteReader { name: "livechess", check: livechess_texts, seeds: livechess_seeds },
    ByteReader { name: "uci", check: uci, seeds: uci_seeds },
    ByteReader { name: "clock-link", check: clock_link, seeds: clock_seeds },
    // These are there only with features, which the fuzzer has.
    #[cfg(feature = "online")]
    ByteReader { name: "lichess", check: lichess, seeds: lichess_seeds },
    ByteReader { name: "peer", check: peer, seeds: peer_seeds },
    #[cfg(feature = "web")]
    ByteReader { name: "page-commands", check: page_commands, seeds: page_command_seeds },
    #[cfg(feature = "web")]
    ByteReader { name: "page-requests", check: page_requests, seeds: page_request_seeds },
    #[cfg(feature = "web")]
    ByteReader { name: "page-frames", check: page_frames, seeds: page_frame_seeds },
    ByteReader { name: "wav", check: wav, seeds: wav_seeds },
    ByteReader { name: "braille", check: braille, seeds: braille_seeds },
];

/// The reader of a name, of whichever kind.
pub fn byte_reader(name: &str) -> Option<&'static ByteReader> {
    BYTE_READERS.iter().find(|reader| reader.name == name)
}

fn bytes(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

fn dgt(data: &[u8]) {
    let mut decoder = DgtDecoder::default();
    let messages = decoder.read(data);
    let _ = decoder.finish();
    let mut known = KnownPlacement::certain(Placement::empty());
    for message in &messages {
        known.take(message);
        match message {
            DgtMessage::Damaged(damage) => drop((damage.salvage(), damage.changes())),
            DgtMessage::Placed(_) | DgtMessage::Changed { .. } => {
                let again = DgtDecoder::default().read(&dgt::encode(message));
                assert_eq!(again, std::slice::from_ref(message), "written and read again");
            }
            _ => {}
        }
    }
    // However the bytes are cut into reads.
    let (first, rest) = data.split_at(data.len() / 2);
    let mut in_two = DgtDecoder::default();
    let mut again = in_two.read(first);
    again.extend(in_two.read(rest));
    assert_eq!(again, messages, "cut in two");
}

fn dgt_seeds() -> Vec<Vec<u8>> {
    let placed = dgt::encode(&DgtMessage::Placed(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR".parse().expect("a placement"),
    ));
    let changed = dgt::encode(&DgtMessage::Changed { square: 12, piece: 'P' });
    let serial = dgt::encode(&DgtMessage::Serial("12345".to_owned()));
    let together = [placed.clone(), changed.clone(), serial.clone()].concat();
    vec![placed, changed, serial, together]
}

fn certabo(data: &[u8]) {
    let _ = CertaboDecoder::default().read(data);
}

fn certabo_seeds() -> Vec<Vec<u8>> {
    let numbers: Vec<String> = (0..320).map(|n| (n % 251).to_string()).collect();
    vec![format!(":{}\r\n", numbers.join(" ")).into_bytes(), b":0 0 0 0 0\r\n:1".to_vec()]
}

fn chesslink(data: &[u8]) {
    let _ = ChessLinkDecoder::default().read(data);
}

fn chesslink_seeds() -> Vec<Vec<u8>> {
    bytes(&["sRNBQKBNRPPPPPPPP................................pppppppprnbqkbnr00", "sRNBQKsv1234", "x01sL"])
}

fn chessnut_reports(data: &[u8]) {
    let _ = chessnut::placement(data);
}

fn chessnut_seeds() -> Vec<Vec<u8>> {
    let mut report = vec![0x01, 0x24];
    report.extend([0x58, 0x23, 0x31, 0x85, 0x44, 0x44, 0x44, 0x44].repeat(4));
    report.extend([0; 4]);
    vec![report, vec![0x01, 0x24]]
}

/// The host's side and the emulated board of every maker.
fn board_links(data: &[u8]) {
    for maker in Maker::iter() {
        let now = Instant::now();
        let mut link = maker.board().link();
        link.opened(now);
        let mut board = Emulation::new(Placement::empty());
        let mut emulated = maker.board().emulated(&board.placement, Some(Duration::from_secs(60)));
        for (n, part) in data.chunks(100).enumerate() {
            let now = now + Duration::from_millis(50 * n as u64);
            let _ = link.received(part, now);
            link.passed(now);
            while link.next_write().is_some() {}
            emulated.received(part, &mut board);
        }
    }
}

fn board_link_seeds() -> Vec<Vec<u8>> {
    [dgt_seeds(), certabo_seeds(), chesslink_seeds(), chessnut_seeds(), livechess_seeds()].concat()
}

/// What another player's program may say, whatever it is, changes nothing of the game unless it can be.
fn peer(data: &[u8]) {
    use annabella::{
        laws::Color,
        peer::{PeerAct, PeerKey, PeerMessage, PeerTerms, SheetExchange},
    };
    let Ok(message) = serde_json::from_slice::<PeerMessage>(data) else { return };
    let terms: Option<PeerTerms> = message.terms.clone();
    let Some(terms) = terms else { return };
    let written = serde_json::to_string(&terms).expect("terms are written");
    assert_eq!(serde_json::from_str::<PeerTerms>(&written).expect("and read again"), terms);
    let key = || PeerKey::of(&[7; 32]);
    // The true program of the other side may write this sheet, as far as it can be.
    let mut there = SheetExchange::new(key(), terms.clone(), Color::White);
    let mut here = SheetExchange::new(key(), terms, Color::Black);
    for entry in message.entries.iter().take(200) {
        let plies = here.merged().game.moves().len();
        if there.add(entry.act.clone()) {
            let taken = here.take(&there.message());
            assert!(taken.is_ok(), "{taken:?}");
        } else {
            assert_eq!(there.merged().game.moves().len(), plies);
        }
        // An answer, so that the game goes on.
        let game = &here.merged().game;
        let reply = annabella::laws::Position::legal_moves(game.position()).first().copied();
        if let Some(reply) = reply.filter(|_| game.turn() == Color::Black) {
            let mode = annabella::laws::Position::castles(game.position()).mode();
            here.add(PeerAct::Move { uci: reply.to_uci(mode).to_string(), ms: 1 });
            let answered = there.take(&here.message());
            assert!(answered.is_ok(), "{answered:?}");
        }
    }
    // As it came, its sums are wrong unless it says nothing.
    let before = here.sheet(Color::White).len();
    if here.take(&message).is_err() {
        assert_eq!(here.sheet(Color::White).len(), before);
    }
}

fn peer_seeds() -> Vec<Vec<u8>> {
    bytes(&[
        r#"{"version":1,"name":"Anna","terms":{"game":"0123456789abcdef","white":"Anna","black":"?","host":"white","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","chess960":false,"time_control":"300+3","ruleset":"fide-2023","draw_offers":"allowed","competition":false,"keeper":null,"allowance_ms":10000},"entries":[{"seen":0,"act":"move","uci":"e2e4","ms":1200},{"seen":1,"act":"waited","of":0,"ms":14000},{"seen":1,"act":"offer"},{"seen":1,"act":"ask-back"},{"seen":1,"act":"move","uci":"g1f3","ms":9},{"seen":2,"act":"claim","claim":"threefold"},{"seen":2,"act":"call-flag","ms":400000},{"seen":2,"act":"resign"}],"seen":1,"sum":"00","merged":"00"}"#,
        r#"{"version":1,"answer":"declined","terms":{"game":"0123456789abcdef","white":"?","black":"?","host":"black","fen":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1","chess960":true,"time_control":null,"ruleset":"fide-2009","draw_offers":"30","competition":true,"keeper":"black","allowance_ms":0},"entries":[{"seen":0,"act":"move","uci":"e2e9","ms":-1},{"seen":0,"act":"abort"},{"seen":0,"act":"flag"},{"seen":0,"act":"accept"},{"seen":0,"act":"grant-back"}],"seen":18446744073709551615}"#,
    ])
}

#[cfg(feature = "online")]
fn lichess(data: &[u8]) {
    use annabella::{
        app::ports::online::translate,
        devices::lichess::wire::{AccountLine, Compatibility, GameInfo, GameLine, OngoingGames, parse},
        journal::Start,
        laws::Color,
    };
    let info = |game: &GameInfo| {
        drop((
            translate::is_playable(game),
            translate::listed(game),
            translate::finished(game, Color::White),
        ));
    };
    match parse::<GameLine>(data) {
        Some(GameLine::GameFull(full)) => {
            let _ = translate::pace(&full);
            let _ = translate::start(&full, Color::Black, &Start::default());
            if let Some(game) = translate::report(&full, &full.state) {
                let left = game.times.map(|(left, _)| left.white + left.black);
                assert!(left.is_none_or(|left| left < Duration::from_secs(200 * 24 * 60 * 60)), "{left:?}");
            }
        }
        Some(GameLine::OpponentGone { claim_win_in_seconds: Some(seconds), .. }) => {
            assert!(translate::claim_in(seconds) <= Duration::from_secs(24 * 60 * 60));
        }
        _ => {}
    }
    match parse::<AccountLine>(data) {
        Some(AccountLine::GameStart { game } | AccountLine::GameFinish { game }) => info(&game),
        Some(AccountLine::Challenge { challenge, compat }) => {
            let _ = translate::challenge(&challenge, compat, false);
            let _ = translate::challenge(&challenge, Compatibility::default(), true);
        }
        _ => {}
    }
    if let Some(games) = parse::<OngoingGames>(data) {
        games.now_playing.iter().for_each(info);
    }
}

#[cfg(feature = "online")]
fn lichess_seeds() -> Vec<Vec<u8>> {
    bytes(&[
        r#"{"type":"gameFull","id":"abcd1234","white":{"id":"anna","name":"Anna","rating":1500},"black":{"aiLevel":3},"initialFen":"startpos","variant":{"key":"standard"},"state":{"type":"gameState","moves":"e2e4 e7e5","wtime":300000,"btime":300000,"winc":0,"binc":0,"status":"started"}}"#,
        r#"{"type":"gameState","moves":"e2e4","wtime":299000,"btime":300000,"winc":0,"binc":0,"status":"mate","winner":"white","wdraw":true}"#,
        r#"{"type":"gameStart","game":{"gameId":"abcd1234","color":"white"}}"#,
        r#"{"type":"gameFinish","game":{"gameId":"abcd1234","speed":"bullet","status":{"id":31,"name":"resign"},"winner":"black","compat":{"board":false}}}"#,
        r#"{"nowPlaying":[{"gameId":"abcd1234","speed":"correspondence","secondsLeft":1209600,"status":"started","variant":{"key":"atomic"}}]}"#,
        r#"{"type":"opponentGone","gone":true,"claimWinInSeconds":18446744073709551615}"#,
        r#"{"type":"challenge","compat":{"board":true},"challenge":{"id":"x","color":"random","challenger":{"name":"B"},"variant":{"key":"fromPosition"},"initialFen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","rated":true,"timeControl":{"type":"clock","limit":18446744073709551615,"increment":18446744073709551615}}}"#,
        r#"{"type":"challenge","challenge":{"id":"x","challenger":{"name":"Bella","rating":1700},"variant":{"key":"standard"},"rated":false,"timeControl":{"type":"clock","limit":300,"increment":3}}}"#,
    ])
}

fn livechess_texts(data: &[u8]) {
    let _ = livechess::read(&String::from_utf8_lossy(data));
}

fn livechess_seeds() -> Vec<Vec<u8>> {
    bytes(&[
        r#"{"response":"call","id":1,"param":[{"serialnr":"24001","state":"ACTIVE","board":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"}]}"#,
        r#"{"response":"feed","id":2,"param":{"serialnr":"24001","board":"8/8/8/8/8/8/8/8","clock":{"white":300,"black":299,"run":true}}}"#,
    ])
}

fn uci(data: &[u8]) {
    for line in String::from_utf8_lossy(data).lines() {
        let _ = UciLine::parse(line);
    }
}

fn uci_seeds() -> Vec<Vec<u8>> {
    bytes(&[
        "id name Stockfish 15\noption name Skill Level type spin default 20 min 0 max 20\nuciok\nreadyok",
        "info depth 12 seldepth 18 multipv 2 score cp -31 upperbound nodes 9 pv e7e5 g1f3\nbestmove e7e5 ponder g1f3",
        "info depth 3 score mate -2 pv a7a8q\nbestmove (none)\noption name UCI_Elo type spin default 1320 min 1320 max 3190",
    ])
}

fn clock_link(data: &[u8]) {
    let now = Instant::now();
    let mut link = HostLink::new(now);
    link.passed(now);
    link.opened(now);
    for (n, part) in data.chunks(64).enumerate() {
        let now = now + Duration::from_millis(50 * n as u64);
        link.received(part, now);
        link.passed(now);
        while link.next_action().is_some() {}
    }
}

fn clock_seeds() -> Vec<Vec<u8>> {
    bytes(&[
        "$TCHELO,1,hands,feel+lever*00\r\n$TCACK,1*5D\r\n$TCLEVER,4,W*00\r\n",
        "$TCNAK,3,what*00\r\n$TCFAULT,motor*00\r\n\0\0$TC",
    ])
}

/// A recording is opened by its path.
fn wav(data: &[u8]) {
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    file.write_all(data).expect("room for it");
    if let Ok(mut source) = WavSource::open(file.path(), Pacing::FullSpeed) {
        let mut block = Vec::new();
        for _ in 0..1000 {
            block.clear();
            if !matches!(source.read(&mut block), AudioRead::Samples) {
                break;
            }
        }
    }
}

fn wav_seeds() -> Vec<Vec<u8>> {
    let of = |rate, channels, bits| {
        let format = if bits == 32 { hound::SampleFormat::Float } else { hound::SampleFormat::Int };
        let spec =
            hound::WavSpec { channels, sample_rate: rate, bits_per_sample: bits, sample_format: format };
        let mut bytes = std::io::Cursor::new(Vec::new());
        let mut writer = hound::WavWriter::new(&mut bytes, spec).expect("a header");
        for n in 0..400_i32 {
            match bits {
                32 => writer.write_sample((n as f32 / 100.0).sin()).expect("room"),
                8 => writer.write_sample(n % 100).expect("room"),
                _ => writer.write_sample(n * 50).expect("room"),
            }
        }
        writer.finalize().expect("room");
        bytes.into_inner()
    };
    vec![of(16_000, 1, 16), of(44_100, 2, 16), of(48_000, 1, 32), of(8_000, 1, 8)]
}

/// What a seat sends, a line each: it means something at every moment of a game, or nothing.
#[cfg(feature = "web")]
fn page_commands(data: &[u8]) {
    use annabella::{
        app::ports::web::command::Command,
        grammar::Grammar,
        journal::Start,
        language::LanguageFolder,
        session::{Event, Options, Session},
    };
    static GRAMMAR: LazyLock<Arc<Grammar>> = LazyLock::new(|| Arc::new(Grammar::of(LanguageFolder::USUAL)));
    let mut session = Session::new(Start::default(), Options::default(), Arc::clone(&GRAMMAR));
    let text = String::from_utf8_lossy(data);
    for (n, line) in text.lines().take(40).enumerate() {
        let meant = Command::read(line).and_then(|command| command.meant(Some(1), &session));
        if let Some(kind) = meant {
            let _ = session.handle(Event::at_table(kind), Duration::from_millis(300 * n as u64));
        }
    }
}

#[cfg(feature = "web")]
fn page_command_seeds() -> Vec<Vec<u8>> {
    bytes(&[
        "{\"say\":\"e4\"}\n{\"key\":\"confirm\"}\n{\"move\":[\"e7\",\"e5\"]}\n{\"say\":\"\"}",
        "{\"choose\":{\"asked\":1,\"answer\":0}}\n{\"moves\":\"g1\"}\n{\"captures\":\"a1\"}\n{\"key\":\"press\"}",
        "{\"key\":\"arbiter\"}\n{\"say\":\"remis\"}\n{\"key\":\"cancel\"}\n{\"key\":\"correct\"}\n{\"key\":\"quiet\"}",
    ])
}

/// A page that is served here, and the code of its table.
#[cfg(feature = "web")]
static PAGE: LazyLock<(WebServer, String)> = LazyLock::new(|| {
    let key = WebKey::new([7; 32]);
    let place = |name, writes| Place { code: key.code(name), writes, viewers: 200 };
    let places = vec![place("table", true), place("view", false)];
    let code = places[0].code.digits().to_owned();
    let options = WebOptions {
        papers: None,
        address: ([127, 0, 0, 1], 0).into(),
        name: Some("chess.example".to_owned()),
        places,
        files: vec![WebFile { path: "/", media_type: "text/html", text: "a page".into() }],
        key,
    };
    (WebServer::open(options, |_| {}).expect("a page on this machine"), code)
});

/// Whatever comes over a connection, the page answers it or closes it, and goes on.
#[cfg(feature = "web")]
fn page_requests(data: &[u8]) {
    let mut wire = TcpStream::connect(PAGE.0.address()).expect("the page is served");
    // It may close what it does not want to read.
    let _ = wire.write_all(data).and_then(|()| wire.shutdown(Shutdown::Write));
    let mut answer = Vec::new();
    let _ = wire.read_to_end(&mut answer);
    assert!(answer.is_empty() || answer.starts_with(b"HTTP/1."), "{}", String::from_utf8_lossy(&answer));
}

/// The same of whoever has a pass: what comes behind it are frames, until one of both has had enough.
#[cfg(feature = "web")]
fn page_frames(data: &[u8]) {
    const FROM: &str = "Host: chess.example\r\nOrigin: http://chess.example\r\n";
    /// Sends a request; returns the connection and the head of the answer.
    fn ask(request: &str) -> (TcpStream, String) {
        let mut wire = TcpStream::connect(PAGE.0.address()).expect("the page is served");
        wire.write_all(request.as_bytes()).expect("the page reads");
        let mut head = Vec::new();
        let mut byte = [0];
        while !head.ends_with(b"\r\n\r\n") && wire.read_exact(&mut byte).is_ok() {
            head.extend(byte);
        }
        (wire, String::from_utf8(head).expect("a head of an answer"))
    }
    static PASS: LazyLock<String> = LazyLock::new(|| {
        let code = &PAGE.1;
        let (_, head) =
            ask(&format!("POST /enter HTTP/1.1\r\n{FROM}Content-Length: {}\r\n\r\n{code}", code.len()));
        let pass = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a pass");
        pass.split(';').next().unwrap_or_default().to_owned()
    });
    let (mut wire, head) = ask(&format!(
        "GET /live HTTP/1.1\r\n{FROM}Cookie: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        *PASS
    ));
    assert!(head.starts_with("HTTP/1.1 101"), "{head}");
    let _ = wire.write_all(data).and_then(|()| wire.shutdown(Shutdown::Write));
    let _ = wire.read_to_end(&mut Vec::new());
}

#[cfg(feature = "web")]
fn page_frame_seeds() -> Vec<Vec<u8>> {
    // Masked with zeros, as a browser may.
    let frame =
        |head: u8, text: &str| [&[head, 0x80 | text.len() as u8, 0, 0, 0, 0], text.as_bytes()].concat();
    let long = [&[0x81, 0xff][..], &u64::MAX.to_be_bytes(), &[0; 4]].concat();
    vec![
        frame(0x81, r#"{"say":"e4"}"#),
        [frame(0x01, r#"{"say":"#), frame(0x89, "ping"), frame(0x80, r#""e4"}"#)].concat(),
        [frame(0x81, r#"{"move":["e2","e4"]}"#), frame(0x88, "\u{3}\u{e8}over")].concat(),
        [frame(0x82, "bytes"), frame(0x8a, "pong"), frame(0xc1, "reserved"), frame(0x83, "")].concat(),
        [&[0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28][..], &[0x81, 0x02, b'{', b'}']].concat(),
        [&[0x81, 0xfe, 0x01, 0x00, 0, 0, 0, 0][..], &[b'x'; 256]].concat(),
        long,
    ]
}

#[cfg(feature = "web")]
fn page_request_seeds() -> Vec<Vec<u8>> {
    bytes(&[
        "GET / HTTP/1.1\r\nHost: chess.example\r\nConnection: close\r\n\r\n",
        "POST /enter HTTP/1.1\r\nHost: chess.example\r\nOrigin: http://chess.example\r\nContent-Length: 7\r\n\r\n123 456",
        "POST /leave HTTP/1.1\r\nHost: chess.example\r\nOrigin: https://chess.example\r\nContent-Length: 0\r\n\r\n",
        "GET /live HTTP/1.1\r\nHost: [::1]:80\r\nCookie: a=b; annabella-80=0.ab\r\nUpgrade: websocket\r\n\
         Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n\u{81}",
        "POST /enter HTTP/1.1\r\nHost: chess.example\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n123\r\n0\r\n\r\n",
    ])
}

/// A table of a braille code, and a key of a display.
fn braille(data: &[u8]) {
    if let Ok(code) = BrailleCode::parse(&String::from_utf8_lossy(data), "the code") {
        let _ = code.name();
    }
    if let Some(eight) = data.first_chunk() {
        let _ = BrailleKey::from_code(u64::from_le_bytes(*eight));
    }
}

fn braille_seeds() -> Vec<Vec<u8>> {
    bytes(&[
        include_str!("../../grammars/braille/german.toml"),
        include_str!("../../grammars/braille/uk-2015.toml"),
    ])
}
