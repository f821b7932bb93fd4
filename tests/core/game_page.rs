//! A game's page: what stands in it is true, is named, is in the page's language, and is never markup of a stranger's.

use std::{collections::BTreeSet, sync::LazyLock};

use annabella::{
    announce::Announcer,
    clock::TimeControl,
    commands::{
        export,
        game_page::{PageOptions, page},
        shown_game::{MoveAt, ShownGame},
    },
    journal::{Entry, JournalLine, Record, Start},
    language::{Catalogue, LANGUAGES, LanguageFolder},
    laws::{Color, Ending, Game, GameResult, Outcome},
    notation::{Letters, PgnGame, pgn::games},
};
use proptest::prelude::*;
use roxmltree::{Document, Node};
use shakmaty::Position;

const OPERA: &str = include_str!("../games/opera.pgn");

/// What pages in each language are made of; a grammar takes long to read.
static VOICES: LazyLock<Vec<(Announcer, Catalogue, Letters)>> = LazyLock::new(|| {
    let voice = |language: LanguageFolder| {
        let grammar = crate::grammars::of(language);
        let announcer = Announcer::of(language, grammar.spoken().clone(), *grammar.letters());
        (announcer, language.catalogue(), *grammar.letters())
    };
    LANGUAGES.into_iter().map(voice).collect()
});

fn voice(language: LanguageFolder) -> &'static (Announcer, Catalogue, Letters) {
    let place = LANGUAGES.iter().position(|known| known.tag == language.tag).unwrap();
    &VOICES[place]
}

fn shown_in(language: LanguageFolder, game: &ShownGame, diagrams: &str) -> String {
    let (announcer, words, letters) = voice(language);
    let diagrams = if diagrams.is_empty() { Vec::new() } else { MoveAt::list(diagrams).unwrap() };
    page(game, &PageOptions { announcer, words, letters: *letters, turned: false, diagrams }).unwrap()
}

/// What a browser sees: all but the head and the script.
fn body(page: &str) -> &str {
    let start = page.find("<body>").unwrap();
    &page[start..page.find("<script").unwrap()]
}

/// Parses what is between the tags of the body.
fn checked<T>(page: &str, check: impl FnOnce(&Document) -> T) -> T {
    let text = format!("{}</body>", body(page));
    let document = Document::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    check(&document)
}

fn read(pgn: &str) -> ShownGame {
    ShownGame::of_pgn(games(pgn).next().unwrap().unwrap())
}

fn buttons<'a>(document: &'a Document) -> Vec<Node<'a, 'a>> {
    document.descendants().filter(|node| node.attribute("data-board").is_some()).collect()
}

fn text_of(node: Node) -> String {
    node.descendants().filter_map(|node| node.is_text().then(|| node.text()).flatten()).collect()
}

/// Games of every kind, by what is special about them.
fn kinds() -> Vec<(&'static str, ShownGame)> {
    let start = Start { time_control: Some("5400+30".parse::<TimeControl>().unwrap()), ..Start::default() };
    let (mut lines, mut game) =
        (vec![JournalLine::new(seconds(0), Entry::Started(Box::new(start)))], Game::default());
    lines.push(JournalLine::new(seconds(0), Entry::ClockStarted { side: Color::White }));
    for (n, san) in ["f3", "e5", "g4", "Qh4"].into_iter().enumerate() {
        let record = Record::replay(&lines).unwrap();
        let m = san.parse::<shakmaty::san::San>().unwrap().to_move(game.position()).unwrap();
        let at = seconds(10 * (n as u64 + 1));
        lines.push(JournalLine::new(at, record.move_entry(m)));
        game.play(m).unwrap();
        lines.push(JournalLine::new(at, Entry::Pressed { side: !game.turn() }));
    }
    let in_progress = Record::replay(&lines).unwrap();
    let outcome = Outcome { result: GameResult::BothLose, ending: Ending::Arbiter };
    lines.push(JournalLine::new(seconds(50), Entry::Ended { outcome }));
    let both_lost = Record::replay(&lines).unwrap();
    let of = |record: &Record| ShownGame::of_record(record, &voice(LanguageFolder::USUAL).0);
    vec![
        ("opera", read(OPERA)),
        ("nothing played", read("*")),
        ("from a position", read("[FEN \"4k3/4P3/4K3/8/8/8/8/8 b - - 0 30\"]\n\n*")),
        ("Black begins", read("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 30\"]\n\n30... Kd7 31. e4 1/2-1/2")),
        (
            "Chess960",
            read("[Variant \"Chess960\"]\n[FEN \"rk5r/8/8/8/8/8/8/RK5R w AHah - 0 1\"]\n\n1. O-O O-O-O *"),
        ),
        ("with clocks", read("[TimeControl \"300\"]\n\n1. e4 {[%clk 0:04:50]} e5 {[%clk 0:03:30] why?} 0-1")),
        ("in progress", of(&in_progress)),
        ("both lost", of(&both_lost)),
    ]
}

fn seconds(seconds: u64) -> std::time::Duration {
    std::time::Duration::from_secs(seconds)
}

#[test]
fn every_kind_of_game_has_a_sound_page_in_every_language() {
    for language in LANGUAGES {
        for (kind, game) in kinds() {
            let page = shown_in(language, &game, "0");
            assert!(page.contains(&format!("<html lang=\"{}\">", language.tag)), "{kind}");
            assert!(!page.contains("page-"), "{kind}: a text is missing in {}", language.tag);
            checked(&page, |document| is_sound(document, kind));
            checked(&page, |document| shows(document, &game, kind));
        }
    }
}

/// Ids are unique, what is referred to is there, and nothing needs a network or a script in its place.
fn is_sound(document: &Document, kind: &str) {
    let mut ids = BTreeSet::new();
    for id in document.descendants().filter_map(|node| node.attribute("id")) {
        assert!(ids.insert(id), "{kind}: {id} twice");
    }
    for node in document.descendants() {
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            let refers = match name {
                "href" => vec![value.strip_prefix('#').unwrap_or_else(|| panic!("{kind}: {value}"))],
                "aria-labelledby" | "aria-describedby" => value.split(' ').collect(),
                _ => Vec::new(),
            };
            assert!(refers.iter().all(|id| ids.contains(id)), "{kind}: {name}={value}");
            assert!(!name.starts_with("on") && !["src", "style"].contains(&name), "{kind}: {name}={value}");
        }
        let is_named = || !text_of(node).trim().is_empty() || node.attribute("aria-label").is_some();
        if ["button", "h1", "h2", "summary", "caption"].contains(&node.tag_name().name()) {
            assert!(is_named(), "{kind}: {node:?} has no name");
        }
        if node.attribute("role") == Some("img") {
            assert!(node.attribute("aria-label").is_some_and(|name| !name.is_empty()), "{kind}: {node:?}");
        }
    }
    for landmark in ["header", "main", "h1"] {
        assert_eq!(document.descendants().filter(|node| node.has_tag_name(landmark)).count(), 1, "{kind}");
    }
}

/// Each half-move has its button with the position after it; the last position is shown.
fn shows(document: &Document, game: &ShownGame, kind: &str) {
    let played = &game.score.game;
    let buttons = buttons(document);
    assert_eq!(buttons.len(), played.moves().len() + 1, "{kind}");
    for (plies, button) in buttons.iter().enumerate() {
        let board = played.position_at(plies).board();
        let on = |square| board.piece_at(square).map_or('.', |piece| piece.char());
        let ranks = shakmaty::Rank::ALL.into_iter().rev();
        let squares =
            ranks.flat_map(|rank| shakmaty::File::ALL.map(|file| shakmaty::Square::from_coords(file, rank)));
        assert_eq!(button.attribute("data-board"), Some(&*squares.map(on).collect::<String>()), "{kind}");
        assert_eq!(button.attribute("aria-current").is_some(), plies == played.moves().len(), "{kind}");
        assert!(button.attribute("data-told").is_some_and(|told| told.len() > 5), "{kind}");
    }
    let table = document.descendants().find(|node| node.attribute("id") == Some("board")).unwrap();
    let cells = table
        .descendants()
        .filter(|node| node.has_tag_name("td") && node.attribute("class") != Some("corner"));
    let occupied =
        cells.filter(|cell| !text_of(*cell).is_empty() && cell.attribute("class") != Some("file")).count();
    assert_eq!(occupied, played.position().board().occupied().count(), "{kind}");
    let told = document.descendants().find(|node| node.attribute("role") == Some("status")).unwrap();
    assert_eq!(Some(&*text_of(told)), buttons[buttons.len() - 1].attribute("data-told"), "{kind}");
}

#[test]
fn moves_times_and_result_are_told_in_the_language() {
    let german = |kind: &str| {
        let (_, game) = kinds().into_iter().find(|(known, _)| *known == kind).unwrap();
        shown_in(LanguageFolder::USUAL, &game, "")
    };
    let opera = german("opera");
    for told in ["Zug 2, Weiß: Springer Gustav eins Felix drei.", ">Sf3<", "1-0. Weiß gewinnt.", "weiße Dame"]
    {
        assert!(opera.contains(told), "{told}");
    }
    assert!(!opera.contains("Verbrauchte Zeit") && german("both lost").contains("Verbrauchte Zeit"));
    let clocks = german("with clocks");
    for told in [
        "Schwarz brauchte insgesamt eine Minute 30, am längsten für Zug 1",
        "<td>1:30</td>",
        "<td>0:10</td>",
        "why?",
    ] {
        assert!(clocks.contains(told), "{told}");
    }
    assert!(german("both lost").contains("0-0. ") && german("both lost").contains("Beide verlieren."));
    assert!(german("in progress").contains("Die Partie ist nicht zu Ende."));
    assert!(german("Black begins").contains("Zug 30, Schwarz: König"));
}

#[test]
fn a_journal_and_its_score_have_the_same_moves() {
    let (_, game) = kinds().into_iter().find(|(kind, _)| *kind == "in progress").unwrap();
    let again = read(&game.score.to_string());
    assert_eq!(again.score.game.moves(), game.score.game.moves());
    assert_eq!(game.spent, [10, 10, 10, 10].map(|time| Some(seconds(time))));
    // The first moves of a score with an increment are left open.
    assert_eq!(again.spent, [None, None, Some(seconds(10)), Some(seconds(10))]);
    assert!(export::pgn(&Record::new(Start::default())).contains("*"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn what_people_wrote_is_never_markup(
        white in "<script>alert\\(1\\)</script>|[<>&\"'`=/ a-z]{1,30}|\\PC{1,20}",
        event in "[<>&\"' a-z]{1,30}",
        comment in "</script><img src=x onerror=alert\\(1\\)>|\\[%x <b>|[<>&\"'!-]{1,30}",
    ) {
        let mut score = PgnGame::new(games(OPERA).next().unwrap().unwrap().game);
        score.set_tag("White", &white);
        score.set_tag("Event", &event);
        score.comments = vec![(0, comment.clone()), (3, comment)];
        let game = ShownGame::of_pgn(score);
        let shown = shown_in(LanguageFolder::ENGLISH, &game, "");
        let bare = shown_in(LanguageFolder::ENGLISH, &read(OPERA), "");
        let tags = |page: &str| checked(page, |document| {
            let names = document.descendants().map(|node| node.tag_name().name().to_owned());
            names.collect::<BTreeSet<_>>()
        });
        // Nothing but the paragraph of a comment is new.
        prop_assert!(tags(&shown).is_subset(&tags(&bare)));
        prop_assert_eq!(shown.matches("<script").count(), 1);
        let heading = checked(&shown, |document| text_of(document.descendants().find(|node| node.has_tag_name("h1")).unwrap()));
        prop_assert!(heading.ends_with(" – Black"), "{}", heading);
        if !white.trim().is_empty() && white.chars().any(char::is_alphanumeric) {
            let kept: String = white.chars().filter(|c| !annabella::language::is_bidi_control(*c)).collect();
            prop_assert!(heading.starts_with(&kept), "{} in {}", white, heading);
        }
    }
}
