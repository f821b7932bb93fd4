//! What a desk is told of news of its boards: each in a sentence, and many of one kind in one, so that a network that fails at
//! two hundred boards is not two hundred sentences.

use super::talk::DeskLanguage;
use crate::hall::{BoardNeed, Round, RoundNews};

/// So many boards with news of one kind are told one by one.
const ONE_BY_ONE: usize = 3;

impl DeskLanguage<'_> {
    /// What is told of news that came together, the latest last. What is not so any more is not told.
    pub fn news(&self, news: &[RoundNews], round: &Round) -> Vec<String> {
        let mut told = Vec::new();
        let news: Vec<&RoundNews> = news.iter().filter(|new| is_so(new, news, round)).collect();
        let kinds: Vec<Option<(bool, BoardNeed)>> = news.iter().map(|new| kind(new)).collect();
        let kinds = &kinds;
        for (at, new) in news.iter().enumerate() {
            let Some((needs, need)) = kinds[at] else {
                told.push(self.one(new, round));
                continue;
            };
            let alike = || news.iter().enumerate().filter(move |(n, _)| kinds[*n] == kinds[at]);
            let mut boards: Vec<u16> = alike().map(|(_, new)| board(new)).collect();
            boards.sort_unstable();
            boards.dedup();
            if boards.len() <= ONE_BY_ONE {
                // What was told of a board a moment ago is not told again.
                if alike().all(|(n, other)| n >= at || board(other) != board(new)) {
                    told.push(self.one(new, round));
                }
            } else if alike().next().is_some_and(|(first, _)| first == at) {
                let id = if needs { "desk-waiting" } else { "desk-settled-several" };
                told.push(self.of_boards(id, need, &boards));
            }
        }
        told
    }

    fn one(&self, news: &RoundNews, round: &Round) -> String {
        match news {
            RoundNews::Needs(number, need) => {
                let told = round.board(*number).map(|board| self.need(*need, board));
                self.at(*number, &format!("{}.", told.unwrap_or_default()))
            }
            RoundNews::Settled(number, need) => {
                let need: &str = need.into();
                self.at(*number, &self.words.say("desk-settled", &[("need", &need)]))
            }
            RoundNews::Ruled(number, done) if done.told.is_empty() => {
                let facts: [(&str, &dyn std::fmt::Display); 2] =
                    [("board", number), ("number", &done.number)];
                self.words.say("desk-ruled-before", &facts)
            }
            RoundNews::Ruled(number, done) => self.at(*number, &done.told.join(" ")),
        }
    }
}

/// Whether something begins or ends, and what.
fn kind(news: &RoundNews) -> Option<(bool, BoardNeed)> {
    match news {
        RoundNews::Needs(_, need) => Some((true, *need)),
        RoundNews::Settled(_, need) => Some((false, *need)),
        RoundNews::Ruled(..) => None,
    }
}

fn board(news: &RoundNews) -> u16 {
    match news {
        RoundNews::Needs(number, _) | RoundNews::Settled(number, _) | RoundNews::Ruled(number, _) => *number,
    }
}

/// Whether it is still so, and worth telling: what began and ended among the same news is not.
fn is_so(new: &RoundNews, news: &[RoundNews], round: &Round) -> bool {
    let needs =
        |number: u16, need: &BoardNeed| round.board(number).is_some_and(|board| board.needs().contains(need));
    match new {
        RoundNews::Needs(number, need) => needs(*number, need),
        RoundNews::Settled(number, need) => {
            !needs(*number, need) && !news.contains(&RoundNews::Needs(*number, *need))
        }
        RoundNews::Ruled(..) => true,
    }
}
