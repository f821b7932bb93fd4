//! The time spent on each move: drawn, in words, and as a table; for the page of a game and of what was played.

use std::time::Duration;

use maud::{Markup, html};

use crate::{
    announce::Announcer,
    language::Catalogue,
    laws::{ByColor, Color, Game, Position},
};

/// How it looks on a page that has the colours `--ink` and `--line`.
pub const STYLE: &str = include_str!("time_chart.css");

/// The width of the chart and of its borders; what is above the axis and, as much, below it; and the room beyond that.
const WIDTH: f64 = 600.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 24.0;
const HALF: f64 = 110.0;
const BELOW: f64 = 30.0;

/// A move of both sides: its number, and the time that each spent.
type SpentTimes = (u32, ByColor<Option<Duration>>);

/// Returns what is told of the time spent on each half-move of a game; none where nothing is known of it.
pub fn section(
    game: &Game,
    spent: &[Option<Duration>],
    announcer: &Announcer,
    words: &Catalogue,
) -> Option<Markup> {
    let longest = *spent.iter().flatten().max()?;
    let moves = moves(game, spent);
    let say = |id: &str| words.say(id, &[]);
    Some(html! {
        section.wide aria-labelledby="times-heading" {
            h2 id="times-heading" { (say("page-times")) }
            @for side in Color::ALL { @if let Some(told) = told(&moves, side, announcer, words) { p { (told) } } }
            (chart(&moves, longest, &say("page-times-chart")))
            details.screen {
                summary { (say("page-times-table")) }
                table.times {
                    thead { tr {
                        th scope="col" { (say("page-move")) }
                        th scope="col" { (say("page-white")) }
                        th scope="col" { (say("page-black")) }
                    } }
                    tbody { @for (number, spent) in &moves { tr {
                        th scope="row" { (number) }
                        @for side in Color::ALL { td { (spent[side].map(brief).unwrap_or_default()) } }
                    } } }
                }
            }
        }
    })
}

fn moves(game: &Game, spent: &[Option<Duration>]) -> Vec<SpentTimes> {
    let mut moves: Vec<SpentTimes> = Vec::new();
    for (ply, spent) in spent.iter().enumerate() {
        let before = game.position_at(ply);
        let (number, side) = (before.fullmoves().get(), before.turn());
        if moves.last().is_none_or(|(last, _)| *last != number) {
            moves.push((number, ByColor { white: None, black: None }));
        }
        if let Some((_, of)) = moves.last_mut() {
            of[side] = *spent;
        }
    }
    moves
}

/// How long a side thought in all, and for which move longest.
fn told(moves: &[SpentTimes], side: Color, announcer: &Announcer, words: &Catalogue) -> Option<String> {
    let of_side = || moves.iter().filter_map(|(number, spent)| Some((spent[side]?, *number)));
    let (longest, number) = of_side().max_by_key(|(time, number)| (*time, std::cmp::Reverse(*number)))?;
    let all: Duration = of_side().map(|(time, _)| time).sum();
    let [all, longest] = [all, longest].map(|time| announcer.duration(time));
    let side = side.fold_wb("white", "black");
    Some(words.say(
        "page-times-told",
        &[("side", &side), ("all", &all), ("longest", &longest), ("number", &number)],
    ))
}

/// A time in few characters: "11:40", "1:05:00".
fn brief(time: Duration) -> String {
    let whole = Announcer::time_cells(time);
    whole.strip_prefix("0:0").or(whole.strip_prefix("0:")).map_or(whole.clone(), str::to_owned)
}

/// White's times above the axis and Black's below.
fn chart(moves: &[SpentTimes], longest: Duration, name: &str) -> Markup {
    let step = (WIDTH - LEFT - RIGHT) / moves.len() as f64;
    let scale = HALF / longest.as_secs_f64().max(1.0);
    let height = 2.0 * (HALF + BELOW);
    let axis = HALF + BELOW;
    let every = if moves.len() > 60 { 20 } else { 10 };
    let rounded = |value: f64| format!("{value:.1}");
    html! {
        svg.chart viewBox={ "0 0 " (WIDTH) " " (height) } role="img" aria-label=(name) {
            @for y in [axis - HALF, axis, axis + HALF] { line x1=(LEFT) x2=(WIDTH - RIGHT) y1=(y) y2=(y) {} }
            @for y in [axis - HALF, axis + HALF] {
                text x=(LEFT - 8.0) y=(y + 7.0) text-anchor="end" { (brief(longest)) }
            }
            @for (n, (number, spent)) in moves.iter().enumerate() {
                @let x = LEFT + n as f64 * step;
                @for side in Color::ALL { @if let Some(time) = spent[side] {
                    @let tall = time.as_secs_f64() * scale;
                    rect class=(side.fold_wb("white", "black")) x=(rounded(x + step * 0.15)) width=(rounded(step * 0.7))
                        y=(rounded(side.fold_wb(axis - tall, axis))) height=(rounded(tall)) {}
                } }
                @if number.is_multiple_of(every) {
                    text x=(rounded(x + step / 2.0)) y=(height - 4.0) text-anchor="middle" { (number) }
                }
            }
        }
    }
}
