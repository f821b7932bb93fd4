//! The commands, and the options that each has. The comments are the help.

use std::path::PathBuf;

use annabella::{
    commands::eval::EvalPhrases,
    config::{self, Settings},
    language::LanguageFolder,
};
use clap::{Args, Subcommand, ValueEnum};

// Clap lets an option go without what it requires, where something that rules that out is there.
const NOT_AS_SVG: [&str; 5] = ["pgn", "text", "audit", "brf", "html"];
const NOT_AS_HTML: [&str; 5] = ["pgn", "text", "audit", "brf", "svg"];
const NOT_IN_BRAILLE: [&str; 5] = ["pgn", "text", "audit", "svg", "html"];
const NOT_THE_RECORD: [&str; 5] = ["pgn", "text", "brf", "svg", "html"];

/// The game for whoever sees, and for a browser
#[derive(Args, Debug)]
pub(crate) struct GameView {
    /// A position as a drawing (SVG)
    #[arg(long, conflicts_with_all = ["pgn", "text", "audit", "brf"])]
    pub(crate) svg: bool,
    /// The whole game as one page for a browser, which needs no network
    #[arg(long, conflicts_with_all = ["pgn", "text", "audit", "brf", "svg"])]
    pub(crate) html: bool,
    /// The position after this move, 12, or 12w and 12b for one side's; 0 is the start; otherwise the last
    #[arg(long = "move", value_name = "MOVE", requires = "svg", conflicts_with_all = NOT_AS_SVG)]
    pub(crate) after: Option<String>,
    /// Diagrams of the positions after these moves: 10,20w
    #[arg(long, value_name = "MOVES", requires = "html", conflicts_with_all = NOT_AS_HTML)]
    pub(crate) diagrams: Option<String>,
    /// With Black below
    #[arg(long)]
    pub(crate) turned: bool,
    /// Which game of a PGN file
    #[arg(long, value_name = "NUMBER")]
    pub(crate) game: Option<usize>,
}

/// The score for an embosser
#[derive(Args, Debug)]
pub(crate) struct BrailleScore {
    /// In braille, page by page
    #[arg(long, conflicts_with_all = ["pgn", "text", "audit", "letters"])]
    pub(crate) brf: bool,
    /// In patterns of Unicode instead of an embosser's letters
    #[arg(long, requires = "brf", conflicts_with_all = NOT_IN_BRAILLE)]
    pub(crate) unicode: bool,
    /// Chess code: german, english, uk-2015 or a file; otherwise that of the language
    #[arg(long, value_name = "NAME|FILE", requires = "brf", conflicts_with_all = NOT_IN_BRAILLE)]
    pub(crate) braille_code: Option<String>,
    /// A liblouis table for what is no move: de-g1.ctb, en-ueb-g2.ctb
    #[arg(long, value_name = "TABLE", requires = "brf", conflicts_with_all = NOT_IN_BRAILLE)]
    pub(crate) table: Option<String>,
    /// Cells a line, 20 to 80
    #[arg(long, value_name = "CELLS", default_value_t = 40, requires = "brf", conflicts_with_all = NOT_IN_BRAILLE)]
    pub(crate) width: usize,
    /// Lines a page, 5 to 60
    #[arg(long, value_name = "LINES", default_value_t = 25, requires = "brf", conflicts_with_all = NOT_IN_BRAILLE)]
    pub(crate) length: usize,
    /// No form feed after each page
    #[arg(long, requires = "brf", conflicts_with_all = NOT_IN_BRAILLE)]
    pub(crate) no_form_feeds: bool,
    /// What ends a line
    #[arg(long, value_enum, default_value_t = LineEnds::Crlf, requires = "brf", conflicts_with_all = NOT_IN_BRAILLE)]
    pub(crate) line_ends: LineEnds,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub(crate) enum LineEnds {
    Crlf,
    Lf,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play a game
    Play {
        #[command(flatten)]
        settings: Settings,
        #[command(flatten)]
        input: WordSource,
        /// Where the game is written down; a new file
        #[arg(long, value_name = "FILE")]
        journal: Option<PathBuf>,
    },
    /// Go on with a game from its journal
    Resume {
        /// The journal; several for as many games at once; without one the last game that is not over
        files: Vec<PathBuf>,
        /// Go on though lines of it are not as they were written; what cannot be read is left out
        #[arg(long)]
        damaged: bool,
        #[command(flatten)]
        settings: Settings,
        #[command(flatten)]
        input: WordSource,
    },
    /// Say something, and see what was heard and understood
    Listen {
        /// Keep what is said as labelled recordings in this folder; says so first
        #[arg(long, value_name = "DIR")]
        keep: Option<PathBuf>,
        /// A recording instead of the microphone
        #[arg(long, value_name = "FILE.wav")]
        audio: Option<PathBuf>,
        #[command(flatten)]
        settings: Settings,
    },
    /// Measure how well labelled recordings are understood
    ///
    /// DIR/labels.tsv and those in folders below it have a line for each file: the file, the words said
    /// in it, and perhaps the position (FEN), with tabs between. No words: nothing in it is meant for the
    /// program and it must be rejected. A single question mark: not labelled yet, left out. A speaker is a
    /// sub-folder, or else the beginning of a file's name up to the first - or _.
    ///
    /// Right: understood at once as what the label means; in a position, as the same legal move. Words
    /// that are no phrase are compared as words; for them only the words of all such labels are listened
    /// for, except with --phrases words. Asked: right after the one question that is asked in
    /// doubt. Wrong but asked: misheard, but asked about or refused as illegal. Wrong and accepted:
    /// misheard and carried out. Rejected: not understood.
    Eval {
        /// The folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// What is listened for
        #[arg(long, visible_alias = "grammar", value_enum, default_value_t = EvalPhrases::Position)]
        phrases: EvalPhrases,
        /// Print the figures as JSON: wer and rtf as fractions, the others as counts
        #[arg(long)]
        json: bool,
        /// Name each file that was not understood at once
        #[arg(long)]
        list: bool,
        /// Print the thresholds.toml of the model that costs least on these recordings
        #[arg(long, conflicts_with_all = ["phrases", "json", "list"])]
        fit: bool,
        /// Speech model, in Vosk's format
        #[arg(long, value_name = "DIR")]
        model: Option<PathBuf>,
        /// Language that is spoken
        #[arg(long, value_name = "TAG")]
        language: Option<String>,
    },
    /// List microphones, serial ports, clocks, boards, the braille display and the speech server
    Devices {
        #[command(flatten)]
        settings: Settings,
    },
    /// Set up all games: questions that are answered by yes and no
    Setup {
        #[command(flatten)]
        settings: Settings,
        #[command(flatten)]
        input: WordSource,
    },
    /// Learn chess: lessons, told and asked
    Learn {
        /// The number of the lesson to begin with; otherwise the list of all
        #[arg(value_name = "LESSON")]
        lesson: Option<u16>,
        #[command(flatten)]
        settings: Settings,
        #[command(flatten)]
        input: WordSource,
    },
    /// Hear what decided a game, and find the better moves
    Review {
        /// A journal of ours or a PGN file; otherwise the last game that is over
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
        /// The game of a PGN file that has several
        #[arg(long, value_name = "NUMBER", requires = "file")]
        game: Option<usize>,
        #[command(flatten)]
        settings: Settings,
        #[command(flatten)]
        input: WordSource,
    },
    /// Print the topics of the guide for players, or one of them
    Guide {
        /// A topic, by its number or a word of its title
        topic: Vec<String>,
        /// Language of the guide
        #[arg(long, value_name = "TAG")]
        language: Option<String>,
    },
    /// Look over everything a game needs, and say how to get what is missing
    Doctor {
        #[command(flatten)]
        settings: Settings,
    },
    /// Keep the account for games online: its token is asked for, or read from standard input
    Account {
        /// Ask the server whose account it is, and what it may do
        #[arg(long)]
        check: bool,
        /// Remove it from this machine
        #[arg(long, conflicts_with = "check")]
        forget: bool,
        #[arg(long, hide = true, value_name = "URL")]
        lichess_url: Option<String>,
    },
    /// A hall of boards that meet at a broker: prepare one, run its broker, see all boards and rule
    Hall {
        /// What is wanted of the hall
        #[arg(value_enum)]
        act: HallAct,
        /// The folder of the hall; a desk and a screen need only their own file of it
        #[arg(value_name = "DIR|FILE.hall")]
        place: PathBuf,
        /// How many boards it has, up to 2000
        #[arg(long, value_name = "NUMBER", value_parser = config::within(1..=2000_u32))]
        boards: Option<u32>,
        /// Two players meet at each board who are not in one room: prepare writes a file for each of them
        #[arg(long)]
        apart: bool,
        /// What it is called
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        /// A name or number under which the broker's machine is found; several times for several; otherwise its own
        #[arg(long, value_name = "HOST")]
        host: Vec<String>,
        /// The broker's port
        #[arg(long, value_name = "PORT", value_parser = config::within(1..=u16::MAX))]
        port: Option<u16>,
        /// The tournament report (TRF) of the round: prepare names the players, a desk has the results and standings
        #[arg(long, value_name = "FILE")]
        trf: Option<PathBuf>,
        /// The round of the report; otherwise the last one that is paired
        #[arg(long, value_name = "NUMBER", requires = "trf", value_parser = config::within(1..=99_u32))]
        round: Option<u32>,
        /// A round of a broadcast of the online service, to which the games are pushed as they are seen here
        #[arg(long, value_name = "ROUND")]
        broadcast: Option<String>,
        #[arg(long, hide = true, value_name = "URL")]
        lichess_url: Option<String>,
        /// The scores of all boards, as they are seen here, written into this file whenever one of them changes
        #[arg(long, value_name = "FILE.pgn")]
        scores: Option<PathBuf>,
        /// Where the page of a desk or a screen is: on this machine alone (127.0.0.1:8960), or at an address, with a code
        #[arg(long, value_name = "ADDRESS")]
        web: Option<String>,
        /// How much later spectators see the boards, in seconds; 900 unless told
        #[arg(long, value_name = "SECONDS", value_parser = config::within(0..=86400_u32))]
        web_delay: Option<u32>,
        /// Language of the page
        #[arg(long, value_name = "TAG")]
        language: Option<String>,
        /// Who rules by what is typed at the desk's terminal; on the page everybody gives their name there
        #[arg(long, value_name = "NAME")]
        arbiter: Option<String>,
        /// The desk is spoken with too, by this microphone: it answers by voice and on the braille display
        #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "")]
        microphone: Option<String>,
        /// With headphones it listens while it speaks
        #[arg(long, requires = "microphone")]
        headphones: bool,
    },
    /// Make a key that seals journals from now on: nobody without it can change one unnoticed
    JournalKey,
    /// Be a tactile clock, on a pseudo-terminal
    ClockEmulator {
        /// Path that will name the clock's port
        #[arg(long, value_name = "PATH")]
        link: PathBuf,
        /// Go wrong with every fifth line, or every Nth: drop, corrupt, delay, duplicate, reorder, reset, unplug
        #[arg(long, value_name = "FAULT[=N]")]
        fault: Option<String>,
        /// Draw the face into this file whenever it changes
        #[arg(long, value_name = "FILE.svg")]
        svg: Option<PathBuf>,
    },
    /// Play a session with a tactile clock, and name what it does wrong
    ClockCheck {
        /// The clock's port
        #[arg(value_name = "PATH")]
        port: PathBuf,
    },
    /// Be an electronic board on which a game is played: a DGT board with its clock, or another maker's
    BoardEmulator {
        /// %serial-makers% on a pseudo-terminal, %hid-makers% on a socket, %websocket-makers% on a WebSocket
        #[arg(long, value_name = "MAKER", default_value = "dgt")]
        kind: String,
        /// Path that will name the board's port; of livechess an address and port
        #[arg(long, value_name = "PATH")]
        link: PathBuf,
        /// The game: PGN, or moves such as e2e4; - for moves, and all else that it prints, line by line
        #[arg(value_name = "FILE")]
        game: PathBuf,
        /// Play with clumsy hands, always the same with the same number
        #[arg(long, value_name = "NUMBER")]
        seed: Option<u64>,
        /// So many times as fast as people play
        #[arg(long, value_name = "TIMES", default_value_t = 1, value_parser = config::within(1..=100_u32))]
        speed: u32,
        /// The board stands the wrong way round
        #[arg(long)]
        turned: bool,
        /// Minutes on the clock; without them none hangs on the board
        #[arg(long, value_name = "MINUTES")]
        minutes: Option<u64>,
    },
    /// Write a journal as PGN or as text, as a drawing or as a page for a browser
    Export {
        /// The journal; for --svg and --html a PGN file too
        journal: PathBuf,
        /// As PGN, which it is anyhow
        #[arg(long, conflicts_with_all = ["text", "audit"])]
        pgn: bool,
        /// As text, in sentences
        #[arg(long, conflicts_with = "audit")]
        text: bool,
        /// What was asked, tried, declared and ruled, when and by whom
        #[arg(long)]
        audit: bool,
        /// In the words of the journal instead of sentences
        #[arg(long, requires = "audit", conflicts_with_all = NOT_THE_RECORD)]
        raw: bool,
        /// Read it though lines of it are not as they were written; what cannot be read is left out
        #[arg(long)]
        damaged: bool,
        /// Piece letters of the score; PGN itself knows only English ones
        #[arg(long, value_name = "TAG", conflicts_with_all = ["text", "audit", "svg"])]
        letters: Option<String>,
        /// The score in the numbers of correspondence chess (ICCF), as 5254 for e2-e4
        #[arg(long, conflicts_with_all = ["text", "audit", "brf", "svg", "html", "letters"])]
        numeric: bool,
        /// Language of what is told, instead of the game's
        #[arg(long, value_name = "TAG")]
        language: Option<String>,
        #[command(flatten)]
        view: GameView,
        #[command(flatten)]
        braille: BrailleScore,
    },
    /// Play a game as it sounded, where --keep-voice kept it
    Replay {
        /// The journal
        journal: PathBuf,
        /// Only what was said and told until this move was made
        #[arg(long = "move", value_name = "NUMBER")]
        number: Option<u32>,
        /// Print what there is, and play nothing
        #[arg(long)]
        list: bool,
        /// Read the journal though lines of it are not as they were written
        #[arg(long)]
        damaged: bool,
    },
    /// Show a braille line in the terminal, for brltty's virtual display (`-b vr`)
    BrailleEmulator {
        /// Where brltty's driver listens: `-d server:127.0.0.1:35752`
        #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:35752")]
        address: String,
        /// Cells of the display
        #[arg(long, default_value_t = 40)]
        cells: usize,
    },
    /// Load a speech model and hear some noise with it; a broken one may crash this process
    #[command(hide = true)]
    TryModel { folder: PathBuf },
    /// Write manual pages and completions into a folder, as an installation wants them
    #[command(hide = true)]
    WriteDocuments { folder: PathBuf },
    /// Print the spoken form of every move of a PGN file
    Speak {
        /// The file
        file: PathBuf,
        /// Which form
        #[arg(long, value_enum, default_value_t = SpokenForm::Full)]
        form: SpokenForm,
        /// Language of the moves
        #[arg(long, value_name = "TAG", default_value = LanguageFolder::USUAL.tag)]
        language: String,
    },
    /// Turn spoken moves, as text or as a recording, into PGN; or what an electronic board has sent
    Transcribe {
        /// One move a line, an empty line between games, [FEN "..."] before the moves of another start; - for standard input
        #[arg(required_unless_present_any = ["audio", "dgt"])]
        file: Option<PathBuf>,
        /// A recording instead
        #[arg(long, value_name = "FILE.wav", conflicts_with = "file")]
        audio: Option<PathBuf>,
        /// The bytes that a DGT board has sent, as they came or in lines of base64
        #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "audio"])]
        dgt: Option<PathBuf>,
        #[command(flatten)]
        settings: Settings,
    },
    /// Tell what can be played in a position, its state, and whether each side can still mate
    Judge {
        /// The position in Forsyth-Edwards notation, or startpos
        #[arg(required_unless_present = "stdin")]
        fen: Option<String>,
        /// For programs
        #[arg(long, conflicts_with = "stdin")]
        json: bool,
        /// One FEN a line, with white or black after it to ask for that side only: yes, no or unknown
        #[arg(long, conflicts_with = "fen")]
        stdin: bool,
        /// Moves the search for a mate may try, for each side; a million unless told
        #[arg(long, value_name = "NUMBER")]
        nodes: Option<u64>,
    },
    /// Count the ways a position can go on for so many half-moves
    Perft {
        /// FEN, startpos, or the number of a Chess960 start
        fen: String,
        /// Half-moves
        depth: u32,
        /// Castling as in Chess960
        #[arg(long)]
        chess960: bool,
    },
    /// Compare the scores of two players whose boards differ
    Reconcile {
        /// White's score, as PGN or as a journal
        white: PathBuf,
        /// Black's score, likewise
        black: PathBuf,
        /// Time each has used by now, to divide where it is not written down: 1:30:00,0:58:10
        #[arg(long, value_name = "WHITE,BLACK")]
        used: Option<String>,
    },
}

/// Where the words of the players come from.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct WordSource {
    /// Typed lines from a file instead of speech; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "audio")]
    pub(crate) text: Option<PathBuf>,
    /// A recording instead of the microphone
    #[arg(long, value_name = "FILE.wav")]
    pub(crate) audio: Option<PathBuf>,
    /// Play the recording as fast as it sounds, not as fast as it can be heard
    #[arg(long, requires = "audio")]
    pub(crate) real_time: bool,
}

/// What is done with a hall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HallAct {
    /// Write all that it needs into a folder
    Prepare,
    /// Run its broker here
    Broker,
    /// The arbiter's page of all boards, with rulings
    Desk,
    /// The page for spectators, delayed
    Show,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SpokenForm {
    /// Springer Gustav eins Felix drei
    Full,
    /// Springer Felix drei
    Short,
    /// Gustav eins Felix drei
    Squares,
    /// sieben eins sechs drei, as in correspondence chess
    Numeric,
}
