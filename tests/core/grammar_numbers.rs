//! Every number that is asked for or ordered is understood: as words, in one word or several, and in digits.

use annabella::grammar::{Expectation, Grammar, Intent, Understanding};
use annabella::language::{LANGUAGES, LanguageFolder};
use annabella::laws::Chess;

use crate::german::moment;

fn german(n: u16) -> String {
    const UNITS: [&str; 20] = [
        "",
        "eins",
        "zwei",
        "drei",
        "vier",
        "fünf",
        "sechs",
        "sieben",
        "acht",
        "neun",
        "zehn",
        "elf",
        "zwölf",
        "dreizehn",
        "vierzehn",
        "fünfzehn",
        "sechzehn",
        "siebzehn",
        "achtzehn",
        "neunzehn",
    ];
    const TENS: [&str; 10] =
        ["", "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"];
    let unit = |n: u16| if n == 1 { "ein" } else { UNITS[usize::from(n)] };
    match n {
        0..20 => UNITS[usize::from(n)].to_owned(),
        20..100 if n.is_multiple_of(10) => TENS[usize::from(n / 10)].to_owned(),
        20..100 => format!("{}und{}", unit(n % 10), TENS[usize::from(n / 10)]),
        _ => format!("{}hundert{}", unit(n / 100), german(n % 100)),
    }
}

fn english(n: u16) -> String {
    const UNITS: [&str; 20] = [
        "",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 10] =
        ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    match n {
        0..20 => UNITS[usize::from(n)].to_owned(),
        20..100 => format!("{} {}", TENS[usize::from(n / 10)], UNITS[usize::from(n % 10)]).trim().to_owned(),
        _ if n.is_multiple_of(100) => format!("{} hundred", UNITS[usize::from(n / 100)]),
        _ => format!("{} hundred and {}", UNITS[usize::from(n / 100)], english(n % 100)),
    }
}

/// In these phrases stands a number, at the desk where so told.
const PHRASES: [(&str, &[(&str, Expectation)]); 2] = [
    (
        "de",
        &[
            ("zug #", Expectation::Move),
            ("die letzten # züge", Expectation::Move),
            ("zurück vor zug #", Expectation::Move),
            ("regelwidriger zug # weiß", Expectation::Move),
            ("uhr defekt seit zug #", Expectation::Move),
            ("uhr falsch gestellt seit zug #", Expectation::Move),
            ("zugzähler schwarz auf #", Expectation::Order),
            ("uhr weiß auf # minuten", Expectation::Order),
            ("weiß plus # minuten", Expectation::Order),
        ],
    ),
    (
        "en",
        &[
            ("move #", Expectation::Move),
            ("the last # moves", Expectation::Move),
            ("back before move #", Expectation::Move),
            ("illegal move # white", Expectation::Move),
            ("clock defective since move #", Expectation::Move),
            ("clock set wrong since move #", Expectation::Move),
            ("move counter black to #", Expectation::Order),
            ("clock white to # minutes", Expectation::Order),
            ("white plus # minutes", Expectation::Order),
        ],
    ),
];

fn understood(grammar: &Grammar, line: &str, expects: &Expectation) -> Option<Intent> {
    let position = Chess::default();
    match grammar.understand_text(line, &moment(&position, expects)) {
        Understanding::Understood { intent, sure: true } => Some(intent),
        _ => None,
    }
}

/// The numbers in an intent, minutes where they are seconds.
fn numbers(intent: &Intent) -> Vec<u16> {
    let text = format!("{intent:?}");
    let minutes = text.contains("s }") || text.contains("s)");
    let digits = text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse::<u32>().ok());
    digits.map(|n| (if minutes { n / 60 } else { n }) as u16).collect()
}

#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn numbers_to_999_are_understood_in_every_form() {
    for (tag, phrases) in PHRASES {
        let grammar = crate::grammars::of(LanguageFolder::find(tag).unwrap());
        let words = if tag == "de" { german } else { english };
        // Each number in one of the phrases, and the first and last of their kind in each.
        for n in 1..=999 {
            let nth = usize::from(n) % phrases.len();
            let all = [60, 61, 90, 99, 100, 180, 999].contains(&n);
            for (phrase, expects) in
                phrases.iter().cycle().skip(nth).take(if all { phrases.len() } else { 1 })
            {
                let digits = understood(&grammar, &phrase.replace('#', &n.to_string()), expects);
                let digits = digits.unwrap_or_else(|| panic!("{phrase}: {n}"));
                assert_eq!(numbers(&digits), [n], "{phrase}: {digits:?}");
                let written = words(n);
                let form = match n % 3 {
                    0 => written.to_uppercase(),
                    1 if n >= 100 => written.replace(' ', ""),
                    2 => written.replacen("hundert", " hundert ", 1),
                    _ => written,
                };
                let line = phrase.replace('#', &form);
                assert_eq!(understood(&grammar, &line, expects).as_ref(), Some(&digits), "{line}");
            }
        }
    }
}

/// What is no number is none, and a number is no move.
#[test]
fn nothing_else_becomes_a_number() {
    for line in ["zug hundertzehnzwanzig", "zug tausend", "zug 4000", "zug 0", "zug hundert hundert"] {
        let grammar = crate::grammars::of(LanguageFolder::USUAL);
        assert_eq!(understood(&grammar, line, &Expectation::Move), None, "{line}");
    }
    assert_eq!(LANGUAGES.len(), PHRASES.len(), "every language has its numbers here");
}
