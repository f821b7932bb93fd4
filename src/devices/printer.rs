//! The standard output, written by a thread of its own, so that printing never blocks the caller.
//!
//! A terminal that nobody reads fills up and accepts no more. Then lines are dropped, and their number is printed
//! when it accepts output again.

use std::{
    collections::VecDeque,
    fmt::Write as _,
    io::{self, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use crossbeam_channel::{Receiver, Sender, bounded};

use super::{
    keyboard::TypingEcho,
    prompted_output::{OutputLayout, PromptedOutput},
    worker,
};
use crate::language::is_bidi_control;

/// How many lines are kept for a stalled output: several screens full.
const WAITING: usize = 500;
/// How long a line may take before the output counts as stalled. A terminal takes one within milliseconds.
const PATIENCE: Duration = Duration::from_millis(200);

/// A handle for printing. Its copies print to the same output.
#[derive(Clone, Debug)]
pub struct Printer {
    orders: Sender<(PrintJob, Sender<()>)>,
    reader: Arc<OutputState>,
}

/// The state of the output.
#[derive(Debug, Default)]
struct OutputState {
    /// Whether the output accepts nothing at present.
    is_stalled: AtomicBool,
    /// How many lines were dropped since it stalled.
    dropped: AtomicUsize,
}

#[derive(Debug)]
enum PrintJob {
    /// Lines that may be wrapped.
    Line(String),
    Text(String),
    Typing(String),
    Entered,
    Layout(OutputLayout),
    Hold(bool),
    Everything,
}

impl Printer {
    /// Starts to print; `left_out` words how many lines nobody read.
    pub fn start(
        out: impl Write + Send + 'static,
        left_out: impl Fn(usize) -> String + Send + 'static,
    ) -> io::Result<Printer> {
        let (orders, inbox) = bounded(WAITING);
        let reader = Arc::new(OutputState::default());
        let known = Arc::clone(&reader);
        worker::spawn(
            "printer",
            |()| {},
            |_| (),
            move |_| {
                write_all(out, &inbox, &known, left_out);
            },
        )?;
        Ok(Printer { orders, reader })
    }

    /// Prints a line. It is printed when this returns, unless the output is stalled.
    pub fn line(&self, text: &str) {
        self.print(PrintJob::Line(format!("{}\n", escape_controls(text))));
    }

    /// Prints text that has its own line ends, as it is.
    pub fn text(&self, text: &str) {
        self.print(PrintJob::Text(escape_controls(text)));
    }

    /// Prints in this layout from now on.
    pub fn lay_out(&self, layout: OutputLayout) {
        self.print(PrintJob::Layout(layout));
    }

    /// Holds lines and text back from now on, or prints what was held back.
    pub fn hold(&self, back: bool) {
        self.print(PrintJob::Hold(back));
    }

    fn print(&self, job: PrintJob) {
        let is_stalled = self.reader.is_stalled.load(Ordering::Relaxed);
        self.wait_for(job, if is_stalled { Duration::ZERO } else { PATIENCE });
    }

    /// Waits up to `patience` until everything is printed, also what was held back; returns whether it is.
    pub fn finish(&self, patience: Duration) -> bool {
        self.wait_for(PrintJob::Everything, patience)
    }

    fn wait_for(&self, job: PrintJob, patience: Duration) -> bool {
        let (answer, answered) = bounded(1);
        if self.orders.send_timeout((job, answer), patience).is_err() {
            self.reader.dropped.fetch_add(1, Ordering::Relaxed);
            return false;
        }
        let printed = answered.recv_timeout(patience).is_ok();
        if !printed {
            self.reader.is_stalled.store(true, Ordering::Relaxed);
        }
        printed
    }

    /// Returns an echo of what is typed, in this layout. When it is dropped, there is no prompt any more.
    pub fn echo(&self, layout: OutputLayout) -> impl TypingEcho + Send + use<> {
        self.lay_out(layout);
        PrintedEcho { printer: self.clone(), layout }
    }
}

struct PrintedEcho {
    printer: Printer,
    layout: OutputLayout,
}

impl TypingEcho for PrintedEcho {
    fn typing(&mut self, line: &str) {
        self.printer.print(PrintJob::Typing(line.to_owned()));
    }

    fn entered(&mut self) {
        self.printer.print(PrintJob::Entered);
    }
}

impl Drop for PrintedEcho {
    fn drop(&mut self) {
        self.printer.lay_out(OutputLayout { prompt: false, ..self.layout });
    }
}

/// An output, and what waits for it.
struct HeldOutput<W> {
    out: PromptedOutput<W>,
    is_held: bool,
    waiting: VecDeque<PrintJob>,
}

impl<W: Write> HeldOutput<W> {
    fn carry_out(&mut self, job: PrintJob) -> io::Result<()> {
        match job {
            PrintJob::Line(_) | PrintJob::Text(_) => {
                // However long something sounds, it holds back no more than a terminal that nobody reads.
                if self.waiting.len() >= WAITING {
                    self.waiting.pop_front();
                }
                self.waiting.push_back(job);
            }
            PrintJob::Typing(line) => self.out.show_typing(line)?,
            PrintJob::Entered => self.out.end_line()?,
            PrintJob::Layout(layout) => self.out.lay_out(layout)?,
            PrintJob::Hold(back) => self.is_held = back,
            PrintJob::Everything => return self.print_waiting(),
        }
        if self.is_held || self.out.is_in_line() { Ok(()) } else { self.print_waiting() }
    }

    fn print_waiting(&mut self) -> io::Result<()> {
        while let Some(job) = self.waiting.pop_front() {
            match job {
                PrintJob::Line(text) => self.out.lines(&text)?,
                PrintJob::Text(text) => self.out.text(&text)?,
                PrintJob::Typing(_)
                | PrintJob::Entered
                | PrintJob::Layout(_)
                | PrintJob::Hold(_)
                | PrintJob::Everything => {}
            }
        }
        Ok(())
    }
}

fn write_all(
    out: impl Write,
    inbox: &Receiver<(PrintJob, Sender<()>)>,
    reader: &OutputState,
    left_out: impl Fn(usize) -> String,
) {
    let mut output = HeldOutput { out: PromptedOutput::new(out), is_held: false, waiting: VecDeque::new() };
    for (job, answer) in inbox {
        // A lost terminal is no reason to end a game.
        let _ = output.carry_out(job);
        let _ = answer.send(());
        if inbox.is_empty() && reader.is_stalled.swap(false, Ordering::Relaxed) {
            match reader.dropped.swap(0, Ordering::Relaxed) {
                0 => {}
                dropped => drop(output.carry_out(PrintJob::Line(left_out(dropped) + "\n"))),
            }
        }
    }
    let _ = output.print_waiting();
}

/// Escapes everything that a terminal would obey, so that text from outside is only shown.
pub fn escape_controls(text: &str) -> String {
    let is_plain = |c: char| matches!(c, '\n' | '\t') || !c.is_control() && !is_bidi_control(c);
    if text.chars().all(is_plain) {
        return text.to_owned();
    }
    text.chars().fold(String::new(), |mut plain, c| {
        if is_plain(c) {
            plain.push(c);
        } else {
            // As in JSON, since JSON may be what is printed.
            let _ = write!(plain, "\\u{:04x}", u32::from(c));
        }
        plain
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// An output that may accept no more.
    #[derive(Clone, Default)]
    struct Paper {
        text: Arc<Mutex<Vec<u8>>>,
        held: Arc<Mutex<()>>,
    }

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _held = self.held.lock().unwrap();
            self.text.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn start(paper: &Paper) -> Printer {
        Printer::start(paper.clone(), |lines| format!("(nobody was reading: {lines})")).unwrap()
    }

    impl Paper {
        fn lines(&self) -> Vec<String> {
            String::from_utf8(self.text.lock().unwrap().clone()).unwrap().lines().map(str::to_owned).collect()
        }
    }

    #[test]
    fn everything_is_printed_in_order_where_somebody_reads() {
        let paper = Paper::default();
        let printer = start(&paper);
        for n in 0..5 * WAITING {
            printer.line(&n.to_string());
        }
        assert!(printer.finish(Duration::from_secs(10)));
        assert!(paper.lines().into_iter().eq((0..5 * WAITING).map(|n| n.to_string())));
    }

    #[test]
    fn nobody_waits_for_a_terminal_that_is_not_read() {
        let paper = Paper::default();
        let printer = start(&paper);
        let held = paper.held.lock().unwrap();
        // Who waited would wait for good.
        for n in 0..10 * WAITING {
            printer.line(&n.to_string());
        }
        assert!(!printer.finish(Duration::from_millis(50)));
        drop(held);
        assert!(printer.finish(Duration::from_secs(10)));
        printer.line("on");
        assert!(printer.finish(Duration::from_secs(10)));
        let lines = paper.lines();
        assert!(lines.len() < 2 * WAITING && lines.contains(&"on".to_owned()), "{}", lines.len());
        assert!(lines.iter().any(|line| line.starts_with("(nobody was reading")));
    }

    /// While our own voice speaks, a screen reader is not given anything to speak; and what is typed is read once.
    #[test]
    fn what_waits_is_printed_in_order_and_nothing_is_lost() {
        let paper = Paper::default();
        let printer = start(&paper);
        printer.hold(true);
        printer.line("one");
        printer.text("two\n");
        assert!(paper.lines().is_empty());
        printer.hold(false);
        assert_eq!(paper.lines(), ["one", "two"]);

        let mut echo = printer.echo(OutputLayout { waits_for_line: true, ..OutputLayout::default() });
        echo.typing("e2");
        printer.line("three");
        assert_eq!(paper.lines(), ["one", "two", "e2"]);
        echo.entered();
        assert_eq!(paper.lines(), ["one", "two", "e2", "three"]);

        echo.typing("e");
        printer.line("four");
        echo.typing("");
        assert!(paper.lines().last().unwrap().ends_with("four"));

        printer.hold(true);
        printer.line("five");
        assert!(printer.finish(Duration::from_secs(10)));
        assert_eq!(paper.lines().last().unwrap(), "five");
    }

    #[test]
    fn nothing_is_obeyed() {
        assert_eq!(escape_controls("Läufer\tc4\n♗"), "Läufer\tc4\n♗");
        assert_eq!(
            escape_controls("a\u{1b}[2Jb\u{9b}1m\u{7f}\r\u{202e}c"),
            "a\\u001b[2Jb\\u009b1m\\u007f\\u000d\\u202ec"
        );
    }
}
