//! A whole lesson on a display of twenty cells, and nothing else: every sentence and every question is read to its end, what is
//! longer than the line is panned, and it is answered by routing keys and in braille.

use annabella::{
    announce::{Announcement, Announcer, Audience, SchoolAnnouncement},
    grammar::Grammar,
    language::LanguageFolder,
    school::{Lessons, Prose, Question, Step, Task},
};

use super::reader::Reader;

/// The cells of the display.
const CELLS: usize = 20;

/// Somebody at school, and how the program writes in braille.
struct Pupil {
    reader: Reader,
    announcer: Announcer,
}

impl Pupil {
    /// Reads what a lesson tells, from its first cell to its last.
    fn is_told(&self, prose: &Prose) {
        self.reads(&SchoolAnnouncement::Text(prose.clone()).into());
    }

    fn is_asked(&self, task: &Task) {
        let (question, kind) = (task.question.clone(), task.solution.kind());
        self.reads(&SchoolAnnouncement::Task { question, kind }.into());
    }

    fn reads(&self, told: &Announcement) {
        let cells = self.announcer.render(told, Audience::Table).line.cells;
        self.reader.reads(&cells);
        println!("read: {cells}");
    }
}

#[test]
#[ignore = "needs real devices, model and voice: make test"]
fn a_lesson_is_learnt_by_touch_on_twenty_cells() {
    let language = LanguageFolder::USUAL;
    let lessons = Lessons::of(language);
    let steps: &[Step] = &lessons.all()[4].steps;
    let grammar = Grammar::of(language);
    let announcer = Announcer::of(language, grammar.spoken().clone(), *grammar.letters());
    let pupil = Pupil { reader: Reader::learns(CELLS, &["5"]), announcer };
    let reader = &pupil.reader;
    let longest = |prose: &Prose| {
        pupil
            .announcer
            .render(&SchoolAnnouncement::Text(prose.clone()).into(), Audience::Table)
            .line
            .cells
            .chars()
            .count()
    };
    assert!(steps[0].told.iter().any(|prose| longest(prose) > 2 * CELLS), "nothing is to be panned");
    reader.reads("Lektion 5: Der Turm");
    for (step, number) in steps.iter().zip(1..) {
        step.told.iter().for_each(|prose| pupil.is_told(prose));
        let task = step.task.as_ref().unwrap();
        pupil.is_asked(task);
        let asked = matches!(task.question, Question::Written(_));
        assert!(asked, "step {number} asks nothing");
        match number {
            // A move by routing keys; a wrong one is refused with its reason.
            1 => {
                reader.square("d4");
                reader.square("a4");
                reader.reads("nicht nach d8");
                reader.square("d4");
                reader.square("d8");
            }
            // Squares by routing keys, and the last ones written.
            2 => {
                for (square, left) in [("a2", 4), ("a3", 3), ("b1", 2)] {
                    reader.square(square);
                    reader.reads(&format!("ja, noch {left}"));
                }
                reader.writes("c1");
                reader.reads("ja, noch 1");
                reader.writes("d1");
            }
            // A capture in braille letters.
            3 => reader.writes("txd5"),
            // No, by the key over it.
            4 => reader.routes("nein"),
            // Numbers; too many are fewer.
            5 => {
                reader.writes("15");
                reader.reads("nein, weniger");
                reader.writes("14");
            }
            _ => reader.writes("2"),
        }
        reader.reads("richtig");
        task.because.iter().for_each(|because| pupil.is_told(because));
    }
    reader.reads("Lektion 5 Ende: 4/6, weiter: Der Läufer");
    // The lesson can be left, and nothing of it was heard.
    reader.writes("ende");
    reader.reads("Programmende");
}
