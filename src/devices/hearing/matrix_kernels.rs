//! Lets libvosk compute with the vector units of the processor.
//!
//! Half of the time of a decoding is spent in the matrix products of OpenBLAS, which is part of libvosk 0.3.45. That
//! version knows no processor that came after it, and takes each such one for a Pentium 4 ("Prescott"), without AVX.
//! Choosing the kernels again, by the variable that OpenBLAS reads for that, takes a third off what a decoding costs.

use std::ffi::{CStr, c_char, c_void};

/// The variable that names the kernels, as OpenBLAS reads it.
const CHOICE: &str = "OPENBLAS_CORETYPE";
/// What OpenBLAS falls back to.
const FALLBACK: &CStr = c"Prescott";
/// The kernels for AVX2 and FMA. Those for AVX-512 are no faster here.
const WITH_AVX2: &str = "Haswell";

/// Chooses the kernels for AVX2 where the processor has it and OpenBLAS did not know the processor. Changes nothing with
/// another libvosk, or where the user has chosen. Must be called before any thread starts.
pub(super) fn use_vector_units() {
    let has_avx2 = std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("fma");
    if !has_avx2 || std::env::var_os(CHOICE).is_some() || kernels() != Some(FALLBACK) {
        return;
    }
    let (Some(quit), Some(init)) = (function(c"gotoblas_dynamic_quit"), function(c"gotoblas_dynamic_init"))
    else {
        return;
    };
    // SAFETY: both functions of OpenBLAS take and return nothing. No other thread runs yet that could compute with the
    // kernels, or read the environment.
    unsafe {
        let quit: extern "C" fn() = std::mem::transmute(quit);
        let init: extern "C" fn() = std::mem::transmute(init);
        std::env::set_var(CHOICE, WITH_AVX2);
        quit();
        init();
        // The programs that are started from here choose for themselves.
        std::env::remove_var(CHOICE);
    }
}

/// Returns the name of the kernels that OpenBLAS computes with, if there is OpenBLAS.
fn kernels() -> Option<&'static CStr> {
    let name = function(c"gotoblas_corename")?;
    // SAFETY: the function of OpenBLAS takes nothing and returns a text that stays.
    unsafe {
        let name: extern "C" fn() -> *const c_char = std::mem::transmute(name);
        let name = name();
        (!name.is_null()).then(|| CStr::from_ptr(name))
    }
}

/// Returns the address of a function in a library that is loaded.
fn function(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: the name is a text that ends with zero.
    let address = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    (!address.is_null()).then_some(address)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// Run as a process of its own by the test below: other tests may compute meanwhile.
    #[test]
    #[ignore = "run by the next one"]
    fn alone() {
        // Without a call the library is not loaded.
        vosk::set_log_level(vosk::LogLevel::Error);
        use_vector_units();
        println!("kernels: {:?}", kernels());
    }

    #[test]
    fn a_processor_with_avx2_is_not_taken_for_an_old_one() {
        let alone = "hearing::matrix_kernels::tests::alone";
        let done = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", alone, "--ignored", "--nocapture", "--test-threads=1"])
            .output()
            .unwrap();
        let said = String::from_utf8(done.stdout).unwrap();
        assert!(done.status.success() && said.contains("kernels: Some"), "{said}");
        assert!(!std::is_x86_feature_detected!("avx2") || !said.contains("Prescott"), "{said}");
    }
}
