//! Typed lines as people write them: what is no phrase as it stands is read without what is only said beside it.
//!
//! Whoever asks may be read loosely. A move or a declaration is a whole phrase, without the courtesies and the wishes
//! around it ("ich möchte ..."), in the words that the grammar file gives for those that are typed, without those for which
//! it gives none ("mal"). No other word is ever left out of one: not "nicht", not "wenn", not "kann".

use crate::laws::{Act, CastlingSide};
use crate::notation;

use super::network::{UNKNOWN, WordId};
use super::slot::WordClass;
use super::{Grammar, Intent, Moment, Understanding};

/// In a longer line no verb is looked for.
const MOST_WORDS_ASKED: usize = 24;

/// Of more words than these the order counts.
const MOST_UNITS_ASKED: usize = 4;

/// What is only typed may be given in words that are only typed themselves: "short castles", "short castle", "castle short".
const MOST_REWORDINGS: usize = 4;

impl Grammar {
    /// Reads a line that is no phrase: "könntest du mir sagen, wer am Zug ist", or one beside talk.
    pub(super) fn loosely(&self, line: &str, words: &[String], moment: &Moment) -> Option<Understanding> {
        let reworded = self.reworded(line, words, moment);
        reworded.or_else(|| self.corrected_twice(line, moment)).or_else(|| self.beside_talk(line, moment))
    }

    /// Reads "geh zwei züge zurück": what would take one move back takes back two.
    fn corrected_twice(&self, line: &str, moment: &Moment) -> Option<Understanding> {
        let line = line.to_lowercase().replace([',', '.', '!', '?'], " ");
        let line = format!(" {} ", line.split_whitespace().collect::<Vec<_>>().join(" "));
        let named = self.file.twice.iter().filter(|(two, _)| line.contains(&format!(" {two} ")));
        let (two, one) = named.max_by_key(|(two, _)| two.len())?;
        let once = line.replace(two.as_str(), one);
        let words = self.typed_words(&once);
        let understood = self.understand_words(&words, moment).ok();
        let understood = understood.or_else(|| self.reworded(&once, &words, moment))?;
        let corrects = matches!(understood, Understanding::Understood { intent: Intent::Correct, .. });
        corrects.then(|| Understanding::Sequence(vec![Intent::Correct; 2]))
    }

    /// Reads a line that says one thing in other words than a phrase: "dreimalige Stellung mit Sf3".
    pub(super) fn reworded(&self, line: &str, words: &[String], moment: &Moment) -> Option<Understanding> {
        let understood = |words: &[String]| self.understand_words(words, moment).ok();
        let bare = |words: &[String]| {
            self.without_ends(words, &self.compiled.polite).into_iter().find_map(understood)
        };
        let counted = self.with_hundreds(words);
        let early = || understood(counted.as_deref()?).or_else(|| bare(counted.as_deref()?));
        if let Some(early) = early().or_else(|| bare(words)) {
            return Some(early);
        }
        let written = self.with_whole_verbs(self.with_written_moves(line));
        let changed = self.repaired(&written, moment).or_else(|| self.contrasted(&written, moment));
        if changed.is_some() {
            return changed;
        }
        // "Black's" may be a word of the language, and "that's" too; "mal" may be part of a phrase.
        let lines = [false, true].map(|other| self.without_contractions(line, false, other));
        let full = [false, true].map(|other| self.without_contractions(line, true, other));
        let lines: Vec<&String> = lines.iter().chain(&full).collect();
        let others: Vec<Vec<String>> = [false, true]
            .into_iter()
            .flat_map(|spare| lines.iter().map(move |line| self.in_phrase_words(line, spare)))
            .collect();
        let mut ways: Vec<&[String]> = vec![words];
        ways.extend(counted.as_deref());
        let whole = self.with_whole_verbs(words.to_vec());
        for way in [&whole].into_iter().chain(&others) {
            if !ways.contains(&way.as_slice()) {
                ways.push(way);
                if let Some(whole) = understood(way).or_else(|| bare(way)) {
                    return Some(whole);
                }
            }
        }
        let asked = ways.iter().find_map(|way| self.asked_loosely(way, moment));
        let asked = asked.or_else(|| others.iter().find_map(|way| self.inverted(way, moment)));
        let asked = asked.or_else(|| ways.iter().find_map(|way| self.answered_twice(way, moment)));
        let asked = asked.or_else(|| ways.iter().find_map(|way| self.asked_in_any_order(way, moment)));
        asked.or_else(|| others.iter().find_map(|way| self.of_opponent(way, moment)))
    }

    /// Reads "ja, ich nehme an" and "no thanks, I decline": the yes or no says what the rest says.
    fn answered_twice(&self, words: &[String], moment: &Moment) -> Option<Understanding> {
        let understood = |words: &[String]| self.understand_words(words, moment).ok()?.certain();
        let (answer, rest) = words.split_at_checked(1)?;
        let answer = understood(answer)?;
        let rest = [rest].into_iter().chain(self.without_ends(rest, &self.compiled.polite));
        let intent = rest.into_iter().find_map(understood)?;
        let said = said_by_answer(&intent)?;
        (said == answer || said_by_answer(&answer) == Some(said))
            .then_some(Understanding::Understood { intent, sure: true })
    }

    /// Reads what the opponent is seen to do as what their side does: "er hat den Turm berührt". Where it is not known who types, a
    /// move is that of the side on move, and asked back.
    pub(super) fn of_opponent(&self, words: &[String], moment: &Moment) -> Option<Understanding> {
        let side = moment.theirs.or(moment.turn)?;
        let class = side.fold_wb(WordClass::White, WordClass::Black);
        let (row, _) = self.compiled.classes.get(&class)?.first()?;
        let side = row.iter().map(|id| self.compiled.vocabulary.word(*id).to_owned());
        let named = |row: &String| row.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let mut rows = self.file.opponent.iter().map(named).filter(|row| words.starts_with(row));
        let rest = &words[rows.next()?.len()..];
        let named: Vec<String> = side.chain(rest.iter().cloned()).collect();
        match self.understand_words(&named, moment).ok()? {
            Understanding::Understood { intent: intent @ Intent::Move(_), sure } => {
                Some(Understanding::Understood { intent, sure: sure && moment.theirs.is_some() })
            }
            // What the opponent declares they say themselves: only what is seen of them counts.
            Understanding::Understood {
                intent:
                    intent @ (Intent::Declared { act: Act::Touch(_) | Act::Adjust, .. }
                    | Intent::Ask(_)
                    | Intent::Irregular(_)),
                sure: true,
            } => Some(Understanding::Understood { intent, sure: moment.theirs.is_some() }),
            Understanding::Understood { .. }
            | Understanding::Ambiguous(_)
            | Understanding::OneEdit(_)
            | Understanding::Sequence(_)
            | Understanding::NotUnderstood { .. } => None,
        }
    }

    /// Reads a question without the courtesies around it, without the words that change nothing in it, and with its verb
    /// at the end: "was auf e4 steht".
    fn asked_loosely(&self, words: &[String], moment: &Moment) -> Option<Understanding> {
        let harmless = |words: &[String]| {
            let understood = self.understand_words(words, moment).ok()?;
            is_harmless(&understood).then_some(understood)
        };
        let verb_moved = |words: &[String]| {
            let places = if words.len() > MOST_WORDS_ASKED { 0 } else { words.len().saturating_sub(1) };
            (0..places).find_map(|at| {
                let mut moved = words.to_vec();
                let verb = moved.pop()?;
                moved.insert(at, verb);
                harmless(&moved).filter(is_question)
            })
        };
        let ways = self.without_ends(words, &self.compiled.asking);
        let bare = ways.last().copied().unwrap_or(words);
        let is_filler = |word: &&String| {
            let id = self.compiled.vocabulary.id(word);
            self.compiled.fillers.contains(&id)
        };
        let spare: Vec<String> = bare.iter().filter(|word| !is_filler(word)).cloned().collect();
        let is_new = spare != bare;
        let spare =
            || is_new.then(|| harmless(&spare).filter(is_question).or_else(|| verb_moved(&spare))).flatten();
        ways.iter().find_map(|way| harmless(way)).or_else(|| verb_moved(bare)).or_else(spare)
    }

    /// Reads a question by what it names, in any order, if that is one question only: "meine Dame, ist die bedroht", "bei mir
    /// die Zeit".
    fn asked_in_any_order(&self, words: &[String], moment: &Moment) -> Option<Understanding> {
        let compiled = &self.compiled;
        let lists: [&[&[WordId]]; 2] = [&[&compiled.fillers], &[&compiled.fillers, &compiled.unstressed]];
        let ways = [words].into_iter().chain(self.without_ends(words, &compiled.asking));
        let mut tried: Vec<Vec<WordId>> = Vec::new();
        ways.flat_map(|way| lists.map(|list| (way, list))).find_map(|(way, left_out)| {
            let ids = way.iter().map(|word| compiled.vocabulary.id(word));
            let kept: Vec<_> = ids.filter(|id| !left_out.iter().any(|list| list.contains(id))).collect();
            if kept.contains(&UNKNOWN) || tried.contains(&kept) {
                return None;
            }
            tried.push(kept.clone());
            let orders = in_every_order(&self.units(&kept));
            let mut meant = orders.iter().filter_map(|order| self.question_phrase(order, moment));
            let intent = meant.next()?;
            meant.all(|other| other == intent).then_some(Understanding::Understood { intent, sure: true })
        })
    }

    /// Returns the words one by one, but squares whole.
    pub(super) fn units(&self, words: &[WordId]) -> Vec<Vec<WordId>> {
        let is = |class: WordClass, word: WordId| {
            let entries = self.compiled.classes.get(&class);
            entries.is_some_and(|entries| entries.iter().any(|(row, _)| *row == [word]))
        };
        let mut units: Vec<Vec<WordId>> = Vec::new();
        for word in words {
            match units.last_mut() {
                Some(unit)
                    if unit.len() == 1 && is(WordClass::File, unit[0]) && is(WordClass::Rank, *word) =>
                {
                    unit.push(*word);
                }
                _ => units.push(vec![*word]),
            }
        }
        units
    }

    /// Returns the words without one or more of the rows before and behind them, the least left out first. Behind them
    /// stands no frame of a question: "was kann ich ziehen" is not "was".
    pub(super) fn without_ends<'w>(&self, words: &'w [String], rows: &[Vec<WordId>]) -> Vec<&'w [String]> {
        let ids: Vec<_> = words.iter().map(|word| self.compiled.vocabulary.id(word)).collect();
        let (mut from, mut to) = (vec![0], vec![ids.len()]);
        while let Some(row) = rows.iter().find(|row| ids[from[from.len() - 1]..].starts_with(row)) {
            from.push(from[from.len() - 1] + row.len());
        }
        let behind = |row: &&Vec<WordId>| row.len() == 1 || self.compiled.polite.contains(row);
        while let Some(row) = rows.iter().filter(behind).find(|row| ids[..to[to.len() - 1]].ends_with(row)) {
            to.push(to[to.len() - 1] - row.len());
        }
        let ends = from.iter().flat_map(|from| to.iter().map(move |to| (*from, *to)));
        let mut left: Vec<_> = ends.filter(|(from, to)| from < to && to - from < ids.len()).collect();
        left.sort_by_key(|(from, to)| std::cmp::Reverse(to - from));
        left.into_iter().map(|(from, to)| &words[from..to]).collect()
    }

    /// Reads what has something else than the person before the verb: "jetzt spiele ich e4", "remis lehne ich ab". A verb
    /// that stands first asks, and of a move nothing is put first: "nach a4 spiele ich a5" is none.
    fn inverted(&self, words: &[String], moment: &Moment) -> Option<Understanding> {
        let person = words.iter().position(|word| self.file.inverted.contains(word))?;
        let (before, verb) = words[..person].split_at(person.checked_sub(1).filter(|verb| *verb > 0)?);
        let says_nothing = before.iter().all(|word| {
            let is_spare = self.file.said_as.get(word).is_some_and(String::is_empty);
            let id = self.compiled.vocabulary.id(word);
            is_spare || self.compiled.polite.iter().any(|row| *row == [id])
        });
        let before = if says_nothing { &[] } else { before };
        let upright = [&words[person..=person], verb, before, &words[person + 1..]].concat();
        let ways = [upright.as_slice()].into_iter().chain(self.without_ends(&upright, &self.compiled.polite));
        let understood = ways.into_iter().find_map(|way| self.understand_words(way, moment).ok())?;
        match &understood {
            Understanding::Understood { intent: Intent::Move(_), .. } if !says_nothing => None,
            Understanding::Understood { sure: true, .. } => Some(understood),
            _ => None,
        }
    }

    /// Returns the words of a line with written moves in words, and what is only typed in the words that the phrases have
    /// for it. `spare`: without what changes nothing.
    pub(super) fn in_phrase_words(&self, line: &str, spare: bool) -> Vec<String> {
        let words = self.with_whole_verbs(self.with_written_moves(line));
        let mut text = format!(" {} ", words.join(" "));
        let mut said_as: Vec<_> =
            self.file.said_as.iter().filter(|(_, said)| spare || !said.is_empty()).collect();
        said_as.sort_by_key(|(typed, _)| std::cmp::Reverse(typed.len()));
        for _ in 0..MOST_REWORDINGS {
            let before = text.clone();
            for (typed, said) in &said_as {
                text = text.replace(&format!(" {typed} "), &format!(" {said} "));
            }
            // What was left out leaves two spaces.
            text = text.replace("  ", " ");
            if text == before {
                break;
            }
        }
        text.split_whitespace().map(str::to_owned).collect()
    }

    /// Returns the words with those in full that lack their last letter beside a person: "ich geb auf".
    fn with_whole_verbs(&self, mut words: Vec<String>) -> Vec<String> {
        for (person, ending) in &self.file.clipped {
            for at in (0..words.len()).filter(|at| words[*at] == *person).collect::<Vec<_>>() {
                for beside in [at.checked_sub(1), Some(at + 1)].into_iter().flatten() {
                    let Some(verb) = words.get_mut(beside) else { continue };
                    let whole = format!("{verb}{ending}");
                    // "Gut, ich ..." is no verb.
                    let is_polite = self.compiled.polite.contains(&vec![self.compiled.vocabulary.id(verb)]);
                    if !is_polite && self.compiled.vocabulary.exact(&whole).is_some() {
                        *verb = whole;
                    }
                }
            }
        }
        words
    }

    /// Returns the line with "who's" and "didn't" in full. `all`: those that are words of the language too. `other`: in the
    /// other way where there are two, "has" for "is".
    fn without_contractions(&self, line: &str, all: bool, other: bool) -> String {
        let line = line.replace('\u{2019}', "'");
        let mut endings: Vec<(&String, &String)> = self.file.contractions.iter().collect();
        endings.sort_by_key(|(ending, _)| std::cmp::Reverse(ending.len()));
        let in_full = |token: &str| {
            let bare = token.trim_end_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
            let full = |(ending, full): &(&String, &String)| {
                let (one, another) = full.split_once('|').unwrap_or((full, full));
                let full = if other { another } else { one };
                Some(format!("{} {full}", bare.strip_suffix(ending.as_str())?))
            };
            let is_kept = !all && self.compiled.vocabulary.exact(&bare).is_some();
            let found = if is_kept { None } else { endings.iter().find_map(full) };
            found.unwrap_or_else(|| token.to_owned())
        };
        line.split_whitespace().map(in_full).collect::<Vec<_>>().join(" ")
    }

    /// Returns the words of a line, with those of the moves that are written in it in the letters of this language.
    pub(super) fn with_written_moves(&self, line: &str) -> Vec<String> {
        let token_words = |token: &str| {
            let bare = token.trim_matches(|c: char| ".,:;!?()".contains(c));
            self.words_of_written(bare).unwrap_or_else(|| self.typed_words(token))
        };
        line.split_whitespace().flat_map(token_words).collect()
    }

    /// Returns the words for `Sf3`, `0-0` or `a8D`; squares and pawn moves are words as they are.
    fn words_of_written(&self, token: &str) -> Option<Vec<String>> {
        // "Ab" and "be" are words.
        if self.spelling(&token.to_lowercase()).is_some() {
            return None;
        }
        let attempt = notation::read(token, self.letters()).ok()?;
        let row = |class, value| {
            let (row, _) = self.compiled.classes.get(&class)?.iter().find(|(_, known)| *known == value)?;
            Some(row.iter().map(|id| self.compiled.vocabulary.word(*id).to_owned()).collect::<Vec<_>>())
        };
        match attempt.castling {
            Some(CastlingSide::KingSide) => return row(WordClass::Short, 0),
            Some(CastlingSide::QueenSide) => return row(WordClass::Long, 1),
            None => {}
        }
        let named = notation::named_piece(token, self.letters());
        // "xd4" written is a pawn's, and said may be any piece's.
        let is_pawn_capture = attempt.captures && attempt.from.file.is_some();
        if attempt.en_passant || named.is_none() && attempt.promotion.is_none() && !is_pawn_capture {
            return None;
        }
        let said = [
            named.map(|role| (WordClass::Piece, role as u16)),
            attempt.from.file.map(|file| (WordClass::File, file as u16)),
            attempt.from.rank.map(|rank| (WordClass::Rank, rank as u16)),
            attempt.captures.then_some((WordClass::Takes, 1)),
            attempt.to.file.map(|file| (WordClass::File, file as u16)),
            attempt.to.rank.map(|rank| (WordClass::Rank, rank as u16)),
            attempt.promotion.map(|role| (WordClass::Officer, role as u16)),
            attempt.mate.then_some((WordClass::Mate, 1)),
            (attempt.check && !attempt.mate).then_some((WordClass::Check, 1)),
        ];
        let words: Option<Vec<_>> =
            said.into_iter().flatten().map(|(class, value)| row(class, value)).collect();
        words.map(|words| words.concat())
    }
}

/// Returns the units in every order, first as they stand; none of more than [`MOST_UNITS_ASKED`].
fn in_every_order(units: &[Vec<WordId>]) -> Vec<Vec<WordId>> {
    match units {
        [] => vec![Vec::new()],
        _ if units.len() > MOST_UNITS_ASKED => Vec::new(),
        _ => (0..units.len())
            .flat_map(|first| {
                let mut rest = units.to_vec();
                let first = rest.remove(first);
                in_every_order(&rest).into_iter().map(move |order| [first.clone(), order].concat())
            })
            .collect(),
    }
}

/// Returns the yes or no that says the same as an answer to an offer.
fn said_by_answer(intent: &Intent) -> Option<Intent> {
    match intent {
        Intent::Accept => Some(Intent::Yes),
        Intent::Decline => Some(Intent::No),
        Intent::Declared { act, .. } => match act {
            Act::AcceptDraw => Some(Intent::Yes),
            Act::DeclineDraw => Some(Intent::No),
            Act::OfferDraw
            | Act::ClaimThreefold(_)
            | Act::ClaimFiftyMoves(_)
            | Act::Resign
            | Act::ClaimFlag
            | Act::ClaimLastTwoMinutes
            | Act::AskFiveSeconds
            | Act::Touch(_)
            | Act::Adjust => None,
        },
        Intent::Move(_)
        | Intent::Yes
        | Intent::No
        | Intent::Correct
        | Intent::Repeat
        | Intent::Louder
        | Intent::Softer
        | Intent::Faster
        | Intent::Slower
        | Intent::Quiet
        | Intent::MicrophoneOff
        | Intent::MicrophoneOn
        | Intent::Study(_)
        | Intent::Help
        | Intent::HelpOn(_)
        | Intent::Draw
        | Intent::Side(_)
        | Intent::PressClock
        | Intent::StopClock
        | Intent::StartClock
        | Intent::Arbiter
        | Intent::Order(_)
        | Intent::SealMove
        | Intent::OpenEnvelope
        | Intent::CompareBoards
        | Intent::Irregular(_)
        | Intent::Ask(_)
        | Intent::Restyle(_)
        | Intent::Review(_)
        | Intent::Online(_)
        | Intent::Games(_)
        | Intent::Hall(_)
        | Intent::Against(_)
        | Intent::Strength(_)
        | Intent::Advise(_)
        | Intent::Practise(_)
        | Intent::Leave { .. } => None,
    }
}

pub(super) fn is_harmless(understood: &Understanding) -> bool {
    matches!(understood, Understanding::Understood { intent, sure: true } if intent.is_harmless())
}

pub(super) fn is_question(understood: &Understanding) -> bool {
    matches!(understood, Understanding::Understood { intent: Intent::Ask(_), .. })
}
