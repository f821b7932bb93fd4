//! Scores and spoken moves: `speak` and `transcribe`, and the scores that `reconcile` compares.

use std::path::{Path, PathBuf};

use annabella::{
    app::{
        game_options::{self, Language},
        game_setup::SetupError,
    },
    commands::{
        board_recording,
        error::CommandError,
        export,
        spoken::{LineFault, Transcript, TranscriptError},
        transcribe::transcribe,
    },
    config::{Settings, User},
    files,
    language::{Catalogue, Failure, Message},
    laws::Color,
    notation::{
        pgn::{ReadGame, is_score, readable_games, written_games},
        spoken::{MoveForm, speak_games},
    },
    school::PuzzleFile,
    session::ReviewedGame,
};

use super::{
    command::SpokenForm,
    games::with_cure,
    run::{CommandContext, CommandResult, complain_of, success_if},
    streams::{complain, put, read},
    useless,
};

pub(super) fn speak(words: &Catalogue, settings: &Settings, file: &Path, form: SpokenForm) -> CommandResult {
    let names = Language::of(settings)?.grammar.spoken().clone();
    let form = match form {
        SpokenForm::Full => MoveForm::Full,
        SpokenForm::Short => MoveForm::Short,
        SpokenForm::Squares => MoveForm::Squares,
        SpokenForm::Numeric => MoveForm::Numeric,
    };
    let text = score_or_journal(file, &read(file)?, "speak", words)?;
    if !is_score(&written_games(&text)) {
        return Err(CommandError::NoScore { path: file.to_owned() }.into());
    }
    let (lines, faults) = speak_games(&text, &names, form);
    put(&(lines.join("\n") + "\n"))?;
    complain_of_each(&faults, words);
    Ok(success_if(faults.is_empty()))
}

/// Prints the games in a recording of what a DGT board has sent.
pub(super) fn transcribe_recording(
    configured: &CommandContext,
    typed: Settings,
    file: &Path,
) -> CommandResult {
    let words = configured.words;
    let start = game_options::start_position(&configured.with(typed.clone())?)?;
    let bytes = files::read(file).map_err(|source| CommandError::Read { path: file.to_owned(), source })?;
    let recorded = board_recording::games(&bytes, &file.display().to_string(), &start)?;
    let begins = recorded.games.iter().any(|game| game.game.start() == start.position());
    useless::check_start(&typed, file, begins)?;
    recorded
        .flaws
        .iter()
        .for_each(|flaw| complain(&format!("{}: {}", file.display(), words.render(&flaw.kind))));
    put_all(&recorded.games)?;
    Ok(success_if(!recorded.flaws.iter().any(|flaw| flaw.kind.costs_something())))
}

pub(super) fn transcribe_words(
    configured: &CommandContext,
    typed: Settings,
    file: Option<PathBuf>,
    audio: Option<PathBuf>,
) -> CommandResult {
    let (words, settings) = (configured.words, &configured.with(typed.clone())?);
    let grammar = Language::of(settings)?.grammar;
    let start = game_options::start_position(settings)?;
    let mut transcript = Transcript::new(&grammar, start.clone());
    let path = file.clone().or(audio.clone()).unwrap_or_default();
    let is_text = file.is_some();
    let mut faults: Vec<TranscriptError> = Vec::new();
    let mut refused = |fault: &TranscriptError| faults.push(fault.clone());
    match (file, audio) {
        (Some(file), _) => {
            let text = read(&file)?;
            text.lines()
                .filter_map(|line| transcript.take_line(line).err())
                .for_each(|fault| refused(&fault));
        }
        (None, Some(audio)) => transcribe(settings, &audio, &mut transcript, refused)?,
        (None, None) => return Err(CommandError::NothingToTranscribe.into()),
    }
    let games = transcript.finish();
    if games.is_empty() && faults.is_empty() && is_text {
        return Err(CommandError::NothingToTranscribe.into());
    }
    if faults.iter().any(|fault| is_written(&fault.line)) {
        return Err(CommandError::WrittenMoves { path }.into());
    }
    let is_none =
        |fault: &TranscriptError| matches!(fault.reason, LineFault::NotUnderstood | LineFault::NoMove);
    if faults.len() > 1 && faults.iter().all(is_none) && games.iter().all(|game| game.game.moves().is_empty())
    {
        return Err(CommandError::NoSpokenMoves { path }.into());
    }
    complain_of_each(&faults, words);
    let begins = games.is_empty() || games.iter().any(|game| game.game.start() == start.position());
    useless::check_start(&typed, &path, begins)?;
    put_all(&games)?;
    Ok(success_if(faults.is_empty()))
}

/// So many faults of a file are named; a longer list would push the first of them off the screen.
const NAMED: usize = 10;

fn complain_of_each(faults: &[impl Message], words: &Catalogue) {
    faults.iter().take(NAMED).for_each(|fault| complain(&words.render(fault)));
    if let Some(count) = faults.len().checked_sub(NAMED).filter(|more| *more > 0) {
        complain(&words.render(&MoreFaults { count }));
    }
}

/// Names what is wrong with puzzles; the others can be solved.
pub(super) fn complain_of_puzzles(file: &PuzzleFile, words: &Catalogue) {
    complain_of_each(&file.faults, words);
    if file.more_faults > 0 {
        complain(&words.render(&MoreFaults { count: file.more_faults }));
    }
    if file.is_cut {
        complain(&words.render(&PuzzlesCut { count: file.puzzles.len() }));
    }
}

/// More puzzles than are read.
#[derive(Message)]
#[message(printed, "puzzles-cut")]
struct PuzzlesCut {
    count: usize,
}

/// Faults that are not named.
#[derive(Message)]
#[message(printed, "more-faults")]
struct MoreFaults {
    count: usize,
}

/// Whether a line holds several moves as PGN writes them.
fn is_written(line: &str) -> bool {
    let games = written_games(line);
    is_score(&games) && games.iter().map(|game| game.words.len()).sum::<usize>() > 1
}

fn put_all(games: &[impl ToString]) -> CommandResult {
    put(&games.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
}

/// Returns the score in a file: that of a journal, or the text itself.
/// Reads the game that is to be reviewed. Of a journal it must be over; whose mistakes come first, a journal says itself.
pub(super) fn reviewed_game(
    file: &Path,
    number: Option<usize>,
    settings: &Settings,
    words: &Catalogue,
) -> Result<ReviewedGame, Failure> {
    let text = read(file)?;
    let typed = match settings.user {
        Some(User::White) => Some(Color::White),
        Some(User::Black) => Some(Color::Black),
        Some(User::Both) | None => None,
    };
    if text.trim_start().starts_with('{') {
        let journal = export::journal(file, false);
        let journal = journal.map_err(|error| with_cure(error.into(), "review", &[file.to_owned()]))?;
        complain_of(&journal.remarks, words);
        let record = journal.record;
        if record.ended().is_none() {
            return Err(SetupError::NotOver { path: file.to_owned() }.into());
        }
        return Ok(ReviewedGame { game: record.game().clone(), user: typed.or(record.user()) });
    }
    if !is_score(&written_games(&text)) {
        return Err(CommandError::NoScore { path: file.to_owned() }.into());
    }
    let mut games: Vec<ReadGame> = readable_games(&text).collect();
    let chosen = export::chosen_game(number, file, games.len())?;
    let ReadGame { game, fault } = games.swap_remove(chosen);
    match fault {
        Some(fault) if game.game.moves().is_empty() => return Err(fault.into()),
        Some(fault) => complain(&words.render(&fault)),
        None => {}
    }
    Ok(ReviewedGame { game: game.game, user: typed })
}

pub(super) fn score_or_journal(
    path: &Path,
    text: &str,
    command: &str,
    words: &Catalogue,
) -> Result<String, Failure> {
    if !text.trim_start().starts_with('{') {
        return Ok(text.to_owned());
    }
    let journal = export::journal(path, false);
    let journal = journal.map_err(|error| with_cure(error.into(), command, &[path.to_owned()]))?;
    complain_of(&journal.remarks, words);
    Ok(export::pgn(&journal.record))
}
