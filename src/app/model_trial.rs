//! Tries an unknown speech model in a child process: libvosk ends a process that gives it a broken model.

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

/// The command of the child process; the model's folder follows it.
pub const COMMAND: &str = "try-model";
/// How long the trial of a large model may take.
const TRIAL_TIMEOUT: Duration = Duration::from_secs(60);

/// Loads a model. Tries it first, unless its files match their checksums.
///
/// # Errors
///
/// If the model is incomplete or broken, or ends the child process.
pub fn load(folder: &Path) -> Result<Model, ModelError> {
    check(folder)?;
    Model::load_checked(folder)
}

/// Checks that loading a model does not end the program: by its checksums, or by a trial. What has no checksums may still
/// be refused.
///
/// # Errors
///
/// As those of [`load`].
pub fn check(folder: &Path) -> Result<ModelVerification, ModelError> {
    let verification = model::check(folder)?;
    if verification == ModelVerification::Layout {
        try_in_child(folder)?;
    }
    Ok(verification)
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
            // If the child refused it, loading it here fails with the reason.
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

/// Recognizes some noise with every word of the phrases; the child process runs this.
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
