//! Real devices, on virtual hardware: sound, recognizer, voice, braille display, serial port, and whole games.

#[cfg(feature = "braille")]
mod by_touch;
#[cfg(all(feature = "audio", feature = "vosk", feature = "tts"))]
mod devices_audio;
mod devices_touch;
#[cfg(all(feature = "audio", feature = "vosk", feature = "tts", feature = "braille", feature = "serial"))]
mod end_to_end;

#[cfg(feature = "hall")]
#[path = "../binary/mod.rs"]
#[allow(dead_code, reason = "what loads a hall needs a home")]
mod binary;
#[cfg(feature = "braille")]
#[path = "../ends/braille.rs"]
mod braille;
#[cfg(feature = "braille")]
#[path = "../ends/program.rs"]
mod program;
#[cfg(all(feature = "audio", feature = "vosk", feature = "tts"))]
#[path = "../sound/mod.rs"]
mod sound;
