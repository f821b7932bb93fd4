//! A safe wrapper of the BrlAPI calls that are needed.
//!
//! The crate `brlapi` is not used, because it reads keys through the wrong handle. This wrapper avoids three traps:
//! brltty 6.5 dies when asked for the model of a virtual display; a text size of 0 raises an exception; and the
//! library's own exception handler ends the program.

use std::cell::UnsafeCell;
use std::ffi::{CStr, CString, c_int, c_void};
use std::os::fd::{BorrowedFd, RawFd};
use std::ptr;

use brlapi_sys as sys;
use rustix::io::Errno;

use super::{BrailleServer, BrailleUnavailable};

use crate::language::Message;

/// The server's address, as C strings.
#[derive(Debug)]
pub(super) struct ServerAddress {
    host: Option<CString>,
    auth: Option<CString>,
}

impl ServerAddress {
    pub(super) fn new(server: BrailleServer) -> Result<Self, BrailleUnavailable> {
        let c_string = |which, text: Option<String>| {
            text.map(|text| {
                CString::new(text.clone()).map_err(|_| BrailleUnavailable::ZeroByte { which, found: text })
            })
            .transpose()
        };
        Ok(Self { host: c_string("host", server.host)?, auth: c_string("auth", server.auth)? })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, prefix = "brlapi")]
pub(super) enum BrlapiError {
    Authentication(#[message("found")] String),
    Interrupted,
    Other(#[message("found")] String),
}

/// A connection to the server. Dropping it leaves tty mode and closes it.
///
/// It stays on one thread: the library can wait for keys on one thread while another writes, but then requests for
/// parameters block both for a second.
pub(super) struct Connection {
    handle: Handle,
    fd: RawFd,
}

impl Connection {
    /// Connects, without taking the keys and cells.
    pub(super) fn open(address: &ServerAddress) -> Result<Self, BrlapiError> {
        let pointer = |text: &Option<CString>| text.as_ref().map_or(ptr::null(), |it| it.as_ptr());
        let wanted =
            sys::brlapi_connectionSettings_t { auth: pointer(&address.auth), host: pointer(&address.host) };
        let handle = Handle::new();
        // SAFETY: the handle is as large as the library wants it, the settings live until the call returns, and the
        // null pointer asks for no settings back.
        let opened = unsafe { sys::brlapi__openConnection(handle.raw(), &wanted, ptr::null_mut()) };
        if opened < 0 {
            return Err(last_error());
        }
        let connection = Self { handle, fd: opened };
        // SAFETY: the handle is open; the handler is a plain function.
        unsafe { sys::brlapi__setExceptionHandler(connection.handle.raw(), Some(ignore_exception)) };
        Ok(connection)
    }

    /// Takes the keys and cells.
    ///
    /// brltty 6.5 makes room for as many cells as there are at this moment, and writing more than that breaks its
    /// memory. So the caller must wait for a display, and another size needs another connection.
    pub(super) fn enter_tty(&self) -> Result<(), BrlapiError> {
        // The empty path is the root: it needs no terminal and is shown whichever terminal has the focus.
        // SAFETY: a null path of length 0 is read from nowhere.
        succeeded(unsafe {
            sys::brlapi__enterTtyModeWithPath(self.handle.raw(), ptr::null(), 0, ptr::null())
        })
    }

    /// Returns columns times rows; 0 while brltty has no display.
    pub(super) fn cells(&self) -> Result<usize, BrlapiError> {
        // The server keeps the size of a display that went away.
        if !self.is_online() {
            return Ok(0);
        }
        // `brlapi__getDisplaySize` remembers its first answer for ever.
        let mut size = [0u32; 2];
        // SAFETY: the handle is open, and the library writes no more than the given length to memory that outlives
        // the call.
        let told = unsafe {
            sys::brlapi__getParameter(
                self.handle.raw(),
                sys::brlapi_param_t_BRLAPI_PARAM_DISPLAY_SIZE,
                0,
                sys::BRLAPI_PARAMF_GLOBAL,
                size.as_mut_ptr().cast(),
                size_of_val(&size),
            )
        };
        if told < 0 {
            return Err(last_error());
        }
        Ok(size[0] as usize * size[1] as usize)
    }

    /// Returns whether a display is connected, as far as the server can tell.
    fn is_online(&self) -> bool {
        let mut online = [1u8];
        // SAFETY: as above.
        unsafe {
            sys::brlapi__getParameter(
                self.handle.raw(),
                sys::brlapi_param_t_BRLAPI_PARAM_DEVICE_ONLINE,
                0,
                sys::BRLAPI_PARAMF_GLOBAL,
                online.as_mut_ptr().cast(),
                online.len(),
            )
        };
        // If this fails, the request for the size fails too and returns the error.
        online != [0]
    }

    /// Writes all cells; `text` must hold exactly `cells` characters.
    pub(super) fn write(&self, text: &CStr, cells: usize, cursor: Option<usize>) -> Result<(), BrlapiError> {
        let arguments = sys::brlapi_writeArguments_t {
            displayNumber: sys::BRLAPI_DISPLAY_DEFAULT,
            regionBegin: 1,
            regionSize: c_int::try_from(cells).unwrap_or(c_int::MAX),
            text: text.as_ptr(),
            // The library counts the bytes itself.
            textSize: -1,
            andMask: ptr::null(),
            orMask: ptr::null(),
            // BrlAPI counts cells from 1.
            cursor: cursor
                .and_then(|cell| c_int::try_from(cell + 1).ok())
                .unwrap_or(sys::BRLAPI_CURSOR_OFF as c_int),
            charset: c"UTF-8".as_ptr(),
        };
        // SAFETY: the handle is open, text and charset end with a zero byte and outlive the call, the masks are
        // absent.
        succeeded(unsafe { sys::brlapi__write(self.handle.raw(), &arguments) })
    }

    /// Returns the next key pressed; `None` if there is none.
    pub(super) fn read_key(&self) -> Result<Option<u64>, BrlapiError> {
        let mut code = 0;
        // SAFETY: the handle is open, the code outlives the call.
        let read = unsafe { sys::brlapi__readKeyWithTimeout(self.handle.raw(), 0, &mut code) };
        match succeeded(read) {
            Ok(()) => Ok((read > 0).then_some(code)),
            // The server reports a parameter, not a key.
            Err(BrlapiError::Interrupted) => Ok(None),
            Err(err) => Err(err),
        }
    }

    /// Returns the descriptor that becomes readable when the server sends something.
    pub(super) fn as_fd(&self) -> BorrowedFd<'_> {
        // SAFETY: the descriptor stays open as long as the connection.
        unsafe { BorrowedFd::borrow_raw(self.fd) }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // SAFETY: the handle is open, and nobody else can still be using it.
        unsafe {
            // This fails on a dead connection, which does no harm.
            sys::brlapi__leaveTtyMode(self.handle.raw());
            sys::brlapi__closeConnection(self.handle.raw());
        }
    }
}

/// Memory for the library's `brlapi_handle_t`, whose size is known at run time only.
struct Handle(Box<[UnsafeCell<u64>]>);

impl Handle {
    fn new() -> Self {
        // SAFETY: takes nothing and returns a size.
        let bytes = unsafe { sys::brlapi_getHandleSize() };
        let words = bytes.div_ceil(size_of::<u64>());
        Self((0..words).map(|_| UnsafeCell::new(0)).collect())
    }

    fn raw(&self) -> *mut sys::brlapi_handle_t {
        self.0.as_ptr().cast_mut().cast()
    }
}

/// Ignores an exception: the write that caused it is lost, and the next one replaces it. The library's default
/// handler aborts the program.
///
/// # Safety
///
/// It may be called with anything: it looks at nothing.
unsafe extern "C" fn ignore_exception(
    _handle: *mut sys::brlapi_handle_t,
    _error: c_int,
    _kind: sys::brlapi_packetType_t,
    _packet: *const c_void,
    _size: usize,
) {
}

fn succeeded(done: c_int) -> Result<(), BrlapiError> {
    if done < 0 { Err(last_error()) } else { Ok(()) }
}

/// Returns the error of the last call on this thread.
fn last_error() -> BrlapiError {
    // SAFETY: the location is this thread's own and always valid; the message is a C string that stays until the next
    // call on this thread.
    let (number, errno, what) = unsafe {
        let error = sys::brlapi_error_location();
        let what = CStr::from_ptr(sys::brlapi_strerror(error));
        let what = what.to_string_lossy().into_owned();
        ((*error).brlerrno, (*error).libcerrno, what)
    };
    match number {
        sys::brlapi_error::BRLAPI_ERROR_LIBCERR if errno == Errno::INTR.raw_os_error() => {
            BrlapiError::Interrupted
        }
        sys::brlapi_error::BRLAPI_ERROR_AUTHENTICATION | sys::brlapi_error::BRLAPI_ERROR_EMPTYKEY => {
            BrlapiError::Authentication(what)
        }
        _ => BrlapiError::Other(what),
    }
}
