//! Score files as people and programs write them, always the same ones: comments and variations in each other,
//! assessments, escape lines, line ends of each kind, tags that lack or come again, moves that were not made.

use annabella::{
    laws::{Game, Move},
    notation::PgnGame,
};

use crate::random::Random;

/// A score file.
pub struct WrittenFile {
    pub text: String,
    /// The same where the other library reads less: a new piece in brackets, one empty line behind tags without moves.
    pub for_python: String,
    /// It ends in the middle of something.
    pub is_cut: bool,
}

const TAGS: [&str; 8] = [
    "[Event \"a\"]",
    "[Event \"x \\\"y\\\" z\"]",
    "[Site \"C:\\\\d\"]",
    "[Site \"] (\"]",
    "[White \"Müller, Jörg\"]",
    "[White \"?\"]",
    "[Result \"1/2-1/2\"]",
    "[Round \"1.2\"]",
];
const REMARKS: [&str; 14] = [
    " {a (note) here}",
    " {:)}",
    " {ein {kleiner} Scherz}",
    " {[%clk 0:01:30] [%eval 0.3]}",
    " {auf zwei\nZeilen}",
    " {eine leere\n\nZeile}",
    " {}",
    " ; rest e4 (\n",
    "\n% e5 escape (\n",
    "\n; line e5\n",
    " $14 $2",
    " e.p.",
    " ch",
    "\n",
];
const ASSESSMENTS: [&str; 16] =
    ["!?", "??", "!", "±", "∓", "⩲", "∞", " ±", " ∞", " +-", " -+", " =", " ⩱", "+-", "+/-", " ?!"];
const FENS: [&str; 5] = [
    "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
    "8/PPPk4/8/8/8/8/4Kppp/8 b - - 3 17",
    "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 9",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
];

impl WrittenFile {
    /// A file of up to three games.
    pub fn any(random: &mut Random) -> WrittenFile {
        let (mut text, mut for_python) = (String::new(), String::new());
        for _ in 0..=random.below(3) {
            let (ours, theirs) = game(random);
            text += &ours;
            for_python += &theirs;
        }
        let mut file = WrittenFile { text, for_python, is_cut: false };
        match random.below(10) {
            0 | 1 => file.cut(random),
            2 => file.change(|text| text.replace('\n', "\r\n")),
            3 => file.change(|text| text.replace('\n', "\r")),
            4 => file.change(|text| format!("\u{feff}{text}")),
            5 => file.change(|text| format!("\n\n{text}\n\n")),
            _ => {}
        }
        file
    }

    fn change(&mut self, change: impl Fn(&str) -> String) {
        self.text = change(&self.text);
        self.for_python = change(&self.for_python);
    }

    fn cut(&mut self, random: &mut Random) {
        let length = random.below(self.for_python.chars().count()) + 1;
        let cut: String = self.for_python.chars().take(length).collect();
        *self = WrittenFile { text: cut.clone(), for_python: cut, is_cut: true };
    }
}

/// A game, and the same for the other library.
fn game(random: &mut Random) -> (String, String) {
    let (mut game, start) = match random.below(8) {
        0 | 1 => {
            let game = Game::chess960(random.below(960) as u32).unwrap();
            let start = format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n", game.start_fen());
            (game, start)
        }
        2 | 3 => {
            let fen = FENS[random.below(FENS.len())];
            (Game::from_fen(fen).unwrap(), format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n"))
        }
        4 if random.below(3) == 0 => {
            (Game::default(), "[FEN \"4k3/8/8/8/8/8/4P3/4K4 w - - 0 1\"]\n".to_owned())
        }
        _ => (Game::default(), String::new()),
    };
    let mut tags: String =
        (0..=random.below(4)).map(|_| TAGS[random.below(TAGS.len())].to_owned() + "\n").collect();
    tags += &start;
    let plies = [0, 12, 40][random.below(3)];
    let mut text = (String::new(), String::new());
    let mut both = |words: &str| {
        text.0 += words;
        text.1 += words;
    };
    let mut brackets = Vec::new();
    for ply in 0..random.below(plies + 1) {
        let Some(m) = random.legal_move(game.position()) else { break };
        let san = written(&game, m);
        match random.below(12) {
            0 => both(&format!(" {}.", random.below(90))),
            1 => both(&format!(" {}...", ply / 2 + 1)),
            2 => {}
            _ if ply % 2 == 0 => both(&format!(" {}. ", ply / 2 + 1)),
            _ => {}
        }
        both(" ");
        match san.split_once('=').filter(|_| random.below(3) == 0) {
            Some((pawn, new)) => {
                brackets.push((san.clone(), format!("{pawn}({}){}", &new[..1], &new[1..])));
                both(&format!("<{}>", brackets.len() - 1));
            }
            None => both(&san),
        }
        if random.below(8) == 0 {
            both(ASSESSMENTS[random.below(ASSESSMENTS.len())]);
        }
        if random.below(8) == 0 {
            both(REMARKS[random.below(REMARKS.len())]);
        }
        if random.below(10) == 0 {
            let other = random.legal_move(game.position()).map(|m| written(&game, m)).unwrap_or_default();
            both(&variation(&other, random));
        }
        game.play(m).unwrap();
        match random.below(120) {
            0 => both(" --"),
            1 => both(" Z0"),
            2 => both(" Ke5"),
            _ => {}
        }
    }
    both([" *", " 1-0", " 0-1", " 1/2-1/2", " ½-½", ""][random.below(6)]);
    let (mut ours, mut theirs) = text;
    let is_empty = ours.trim().is_empty();
    for (n, (san, in_brackets)) in brackets.iter().enumerate() {
        ours = ours.replace(&format!("<{n}>"), in_brackets);
        theirs = theirs.replace(&format!("<{n}>"), san);
    }
    if is_empty {
        // Its first tag begins the next game, which another library does not see behind one empty line.
        return (format!("[Event \"empty\"]\n{tags}\n"), format!("[Event \"empty\"]\n{tags}\n\n"));
    }
    let end = ["\n\n", "\n\n\n"][random.below(2)];
    (format!("[Event \"b\"]\n{tags}\n{ours}{end}"), format!("[Event \"b\"]\n{tags}\n{theirs}{end}"))
}

/// A move as PGN writes it.
fn written(game: &Game, m: Move) -> String {
    let mut after = game.clone();
    after.play(m).unwrap();
    let whole = PgnGame::new(after).to_string();
    let moves = whole.trim_end().rsplit("\n\n").next().unwrap().replace('\n', " ");
    moves.split(' ').rev().nth(1).unwrap().to_owned()
}

fn variation(other: &str, random: &mut Random) -> String {
    match random.below(4) {
        0 => format!(" ({other} {{x)}} ({other} $2) )"),
        1 => format!(" ({other} ; b)\n)"),
        2 => format!(" ({other} (e9 ({other}) {{:)}}) {{(}} )"),
        _ => format!(" ({other}\n{other} *)"),
    }
}
