//! What needs no device and no process: the Laws, the words, the session, the real loop over scripted devices.

mod errors;
mod grammars;
mod layers;
mod names;
mod perft;
mod laws_articles;
mod laws_judge;
mod mate_possible;
mod misspelt;
mod nearest;
mod not_understood;
mod notation_pgn;
mod notation_reading;
mod notation_round_trip;
mod puzzles;
mod reasons;
mod reviewed;
mod reconciled;
mod refused_declarations;
mod pressed_illegal;
mod refused_moves;
mod schooled;
mod served;
mod speak_transcribe;
#[cfg(feature = "web")]
mod game_page;
mod grammar;
mod grammar_doubts;
mod grammar_answers;
mod grammar_english;
mod grammar_files;
mod grammar_numbers;
mod grammar_properties;
mod languages;
mod leaving;
mod new_language;
mod told;
mod answered;
mod claims;
mod asked;
mod board_recording;
mod board_live;
mod board_streams;
mod clumsy_hands;
mod views;
mod braille_codes;
mod fingers;
mod claim_clock;
mod declared;
mod discretion;
mod floor;
mod remarks;
mod whose_piece;
mod whose_word;
mod written_moves;
mod journal_replay;
mod resumed;
mod rounds;
mod transcripts;
mod fuzz_readers;

#[path = "evening/devices.rs"]
mod devices;
mod evening;
#[path = "../binary/mod.rs"]
mod binary;
#[path = "../games/mod.rs"]
mod games;
mod german;
#[cfg(feature = "hall")]
mod hall_desk;
#[cfg(feature = "hall")]
#[path = "../hall/shown_board.rs"]
mod shown_board;
mod guides;
mod heard;
mod heard_late;
mod heard_phrases;
mod own_voice;
mod help;
#[path = "../positions/mod.rs"]
mod positions;
#[path = "../fuzz/byte_readers.rs"]
mod byte_readers;
#[path = "../fuzz/readers.rs"]
mod readers;
