//! Files of the user's: what is written is for its owner alone, what is read is a file and of a size that can be.

#![warn(missing_docs, unreachable_pub)]

use std::{
    fs::{DirBuilder, File, OpenOptions, Permissions},
    io::{self, Read, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt},
    path::Path,
    sync::{Arc, atomic::AtomicBool},
};

use rustix::fs::OFlags;
use signal_hook::consts::SIGXFSZ;

/// The largest file that is read whole: 256 MiB. The journal of a month has 200.
pub const LARGEST: u64 = 256 << 20;

/// Makes a limit on the size of files an error like a full disk, and not the end of the program.
pub fn survive_limits() {
    // Where that is refused, everything else works.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Opens a file to read it.
///
/// # Errors
///
/// [`io::ErrorKind::NotSeekable`] for a pipe or a device: it might never end, or keep whoever opens it waiting.
pub fn open(path: &Path) -> io::Result<File> {
    open_with(OpenOptions::new().read(true), path)
}

/// Opens a file to read it and to write to it, with the same errors.
pub fn open_to_write(path: &Path) -> io::Result<File> {
    open_with(OpenOptions::new().read(true).write(true), path)
}

fn open_with(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    let is_special = |found: std::fs::Metadata| !found.is_file() && !found.is_dir();
    // Some devices do something when they are opened.
    if is_special(std::fs::metadata(path)?) {
        return Err(io::ErrorKind::NotSeekable.into());
    }
    // Another file may have come there meanwhile.
    let file = options.custom_flags(OFlags::NONBLOCK.bits() as i32).open(path)?;
    if is_special(file.metadata()?) { Err(io::ErrorKind::NotSeekable.into()) } else { Ok(file) }
}

/// Reads a file.
///
/// # Errors
///
/// Those of [`open`], and [`io::ErrorKind::FileTooLarge`] if it has more than [`LARGEST`] bytes.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_all(open(path)?)
}

/// Reads a file of text in UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|found| io::Error::new(io::ErrorKind::InvalidData, found))
}

/// Reads to the end, if that comes within [`LARGEST`] bytes.
pub fn read_all(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
}

/// Creates a folder and those above it; folders that are there stay as they are.
pub fn create_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Creates a file to write to, and replaces none.
pub fn create_new(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(path)
}

/// Creates a file with all its content, and replaces none: a program that is killed leaves all of it or nothing.
pub fn create_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    new_whole(path, content)?.persist_noclobber(path).map_err(|failed| failed.error)?;
    Ok(())
}

/// Writes a file with all its content in place of the one that may be there: a program that is killed leaves the old one or
/// the new one.
pub fn replace_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    new_whole(path, content)?.persist(path).map_err(|failed| failed.error)?;
    Ok(())
}

fn new_whole(path: &Path, content: &[u8]) -> io::Result<tempfile::NamedTempFile> {
    let folder = path.parent().unwrap_or(path);
    create_folder(folder)?;
    let mut file = tempfile::Builder::new()
        .prefix(".new")
        .permissions(Permissions::from_mode(0o600))
        .tempfile_in(folder)?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Returns random bytes of the system's, for a key.
pub fn random() -> io::Result<[u8; 32]> {
    let mut bytes = [0; 32];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use rustix::fs::{CWD, Mode, mkfifoat};

    use super::*;

    #[test]
    fn what_might_never_end_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        mkfifoat(CWD, &pipe, Mode::RUSR | Mode::WUSR).unwrap();
        for special in [&pipe, Path::new("/dev/zero"), Path::new("/dev/null")] {
            for opened in [open(special), open_to_write(special)] {
                assert_eq!(opened.unwrap_err().kind(), io::ErrorKind::NotSeekable, "{}", special.display());
            }
        }
        assert_eq!(read_all(io::repeat(b'x')).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        let long = folder.path().join("long");
        File::create(&long).unwrap().set_len(LARGEST + 1).unwrap();
        assert_eq!(read(&long).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(read(folder.path()).unwrap_err().kind(), io::ErrorKind::IsADirectory);
        std::fs::write(&long, b"\xff").unwrap();
        assert_eq!(read_text(&long).unwrap_err().kind(), io::ErrorKind::InvalidData);
    }

    #[test]
    fn what_is_written_is_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("a/b");
        create_folder(&inner).unwrap();
        create_folder(&inner).unwrap();
        create_new(&inner.join("file")).unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!([mode(&inner), mode(&folder.path().join("a"))], [0o700; 2]);
        assert_eq!(mode(&inner.join("file")), 0o600);
    }
}
