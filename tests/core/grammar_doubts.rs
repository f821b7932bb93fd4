//! What is made of several readings of one utterance in German: rivals, words of others, further hearings.

use std::time::Duration;

use annabella::grammar::{Chatter, Expectation, Intent, Question, Rejection, Understanding};
use annabella::laws::{Act, Attempt};

use crate::german::*;
use crate::heard::{alternative, hearings};

#[test]
fn rivals() {
    use Outcome::*;
    type Row<'a> = (&'a str, &'a [(&'a str, f32)], Outcome);
    let table: &[Row] = &[
        ("the best is legal and alone", &[("eva vier", 9.0), ("eva fünf", 0.0)], Sure("e4")),
        ("a legal one as good", &[("eva vier", 9.0), ("eva drei", 8.9)], Asked(&["e4", "e3"])),
        ("a legal one close", &[("eva vier", 9.0), ("eva drei", 7.0)], Unsure("e4")),
        ("an illegal one close", &[("eva vier", 9.0), ("eva fünf", 8.0)], Sure("e4")),
        ("the same move in other words", &[("eva vier", 9.0), ("e vier", 8.9)], Sure("e4")),
        (
            "or in more words",
            &[("springer felix drei", 9.0), ("springer gustav eins felix drei", 8.9)],
            Sure("Sf3"),
        ),
        ("the best is illegal, clearly", &[("eva fünf", 9.0), ("eva vier", 1.0)], Illegal),
        (
            "the best is illegal, a legal one close",
            &[("eva fünf", 9.0), ("eva vier", 7.5)],
            Asked(&["?", "e4"]),
        ),
        ("and as good", &[("eva fünf", 9.0), ("eva vier", 8.8)], Unsure("e4")),
        ("the best is no phrase", &[("eva eva vier", 9.0), ("eva vier", 8.0)], Unsure("e4")),
        (
            "the best is no phrase, the next is far",
            &[("eva eva vier", 9.0), ("eva vier", 1.0)],
            Asked(&["e4"]),
        ),
        ("the best is no phrase, the next illegal", &[("eva eva fünf", 9.0), ("eva fünf", 8.0)], Nothing),
        ("a piece alone, another close", &[("turm", 9.0), ("dame", 7.0)], Nothing),
        ("a piece alone, below what is no phrase", &[("eva eva", 9.0), ("turm", 8.0)], Nothing),
        ("the best has strange words", &[("[unk] vier", 9.0), ("eva vier", 8.0)], Unsure("e4")),
        ("the best has strange words, the next is far", &[("[unk] vier", 9.0), ("eva vier", 1.0)], Nothing),
        ("strange words resign nothing", &[("ich [unk] auf", 9.0), ("ich gebe auf", 8.9)], Nothing),
        ("the order does not matter", &[("eva fünf", 0.0), ("eva vier", 9.0)], Sure("e4")),
    ];
    let position = position(START);
    for (what, alternatives, expected) in table {
        let heard = hear(&position, &Expectation::Move, alternatives);
        assert_eq!(outcome(&position, &heard), expected.to_string(), "{what}");
    }
}

/// Where nothing fits, it is asked among the legal moves that were heard near enough.
#[test]
fn nothing_fits() {
    use Outcome::*;
    let table: &[(&str, &[Hearing], Outcome)] = &[
        (
            "the letter is lost",
            &[&[("vier", 9.0), ("eva vier", 8.0), ("david vier", 7.9)]],
            Asked(&["e4", "d4"]),
        ),
        ("in other words", &[&[("turm eva", 9.0), ("gustav springer felix drei", 8.0)]], Asked(&["Sf3"])),
        (
            "one move in two ways",
            &[&[
                ("turm eva", 9.0),
                ("gustav springer felix drei", 8.0),
                ("gustav eins felix drei david", 7.0),
            ]],
            Asked(&["Sf3"]),
        ),
        (
            "an illegal one is none of them",
            &[&[("vier", 9.0), ("eva sechs", 8.9), ("eva vier", 8.8), ("david vier", 8.7)]],
            Asked(&["e4", "d4"]),
        ),
        ("too far", &[&[("turm eva", 9.0), ("gustav springer felix drei", 5.0)]], Nothing),
        (
            "too many",
            &[&[
                ("vier", 9.0),
                ("eva vier", 8.0),
                ("david vier", 8.0),
                ("anna vier", 8.0),
                ("bella vier", 8.0),
            ]],
            Nothing,
        ),
        ("noise", &[&[("david", 9.0), ("david vier", 8.0), ("eva vier", 8.0)]], Nothing),
        ("talk", &[&[("stellung hilfe", 9.0), ("eva vier", 8.0), ("david vier", 8.0)]], Nothing),
        ("strange words", &[&[("[unk] hilfe", 9.0), ("eva vier", 8.9), ("david vier", 8.8)]], Nothing),
        (
            "the likelier in all hearings first",
            &[
                &[("vier", 9.0), ("eva vier", 8.0), ("david vier", 8.0)],
                &[("vier", 9.0), ("david vier", 8.9), ("eva vier", 8.0)],
            ],
            Asked(&["d4", "e4"]),
        ),
        (
            "not in every hearing",
            &[
                &[("turm eva", 9.0), ("gustav springer felix drei", 8.0)],
                &[("turm eva", 9.0)],
                &[("turm", 9.0)],
            ],
            Nothing,
        ),
        (
            "a letter lost in most hearings",
            &[&[("gustav eins drei", 9.0)], &[("gustav eins drei", 9.0)], &[("turm gustav", 9.0)]],
            Asked(&["Sf3", "Sh3"]),
        ),
        (
            "a letter lost in one hearing",
            &[&[("gustav eins drei", 9.0)], &[("turm gustav", 9.0)], &[("turm gustav", 9.0)]],
            Nothing,
        ),
        (
            "said farther away",
            &[&[("turm eva", 9.0), ("(gustav) (springer) (felix) (drei) vier", 8.0)]],
            Nothing,
        ),
    ];
    assert_outcomes(table);
}

/// What is said at the next board runs into a move, and noise sounds like a word more.
#[test]
fn a_move_with_words_too_many() {
    use Outcome::*;
    let table: &[(&str, Outcome)] = &[
        ("springer springer felix drei", Unsure("Sf3")),
        ("gustav springer felix drei", Unsure("Sf3")),
        ("gustav eins felix drei david", Unsure("Sf3")),
        ("dame springer gustav eins felix drei vier", Unsure("Sf3")),
        ("springer felix drei schlägt", Unsure("Sf3")),
        ("eva zwei eva vier cesar sechs bella", Unsure("e4")),
        // As many as the move has.
        ("springer felix drei anna vier turm", Nothing),
        // A short move is often said by chance.
        ("eva vier gustav", Nothing),
        ("eva drei gustav", Nothing),
        // A number is missing, or a letter is another.
        ("eva eva vier", Asked(&["e4"])),
        ("gustav eins drei", Asked(&["Sf3", "Sh3"])),
        ("gustav eins [unk] drei", Asked(&["Sf3", "Sh3"])),
        ("gustav eins felix", Nothing),
        // The longest is what was said, legal or not, and the first of several.
        ("springer felix vier springer cesar drei", Nothing),
        ("springer gustav eins eva vier turm", Nothing),
        ("springer felix drei springer cesar drei", Nothing),
        // A command, or talk.
        ("springer felix drei zeit", Nothing),
        ("springer felix drei weiß", Nothing),
        ("springer felix drei [unk]", Nothing),
    ];
    let position = position(START);
    for (words, expected) in table {
        let heard = hear(&position, &Expectation::Move, &[(words, 9.0)]);
        assert_eq!(outcome(&position, &heard), expected.to_string(), "{words}");
    }
    // To a question it is no answer.
    let asked = Expectation::Confirmation { of: Intent::Move(Attempt::default()), offered: false };
    let heard = hear(&position, &asked, &[("springer springer felix drei", 9.0)]);
    assert_eq!(outcome(&position, &heard), Nothing.to_string());
}

/// A move is read back; nobody reads back a yes, or a pressed clock.
#[test]
fn what_is_no_move_must_be_clear() {
    let middle = position(MIDDLE);
    let doubtful = Understanding::NotUnderstood { why: Rejection::Doubtful };
    let sure = |intent| Understanding::Understood { intent, sure: true };
    let unsure = |intent| Understanding::Understood { intent, sure: false };
    let time = || Intent::Ask(Question::Times);
    let offer = || Intent::Declared { by: None, act: Act::OfferDraw };
    let table: &[(&[(&str, f32)], Understanding)] = &[
        (&[("ja", 9.0), ("nein", 5.0)], sure(Intent::Yes)),
        (&[("ja", 9.0), ("nein", 6.0)], doubtful.clone()),
        (&[("uhr", 9.0), ("[unk]", 8.0)], sure(Intent::PressClock)),
        (&[("uhr", 9.0), ("[unk]", 8.7)], doubtful.clone()),
        (&[("uhr", 9.0), ("vier", 8.0), ("turm", 8.0), ("[unk]", 8.0)], doubtful.clone()),
        (&[("remis", 9.0), ("drei", 8.9)], doubtful.clone()),
        // Only two or three letters sound nearly like words that are in no phrase.
        (&[("remis", 9.0), ("[unk]", 7.0)], doubtful.clone()),
        (&[("remis", 9.0), ("[unk]", 5.0)], sure(Intent::Draw)),
        (&[("remis anbieten bitte", 9.0), ("[unk]", 7.0)], sure(offer())),
        // Two ways to say one thing leave no doubt.
        (&[("remis", 9.0), ("remis anbieten", 9.0), ("drei", 8.9)], sure(Intent::Draw)),
        // The best is no phrase, what comes after it is.
        (&[("uhr vier", 9.0), ("uhr", 8.0)], doubtful),
        (&[("zeit vier", 9.0), ("zeit", 8.0)], unsure(time())),
        // To tell the time is no harm.
        (&[("zeit", 9.0), ("[unk]", 8.9)], unsure(time())),
    ];
    for (alternatives, expected) in table {
        assert_eq!(&hear(&middle, &Expectation::Move, alternatives), expected, "{alternatives:?}");
    }
}

/// Words that seem to be other people's, in brackets, are left out, unless the whole alone makes sense; it is asked which
/// of two moves.
#[test]
fn words_from_farther_away() {
    use Outcome::*;
    type Row<'a> = (&'a str, &'a [(&'a str, f32)], Outcome);
    let table: &[Row] = &[
        ("after a move", &[("springer felix drei (eins)", 9.0)], Sure("Sf3")),
        ("before it", &[("(turm) (acht) springer felix drei", 9.0)], Sure("Sf3")),
        ("on both sides, unknown ones too", &[("([unk]) springer felix drei ([unk])", 9.0)], Sure("Sf3")),
        ("not far", &[("springer felix drei eins", 9.0)], Unsure("Sf3")),
        ("the whole is a move", &[("eva zwei (eva) (vier)", 9.0)], Sure("e4")),
        ("the whole is illegal", &[("(eva) (sieben) bauer eva zwei eva vier", 9.0)], Sure("e4")),
        ("the whole is another move", &[("(springer) felix drei", 9.0)], Asked(&["f3", "Sf3"])),
        ("the whole is the same move", &[("(eva) (zwei) eva vier", 9.0)], Sure("e4")),
        ("what is left is illegal", &[("eva sechs (rochade)", 9.0)], Nothing),
        ("what is left is no phrase", &[("springer felix (turm)", 9.0)], Nothing),
        (
            "what is left has a rival",
            &[("eva vier (rochade)", 9.0), ("eva drei (rochade)", 8.9)],
            Asked(&["e4", "e3"]),
        ),
        ("and one close", &[("eva vier (rochade)", 9.0), ("eva drei", 7.0)], Unsure("e4")),
        (
            "the same, with other words after it",
            &[("springer felix drei (rochade)", 9.0), ("springer felix drei (eins)", 8.9)],
            Sure("Sf3"),
        ),
        (
            "the end of a question is another one",
            &[("(meinen) zeit", 9.0), ("(meine) zeit", 8.0)],
            Unsure("Ask(MyTime)"),
        ),
        ("a square alone is often said by chance", &[("eva vier (rochade)", 9.0)], Unsure("e4")),
        ("and close ones", &[("eva vier (rochade)", 9.0), ("eva vier (eins)", 8.9)], Unsure("e4")),
        ("a yes", &[("ja (turm)", 9.0)], Nothing),
        ("all of it, a move", &[("(eva) (vier)", 9.0)], Sure("e4")),
        ("all of it, two moves", &[("(eva) (vier)", 9.0), ("(eva) (drei)", 8.9)], Nothing),
        ("all of it, a doubtful move", &[("(eva) (vier)", 9.0), ("(eva) (drei)", 7.0)], Nothing),
        ("all of it, an illegal move", &[("(eva) (sechs)", 9.0)], Nothing),
        ("all of it, a piece", &[("(springer)", 9.0)], Nothing),
    ];
    let position = position(START);
    for (what, alternatives, expected) in table {
        let heard = hear(&position, &Expectation::Move, alternatives);
        assert_eq!(outcome(&position, &heard), expected.to_string(), "{what}");
    }
    // The clock is not pressed and no draw offered by somebody else.
    for words in ["eva vier (uhr)", "eva vier (remis)"] {
        let heard = hear(&position, &Expectation::Move, &[(words, 9.0)]);
        assert_eq!(outcome(&position, &heard), Unsure("e4").to_string(), "{words}");
    }
}

/// Where the first hearing leaves a doubt, the others may settle it.
#[test]
fn heard_again() {
    use Outcome::*;
    let doubt: Hearing = &[("eva drei", 9.0), ("eva vier", 7.0)];
    let clear: Hearing = &[("eva vier", 9.0), ("eva drei", 1.0)];
    let nothing: Hearing = &[("eva eva vier", 9.0), ("eva vier", 1.0)];
    let illegal: Hearing = &[("eva sechs", 9.0), ("eva vier", 7.0)];
    let unknown: Hearing = &[("[unk]", 9.0), ("eva vier", 8.5)];
    let none: Hearing = &[("[unk]", 9.0), ("eva vier", 3.0)];
    let draw: Hearing = &[("remis", 9.0), ("turm", 5.0)];
    let talk: Hearing = &[("anna b", 9.0), ("remis", 7.0)];
    let adjusted: Hearing =
        &[("ich rücke zurecht", 9.0), ("ich rücken zurecht", 8.8), ("ich rückt zurecht", 8.6)];
    let resigned: Hearing = &[("aufgabe", 9.0), ("aufgaben", 6.4), ("aufgabe anna", 8.3)];
    let confirmed: Hearing = &[("jawohl", 9.0), ("jawohl anna", 8.3), ("zeit", 6.4)];
    let another_form: Hearing = &[("ich rücken zurecht", 9.0), ("ich rücke zurecht", 8.8)];
    let longer: Hearing = &[("bauer eva vier", 9.0)];
    let anything: Hearing = &[
        ("eva vier", 9.0),
        ("eva", 8.9),
        ("vier", 8.8),
        ("anna vier", 8.6),
        ("turm", 8.5),
        ("dame", 8.4),
        ("ja", 8.3),
        ("acht", 8.2),
    ];
    let among_many: Hearing =
        &[("eva vier", 9.0), ("eva eva", 8.0), ("vier vier", 7.6), ("acht acht", 7.2), ("david david", 7.0)];
    let behind: Hearing = &[("eva eva", 9.0), ("eva vier", 8.0)];
    let below_one: Hearing =
        &[("eva eva", 9.0), ("eva vier", 8.0), ("vier vier", 7.6), ("acht acht", 7.2), ("david david", 7.0)];
    let whole: Hearing = &[
        ("eva zwei eva vier", 9.0),
        ("eva eva", 8.0),
        ("vier vier", 7.6),
        ("acht acht", 7.2),
        ("david david", 7.0),
    ];
    let far_below: Hearing = &[("gustav eins drei", 9.0), ("gustav eins felix drei", 6.2)];
    let best_once: Hearing = &[("gustav eins felix drei", 9.0), ("gustav eins drei", 8.8)];
    let letter_off: Hearing = &[("gustav eins david drei", 9.0), ("gustav eins felix drei", 8.6)];
    let letter_on: Hearing = &[("gustav eins felix drei", 9.0), ("gustav eins david drei", 8.9)];
    let two_off: Hearing =
        &[("gustav eins david vier", 9.0), ("gustav eins felix drei", 8.6), ("gustav eins felix fünf", 1.0)];
    let two_on: Hearing = &[("gustav eins felix drei", 9.0), ("gustav eins david vier", 8.9)];
    let no_phrase: Hearing = &[("gustav eins drei", 9.0)];
    let square_below: Hearing = &[("eva eva", 9.0), ("eva vier", 6.2)];
    let illegal_too: Hearing =
        &[("gustav eins drei", 9.0), ("gustav eins felix vier", 6.6), ("gustav eins felix drei", 6.2)];
    let legal_too: Hearing =
        &[("gustav eins drei", 9.0), ("gustav eins felix drei", 6.2), ("gustav eins hector drei", 5.2)];
    let unknown_too: Hearing =
        &[("gustav eins drei", 9.0), ("gustav eins felix drei", 6.2), ("[unk] drei", 5.2)];
    let asked_below: Hearing = &[("wieder", 9.0), ("gegner", 8.8), ("züge", 7.7)];
    let table: &[(&str, &[Hearing], Outcome)] = &[
        ("the first is clear", &[clear, doubt, doubt], Asked(&["e4", "e3"])),
        ("a whole move, far below what is no phrase", &[far_below, far_below, best_once], Sure("Sf3")),
        ("the same, never the best", &[far_below; 3], Unsure("Sf3")),
        ("an illegal one, better in one letter", &[letter_off, letter_off, letter_on], Unsure("Sf3")),
        ("the same, worse", &[letter_off, letter_on, best_once], Sure("Sf3")),
        ("an illegal one, better in two words", &[two_off, two_off, two_on], Sure("Sf3")),
        ("the same, and an illegal one before it", &[illegal_too; 3], Unsure("Sf3")),
        ("the same, in two hearings", &[far_below, no_phrase, far_below], Unsure("Sf3")),
        ("the same, and a legal one near", &[legal_too; 3], Unsure("Sf3")),
        ("the same, and none of the phrases near", &[unknown_too; 3], Unsure("Sf3")),
        ("a square, far below what is no phrase", &[square_below; 3], Unsure("e4")),
        ("a square among many, once the best", &[among_many, below_one, below_one], Unsure("e4")),
        ("a square among many, later the best", &[below_one, among_many, below_one], Unsure("e4")),
        ("a square among many, twice the best", &[among_many, below_one, among_many], Sure("e4")),
        ("a square among few, never the best", &[behind; 3], Unsure("e4")),
        ("a square among few, once the best", &[clear, below_one, behind], Sure("e4")),
        ("a whole move among many, once the best", &[whole, below_one, below_one], Sure("e4")),
        ("a yes, later none of the phrases", &[&[("ja", 9.0)], &[("ja", 9.0)], none], Nothing),
        (
            "a yes, later nearly none",
            &[&[("ja", 9.0)], &[("ja", 9.0)], &[("ja", 9.0), ("[unk]", 8.2)]],
            Sure("Yes"),
        ),
        ("no move, once the best", &[draw, talk, talk], Nothing),
        (
            "a declaration, its words in other forms near",
            &[adjusted; 3],
            Sure("Declared { by: None, act: Adjust }"),
        ),
        ("the same, and once another word", &[adjusted, adjusted, &[("ich rücke nicht", 9.0)]], Nothing),
        ("the same, and none of the phrases near", &[adjusted, adjusted, &[("[unk] rücke", 9.0)]], Nothing),
        (
            "the same, and once the better in another form",
            &[adjusted, another_form, another_form],
            Sure("Declared { by: None, act: Adjust }"),
        ),
        (
            "the same, and once without a word",
            &[adjusted, adjusted, &[("ich zurecht", 9.0), ("ich rücke zurecht", 8.8)]],
            Nothing,
        ),
        ("a question, never the best", &[asked_below; 3], Nothing),
        ("the same, heard once", &[asked_below], Unsure("Ask(Score)")),
        ("the same, once the best", &[asked_below, asked_below, &[("züge", 9.0)]], Unsure("Ask(Score)")),
        ("no move, twice the best", &[draw, talk, draw], Sure("Draw")),
        (
            "a short one, what is near is none or far behind",
            &[resigned; 3],
            Sure("Declared { by: None, act: Resign }"),
        ),
        ("the same, and once something else", &[resigned, resigned, &[("aufgaben", 9.0)]], Nothing),
        (
            "the same, and once nearly none of the phrases",
            &[resigned, resigned, &[("aufgabe", 9.0), ("[unk]", 6.0)]],
            Nothing,
        ),
        ("a short answer", &[confirmed; 3], Nothing),
        ("the others are", &[doubt, clear, clear], Asked(&["e4", "e3"])),
        (
            "one is, and another nearly",
            &[doubt, clear, &[("eva vier", 9.0), ("eva drei", 8.0)]],
            Asked(&["e4", "e3"]),
        ),
        ("one is, and the others doubt it", &[doubt, clear, doubt], Unsure("e3")),
        (
            "one is, and the first says no more than a little of it",
            &[doubt, clear, nothing],
            Asked(&["e4", "e3"]),
        ),
        ("two were equally likely", &[&[("eva drei", 9.0), ("eva vier", 9.0)], clear, nothing], Sure("e4")),
        (
            "the same in other words",
            &[doubt, clear, &[("bauer eva zwei eva vier", 9.0)]],
            Asked(&["e4", "e3"]),
        ),
        ("illegal a little more likely", &[illegal, illegal, &[("eva vier", 9.0)]], Sure("e4")),
        ("illegal much more likely", &[illegal, illegal, illegal], Asked(&["?", "e4"])),
        ("all say the same in doubt", &[doubt, doubt, doubt], Sure("e3")),
        ("none is clear", &[doubt, nothing, nothing], Unsure("e3")),
        ("one is, and the others say something else", &[doubt, clear, &[("eva drei", 9.0)]], Unsure("e3")),
        ("one is, and the others say nothing of it", &[nothing, nothing, clear], Asked(&["e4"])),
        ("what may have been none of the phrases", &[doubt, clear, none], Unsure("e4")),
        ("the same, longer", &[&[("bauer eva vier", 9.0), ("bauer eva drei", 7.0)], clear, none], Sure("e4")),
        ("what was none of the phrases", &[nothing, clear, &[("[unk]", 9.0)]], Nothing),
        ("short, and twice none of the phrases", &[clear, unknown, unknown], Unsure("e4")),
        ("short, and once near to it", &[clear, &[("eva vier", 9.0), ("[unk]", 6.0)], clear], Unsure("e4")),
        ("and never near", &[clear, &[("eva vier", 9.0), ("[unk] vier", 5.0)], clear], Sure("e4")),
        ("short, and near at once", &[&[("eva vier", 9.0), ("[unk] vier", 6.0)]], Unsure("e4")),
        ("longer, and near at once", &[&[("bauer eva vier", 9.0), ("[unk] vier", 6.0)]], Sure("e4")),
        ("longer, and twice none of the phrases", &[longer, unknown, unknown], Sure("e4")),
        ("anything", &[anything, anything, clear], Nothing),
        ("anything but once", &[anything, clear, clear], Sure("e4")),
        ("one is silent", &[doubt, clear], Unsure("e3")),
        ("what is clear is illegal", &[nothing, &[("eva sechs", 9.0)], &[("eva sechs", 9.0)]], Nothing),
        ("a yes", &[&[("ja", 9.0), ("david", 8.9)], &[("ja", 9.0)], &[("ja", 9.0)]], Nothing),
        ("no further ones", &[doubt], Unsure("e3")),
        ("none at all", &[], Nothing),
    ];
    assert_outcomes(table);
}

/// What is heard of one thing: words, and how clearly.
type Hearing<'a> = &'a [(&'a str, f32)];

/// At the first move, what each row's hearings come to.
fn assert_outcomes(table: &[(&str, &[Hearing], Outcome)]) {
    let position = position(START);
    for (what, heard, expected) in table {
        let alternatives = hearings(heard.iter().map(|hearing| hearing.iter().copied()));
        let heard =
            GRAMMAR.with(|grammar| grammar.understand(&alternatives, &moment(&position, &Expectation::Move)));
        assert_eq!(outcome(&position, &heard), expected.to_string(), "{what}");
    }
}

/// What is said at once after what makes no sense, while nobody can have heard the answer to that.
#[test]
fn chatter() {
    const TALK: &str = "stellung hilfe";
    const NOTHING: &str = "not understood";
    /// Each thing that was said and how long after the one before, what is asked, and what the last came to.
    type Row<'a> = (&'a str, &'a [(f64, &'a str)], &'a Expectation, &'a str);
    let confirmation = Expectation::Confirmation { of: Intent::Move(Attempt::default()), offered: false };
    let table: &[Row] = &[
        ("a square alone", &[(0.4, TALK), (0.4, "eva vier")], &Expectation::Move, NOTHING),
        ("a move", &[(0.4, TALK), (0.4, "springer felix drei")], &Expectation::Move, "Sf3"),
        (
            "a move with its clock",
            &[(0.4, TALK), (0.4, "springer felix drei uhr")],
            &Expectation::Move,
            "several",
        ),
        ("an illegal one", &[(0.4, TALK), (0.4, "springer felix vier")], &Expectation::Move, NOTHING),
        ("what would be asked", &[(0.4, TALK), (0.4, "springer")], &Expectation::Move, NOTHING),
        ("a declaration", &[(0.4, TALK), (0.4, "ich gebe auf")], &Expectation::Move, "Declared { by"),
        ("a question", &[(0.4, TALK), (0.4, "wer ist am zug")], &Expectation::Move, "Ask(Turn)"),
        ("two", &[(0.4, TALK), (0.4, "zeit"), (0.4, "material")], &Expectation::Move, "Ask(Material)"),
        ("over a question too", &[(0.4, TALK), (0.4, "zeit")], &confirmation, "Ask(Times)"),
        ("a command", &[(0.4, TALK), (0.4, "lauter")], &Expectation::Move, "Louder"),
        ("of others", &[(0.4, TALK), (0.4, "(lauter)")], &Expectation::Move, NOTHING),
        ("the clock", &[(0.4, TALK), (0.4, "uhr")], &Expectation::Move, "PressClock"),
        ("which would be a yes", &[(0.4, TALK), (0.4, "uhr")], &confirmation, NOTHING),
        ("a yes", &[(0.4, TALK), (0.4, "ja")], &confirmation, NOTHING),
        ("a no", &[(0.4, TALK), (0.4, "nein")], &confirmation, "No"),
        (
            "the microphone",
            &[(0.4, "[unk]"), (0.4, "mikrofon an")],
            &Expectation::MicrophoneOn,
            "MicrophoneOn",
        ),
        ("a no to nothing", &[(0.4, TALK), (0.4, "nein")], &Expectation::Move, NOTHING),
        ("later", &[(0.4, TALK), (0.6, "eva vier")], &Expectation::Move, "e4"),
        ("of strange words", &[(0.4, "[unk]"), (0.4, "eva vier")], &Expectation::Move, NOTHING),
        ("it goes on and on", &[(0.4, TALK), (0.4, "ja"), (0.4, "eva vier")], &Expectation::Move, NOTHING),
        ("after a move", &[(0.4, "springer felix drei"), (0.4, "eva vier")], &Expectation::Move, "e4"),
        ("after a hesitation", &[(0.4, "äh"), (0.4, "eva vier")], &Expectation::Move, "e4"),
        ("or one in it", &[(0.4, TALK), (0.4, "äh"), (0.4, "eva vier")], &Expectation::Move, "e4"),
        ("after the beginning of a move", &[(0.4, "eva"), (0.4, "eva vier")], &Expectation::Move, "e4"),
        ("after others", &[(0.4, "(stellung) (hilfe)"), (0.4, "eva vier")], &Expectation::Move, "e4"),
        (
            "an illegal one in talk",
            &[(1.0, TALK), (1.0, TALK), (1.0, "turm eva vier")],
            &Expectation::Move,
            "illegal",
        ),
        (
            "an illegal one in much talk",
            &[(1.0, TALK), (1.0, TALK), (1.0, TALK), (1.0, "turm eva vier")],
            &Expectation::Move,
            NOTHING,
        ),
        (
            "a legal one in much talk",
            &[(1.0, TALK), (1.0, TALK), (1.0, TALK), (1.0, "eva vier")],
            &Expectation::Move,
            "e4",
        ),
        (
            "a yes to nothing in much talk",
            &[(1.0, TALK), (1.0, TALK), (1.0, TALK), (1.0, "ja")],
            &Expectation::Move,
            NOTHING,
        ),
        (
            "an illegal one after a yes to nothing in much talk",
            &[(1.0, TALK), (1.0, TALK), (1.0, TALK), (1.0, "ja"), (1.0, "turm eva vier")],
            &Expectation::Move,
            NOTHING,
        ),
        ("a yes in much talk", &[(1.0, TALK), (1.0, TALK), (1.0, TALK), (1.0, "ja")], &confirmation, "Yes"),
        (
            "an illegal one after a square in much talk",
            &[(1.0, TALK), (1.0, TALK), (1.0, TALK), (1.0, "eva vier"), (1.0, "turm eva vier")],
            &Expectation::Move,
            NOTHING,
        ),
        (
            "an illegal one after a whole move in much talk",
            &[(1.0, TALK), (1.0, TALK), (1.0, TALK), (1.0, "springer felix drei"), (1.0, "turm eva vier")],
            &Expectation::Move,
            "illegal",
        ),
        (
            "a word in much talk",
            &[(1.0, TALK), (1.0, TALK), (1.0, TALK), (1.0, "stellung")],
            &Expectation::Move,
            "Ask(Position)",
        ),
        (
            "an illegal one after a word in much talk",
            &[(1.0, TALK), (1.0, TALK), (1.0, TALK), (1.0, "stellung"), (1.0, "turm eva vier")],
            &Expectation::Move,
            NOTHING,
        ),
        (
            "an illegal one after a question in much talk",
            &[(1.0, TALK), (1.0, TALK), (1.0, TALK), (1.0, "wer ist am zug"), (1.0, "turm eva vier")],
            &Expectation::Move,
            "illegal",
        ),
        (
            "a while after it",
            &[(1.0, TALK), (1.0, TALK), (1.0, TALK), (30.0, "turm eva vier")],
            &Expectation::Move,
            NOTHING,
        ),
        (
            "long after it",
            &[(1.0, TALK), (1.0, TALK), (1.0, TALK), (61.0, "turm eva vier")],
            &Expectation::Move,
            "illegal",
        ),
    ];
    let position = position(START);
    for (what, said, expects, expected) in table {
        let (mut chatter, mut ended, mut understood) = (Chatter::default(), Duration::ZERO, None);
        for (pause, words) in *said {
            let began = ended + Duration::from_secs_f64(*pause);
            ended = began + Duration::from_secs(2);
            let words = [alternative(words, 9.0)];
            let moment = moment(&position, expects);
            understood = Some(GRAMMAR.with(|g| chatter.understand(g, &words, &moment, &(began..ended))));
        }
        let outcome = outcome(&position, &understood.unwrap());
        assert_eq!(outcome.split(':').next(), Some(*expected), "{what}");
    }
}

/// In much talk a square alone counts that all hearings have; and more words than anybody says to the program are talk.
#[test]
fn what_talk_sounds_like() {
    let position = position(START);
    let moment = moment(&position, &Expectation::Move);
    let understand = |chatter: &mut Chatter, words: &[_], at: u64| {
        let sound = Duration::from_secs(at)..Duration::from_secs(at + 2);
        GRAMMAR.with(|g| chatter.understand(g, words, &moment, &sound))
    };
    let talk = [alternative("stellung hilfe", 9.0)];
    let (e4, e5): (Hearing, Hearing) = (&[("eva vier", 9.0)], &[("eva fünf", 9.0), ("eva vier", 8.8)]);
    for (talked, heard, expected) in
        [(3, [e4, e4, e4], "e4"), (3, [e5, e4, e4], "not understood"), (2, [e5, e4, e4], "e4")]
    {
        let mut chatter = Chatter::default();
        (0..talked).for_each(|nth| drop(understand(&mut chatter, &talk, 4 * nth)));
        let heard = hearings(heard.iter().map(|hearing| hearing.iter().copied()));
        let understood = understand(&mut chatter, &heard, 4 * talked);
        assert_eq!(outcome(&position, &understood), expected, "after {talked}: {heard:?}");
    }
    for (words, why) in [(10, Rejection::NoPhrase), (11, Rejection::Chatter)] {
        let said = [alternative(&"stellung ".repeat(words), 9.0)];
        let understood = understand(&mut Chatter::default(), &said, 0);
        assert_eq!(understood, Understanding::NotUnderstood { why }, "{words} words");
    }
}
