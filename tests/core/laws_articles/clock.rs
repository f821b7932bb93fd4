//! Time: formats, default time, flags (6), the last two minutes (III).

use std::time::Duration;

use annabella::laws::{
    ArbiterAnswer, ByColor, CanMate, Color, Ending, FlagVerdict, Flags, GameResult, LastPeriod, Outcome,
    Rules, Ruleset, TimeFormat, TwoMinutesClaim, TwoMinutesGround, TwoMinutesRefused, claim_flag,
};

use super::{BLITZ_2023, RAPID_2023, STANDARD_2009, STANDARD_2023, game};

const NONE: ByColor<bool> = ByColor { white: false, black: false };

#[test]
fn formats_by_time() {
    check_format(Ruleset::Fide2023, 10, 0, TimeFormat::Blitz);
    check_format(Ruleset::Fide2023, 11, 0, TimeFormat::Rapid);
    check_format(Ruleset::Fide2023, 5, 6, TimeFormat::Rapid);
    check_format(Ruleset::Fide2023, 59, 0, TimeFormat::Rapid);
    check_format(Ruleset::Fide2023, 60, 0, TimeFormat::Standard);
    check_format(Ruleset::Fide2023, 30, 30, TimeFormat::Standard);
    check_format(Ruleset::Fide2009, 14, 0, TimeFormat::Blitz);
    check_format(Ruleset::Fide2009, 15, 0, TimeFormat::Rapid);
    check_format(Ruleset::Fide2009, 60, 0, TimeFormat::Standard);
}

#[test]
fn flag_fall_loses_unless_the_opponent_cannot_mate() {
    let black = Flags { fallen: ByColor { black: true, ..NONE }, first: None, last_period: true };
    check_flag(black, CanMate::Yes, Some(GameResult::WhiteWins));
    check_flag(black, CanMate::Unknown, Some(GameResult::WhiteWins));
    check_flag(black, CanMate::No, Some(GameResult::Draw));
    check_flag(Flags { fallen: NONE, ..black }, CanMate::Yes, None);
}

#[test]
fn both_flags() {
    let both = Flags { fallen: ByColor { white: true, black: true }, first: None, last_period: true };
    check_flag(both, CanMate::Yes, Some(GameResult::Draw));
    check_flag(Flags { first: Some(Color::White), ..both }, CanMate::Yes, Some(GameResult::BlackWins));
    check_flag(Flags { first: Some(Color::Black), ..both }, CanMate::Yes, Some(GameResult::WhiteWins));
    let earlier = Flags { last_period: false, ..both };
    let claimed =
        claim_flag(&game("e4"), Color::White, earlier, CanMate::Yes, CanMate::Yes, Ruleset::Fide2023);
    assert_eq!(claimed, FlagVerdict::GoesOn);
    assert_eq!(claimed.article().to_string(), "III.3.1");
    assert_eq!(claimed.article().number(Ruleset::Fide2009), "6.11");
}

#[test]
fn mate_before_the_flag_was_seen_stands() {
    let mate = game("f3 e5 g4 Qh4#");
    let fallen = Flags { fallen: ByColor { black: true, ..NONE }, first: None, last_period: true };
    let verdict = claim_flag(&mate, Color::White, fallen, CanMate::Yes, CanMate::Yes, Ruleset::Fide2023);
    assert_eq!(verdict, FlagVerdict::Over(Outcome::win(Color::Black, Ending::Checkmate)));
}

#[test]
fn default_time() {
    let second = Duration::from_secs(1);
    assert_eq!(Outcome::late(Color::White, Duration::ZERO, Duration::ZERO), None);
    let lost = Outcome::win(Color::Black, Ending::Default(Color::White));
    assert_eq!(Outcome::late(Color::White, second, Duration::ZERO), Some(lost));
    assert_eq!(Outcome::late(Color::White, second, second), None);
}

#[test]
fn the_last_two_minutes() {
    let clock = LastPeriod { remaining: Duration::from_secs(119), addition: false, last_period: true };
    let announced = |rules| Rules { guidelines_iii: true, ..rules };
    hear(clock, STANDARD_2023, Err(TwoMinutesRefused::NotAnnounced));
    hear(clock, STANDARD_2009, Ok(true));
    let (standard, rapid, blitz) = (announced(STANDARD_2023), announced(RAPID_2023), announced(BLITZ_2023));
    hear(clock, standard, Ok(false));
    hear(clock, rapid, Ok(false));
    hear(clock, blitz, Err(TwoMinutesRefused::Blitz));
    let two = LastPeriod { remaining: Duration::from_secs(120), ..clock };
    hear(two, standard, Err(TwoMinutesRefused::TimeLeft));
    let fallen = LastPeriod { remaining: Duration::ZERO, ..clock };
    hear(fallen, standard, Err(TwoMinutesRefused::FlagFallen));
    hear(LastPeriod { addition: true, ..clock }, standard, Err(TwoMinutesRefused::Addition));
    hear(LastPeriod { last_period: false, ..clock }, standard, Err(TwoMinutesRefused::NotLastPeriod));
}

#[test]
fn the_arbiter_answers_it() {
    let claim = TwoMinutesClaim { by: Color::White, ground: TwoMinutesGround::NoEffort, is_offer: false };
    let draw = claim.answer(ArbiterAnswer::Draw);
    assert_eq!(draw.outcome, Some(Outcome::draw(Ending::LastTwoMinutes)));
    let rejected = claim.answer(ArbiterAnswer::Reject);
    assert_eq!((rejected.opponent_gains.as_secs(), rejected.postponed), (120, false));
    assert_eq!(rejected.article.to_string(), "III.5.3");
    let postponed = claim.answer(ArbiterAnswer::Postpone { two_minutes: false });
    assert_eq!((postponed.opponent_gains.as_secs(), postponed.postponed), (0, true));
}

fn check_format(ruleset: Ruleset, minutes: u64, addition: u64, expected: TimeFormat) {
    let format = TimeFormat::of(ruleset, Duration::from_secs(60 * minutes), Duration::from_secs(addition));
    assert_eq!(format, expected, "{ruleset} {minutes}+{addition}");
}

/// White claims; both players have as much to mate with.
fn check_flag(flags: Flags, can_mate: CanMate, expected: Option<GameResult>) {
    for ruleset in [Ruleset::Fide2023, Ruleset::Fide2009] {
        let result = match claim_flag(&game("e4"), Color::White, flags, can_mate, can_mate, ruleset) {
            FlagVerdict::Over(outcome) => Some(outcome.result),
            FlagVerdict::NotFallen | FlagVerdict::GoesOn => None,
        };
        assert_eq!(result, expected, "{flags:?} under {ruleset}");
    }
}

fn hear(clock: LastPeriod, rules: Rules, expected: Result<bool, TwoMinutesRefused>) {
    let game = game("e4 e5");
    let heard = TwoMinutesClaim::hear(&game, Color::White, TwoMinutesGround::CannotWin, clock, rules);
    assert_eq!(heard.map(|claim| claim.is_offer), expected, "{clock:?} {rules:?}");
    let not_on_move = TwoMinutesClaim::hear(&game, Color::Black, TwoMinutesGround::CannotWin, clock, rules);
    assert!(not_on_move.is_err());
}
