//! The lines of an engine (UCI), as far as they matter here. Other lines are ignored, as the protocol requires.

/// A line of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciLine {
    Name(String),
    /// An option of type `spin`.
    Spin(SpinOption),
    /// The name of another option.
    OtherOption(String),
    Uciok,
    Readyok,
    /// The score of a search and its line of moves.
    Info {
        score: Option<UciScore>,
        line: Vec<String>,
    },
    /// `bestmove`, as it was written.
    BestMove(String),
}

/// A numeric option and its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpinOption {
    pub name: String,
    pub least: i64,
    pub most: i64,
}

/// A score, seen from the side on move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UciScore {
    /// In centipawns.
    Pawns(i32),
    /// Mate in this number of moves; negative if the side on move is mated, 0 if it is mated already.
    Mate(i32),
}

impl UciLine {
    /// Reads a line; returns `None` for a line that does not matter here.
    pub fn parse(line: &str) -> Option<UciLine> {
        let mut words = line.split_whitespace();
        match words.next()? {
            "id" if words.next()? == "name" => Some(UciLine::Name(words.collect::<Vec<_>>().join(" ")))
                .filter(|said| *said != UciLine::Name(String::new())),
            "option" => option(&words.collect::<Vec<_>>()),
            "uciok" => Some(UciLine::Uciok),
            "readyok" => Some(UciLine::Readyok),
            "bestmove" => Some(UciLine::BestMove(words.next().unwrap_or_default().to_owned())),
            "info" => info(&words.collect::<Vec<_>>()),
            _ => None,
        }
    }
}

/// Reads `name UCI_Elo type spin default 1350 min 1350 max 2850`; a name may have several words.
fn option(words: &[&str]) -> Option<UciLine> {
    let after = |key: &str| {
        let at = words.iter().rposition(|word| *word == key)?;
        words.get(at + 1).copied()
    };
    let kind = words.iter().position(|word| *word == "type")?;
    let name = words.get(1..kind).filter(|_| words[0] == "name")?.join(" ");
    let number = |key| after(key)?.parse().ok();
    match (after("type")?, number("min"), number("max")) {
        ("spin", Some(least), Some(most)) => Some(UciLine::Spin(SpinOption { name, least, most })),
        _ => Some(UciLine::OtherOption(name)),
    }
}

/// Reads `depth 12 multipv 1 score cp 31 nodes 9 pv e2e4 e7e5`, but no bounds and only the best line.
fn info(words: &[&str]) -> Option<UciLine> {
    let at = |key: &str| words.iter().position(|word| *word == key);
    if at("string").is_some() || at("multipv").is_some_and(|n| words.get(n + 1) != Some(&"1")) {
        return None;
    }
    let score = at("score").filter(|_| at("lowerbound").or(at("upperbound")).is_none()).and_then(|n| {
        let value = words.get(n + 2)?.parse().ok()?;
        match words[n + 1] {
            "cp" => Some(UciScore::Pawns(value)),
            "mate" => Some(UciScore::Mate(value)),
            _ => None,
        }
    });
    let line = at("pv").map_or(&[][..], |n| &words[n + 1..]).iter().map(|word| (*word).to_owned()).collect();
    score.map(|score| UciLine::Info { score: Some(score), line })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_engines_write() {
        let number = |name: &str, least, most| UciLine::Spin(SpinOption { name: name.into(), least, most });
        let info = |score, line: &str| UciLine::Info {
            score: Some(score),
            line: line.split_whitespace().map(str::to_owned).collect(),
        };
        check("Stockfish 15.1 by the Stockfish developers (see AUTHORS file)", None);
        check("", None);
        check("id name Stockfish 15.1", Some(UciLine::Name("Stockfish 15.1".into())));
        check("id name", None);
        check("id author x", None);
        check(
            "option name UCI_Elo type spin default 1350 min 1350 max 2850",
            Some(number("UCI_Elo", 1350, 2850)),
        );
        check(
            "option name Skill Level type spin default 20 min 0 max 20",
            Some(number("Skill Level", 0, 20)),
        );
        check(
            "option name UCI_LimitStrength type check default false",
            Some(UciLine::OtherOption("UCI_LimitStrength".into())),
        );
        check("option name Hash type spin default x min y max z", Some(UciLine::OtherOption("Hash".into())));
        check("option type spin", None);
        check("option", None);
        check("uciok", Some(UciLine::Uciok));
        check("\treadyok\r", Some(UciLine::Readyok));
        check("bestmove e2e4 ponder e7e5", Some(UciLine::BestMove("e2e4".into())));
        check("bestmove (none)", Some(UciLine::BestMove("(none)".into())));
        check("bestmove", Some(UciLine::BestMove(String::new())));
        check(
            "info depth 2 seldepth 2 multipv 1 score cp -17 nodes 44 nps 44000 time 1 pv g8f6 d2d4",
            Some(info(UciScore::Pawns(-17), "g8f6 d2d4")),
        );
        check("info depth 20 score mate -3 pv h7h8", Some(info(UciScore::Mate(-3), "h7h8")));
        check("info depth 0 score mate 0", Some(info(UciScore::Mate(0), "")));
        check("info depth 9 score cp 20 lowerbound nodes 3", None);
        check("info depth 9 multipv 2 score cp 20 pv a2a3", None);
        check("info string NNUE evaluation score cp 20", None);
        check("info score cp", None);
        check("info score", None);
        check("info depth 30 currmove e2e4", None);
        fn check(line: &str, says: Option<UciLine>) {
            assert_eq!(UciLine::parse(line), says, "{line}");
        }
    }
}
