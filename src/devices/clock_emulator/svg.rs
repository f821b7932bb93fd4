//! The face of a tactile clock as an SVG drawing, for sighted people.

use std::{fmt::Write, io, path::PathBuf};

use super::dial::{Dial, FlagPosition};
use crate::tactile_clock::{ClockState, TactileSide};

const WIDTH: u32 = 640;
const HEIGHT: u32 = 400;
/// The distance of a dial's centre from the top, and its radius.
const MIDDLE: f64 = 205.0;
const RIM: f64 = 140.0;

/// Draws both dials, White's on the left, to the full second.
pub fn svg(face: &ClockState) -> String {
    let whole = |ms: u32| ms.div_ceil(1000).saturating_mul(1000);
    let face = ClockState { white_ms: whole(face.white_ms), black_ms: whole(face.black_ms), ..*face };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         text-anchor=\"middle\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#e8e0d0\"/>\n"
    );
    for (side, name, middle) in [(TactileSide::White, "White", 160.0), (TactileSide::Black, "Black", 480.0)] {
        // Writing to a `String` cannot fail.
        let _ = dial(&mut text, &Dial::of(&face, side), name, face.run == Some(side), middle);
    }
    text + "</svg>\n"
}

fn dial(text: &mut String, dial: &Dial, name: &str, runs: bool, x: f64) -> std::fmt::Result {
    let y = MIDDLE;
    // A point at this distance from the centre, at these degrees clockwise from XII.
    let at = |degrees: f64, far: f64| {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        (x + far * sine, y - far * cosine)
    };
    let seconds = dial.left_ms / 1000;
    let fallen = dial.flag == FlagPosition::Fallen;
    let title = if runs { format!("{name}, runs") } else { name.to_owned() };
    writeln!(text, "<text x=\"{x}\" y=\"36\" font-size=\"24\">{title}</text>")?;
    let rim = if fallen { "#b00020" } else { "#202020" };
    writeln!(
        text,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{RIM}\" fill=\"#fff\" stroke=\"{rim}\" stroke-width=\"6\"/>"
    )?;
    for mark in 0..12_u32 {
        let degrees = f64::from(30 * mark);
        let dots = if mark % 3 == 0 { &[-4.0, 4.0][..] } else { &[0.0][..] };
        for beside in dots {
            let (x, y) = at(degrees + beside, RIM - 16.0);
            writeln!(text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"#202020\"/>")?;
        }
    }
    for (numeral, degrees) in [("XII", 0.0), ("III", 90.0), ("VI", 180.0), ("IX", 270.0)] {
        let (x, y) = at(degrees, RIM - 42.0);
        writeln!(
            text,
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"20\" fill=\"#606060\">{numeral}</text>",
            y + 7.0
        )?;
    }
    // The flag hangs beside XII, is lifted by the hand, and is filled when it has fallen.
    let lifted = match dial.flag {
        FlagPosition::Rest | FlagPosition::Fallen => 0.0,
        FlagPosition::Lifting(share) => 90.0 * share,
    };
    let (pivot_x, pivot_y) = at(-14.0, RIM - 4.0);
    let fill = if fallen { "#b00020" } else { "none" };
    writeln!(
        text,
        "<path d=\"M0 0 L-7 46 L7 46 Z\" fill=\"{fill}\" stroke=\"#b00020\" stroke-width=\"3\" \
         transform=\"translate({pivot_x:.1} {pivot_y:.1}) rotate({:.1})\"/>",
        -lifted,
    )?;
    for (degrees, far, thick, colour) in
        [(dial.hour_hand, RIM * 0.5, 12, "#808080"), (dial.minute_hand, RIM - 26.0, 7, "#104080")]
    {
        let (to_x, to_y) = at(degrees, far);
        writeln!(
            text,
            "<line x1=\"{x}\" y1=\"{y}\" x2=\"{to_x:.1}\" y2=\"{to_y:.1}\" stroke=\"{colour}\" \
             stroke-width=\"{thick}\" stroke-linecap=\"round\"/>"
        )?;
    }
    writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"#202020\"/>")?;
    let time = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    let time = if fallen { format!("{time}, flag down") } else { time };
    writeln!(text, "<text x=\"{x}\" y=\"386\" font-size=\"26\">{time}</text>")
}

/// The file with the drawing of the face.
#[derive(Debug)]
pub(super) struct Drawing {
    path: PathBuf,
    drawn: String,
}

impl Drawing {
    pub(super) fn new(path: PathBuf) -> Drawing {
        Drawing { path, drawn: String::new() }
    }

    /// Draws the face if it has changed. The file is replaced as a whole.
    pub(super) fn show(&mut self, face: &ClockState) -> io::Result<()> {
        let text = svg(face);
        if text != self.drawn {
            let half = self.path.with_extension("svg-half");
            std::fs::write(&half, &text)?;
            std::fs::rename(&half, &self.path)?;
            self.drawn = text;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tactile_clock::FallenFlags;

    fn drawn(white_ms: u32, black_fallen: bool) -> String {
        let flag = FallenFlags { white: false, black: black_fallen };
        svg(&ClockState { white_ms, black_ms: 600_000, run: Some(TactileSide::White), flag })
    }

    #[test]
    fn hands_flag_and_time_are_drawn() {
        let hour = drawn(3_600_000, false);
        // Straight up, and a twelfth before it.
        assert!(hour.contains("x1=\"160\" y1=\"205\" x2=\"160.0\" y2=\"91.0\""), "{hour}");
        assert!(hour.contains("x1=\"160\" y1=\"205\" x2=\"125.0\" y2=\"144.4\""), "{hour}");
        assert!(hour.contains(">1:00:00<") && hour.contains(">White, runs<") && !hour.contains("flag down"));
        assert!(drawn(150_000, false).contains("rotate(-45.0)"));
        assert!(drawn(600_000, true).contains(">0:10:00, flag down<"));
        // Rounded up: 0:00:00 is shown only when the time is up.
        assert!(drawn(1, false).contains(">0:00:01<") && drawn(0, false).contains(">0:00:00, flag down<"));
    }

    #[test]
    fn a_drawing_follows_the_face() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("face.svg");
        let mut drawing = Drawing::new(path.clone());
        let face = ClockState { white_ms: 61_000, ..ClockState::default() };
        drawing.show(&face).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), svg(&face));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
