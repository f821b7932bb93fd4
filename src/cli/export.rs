//! `export`: a game in each of its forms.

use std::{path::Path, process::ExitCode, slice};

use annabella::{
    app::game_options::{self, Language},
    commands::{
        audit,
        brf::{self, PageLayout},
        error::CommandError,
        export::{self, chosen_game},
        shown_game::ShownGame,
    },
    config::Settings,
    notation::{
        BrailleCode, Letters,
        pgn::{ReadGame, ScoreNotation, is_score, readable_games, written_games},
    },
};

use super::{
    command::{BrailleScore, Command, GameView, LineEnds},
    games::with_cure,
    run::{CommandContext, CommandResult, complain_of},
    streams::{complain, put, put_as_it_is, read},
};

pub(super) fn export(configured: &CommandContext, command: Command) -> CommandResult {
    let Command::Export {
        journal: file,
        text,
        audit,
        raw,
        damaged,
        letters,
        numeric,
        language,
        view,
        braille,
        ..
    } = command
    else {
        return Ok(ExitCode::SUCCESS);
    };
    let letters = game_options::letters(&Settings { letters, ..configured.settings.clone() })?;
    let chosen = Settings { language, ..Settings::default() };
    let is_seen = view.svg || view.html;
    if is_seen && !damaged && !is_named_journal(&file) {
        let text = read(&file)?;
        if !text.trim_start().starts_with("{\"") {
            let settings = chosen.or(configured.settings.clone());
            return of_pgn(configured, (&file, &text), &view, &settings, letters);
        }
    }
    let journal = export::journal(&file, damaged);
    let journal = journal.map_err(|error| with_cure(error.into(), "export", slice::from_ref(&file)))?;
    // What is told is in the language of the game.
    let settings =
        chosen.or(Settings::of_kept(&journal.record.start().chosen)).or(configured.settings.clone());
    complain_of(&journal.remarks, configured.words);
    let record = &journal.record;
    if is_seen {
        chosen_game(view.game, &file, 1)?;
        let language = Language::of(&settings)?;
        return put_view(&ShownGame::of_record(record, &language.announcer), &view, &language, letters);
    }
    if braille.brf {
        let code = match &braille.braille_code {
            Some(name) => BrailleCode::named(name)?,
            None => BrailleCode::of_language(game_options::language_folder(&settings)?.tag),
        };
        let result = record.ended().map(|outcome| outcome.result);
        return put_as_it_is(&brf::score(record.start(), record.game(), result, &code, &layout(braille))?);
    }
    put(&match () {
        // The journal's own words are for programs.
        () if audit && raw => audit::audit(&journal, true, configured.words),
        () if audit => audit::audit(&journal, false, &game_options::language_folder(&settings)?.catalogue()),
        () if text => export::text(record, &Language::of(&settings)?.announcer),
        () if numeric => export::score(record, ScoreNotation::Numeric),
        () => export::score(record, letters.map(ScoreNotation::Letters).unwrap_or_default()),
    })
}

/// Whether a file has a journal's name, whatever its first line has become.
fn is_named_journal(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "jsonl")
}

/// Shows a game of a PGN file as far as it can be read, and tells why not further.
fn of_pgn(
    configured: &CommandContext,
    (file, text): (&Path, &str),
    view: &GameView,
    settings: &Settings,
    letters: Option<Letters>,
) -> CommandResult {
    let written = written_games(text);
    // A position alone, or a game before its first move, can be shown too.
    let has_tags = written.iter().any(|game| ["FEN", "Result"].iter().any(|tag| game.tag(tag).is_some()));
    if !has_tags && !is_score(&written) {
        return Err(CommandError::NoScore { path: file.to_owned() }.into());
    }
    let mut games: Vec<ReadGame> = readable_games(text).collect();
    let ReadGame { game, fault } = games.swap_remove(chosen_game(view.game, file, games.len())?);
    let fault = match fault {
        Some(fault) if game.game.moves().is_empty() => return Err(fault.into()),
        fault => fault,
    };
    let shown = put_view(&ShownGame::of_pgn(game), view, &Language::of(settings)?, letters)?;
    Ok(match fault {
        Some(fault) => {
            complain(&configured.words.render(&fault));
            ExitCode::FAILURE
        }
        None => shown,
    })
}

fn put_view(
    game: &ShownGame,
    view: &GameView,
    language: &Language,
    letters: Option<Letters>,
) -> CommandResult {
    if view.html {
        return put_page(game, view, language, letters);
    }
    let plies = match &view.after {
        Some(after) => game.plies_to(after.parse()?)?,
        None => game.score.game.moves().len(),
    };
    put(&game.diagram(plies, view.turned, &language.announcer))
}

#[cfg(feature = "web")]
fn put_page(
    game: &ShownGame,
    view: &GameView,
    language: &Language,
    letters: Option<Letters>,
) -> CommandResult {
    use annabella::commands::{
        game_page::{PageOptions, page},
        shown_game::MoveAt,
    };
    let options = PageOptions {
        announcer: &language.announcer,
        words: &language.words,
        letters: letters.unwrap_or(*language.grammar.letters()),
        turned: view.turned,
        diagrams: view.diagrams.as_deref().map_or(Ok(Vec::new()), MoveAt::list)?,
    };
    put(&page(game, &options)?)
}

#[cfg(not(feature = "web"))]
fn put_page(_: &ShownGame, _: &GameView, _: &Language, _: Option<Letters>) -> CommandResult {
    Err(export::ExportError::WithoutPages.into())
}

fn layout(braille: BrailleScore) -> PageLayout {
    PageLayout {
        width: braille.width,
        length: braille.length,
        form_feeds: !braille.no_form_feeds,
        crlf: braille.line_ends == LineEnds::Crlf,
        unicode: braille.unicode,
        table: braille.table,
    }
}
