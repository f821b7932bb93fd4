//! Lessons as files.
//!
//! A lesson is a file and nothing else: `grammars/TAG/lessons/NN-name.toml`, or one of the user. It has a `title` and steps:
//!
//! ```toml
//! [[step]]
//! position = "4k3/8/8/8/3R4/8/8/4K3 w - - 0 1"    # in Forsyth-Edwards notation; without one the board stays as it is
//! tell = ["Der Turm zieht gerade.", "Er steht auf {d4}."]
//! ask = "Ziehen Sie den Turm nach {d8}."
//! answer = "move to d8"
//! hint = "Er bleibt auf seiner Linie."            # if it is asked for
//! because = "Auf der Linie steht nichts im Weg."  # with the solution
//! ```
//!
//! One whose name is a piece, as `09-knight.toml`, is opened by it too: "Lektion Springer".

use std::path::PathBuf;

use serde::Deserialize;

use super::{Course, Prose, Question, Step, Subject, Task, written_answer};
use crate::{
    language::{LanguageFolder, Message, TomlFault},
    laws::{Role, StartError, StartPosition},
};

/// A lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The name of its file, without the ending, under which progress is kept.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// What is told and asked.
    pub steps: Vec<Step>,
}

/// The lessons there are, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lessons(Vec<Lesson>);

/// A file that is no lesson.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, "lesson-fault")]
pub struct LessonError {
    /// The file.
    pub file: String,
    /// What is wrong.
    pub fault: LessonFault,
}

/// What is wrong with a lesson. Steps are counted from 1.
#[derive(Debug, thiserror::Error, Message)]
#[message(error, prefix = "lesson")]
pub enum LessonFault {
    /// It is no TOML of this shape.
    Line {
        /// The line.
        line: usize,
        /// What stands there.
        text: String,
        /// What is wrong there.
        fault: TomlFault,
    },
    /// It has no step.
    NoSteps,
    /// A step tells nothing and asks nothing.
    Empty {
        /// The step.
        step: usize,
    },
    /// A position is none.
    Position {
        /// The step.
        step: usize,
        /// Why not.
        fault: StartError,
    },
    /// What stands in braces is no square.
    Square {
        /// The step.
        step: usize,
        /// What stands there.
        found: String,
    },
    /// An answer without a question, or a question without an answer.
    Half {
        /// The step.
        step: usize,
    },
    /// An answer means nothing.
    Answer {
        /// The step.
        step: usize,
        /// The answer.
        found: String,
        /// What it can be.
        expected: &'static str,
    },
    /// Nothing on the board answers the question so.
    Unsolvable {
        /// The step.
        step: usize,
        /// The answer.
        found: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonFile {
    title: String,
    #[serde(default)]
    step: Vec<StepEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepEntry {
    position: Option<String>,
    #[serde(default)]
    tell: Vec<String>,
    ask: Option<String>,
    answer: Option<String>,
    hint: Option<String>,
    because: Option<String>,
}

impl Lesson {
    /// Reads a lesson, and checks that each of its positions is legal and each of its tasks can be solved.
    pub fn read(name: &str, text: &str) -> Result<Lesson, LessonFault> {
        let file: LessonFile = toml::from_str(text).map_err(|error| {
            let (line, text, fault) = TomlFault::locate(text, &error);
            LessonFault::Line { line, text, fault }
        })?;
        if file.step.is_empty() {
            return Err(LessonFault::NoSteps);
        }
        let mut on_board = StartPosition::default();
        let steps = file.step.into_iter().zip(1..).map(|(entry, n)| entry.read(n, &mut on_board));
        let steps = steps.collect::<Result<_, _>>()?;
        Ok(Lesson { name: name.to_owned(), title: file.title, steps })
    }

    /// Returns the piece after which it is named.
    pub fn piece(&self) -> Option<Role> {
        self.name.split_once('-').and_then(|(_, name)| written_answer::piece(name))
    }
}

impl StepEntry {
    /// Reads the step of this number; `on_board` is what stands there, before it and then with it.
    fn read(self, step: usize, on_board: &mut StartPosition) -> Result<Step, LessonFault> {
        let prose = |text: &String| Prose::read(text).map_err(|found| LessonFault::Square { step, found });
        let position = self.position.map(|fen| StartPosition::of_fen(&fen, false)).transpose();
        let position = position.map_err(|fault| LessonFault::Position { step, fault })?;
        if let Some(position) = &position {
            *on_board = position.clone();
        }
        let told = self.tell.iter().map(prose).collect::<Result<Vec<_>, _>>()?;
        let task = match (&self.ask, self.answer) {
            (None, None) if told.is_empty() => return Err(LessonFault::Empty { step }),
            (None, None) => None,
            (Some(_), None) | (None, Some(_)) => return Err(LessonFault::Half { step }),
            (Some(ask), Some(found)) => {
                let expected = written_answer::FORMS;
                let Some(solution) = written_answer::read(&found, on_board.position()) else {
                    return Err(LessonFault::Answer { step, found, expected });
                };
                if !solution.is_possible(on_board.position()) {
                    return Err(LessonFault::Unsolvable { step, found });
                }
                Some(Task {
                    question: Question::Written(prose(ask)?),
                    solution,
                    hint: self.hint.as_ref().map(prose).transpose()?,
                    because: self.because.as_ref().map(prose).transpose()?,
                })
            }
        };
        Ok(Step { position, told, task, ..Step::default() })
    }
}

impl Lessons {
    /// Returns the lessons that come with a language.
    ///
    /// # Panics
    ///
    /// Never: the tests read all of them.
    pub fn of(language: LanguageFolder) -> Lessons {
        let lesson =
            |(name, text): &(&str, &str)| Lesson::read(name, text).expect("a built-in lesson is sound");
        Lessons(language.lessons.iter().map(lesson).collect())
    }

    /// Adds the user's lessons, by their files and texts, after the others; one of the same name takes its place.
    /// Returns what is wrong with those that are none.
    pub fn add(&mut self, files: impl IntoIterator<Item = (PathBuf, String)>) -> Vec<LessonError> {
        let mut wrong = Vec::new();
        for (path, text) in files {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            match Lesson::read(&name, &text) {
                Ok(lesson) => match self.0.iter_mut().find(|known| known.name == name) {
                    Some(known) => *known = lesson,
                    None => self.0.push(lesson),
                },
                Err(fault) => wrong.push(LessonError { file: path.display().to_string(), fault }),
            }
        }
        wrong
    }

    /// Returns all lessons, in order.
    pub fn all(&self) -> &[Lesson] {
        &self.0
    }

    /// Returns the course of the lesson at this place, from 0.
    pub fn course(&self, index: usize) -> Option<Course> {
        let lesson = self.0.get(index)?;
        let subject = Subject::Lesson { index, title: lesson.title.clone() };
        Some(Course { subject, steps: lesson.steps.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_lesson_is_named() {
        let fault = |steps: &str| match Lesson::read("x", &format!("title = \"X\"\n{steps}")) {
            Ok(lesson) => format!("{:?}", lesson.steps),
            Err(fault) => fault.to_string(),
        };
        for (steps, told) in [
            ("", "no step"),
            ("[[step]]", "step 1"),
            ("[[step]]\ntell = [\"{e9}\"]", "'e9'"),
            ("[[step]]\nposition = \"8/8/8/8/8/8/8/8 w - - 0 1\"\ntell = [\"a\"]", "position of step 1"),
            ("[[step]]\ntell = [\"a\"]\n[[step]]\nask = \"b\"", "step 2"),
            ("[[step]]\nask = \"b\"\nanswer = \"perhaps\"", "'perhaps'"),
            ("[[step]]\nask = \"b\"\nanswer = \"move e7e5\"", "'move e7e5'"),
            ("[[step]]\nask = \"b\"\nanswer = \"move mate\"", "'move mate'"),
            ("[[step]]\nasks = \"b\"", "line 3"),
        ] {
            assert!(fault(steps).contains(told), "{steps}: {}", fault(steps));
        }
        assert!(fault("[[step]]\nask = \"b\"\nanswer = \"squares from g1\"").starts_with("[Step"));
    }
}
