//! Real devices, on virtual hardware: sound, recognizer, voice, braille display, serial port, and whole games.

#[cfg(feature = "braille")]
mod by_touch;
#[cfg(all(feature = "audio", feature = "vosk", feature = "tts"))]
mod devices_audio;
mod devices_touch;
#[cfg(all(feature = "audio", feature = "vosk", feature = "tts", feature = "braille", feature = "serial"))]
mod end_to_end;

#[cfg(feature = "braille")]
#[path = "../ends/braille.rs"]
mod braille;
#[cfg(feature = "braille")]
#[path = "../ends/program.rs"]
mod program;
#[cfg(all(
    feature = "audio",
    feature = "vosk",
    feature = "tts",
    feature = "braille",
    feature = "serial",
    feature = "online"
))]
#[path = "../online/mod.rs"]
// The tests of the program need the rest of it.
#[allow(dead_code)]
mod server;
#[cfg(all(feature = "audio", feature = "vosk", feature = "tts", feature = "braille", feature = "serial"))]
#[path = "../ends/sound.rs"]
mod ends_sound;
#[cfg(all(feature = "audio", feature = "vosk", feature = "tts"))]
#[path = "../sound/mod.rs"]
mod sound;
#[cfg(all(feature = "audio", feature = "vosk", feature = "tts", feature = "braille", feature = "serial"))]
#[path = "../games/tournament.rs"]
mod tournament;
#[cfg(all(
    feature = "audio",
    feature = "vosk",
    feature = "tts",
    feature = "braille",
    feature = "serial",
    feature = "hall"
))]
#[path = "../binary/mod.rs"]
#[allow(dead_code, reason = "what loads a hall needs a home")]
mod binary;
#[cfg(all(
    feature = "audio",
    feature = "vosk",
    feature = "tts",
    feature = "braille",
    feature = "serial",
    feature = "hall"
))]
#[path = "../hall/mod.rs"]
#[allow(dead_code, reason = "the tests of the program need the rest of it")]
mod hall_of_boards;
#[cfg(all(
    feature = "audio",
    feature = "vosk",
    feature = "tts",
    feature = "braille",
    feature = "serial",
    feature = "hall"
))]
#[path = "../hall/shown_board.rs"]
mod shown_board;
#[cfg(all(
    feature = "audio",
    feature = "vosk",
    feature = "tts",
    feature = "braille",
    feature = "serial",
    feature = "peer",
    feature = "hall"
))]
#[path = "../ends/proxy.rs"]
mod proxy;
