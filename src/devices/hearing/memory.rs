//! Memory that was needed for a moment, given back.

/// Has the allocator give large pieces back as soon as they are free, and keep the rest in one place. Else it keeps
/// what it took to load the model and the grammar, and what each thread once needed. To be called before all else.
pub fn tune_allocator() {
    // SAFETY: it takes no pointers, and no other thread runs yet.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        // What is larger lies in a mapping of its own, always: the allocator would learn to keep it.
        libc::mallopt(libc::M_MMAP_THRESHOLD, 128 << 10);
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}

/// Lets go of what only the start needed of the program's own file: what is needed again comes back from the disk's
/// cache.
pub fn release_startup_pages() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the function outlives the call, and takes no data.
    unsafe {
        libc::dl_iterate_phdr(Some(release_read_only_segments), std::ptr::null_mut());
    }
}

/// Lets go of the parts of the program that are never written to. Libraries are left alone: nobody knows how each was
/// linked, and what the loader changed in it would be lost.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
unsafe extern "C" fn release_read_only_segments(
    object: *mut libc::dl_phdr_info,
    _size: libc::size_t,
    _data: *mut libc::c_void,
) -> libc::c_int {
    // A page boundary on every machine there is a model for; anywhere else the call fails, and nothing is lost.
    const PAGE: u64 = 4096;
    // SAFETY: the loader hands out valid headers, and what is mapped from a file and cannot be written to is read anew.
    unsafe {
        let object = &*object;
        for at in 0..object.dlpi_phnum {
            let part = &*object.dlpi_phdr.add(at.into());
            if part.p_type == libc::PT_LOAD && part.p_flags & libc::PF_W == 0 {
                let from = (object.dlpi_addr + part.p_vaddr) / PAGE * PAGE;
                let to = object.dlpi_addr + part.p_vaddr + part.p_memsz;
                libc::madvise(from as *mut libc::c_void, (to - from) as usize, libc::MADV_DONTNEED);
            }
        }
    }
    // The program comes first, and is enough.
    1
}

/// Gives the system back what is free. Decoding half a minute of many voices takes tens of megabytes, in pieces that
/// the allocator would keep for ever.
pub fn trim_heap() {
    // SAFETY: it takes no pointers, and may be called from any thread at any time.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        libc::malloc_trim(0);
    }
}
