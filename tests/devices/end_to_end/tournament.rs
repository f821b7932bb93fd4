//! A tournament game on virtual devices: the sighted player at an electronic board with its clock, the blind one by
//! voice, with a tactile clock and a braille line; the cable comes out, and pieces are put where they do not belong.
//!
//! `PLIES=120` for 60 moves, a quarter of an hour.

use std::time::Instant;

use annabella::{
    announce::{Announcement, Announcer, AskedMove, Audience, MoveInPosition},
    commands::export,
    grammar::Grammar,
    laws::{Color, Position},
    notation::spoken::{MoveForm, speak_games},
};

use crate::{
    braille::Cells,
    end_to_end::{
        games::{Tournament, disturbance, uci},
        needed,
        talk::{LONG, Talk},
    },
    program::Program,
};

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn a_tournament_game_is_played_by_voice_against_a_board() {
    let (_, model) = needed();
    let language = annabella::language::LanguageFolder::USUAL;
    let grammar = Grammar::of(language);
    let announcer = Announcer::of(language, grammar.spoken().clone(), *grammar.letters());
    let told = |announcement| announcer.render(&announcement, Audience::User(Color::White)).words;
    let tournament = Tournament::of(8);
    let pgn = tournament.moves();
    let forms = [MoveForm::Full, MoveForm::Short].map(|form| speak_games(&pgn, grammar.spoken(), form).0);
    let forms = forms.map(|lines| lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>());

    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let hands = ["--minutes", "200", "--seed", "3", "--speed", "1", "-"];
    let mut board = Program::start(&[&["board-emulator", "--link", &path("board")], &hands[..]].concat());
    let clock = Program::start(&["clock-emulator", "--link", &path("clock")]);
    let waits = |program: &Program, wanted: &str| {
        let mut said = Vec::new();
        let line = program.until(LONG, |line| {
            said.push(line.to_owned());
            line.contains(wanted)
        });
        assert!(line.is_some(), "nothing of {wanted:?} in {said:#?}");
    };
    waits(&board, "board at");
    waits(&clock, "clock at");
    let cells = Cells::at(std::env::var("VR_PORT").unwrap().parse().unwrap());
    let mut talk = Talk::start(&[
        "play",
        "--opponent=board",
        "--user=white",
        "--time=200",
        "--rate=100",
        "--board",
        &format!("dgt:{}", path("board")),
        "--board-clock",
        "--clock",
        &path("clock"),
        "--model",
        model.to_str().unwrap(),
        "--journal",
        &path("game.jsonl"),
    ]);
    let (at, ready) = talk.answer(LONG).expect("a greeting");
    assert!(ready.starts_with("Bereit."), "{ready:?}");
    talk.sounds(at);

    // The last moves of both, or of one where there is no room for more.
    let is_brailled = |ply: usize, at: Instant| {
        let before = ply.saturating_sub(1)..=ply;
        let told =
            tournament.played[before].iter().map(|(before, m)| MoveInPosition::new(before.clone(), *m));
        let told: Vec<MoveInPosition> = told.collect();
        let next = !told[told.len() - 1].before.turn();
        let lines =
            [&told[..], &told[told.len() - 1..]].map(|told| announcer.game_line(told, next, None, 40));
        let lines = lines.each_ref().map(|line| line.cells.as_str());
        cells.show_one_of(&lines, at, LONG)
    };
    let mut brailled = 0;
    for (ply, (position, m)) in tournament.played.iter().enumerate() {
        let this = MoveInPosition::new(position.clone(), *m);
        // What is told after a move may lie before it on the line by the time at which the move was heard.
        let at = Instant::now();
        if position.turn() == Color::White {
            let read_back = told(Announcement::ReadBack(AskedMove::InPosition(this.clone())));
            let moved = told(Announcement::Moved(this));
            talk.make(0, &forms[usize::from(ply % 4 == 2)][ply], &read_back, &moved);
            // The sighted player sees it, makes it for the blind one and presses the blind one's clock.
            waits(&board, &format!("clock shows: {}", uci(*m)));
            board.type_line(&uci(*m));
            waits(&board, "lever: white");
            brailled += usize::from(is_brailled(ply, at));
            continue;
        }
        if tournament.is_disturbed(ply) {
            let [away, back] = disturbance(position);
            away.iter().for_each(|line| board.type_line(line));
            talk.is_told("Am Brett: ");
            back.iter().for_each(|line| board.type_line(line));
            talk.is_told("Das Brett stimmt wieder.");
        }
        if tournament.is_unplugged(ply) {
            board.type_line("cable out");
            talk.is_told("Elektronisches Brett getrennt. Das Spiel läuft weiter.");
        }
        board.type_line(&uci(*m));
        waits(&board, "lever: black");
        let moved = told(Announcement::OpponentMoved(this));
        if tournament.is_unplugged(ply) {
            board.type_line("cable in");
            talk.are_told(["Elektronisches Brett wieder da.", &moved]);
        } else {
            talk.is_told(&moved);
        }
        brailled += usize::from(is_brailled(ply, at));
    }

    waits(&clock, "face: ");
    let record = export::journal(&folder.path().join("game.jsonl"), false).unwrap().record;
    let played: Vec<_> = tournament.played.iter().map(|(_, m)| *m).collect();
    assert_eq!(record.game().moves(), played);
    talk.print_waits();
    talk.note(&format!(
        "{} half-moves; said again {}, sounded {}, brailled {brailled}",
        played.len(),
        talk.repeats,
        talk.sounded
    ));
    assert_eq!(brailled, played.len(), "not every move was on the braille line");
}
