//! Runs each command with its arguments.

use std::{
    io::BufRead,
    path::{Path, PathBuf},
    process::ExitCode,
    slice,
};

#[cfg(feature = "online")]
use annabella::commands::account;
#[cfg(feature = "serial")]
use annabella::commands::board_emulator::{self, BoardEmulatorOptions};
use annabella::{
    announce::Announcement,
    app::{
        first_setup::FirstSetupOutcome,
        game_options::{self, Language},
        game_setup::{self, InputSource},
        journal_key, learner, model_trial,
        screen::Screen,
        start_failure, unfinished,
    },
    commands::{
        clock_check, devices,
        doctor::{self, Finding},
        error::CommandError,
        eval::{self, EvalPhrases},
        guide, judge, listen, perft,
        recognition_outcome::RecognitionOutcome,
        reconcile,
        replay::{self, MoveRecording},
        setup,
    },
    config::{self, ConfigError, OutOfRange, Settings},
    devices::{
        braille_emulator,
        clock_emulator::{self, EmulatorOptions},
        printer::escape_controls,
    },
    files,
    grammar::Moment,
    journal::JournalRemark,
    language::{Catalogue, Failure},
    laws::Chess,
};
#[cfg(feature = "hall")]
use annabella::{app::hall_access, config::User, hall::HallFile, journal::Opponent};

use super::{
    Cli,
    command::{Command, WordSource},
    documents,
    export::export,
    games::{self, with_cure, word_source},
    hall,
    scores::{
        complain_of_puzzles, reviewed_game, score_or_journal, speak, transcribe_recording, transcribe_words,
    },
    streams::{CLOSING, complain, printer, put, read},
    useless::{self, SetUpGame},
};

pub(super) type CommandResult = Result<ExitCode, Failure>;

/// The configuration, and the catalogue of what commands print.
pub(super) struct CommandContext<'a> {
    pub settings: Settings,
    file: Option<PathBuf>,
    /// Why the file cannot be used. Only `doctor` runs nevertheless.
    fault: Option<ConfigError>,
    pub words: &'a Catalogue,
}

impl CommandContext<'_> {
    /// Returns `settings` of the command line, completed by those of the file and checked like them.
    pub(super) fn with(&self, settings: Settings) -> Result<Settings, OutOfRange> {
        let settings = settings.or(self.settings.clone());
        settings.check().map(|()| settings)
    }
}

/// Runs the command. What keeps one that is played by ear or finger from its beginning or end is also told there.
pub(crate) fn run(cli: Cli, words: &Catalogue) -> CommandResult {
    let played = match &cli.command {
        Command::Play { settings, input, .. }
        | Command::Resume { settings, input, .. }
        | Command::Setup { settings, input }
        | Command::Learn { settings, input, .. }
        | Command::Review { settings, input, .. }
            if input.text.is_none() && input.audio.is_none() =>
        {
            Some((settings.clone(), cli.config.clone().or_else(config::file)))
        }
        _ => None,
    };
    run_command(cli, words).inspect_err(|fault| {
        if let Some((settings, file)) = played {
            let kept = file.and_then(|file| Settings::read(&file).ok()).unwrap_or_default();
            let program =
                Settings { language: Some(super::language().tag.to_owned()), ..Settings::default() };
            // Nothing more can be done than to print it, which is done in any case.
            let _ = start_failure::tell(
                &settings.or(kept).or(program),
                &InputSource::Spoken,
                fault.render(words),
            );
        }
    })
}

fn run_command(cli: Cli, words: &Catalogue) -> CommandResult {
    // A named file must exist, but `setup` may create it.
    let must_exist = !matches!(cli.command, Command::Setup { .. });
    if let Some(path) =
        cli.config.as_ref().filter(|path| must_exist && matches!(path.try_exists(), Ok(false)))
    {
        return Err(CommandError::NoConfig { path: path.clone() }.into());
    }
    let file = cli.config.or_else(config::file).filter(|_| cli.is_configured);
    let (settings, fault) = match file.as_deref().map(configuration).transpose() {
        Ok(settings) => (settings.unwrap_or_default(), None),
        Err(fault) if matches!(cli.command, Command::Doctor { .. }) => (Settings::default(), Some(fault)),
        Err(fault) => return Err(fault.into()),
    };
    useless::check(&cli.command)?;
    let configured = CommandContext { settings, file, fault, words };
    match cli.command {
        Command::Play { settings, input, journal } => play(&configured, settings, input, journal),
        Command::Resume { files, damaged, settings, input } => {
            resume(&configured, &files, damaged, settings, input)
        }
        Command::Listen { keep, audio, settings } => {
            let printer = printer(words)?;
            let listened = listen::listen(
                &configured.with(settings)?,
                audio.as_deref(),
                keep.as_deref(),
                &printer,
                words,
            );
            printer.finish(CLOSING);
            listened.map(|()| ExitCode::SUCCESS)
        }
        Command::Eval { folder, phrases, json, list, fit, model, language } => {
            let settings = configured.with(Settings { model, language, ..Settings::default() })?;
            if fit {
                return put(&eval::fit(&settings, &folder)?.told(words));
            }
            evaluate(words, &settings, &folder, phrases, json, list)
        }
        Command::Setup { settings, input } => set_up(&configured, settings, input),
        Command::Learn { lesson, settings, input } => learn(&configured, lesson, settings, input),
        Command::Review { file, game, settings, input } => review(&configured, file, game, settings, input),
        Command::Guide { topic, language } => print_guide(&configured, &topic.join(" "), language),
        Command::Devices { settings } => {
            devices::devices(&configured.with(settings)?, words, |line| drop(put(&(line + "\n"))));
            Ok(ExitCode::SUCCESS)
        }
        Command::Doctor { settings } => examine(configured, settings),
        Command::ClockEmulator { link, fault, svg } => {
            let fault = fault.map(|fault| fault.parse()).transpose()?;
            let options = EmulatorOptions { link, name: "emulator".to_owned(), fault, svg };
            clock_emulator::run(options, std::io::BufReader::new(std::io::stdin()), std::io::stdout())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::ClockCheck { port } => {
            let findings = clock_check::run(&port, |line| drop(put(&(words.render(line) + "\n"))))?;
            put(&findings.told(words))?;
            Ok(success_if(findings.conforms()))
        }
        #[cfg(not(feature = "serial"))]
        Command::BoardEmulator { .. } => Err(CommandError::WithoutBoards.into()),
        #[cfg(feature = "serial")]
        Command::BoardEmulator { kind, link, game, seed, speed, turned, minutes } => {
            let maker = BoardEmulatorOptions::maker(&kind)?;
            let options = BoardEmulatorOptions { maker, link, game, seed, speed, turned, minutes };
            board_emulator::run(options, std::io::stdout())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::BrailleEmulator { address, cells } => {
            braille_emulator::run(&address, cells, words, std::io::stdout())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Replay { journal, number, list, damaged } => replay(words, &journal, number, list, damaged),
        Command::Export { .. } => export(&configured, cli.command),
        Command::TryModel { folder } => {
            let grammar = Language::of(&configured.settings)?.grammar;
            let phrases = grammar.phrases(&Moment::of_position(&Chess::default()));
            model_trial::try_in_process(&folder, &phrases)?;
            Ok(ExitCode::SUCCESS)
        }
        Command::WriteDocuments { folder } => {
            documents::write(&folder).map_err(|source| CommandError::WriteInto { folder, source })?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Speak { file, form, language } => {
            speak(words, &Settings { language: Some(language), ..configured.settings }, &file, form)
        }
        Command::Transcribe { dgt: Some(file), settings, .. } => {
            transcribe_recording(&configured, settings, &file)
        }
        Command::Transcribe { file, audio, settings, .. } => {
            transcribe_words(&configured, settings, file, audio)
        }
        Command::Account { check, forget, lichess_url } => account(&configured, check, forget, lichess_url),
        Command::Hall { .. } => hall::hall(cli.command, words),
        Command::JournalKey => make_journal_key(words),
        Command::Judge { fen, json, nodes, .. } => judge(words, fen, json, nodes.unwrap_or(judge::NODES)),
        Command::Perft { fen, depth, chess960 } => {
            put(&format!("{}\n", perft::perft(&perft::position(&fen, chess960)?, depth)))
        }
        Command::Reconcile { white, black, used } => {
            let score = |path: &Path| score_or_journal(path, &read(path)?, "reconcile", words);
            let report = reconcile::reconcile(&score(&white)?, &score(&black)?, used.as_deref())?;
            put(&report.told(words))
        }
    }
}

/// Reads a configuration file, each setting of which must be one of some game.
fn configuration(path: &Path) -> Result<Settings, ConfigError> {
    let settings = Settings::read(path)?;
    match game_options::unusable(&settings) {
        None => Ok(settings),
        Some((name, fault)) => {
            let text = files::read_text(path).unwrap_or_default();
            Err(ConfigError::unusable(path, &text, &name, fault))
        }
    }
}

pub(super) fn success_if(good: bool) -> ExitCode {
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn play(
    configured: &CommandContext,
    settings: Settings,
    input: WordSource,
    journal: Option<PathBuf>,
) -> CommandResult {
    let (printer, said) = (printer(configured.words)?, word_source(input.clone())?);
    let typed = settings.clone();
    let settings = configured.with(with_hall(settings, &configured.settings)?)?;
    let screen = Screen::of(&settings, &said, printer);
    let asks = game_setup::asks_opponent(&settings, &said);
    useless::check_game(&typed, &SetUpGame { settings: &settings, input: &input, asks })?;
    let is_last_open = unfinished::is_last_game_open();
    let may_ask = journal.is_none() && unfinished::may_ask(&said) && !settings.competition.unwrap_or(false);
    let open = if is_last_open && may_ask { unfinished::unfinished_games()? } else { Vec::new() };
    if let Some(puzzles) = game_options::puzzles(&settings)? {
        complain_of_puzzles(&puzzles, configured.words);
    }
    let mut games = game_setup::new_games(&settings, &said, journal, &open, &screen)?;
    if is_last_open && !games.asks_which() {
        games.tell(Announcement::LastGameOpen);
    }
    games::play(games, &settings, &said, &screen)
}

/// Who plays at the board of a hall, and with what time, stands in its file, unless it is said otherwise: before what is
/// configured for all games. A file that was typed must be one; what is configured is told when the hall is come into.
fn with_hall(said: Settings, configured: &Settings) -> Result<Settings, Failure> {
    #[cfg(feature = "hall")]
    if let Some(path) = said.hall.as_ref().or(configured.hall.as_ref()) {
        let file = match hall_access::of_player_or_board(path) {
            Ok(file) => file,
            Err(error) if said.hall.is_some() => return Err(error.into()),
            Err(_) => return Ok(said),
        };
        let HallFile { white, black, event, round, time_control, side, .. } = file;
        // Whoever meets another player there plays that one.
        let opponent = side.map(|_| Opponent::PEER.to_owned());
        let user = side.map(|side| side.color().fold_wb(User::White, User::Black));
        let named =
            Settings { white, black, event, round, time_control, opponent, user, ..Settings::default() };
        return Ok(said.or(named));
    }
    #[cfg(not(feature = "hall"))]
    let _ = configured;
    Ok(said)
}

fn resume(
    configured: &CommandContext,
    files: &[PathBuf],
    damaged: bool,
    settings: Settings,
    input: WordSource,
) -> CommandResult {
    let said = word_source(input.clone())?;
    let here = settings.clone().or(configured.settings.clone());
    let screen = Screen::of(&here, &said, printer(configured.words)?);
    let chosen = match files {
        [] => games::to_resume(&here, &said, &screen)?,
        _ => None,
    };
    let files: Vec<PathBuf> = files.iter().cloned().chain(chosen).collect();
    let files = &files[..];
    if files.is_empty() {
        screen.finish(CLOSING);
        return Ok(ExitCode::SUCCESS);
    }
    let cured = |error| with_cure(error, "resume", files);
    let journals = game_setup::open_journals(files, damaged, configured.words, &screen).map_err(cured)?;
    let useless = journals.iter().map(|journal| {
        let whole = settings.clone().or(game_options::settings_of(journal.record().start()));
        let whole = whole.or(configured.settings.clone());
        useless::check_game(&settings, &SetUpGame { settings: &whole, input: &input, asks: false })
    });
    // What one of several games heeds is not in vain.
    if let Some(Err(refusal)) = useless.min_by_key(Result::is_err) {
        return Err(refusal.into());
    }
    let games = game_setup::resumed_games(&settings, &configured.settings, &said, journals, &screen)?;
    games::play(games, &here, &said, &screen)
}

fn evaluate(
    words: &Catalogue,
    settings: &Settings,
    folder: &Path,
    phrases: EvalPhrases,
    json: bool,
    list: bool,
) -> CommandResult {
    let report = eval::evaluate(settings, folder, phrases, |verdict| {
        if list && verdict.outcome != RecognitionOutcome::Right {
            eprintln!("{}", escape_controls(&verdict.told(words)));
        }
    })?;
    put(&if json { in_json(&report) } else { report.told(words) })
}

fn learn(
    configured: &CommandContext,
    lesson: Option<u16>,
    settings: Settings,
    input: WordSource,
) -> CommandResult {
    let said = word_source(input)?;
    let settings = configured.with(settings)?;
    let screen = Screen::of(&settings, &said, printer(configured.words)?);
    learner::learn(&settings, lesson, &said, &screen)?;
    screen.finish(CLOSING);
    Ok(ExitCode::SUCCESS)
}

/// Tells what decided a game of a file, or the last one that was played.
fn review(
    configured: &CommandContext,
    file: Option<PathBuf>,
    game: Option<usize>,
    settings: Settings,
    input: WordSource,
) -> CommandResult {
    let said = word_source(input)?;
    let settings = configured.with(settings)?;
    let file = file.map_or_else(unfinished::last_finished_game, Ok)?;
    let reviewed = reviewed_game(&file, game, &settings, configured.words)?;
    let screen = Screen::of(&settings, &said, printer(configured.words)?);
    learner::review(&settings, reviewed, &said, &screen)?;
    screen.finish(CLOSING);
    Ok(ExitCode::SUCCESS)
}

fn set_up(configured: &CommandContext, settings: Settings, input: WordSource) -> CommandResult {
    let (said, settings) = (word_source(input)?, configured.with(settings)?);
    let screen = Screen::of(&settings, &said, printer(configured.words)?);
    let file = configured.file.as_ref().ok_or(CommandError::NoConfigFolder)?;
    let evening = setup::set_up(&settings, &said, file, configured.words, &screen);
    if let Ok(FirstSetupOutcome::Kept(chosen)) = &evening {
        setup::tell_kept(chosen, file, &screen);
    }
    screen.finish(CLOSING);
    match evening? {
        FirstSetupOutcome::NotWritten(fault) => Err(fault.into()),
        _ => Ok(ExitCode::SUCCESS),
    }
}

fn print_guide(configured: &CommandContext, topic: &str, language: Option<String>) -> CommandResult {
    let settings = configured.with(Settings { language, ..Settings::default() })?;
    let text = match settings.language {
        Some(_) => game_options::language_folder(&settings)?.guide,
        None => super::language().guide,
    };
    put(&match topic {
        "" => guide::contents(text),
        topic => guide::find(text, topic)?.plain(),
    })
}

fn examine(mut configured: CommandContext, settings: Settings) -> CommandResult {
    let words = configured.words;
    let told = |finding: &Finding| drop(put(&(finding.told(words) + "\n")));
    let (settings, fault) = (configured.with(settings)?, configured.fault.take());
    let diagnosis = doctor::examine(&settings, fault, configured.file.as_deref(), words, told);
    put(&(diagnosis.verdict(words) + "\n"))?;
    Ok(success_if(diagnosis.can_play()))
}

fn replay(
    words: &Catalogue,
    journal: &PathBuf,
    number: Option<u32>,
    list: bool,
    damaged: bool,
) -> CommandResult {
    let (sounds, remarks) = replay::sounds(journal, number, damaged)
        .map_err(|error| with_cure(error.into(), "replay", slice::from_ref(journal)))?;
    complain_of(&remarks, words);
    let tell = |sound: &MoveRecording| drop(put(&(words.render(sound) + "\n")));
    match list {
        true => sounds.iter().for_each(tell),
        false => replay::play(&sounds, tell)?,
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(feature = "online")]
fn account(
    configured: &CommandContext,
    check: bool,
    forget: bool,
    lichess_url: Option<String>,
) -> CommandResult {
    let (printer, words) = (printer(configured.words)?, configured.words);
    let settings = configured.with(Settings { lichess_url, ..Settings::default() })?;
    let done = match (check, forget) {
        (true, _) => account::check(&settings, &printer, words),
        (_, true) => account::forget(&printer, words),
        _ => account::keep(&settings, &printer, words),
    };
    printer.finish(CLOSING);
    done.map(|()| ExitCode::SUCCESS)
}

#[cfg(not(feature = "online"))]
fn account(_: &CommandContext, _: bool, _: bool, _: Option<String>) -> CommandResult {
    Err(CommandError::WithoutOnlineGames.into())
}

/// Makes the key with which journals are sealed, and says where it is; or where the one is that there is already.
fn make_journal_key(words: &Catalogue) -> CommandResult {
    let (id, (key, path)) = match journal_key::own()? {
        Some(key) => ("journal-key-there", (key, config::journal_key().unwrap_or_default())),
        None => ("journal-key-made", journal_key::make()?),
    };
    put(&(words.say(id, &[("key", &key.name()), ("path", &path.display())]) + "\n"))
}

/// Judges one position, or those on the lines of standard input.
fn judge(words: &Catalogue, fen: Option<String>, json: bool, nodes: u64) -> CommandResult {
    if let Some(fen) = fen {
        let judgement = judge::judge(&fen, nodes)?;
        return put(&if json { in_json(&judgement) } else { judgement.told(words) });
    }
    for line in std::io::stdin().lock().split(b'\n') {
        let line = line.map_err(|source| CommandError::ReadPositions { source })?;
        put(&(judge::answer_line(&String::from_utf8_lossy(&line), nodes) + "\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn complain_of(remarks: &[JournalRemark], words: &Catalogue) {
    remarks.iter().for_each(|remark| complain(&words.render(remark)));
}

/// Returns a value as one line of JSON.
fn in_json(value: &impl serde::Serialize) -> String {
    let text = serde_json::to_string(value).expect("names, texts and numbers are JSON");
    text + "\n"
}
