//! Rounds of training that a minute ends: by the instants of what happens, and though nobody answers any more.

use std::time::Duration;

use annabella::{
    announce::{Announcement, DrillBest, RoundRank, SchoolAnnouncement},
    journal::Start,
    language::LANGUAGES,
    school::{Course, Drill, DrillLength, Progress},
    session::{Effect, Event, EventKind, SpokenTime},
};

use crate::{
    heard::alternative,
    schooled::{Learner, right_answers, wrong_answer},
};

const MINUTE: Duration = Duration::from_secs(60);

/// Somebody for whom a minute of this training has begun, its questions, and when it ends.
fn begun(language: usize, drill: usize) -> (Learner, Course, Duration) {
    let mut learner = Learner::of(language, Start::default());
    let words = [format!("training {drill} eine minute"), format!("training {drill} one minute")];
    let told = learner.types(&words[language]);
    let drill = Drill::ALL[drill - 1];
    let begins = SchoolAnnouncement::Drill { drill, length: DrillLength::Minute };
    assert_eq!(told[0], begins.into(), "{:?}", learner.words(&told));
    // The seed of the first round is 1.
    let ends = learner.at + MINUTE;
    (learner, drill.course(DrillLength::Minute, 1), ends)
}

/// What is told at an instant, and what is kept.
fn passes(learner: &mut Learner, event: Event, at: Duration) -> (Vec<Announcement>, Option<Progress>) {
    learner.at = at;
    let effects = learner.session.handle(event, at);
    let kept = effects.iter().rev().find_map(|effect| match effect {
        Effect::KeepProgress(progress) => Some((**progress).clone()),
        _ => None,
    });
    let told = |effect| if let Effect::Announce(told) = effect { Some(told) } else { None };
    (effects.into_iter().filter_map(told).collect(), kept)
}

fn deadline() -> Event {
    Event::of_program(EventKind::DeadlinePassed)
}

fn over(told: &[Announcement]) -> Option<(usize, usize, usize, RoundRank)> {
    told.iter().find_map(|told| match told {
        Announcement::School(SchoolAnnouncement::DrillOver { right, tasks, best, rank, .. }) => {
            Some((*right, *tasks, *best, *rank))
        }
        _ => None,
    })
}

fn is_time_up(told: &[Announcement]) -> bool {
    told.contains(&SchoolAnnouncement::TimeUp.into())
}

#[test]
fn a_minute_ends_by_itself_and_its_score_is_kept_apart() {
    for n in 0..LANGUAGES.len() {
        for (number, drill) in (1..).zip(Drill::ALL) {
            let (mut learner, course, ends) = begun(n, number);
            for (step, index) in course.steps.iter().zip(0..4) {
                let task = step.task.as_ref().unwrap();
                let position = learner.position();
                let answer = match index {
                    2 => wrong_answer(task, &position, n).unwrap(),
                    _ => right_answers(task, &position, n).swap_remove(0),
                };
                learner.types(&answer);
            }
            assert_eq!(learner.session.next_deadline(), Some(ends), "{drill}");
            // Nothing ends before its time.
            let (told, _) = passes(&mut learner, deadline(), ends - Duration::from_millis(1));
            assert!(told.is_empty(), "{told:?}");
            let (told, kept) = passes(&mut learner, deadline(), ends);
            assert_eq!(told[0], SchoolAnnouncement::TimeUp.into());
            // The open question is answered, and does not count.
            assert!(matches!(told[1], Announcement::School(SchoolAnnouncement::Solution(_))), "{told:?}");
            assert_eq!(over(&told), Some((3, 4, 0, RoundRank::Best)), "{drill}");
            let kept = kept.unwrap();
            assert_eq!((kept.best(*drill, DrillLength::Minute), kept.best(*drill, DrillLength::Ten)), (3, 0));
            assert_eq!(learner.session.next_deadline(), None);
            assert!(learner.session.asked().is_none());
            // The next one is a minute too, and is compared with that.
            let told = learner.types(["weiter", "continue"][n]);
            assert_eq!(
                told[0],
                SchoolAnnouncement::Drill { drill: *drill, length: DrillLength::Minute }.into()
            );
            let ends = learner.session.next_deadline().unwrap();
            assert_eq!(ends, learner.at + MINUTE);
            let (told, _) = passes(&mut learner, deadline(), ends);
            assert_eq!(over(&told), Some((0, 0, 3, RoundRank::Below)));
            let told = learner.types("training");
            let Announcement::School(SchoolAnnouncement::Drills(best)) = &told[0] else { panic!("{told:?}") };
            assert!(best.contains(&DrillBest { drill: *drill, ten: 0, minute: 3 }));
            for told in learner.words(&told) {
                assert!(!told.contains(['{', '}']), "{told}");
            }
        }
    }
}

#[test]
fn a_round_is_compared_with_the_best_before_it() {
    let (mut learner, _, ends) = begun(0, 1);
    let (told, _) = passes(&mut learner, deadline(), ends);
    assert_eq!(over(&told), Some((0, 0, 0, RoundRank::Unscored)));
    // As many right answers twice; each round has questions of its own.
    for (seed, best, rank) in [(2, 0, RoundRank::Best), (3, 1, RoundRank::Equal)] {
        learner.types("weiter");
        let course = Drill::ALL[0].course(DrillLength::Minute, seed);
        let task = course.steps[0].task.as_ref().unwrap();
        let answer = right_answers(task, &learner.position(), 0).swap_remove(0);
        learner.types(&answer);
        let ends = learner.session.next_deadline().unwrap();
        let (told, _) = passes(&mut learner, deadline(), ends);
        assert_eq!(over(&told), Some((1, 1, best, rank)));
    }
}

/// What is typed after the minute is no answer, even where the deadline is told late; what leaves the round is heeded.
#[test]
fn what_comes_after_the_minute_is_no_answer() {
    let typed = |line: &str| Event::at_table(EventKind::Typed(line.to_owned()));
    for late in [Duration::ZERO, Duration::from_secs(5)] {
        for answer in ["ja", "nein", "weiter", "lösung"] {
            let (mut learner, _, ends) = begun(0, 1);
            let (told, _) = passes(&mut learner, typed(answer), ends + late);
            assert!(is_time_up(&told), "{answer}: {told:?}");
            assert_eq!(over(&told), Some((0, 0, 0, RoundRank::Unscored)), "{answer}");
            let judged = told.iter().any(|told| {
                matches!(told, Announcement::School(SchoolAnnouncement::Right(_) | SchoolAnnouncement::Wrong))
            });
            assert!(!judged && learner.session.next_deadline().is_none(), "{answer}: {told:?}");
            assert!(learner.session.studied().is_some());
        }
        let (mut learner, _, ends) = begun(0, 1);
        let (told, _) = passes(&mut learner, typed("ende"), ends + late);
        assert!(is_time_up(&told) && over(&told).is_some(), "{told:?}");
        assert!(!learner.session.is_studying());
    }
}

/// Words count by when they were spoken, however late they are known.
#[test]
fn what_was_said_in_time_counts_however_late_it_is_known() {
    for (ended, counts) in [(59_500, true), (60_500, false)] {
        let (mut learner, course, ends) = begun(0, 1);
        let begins = ends - MINUTE;
        let at = |ms: u64| begins + Duration::from_millis(ms);
        let task = course.steps[0].task.as_ref().unwrap();
        let answer = right_answers(task, &learner.position(), 0).swap_remove(0);
        passes(&mut learner, Event::at_table(EventKind::VoiceBegan(at(59_000))), at(59_000));
        assert!(learner.session.next_deadline().unwrap() > ends, "the words are heard first");
        let sound = at(59_000)..at(ended);
        let spoken = SpokenTime { began: sound.start, sound };
        let heard = EventKind::Heard { alternatives: vec![alternative(&answer, 100.0)], spoken };
        let (told, _) = passes(&mut learner, Event::at_table(heard), at(62_000));
        let is_right =
            told.iter().any(|told| matches!(told, Announcement::School(SchoolAnnouncement::Right(_))));
        assert_eq!(is_right, counts, "{ended}: {told:?}");
        assert!(is_time_up(&told), "{told:?}");
        let score = usize::from(counts);
        assert!(
            matches!(over(&told), Some((right, tasks, ..)) if (right, tasks) == (score, score)),
            "{told:?}"
        );
        // No question is asked for which there is no time.
        let asks =
            |told: &Announcement| matches!(told, Announcement::School(SchoolAnnouncement::Task { .. }));
        assert!(!told.iter().any(asks), "{told:?}");
    }
}

#[test]
fn a_minute_is_begun_from_anywhere_in_the_school_and_can_be_left() {
    for n in 0..LANGUAGES.len() {
        let minute = ["eine minute", "one minute"][n];
        let mut learner = Learner::of(n, Start::default());
        learner.types("training 3");
        let told = learner.types(minute);
        let begins = SchoolAnnouncement::Drill { drill: Drill::ALL[2], length: DrillLength::Minute };
        assert_eq!(told[0], begins.into());
        let told = learner.types(["wie stehe ich", "how do i stand"][n]);
        let stands = SchoolAnnouncement::DrillStanding {
            drill: Drill::ALL[2],
            length: DrillLength::Minute,
            step: 1,
            seconds: 59,
            right: 0,
            tasks: 0,
        };
        assert_eq!(told[0], stands.into(), "{:?}", learner.words(&told));
        learner.types(["ende", "end"][n]);
        assert_eq!(learner.session.next_deadline(), None);
        // Where nothing is trained, what can be is told.
        learner.types(["lektion 5", "lesson 5"][n]);
        let told = learner.types(minute);
        assert!(matches!(&told[0], Announcement::School(SchoolAnnouncement::Drills(_))), "{told:?}");
    }
}
