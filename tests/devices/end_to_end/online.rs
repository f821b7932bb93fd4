//! The Opera Game by voice against somebody on a server, the connection to which is cut three times.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    time::{Duration, Instant},
};

use annabella::{
    announce::{Announcement, Announcer, AskedMove, Audience, MoveInPosition},
    grammar::Grammar,
    laws::Color,
    notation::{
        pgn::games,
        spoken::{MoveForm, speak_games},
    },
};

use crate::{
    end_to_end::{
        ends_sound::Mouth,
        needed,
        server::{Game, Server, TOKEN, check_against_description},
    },
    program::Program,
};

const OPERA: &str = include_str!("../../games/opera.pgn");
/// An answer that takes longer than this is none.
const PATIENCE: Duration = Duration::from_secs(8);

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn a_game_on_a_server_is_played_by_voice_though_the_connection_is_cut_three_times() {
    let (_, model) = needed();
    let (began, server, home) = (Instant::now(), Server::start(), tempfile::tempdir().unwrap());
    let opera = games(OPERA).next().unwrap().unwrap().game;
    let uci = |ply: usize| opera.moves()[ply].to_uci(shakmaty::CastlingMode::Standard).to_string();
    let theirs: Vec<String> = (1..opera.moves().len()).step_by(2).map(uci).collect();
    let game = Game::new("operaaaa", "white", "Karl", &format!("{} mate!", theirs.join(" ")));
    server.change(|world| world.coming.push(game));
    let folder = home.path().join("annabella");
    fs::create_dir_all(&folder).unwrap();
    let token = folder.join("lichess.token");
    fs::write(&token, TOKEN).unwrap();
    fs::set_permissions(&token, fs::Permissions::from_mode(0o600)).unwrap();
    let journal = home.path().join("game.jsonl");
    let program = Program::start_at_home(
        home.path(),
        &[
            "play",
            "--opponent=lichess",
            "--time=15+10",
            "--lichess-url",
            server.address(),
            "--rate=100",
            "--headphones",
            "--model",
            model.to_str().unwrap(),
            "--journal",
            journal.to_str().unwrap(),
        ],
    );
    let mut evening = Evening { program, mouth: Mouth::new("de"), began, repeats: 0 };
    evening.hears("Gegen Karl, 1751. Mit Weiß, 15 Minuten plus 10 Sekunden.");
    let grammar = Grammar::of(annabella::language::LanguageFolder::USUAL);
    let announcer = Announcer::of(
        annabella::language::LanguageFolder::USUAL,
        grammar.spoken().clone(),
        *grammar.letters(),
    );
    let forms: Vec<String> = speak_games(OPERA, grammar.spoken(), MoveForm::Full).0;
    let forms: Vec<&String> = forms.iter().filter(|line| !line.is_empty()).collect();
    for ply in (0..opera.moves().len()).step_by(2) {
        let told = MoveInPosition::new(opera.position_at(ply).clone(), opera.moves()[ply]);
        let read_back = Announcement::ReadBack(AskedMove::InPosition(told));
        let read_back = announcer.render(&read_back, Audience::User(Color::White)).words;
        evening.says_until(forms[ply], &read_back);
        match ply {
            8 | 16 => server.cut(),
            24 => server.change(|world| world.breaks_after_move = true),
            _ => {}
        }
        let last = ply + 1 == opera.moves().len();
        evening.says_until("ja", if last { "Weiß gewinnt." } else { "Schwarz: " });
    }
    server.change(|world| {
        let all: Vec<String> = (0..opera.moves().len()).map(uci).collect();
        assert_eq!(world.games["operaaaa"].moves, all);
        check_against_description(world);
    });
    println!(
        "{} half-moves in {:.0} s, {} said again",
        opera.moves().len(),
        began.elapsed().as_secs_f64(),
        evening.repeats
    );
}

struct Evening {
    program: Program,
    mouth: Mouth,
    began: Instant,
    repeats: usize,
}

impl Evening {
    fn next(&self, patience: Duration) -> Option<String> {
        let (_, line) = self.program.until(patience, |line| line.starts_with("say: "))?;
        println!("{:4.0} s  {line}", self.began.elapsed().as_secs_f64());
        Some(line.trim_start_matches("say: ").to_owned())
    }

    fn hears(&self, sentence: &str) {
        while let Some(said) = self.next(PATIENCE * 3) {
            if said.contains(sentence) {
                return;
            }
        }
        panic!("never said: {sentence}");
    }

    /// Says something until the answer is the one that was to come; what is misheard is said again.
    fn says_until(&mut self, words: &str, answer: &str) {
        let mut say = words;
        loop {
            println!("{:4.0} s  {say:?}", self.began.elapsed().as_secs_f64());
            self.mouth.say(say);
            loop {
                match self.next(PATIENCE) {
                    Some(said) if said.contains(answer) => return,
                    // The connection, what waits for it, and whose turn it is.
                    Some(said)
                        if ["Die Verbindung", "Der Zug wartet", "Der Server hat"]
                            .iter()
                            .any(|known| said.starts_with(known))
                            || said.contains("am Zug") => {}
                    Some(said) => {
                        say = if said.ends_with('?') && words != "ja" { "nein" } else { words };
                        break;
                    }
                    None => {
                        say = words;
                        break;
                    }
                }
            }
            self.repeats += 1;
            assert!(self.repeats < 40, "nothing is understood");
        }
    }
}
