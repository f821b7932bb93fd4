//! Arguments in, exit code out; everything between is in the library.

mod cli;

use std::{
    fmt::Display,
    io::{BufRead, Read, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

#[cfg(feature = "online")]
use annabella::commands::account;
#[cfg(feature = "serial")]
use annabella::commands::board_emulator::{self, BoardEmulatorOptions};
use annabella::language;
use annabella::{
    app::{
        play::Ending,
        ports::lines::Text,
        setting_up::Evening,
        start::{self, NotResumed, Words},
        table::{self, Language},
        trial,
    },
    commands::{
        board_recording,
        brf::{self, Layout},
        clock_check, devices,
        doctor::{self, Finding},
        error::{CommandError, DespiteDamage},
        eval::{self, Phrases},
        export, judge, listen,
        outcome::Outcome,
        perft, reconcile,
        replay::{self, Sound},
        score::{self, Earlier},
        setup,
        spoken::Transcript,
        transcribe::transcribe,
    },
    config::{self, Settings},
    devices::{
        braille_emulator,
        clock_emulator::{self, EmulatorOptions},
        hearing::memory,
        printer::{Printer, plain},
    },
    grammar::Moment,
    journal::Record,
    language::{Catalogue, Failure},
    laws::Chess,
    notation::{
        BrailleCode,
        spoken::{Form, speak_games},
    },
};
use cli::{BrailleScore, Cli, Command, EvalPhrases, Input, LineEnds, SpokenForm};

fn main() -> ExitCode {
    memory::keep_little();
    let words = cli::language().catalogue();
    match run(cli::read(&words), &words) {
        Ok(code) => code,
        Err(error) => {
            complain(&error.render(&words));
            ExitCode::FAILURE
        }
    }
}

/// How the score is laid out.
fn layout(braille: BrailleScore) -> Layout {
    Layout {
        width: braille.width,
        length: braille.length,
        form_feeds: !braille.no_form_feeds,
        crlf: braille.line_ends == LineEnds::Crlf,
        unicode: braille.unicode,
        table: braille.table,
    }
}

/// One line for whoever can see; one that nobody reads is no reason to fail.
fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "annabella: {}", plain(text));
}

/// A printer, and faults of the program told by it in one line: which thread, what, and where.
fn printer() -> Result<Printer, Failure> {
    let printer = Printer::start(std::io::stdout())?;
    let tell = printer.clone();
    std::panic::set_hook(Box::new(move |panic| {
        let thread = thread::current();
        let name = thread.name().unwrap_or("unnamed");
        tell.line(&format!("a fault of this program, please report it: {name}: {panic}").replace('\n', " "));
    }));
    Ok(printer)
}

fn run(cli: Cli, words: &Catalogue) -> Result<ExitCode, Failure> {
    // Only the usual file may be missing.
    if let Some(named) = cli.config.as_ref().filter(|_| !matches!(cli.command, Command::Setup { .. })) {
        if !named.exists() {
            return Err(CommandError::NoConfig { path: named.clone() }.into());
        }
    }
    let file = cli.config.or_else(config::file).filter(|_| cli.is_configured);
    let (chosen, fault) = match file.as_deref().map(Settings::read).transpose() {
        Ok(chosen) => (chosen.unwrap_or_default(), None),
        // The doctor examines even that.
        Err(fault) if matches!(cli.command, Command::Doctor { .. }) => (Settings::default(), Some(fault)),
        Err(fault) => return Err(fault.into()),
    };
    // The command line goes before the file, and must make as much sense.
    let choose = |settings: Settings| {
        let settings = settings.or(chosen.clone());
        settings.check().map(|()| settings)
    };
    match cli.command {
        Command::Play { settings, input, journal } => {
            let (printer, said) = (printer()?, said(input)?);
            let settings = choose(settings)?;
            let games = start::new_games(&settings, &said, journal, &printer)?;
            play(games, &settings, &said, &printer)
        }
        Command::Resume { files, damaged, settings, input } => {
            let (printer, said) = (printer()?, said(input)?);
            let games = start::resumed_games(&settings, &chosen, &said, &files, damaged, &printer)
                .map_err(|error| with_cure(error, "resume", &files))?;
            play(games, &settings.or(chosen), &said, &printer)
        }
        Command::Listen { keep, audio, settings } => {
            let printer = printer()?;
            let listened = listen::listen(&choose(settings)?, audio.as_deref(), keep.as_deref(), &printer);
            printer.finish(CLOSING);
            listened.map(|()| ExitCode::SUCCESS)
        }
        Command::Eval { folder, phrases, json, list, model, language } => {
            let phrases = match phrases {
                EvalPhrases::Words => Phrases::Words,
                EvalPhrases::Moves => Phrases::Moves,
                EvalPhrases::Position => Phrases::Position,
            };
            let settings = choose(Settings { model, language, ..Settings::default() })?;
            let report = eval::evaluate(&settings, &folder, phrases, |verdict| {
                if list && verdict.outcome != Outcome::Right {
                    eprintln!("{}", plain(&verdict.to_string()));
                }
            })?;
            put(&if json { in_json(&report) } else { report.to_string() })
        }
        Command::Setup { settings, input } => {
            let (printer, said) = (printer()?, said(input)?);
            let file = file.ok_or(CommandError::NoConfigFolder)?;
            let evening = setup::set_up(&choose(settings)?, &said, &file, words, &printer);
            if let Ok(Evening::Kept(text)) = &evening {
                printer.line(&words.say("setup-file", &[("path", &file.display())]));
                printer.text(text);
            }
            printer.finish(CLOSING);
            match evening? {
                Evening::NotWritten(fault) => Err(fault.into()),
                _ => Ok(ExitCode::SUCCESS),
            }
        }
        Command::Guide { language } => {
            let chosen = choose(Settings { language, ..Settings::default() })?;
            put(match chosen.language {
                Some(_) => table::folder(&chosen)?.guide,
                None => cli::language().guide,
            })
        }
        Command::Devices { settings } => {
            devices::devices(&choose(settings)?, words, |line| drop(put(&(line + "\n"))));
            Ok(ExitCode::SUCCESS)
        }
        Command::Doctor { settings } => {
            let told = |finding: &Finding| drop(put(&(finding.told(words) + "\n")));
            let settings = choose(settings)?;
            let diagnosis = doctor::examine(&settings, fault, file.as_deref(), words, told);
            put(&(diagnosis.verdict(words) + "\n"))?;
            Ok(if diagnosis.can_play() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        Command::ClockEmulator { link, fault, svg } => {
            let fault = fault.map(|fault| fault.parse()).transpose()?;
            let options = EmulatorOptions { link, name: "emulator".to_owned(), fault, svg };
            clock_emulator::run(options, std::io::BufReader::new(std::io::stdin()), std::io::stdout())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::ClockCheck { port } => {
            let findings = clock_check::run(&port, |line| drop(put(&format!("{line}\n"))));
            let findings = findings?;
            put(&findings.to_string())?;
            Ok(if findings.conforms() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
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
            braille_emulator::run(&address, cells, std::io::stdout())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Replay { journal, number, list, damaged } => {
            let sounds = replay::sounds(&journal, number, damaged)
                .map_err(|error| with_cure(error.into(), "replay", std::slice::from_ref(&journal)))?;
            let tell = |sound: &Sound| drop(put(&format!("{sound}\n")));
            if list {
                sounds.iter().for_each(tell)
            } else {
                replay::play(&sounds, tell)?
            }
            Ok(ExitCode::SUCCESS)
        }
        Command::Export { journal: file, text, audit, damaged, letters, braille, .. } => {
            let letters = table::letters(&Settings { letters, ..chosen.clone() })?;
            let journal = export::journal(&file, damaged);
            let journal =
                journal.map_err(|error| with_cure(error.into(), "export", std::slice::from_ref(&file)))?;
            // In the language of the game.
            let chosen = Settings::of_kept(&journal.record.start().chosen).or(chosen);
            for fault in &journal.faults {
                complain(&fault.to_string());
            }
            if braille.brf {
                let code = match &braille.braille_code {
                    Some(name) => BrailleCode::named(name)?,
                    None => BrailleCode::of_language(table::folder(&chosen)?.tag),
                };
                let record = &journal.record;
                let result = record.ended().map(|outcome| outcome.result);
                return put_as_it_is(&brf::score(
                    record.start(),
                    record.game(),
                    result,
                    &code,
                    &layout(braille),
                )?);
            }
            put(&match () {
                () if audit => export::audit(&journal),
                () if text => export::text(&journal.record, &Language::of(&chosen)?.announcer),
                () => export::score(&journal.record, letters.as_ref()),
            })
        }
        Command::TryModel { folder } => {
            let grammar = Language::of(&chosen)?.grammar;
            let phrases = grammar.phrases(&Moment::of_position(&Chess::default()));
            trial::in_this_process(&folder, &phrases)?;
            Ok(ExitCode::SUCCESS)
        }
        Command::WriteDocuments { folder } => {
            cli::documents::write(&folder).map_err(|source| CommandError::WriteInto { folder, source })?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Speak { file, form, language } => {
            let settings = Settings { language: Some(language), ..chosen };
            let names = Language::of(&settings)?.grammar.spoken().clone();
            let text = read(&file)?;
            let form = match form {
                SpokenForm::Full => Form::Full,
                SpokenForm::Short => Form::Short,
                SpokenForm::Squares => Form::Squares,
            };
            let (lines, faults) = speak_games(&text, &names, form);
            put(&(lines.join("\n") + "\n"))?;
            faults.iter().for_each(|fault| complain(&fault.to_string()));
            Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        Command::Transcribe { dgt: Some(file), settings, .. } => {
            let start = table::position(&choose(settings)?)?;
            let bytes =
                std::fs::read(&file).map_err(|source| CommandError::Read { path: file.clone(), source })?;
            let recorded = board_recording::games(&bytes, &file.display().to_string(), &start)?;
            recorded.flaws.iter().for_each(|flaw| complain(&format!("{}: {flaw}", file.display())));
            let games: Vec<String> = recorded.games.iter().map(ToString::to_string).collect();
            put(&games.join("\n"))
        }
        Command::Transcribe { file, audio, settings, .. } => {
            let settings = choose(settings)?;
            let grammar = Language::of(&settings)?.grammar;
            let mut transcript = Transcript::new(&grammar);
            match (file, audio) {
                (Some(file), _) => {
                    for line in read(&file)?.lines() {
                        transcript.take_line(line)?;
                    }
                }
                (None, Some(audio)) => transcribe(&settings, &audio, &mut transcript)?,
                (None, None) => return Err(CommandError::NothingToTranscribe.into()),
            }
            let games: Vec<String> = transcript.finish().iter().map(ToString::to_string).collect();
            put(&games.join("\n"))
        }
        #[cfg(feature = "online")]
        Command::Account { check, forget, lichess_url } => {
            let printer = printer()?;
            let settings = choose(Settings { lichess_url, ..Settings::default() })?;
            let done = match (check, forget) {
                (true, _) => account::check(&settings, &printer),
                (_, true) => account::forget(&printer),
                _ => account::keep(&settings, &printer),
            };
            printer.finish(CLOSING);
            done.map(|()| ExitCode::SUCCESS)
        }
        #[cfg(not(feature = "online"))]
        Command::Account { .. } => Err(CommandError::WithoutOnlineGames.into()),
        Command::Judge { fen: Some(fen), json, nodes, .. } => {
            let judgement = judge::judge(&fen, nodes.unwrap_or(judge::NODES))?;
            let text = if json { in_json(&judgement) } else { judgement.to_string() };
            put(&text)
        }
        Command::Judge { fen: None, nodes, .. } => {
            let nodes = nodes.unwrap_or(judge::NODES);
            for line in std::io::stdin().lock().split(b'\n') {
                let line = line.map_err(|source| CommandError::ReadPositions { source })?;
                put(&(judge::answer_line(&String::from_utf8_lossy(&line), nodes) + "\n"))?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Command::Perft { fen, depth, chess960 } => {
            let position = perft::position(&fen, chess960)?;
            put(&format!("{}\n", perft::perft(&position, depth)))
        }
        Command::Reconcile { white, black, used } => {
            let score = |path: &Path| score_or_journal(path, &read(path)?);
            let report = reconcile::reconcile(&score(&white)?, &score(&black)?, used.as_deref())?;
            put(&report.to_string())
        }
    }
}

/// Says what to do about a journal that was changed.
fn with_cure(error: Failure, command: &str, journals: &[PathBuf]) -> Failure {
    let fault = match error.downcast_ref::<NotResumed>() {
        Some(not_resumed) => Some(&not_resumed.source),
        None => match error.downcast_ref() {
            Some(export::JournalError::Journal { source, .. }) => Some(source),
            _ => None,
        },
    };
    match fault {
        Some(fault) if fault.is_damage() => {
            DespiteDamage { fault: error, command: whole_command(command, true, journals) }.into()
        }
        _ => error,
    }
}

/// A command on journals as it can be copied into a shell: by the path this program was started with.
fn whole_command(command: &str, damaged: bool, journals: &[PathBuf]) -> String {
    let program = std::env::args().next().unwrap_or_else(|| "annabella".to_owned());
    let journals: Vec<_> = journals.iter().map(|journal| journal.to_string_lossy()).collect();
    let words = [&program, command].into_iter().chain(damaged.then_some("--damaged"));
    let words: Vec<&str> = words.chain(journals.iter().map(|journal| &**journal)).collect();
    shlex::try_join(words.iter().copied()).unwrap_or_else(|_| words.join(" "))
}

fn said(input: Input) -> Result<Words, Failure> {
    Ok(match (input.text, input.audio) {
        (Some(file), _) => Words::Typed(Text::open(&file)?),
        (None, Some(file)) => Words::Recorded { file, real_time: input.real_time },
        (None, None) => Words::Spoken,
    })
}

/// Plays games, and others after them for as long as the player wants.
fn play(
    mut games: start::Games,
    settings: &Settings,
    words: &Words,
    printer: &Printer,
) -> Result<ExitCode, Failure> {
    loop {
        let (ending, next) = finish(games, settings, printer);
        // A recording would be heard from its beginning again.
        let recorded = matches!(words, Words::Recorded { .. });
        let Some(next) = next.filter(|_| !recorded) else {
            printer.finish(CLOSING);
            let failed = matches!(ending, Ending::Failed(_));
            return Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS });
        };
        games = start::new_games(&next, words, None, printer)?;
    }
}

/// Plays games to their end and leaves their scores beside the journals, before any device is closed. Says which game
/// is wanted after them, if any is.
fn finish(mut games: start::Games, settings: &Settings, printer: &Printer) -> (Ending, Option<Settings>) {
    // A game that is begun beside them has no earlier score.
    let earlier: Vec<Earlier> = games.all().map(|(record, ..)| Earlier::of(record)).collect();
    let ending = games.run();
    let failed = matches!(ending, Ending::Failed(_));
    // What it was chosen to be can be chosen again.
    let again = || table::again(games.here().start()).or(settings.clone());
    let wanted = games.next(settings).or_else(|| (ending == Ending::Left { again: true }).then(again));
    let next = wanted.filter(|_| !failed);
    let words = start::words_of(&Settings::of_kept(&games.here().start().chosen).or(settings.clone()));
    let mut unfinished = Vec::new();
    let mut damaged = false;
    for (n, (record, has_begun, journal)) in games.all().enumerate() {
        match has_begun {
            true => leave_score(record, earlier.get(n), journal, &words, printer),
            false => leave_nothing(journal, printer),
        }
        if has_begun && record.ended().is_none() {
            unfinished.push(journal.to_owned());
            damaged |= record.altered().is_some();
        }
    }
    if !unfinished.is_empty() {
        let command = whole_command("resume", damaged, &unfinished);
        let games = if unfinished.len() == 1 { "one" } else { "several" };
        printer.line(&words.say("game-goes-on", &[("games", &games), ("command", &command)]));
    }
    if !failed {
        games.fall_silent();
    }
    // The terminal is given back first; whatever hangs after that hangs without us.
    let (closed, closes) = mpsc::channel::<()>();
    let last = printer.clone();
    thread::spawn(move || {
        if closes.recv_timeout(CLOSING) == Err(RecvTimeoutError::Timeout) {
            last.finish(Duration::from_millis(100));
            std::process::exit(failed.into());
        }
    });
    drop(games);
    drop(closed);
    (ending, next)
}

fn leave_score(
    record: &Record,
    earlier: Option<&Earlier>,
    journal: &Path,
    words: &Catalogue,
    printer: &Printer,
) {
    match score::leave(record, earlier, journal) {
        Ok(score) => printer.line(&format!("score: {}", score.display())),
        Err(error) => {
            let facts: [(&str, &dyn Display); 2] = [("path", &journal.display()), ("fault", &error)];
            printer.line(&words.say("game-score-unwritten", &facts));
            printer.text(&export::pgn(record));
        }
    };
}

/// Nobody said who has the other side, or nobody was found for it: the journal has nothing in it.
fn leave_nothing(journal: &Path, printer: &Printer) {
    let is_empty = std::fs::metadata(journal).is_ok_and(|file| file.len() == 0);
    if is_empty && let Err(error) = std::fs::remove_file(journal) {
        printer.line(&format!("cannot remove {}: {error}", journal.display()));
    }
}

/// A device that does not close, or a terminal that is not read, holds the end up no longer than this.
const CLOSING: Duration = Duration::from_secs(2);

/// A file of text, or with `-` the standard input; one that is no UTF-8 is Latin-1, in which PGN was written for years.
fn read(path: &Path) -> Result<String, Failure> {
    let bytes = match path == Path::new("-") {
        true => std::io::stdin().lock().bytes().collect(),
        false => std::fs::read(path),
    };
    let bytes = bytes.map_err(|source| CommandError::Read { path: path.to_owned(), source })?;
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|text| text.into_bytes().into_iter().map(char::from).collect()))
}

/// The score in a file: a journal's, or the text itself.
fn score_or_journal(path: &Path, text: &str) -> Result<String, Failure> {
    if !text.trim_start().starts_with('{') {
        return Ok(text.to_owned());
    }
    let journal = export::journal(path, false);
    let journal = journal.map_err(|error| with_cure(error.into(), "export", &[path.to_owned()]))?;
    Ok(export::pgn(&journal.record))
}

/// A line for programs.
fn in_json(value: &impl serde::Serialize) -> String {
    let text = serde_json::to_string(value).expect("names, texts and numbers are JSON");
    text + "\n"
}

/// Prints, with nothing in it that a terminal would obey; a reader that has gone away is no error.
fn put(text: &str) -> Result<ExitCode, Failure> {
    put_as_it_is(&plain(text))
}

/// The same for what is made for a machine: cells and the ends of lines and pages, nothing else.
fn put_as_it_is(text: &str) -> Result<ExitCode, Failure> {
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(ExitCode::SUCCESS),
    }
}
