//! What is said at a desk, on its page, at its terminal and by voice, and what it answers.

use std::sync::{Arc, PoisonError};

use serde::Deserialize;

use super::{Desk, TOLD_KEPT};
use crate::{
    commands::hall::{
        desk_state::DeskAnswer,
        desk_voice::{DeskVoice, VoiceNews, VoiceOutcome},
        talk::{DeskInput, DeskReply, DeskTalk},
    },
    grammar::Intent,
    hall::{BoardTopic, HallStateError},
};

/// How many pages may speak with a desk before those that did so first are forgotten.
const PAGES: usize = 200;
/// The longest line that is taken, in characters.
const LONGEST_LINE: usize = 400;

/// What the page sends.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum DeskCommand {
    Say {
        /// The name that the page has given itself by chance.
        page: String,
        /// Who speaks.
        arbiter: String,
        /// The board that is chosen there, as it is typed.
        board: Option<String>,
        words: String,
    },
}

impl Desk {
    /// Answers what was typed or spoken here.
    pub(super) fn hear(&mut self, said: DeskInput, tell: &mut dyn FnMut(&str)) {
        let mut talk = std::mem::take(&mut self.talk);
        let arbiter = self.arbiter.clone();
        if let Some(told) = self.answer(&mut talk, &arbiter, said, tell) {
            tell(&told);
            self.say(&told);
        }
        self.talk = talk;
    }

    pub(super) fn say(&mut self, text: &str) {
        if let Some(voice) = &mut self.voice {
            voice.say(text);
        }
    }

    /// Says what is new once nothing else is being said: what came meanwhile is told together.
    pub(super) fn say_news(&mut self) {
        if self.unsaid.is_empty() || self.voice.as_ref().is_none_or(DeskVoice::is_speaking) {
            return;
        }
        let news = std::mem::take(&mut self.unsaid);
        let told = self.language().news(&news, &self.seen());
        told.iter().for_each(|text| self.say(text));
    }

    pub(super) fn take_from_voice(&mut self, news: VoiceNews, tell: &mut dyn FnMut(&str)) {
        let Some(voice) = &mut self.voice else { return };
        let VoiceOutcome { heard, printed, said } = voice.take(news, &self.language.words);
        if let Some(printed) = printed {
            tell(&printed);
        }
        if let Some(said) = said {
            tell(&said);
            self.say(&said);
        }
        if let Some(heard) = heard {
            if let Some(best) = heard.first() {
                let best = best.words.join(" ");
                tell(&self.language.words.say("listen-heard", &[("heard", &best)]));
            }
            let on = matches!(self.language().meant_by_voice(&heard), Some(Intent::MicrophoneOn));
            if on || self.voice.as_ref().is_some_and(|voice| !voice.is_off()) {
                self.hear(DeskInput::Spoken(&heard), tell);
            }
        }
        self.say_news();
    }

    /// Answers what was typed on a page.
    pub(super) fn command(&mut self, text: &str, tell: &mut dyn FnMut(&str)) {
        let Ok(DeskCommand::Say { page, arbiter, board, words }) = serde_json::from_str(text) else { return };
        if !self.rules {
            return;
        }
        if self.pages.len() >= PAGES {
            self.pages.clear();
        }
        let mut talk = self.pages.remove(&page).unwrap_or_default();
        let typed = |text: &str| -> String { text.trim().chars().take(LONGEST_LINE).collect() };
        let board = board.map(|board| typed(&board)).filter(|board| !board.is_empty());
        let chosen: Option<Result<u16, String>> = board.map(|board| board.parse().map_err(|_| board));
        if let Some(Ok(board)) = chosen {
            talk.turn_to(board);
        }
        let answer = match &chosen {
            // What is meant for a board that is none goes to no other one.
            Some(Err(none)) => Some(self.language.words.say("desk-choose", &[("board", none)])),
            _ => self.answer(&mut talk, arbiter.trim(), DeskInput::Typed(&typed(&words)), tell),
        };
        if let Some(text) = answer {
            self.last_told += 1;
            // What was typed there stays there to be put right.
            let is_none = matches!(chosen, Some(Err(_)));
            let (id, board) = (self.last_told, talk.board().filter(|_| !is_none));
            self.answers.push_back(DeskAnswer { id, page: page.clone(), text, board });
            if self.answers.len() > TOLD_KEPT {
                self.answers.pop_front();
            }
        }
        self.pages.insert(page, talk);
    }

    /// Answers what was said at this desk, and sends what was ruled.
    fn answer(
        &mut self,
        talk: &mut DeskTalk,
        arbiter: &str,
        said: DeskInput,
        tell: &mut dyn FnMut(&str),
    ) -> Option<String> {
        if matches!(said, DeskInput::Typed(line) if line.trim().is_empty()) {
            return None;
        }
        let (round, now) = (Arc::clone(&self.round), self.now());
        let mut round = round.lock().unwrap_or_else(PoisonError::into_inner);
        let reply = talk.hear(said, &round, now, self.connected, &self.language());
        let DeskReply { told, rulings, change } = reply;
        match (&mut self.voice, change) {
            (Some(voice), Some(change)) => voice.change(change),
            (None, Some(_)) => return Some(self.language.words.say("desk-no-voice", &[])),
            (_, None) => {}
        }
        if !rulings.is_empty() && arbiter.is_empty() {
            return Some(self.language.words.say("desk-no-name", &[]));
        }
        for (board, words) in rulings {
            let ruled: Result<_, HallStateError> = round.rule(board, arbiter, &words);
            match ruled {
                Ok(content) => {
                    let topic = BoardTopic::ruling_of(board, round.desk());
                    self.line.show(topic, content);
                }
                Err(fault) => {
                    let fault = self.language.words.render(&fault);
                    let facts: [(&str, &dyn std::fmt::Display); 2] = [("board", &board), ("what", &fault)];
                    let told = self.language.words.say("desk-told", &facts);
                    self.tell(told, tell);
                    return None;
                }
            }
        }
        Some(told).filter(|told| !told.is_empty())
    }
}
