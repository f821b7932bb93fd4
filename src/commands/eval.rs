//! Measures how well recordings are understood: compares their labels with what the program understands.
//!
//! Each file is heard as from the microphone: endpointing, recognizer, grammar and, in a position, the Laws; where a
//! question is open, as an answer to it.
//! [`Figures`] and [`RecognitionOutcome`] say what the figures mean.

mod fitting;
mod hearing;

use std::{
    collections::BTreeMap,
    path::Path,
    sync::{Arc, LazyLock},
    time::Duration,
};

use clap::ValueEnum;
pub use fitting::{Fitted, fit};
use hearing::{FileRecognition, TimedUtterance, hear};
use serde::Serialize;

use super::{
    error::CommandError,
    recognition_outcome::{self, LabelMeaning, RecognitionOutcome},
    recordings::{self, AskedBefore, Label, LabelledRecording},
};
use crate::{
    app::{game_options::Language, ports::ear, speech::SpeechModel},
    config::Settings,
    devices::hearing::{ear::PhraseSet, recognizer::Model},
    grammar::{Alternative, Chatter, Expectation, Grammar, Intent, Moment, Understanding},
    language::{Catalogue, Failure},
    laws::{Act, Attempt, Chess},
};

/// What the recognizer listens for. The comments are the help of `--phrases`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EvalPhrases {
    /// Any words of the language in any order, the hardest
    Words,
    /// All moves and commands, legal or not; only the best hypothesis counts
    Moves,
    /// The same with all hypotheses and the legality of moves, as in a game
    Position,
}

/// The figures of a set of files. From `right` to `rejected` they add up to `utterances`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// Labelled files.
    pub utterances: usize,
    /// Understood at once; or nothing understood where nothing was said.
    pub right: usize,
    /// Understood after one question that the program asks in doubt.
    pub asked: usize,
    /// Misheard, but asked about or refused as illegal.
    pub wrong_asked: usize,
    /// Misheard and carried out.
    pub wrong_accepted: usize,
    /// Said, but not understood.
    pub rejected: usize,
    /// Among these: heard word for word, although the words are a phrase.
    pub rejected_as_heard: usize,
    /// Among these: said in words that are only typed.
    pub rejected_as_typed: usize,
    /// Among all of these: taken for a yes that nobody said.
    pub false_yes: usize,
    /// Word error rate: insertions, deletions and substitutions in the best hypothesis for each word that
    /// was said; files in which nothing was said are left out.
    pub wer: f64,
    /// Seconds of processor time for each second of sound.
    pub rtf: f64,
    /// The median of the seconds that were waited after the last sound of what was understood at once.
    pub pause: f64,
}

/// The figures of all speakers together and of each.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EvalReport {
    #[serde(flatten)]
    pub all: Figures,
    pub speakers: BTreeMap<String, Figures>,
    /// Files labelled `?`, which were left out.
    pub unlabelled: usize,
    /// Words of the grammar that the model cannot hear.
    pub words_missing: Vec<String>,
}

/// One file and what became of it.
#[derive(Clone, Debug)]
pub struct FileVerdict<'a> {
    pub path: &'a Path,
    pub said: &'a str,
    pub heard: String,
    pub outcome: RecognitionOutcome,
    /// Whether the words were heard as they were said, and are a phrase.
    pub as_heard: bool,
}

/// Measures all recordings in a folder. `each` gets every verdict.
pub fn evaluate(
    settings: &Settings,
    folder: &Path,
    phrases: EvalPhrases,
    mut each: impl FnMut(&FileVerdict),
) -> Result<EvalReport, Failure> {
    let recordings = recordings::read(folder)?;
    let mut language = Language::of(settings)?;
    let SpeechModel { model, missing_words } = SpeechModel::of(settings, &mut language)?;
    let mut all = Tally::default();
    let mut speakers: BTreeMap<String, Tally> = BTreeMap::new();
    let evaluator = Evaluator::new(&model, &language.grammar, phrases, &recordings);
    let unlabelled = evaluator.hear_all(&recordings, |heard| {
        let outcome = heard.outcome(&language.grammar, phrases);
        all.add(&heard, outcome);
        speakers.entry(heard.recording.speaker.clone()).or_default().add(&heard, outcome);
        let (path, said) = (&heard.recording.path, heard.said);
        let FileOutcome { outcome, as_heard, .. } = outcome;
        each(&FileVerdict { path, said, heard: heard.best().join(" "), outcome, as_heard });
    })?;
    let speakers = speakers.into_iter().map(|(speaker, tally)| (speaker, tally.figures())).collect();
    Ok(EvalReport { all: all.figures(), speakers, unlabelled, words_missing: missing_words })
}

struct Evaluator<'a> {
    model: &'a Model,
    grammar: &'a Arc<Grammar>,
    phrases: EvalPhrases,
    /// What is listened for in a game.
    game: PhraseSet,
    /// What is listened for where single words were said.
    words: PhraseSet,
}

/// A recording, and what was heard in it.
struct HeardFile<'a> {
    recording: &'a LabelledRecording,
    said: &'a str,
    meant: LabelMeaning,
    asked: AskedPosition<'a>,
    heard: FileRecognition,
    /// What became of words that are no phrase.
    of_words: Vec<RecognitionOutcome>,
    word_errors: usize,
    /// The words that were said, in the recognizer's spelling.
    spelled: Vec<String>,
}

/// What became of a file.
#[derive(Clone, Copy)]
struct FileOutcome {
    outcome: RecognitionOutcome,
    /// Whether the words were heard as they were said, and whether they are a phrase that can be said.
    as_heard: bool,
    is_spoken: bool,
    false_yes: bool,
}

impl<'a> Evaluator<'a> {
    fn new(
        model: &'a Model,
        grammar: &'a Arc<Grammar>,
        phrases: EvalPhrases,
        recordings: &[LabelledRecording],
    ) -> Self {
        let every_word = || {
            let words = grammar.words().iter();
            words.filter(|word| grammar.spelling_heard(word) == word.as_str()).cloned().collect::<Vec<_>>()
        };
        let loose = |phrases| PhraseSet { phrases, ..PhraseSet::default() };
        let game = match phrases {
            EvalPhrases::Words => loose(every_word()),
            EvalPhrases::Moves | EvalPhrases::Position => {
                ear::expected(grammar, &Moment::of_position(start()))
            }
        };
        let mut evaluator = Evaluator { model, grammar, phrases, game, words: PhraseSet::default() };
        evaluator.words = loose(match phrases {
            EvalPhrases::Words => every_word(),
            EvalPhrases::Moves | EvalPhrases::Position => {
                let said = recordings.iter().filter_map(|recording| match &recording.said {
                    Label::Words(words) => match evaluator.meant(words, &asked(recording)) {
                        LabelMeaning::Words(words) => Some(words.join(" ")),
                        _ => None,
                    },
                    _ => None,
                });
                let mut words: Vec<String> = said.collect();
                words.sort();
                words.dedup();
                words
            }
        });
        evaluator
    }

    /// Hears all labelled recordings, one after the other; returns how many have no label.
    fn hear_all<'b>(
        &self,
        recordings: &'b [LabelledRecording],
        mut each: impl FnMut(HeardFile<'b>),
    ) -> Result<usize, Failure> {
        let mut unlabelled = 0;
        for recording in recordings {
            let said = match &recording.said {
                Label::Words(words) => words.as_str(),
                Label::Nothing => "",
                Label::Unlabelled => {
                    unlabelled += 1;
                    continue;
                }
            };
            let heard = self.hear(recording, said);
            each(heard.map_err(|fault| CommandError::Evaluate { path: recording.path.clone(), fault })?);
        }
        Ok(unlabelled)
    }

    fn hear<'b>(&self, recording: &'b LabelledRecording, said: &'b str) -> Result<HeardFile<'b>, Failure> {
        let asked = asked(recording);
        let meant = self.meant(said, &asked);
        let in_position;
        let expected = match (&meant, &recording.position) {
            (LabelMeaning::Words(_), _) => &self.words,
            (_, Some(_)) if self.phrases == EvalPhrases::Position => {
                in_position = ear::expected(self.grammar, &asked.moment());
                &in_position
            }
            _ => &self.game,
        };
        let heard = hear(&recording.path, self.model, expected)?;
        let of_words = match &meant {
            LabelMeaning::Words(said) => {
                let best = heard.utterances.iter().map(|utterance| &utterance.alternatives[0].words);
                best.map(|best| recognition_outcome::of_words(said, best, &expected.phrases)).collect()
            }
            LabelMeaning::Phrase(_) | LabelMeaning::Nothing => Vec::new(),
        };
        let spelled = self.spelled(said);
        let mut file = HeardFile { recording, said, meant, asked, heard, of_words, word_errors: 0, spelled };
        if !file.spelled.is_empty() {
            file.word_errors = recognition_outcome::word_errors(&file.spelled, &file.best());
        }
        Ok(file)
    }

    fn meant(&self, said: &str, asked: &AskedPosition) -> LabelMeaning {
        if said.is_empty() {
            return LabelMeaning::Nothing;
        }
        match self.grammar.understand_text(said, &asked.moment()) {
            Understanding::Understood { intent, .. } => LabelMeaning::Phrase(vec![intent]),
            Understanding::Sequence(intents) => LabelMeaning::Phrase(intents),
            // For "Rochade", where both castlings are possible, the first one stands for both.
            Understanding::Ambiguous(intents) | Understanding::OneEdit(intents) => {
                LabelMeaning::Phrase(intents.into_iter().take(1).collect())
            }
            Understanding::NotUnderstood { .. } => LabelMeaning::Words(self.spelled(said)),
        }
    }

    /// Returns the words of a label in the recognizer's spelling.
    fn spelled(&self, said: &str) -> Vec<String> {
        let lower = said.to_lowercase();
        let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(|word| self.grammar.spelling_heard(word).to_owned()).collect()
    }
}

impl HeardFile<'_> {
    /// Returns the best hypothesis of all that was heard.
    fn best(&self) -> Vec<String> {
        let best = self.heard.utterances.iter().flat_map(|said| said.alternatives[0].words.iter().cloned());
        best.collect()
    }

    /// Decides what became of it.
    fn outcome(&self, grammar: &Grammar, phrases: EvalPhrases) -> FileOutcome {
        let moment = self.asked.moment();
        let position = moment.position.filter(|_| phrases == EvalPhrases::Position);
        let (mut chatter, mut says_yes) = (Chatter::default(), false);
        let is_answer = |heard: &&TimedUtterance| !grammar.repeats(&heard.alternatives, &self.recording.told);
        let answers = self.heard.utterances.iter().filter(is_answer);
        let of_phrases = answers.map(|TimedUtterance { alternatives, sound, .. }| {
            let understanding = match phrases {
                EvalPhrases::Position => chatter.understand(grammar, alternatives, &moment, sound),
                EvalPhrases::Words | EvalPhrases::Moves => grammar.understand(&alternatives[..1], &moment),
            };
            says_yes |= is_yes(&understanding, &moment);
            let asked_back = || grammar.asked_back(&understanding, alternatives, &moment);
            match asked_back().filter(|_| phrases == EvalPhrases::Position) {
                Some(phrase) => recognition_outcome::of_suggestion(&self.meant, &phrase.intent),
                None => recognition_outcome::of_understanding(&self.meant, &understanding, position),
            }
        });
        let outcomes = match &self.meant {
            LabelMeaning::Words(_) => self.of_words.clone(),
            LabelMeaning::Phrase(_) | LabelMeaning::Nothing => of_phrases.collect(),
        };
        let means_yes = matches!(&self.meant, LabelMeaning::Phrase(intents) if moment.expects.is_assented_by(&intents[0]));
        let heard = self.best();
        let said = [Alternative::new(self.spelled.clone(), 0.0)];
        let is_spoken = grammar.understand(&said, &moment).is_understood();
        FileOutcome {
            outcome: recognition_outcome::of_all(&self.meant, outcomes),
            as_heard: is_spoken && heard == self.spelled,
            is_spoken,
            false_yes: says_yes && !means_yes,
        }
    }
}

fn is_yes(understood: &Understanding, moment: &Moment) -> bool {
    match understood {
        Understanding::Understood { intent, sure } => *sure && moment.expects.is_assented_by(intent),
        Understanding::Sequence(intents) => {
            intents.first().is_some_and(|intent| moment.expects.is_assented_by(intent))
        }
        Understanding::Ambiguous(_) | Understanding::OneEdit(_) | Understanding::NotUnderstood { .. } => {
            false
        }
    }
}

/// A position, and what was asked in it.
struct AskedPosition<'a> {
    position: &'a Chess,
    question: Expectation,
}

impl AskedPosition<'_> {
    fn moment(&self) -> Moment<'_> {
        Moment::new(Some(self.position), &self.question)
    }
}

fn asked(recording: &LabelledRecording) -> AskedPosition<'_> {
    let position = recording.position.as_ref().unwrap_or_else(|| start());
    AskedPosition { position, question: question(&recording.asked) }
}

/// Returns the position in which it is said, where that is not known.
fn start() -> &'static Chess {
    static START: LazyLock<Chess> = LazyLock::new(Chess::default);
    &START
}

/// Returns what a question leaves open.
fn question(asked: &AskedBefore) -> Expectation {
    let moves = match asked {
        AskedBefore::Moves(moves) => moves.as_slice(),
        AskedBefore::Draw => return Expectation::DrawAnswer,
        AskedBefore::Resignation => {
            return Expectation::Confirmation { of: Act::Resign.into(), offered: false };
        }
    };
    match moves {
        [] => Expectation::Move,
        [m] => Expectation::Confirmation { of: Intent::Move(Attempt::from(*m)), offered: false },
        moves if moves.iter().all(|m| m.is_promotion()) => Expectation::Promotion(moves.to_vec()),
        moves => Expectation::WhichPiece(moves.to_vec()),
    }
}

#[derive(Default)]
struct Tally {
    figures: Figures,
    word_errors: usize,
    words: usize,
    worked: Duration,
    sound: Duration,
    /// After what was understood at once.
    pauses: Vec<Duration>,
}

impl Tally {
    fn add(&mut self, file: &HeardFile, became: FileOutcome) {
        let FileOutcome { outcome, as_heard, is_spoken, false_yes } = became;
        self.figures.utterances += 1;
        let count = match outcome {
            RecognitionOutcome::Right => &mut self.figures.right,
            RecognitionOutcome::Asked => &mut self.figures.asked,
            RecognitionOutcome::WrongAsked => &mut self.figures.wrong_asked,
            RecognitionOutcome::WrongAccepted => &mut self.figures.wrong_accepted,
            RecognitionOutcome::Rejected => &mut self.figures.rejected,
        };
        *count += 1;
        let is_rejected = outcome == RecognitionOutcome::Rejected;
        self.figures.rejected_as_heard += usize::from(is_rejected && as_heard);
        self.figures.rejected_as_typed += usize::from(is_rejected && !is_spoken);
        self.figures.false_yes += usize::from(false_yes);
        let pause = file.heard.utterances.last().map_or(Duration::ZERO, |last| last.pause);
        if outcome == RecognitionOutcome::Right && !pause.is_zero() {
            self.pauses.push(pause);
        }
        self.word_errors += file.word_errors;
        self.words += file.spelled.len();
        self.worked += file.heard.worked;
        self.sound += file.heard.sound;
    }

    fn figures(&self) -> Figures {
        let rate = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
        let mut pauses = self.pauses.clone();
        pauses.sort_unstable();
        let pause = pauses.get(pauses.len() / 2).map_or(0.0, Duration::as_secs_f64);
        Figures {
            wer: rate(self.word_errors as f64, self.words as f64),
            rtf: rate(self.worked.as_secs_f64(), self.sound.as_secs_f64()),
            pause,
            ..self.figures
        }
    }
}

impl EvalReport {
    /// Returns one line for each speaker, and one for all; a table is hard to listen to. Programs read the JSON.
    pub fn told(&self, words: &Catalogue) -> String {
        let speaker = |name: &str, figures: &Figures| {
            words.say("eval-speaker", &[("name", &name), ("figures", &figures.told(words))])
        };
        let mut lines: Vec<String> =
            self.speakers.iter().map(|(name, figures)| speaker(name, figures)).collect();
        lines.push(speaker(&words.say("eval-all", &[]), &self.all));
        if self.unlabelled > 0 {
            lines.push(words.say("eval-unlabelled", &[("count", &self.unlabelled)]));
        }
        if !self.words_missing.is_empty() {
            lines.push(words.say("listen-words-missing", &[("words", &self.words_missing.join(", "))]));
        }
        lines.join("\n") + "\n"
    }
}

impl Figures {
    fn told(&self, words: &Catalogue) -> String {
        let percent = |count: usize| format!("{:.1}", 100.0 * count as f64 / self.utterances.max(1) as f64);
        words.say(
            "eval-figures",
            &[
                ("utterances", &self.utterances),
                ("right", &self.right),
                ("right-percent", &percent(self.right)),
                ("asked", &self.asked),
                ("wrong-asked", &self.wrong_asked),
                ("wrong-accepted", &self.wrong_accepted),
                ("wrong-percent", &percent(self.wrong_accepted)),
                ("rejected", &self.rejected),
                ("as-heard", &self.rejected_as_heard),
                ("false-yes", &self.false_yes),
                ("wer", &format!("{:.1}", 100.0 * self.wer)),
                ("rtf", &format!("{:.3}", self.rtf)),
                ("pause", &format!("{:.0}", 1000.0 * self.pause)),
            ],
        )
    }
}

impl FileVerdict<'_> {
    /// Returns one line: what was said in a file, what was heard, and what became of it.
    pub fn told(&self, words: &Catalogue) -> String {
        let outcome: &str = match self.outcome {
            RecognitionOutcome::Rejected if self.as_heard => "rejected-as-heard",
            outcome => outcome.into(),
        };
        // Capitals tell it from a label, which has none.
        let none = |words: &str| if words.is_empty() { "NONE".to_owned() } else { words.to_owned() };
        let (said, heard) = (none(self.said), none(&self.heard));
        let path = self.path.display();
        words.say("eval-file", &[("outcome", &outcome), ("path", &path), ("said", &said), ("heard", &heard)])
    }
}
