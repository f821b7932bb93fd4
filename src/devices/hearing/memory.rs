//! Returns memory that was needed only for a moment to the system.

/// Makes the allocator return large blocks as soon as they are free, and use one arena. Otherwise it keeps what the
/// loading of model and grammar took, and what each thread once needed. Must be called before any thread starts.
pub fn tune_allocator() {
    // SAFETY: the calls take no pointers, and no other thread runs yet.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        // A fixed threshold (glibc's initial one): otherwise the allocator raises it and keeps larger blocks.
        libc::mallopt(libc::M_MMAP_THRESHOLD, 128 << 10);
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}

/// Releases the pages of the program's own file that only the start needed; what is needed again is read from the
/// disk cache.
pub fn release_startup_pages() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the callback outlives the call and takes no data.
    unsafe {
        libc::dl_iterate_phdr(Some(release_read_only_segments), std::ptr::null_mut());
    }
}

/// Releases the read-only segments of the program. Libraries are left alone: the loader may have relocated text in
/// them, which would be lost.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
unsafe extern "C" fn release_read_only_segments(
    object: *mut libc::dl_phdr_info,
    _size: libc::size_t,
    _data: *mut libc::c_void,
) -> libc::c_int {
    // The page size of x86-64 and most ARM systems; with another one the call fails, and nothing is lost.
    const PAGE: u64 = 4096;
    // SAFETY: the loader passes valid headers, and read-only pages of a file are read again.
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
    // The program comes first; stop after it.
    1
}

/// Returns free memory to the system. Decoding half a minute of babble takes tens of megabytes, in small blocks that
/// the allocator would keep.
pub fn trim_heap() {
    // SAFETY: the call takes no pointers and is thread-safe.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        libc::malloc_trim(0);
    }
}
