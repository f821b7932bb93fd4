//! What is printed of a game: one form for people, one beside a screen reader, and one for programs.
//!
//! Nothing is doubled for people: what is typed stands there already, and the braille line and a sentence that was spoken
//! say the same. Beside a screen reader, which speaks whatever is printed, stands only what our own voice does not speak.

use std::{fmt::Display, io::IsTerminal, time::Duration};

use rustix::termios::tcgetwinsize;

use super::game_setup::InputSource;
use crate::{
    announce::Announcer,
    config::{PictureForm, ScreenForm, Settings, VoiceSetting},
    devices::{
        keyboard::{self, TypingEcho},
        printer::Printer,
        prompted_output::OutputLayout,
    },
    language::Catalogue,
    session::ClockFace,
};

/// The screen of a game.
#[derive(Clone, Debug)]
pub struct Screen {
    form: ScreenForm,
    picture: Option<PictureForm>,
    /// A voice of ours speaks what is told.
    speaks: bool,
    /// What is typed stands on it already.
    echoes: bool,
    layout: OutputLayout,
    /// None where nobody looks.
    printer: Option<Printer>,
}

/// A file that a game leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum GameFile {
    Journal,
    Score,
    Recordings,
    Configuration,
}

impl Screen {
    /// A screen that shows nothing.
    pub fn none() -> Screen {
        Screen {
            form: ScreenForm::Off,
            picture: None,
            speaks: false,
            echoes: false,
            layout: OutputLayout::default(),
            printer: None,
        }
    }

    /// Lays the standard output out in the form that was chosen: on a terminal for people, otherwise for programs.
    pub fn of(settings: &Settings, words: &InputSource, printer: Printer) -> Screen {
        let is_terminal = std::io::stdout().is_terminal();
        let usual = if is_terminal { ScreenForm::Full } else { ScreenForm::Transcript };
        let form = settings.screen.unwrap_or(usual);
        let is_typed = matches!(words, InputSource::Spoken) && std::io::stdin().is_terminal();
        let echoes = is_terminal && is_typed && form != ScreenForm::Off;
        let for_people = matches!(form, ScreenForm::Full | ScreenForm::Brief);
        let speaks = has_voice(settings);
        let layout = match is_terminal && form != ScreenForm::Transcript {
            true => {
                let indent = if for_people { "  " } else { "" };
                let waits_for_line = form == ScreenForm::Reader && speaks;
                OutputLayout { columns: Some(columns), indent, prompt: false, waits_for_line }
            }
            false => OutputLayout::default(),
        };
        printer.lay_out(layout);
        let screen =
            Screen { form, picture: settings.board_picture, speaks, echoes, layout, printer: Some(printer) };
        // Our first sentence is near.
        screen.give_way(true);
        screen
    }

    /// The same with what another game has chosen.
    #[must_use]
    pub fn for_game(&self, settings: &Settings) -> Screen {
        Screen { picture: settings.board_picture, speaks: has_voice(settings), ..self.clone() }
    }

    /// Returns an echo of what is typed, if it is shown. Until it is dropped, there is a prompt for people.
    pub(super) fn echo(&self) -> Option<impl TypingEcho + Send + use<>> {
        let printer = self.printer.as_ref().filter(|_| self.echoes)?;
        let for_people = matches!(self.form, ScreenForm::Full | ScreenForm::Brief);
        let prompt = for_people && keyboard::terminal_obeys();
        Some(printer.echo(OutputLayout { prompt, ..self.layout }))
    }

    fn line(&self, text: &str) {
        if let Some(printer) = &self.printer {
            printer.line(text);
        }
    }

    fn labelled(&self, label: &str, text: &dyn Display) {
        self.line(&format!("{label}: {text}"));
    }

    /// Prints a sentence that is told aloud, and the move that it tells of as it is written.
    pub(super) fn told(&self, sentence: &str, written: Option<&str>) {
        match (self.form, written) {
            (ScreenForm::Transcript, _) => self.line(&format!("say: {sentence}")),
            (ScreenForm::Full, Some(written)) => {
                self.labelled("annabella", &format!("{sentence} ({written})"));
            }
            (ScreenForm::Full | ScreenForm::Brief, _) => self.labelled("annabella", &sentence),
            (ScreenForm::Reader, _) if !self.speaks => self.line(sentence),
            (ScreenForm::Off | ScreenForm::Reader, _) => {}
        }
    }

    /// Prints a sentence that is only brailled.
    pub(super) fn shown(&self, sentence: &str) {
        match self.form {
            ScreenForm::Transcript => self.line(&format!("show: {sentence}")),
            ScreenForm::Full | ScreenForm::Brief => self.labelled("annabella", &sentence),
            ScreenForm::Reader => self.line(sentence),
            ScreenForm::Off => {}
        }
    }

    /// Prints a sentence that no voice could speak, unless it is printed already.
    pub(super) fn unspoken(&self, sentence: &str) {
        match self.form {
            ScreenForm::Off | ScreenForm::Reader => self.line(sentence),
            ScreenForm::Full | ScreenForm::Brief | ScreenForm::Transcript => {}
        }
    }

    /// Holds back what a screen reader would speak, while a voice of ours speaks: neither would be understood, and ours
    /// cuts the other's off.
    pub(super) fn give_way(&self, is_speaking: bool) {
        if let Some(printer) =
            self.printer.as_ref().filter(|_| self.form == ScreenForm::Reader && self.speaks)
        {
            printer.hold(is_speaking);
        }
    }

    /// Whether a screen reader speaks what is printed.
    pub fn is_read_aloud(&self) -> bool {
        self.form == ScreenForm::Reader
    }

    pub(super) fn is_transcript(&self) -> bool {
        self.form == ScreenForm::Transcript
    }

    /// Prints what was heard; none where it is concealed.
    pub(super) fn heard(&self, words: &Catalogue, heard: Option<&str>) {
        match self.form {
            ScreenForm::Transcript => self.line(&format!("hear: {}", heard.unwrap_or("(concealed)"))),
            ScreenForm::Full | ScreenForm::Brief => {
                let concealed = || words.say("screen-concealed", &[]);
                self.labelled(&words.say("screen-heard", &[]), &heard.map_or_else(concealed, str::to_owned));
            }
            ScreenForm::Off | ScreenForm::Reader => {}
        }
    }

    /// Prints that what was said is cut off.
    pub(super) fn clipped(&self, words: &Catalogue) {
        match self.form {
            ScreenForm::Transcript => self.line("hear: (cut off)"),
            ScreenForm::Full | ScreenForm::Brief | ScreenForm::Off | ScreenForm::Reader => {
                self.heard(words, Some(&words.say("screen-cut-off", &[])));
            }
        }
    }

    /// Prints what was typed; none where it is concealed.
    pub(super) fn typed(&self, words: &Catalogue, typed: Option<&str>) {
        match self.form {
            ScreenForm::Transcript => self.heard(words, typed),
            ScreenForm::Full | ScreenForm::Brief if !self.echoes => {
                let concealed = || words.say("screen-concealed", &[]);
                self.line(&format!("> {}", typed.map_or_else(concealed, str::to_owned)));
            }
            ScreenForm::Full | ScreenForm::Brief | ScreenForm::Off | ScreenForm::Reader => {}
        }
    }

    /// Prints the cells of the braille line; for people only where there is one, since they say what was told.
    pub(super) fn cells(&self, words: &Catalogue, cells: &str, is_connected: bool) {
        match self.form {
            ScreenForm::Transcript => self.line(&format!("braille: {cells}")),
            ScreenForm::Full if is_connected => self.labelled(&words.say("screen-cells", &[]), &cells),
            ScreenForm::Full | ScreenForm::Brief | ScreenForm::Off | ScreenForm::Reader => {}
        }
    }

    /// Prints whose clock runs, and both times; for programs as `cells`.
    pub(super) fn clock(&self, words: &Catalogue, face: &ClockFace, cells: &str) {
        let side = |white, black, none| face.running.map_or(none, |side| side.fold_wb(white, black));
        match self.form {
            ScreenForm::Transcript => self.line(&format!("clock: {} {cells}", side("W", "B", "-"))),
            ScreenForm::Full => {
                let (white, black) = (Announcer::time_cells(face.white), Announcer::time_cells(face.black));
                let running = side("white", "black", "none");
                self.line(
                    &words
                        .say("screen-clock", &[("white", &white), ("black", &black), ("running", &running)]),
                );
            }
            ScreenForm::Brief | ScreenForm::Off | ScreenForm::Reader => {}
        }
    }

    /// Prints where the page is found, in one piece, so that it can be copied.
    #[cfg(feature = "web")]
    pub(super) fn page(&self, text: &str) {
        match self.form {
            ScreenForm::Transcript => self.text(&format!("page: {text}\n")),
            ScreenForm::Full | ScreenForm::Brief | ScreenForm::Reader => self.text(&format!("{text}\n")),
            ScreenForm::Off => {}
        }
    }

    /// Prints what is good to know and that no voice tells: that a device was found.
    pub(super) fn found(&self, text: &str) {
        match self.form {
            ScreenForm::Full | ScreenForm::Transcript => self.line(text),
            ScreenForm::Brief | ScreenForm::Off | ScreenForm::Reader => {}
        }
    }

    /// Prints why something is not as it should be.
    pub fn remark(&self, text: &str) {
        if self.form != ScreenForm::Off {
            self.line(text);
        }
    }

    /// Prints why a device cannot be used.
    pub fn lacking(&self, words: &Catalogue, device: &str, fault: &str) {
        self.remark(&words.say("game-lacking", &[("device", &device), ("fault", &fault)]));
    }

    /// Prints what must not be missed: what was lost, or could not be kept.
    pub fn warn(&self, text: &str) {
        self.line(text);
    }

    /// Waits until everything is printed.
    pub fn finish(&self, patience: Duration) {
        if let Some(printer) = &self.printer {
            printer.finish(patience);
        }
    }

    /// Prints a line with a command, in one piece, so that it can be copied.
    pub fn command(&self, text: &str) {
        if self.form != ScreenForm::Off {
            self.text(&format!("{text}\n"));
        }
    }

    /// Prints where a file of the game is.
    pub fn file(&self, words: &Catalogue, file: GameFile, path: &dyn Display) {
        let name: &str = file.into();
        match self.form {
            ScreenForm::Transcript => self.line(&format!("{name}: {path}")),
            ScreenForm::Full => self.labelled(&words.say("screen-file", &[("file", &name)]), path),
            // The folders before it take a screen reader seconds.
            ScreenForm::Reader => {
                let path = path.to_string();
                let last = path.rsplit('/').next().unwrap_or_default();
                self.labelled(&words.say("screen-file", &[("file", &name)]), &last);
            }
            ScreenForm::Brief | ScreenForm::Off => {}
        }
    }

    /// Prints text as it is, such as a score that could not be written.
    pub fn text(&self, text: &str) {
        if let Some(printer) = &self.printer {
            printer.text(text);
        }
    }

    fn chosen_picture(&self) -> Option<PictureForm> {
        self.picture.filter(|form| *form != PictureForm::Off)
    }

    /// How the position is printed after each move; none where it is not.
    pub(super) fn picture_after_moves(&self) -> Option<PictureForm> {
        self.chosen_picture().filter(|_| self.form != ScreenForm::Off)
    }

    /// How the position is printed for who asks for it: as after each move, or as usual.
    pub(super) fn picture_asked_for(&self) -> PictureForm {
        self.chosen_picture().unwrap_or(PictureForm::Unicode)
    }
}

/// Whether a voice of ours is wanted. If it cannot be had, each sentence is printed as [unspoken](Screen::unspoken).
fn has_voice(settings: &Settings) -> bool {
    settings.voice.unwrap_or_default() == VoiceSetting::On
}

/// Returns how many columns the terminal has now.
fn columns() -> Option<usize> {
    tcgetwinsize(std::io::stdout()).ok().map(|size| usize::from(size.ws_col))
}
