//! What a grammar file can have wrong with it, and what is said then.

use annabella::grammar::Grammar;

const GERMAN: &str = include_str!("../../grammars/de/words.toml");

#[test]
#[ignore = "takes ten seconds; `make test` runs it"]
fn one_clear_sentence_for_each_fault() {
    let table = [
        (
            r#"phrases = ["lauter"]"#,
            r#"phrases = ["lauter", "leiser"]"#,
            "\"leiser\" means both louder and softer",
        ),
        (r#"phrases = ["lauter"]"#, r#"phrases = ["eva vier"]"#, "\"eva vier\" means both a move and louder"),
        (
            r#"phrases = ["zurück vor zug {number} [<player>]"]"#,
            "phrases = []",
            "a phrase can be empty, expected at least one word",
        ),
        (
            r#"    { key = "commands.seal-move", does = "mit Abgabezug abbrechen", says = "Abgabezug" },"#,
            "",
            "[topic] lacks \"commands.seal-move\"",
        ),
        (
            r#"{ key = "commands.seal-move""#,
            r#"{ key = "commands.seal-moves""#,
            "\"commands.seal-moves\" is not a key of [topic], expected the section and key of phrases",
        ),
        (
            r#"says = "Ruhe""#,
            r#"says = "Stille Nacht""#,
            "\"Stille Nacht\" is not a phrase of commands.quiet",
        ),
        (r#"names = ["stimme", "mikrofon"]"#, r#"names = ["mikrofon"]"#, "[topic] lacks \"stimme\""),
        (r#""(sprich lauter"#, r#""(leiser"#, "\"leiser\" means both"),
        (
            r#"phrases = ["lauter"]"#,
            r#"phrases = ["[lauter]"]"#,
            "a phrase can be empty, expected at least one word",
        ),
        (r#"phrases = ["lauter"]"#, r#"phrases = ["lauter "#, "this is not TOML"),
        (r#"phrases = ["lauter"]"#, r#"phrases = "lauter""#, "expected a list in square brackets"),
        (
            r#"phrases = ["lauter"]"#,
            r#"phrase = ["lauter"]"#,
            "\"phrase\" means nothing here, expected for example phrases",
        ),
        (
            r#"phrases = ["lauter"]"#,
            r#"phrases = ["lauter|"]"#,
            "unexpected \"end\" in a phrase, expected a word",
        ),
        (
            r#"phrases = ["lauter"]"#,
            r#"phrases = ["(lauter"]"#,
            "unexpected \"end\" in a phrase, expected a closing )",
        ),
        (
            r#"phrases = ["lauter"]"#,
            r#"phrases = ["lauter)"]"#,
            "unexpected \")\" in a phrase, expected an opening bracket before it",
        ),
        (
            r#"phrases = ["lauter"]"#,
            r#"phrases = ["{piece"]"#,
            "unexpected \"{piece\" in a phrase, expected a closing }",
        ),
        (
            r#"phrases = ["lauter"]"#,
            r#"phrases = ["Lauter"]"#,
            "\"Lauter\" is not a word, expected lower-case letters only",
        ),
        (
            r#"phrases = ["lauter"]"#,
            r#"phrases = ["lauter\""]"#,
            "\"lauter\"\" is not a word, expected lower-case letters only",
        ),
        (
            r#"phrases = ["lauter"]"#,
            r#"phrases = ["lauter bitte"]"#,
            "\"bitte\" is ignored and so never heard, but this phrase needs it",
        ),
        (
            r#"phrases = ["lauter"]"#,
            r#"phrases = ["lauter {piece}"]"#,
            "the slot {piece} means nothing here, expected no slot",
        ),
        (
            r#"phrases = ["lauter"]"#,
            r#"phrases = ["{loudness}"]"#,
            "there is no slot {loudness}, expected one of {piece} ",
        ),
        (r#"phrases = ["lauter"]"#, r#"phrases = ["lauter <much>"]"#, "there is no part <much>"),
        (
            "[commands.louder]",
            "[commands.loudest]",
            "\"loudest\" is not a key of [commands], expected yes, no,",
        ),
        (
            "[commands.arbiter]\n",
            "[commands.umpire]\n",
            "\"umpire\" is not a key of [commands], expected yes, no,",
        ),
        (
            "[desk.reopen]\nphrases = [\"[die] partie (fortsetzen|wieder aufnehmen)\"]",
            "",
            "[desk] lacks \"reopen\"",
        ),
        (
            r#""berührt {square}""#,
            r#""berührt [{square}]""#,
            "a phrase without {square} says too little here",
        ),
        (
            r#""berührt {square}""#,
            r#""berührt {square} {square}""#,
            "the slot {square} can come twice in one phrase",
        ),
        ("\n[parts]", "\n[parts]\nunused = [\"eins\"]", "nothing refers to the part <unused>"),
        ("\n[parts]", "\n[parts]\nround = [\"eins <round>\"]", "the part <round> contains itself"),
        (
            r#"a = ["anna"]"#,
            r#"a = ["anna", "bella"]"#,
            "the word \"bella\" stands for two things in [words.file]",
        ),
        (r#"a = ["anna"]"#, r#"a = []"#, "[file] lacks \"a word for a\""),
        (r#"a = ["anna"]"#, r#"i = ["ida"]"#, "\"i\" is not a key of [file], expected a, b, c"),
        (r#"language = "de""#, r#"language = "xx""#, "no piece letters are known for the language \"xx\""),
        (r#"language = "de""#, "", "\"language\" is missing"),
        ("\n[spoken]", "\n[spoken]\nwhispered = \"x\"", "\"whispered\" means nothing here"),
    ];
    for (found, put, expected) in table {
        assert!(GERMAN.contains(found), "{found} is not in the file");
        check(&GERMAN.replacen(found, put, 1), found, expected);
    }
}

#[test]
fn files_that_are_no_grammar() {
    for text in ["", "\0", "[[[[", "= 3", "Springer schlägt Dame.", "language = 3", "[move]\n[move]"] {
        let error = Grammar::parse(text, "the grammar").unwrap_err().to_string();
        assert!(error.starts_with("the grammar, line "), "{text:?}: {error}");
        assert!(!error.contains('\n'), "{text:?}: {error}");
    }
    let deep = format!("phrases = [\"{}lauter{}\"]", "(".repeat(5000), ")".repeat(5000));
    check(&GERMAN.replace("phrases = [\"lauter\"]", &deep), "deep brackets", "too many ways to say this");
    let error = Grammar::load(std::path::Path::new("no/such/grammar.toml")).unwrap_err().to_string();
    assert!(error.starts_with("cannot read the grammar no/such/grammar.toml: "), "{error}");
}

#[test]
fn parts_within_parts_do_not_grow_without_end() {
    let doubled = |n: usize| format!("double{} = [\"<{1}> <{1}>\"]\n", letter(n), part(n - 1));
    let parts: String = (1..26).map(doubled).collect();
    let text = GERMAN
        .replacen("\n[parts]\n", &format!("\n[parts]\ndoublea = [\"lauter\"]\n{parts}"), 1)
        .replacen("phrases = [\"lauter\"]", &format!("phrases = [\"<{}>\"]", part(25)), 1);
    check(&text, "doubled parts", "too many ways to say this");
}

#[test]
fn the_line_is_that_of_the_fault() {
    let at = GERMAN.lines().position(|line| line == r#"phrases = ["lauter"]"#).unwrap() + 1;
    let text = GERMAN.replacen(r#"phrases = ["lauter"]"#, r#"phrases = ["LAUTER"]"#, 1);
    let error = Grammar::parse(&text, "the grammar").unwrap_err().to_string();
    assert!(error.starts_with(&format!("the grammar, line {at}: ")), "{error}");
}

#[test]
fn words_the_model_lacks_are_not_listened_for() {
    use annabella::grammar::{Expectation, Moment};
    let mut grammar = Grammar::of(annabella::language::LanguageFolder::USUAL);
    let lacking = grammar.listen_to(|word| !["cesar", "gustav", "berührt", "pferd"].contains(&word));
    // "Cäsar" is heard instead, and "pferd" is only another word for "springer".
    assert_eq!(lacking, ["gustav", "berührt"]);
    let position = annabella::laws::Chess::default();
    let moment = Moment::new(Some(&position), &Expectation::Move);
    let phrases = grammar.phrases(&moment);
    let words = || phrases.iter().flat_map(|phrase| phrase.split(' '));
    assert!(words().any(|word| word == "cäsar") && words().any(|word| word == "hector"));
    for word in ["cesar", "gustav", "berührt", "hektor", "pferd"] {
        assert!(words().all(|heard| heard != word), "{word}");
    }
}

fn letter(n: usize) -> char {
    char::from(b'a' + u8::try_from(n).unwrap())
}

fn part(n: usize) -> String {
    format!("double{}", letter(n))
}

fn check(text: &str, what: &str, expected: &str) {
    let error = match Grammar::parse(text, "the grammar") {
        Ok(_) => panic!("{what}: accepted, expected {expected}"),
        Err(error) => error.to_string(),
    };
    assert!(error.starts_with("the grammar, line "), "{what}: {error}");
    assert!(error.contains(expected) && !error.contains('\n'), "{what}: {error}, expected {expected}");
}
