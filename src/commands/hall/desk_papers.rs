//! What whoever looks at a desk or a screen may ask for beside its page.

use std::{
    borrow::Cow,
    sync::{Arc, Mutex, PoisonError},
};

use super::report::RoundReport;
use crate::{
    app::game_options::Language,
    commands::{
        game_page::{self, PageOptions},
        shown_game::ShownGame,
    },
    devices::web::{Papers, WebFile},
    hall::Round,
    language::LanguageFolder,
};

/// Returns what viewers may ask for: the scores of all boards, the report with their results, the standings, and each board
/// as a page.
pub(super) fn papers(
    round: &Arc<Mutex<Round>>,
    report: Option<Arc<RoundReport>>,
    folder: LanguageFolder,
    language: Arc<Language>,
) -> Papers {
    let round = Arc::clone(round);
    let letters = *language.grammar.letters();
    Papers(Arc::new(move |path| {
        let round = round.lock().unwrap_or_else(PoisonError::into_inner);
        let paper = |media_type, text| WebFile { path: "", media_type, text: Cow::Owned(text) };
        if path == "/round.pgn" {
            return Some(paper("application/vnd.chess-pgn; charset=utf-8", round.pgn()));
        }
        let plain = |text| paper("text/plain; charset=utf-8", text);
        match (path, &report) {
            ("/results.trf", Some(report)) => return Some(plain(report.with_results(&round).to_string())),
            ("/standings", Some(report)) => return Some(plain(report.standings(&round))),
            _ => {}
        }
        let board = round.board(path.strip_prefix("/board/")?.parse().ok()?)?;
        let score = board.game.as_ref()?.score.clone();
        drop(round);
        let words = folder.catalogue();
        let options = PageOptions {
            announcer: &language.announcer,
            words: &words,
            letters,
            turned: false,
            diagrams: Vec::new(),
        };
        let page = game_page::page(&ShownGame::of_pgn(score), &options).ok()?;
        Some(paper("text/html; charset=utf-8", page))
    }))
}
