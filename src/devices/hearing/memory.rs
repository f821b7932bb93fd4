//! Memory that was needed for a moment, given back.

/// Has the allocator give large pieces back as soon as they are free, and keep the rest in one place. Else it keeps
/// what it took to load the model and the grammar, and what each thread once needed. To be called before all else.
pub fn keep_little() {
    // SAFETY: it takes no pointers, and no other thread runs yet.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        // What is larger lies in a mapping of its own, always: the allocator would learn to keep it.
        libc::mallopt(libc::M_MMAP_THRESHOLD, 128 << 10);
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}

/// Gives the system back what is free. Decoding half a minute of many voices takes tens of megabytes, in pieces that
/// the allocator would keep for ever.
pub fn give_back() {
    // SAFETY: it takes no pointers, and may be called from any thread at any time.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        libc::malloc_trim(0);
    }
}
