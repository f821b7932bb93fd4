//! Prints what is heard and what is understood, and keeps recordings if asked to.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, Sender};
use shakmaty::{EnPassantMode, fen::Fen};

use super::{
    error::CommandError,
    recordings::{Label, RecordingWriter},
    understood::UnderstandingPrinter,
};
use crate::{
    announce::{Announcement, Announcer, Audience},
    app::{
        game_options::{self, Language},
        ports::ear::{alternatives, expected},
        speech,
    },
    config::Settings,
    devices::{
        braille_display::{BrailleDisplay, BrailleLine, BrailleServer},
        hearing::{
            ear::{Ear, EarEvent, EarOptions},
            microphone::Microphone,
            recognizer::Utterance,
            source::{AudioSource, Pacing, WavSource},
        },
        printer::Printer,
        speaker::{self, SpeakerEvent},
        speech_queue::Priority,
    },
    grammar::{Alternative, Grammar, Moment, Understanding, hearings},
    language::{Catalogue, Failure, Message},
    laws::Chess,
};

/// How long a sentence that does not end may delay the end.
const PATIENCE: Duration = Duration::from_secs(5);

/// Listens to the microphone until the program is ended, or to a recording until its end. With `keep`,
/// each utterance becomes a file in that folder with a line in its labels.
///
/// Moves are judged in the start position, or in that of `--fen`; nothing is played.
pub fn listen(
    settings: &Settings,
    audio: Option<&Path>,
    keep: Option<&Path>,
    printer: &Printer,
    words: &Catalogue,
) -> Result<(), Failure> {
    let mut language = Language::of(settings)?;
    let position = game_options::start(settings)?.position.position().clone();
    let source: Box<dyn AudioSource> = match audio {
        Some(file) => Box::new(WavSource::open(file, Pacing::FullSpeed)?),
        None => Box::new(Microphone::open(settings.microphone.as_deref())?),
    };
    let hearing = speech::SpeechModel::of(settings, &mut language)?.hearing()?;
    let (tell, news) = crossbeam_channel::unbounded();
    let options = EarOptions { keep_samples: keep.is_some(), ..EarOptions::default() };
    let expected = expected(&language.grammar, &Moment::of_position(&position));
    let ear = speech::ear(source, hearing, settings, options, &expected, passing(&tell, ListenNews::Ear))?;
    let stamp = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S").to_string();
    let keeper = match keep {
        Some(folder) => Some(
            RecordingWriter::open(folder, stamp)
                .map_err(|source| CommandError::KeepIn { folder: folder.to_owned(), source })?,
        ),
        None => None,
    };
    if audio.is_none() {
        printer.line(&words.render(&ListenLine::Began));
    }
    // A recording does not hear the program speak.
    let gated = audio.is_none() && !settings.headphones.unwrap_or(false);
    let mut listening = ListenLoop {
        grammar: &language.grammar,
        announcer: &language.announcer,
        words,
        position,
        ear,
        gated,
        keeper,
        printer,
        speaking: false,
    };
    let told = listening.keeper.is_some().then(|| listening.tell(settings, &tell)).transpose()?;
    listening.run(&news)?;
    drop(told);
    Ok(())
}

/// What the devices report.
enum ListenNews {
    Ear(EarEvent),
    Speaker(SpeakerEvent),
}

fn passing<T>(to: &Sender<ListenNews>, wrap: fn(T) -> ListenNews) -> impl FnMut(T) + Send + use<T> {
    let to = to.clone();
    move |event| {
        // The receiver is gone after an error.
        let _ = to.send(wrap(event));
    }
}

#[derive(Message)]
#[message(printed, prefix = "listen")]
enum ListenLine {
    Began,
    Said { words: String },
    Braille { cells: String },
    Heard { heard: String },
    HeardBest { heard: String, score: String },
    HeardAgain { heard: String, score: String },
    HeardElse { heard: String, score: String },
    NoWords,
    Clipped,
    Understood { meaning: String },
    Kept { path: PathBuf },
    Microphone { reason: String },
    Speaker { reason: String },
    Back,
    WordsMissing { words: String },
}

struct ListenLoop<'a> {
    grammar: &'a Grammar,
    announcer: &'a Announcer,
    words: &'a Catalogue,
    position: Chess,
    ear: Ear,
    gated: bool,
    keeper: Option<RecordingWriter>,
    printer: &'a Printer,
    /// Whether the sentence about recording is still being spoken.
    speaking: bool,
}

impl ListenLoop<'_> {
    fn print(&self, line: &ListenLine) {
        self.printer.line(&self.words.render(line));
    }

    /// Says and brailles that recordings are kept. Returns the devices, which must live as long as the listening.
    fn tell(
        &mut self,
        settings: &Settings,
        tell: &Sender<ListenNews>,
    ) -> Result<impl Sized + use<>, Failure> {
        let told = self.announcer.render(&Announcement::Recording, Audience::Table);
        self.print(&ListenLine::Said { words: told.words.clone() });
        let speaker = speaker::system(speech::voice_settings(settings), passing(tell, ListenNews::Speaker))?;
        if self.gated {
            self.ear.close_gate();
        }
        self.speaking = true;
        speaker.say(0, told.words, Priority::Lasting);
        self.print(&ListenLine::Braille { cells: told.line.cells.clone() });
        let mut display = BrailleDisplay::open(BrailleServer::default(), |_| {}).ok();
        if let Some(display) = &mut display {
            display.show(&told.line.cells, None);
        }
        Ok((speaker, display))
    }

    fn run(&mut self, news: &Receiver<ListenNews>) -> Result<(), Failure> {
        for said in news {
            match said {
                ListenNews::Ear(EarEvent::Recognized(utterance)) => {
                    self.hear(utterance)?;
                    self.ear.proceed();
                }
                ListenNews::Ear(EarEvent::Ended { fault: Some(reason) }) => {
                    return Err(CommandError::Recording { reason }.into());
                }
                ListenNews::Ear(EarEvent::Died { reason }) => {
                    return Err(CommandError::Recognizer { reason }.into());
                }
                ListenNews::Ear(EarEvent::Ended { fault: None }) => break,
                other => self.pass(other),
            }
        }
        let until = Instant::now() + PATIENCE;
        while self.speaking {
            match news.recv_deadline(until) {
                Ok(said) => self.pass(said),
                Err(_) => break,
            }
        }
        Ok(())
    }

    fn pass(&mut self, news: ListenNews) {
        match news {
            ListenNews::Ear(EarEvent::NoWords) => self.print(&ListenLine::NoWords),
            ListenNews::Ear(EarEvent::Clipped) => self.print(&ListenLine::Clipped),
            ListenNews::Ear(EarEvent::Lost { reason }) => {
                self.print(&ListenLine::Microphone { reason: self.words.render(&reason) });
            }
            ListenNews::Ear(EarEvent::Failed { reason }) => {
                self.print(&ListenLine::Microphone { reason: self.words.render(&reason) });
            }
            ListenNews::Ear(EarEvent::Back) => self.print(&ListenLine::Back),
            ListenNews::Ear(EarEvent::WordsMissing(words)) => {
                self.print(&ListenLine::WordsMissing { words: words.join(", ") });
            }
            ListenNews::Speaker(SpeakerEvent::Lost { reason }) => {
                self.print(&ListenLine::Speaker { reason: self.words.render(&reason) });
                self.ear.open_gate();
            }
            ListenNews::Speaker(
                SpeakerEvent::Ended(_) | SpeakerEvent::Stopped(_) | SpeakerEvent::Unspoken { .. },
            ) => {
                self.speaking = false;
                self.ear.open_gate();
            }
            // A voice that was lost and has come back repeats what was cut off.
            ListenNews::Speaker(SpeakerEvent::Began(_)) if self.gated => self.ear.close_gate(),
            _ => {}
        }
    }

    fn hear(&mut self, utterance: Utterance) -> Result<(), Failure> {
        let samples = utterance.samples;
        let alternatives = alternatives(utterance.alternatives);
        for line in heard(&alternatives) {
            self.print(&line);
        }
        let understanding = self.grammar.understand(&alternatives, &Moment::of_position(&self.position));
        let teller =
            UnderstandingPrinter { grammar: self.grammar, announcer: self.announcer, words: self.words };
        for line in teller.tell(&understanding, &alternatives, &self.position) {
            self.print(&ListenLine::Understood { meaning: line });
        }
        if let (Some(keeper), Some(samples)) = (&mut self.keeper, samples) {
            let said = label(self.grammar, &understanding, &alternatives, &self.position);
            let fen = Fen::from_position(&self.position, EnPassantMode::Legal).to_string();
            let path = keeper.keep(&samples, &said, &fen).map_err(|source| CommandError::Keep { source })?;
            self.print(&ListenLine::Kept { path });
        }
        Ok(())
    }
}

/// Returns the alternatives, hearing by hearing, with their scores if there are several.
fn heard(alternatives: &[Alternative]) -> Vec<ListenLine> {
    if let [only] = alternatives {
        return vec![ListenLine::Heard { heard: only.to_string() }];
    }
    let lines = hearings(alternatives).flat_map(|hearing| {
        hearing.iter().enumerate().map(|(n, alternative)| {
            let (heard, score) = (alternative.to_string(), format!("{:.1}", alternative.score));
            match (n, alternative.hearing) {
                (0, 0) => ListenLine::HeardBest { heard, score },
                (0, _) => ListenLine::HeardAgain { heard, score },
                _ => ListenLine::HeardElse { heard, score },
            }
        })
    });
    lines.collect()
}

/// Returns the words if they were surely understood. Otherwise somebody has to listen to the recording.
fn label(
    grammar: &Grammar,
    understanding: &Understanding,
    alternatives: &[Alternative],
    position: &Chess,
) -> Label {
    if !matches!(understanding, Understanding::Understood { sure: true, .. } | Understanding::Sequence(_)) {
        return Label::Unlabelled;
    }
    let says_it = |words: &Vec<String>| {
        let heard = [Alternative::new(words.clone(), 0.0)];
        grammar.understand(&heard, &Moment::of_position(position)) == *understanding
    };
    let words = |heard: &Alternative| [heard.words.clone(), heard.without_far().words];
    match alternatives.iter().flat_map(words).find(says_it) {
        Some(words) => Label::Words(words.join(" ")),
        None => Label::Unlabelled,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::in_english;

    fn alternatives(heard: &[(&str, f32)]) -> Vec<Alternative> {
        let words = |words: &str| words.split(' ').map(str::to_owned).collect();
        heard.iter().map(|(text, score)| Alternative::new(words(text), *score)).collect()
    }

    #[test]
    fn scores_are_told_where_there_is_a_choice() {
        let heard = |alternatives: &[Alternative]| -> Vec<String> {
            heard(alternatives).iter().map(in_english).collect()
        };
        assert_eq!(heard(&alternatives(&[("eva vier", -1.0)])), ["hear: eva vier"]);
        let mut twice = alternatives(&[("eva vier", -1.0), ("eva drei", -2.54), ("eva drei", -0.5)]);
        twice[2].hearing = 1;
        assert_eq!(
            heard(&twice),
            ["hear: eva vier (-1.0)", "  or: eva drei (-2.5)", "again: eva drei (-0.5)"]
        );
        let far = Alternative { near: 1..3, ..alternatives(&[("ja eva vier turm", -1.0)]).remove(0) };
        assert_eq!(heard(&[far]), ["hear: (ja) eva vier (turm)"]);
    }

    #[test]
    fn a_label_is_what_was_surely_understood() {
        let said = |words: &str| Label::Words(words.to_owned());
        check(&[("eva vier", 0.0)], said("eva vier"));
        check(&[("hector fünf", 0.0)], said("hector fünf"));
        check(&[("eva vier uhr", 0.0)], said("eva vier uhr"));
        check(&[("eva", 0.0)], Label::Unlabelled);
        check(&[("eva vier", 0.0), ("eva drei", -0.1)], Label::Unlabelled);
        check(&[("eva vier", 0.0), ("eva drei", -1.0)], Label::Unlabelled);
        let with_a_far_word =
            Alternative { near: 0..4, ..alternatives(&[("eva zwei eva vier rochade", 0.0)]).remove(0) };
        check_alternatives(&[with_a_far_word], said("eva zwei eva vier"));
        // A square alone is often said by chance beside the board, and is asked about.
        let square = Alternative { near: 0..2, ..alternatives(&[("eva vier rochade", 0.0)]).remove(0) };
        check_alternatives(&[square], Label::Unlabelled);
        fn check(heard: &[(&str, f32)], said: Label) {
            check_alternatives(&alternatives(heard), said);
        }
        fn check_alternatives(heard: &[Alternative], said: Label) {
            let (grammar, position) = (Grammar::of(crate::language::LanguageFolder::USUAL), Chess::default());
            let understanding = grammar.understand(heard, &Moment::of_position(&position));
            assert_eq!(label(&grammar, &understanding, heard, &position), said, "{heard:?}");
        }
    }
}
