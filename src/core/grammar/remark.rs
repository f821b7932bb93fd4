//! A move or an answer beside a remark, typed: "Läufer b5, ich probiere heute Spanisch", "da muss ich mit dem König nehmen",
//! "Dame, was sonst", "nein, ich habe d4 gesagt".
//!
//! A remark holds no word that denies, takes back or sets a condition. A move beside one is read back in every game; of two
//! moves none is taken. What asks something is left alone.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use crate::laws::{Attempt, Position, Role};

use super::compile::PhraseStarts;
use super::interpretation::Interpretation;
use super::meaning::{MEANINGS, Meaning, Section};
use super::moment::Scope;
use super::network::{NUMERALS, UNKNOWN, WordId};
use super::question::FACTS;
use super::repaired::instead_of;
use super::slot::WordClass;
use super::{Expectation, Grammar, Intent, Moment, Understanding};

/// What ends a clause.
const MARKS: [char; 8] = [',', ';', ':', '.', '!', '\u{2013}', '\u{2014}', '\u{2026}'];

/// The classes of what tells a move or an answer. Beside one, no word of them is left out.
const TOLD: [WordClass; 15] = [
    WordClass::File,
    WordClass::Rank,
    WordClass::Piece,
    WordClass::Officer,
    WordClass::Number,
    WordClass::Ordinal,
    WordClass::Takes,
    WordClass::EnPassant,
    WordClass::Short,
    WordClass::Long,
    WordClass::Castling,
    WordClass::White,
    WordClass::Black,
    WordClass::Colour,
    WordClass::Steps,
];

/// In a line of more clauses or words nothing is looked for: each is read in several ways.
const MOST_CLAUSES: usize = 8;
const MOST_WORDS: usize = 40;

/// A word that asks begins the phrases of so many questions.
const QUESTIONS_BEGUN: usize = 4;

/// The answers that may stand among other words.
const ANSWERED: [&str; 4] = ["which", "promotion", "castle-short", "castle-long"];

impl Grammar {
    /// Reads a move or an answer beside a remark.
    pub(super) fn beside_remark(&self, line: &str, moment: &Moment) -> Option<Understanding> {
        let mut clauses = self.clauses(line);
        let is_asked = moment.expects.confirmed().is_some();
        let joined = is_asked.then(|| self.piece_with_goal(&clauses, moment)).flatten();
        if let Some((at, both)) = &joined {
            clauses.splice(*at..=*at + 1, [both.as_str()]);
        }
        match moment.expects {
            Expectation::Move => {
                let moved = || self.move_beside_remark(line, &clauses, moment);
                self.corrected(&clauses, moment).or_else(moved).or_else(|| self.regretted(&clauses, moment))
            }
            Expectation::Confirmation { .. }
            | Expectation::DrawAnswer
            | Expectation::YesOrNo
            | Expectation::Whose
            | Expectation::WhichPiece(_)
            | Expectation::WhereTo { .. }
            | Expectation::Completion { .. }
            | Expectation::Promotion(_) => {
                self.corrected(&clauses, moment).or_else(|| self.answer_beside_remark(line, &clauses, moment))
            }
            Expectation::Opponent
            | Expectation::Order
            | Expectation::Review
            | Expectation::Study(_)
            | Expectation::MicrophoneOn
            | Expectation::Nothing
            | Expectation::Hall => None,
        }
    }

    /// Returns the clauses of a line that are more than a courtesy; none of a line in which nobody says one thing.
    pub(super) fn clauses<'l>(&self, line: &'l str) -> Vec<&'l str> {
        if line.split(MARKS).count() > MOST_CLAUSES || line.split_whitespace().count() > MOST_WORDS {
            return Vec::new();
        }
        line.split(MARKS).filter(|clause| !self.is_courtesy(clause)).collect()
    }

    /// Reads a move and what it does, which without the move might ask: "h3, attacking the bishop".
    pub(super) fn described_move(&self, line: &str, moment: &Moment) -> Option<Understanding> {
        let clauses = self.clauses(line);
        let (first, rest) = clauses.split_first()?;
        let describes = |clause: &&str| self.describes(clause) && !self.denies(clause);
        if *moment.expects != Expectation::Move
            || rest.is_empty()
            || asks_or_denies(line)
            || !rest.iter().all(describes)
        {
            return None;
        }
        let intent = self.whole_intent(first, moment).filter(|intent| is_full_move(intent, moment))?;
        Some(Understanding::Understood { intent, sure: false })
    }

    fn move_beside_remark(&self, line: &str, clauses: &[&str], moment: &Moment) -> Option<Understanding> {
        let hinders = |clause: &&str| self.denies(clause) || self.declares(clause);
        if asks_or_denies(line) || clauses.iter().any(hinders) {
            return None;
        }
        let (at, intent) = self.move_of(clauses, |intent| is_full_move(intent, moment), moment)?;
        let others = || clauses.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, clause)| *clause);
        if others().any(|clause| self.counts_by_itself(clause, moment)) {
            return None;
        }
        let mut replies = others().filter_map(|clause| self.reply_in(clause, &intent, moment));
        match (replies.next(), replies.next()) {
            (None, _) => Some(Understanding::Understood { intent, sure: false }),
            (Some(reply), None) => Some(Understanding::Sequence(vec![intent, reply])),
            (Some(_), Some(_)) => None,
        }
    }

    /// Returns the reply to a move that is all a clause tells. Among other words it may only be expected.
    fn reply_in(&self, clause: &str, before: &Intent, moment: &Moment) -> Option<Intent> {
        let mut position = moment.position?.clone();
        position.play_unchecked(Interpretation::of(before, moment.position).legal()?);
        let turn = Some(position.turn());
        // "He answers c5": the player who replies is the opponent.
        let then = Moment { position: Some(&position), turn, theirs: turn, ..*moment };
        let words = self.typed_words(clause);
        let joined = words.first().is_some_and(|first| self.file.joins.contains(first));
        let by_opponent = || self.of_opponent(&words[usize::from(joined)..], &then)?.certain();
        let reply = self.whole_intent(clause, &then).or_else(by_opponent);
        reply.filter(|intent| is_full_move(intent, &then))
    }

    /// Joins a clause that names a piece alone with the square behind it, "no, the other knight, c3", and returns where it
    /// stood.
    fn piece_with_goal(&self, clauses: &[&str], moment: &Moment) -> Option<(usize, String)> {
        let is_goal = |clause: &str| self.whole_intent(clause, moment).as_ref().is_some_and(is_square);
        let is_pair = |pair: &[&str]| self.piece_alone(pair[0]).is_some() && is_goal(pair[1]);
        let at = clauses.windows(2).position(is_pair)?;
        Some((at, clauses[at..=at + 1].join(" ")))
    }

    /// Reads "das war ein Fehler, darf ich den Zug zurücknehmen": a correction for a reason.
    fn regretted(&self, clauses: &[&str], moment: &Moment) -> Option<Understanding> {
        let (last, reasons) = clauses.split_last()?;
        let corrects = |clause: &str| self.whole_intent(clause, moment) == Some(Intent::Correct);
        let is_reason = |clause: &&str| {
            corrects(clause)
                || !self.tells(clause) && !self.doubts(clause) && !self.counts_by_itself(clause, moment)
        };
        let regrets = corrects(last) && !reasons.is_empty() && reasons.iter().all(is_reason);
        regrets.then_some(Understanding::Understood { intent: Intent::Correct, sure: true })
    }

    /// Reads "nein, ich habe d4 gesagt, nicht d3": what was read back or made is not meant, and another move is.
    fn corrected(&self, clauses: &[&str], moment: &Moment) -> Option<Understanding> {
        let read_back = match moment.expects.confirmed() {
            Some(Intent::Move(asked)) => Some(*asked),
            None if *moment.expects == Expectation::Move => None,
            _ => return None,
        };
        let taken_back = clauses.iter().position(|clause| self.takes_back(clause, moment))?;
        if let Some(other) = read_back.and_then(|asked| self.other_piece(clauses, asked, moment)) {
            return Some(Understanding::Sequence(vec![Intent::No, other]));
        }
        let told: Vec<&str> = clauses.iter().copied().filter(|clause| !self.contrasts(clause)).collect();
        // What is said instead may be where the same piece goes, and no move by itself.
        let is_meant =
            |intent: &Intent| is_full_move(intent, moment) || read_back.is_some() && is_square(intent);
        let (at, meant) = self.move_of(&told, is_meant, moment)?;
        // "D4, nein" takes d4 back.
        let is_behind =
            clauses.iter().position(|clause| *clause == told[at]).is_some_and(|at| at > taken_back);
        let is_spent = |clause: &&str| {
            *clause == told[at]
                || !self.counts_by_itself(clause, moment)
                || self.contrasts(clause)
                || self.takes_back(clause, moment)
        };
        if !is_behind && !self.contrasts(clauses[taken_back]) || !clauses.iter().all(is_spent) {
            return None;
        }
        let another = Interpretation::of(&meant, moment.position);
        let is_another = |asked| another.is_another_move(&Interpretation::attempt(moment.position, asked));
        // "D3" may be a pawn's move, or where the piece that was read back goes.
        if let (Some(asked), Intent::Move(meant)) = (read_back, &meant)
            && meant.is_pawn_square_only()
            && !asked.is_pawn_square_only()
        {
            return Some(match instead_of(asked, *meant, moment) {
                Understanding::Understood { intent, .. } => Understanding::Sequence(vec![Intent::No, intent]),
                other => other,
            });
        }
        read_back.is_none_or(is_another).then(|| Understanding::Sequence(vec![Intent::No, meant]))
    }

    /// Reads "no, the other knight": what was read back, with the only other piece of the kind that can go there.
    fn other_piece(&self, clauses: &[&str], asked: Attempt, moment: &Moment) -> Option<Intent> {
        let [no, piece] = clauses else { return None };
        let asked = Interpretation::attempt(moment.position, asked).legal()?;
        let is_other = self.typed_words(piece).iter().any(|word| self.file.others.contains(word));
        if !is_other
            || self.piece_alone(piece)? != asked.role()
            || self.whole_intent(no, moment) != Some(Intent::No)
        {
            return None;
        }
        let others = moment.position?.legal_moves().into_iter();
        let mut others = others.filter(|m| {
            m.role() == asked.role() && m.to() == asked.to() && m.from() != asked.from() && !m.is_castle()
        });
        let (only, None) = (others.next()?, others.next()) else { return None };
        Some(Intent::Move(only.into()))
    }

    /// Returns the piece that a clause names without anything else of a move.
    fn piece_alone(&self, clause: &str) -> Option<Role> {
        let pieces = self.compiled.classes.get(&WordClass::Piece)?;
        let ids = self.ids(clause);
        let mut telling = ids.iter().filter(|id| self.is_telling(**id));
        let (only, None) = (telling.next()?, telling.next()) else { return None };
        let (_, number) = pieces.iter().find(|(row, _)| *row == [*only])?;
        Role::try_from(u32::from(*number)).ok().filter(|_| !self.denies(clause))
    }

    fn answer_beside_remark(&self, line: &str, clauses: &[&str], moment: &Moment) -> Option<Understanding> {
        let understood = |intent| Understanding::Understood { intent, sure: true };
        let (first, rest) = clauses.split_first()?;
        let says_yes = |clause: &&str| self.whole_intent(clause, moment) == Some(Intent::Yes);
        // "A queen, of course" says no yes where none is asked for.
        let asks_for_none = matches!(moment.expects.scope(), Scope::Which | Scope::Promotion);
        let is_idle_yes = |clause: &&str| asks_for_none && says_yes(clause);
        let is_remark = |clause: &&str| {
            !self.tells(clause) && (!self.counts_by_itself(clause, moment) || is_idle_yes(clause))
        };
        let is_sure = |clause: &&str| is_remark(clause) && !self.doubts(clause);
        let asks = asks_or_denies(line);
        let says_no = |clause: &&str| {
            matches!(
                self.whole_intent(clause, moment),
                Some(Intent::No | Intent::Correct | Intent::StartClock)
            )
        };
        // "No, the one on f3" answers which.
        if let [no, answer] = clauses
            && asks_for_none
            && says_no(no)
            && let Some(intent @ Intent::Move(_)) = self.whole_intent(answer, moment)
        {
            return Some(understood(intent));
        }
        if clauses.iter().any(|clause| self.whole_intent(clause, moment) == Some(Intent::No)) {
            let is_no = |clause: &&str| says_no(clause) || !self.counts_by_itself(clause, moment);
            return clauses.iter().all(is_no).then(|| understood(Intent::No));
        }
        match self.whole_intent(first, moment) {
            Some(Intent::Yes) => {
                let beside_remark = can_be_undone(moment.expects) && rest.iter().all(is_sure);
                let is_yes = !asks && (beside_remark || rest.iter().all(says_yes));
                is_yes.then(|| understood(Intent::Yes))
            }
            // "Correct, go ahead": the rest tells which of both is meant.
            None if !asks
                && !rest.is_empty()
                && self.is_equivocal_clause(first)
                && rest.iter().all(says_yes) =>
            {
                Some(understood(Intent::Yes))
            }
            _ if asks || clauses.iter().any(|clause| self.denies(clause)) => None,
            Some(intent @ Intent::Move(_)) if moment.expects.scope() != Scope::Game => {
                rest.iter().all(is_remark).then(|| understood(intent))
            }
            _ => {
                let mut telling = clauses.iter().filter(|clause| self.tells(clause));
                let (telling, None) = (telling.next()?, telling.next()) else { return None };
                let scope = moment.expects.scope();
                let is_answer = |meaning: &Meaning| {
                    meaning.section == Section::Answers
                        && ANSWERED.contains(&meaning.key)
                        && scope.answers().contains(&meaning.key)
                };
                self.told_among(telling, is_answer, moment).map(understood)
            }
        }
    }

    /// Returns the one move that the clauses hold, and which of them holds it: as a whole, or else among words that tell
    /// nothing.
    fn move_of(
        &self,
        clauses: &[&str],
        is_move: impl Fn(&Intent) -> bool,
        moment: &Moment,
    ) -> Option<(usize, Intent)> {
        let whole = |clause: &str| self.whole_intent(clause, moment).filter(|intent| is_move(intent));
        let among = |clause: &str| {
            let is_move_phrase = |meaning: &Meaning| meaning.section == Section::Move;
            let read = || self.told_among(clause, is_move_phrase, moment).filter(|one| is_move(one));
            if self.begins_question(clause) { None } else { read() }
        };
        let in_clauses = |read: &dyn Fn(&str) -> Option<Intent>| -> Vec<(usize, Intent)> {
            clauses.iter().enumerate().filter_map(|(at, clause)| Some((at, read(clause)?))).collect()
        };
        let found = Some(in_clauses(&whole)).filter(|found| !found.is_empty());
        let mut found = found.unwrap_or_else(|| in_clauses(&among)).into_iter();
        let only = found.next()?;
        found.all(|(_, other)| other == only.1).then_some(only)
    }

    /// Returns what a clause means as it stands, but for courtesies.
    pub(super) fn whole_intent(&self, clause: &str, moment: &Moment) -> Option<Intent> {
        let read = |words: &[String]| self.understand_words(words, moment).ok()?.certain();
        let written = || self.in_any_letters(clause.trim(), moment)?.certain();
        [self.typed_words(clause), self.in_phrase_words(clause, true)]
            .iter()
            .find_map(|words| {
                let bare = || self.without_ends(words, &self.compiled.polite).into_iter().find_map(read);
                read(words).or_else(bare)
            })
            .or_else(written)
    }

    /// Returns what a clause means without the words in it that tell nothing, as a phrase of one of these meanings.
    fn told_among(
        &self,
        clause: &str,
        is_meant: impl Fn(&Meaning) -> bool,
        moment: &Moment,
    ) -> Option<Intent> {
        if self.declares(clause) {
            return None;
        }
        let words = self.in_phrase_words(clause, true);
        let line = self.line_words(&words, |id| self.is_telling(id));
        let starts = MEANINGS.iter().zip(&self.compiled.starts).filter(|(meaning, _)| is_meant(meaning));
        let starts = starts.flat_map(|(_, starts)| starts.all());
        let mut rows: Vec<_> = starts.filter_map(|start| self.row_within(start, &line)).collect();
        rows.sort_by_key(|row| Reverse(row.likeness));
        rows.iter().find_map(|row| {
            let words: Vec<String> =
                row.words.iter().map(|id| self.compiled.vocabulary.word(*id).to_owned()).collect();
            self.understand_words(&words, moment).ok()?.certain()
        })
    }

    /// Whether a clause means something by itself, and is no remark. "Hitting g7" is one where nothing can go there.
    fn counts_by_itself(&self, clause: &str, moment: &Moment) -> bool {
        let counts = |intent: Intent| !matches!(intent, Intent::Move(_)) || is_full_move(&intent, moment);
        self.whole_intent(clause, moment).is_some_and(counts)
    }

    /// Whether a clause behind a move says what it does: "attacking the queen". Alone it might ask.
    fn describes(&self, clause: &str) -> bool {
        self.typed_words(clause).first().is_some_and(|word| self.file.descriptions.contains(word))
    }

    /// Whether a clause says that something else was meant.
    fn takes_back(&self, clause: &str, moment: &Moment) -> bool {
        let says_no = || matches!(self.whole_intent(clause, moment), Some(Intent::No | Intent::Correct));
        let ids = self.ids(clause);
        // "Ach" and "warte" alone are sighed at one's own board.
        let mut repairs = self.compiled.repairs.iter().filter(|row| row.len() > 1);
        self.contrasts(clause) || says_no() || repairs.any(|row| ids.starts_with(row))
    }

    /// Whether a clause says what is not meant: "nicht d3".
    fn contrasts(&self, clause: &str) -> bool {
        self.typed_words(clause).iter().any(|word| self.file.contrasts.contains_key(word))
    }

    /// Whether a clause declares something, which is never left out.
    fn declares(&self, clause: &str) -> bool {
        self.typed_words(clause).iter().any(|word| self.file.declaring.contains(word))
    }

    /// Whether a word of a line denies, or sets a condition.
    pub fn denies(&self, clause: &str) -> bool {
        self.typed_words(clause).iter().any(|word| self.file.denials.contains(word))
    }

    fn doubts(&self, clause: &str) -> bool {
        self.typed_words(clause).iter().any(|word| self.file.doubts.contains(word))
    }

    /// Whether a clause has a word that tells a move or an answer.
    fn tells(&self, clause: &str) -> bool {
        self.ids(clause).into_iter().any(|id| self.is_telling(id))
    }

    /// Whether a clause may be a yes as well as the contrary.
    fn is_equivocal_clause(&self, clause: &str) -> bool {
        self.compiled.equivocal.contains(&self.ids(clause))
    }

    /// Whether nothing but courtesies is in a clause.
    fn is_courtesy(&self, clause: &str) -> bool {
        let words = self.typed_words(clause);
        let ids = self.ids(clause);
        let is_polite = |row: &Vec<WordId>| *row == ids;
        words.is_empty() || self.compiled.polite.iter().any(is_polite)
    }

    /// Whether the first word of a clause that is no courtesy begins questions and no moves.
    fn begins_question(&self, clause: &str) -> bool {
        let polite = |id: &WordId| self.compiled.polite.iter().any(|row| *row == [*id]);
        let first = self.ids(clause).into_iter().find(|id| !polite(id));
        first.is_some_and(|first| self.word_weights().asks.contains(&first))
    }

    fn ids(&self, clause: &str) -> Vec<WordId> {
        self.with_written_moves(clause).iter().map(|word| self.compiled.vocabulary.id(word)).collect()
    }

    fn is_telling(&self, id: WordId) -> bool {
        let is_one = |class: &WordClass| {
            let mut entries = self.compiled.classes.get(class).into_iter().flatten();
            entries.any(|(row, _)| *row == [id])
        };
        let is_number = (NUMERALS..UNKNOWN).contains(&id);
        // "A" is a file, and mostly none.
        is_number || TOLD.iter().any(is_one) && !self.compiled.unstressed.contains(&id)
    }

    /// Returns the words with which several questions begin, and no move: "was", "kann".
    pub(super) fn interrogatives(&self) -> HashSet<WordId> {
        let network = &self.compiled.network;
        let first_words = |starts: &PhraseStarts| -> HashSet<WordId> {
            let edges = starts.all().into_iter().flat_map(|state| network.edges(state));
            edges.flat_map(|edge| network.values(edge)).map(|(word, _)| *word).collect()
        };
        let of = |section| {
            MEANINGS.iter().zip(&self.compiled.starts).filter(move |(meaning, _)| meaning.section == section)
        };
        let moves: HashSet<WordId> = of(Section::Move).flat_map(|(_, starts)| first_words(starts)).collect();
        let mut begun: HashMap<WordId, usize> = HashMap::new();
        // What is told as a fact is mostly wished, and not asked: "let me think".
        let is_fact = |meaning: &Meaning| FACTS.iter().flatten().any(|fact| fact.key == meaning.key);
        let asked = of(Section::Questions).filter(|(meaning, _)| !is_fact(meaning));
        for word in asked.flat_map(|(_, starts)| first_words(starts)) {
            *begun.entry(word).or_default() += 1;
        }
        begun.retain(|word, count| *count >= QUESTIONS_BEGUN && !moves.contains(word));
        begun.into_keys().collect()
    }
}

/// Whether it is a move that can be played, or one that may not be judged, and says where it goes.
fn is_full_move(intent: &Intent, moment: &Moment) -> bool {
    let Intent::Move(attempt) = intent else { return false };
    let is_told = attempt.to.square().is_some() || attempt.castling.is_some() || attempt.captures;
    is_told && Interpretation::of(intent, moment.position).is_playable()
}

/// Whether a yes to this question can be taken back. "Ja, ich überlege noch" accepts no draw and resigns no game.
fn can_be_undone(expects: &Expectation) -> bool {
    let is_lasting = |of: &Intent| expects.is_final() && !matches!(of, Intent::Leave { .. });
    expects.confirmed().map_or(*expects == Expectation::YesOrNo, |of| !is_lasting(of))
}

/// Whether it is a square alone, to which a pawn goes, or perhaps another piece that was named before.
fn is_square(intent: &Intent) -> bool {
    matches!(intent, Intent::Move(attempt) if attempt.is_pawn_square_only())
}

/// Whether a line asks something, or denies it in a short form: "isn't".
pub(super) fn asks_or_denies(line: &str) -> bool {
    line.trim_end().ends_with('?') || line.replace('\u{2019}', "'").contains("n't")
}
