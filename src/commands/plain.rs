//! What was understood, in plain words for whoever sets the program up.

use crate::{
    announce::{Announcement, Announcer, Audience, MoveInPosition, Shown},
    grammar::{Counsel, Games, Intent, Irregularity, Online, Question, SideReference, Understanding},
    laws::{Act, Attempt, Chess, Position, Verdict, judge},
};

/// One line for each thing understood.
pub fn plain(understanding: &Understanding, position: &Chess, announcer: &Announcer) -> Vec<String> {
    let one = |intent: &Intent| intent_in_words(intent, position, announcer);
    match understanding {
        Understanding::Understood { intent, sure: true } => vec![one(intent)],
        Understanding::Understood { intent, sure: false } => {
            vec![format!("{}; not sure, it would be asked about", one(intent))]
        }
        Understanding::Rivals(intents) | Understanding::OneAway(intents) => {
            let rivals = intents.iter().map(one).collect::<Vec<_>>();
            vec![format!("one of these, it would be asked which: {}", rivals.join("; or "))]
        }
        Understanding::Several(intents) => {
            let mut position = position.clone();
            let mut lines = Vec::new();
            for intent in intents {
                lines.push(intent_in_words(intent, &position, announcer));
                if let Intent::Move(attempt) = intent
                    && let Verdict::Legal(m) = judge(&position, attempt)
                {
                    position.play_unchecked(m);
                }
            }
            lines
        }
        Understanding::NotUnderstood { why } => vec![format!("not understood, {why}")],
    }
}

fn intent_in_words(intent: &Intent, position: &Chess, announcer: &Announcer) -> String {
    let claimed = |claim: &str, attempt: &Option<Attempt>| match attempt {
        Some(attempt) => format!("{claim}, with the {}", move_in_words(attempt, position, announcer)),
        None => format!("{claim}, for the position on the board"),
    };
    match intent {
        Intent::Move(attempt) => move_in_words(attempt, position, announcer),
        Intent::Declared { by, act } => {
            let act = match act {
                Act::ClaimThreefold(attempt) => claimed("claim of a threefold repetition", attempt),
                Act::ClaimFiftyMoves(attempt) => claimed("claim of the fifty-move rule", attempt),
                Act::Touch(square) => format!("the piece on {square} was touched"),
                Act::OfferDraw => "offer of a draw".to_owned(),
                Act::AcceptDraw => "the draw is accepted".to_owned(),
                Act::DeclineDraw => "the draw is declined".to_owned(),
                Act::Resign => "resignation".to_owned(),
                Act::ClaimFlag => "claim that the opponent's flag has fallen".to_owned(),
                Act::ClaimLastTwoMinutes => "claim in the last two minutes".to_owned(),
                Act::AskFiveSeconds => "five seconds a move are asked for".to_owned(),
                Act::Adjust => "pieces are being adjusted".to_owned(),
            };
            by.map_or(act.clone(), |by| format!("{act}, by {by}"))
        }
        Intent::Side(side) => format!("the answer: {side}"),
        Intent::Ask(question) => question_in_words(*question),
        Intent::Order(order) => format!("the arbiter orders: {} {order}", order.ruling()),
        other => simple(other).to_owned(),
    }
}

/// What needs no more than its name.
fn simple(intent: &Intent) -> &'static str {
    match intent {
        Intent::Yes => "yes",
        Intent::No => "no",
        Intent::Correct => "take the move back",
        Intent::Repeat => "say the last sentence again",
        Intent::Louder => "speak louder",
        Intent::Softer => "speak more softly",
        Intent::Faster => "speak faster",
        Intent::Slower => "speak more slowly",
        Intent::Quiet => "stop speaking",
        Intent::MicrophoneOff => "microphone off",
        Intent::MicrophoneOn => "microphone on",
        Intent::Help => "help",
        Intent::HelpOn(_) => "help on a topic",
        Intent::Against(_) => "who has the other side",
        Intent::Review(_) => "review",
        Intent::Advise(Counsel::Hint) => "question: a hint",
        Intent::Advise(Counsel::BestMove) => "question: the best move",
        Intent::Advise(Counsel::Mistake) => "question: the mistake",
        Intent::Advise(Counsel::Outlook) => "question: how the game stands",
        Intent::Advise(Counsel::Value) => "question: the value",
        Intent::Practise(_) => "a position to practise",
        Intent::Restyle(_) => "speak otherwise",
        Intent::Draw => "a draw, to be asked about",
        Intent::Leave { again: false } => "leave the game",
        Intent::Leave { again: true } => "leave the game for another",
        Intent::Online(said) => match said {
            Online::TakeBack => "ask that a move be taken back",
            Online::Abort => "abort the game",
            Online::ClaimVictory => "claim the game of an opponent who left",
            Online::Chat => "what the opponent has written",
            Online::Rematch => "rematch",
            Online::Seek => "seek an opponent",
        },
        Intent::Games(Games::Which) => "which games run",
        Intent::Games(Games::Next) => "the next game",
        Intent::Games(Games::Number(_)) => "turn to a game",
        Intent::PressClock => "press the clock",
        Intent::StopClock => "stop the clocks",
        Intent::StartClock => "start the clock",
        Intent::Arbiter => "call of the arbiter",
        Intent::SealMove => "adjournment with a sealed move",
        Intent::OpenEnvelope => "open the sealed move",
        Intent::CompareBoards => "compare the two boards",
        Intent::Irregular(irregularity) => match irregularity {
            Irregularity::IllegalMove { .. } => "completed illegal move",
            Irregularity::PawnNotReplaced(_) => "pawn not replaced",
            Irregularity::PressedWithoutMove(_) => "clock pressed without a move",
            Irregularity::DisplacedSince { .. } => "back to an earlier position",
            Irregularity::TwoHands(_) => "two hands for one move",
            Irregularity::IllegalPosition => "illegal position",
            Irregularity::Displaced(_) => "displaced pieces",
            Irregularity::WrongStart => "wrong start position",
            Irregularity::BoardTurned => "board turned",
            Irregularity::ColoursReversed => "colours reversed",
            Irregularity::Clock { .. } => "fault of the clock",
        },
        Intent::Move(_) | Intent::Declared { .. } | Intent::Side(_) | Intent::Ask(_) | Intent::Order(_) => "",
    }
}

fn question_in_words(question: Question) -> String {
    match question {
        Question::LastMove(SideReference::Both) => "question: the last move".to_owned(),
        Question::LastMoves(count) => format!("question: the last {count} half-moves"),
        Question::MoveNumber => "question: the move number".to_owned(),
        Question::Turn => "question: whose move it is".to_owned(),
        Question::Times => "question: both times".to_owned(),
        Question::MyTime => "question: my time".to_owned(),
        Question::TimeOf(of) => format!("question: the time of {of}"),
        Question::TimeUsed(of) => format!("question: the time used by {of}"),
        Question::MovesCompleted => "question: the moves completed".to_owned(),
        Question::Flag => "question: the flags".to_owned(),
        Question::Touched => "question: the pieces touched".to_owned(),
        Question::Score => "question: the score".to_owned(),
        Question::Envelope => "question: the envelope".to_owned(),
        Question::Offer => "question: the draw offer".to_owned(),
        Question::Position => "question: the position".to_owned(),
        Question::Square(square) => format!("question: what stands on {square}"),
        Question::Rank(rank) => format!("question: the rank {rank}"),
        Question::File(file) => format!("question: the file {file}"),
        Question::Diagonal(from, None) => format!("question: the diagonal through {from}"),
        Question::Diagonal(from, Some(to)) => format!("question: the diagonal from {from} to {to}"),
        Question::Attackers(square) => format!("question: what attacks {square}"),
        Question::MovesFrom(square) => format!("question: the moves from {square}"),
        other => format!("question: {other}"),
    }
}

/// A move as it is spoken, and what the Laws say to it.
fn move_in_words(attempt: &Attempt, position: &Chess, announcer: &Announcer) -> String {
    let told = |moves: &[crate::laws::Move]| -> Vec<MoveInPosition> {
        moves.iter().map(|&m| MoveInPosition { before: position.clone(), m }).collect()
    };
    match judge(position, attempt) {
        Verdict::Legal(m) => {
            let told = MoveInPosition { before: position.clone(), m };
            format!("move, legal: {}", announcer.render(&Announcement::Moved(told), Audience::Table).words)
        }
        Verdict::Ambiguous(moves) => {
            format!(
                "move, ambiguous: {}",
                announcer
                    .render(
                        &Announcement::WhichMove { moves: told(&moves), shown: Shown::All },
                        Audience::Table
                    )
                    .words
            )
        }
        Verdict::PromotionMissing(moves) => match told(&moves).into_iter().next() {
            Some(told) => {
                format!(
                    "move, promotion missing: {}",
                    announcer.render(&Announcement::Promotion(told), Audience::Table).words
                )
            }
            None => "move, promotion missing".to_owned(),
        },
        Verdict::Illegal(reason) => {
            let illegal = Announcement::Illegal { reason, turn: position.turn(), discreet: false };
            format!("move, illegal: {}", announcer.render(&illegal, Audience::Table).words)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::{Expects, Grammar, Moment};

    #[test]
    fn what_was_understood_can_be_read() {
        check("springer felix drei", "move, legal: Springer Gustav eins Felix drei.");
        check("springer eva vier", "move, illegal: Geht nicht, kein Springer kommt nach Eva vier.");
        check("vier bauer", "not understood, the words are no whole phrase");
        check("eva vier uhr", "move, legal: Bauer Eva zwei Eva vier. + press the clock");
        check("uhr", "press the clock");
        check("was steht auf eva vier", "question: what stands on e4");
        fn check(line: &str, says: &str) {
            let grammar = Grammar::of(crate::language::LanguageFolder::USUAL);
            let announcer = Announcer::of(
                crate::language::LanguageFolder::USUAL,
                grammar.spoken().clone(),
                *grammar.letters(),
            );
            let position = Chess::default();
            let moment = Moment { position: &position, expects: &Expects::Move };
            let understanding = grammar.understand_text(line, &moment);
            assert_eq!(plain(&understanding, &position, &announcer).join(" + "), says, "{line}");
        }
    }
}
