//! An unknown speech model is tried in a child process of this program: libvosk ends whoever gives it a broken one.

use std::{
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::devices::hearing::{
    model::{self, ModelError, ModelVerification},
    recognizer::{Model, Recognize, Recognizer},
};

/// The command that a child is started with, and the folder behind it.
pub const COMMAND: &str = "try-model";
/// How long a large model may take to be tried.
const TRIAL_TIMEOUT: Duration = Duration::from_secs(60);

/// Loads a model, tried before where it does not bring the sums of its files.
///
/// # Errors
///
/// Says what is wrong with the model; a model that takes a whole program with it is one more that is wrong.
pub fn load(folder: &Path) -> Result<Model, ModelError> {
    if model::check(folder)? == ModelVerification::Layout {
        try_in_child(folder)?;
    }
    Model::load_checked(folder)
}

fn try_in_child(folder: &Path) -> Result<(), ModelError> {
    let fails = |found: String| ModelError::Fails { folder: folder.to_path_buf(), found };
    let program = std::env::current_exe().map_err(|error| fails(error.to_string()))?;
    let mut child = Command::new(program)
        .arg(COMMAND)
        .arg(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| fails(error.to_string()))?;
    let until = Instant::now() + TRIAL_TIMEOUT;
    loop {
        match child.try_wait() {
            // What it was refused for, loading it will say.
            Ok(Some(status)) if status.code().is_some() => return Ok(()),
            Ok(Some(_)) => return Err(fails("ends the program".to_owned())),
            Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
            Ok(None) | Err(_) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(fails("does not come to an end".to_owned()));
            }
        }
    }
}

/// What the child does: it hears some noise with every word of the phrases.
///
/// # Errors
///
/// If the model is refused.
pub fn try_in_process(folder: &Path, phrases: &[String]) -> Result<(), ModelError> {
    let model = Model::load(folder)?;
    let refused = |_| ModelError::Refused(folder.to_path_buf());
    let (mut recognizer, _) = Recognizer::new(&model, phrases).map_err(refused)?;
    let mut noise = 1_u32;
    for _ in 0..100 {
        let block: Vec<i16> = std::iter::repeat_with(|| {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (noise >> 18) as i16
        })
        .take(160)
        .collect();
        let _ = recognizer.accept(&block);
    }
    let _ = recognizer.finish();
    Ok(())
}
