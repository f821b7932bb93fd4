//! The school from outside: what was learnt is kept, and what cannot be read is named and lost to nobody.

use crate::binary::{Home, text};

const KEPT: &str = ".local/share/annabella/school.toml";

/// What a learner is told who types these lines.
fn learn(home: &Home, arguments: &[&str], typed: &str) -> (String, String) {
    let output = home.run(&[&["learn", "--language", "en", "--text", "-"], arguments].concat(), typed);
    assert!(output.status.success(), "{}", text(&output.stderr));
    (text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
}

#[test]
fn a_lesson_goes_on_where_it_was_left() {
    let home = Home::new();
    let (told, _) = learn(&home, &["5"], "rook david eight\ncontinue\n");
    assert!(told.contains("Lesson 5"), "{told}");
    let kept = std::fs::read_to_string(home.path().join(KEPT)).unwrap();
    assert!(kept.contains("rook"), "{kept}");
    let (told, wrong) = learn(&home, &["5"], "how do I stand\n");
    assert!(told.contains("step 3") && wrong.is_empty(), "{told}{wrong}");
}

#[test]
fn what_was_learnt_and_cannot_be_read_is_put_aside() {
    let home = Home::new();
    learn(&home, &["5"], "rook david eight\ncontinue\n");
    home.file(KEPT, "lessons = 3\n");
    let (told, wrong) = learn(&home, &["5"], "");
    assert!((told.clone() + &wrong).contains("school.damaged.toml; it begins anew"), "{told}{wrong}");
    let aside = home.path().join(KEPT).with_extension("damaged.toml");
    assert_eq!(std::fs::read_to_string(aside).unwrap(), "lessons = 3\n");
}

#[test]
fn a_file_that_is_no_lesson_is_named_and_the_others_are_there() {
    let home = Home::new();
    home.file(
        ".local/share/annabella/lessons/90-own.toml",
        "title = \"Own\"\n[[step]]\nfen = \"8/8/8/8/8/8/8/8 w - - 0 1\"\n",
    );
    let (told, wrong) = learn(&home, &[], "");
    assert!((told.clone() + &wrong).contains("90-own"), "{told}{wrong}");
    assert!(told.contains("29 lessons"), "{told}");
}
