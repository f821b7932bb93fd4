//! Every lesson is gone through from its first step to its last: right answers are taken, wrong ones refused with a reason.

use std::{sync::Arc, time::Duration};

use annabella::{
    announce::{Announcement, Announcer, Audience, DrillBest, SchoolAnnouncement},
    journal::{Opponent, Start},
    language::LANGUAGES,
    laws::{Chess, Color, Position, Square},
    notation::{MoveForm, speak},
    school::{AnswerKind, Drill, DrillLength, Judgement, Lessons, Question, Reply, Solution, Step, Task},
    session::{Effect, Event, EventKind, Options, Phase, School, Session},
};

use crate::help::GRAMMARS;

/// The longest line that a reader of twenty cells pans in ten windows.
const LONGEST: usize = 200;

/// A learner at the session.
pub struct Learner {
    pub session: Session,
    announcer: Announcer,
    pub at: Duration,
}

impl Learner {
    pub fn of(language: usize, start: Start) -> Learner {
        let folder = LANGUAGES[language];
        let grammar = Arc::clone(&GRAMMARS[language]);
        let announcer = Announcer::of(folder, grammar.spoken().clone(), *grammar.letters());
        let school = School { lessons: Arc::new(Lessons::of(folder)), ..School::default() };
        let options = Options { school, ..Options::default() };
        let mut learner =
            Learner { session: Session::new(start, options, grammar), announcer, at: Duration::ZERO };
        learner.take(Event::of_program(EventKind::Began));
        learner
    }

    pub fn take(&mut self, event: Event) -> Vec<Effect> {
        self.at += Duration::from_secs(1);
        self.session.handle(event, self.at)
    }

    pub fn types(&mut self, line: &str) -> Vec<Announcement> {
        let effects = self.take(Event::at_table(EventKind::Typed(line.to_owned())));
        assert!(
            !self.session.is_studying() || !effects.iter().any(|effect| matches!(effect, Effect::Record(_))),
            "{line}: a study is in the journal"
        );
        let told = |effect| if let Effect::Announce(told) = effect { Some(told) } else { None };
        let told: Vec<Announcement> = effects.into_iter().filter_map(told).collect();
        for announcement in &told {
            let rendering = self.announcer.render(announcement, Audience::Table);
            assert!(rendering.line.cells.chars().count() <= LONGEST, "{line}: {rendering:?}");
            let is_whole = |text: &str| !text.is_empty() && !text.contains(['{', '}']);
            assert!(is_whole(&rendering.words) && is_whole(&rendering.line.cells), "{line}: {rendering:?}");
        }
        told
    }

    pub fn words(&self, told: &[Announcement]) -> Vec<String> {
        told.iter().map(|told| self.announcer.render(told, Audience::Table).words).collect()
    }

    pub fn position(&self) -> Chess {
        self.session.record().game().position().clone()
    }
}

/// What is typed for each right answer, one after the other.
pub fn right_answers(task: &Task, position: &Chess, language: usize) -> Vec<String> {
    let square = |square: &Square| square.to_string();
    match &task.solution {
        Solution::YesNo(yes) => vec![[["nein", "no"], ["ja", "yes"]][usize::from(*yes)][language].to_owned()],
        Solution::Number(number) => vec![number.to_string()],
        Solution::Piece(role) => {
            vec![GRAMMARS[language].spoken().piece(*role).to_owned()]
        }
        Solution::Square(any) => any.iter().take(1).map(square).collect(),
        Solution::Squares(all) => all.squares(position).iter().map(square).collect(),
        Solution::Puzzle(_) => Vec::new(),
        Solution::Move(goal) => {
            let m = goal.moves(position)[0];
            vec![speak(position, m, GRAMMARS[language].spoken(), MoveForm::Full)]
        }
    }
}

/// A wrong answer of the kind that is asked for, if there is one.
pub fn wrong_answer(task: &Task, position: &Chess, language: usize) -> Option<String> {
    Some(match &task.solution {
        Solution::YesNo(yes) => [["ja", "yes"], ["nein", "no"]][usize::from(*yes)][language].to_owned(),
        Solution::Number(number) => (number + 1).to_string(),
        Solution::Piece(role) => {
            let other = annabella::laws::Role::ALL.into_iter().find(|other| other != role)?;
            GRAMMARS[language].spoken().piece(other).to_owned()
        }
        Solution::Square(_) | Solution::Squares(_) => {
            let judged = |square: &Square| task.judge(position, Reply::Square(*square), &[]);
            let wrong = Square::ALL.into_iter().rev().find(|s| matches!(judged(s), Judgement::Wrong(_)))?;
            wrong.to_string()
        }
        Solution::Puzzle(_) => return None,
        Solution::Move(goal) => {
            let wrong =
                position.legal_moves().into_iter().find(|m| goal.shortfall(position, *m).is_some())?;
            speak(position, wrong, GRAMMARS[language].spoken(), MoveForm::Full)
        }
    })
}

#[test]
fn every_language_has_the_same_lessons() {
    let shapes = LANGUAGES.map(|language| {
        let lessons = Lessons::of(language);
        let shape = |step: &Step| {
            let task = step.task.as_ref();
            let helps = task.map(|task| (task.hint.is_some(), task.because.is_some()));
            (step.position.clone(), step.told.len(), task.map(|task| task.solution.clone()), helps)
        };
        let of = |lesson: &annabella::school::Lesson| {
            (lesson.name.clone(), lesson.steps.iter().map(shape).collect::<Vec<_>>())
        };
        lessons.all().iter().map(of).collect::<Vec<_>>()
    });
    assert!(shapes.windows(2).all(|pair| pair[0] == pair[1]));
    let tasks: usize =
        shapes[0].iter().map(|(_, steps)| steps.iter().filter(|s| s.2.is_some()).count()).sum();
    assert!(shapes[0].len() >= 24 && tasks >= 150, "{} lessons with {tasks} tasks", shapes[0].len());
}

/// What is read to a learner is in their language, and whoever says no where it is yes learns why.
#[test]
fn every_text_is_in_its_language_and_every_yes_and_no_has_its_reason() {
    let all = LANGUAGES.map(Lessons::of);
    for (one, other) in all[0].all().iter().zip(all[1].all()) {
        // "En passant" is called so everywhere.
        assert!(one.title != other.title || one.title == "En passant", "{}", one.name);
        for ((step, theirs), at) in one.steps.iter().zip(&other.steps).zip(1..) {
            let texts = |step: &Step| {
                let task = step.task.clone().unwrap();
                let Question::Written(question) = task.question else { panic!("{} {at}", one.name) };
                step.told
                    .iter()
                    .cloned()
                    .chain([question])
                    .chain(task.hint)
                    .chain(task.because)
                    .collect::<Vec<_>>()
            };
            for (text, translated) in texts(step).iter().zip(texts(theirs)) {
                assert_ne!(*text, translated, "{} {at} is in one language alone", one.name);
            }
            let task = step.task.as_ref().unwrap();
            let is_yes_or_no = task.solution.kind() == AnswerKind::YesNo;
            assert!(!is_yes_or_no || task.because.is_some(), "{} {at} does not say why", one.name);
        }
    }
}

/// Every hint and every solution can be panned, and is in words.
#[test]
fn every_hint_and_every_solution_is_told() {
    for (n, language) in LANGUAGES.iter().enumerate() {
        let lessons = Lessons::of(*language);
        for (index, lesson) in lessons.all().iter().enumerate() {
            let mut learner = Learner::of(n, Start::default());
            learner.types(&format!("{} {}", ["lektion", "lesson"][n], index + 1));
            for at in 1..=lesson.steps.len() {
                let hint = learner.types(["tipp", "hint"][n]);
                assert!(matches!(hint[..], [Announcement::School(_)]), "{} {at}: {hint:?}", lesson.name);
                let shown = learner.types(["lösung", "solution"][n]);
                let is_solution = matches!(shown[0], Announcement::School(SchoolAnnouncement::Solution(_)));
                assert!(is_solution, "{} {at}: {:?}", lesson.name, learner.words(&shown));
                learner.types(["weiter", "continue"][n]);
            }
        }
    }
}

#[test]
fn the_list_of_lessons_is_told_page_by_page() {
    for (n, language) in LANGUAGES.iter().enumerate() {
        let lessons = Lessons::of(*language);
        let mut learner = Learner::of(n, Start::default());
        let told = learner.types(["lektionen", "lessons"][n]);
        let summary = |told: &Announcement| {
            matches!(told, Announcement::School(SchoolAnnouncement::Lessons { done: 0, next: 1, .. }))
        };
        assert!(told.len() == 1 && summary(&told[0]), "{told:?}");
        let mut listed = Vec::new();
        loop {
            let told = learner.types(["weiter", "continue"][n]);
            match told.as_slice() {
                [Announcement::School(SchoolAnnouncement::Titles { first, titles, more })] => {
                    assert_eq!(*first, listed.len() + 1);
                    assert!(titles.len() <= 8, "no more than a listener keeps in mind");
                    listed.extend(titles.clone());
                    assert_eq!(*more, listed.len() < lessons.all().len());
                }
                told => {
                    // The next lesson begins where the list ends.
                    let begun = Announcement::School(SchoolAnnouncement::Lesson {
                        number: 1,
                        title: lessons.all()[0].title.clone(),
                        again: false,
                    });
                    assert_eq!(told[0], begun);
                    break;
                }
            }
        }
        let titles: Vec<String> = lessons.all().iter().map(|lesson| lesson.title.clone()).collect();
        assert_eq!(listed, titles);
        let told = learner.types(["lektionen", "lessons"][n]);
        assert!(summary(&told[0]), "{told:?}");
        learner.types(["ende", "end"][n]);
        assert!(!learner.session.is_studying());
    }
}

#[test]
fn every_lesson_is_learnt_by_right_answers() {
    for (n, language) in LANGUAGES.iter().enumerate() {
        let lessons = Lessons::of(*language);
        for (index, lesson) in lessons.all().iter().enumerate() {
            let mut learner = Learner::of(n, Start::default());
            let mut told = learner.types(&format!("{} {}", ["lektion", "lesson"][n], index + 1));
            for (step, at) in lesson.steps.iter().zip(1..) {
                let task = step.task.as_ref().unwrap();
                let position = learner.position();
                for answer in right_answers(task, &position, n) {
                    assert_eq!(learner.session.asked().as_ref(), told.last(), "{} {at}", lesson.name);
                    let answered = learner.types(&answer);
                    let is_taken = matches!(
                        &answered[0],
                        Announcement::School(SchoolAnnouncement::Right(_) | SchoolAnnouncement::Part(_))
                    );
                    assert!(is_taken, "{} {at}: {answer}: {:?}", lesson.name, learner.words(&answered));
                    if !matches!(&answered[0], Announcement::School(SchoolAnnouncement::Part(_))) {
                        told = answered;
                    }
                }
            }
            let over = Announcement::School(SchoolAnnouncement::LessonOver {
                number: index + 1,
                tasks: lesson.steps.len(),
                solved: lesson.steps.len(),
                next: lessons.all().get(index + 1).map(|next| next.title.clone()),
            });
            assert_eq!(told.last(), Some(&over), "{}", lesson.name);
        }
    }
}

#[test]
fn every_wrong_answer_is_refused_with_a_reason_and_shown_at_last() {
    for (n, language) in LANGUAGES.iter().enumerate() {
        let lessons = Lessons::of(*language);
        for (index, lesson) in lessons.all().iter().enumerate() {
            let mut learner = Learner::of(n, Start::default());
            learner.types(&format!("{} {}", ["lektion", "lesson"][n], index + 1));
            for (step, at) in lesson.steps.iter().zip(1..) {
                let task = step.task.as_ref().unwrap();
                let position = learner.position();
                let Some(wrong) = wrong_answer(task, &position, n) else {
                    learner.types(["weiter", "continue"][n]);
                    continue;
                };
                let tries = if task.solution.kind() == AnswerKind::YesNo { 1 } else { 3 };
                for attempt in 1..=tries {
                    let told = learner.types(&wrong);
                    let is_refused = !matches!(
                        &told[0],
                        Announcement::School(
                            SchoolAnnouncement::Right(_)
                                | SchoolAnnouncement::Part(_)
                                | SchoolAnnouncement::Unfitting(_)
                        ) | Announcement::NotUnderstood
                    );
                    assert!(is_refused, "{} {at}: {wrong}: {:?}", lesson.name, learner.words(&told));
                    let is_shown = told
                        .iter()
                        .any(|told| matches!(told, Announcement::School(SchoolAnnouncement::Solution(_))));
                    assert_eq!(is_shown, attempt == tries, "{} {at}: {wrong}", lesson.name);
                }
                learner.types(["weiter", "continue"][n]);
            }
            let tasks = lesson.steps.len();
            let told = learner.types(["wie stehe ich", "who stands better"][n]);
            let Some(Announcement::School(SchoolAnnouncement::Standing {
                solved: 0, done: 1, steps, ..
            })) = told.first()
            else {
                panic!("{}: {:?}", lesson.name, learner.words(&told));
            };
            assert_eq!(*steps, tasks);
        }
    }
}

#[test]
fn a_round_of_each_training_is_played_and_counted() {
    for n in 0..LANGUAGES.len() {
        for (drill, number) in Drill::ALL.iter().zip(1..) {
            let mut learner = Learner::of(n, Start::default());
            learner.types(&format!("training {number}"));
            // The seed of the first round is 1.
            let course = drill.course(DrillLength::Ten, 1);
            for step in &course.steps {
                let task = step.task.as_ref().unwrap();
                assert_eq!(learner.session.describes_position(), !step.concealed);
                let position = learner.position();
                let answers = right_answers(task, &position, n);
                let told = learner.types(&answers[0]);
                let is_right = matches!(&told[0], Announcement::School(SchoolAnnouncement::Right(_)));
                assert!(is_right, "{drill}: {answers:?}: {:?}", learner.words(&told));
            }
            let over = learner.session.is_studying() && learner.session.asked().is_none();
            assert!(over, "{drill}");
            let told = learner.types("training");
            let Some(Announcement::School(SchoolAnnouncement::Drills(best))) = told.first() else {
                panic!("{told:?}")
            };
            assert!(best.contains(&DrillBest { drill: *drill, ten: 10, minute: 0 }));
        }
    }
}

/// Nothing of the game is lost by a lesson, and nothing is studied against people.
#[test]
fn the_game_waits_and_against_people_there_is_no_school() {
    let against = |opponent, competition| Start { opponent, competition, ..Start::default() };
    let mut learner = Learner::of(0, against(Opponent::Engine(None), false));
    learner.types("e2e4");
    learner.types("ja");
    let before = learner.position();
    learner.types("lektion fünf");
    assert_ne!(learner.position(), before);
    assert_eq!(learner.session.game_record().game().position(), &before);
    learner.types("ende");
    assert_eq!((learner.position(), learner.session.phase()), (before, &Phase::Moving));

    let mut player = Learner::of(0, against(Opponent::Board, false));
    player.types("e2e4");
    player.types("ja");
    for (mut player, moves) in [(player, 1), (Learner::of(0, against(Opponent::Board, true)), 0)] {
        for words in ["lektionen", "lektion eins", "training", "training eins"] {
            let told = player.types(words);
            assert_eq!(told[0], SchoolAnnouncement::NotNow.into(), "{words}");
            assert!(!player.session.is_studying());
            assert_eq!(player.session.record().game().moves().len(), moves);
            assert_eq!(player.position().turn(), if moves == 1 { Color::Black } else { Color::White });
        }
    }
}
