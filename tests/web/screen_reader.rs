//! Orca at a desktop without a screen, and a browser that it reads. What it speaks is written down.

use std::{
    io::{BufRead, BufReader},
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use crate::table::{PATIENCE, wait_until};

/// What is needed beside the browser.
const NEEDED: [&str; 6] = ["Xvfb", "openbox", "xdotool", "speech-dispatcher", "orca", "wmctrl"];
/// How long Orca is silent when it has said all.
const SILENCE: Duration = Duration::from_secs(4);

/// A browser with which Orca is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadBrowser {
    Chromium,
    Firefox,
}

impl ReadBrowser {
    fn program(self) -> &'static str {
        match self {
            ReadBrowser::Chromium => "chromium",
            ReadBrowser::Firefox => "firefox-esr",
        }
    }

    fn command(self, link: &str, profile: &Path) -> Command {
        let mut command = Command::new(self.program());
        match self {
            ReadBrowser::Chromium => {
                command.args([
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-dev-shm-usage",
                    "--force-renderer-accessibility",
                    "--no-first-run",
                    "--no-default-browser-check",
                    "--password-store=basic",
                    "--disable-background-networking",
                    "--window-size=1200,950",
                ]);
                command.arg(format!("--user-data-dir={}", profile.display()));
            }
            ReadBrowser::Firefox => {
                let choices = [
                    ("browser.shell.checkDefaultBrowser", "false"),
                    ("datareporting.policy.dataSubmissionEnabled", "false"),
                    ("browser.aboutwelcome.enabled", "false"),
                    ("accessibility.force_disabled", "-1"),
                ];
                let lines: String = choices
                    .iter()
                    .map(|(name, value)| format!("user_pref(\"{name}\", {value});\n"))
                    .collect();
                std::fs::write(profile.join("user.js"), lines).expect("a profile");
                command.env("GNOME_ACCESSIBILITY", "1").args(["--no-remote", "--width", "1200"]);
                command.args(["--height", "950", "--profile"]).arg(profile);
            }
        }
        command.arg(link);
        command
    }
}

/// What is missing on this machine; nothing where a page can be read.
pub fn missing(browser: ReadBrowser) -> Vec<&'static str> {
    let is_there = |name: &str| {
        std::env::var_os("PATH")
            .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(name).exists()))
    };
    NEEDED.into_iter().chain([browser.program()]).filter(|name| !is_there(name)).collect()
}

/// A desktop with Orca and a browser on it; all of it ends with this.
pub struct ScreenReader {
    folder: tempfile::TempDir,
    display: String,
    started: Vec<Child>,
    /// How far what was spoken is read already, in bytes.
    read: usize,
}

impl ScreenReader {
    /// Opens a page, lets Orca read it out, and puts the focus into it.
    pub fn open(browser: ReadBrowser, link: &str) -> ScreenReader {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let mut reader = ScreenReader { folder, display: String::new(), started: Vec::new(), read: 0 };
        reader.start_desktop();
        // One Orca runs for each user of a machine, and ends any other: this one sees no other.
        let mut orca = Command::new("unshare");
        orca.args(["--pid", "--fork", "--mount-proc", "--kill-child", "orca", "-u"]).arg(reader.path("orca"));
        reader.start(orca);
        reader.hear("Screen reader on");
        let profile = reader.path("profile");
        std::fs::create_dir(&profile).expect("a folder for the browser");
        reader.start(browser.command(link, &profile));
        reader.hear("annabella");
        reader.settle();
        reader.desktop(&["mousemove", "1190", "560", "click", "1"]);
        reader.settle();
        reader
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn start_desktop(&mut self) {
        for name in ["run", "log", "speech/modules", "orca"] {
            std::fs::create_dir_all(self.path(name)).expect("a folder");
        }
        let mut screen = Command::new("Xvfb");
        screen.args(["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-ac"]);
        let mut screen = screen
            .process_group(0)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb is installed");
        let mut number = String::new();
        BufReader::new(screen.stdout.take().expect("an output")).read_line(&mut number).expect("a display");
        self.started.push(screen);
        self.display = format!(":{}", number.trim());
        let mut bus = Command::new("dbus-daemon");
        bus.args(["--session", "--nofork"]).arg(format!("--address={}", self.bus()));
        self.start(bus);
        self.wait_for("run/bus");
        let mut access = Command::new("/usr/libexec/at-spi-bus-launcher");
        access.args(["--launch-immediately", "--a11y=1", "--screen-reader=1"]);
        self.start(access);
        self.start_speech();
        let mut windows = Command::new("openbox");
        windows.arg("--sm-disable");
        self.start(windows);
        wait_until("a window manager", || {
            self.apart("wmctrl").arg("-m").status().is_ok_and(|status| status.success())
        });
    }

    /// Starts a speech server whose voice writes down what it is given.
    fn start_speech(&mut self) {
        let written = self.path("spoken").display().to_string();
        let server = format!(
            "LogDir \"{}\"\nDefaultLanguage \"en-US\"\nAudioOutputMethod \"libao\"\n\
             AddModule \"written\" \"sd_generic\" \"written.conf\"\nDefaultModule written\nDisableAutoSpawn\nTimeout 0\n",
            self.path("log").display()
        );
        let voice = format!(
            "GenericExecuteSynth \"echo \\'$DATA\\' >> {written}\"\nGenericMaxChunkLength 4000\n\
             GenericDelimiters \"~\"\nAddVoice \"en\" \"MALE1\" \"none\"\nAddVoice \"de\" \"MALE1\" \"none\"\n"
        );
        std::fs::write(&written, "").expect("a file for what is spoken");
        std::fs::write(self.path("speech/speechd.conf"), server).expect("a configuration");
        std::fs::write(self.path("speech/modules/written.conf"), voice).expect("a configuration");
        let mut speech = Command::new("speech-dispatcher");
        speech.args(["-s", "-t", "0", "-C"]).arg(self.path("speech")).arg("-S").arg(self.path("run/speech"));
        speech.arg("-L").arg(self.path("log")).arg("-P").arg(self.path("run/pid"));
        self.start(speech);
        self.wait_for("run/speech");
    }

    fn bus(&self) -> String {
        format!("unix:path={}", self.path("run/bus").display())
    }

    /// A command at this desktop, in a home of its own.
    fn apart(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        self.set_apart(&mut command);
        command
    }

    fn set_apart(&self, command: &mut Command) {
        let folder = self.folder.path();
        command
            .env("HOME", folder)
            .env("XDG_RUNTIME_DIR", folder.join("run"))
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("XDG_DATA_HOME")
            .env("DISPLAY", &self.display)
            .env("DBUS_SESSION_BUS_ADDRESS", self.bus())
            .env("SPEECHD_ADDRESS", format!("unix_socket:{}", folder.join("run/speech").display()))
            .env("GSETTINGS_BACKEND", "memory")
            .env("LANG", "C.UTF-8")
            .env_remove("LC_ALL")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
    }

    fn start(&mut self, mut command: Command) {
        self.set_apart(&mut command);
        let program = command.get_program().to_string_lossy().into_owned();
        let child = command.process_group(0).spawn();
        self.started.push(child.unwrap_or_else(|error| panic!("{program}: {error}")));
    }

    fn wait_for(&self, socket: &str) {
        wait_until(socket, || self.path(socket).exists());
    }

    fn desktop(&self, arguments: &[&str]) {
        let status = self.apart("xdotool").args(arguments).status().expect("xdotool is installed");
        assert!(status.success(), "xdotool {arguments:?}");
    }

    /// Presses a key; its name is that of X: `Return`, `shift+6`.
    pub fn key(&mut self, key: &str) {
        println!("  [{key}]");
        self.desktop(&["key", "--clearmodifiers", key]);
    }

    /// Goes into a line with a key and types, as often as a page needs that is still being read out, until this is spoken.
    pub fn begin(&mut self, key: &str, line: &str, text: &str) {
        let until = Instant::now() + PATIENCE;
        loop {
            self.key(key);
            self.settle();
            self.line(line);
            if self.all_spoken()[self.read..].to_lowercase().contains(&text.to_lowercase()) {
                return self.hear(text);
            }
            assert!(Instant::now() < until, "{key} and {line} do not lead to: {text}");
            self.key("Escape");
        }
    }

    /// Types a line and sends it.
    pub fn line(&mut self, line: &str) {
        println!("  [{line} Return]");
        self.desktop(&["type", "--delay", "60", line]);
        self.desktop(&["key", "--clearmodifiers", "Return"]);
    }

    /// Goes to a square by its rank and its file, which are said, and presses Enter there.
    pub fn square(&mut self, square: &str) {
        let (file, rank) = square.split_at(1);
        self.key(rank);
        self.key(&format!("shift+{}", 1 + usize::from(file.as_bytes()[0] - b'a')));
        self.hear(square);
        self.key("Return");
    }

    /// All that was spoken, a line for each text.
    fn spoken(&self) -> String {
        let all = std::fs::read(self.path("spoken")).expect("what is spoken");
        let all = String::from_utf8_lossy(&all).replace('\u{a0}', " ");
        let end = all.rfind('\n').map_or(0, |end| end + 1);
        all[..end].to_owned()
    }

    /// Waits until this is spoken; what was spoken before is past.
    pub fn hear(&mut self, text: &str) {
        self.hear_all(&[text]);
    }

    /// Waits until all of these are spoken, in this order, in capitals or not.
    pub fn hear_all(&mut self, texts: &[&str]) {
        let until = Instant::now() + PATIENCE;
        for text in texts {
            loop {
                let spoken = self.spoken();
                let found = spoken[self.read..].to_ascii_lowercase().find(&text.to_ascii_lowercase());
                if let Some(at) = found {
                    let end = self.read + at + text.len();
                    print!("{}", &spoken[self.read..end]);
                    self.read = end;
                    break;
                }
                assert!(Instant::now() < until, "never spoken: {text}\n{}", &spoken[self.read..]);
                std::thread::sleep(Duration::from_millis(30));
            }
        }
        println!();
    }

    /// Waits until nothing more is spoken; what was is past.
    pub fn settle(&mut self) {
        let spoken = self.all_spoken();
        println!("{}", &spoken[self.read..]);
        self.read = spoken.len();
    }

    /// Waits until nothing more is spoken. Returns all that was.
    fn all_spoken(&self) -> String {
        let mut spoken = self.spoken();
        loop {
            std::thread::sleep(SILENCE);
            let now = self.spoken();
            if now == spoken {
                return now;
            }
            spoken = now;
        }
    }
}

impl Drop for ScreenReader {
    fn drop(&mut self) {
        // The display, which was started first, takes its socket away itself.
        for (n, child) in self.started.iter_mut().enumerate().rev() {
            let signal = if n == 0 { "-TERM" } else { "-KILL" };
            let _ = Command::new("kill").args([signal, "--", &format!("-{}", child.id())]).status();
            let _ = child.wait();
        }
    }
}
