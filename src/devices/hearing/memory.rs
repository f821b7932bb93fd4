//! Returns memory that was needed only for a moment to the system.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
use std::ffi::CStr;

/// Makes the allocator return large blocks as soon as they are free, and use one arena. Otherwise it keeps what the
/// loading of model and grammar took, and what each thread once needed. Must be called before any thread starts.
pub(super) fn tune_allocator() {
    // SAFETY: the calls take no pointers, and no other thread runs yet.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        // A fixed threshold (glibc's initial one): otherwise the allocator raises it and keeps larger blocks.
        libc::mallopt(libc::M_MMAP_THRESHOLD, 128 << 10);
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}

/// Releases the pages of the program's file, and of its libraries', that only the start needed; what is needed again is
/// read from the disk cache.
pub fn release_startup_pages() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the callback outlives the call and takes no data.
    unsafe {
        libc::dl_iterate_phdr(Some(release_read_only_segments), std::ptr::null_mut());
    }
}

/// Releases the read-only segments of the program or of a library, unless the loader may have relocated text in them,
/// which would be lost.
///
/// # Safety
///
/// `object` must be what the loader passes: its name, and the headers of what is loaded at its address.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
unsafe extern "C" fn release_read_only_segments(
    object: *mut libc::dl_phdr_info,
    _size: libc::size_t,
    _data: *mut libc::c_void,
) -> libc::c_int {
    // The page size of x86-64 and most ARM systems; with another one the call fails, and nothing is lost.
    const PAGE: u64 = 4096;
    // SAFETY: the loader passes valid headers and a name, and read-only pages of a file are read again.
    unsafe {
        let object = &*object;
        let segments = std::slice::from_raw_parts(object.dlpi_phdr, object.dlpi_phnum.into());
        // The program has no name; what the kernel gives each process is no file.
        let name = CStr::from_ptr(object.dlpi_name).to_bytes();
        if !name.is_empty() && !name.starts_with(b"/") || has_relocated_text(object.dlpi_addr, segments) {
            return 0;
        }
        for part in
            segments.iter().filter(|part| part.p_type == libc::PT_LOAD && part.p_flags & libc::PF_W == 0)
        {
            let from = (object.dlpi_addr + part.p_vaddr) / PAGE * PAGE;
            let to = object.dlpi_addr + part.p_vaddr + part.p_memsz;
            libc::madvise(from as *mut libc::c_void, (to - from) as usize, libc::MADV_DONTNEED);
        }
    }
    0
}

/// Whether the dynamic section says that text has relocations (System V ABI, "Dynamic Section").
///
/// # Safety
///
/// The headers must be those of an object that is loaded at `base`.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
unsafe fn has_relocated_text(base: u64, segments: &[libc::Elf64_Phdr]) -> bool {
    const NULL: u64 = 0;
    const TEXTREL: u64 = 22;
    const FLAGS: u64 = 30;
    const FLAG_TEXTREL: u64 = 4;
    let Some(dynamic) = segments.iter().find(|part| part.p_type == libc::PT_DYNAMIC) else { return false };
    let mut entry = (base + dynamic.p_vaddr) as *const [u64; 2];
    loop {
        // SAFETY: the section ends with a null entry.
        let [tag, value] = unsafe { *entry };
        match tag {
            NULL => return false,
            TEXTREL => return true,
            FLAGS if value & FLAG_TEXTREL != 0 => return true,
            // SAFETY: as above.
            _ => entry = unsafe { entry.add(1) },
        }
    }
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
