//! Text of any kind for the readers of positions, journals and scores: an error or a value, never a panic.
//!
//! Short by default; `PROPTEST_CASES=1000000 cargo test --test fuzz_readers` goes on for minutes.

use annabella::{
    app::{judge, perft, reconcile},
    journal::{Line, Record},
    laws::{Game, Start},
    notation::{Letters, read},
};
use proptest::{prelude::*, sample::Index};

const FENS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "8/8/8/4k3/8/8/4P3/4K3 w - - 99 4294967295",
    "4k3/P6p/8/8/8/8/p6P/4K3 b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
];

const JOURNAL: [&str; 24] = [
    r#"{"at":0,"entry":"started","version":1,"ruleset":"fide-2023","time_control":"5400+30"}"#,
    r#"{"at":0,"entry":"started","version":1,"fen":"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"}"#,
    r#"{"at":1,"entry":"clock-started","side":"white"}"#,
    r#"{"at":2,"entry":"asked","uci":"e2e4"}"#,
    r#"{"at":3,"entry":"moved","uci":"e2e4","san":"e4"}"#,
    r#"{"at":4,"entry":"pressed","side":"white"}"#,
    r#"{"at":5,"entry":"taken-back"}"#,
    r#"{"at":6,"entry":"claimed","by":"white","claim":"threefold","uci":"e7e5","holds":false,"gains_ms":120000}"#,
    r#"{"at":6,"entry":"claimed","by":"black","claim":"fifty-moves","holds":true}"#,
    r#"{"at":7,"entry":"touched","square":"e2"}"#,
    r#"{"at":8,"entry":"adjusting"}"#,
    r#"{"at":9,"entry":"pressed-without-move","side":"black"}"#,
    r#"{"at":10,"entry":"penalized","side":"black","gains_ms":18446744073709551615}"#,
    r#"{"at":11,"entry":"returned-to","ply":0}"#,
    r#"{"at":11,"entry":"returned-to","ply":99999}"#,
    r#"{"at":12,"entry":"sealed","side":"white","sealed":"00"}"#,
    r#"{"at":13,"entry":"unsealed"}"#,
    r#"{"at":14,"entry":"two-minutes-claimed","side":"white"}"#,
    r#"{"at":15,"entry":"two-minutes-answered","postponed":false,"gains_ms":120000}"#,
    r#"{"at":18446744073709551615,"entry":"tick"}"#,
    r#"{"at":16,"entry":"time-set","side":"white","left_ms":18446744073709551615}"#,
    r#"{"at":17,"entry":"flag-fell","side":"white"}"#,
    r#"{"at":18,"entry":"draw-offered","by":"white"}"#,
    r#"{"at":19,"entry":"resumed"}"#,
];

const SCORES: [&str; 4] = [
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O",
    "1.e2-e4 e5 2.Sf3 Sc6! {lange überlegt} 3.Lb5 a6 (=) 4.La4 Sf6 *",
    "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 {[%clk 0:59:00]} Kd7 ; so\n2. e5 1-0",
    "1. e4 c5 2. e5 d5 3. exd6 e.p. (3. Nf3 (3. d4)) $1 e8(D) 00 000 0-0-0 ??? --",
];

/// Something written, with a few slips of the pen.
fn slipped(texts: &'static [&'static str]) -> impl Strategy<Value = String> {
    let slip = (any::<Index>(), prop_oneof![any::<char>(), prop::char::range(' ', '~')], 0..3_u8);
    (0..texts.len(), prop::collection::vec(slip, 0..6)).prop_map(|(n, slips)| {
        let mut chars: Vec<char> = texts[n].chars().collect();
        for (at, c, how) in slips {
            let at = at.index(chars.len() + 1);
            match how {
                0 => chars.insert(at, c),
                1 if at < chars.len() => chars[at] = c,
                _ if at < chars.len() => drop(chars.remove(at)),
                _ => {}
            }
        }
        chars.into_iter().collect()
    })
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[a-h1-8KQRBNx=+#0O .-]{0,20}",
        "[pnbrqkPNBRQK1-8/]{0,40} [wb] [KQkqA-Ha-h-]{0,4} (-|[a-h][36]) [0-9]{1,3} [0-9]{1,5}"
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(256), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions(text in prop_oneof![2 => slipped(&FENS), 1 => any_text()]) {
        if let Ok(game) = Game::from_fen(&text) {
            let written = game.start_fen().to_string();
            let again = Game::from_fen(&written).unwrap();
            prop_assert_eq!(again.start_fen().to_string(), written, "from {:?}", text);
        }
        let _ = text.parse::<Start>().map(|start| start.position());
        let _ = perft::position(&text, true);
        if judge::position(&text).is_ok() {
            let answer = judge::answer_line(&text, 200);
            prop_assert!(answer.starts_with("white ") && answer.contains(" black "), "{:?}: {}", text, answer);
            let judgement = judge::judge(&text, 200).unwrap();
            prop_assert!(judgement.to_string().ends_with('\n'));
        }
    }

    #[test]
    fn journals(
        lines in prop::collection::vec(prop_oneof![6 => slipped(&JOURNAL[1..2]), 12 => (0..JOURNAL.len()).prop_map(|n| JOURNAL[n].to_owned()), 3 => slipped(&JOURNAL), 1 => any_text()], 0..16),
        begins in any::<bool>(),
    ) {
        let mut lines = lines;
        if begins {
            lines.insert(0, JOURNAL[0].to_owned());
        }
        // What fits is kept, so that a wrong line does not hide all behind it.
        let mut kept: Vec<Line> = Vec::new();
        for line in &lines {
            let Ok(mut read) = Line::read_all([line.as_str()]) else { continue };
            kept.append(&mut read);
            match Record::replay(&kept) {
                Ok(record) => {
                    let pgn = annabella::app::export::pgn(&record);
                    prop_assert!(pgn.starts_with("[Event "));
                    let _ = record.owed();
                }
                Err(error) => {
                    prop_assert!(!error.to_string().contains('\n'));
                    kept.pop();
                }
            }
        }
        let _ = Line::read_all(lines.iter().map(String::as_str));
    }

    #[test]
    fn scores(white in prop_oneof![3 => slipped(&SCORES), 1 => any_text()], black in slipped(&SCORES)) {
        if let Ok(report) = reconcile::reconcile(&white, &black, Some("1:00:00,0:30:00")) {
            prop_assert!(report.to_string().contains("oth boards"));
        }
        for letters in Letters::ALL {
            let _ = read(&white, &letters);
        }
    }
}

/// So many, unless the environment sets another number.
fn cases(usual: u32) -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}
