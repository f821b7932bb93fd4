//! A spoken chess assistant for blind players. This page is the map.
//!
//! # Bird's eye
//!
//! ```text
//! microphone → recognizer ─┐
//! keys, braille keys, lever├→ Event → Session::handle(event, at) → Vec<Effect> → app → speaker, braille,
//! engine, deadlines, losses┘                                                           clock, journal
//! ```
//!
//! One [`session::Session`] holds one game and its dialogue. It does nothing by itself: an event and an
//! instant go in, effects come out. The [`app`] owns every clock and thread, and each device through a port,
//! which turns what it reports into events and carries the effects out, in order. It may play several games, of which
//! one is at the microphone; a journal and an opponent are one game's own.
//!
//! # Rooms, in reading order
//!
//! - [`language`]: the languages there are; each is a folder of `grammars/`. A [`language::Catalogue`] renders its texts.
//! - [`files`]: the user's files: theirs alone, of a kind and size that can be read.
//! - [`laws`]: the FIDE Laws over shakmaty: what a move, a game, a claim, a slip is.
//! - [`notation`]: moves as people write and speak them; PGN; boards as people see them.
//! - [`school`]: what can be learnt: lessons, from `grammars/*/lessons`, and puzzles; what an answer is worth.
//! - [`clock`]: time controls and a chess clock, as arithmetic on instants; and who keeps the time.
//! - [`peer`]: the game that the programs of two players apart make, without a server between them.
//! - [`grammar`]: what can be said now, and what was meant by what was heard. The words are in `grammars/*/words.toml`.
//! - [`journal`]: what is written down, and the [`journal::Record`] it adds up to.
//! - [`announce`]: what is told, as words and as braille. The sentences are in `grammars/*/sentences.ftl`.
//! - [`hall`]: what the boards of a hall, its arbiters and its screens tell each other.
//! - [`session`]: the dialogue.
//! - [`devices`]: microphone, recognizer, speaker, braille display, tactile clock, electronic board, engine, keyboard,
//!   journal file; a server on the internet, a page for browsers, the line to a hall.
//! - [`config`]: what can be chosen, and where things are: the user's files, what came with the program.
//! - [`app`]: the loop of a game, and its ports: one file a device, and a folder for the braille line, which has
//!   views, messages and keys of its own.
//! - [`commands`]: everything that is not that loop.
//!
//! What an installation is made of stands in `packaging/`.
//!
//! # Packages
//!
//! The rooms up to `session` are the package `annabella-core`, in `src/core/`: it has no feature and is compiled once.
//! `devices` is `annabella-devices`, in `src/devices/`, with a feature for each system library. The rest, and the program, is
//! the package `annabella`, which has them under the names of this map: a path like `crate::session` is true in all of it.
//! `derive/` makes messages of enums, and `dsp/` has Fourier transforms and resamplers, compiled once for our samples.
//!
//! `language` and `files` import nothing of ours, and everybody may import them; `laws`, `clock`, `devices` and `config` nothing
//! else, `notation` only `laws`, `school` and `hall` those two, `peer` `laws`, `notation` and `clock`; `grammar`, `announce` and `journal` only those and each other's nouns; `session` those; `app` all of these,
//! and `commands` everything. The test `layers` holds this table, and the compiler that of the packages.
//!
//! # Glossary
//!
//! One word stands for one thing, in names and in comments. The words are those of the FIDE Laws, PGN and UCI, BrlAPI,
//! Kaldi and Vosk, and of Rust.
//!
//! | word | what it is | where |
//! |---|---|---|
//! | act | what a player declares beside their moves: an offer, a claim, a touch, a resignation | [`laws::act`] |
//! | announcement | one thing that is told, as facts: rendered as words and as cells | [`announce::Announcement`] |
//! | attempt | a move as it was said or written, before it is judged legal | [`laws::Attempt`] |
//! | attribution | to which side an act belongs, as far as it can be concluded | [`laws::act`] |
//! | audience | for whom an announcement is rendered: a player, the table, the arbiter, spectators | [`announce::Audience`] |
//! | catalogue | the Fluent messages of one language | [`language::Catalogue`] |
//! | cell, line, routing key | a braille character; what a display shows; the key over a cell (BrlAPI) | [`announce::Line`] |
//! | completed, open | a move is open until its player has pressed the clock, then it is completed (FIDE 6.2.1.1) | [`journal::Record`] |
//! | course, step, task | what is studied, in the place of a game; a part of it; what is asked there | [`school::Course`] |
//! | desk | the dialogue while the arbiter has the word | [`session`] |
//! | discreet | in competition, or blindfold: nothing is told of the position | [`journal::Record`], [`session`] |
//! | dispatch | the choice of the handler for what was understood | [`session`] |
//! | effect | one thing that a session wants done | [`session::Effect`] |
//! | entry | one line of a journal | [`journal::Entry`] |
//! | event | one thing that happened, with its origin | [`session::Event`] |
//! | floor | the right to be answered next; a declaration takes it from an open question, which then waits | [`session`] |
//! | half-move, ply | one player's move; a count of them | [`laws::Game`] |
//! | hall | boards, arbiters and screens that meet at a broker (MQTT) | [`hall`] |
//! | hearing | one decoding of an utterance; what is in doubt is decoded several times | [`grammar::hearings`] |
//! | hypothesis, alternative | one of the recognizer's readings of an utterance (Kaldi: n-best) | [`grammar::Alternative`] |
//! | intent | one thing that was meant, in whatever words or keys it came | [`grammar::Intent`] |
//! | irregularity | something the arbiter rules on (FIDE 7) | [`laws`] |
//! | message | an id and arguments, from which a catalogue makes a text | [`language::Message`] |
//! | moment | what can be said now: the position, and what is expected | [`grammar::Moment`] |
//! | origin | who is behind an event: a player, the table, the arbiter, a remote side | [`laws::Origin`] |
//! | peer | the program of the other player, where both play each other directly | [`peer`] |
//! | phase | what the dialogue waits for | [`session::Phase`] |
//! | port | what connects one device with the game: events in, effects out | [`app`] |
//! | read-back | the question whether a move was heard rightly | [`announce::Announcement`] |
//! | puzzle | a position and what is to be found in it; its difficulty and its solver's rating are in Elo | [`school::puzzle`] |
//! | record | what the entries of a journal add up to | [`journal::Record`] |
//! | remote side | a side that plays from elsewhere: an engine, a person online, an electronic board | [`session`] |
//! | ruling | what the arbiter decides or orders | [`laws`] |
//! | seat | who sits at the page in a browser: spectators, the table, either player | `app::ports::web` |
//! | service | a kind of help that an assistant may give or not (FIDE D.2.10, D.2.11) | [`laws::Service`] |
//! | sheet | what one side of a game of two peers did, in order; only that side writes it | [`mod@peer::sheet`] |
//! | turning point | a move of a game that cost much of the winning chances; formula and bounds are there | [`school::turning_points`] |
//! | table | those at the board whose words come by one microphone and cannot be told apart | [`laws::Origin`] |
//!
//! # Invariants
//!
//! - [`Session::handle`](session::Session::handle) cannot fail and touches no clock, file or device: a
//!   player's slip is an [`Announcement`](announce::Announcement), a broken device an
//!   [`Event`](session::Event).
//! - The instant is the time since the session began, and only `app` reads a real clock. So a journal
//!   replays exactly, and hours of play are tested in milliseconds. It is the instant at which a device's
//!   thread saw what happened: a lever pressed while the disk is slow is timed when it was pressed. What is said
//!   carries when it was [spoken](session::SpokenTime) and happened when its sound ended: a recognizer that is late changes
//!   no answer and no clock, and the pause between two utterances is reckoned in the sound.
//! - Every event has an [origin](laws::Origin). What is said counts for the one who said it, or who was named
//!   ([`laws::act`]); nobody but the arbiter and the table acts in another's name.
//! - A side that plays from elsewhere means things without words ([`EventKind::Intent`](session::EventKind)). What the game wants
//!   of it is a function of the game alone ([`Session::remote_task`](session::Session::remote_task)): its port looks, and builds
//!   on nothing that it has seen happen. What it means when it is not wanted is dropped, and handed in again.
//! - Every announcement is rendered for an [audience](announce::Audience): it holds facts, and who is
//!   addressed is no part of them.
//! - What survives a power cut is the sum of the journal's entries and changes in no other way. Each line is tied
//!   to all before it ([`journal::Chain`]), so a journal is read as it was written, or not at all.
//! - An accepted move is on disk before it is announced; what the record refuses is not announced at all.
//! - Speech and braille say the same: one announcement, two renderings.
//! - A hypothesis of the recognizer counts only when the whole of it parses; a move clearly heard and
//!   illegal is never turned into a legal one.
//! - While something is studied, the session's record is that of the study, and the game's waits: nothing of a study is in a journal.
//! - A page shows each seat its whole state, made for its audience from the session alone; what its reader may not know is in
//!   no byte of it.
//! - Devices speak words, cells, times and samples, never chess. A device that vanishes is reported once,
//!   waited for, and reported once more. A thread of theirs that panics is a device that vanished.
//! - What devices report passes one [filter](app::report_filter) before it is an event: no device, however much it
//!   reports, keeps the game from a typed line, or the program from its end.
//! - Where a server stands between the players, its game is the game: it is told whole and compared, never appended to
//!   ours, and it alone keeps the time and ends the game.
//! - Where none stands between them, each program writes only its own sheet, and the game is what both sheets
//!   [make](peer::merge()): the same on both sides, whatever became of the messages. What the other side states is checked
//!   before it counts.
//! - Games know of each other only how they [stand](session::GameStatus); what one has to say that is not at the microphone,
//!   nobody hears, and what is new there the one at the microphone tells.
//! - Nobody waits for a device that hangs: not the game, not its end. The score is written before any is closed.
//! - What stands on an electronic board is turned into moves by the Laws alone ([`laws::tracking`]); a move that was seen
//!   is never another one, and what cannot be told apart is asked.
//! - What comes from outside is printed with nothing in it that a terminal would obey.

#![warn(clippy::too_many_lines)]

pub use annabella_core::{
    announce, clock, files, grammar, hall, journal, language, laws, notation, peer, school, session,
};
pub use annabella_devices as devices;

pub mod config;

pub mod app;
pub mod commands;
