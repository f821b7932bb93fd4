//! A game as a page of its own: one file that a browser opens without a network.
//!
//! The page is made whole here. Its script only shows another position; without it the page has the score and the last
//! position. The position is a table, so that nothing is drawn that is not in words as well.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{
    export,
    shown_game::{MoveAt, MoveAtError, ShownGame, in_words, known},
};
use crate::{
    announce::{Announcement, Announcer, Audience},
    app::time_chart,
    clock::TimeControl,
    language::Catalogue,
    laws::{Chess, Color, File, GameResult, Piece, Position, Rank, Square},
    notation::{Letters, numbered, san, svg},
};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// What a page is made of besides the game.
pub struct PageOptions<'a> {
    /// The sentences and names of the page's language.
    pub announcer: &'a Announcer,
    /// Its other texts.
    pub words: &'a Catalogue,
    /// The letters of the pieces.
    pub letters: Letters,
    /// Whether Black sits below.
    pub turned: bool,
    /// The moves after which a diagram is drawn.
    pub diagrams: Vec<MoveAt>,
}

/// Returns the page of a game.
///
/// # Errors
///
/// If there is no move for a diagram.
pub fn page(game: &ShownGame, options: &PageOptions) -> Result<String, MoveAtError> {
    let diagrams = options.diagrams.iter().map(|at| game.plies_to(*at)).collect::<Result<Vec<_>, _>>()?;
    Ok(Page { game, options }.document(&diagrams).into_string())
}

struct Page<'a> {
    game: &'a ShownGame,
    options: &'a PageOptions<'a>,
}

impl Page<'_> {
    fn say(&self, id: &str) -> String {
        self.options.words.say(id, &[])
    }

    fn times(&self) -> Option<Markup> {
        let PageOptions { announcer, words, .. } = self.options;
        time_chart::section(&self.game.score.game, &self.game.spent, announcer, words)
    }

    fn plies(&self) -> usize {
        self.game.score.game.moves().len()
    }

    fn document(&self, diagrams: &[usize]) -> Markup {
        let [white, black] = Color::ALL.map(|side| self.player(side));
        let title = format!("{white} – {black}");
        let body = html! {
            header {
                h1 { bdi { (white) } " – " bdi { (black) } }
                (self.details())
            }
            main {
                (self.board())
                (self.moves())
                @if let Some(times) = self.times() { (times) }
                @if !diagrams.is_empty() { (self.diagrams(diagrams)) }
            }
            template id="parts" { (self.parts()) }
            (PreEscaped(svg::pieces_sheet()))
        };
        // Only what was written here runs and colours the page: who wrote a name or a comment cannot know the sum of all.
        let nonce = blake3::hash(body.0.as_bytes()).to_hex();
        let policy = format!(
            "default-src 'none'; style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}'; base-uri 'none'; form-action 'none'"
        );
        html! {
            (DOCTYPE)
            html lang=(self.options.words.tag()) {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (title) }
                    style nonce=(nonce) { (PreEscaped(svg::STYLE)) (PreEscaped(time_chart::STYLE)) (PreEscaped(STYLE)) }
                }
                body {
                    (body)
                    script type="module" nonce=(nonce) { (PreEscaped(SCRIPT)) }
                }
            }
        }
    }

    fn player(&self, side: Color) -> String {
        self.game
            .player(side)
            .map_or_else(|| self.say(side.fold_wb("page-white", "page-black")), str::to_owned)
    }

    /// What is known of the game: event, place, round, date, time control, result.
    fn details(&self) -> Markup {
        let tag = |name| known(self.game.score.tag(name)).map(str::to_owned);
        let control = |tag: String| {
            tag.parse().map_or(tag, |control: TimeControl| self.options.announcer.control(&control))
        };
        let date = tag("Date").map(|date| match export::pgn_date(&date) {
            Some(whole) => whole.replace('.', "-"),
            None => date.trim_end_matches(".??").to_owned(),
        });
        let rows = [
            (
                "page-white",
                Some(self.player(Color::White)).filter(|_| self.game.player(Color::White).is_some()),
            ),
            (
                "page-black",
                Some(self.player(Color::Black)).filter(|_| self.game.player(Color::Black).is_some()),
            ),
            ("page-event", tag("Event")),
            ("page-site", tag("Site")),
            ("page-round", tag("Round")),
            ("page-date", date),
            ("page-time-control", tag("TimeControl").map(control)),
            ("page-journal", tag("Journal")),
            ("page-result", Some(self.result())),
        ];
        html! {
            dl {
                @for (name, value) in rows.into_iter().filter_map(|(name, value)| Some((name, value?))) {
                    dt { (self.say(name)) }
                    dd dir="auto" { (value) }
                }
            }
        }
    }

    /// The result in figures and in words.
    fn result(&self) -> String {
        let figures = self.game.score.result().to_owned();
        let words = self.outcome();
        if figures == "*" { words } else { format!("{figures}. {words}") }
    }

    fn outcome(&self) -> String {
        let result = self.game.score.result().parse().unwrap_or(GameResult::NoResult);
        let by_result = || self.options.words.say("page-outcome", &[("result", &result.name())]);
        self.game.ending.clone().unwrap_or_else(by_result)
    }

    /// The position as a table, and what steps through the game. The last position is shown first.
    fn board(&self) -> Markup {
        let position = self.game.score.game.position();
        let seen = |n: usize| if self.options.turned { 7 - n } else { n };
        let (files, ranks) = (
            [0, 1, 2, 3, 4, 5, 6, 7].map(|n| File::ALL[seen(n)]),
            [0, 1, 2, 3, 4, 5, 6, 7].map(|n| Rank::ALL[7 - seen(n)]),
        );
        let steps = [("page-first", "«"), ("page-back", "‹"), ("page-forward", "›"), ("page-last", "»")];
        let marks = self.game.diagram_options(self.plies(), false);
        html! {
            section.screen aria-labelledby="board-heading" {
                h2 id="board-heading" { (self.say("page-board")) }
                table id="board" data-turned=(self.options.turned) {
                    thead { tr data-files="" {
                        td.corner {}
                        @for file in files { th scope="col" { span.hidden.file { (file.char()) } } }
                    } }
                    tbody {
                        @for rank in ranks { tr {
                            th.rank scope="row" { (rank.char()) }
                            @for file in files {
                                @let square = Square::from_coords(file, rank);
                                td class=(if square.is_light() { "light" } else { "dark" }) {
                                    (self.cell(position.board().piece_at(square), |mark| match mark {
                                        "from" => marks.last_move.is_some_and(|(from, _)| from == square),
                                        "to" => marks.last_move.is_some_and(|(_, to)| to == square),
                                        _ => marks.check == Some(square),
                                    }))
                                }
                            }
                        } }
                    }
                    tfoot aria-hidden="true" { tr data-files="" {
                        td.corner {}
                        @for file in files { td.file { (file.char()) } }
                    } }
                }
                p id="told" role="status" { (self.told_after(self.plies())) }
                div id="steps" role="group" aria-label=(self.say("page-steps")) hidden="" {
                    @for (name, sign) in steps {
                        button type="button" aria-disabled=(name == "page-forward" || name == "page-last" || self.plies() == 0) {
                            span aria-hidden="true" { (sign) } span.hidden { (self.say(name)) }
                        }
                    }
                    button type="button" aria-pressed=(self.options.turned) { (self.say("page-turn")) }
                }
                p.soft { (self.say("page-keys")) }
            }
        }
    }

    /// What stands on a square, drawn and in words.
    fn cell(&self, piece: Option<Piece>, is_marked: impl Fn(&str) -> bool) -> Markup {
        html! {
            svg viewBox="0 0 100 100" aria-hidden="true" {
                @for mark in MARKS.into_iter().filter(|mark| is_marked(mark)) { (marked(mark)) }
                @if let Some(piece) = piece {
                    use href={ "#" (svg::symbol_id(piece)) } class=(svg::piece_class(piece.color)) width="100" height="100" {}
                }
            }
            @if let Some(piece) = piece { span.hidden { (self.options.announcer.piece_name(piece)) } }
        }
    }

    /// What the script makes positions of: each piece by its letter, the empty square, the marks.
    fn parts(&self) -> Markup {
        html! {
            @for piece in svg::all_pieces() {
                span data-part=(piece.char()) { (self.cell(Some(piece), |_| false)) }
            }
            span data-part="." { (self.cell(None, |_| false)) }
            svg { @for mark in MARKS { (marked(mark)) } }
        }
    }

    fn moves(&self) -> Markup {
        let game = &self.game.score.game;
        let mut rows: Vec<(u32, Vec<usize>)> = Vec::new();
        for ply in 0..self.plies() {
            let number = game.position_at(ply).fullmoves().get();
            match rows.last_mut() {
                Some((last, plies)) if *last == number => plies.push(ply),
                _ => rows.push((number, vec![ply])),
            }
        }
        html! {
            section aria-labelledby="moves-heading" {
                h2 id="moves-heading" { (self.say("page-moves")) }
                ol.moves role="list" {
                    li.start { (self.button(0)) }
                    @for comment in self.game.comments(0) { li { p.comment dir="auto" { (comment) } } }
                    @for (number, plies) in rows { li {
                        span.number { (number) "." }
                        @for ply in plies {
                            (self.button(ply + 1))
                            @for comment in self.game.comments(ply + 1) { p.comment dir="auto" { (comment) } }
                        }
                    } }
                }
                p.result { (self.result()) }
            }
        }
    }

    /// The button that shows the position after so many half-moves.
    fn button(&self, plies: usize) -> Markup {
        let marks = self.game.diagram_options(plies, false);
        let position = self.game.score.game.position_at(plies);
        let told = plies.checked_sub(1).map(|ply| self.game.told(ply));
        let side = told.as_ref().map(|told| told.before.turn());
        html! {
            button type="button" class=[side.map_or(Some("alone"), |side| side.fold_wb(None, Some("black")))]
                data-board=(squares(position)) data-told=(self.told_after(plies))
                data-from=[marks.last_move.map(|(from, _)| from)] data-to=[marks.last_move.map(|(_, to)| to)]
                data-check=[marks.check] aria-current=[(plies == self.plies()).then_some("true")]
            {
                @match &told {
                    Some(told) => {
                        span aria-hidden="true" { (san(&told.before, told.m, &self.options.letters)) }
                        span.hidden { (self.words_of(plies - 1)) }
                    }
                    None => { (self.say("page-start")) }
                }
            }
        }
    }

    fn words_of(&self, ply: usize) -> String {
        let words = self
            .options
            .announcer
            .render(&Announcement::Moved(self.game.told(ply)), Audience::Spectator)
            .words;
        words.trim_end_matches('.').to_owned()
    }

    /// A move as it is numbered and written: "12... Sf6".
    fn numbered(&self, ply: usize) -> String {
        let told = self.game.told(ply);
        format!("{} {}", numbered(&told.before), san(&told.before, told.m, &self.options.letters))
    }

    /// What is told of the position after so many half-moves: the move that led there, and how the game ended.
    fn told_after(&self, plies: usize) -> String {
        let Some(ply) = plies.checked_sub(1) else { return self.say("page-start") + "." };
        let before = self.game.score.game.position_at(ply);
        let (number, side) = (before.fullmoves(), before.turn().fold_wb("white", "black"));
        let told = self
            .options
            .words
            .say("page-told", &[("number", &number), ("side", &side), ("move", &self.words_of(ply))]);
        if plies == self.plies() { format!("{told} {}", self.outcome()) } else { told }
    }

    fn diagrams(&self, plies: &[usize]) -> Markup {
        html! {
            section.wide aria-labelledby="diagrams-heading" {
                h2 id="diagrams-heading" { (self.say("page-diagrams")) }
                div.diagrams { @for &plies in plies { figure {
                    @let position = self.game.score.game.position_at(plies);
                    @let drawn = svg::DiagramOptions {
                        title: in_words(position, self.options.announcer),
                        ..self.game.diagram_options(plies, self.options.turned)
                    };
                    (PreEscaped(svg::diagram_in_page(position.board(), &drawn)))
                    figcaption {
                        @match plies.checked_sub(1) {
                            Some(ply) => { (self.options.words.say("page-after", &[("move", &self.numbered(ply))])) }
                            None => { (self.say("page-start")) }
                        }
                    }
                } } }
            }
        }
    }
}

const MARKS: [&str; 3] = ["from", "to", "check"];

/// The mark of a square: left, reached, or of a king in check.
fn marked(mark: &str) -> Markup {
    html! {
        @match mark {
            "check" => circle data-part=(mark) class="in-check" cx="50" cy="50" r="46" stroke-width="8" {},
            _ => rect data-part=(mark) class={ "last-move" @if mark == "from" { " left" } } x="4" y="4" width="92" height="92" {},
        }
    }
}

/// Returns what stands on each square, from a8 to h1.
fn squares(position: &Chess) -> String {
    let on = |square| position.board().piece_at(square).map_or('.', |piece: Piece| piece.char());
    let rank = |rank: Rank| File::ALL.map(|file| on(Square::from_coords(file, rank)));
    Rank::ALL.into_iter().rev().flat_map(rank).collect()
}
