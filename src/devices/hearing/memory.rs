//! Memory that was needed for a moment, given back.

/// Gives the system back what is free. Decoding half a minute of many voices takes tens of megabytes, in pieces that
/// the allocator would keep for ever.
pub fn give_back() {
    // SAFETY: it takes no pointers, and may be called from any thread at any time.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        libc::malloc_trim(0);
    }
}
