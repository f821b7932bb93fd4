//! Tests with the bytes of real boards and of other programs, and with damaged messages.

use proptest::prelude::*;

use super::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

fn read(bytes: &[u8]) -> Vec<DgtMessage> {
    let mut decoder = DgtDecoder::default();
    let mut messages = decoder.read(bytes);
    messages.extend(decoder.finish());
    messages
}

fn start() -> Placement {
    START.parse().unwrap()
}

#[test]
fn pieces_are_told_from_a8_to_h1() {
    let bytes = encode(&DgtMessage::Placed(start()));
    assert_eq!(bytes[..11], [0x86, 0x00, 0x43, 8, 9, 10, 12, 11, 10, 9, 8]);
    assert_eq!(bytes.len(), 67);
    assert_eq!(read(&bytes), [DgtMessage::Placed(start())]);
    // A pawn leaves e2, and stands on e4.
    let bytes = [0x8e, 0, 5, 0x34, 0, 0x8e, 0, 5, 0x24, 1];
    let (e2, e4) = (12, 28);
    assert_eq!(
        read(&bytes),
        [DgtMessage::Changed { square: e2, piece: '.' }, DgtMessage::Changed { square: e4, piece: 'P' }]
    );
}

#[test]
fn the_clock_tells_right_before_left() {
    let told = |bytes: [u8; 10]| match read(&bytes).as_slice() {
        [DgtMessage::Clock(reading)] => *reading,
        other => panic!("{other:?}"),
    };
    // White, on the left, has just begun to think.
    let reading = told([0x8d, 0, 0x0a, 0x20, 0x03, 0x02, 0x20, 0x03, 0x01, 0x09]);
    assert_eq!((reading.right.time.as_secs(), reading.left.time.as_secs()), (182, 181));
    assert_eq!(
        (reading.turn, reading.runs, reading.lever_up),
        (Some(ClockSide::Left), true, ClockSide::Left)
    );
    assert!(reading.left.time_per_move == Some(true) && !reading.left.flag_fallen);
    // The player has pressed, and their flag falls later.
    let reading = told([0x8d, 0, 0x0a, 0x20, 0x03, 0x02, 0x20, 0x03, 0x01, 0x13]);
    assert_eq!((reading.turn, reading.lever_up), (Some(ClockSide::Right), ClockSide::Right));
    let reading = told([0x8d, 0, 0x0a, 0x20, 0x00, 0x09, 0x30, 0x00, 0x00, 0x08]);
    assert!(reading.left.flag_fallen && !reading.right.flag_fallen && !reading.runs);
    assert_eq!(read(&[0x8d, 0, 0x0a, 0, 0, 0, 0, 0, 0, 0x20]), [DgtMessage::NoClock]);
}

#[test]
fn the_high_bits_of_an_answer_are_crossed() {
    check([0x0a, 0x10, 0x0a, 0x0a, 0x00, 0x00, 0], ClockAck::Done(0x0a));
    check([0x0a, 0x40, 0x00, 0x0a, 0x00, 0x00, 0], ClockAck::Refused);
    check([0x0a, 0x10, 0x08, 0x2a, 0x00, 0x33, 0], ClockAck::Pressed(Button::Run));
    check([0x0a, 0x10, 0x08, 0x2a, 0x00, 0x35, 0], ClockAck::Pressed(Button::Ok));
    check([0x0a, 0x10, 0x09, 0x0a, 0x22, 0x00, 0], ClockAck::Version { major: 2, minor: 2 });
    check([0x3a, 0x11, 0x12, 0x1a, 0x13, 0x14, 0], ClockAck::Other([0x91, 0x12, 0x93, 0x94]));
    fn check(data: [u8; 7], answer: ClockAck) {
        let bytes = [&[0x8d, 0, 0x0a], &data[..]].concat();
        assert_eq!(read(&bytes), [DgtMessage::Answered(answer)]);
        assert_eq!(encode(&DgtMessage::Answered(answer)), bytes);
    }
}

#[test]
fn a_board_names_itself() {
    assert_eq!(read(b"\x91\x00\x0812345"), [DgtMessage::Serial("12345".to_owned())]);
    assert_eq!(read(&[0x93, 0, 5, 1, 7]), [DgtMessage::Version { major: 1, minor: 7 }]);
    assert_eq!(read(&[0xa0, 0, 4, 50]), [DgtMessage::Other(0x20)]);
}

#[test]
fn orders_to_the_clock_are_those_another_host_sends() {
    let time = |h: u64, m: u64, s: u64| Duration::from_secs(3600 * h + 60 * m + s);
    check(ClockOrder::Version, &[0x2b, 0x03, 0x03, 0x09, 0x00]);
    check(ClockOrder::Beep { length: 2 }, &[0x2b, 0x04, 0x03, 0x0b, 0x02, 0x00]);
    check(ClockOrder::EndText, &[0x2b, 0x03, 0x03, 0x03, 0x00]);
    let text = ClockOrder::Text { text: "e2e4".to_owned(), beep: true };
    check(text, b"\x2b\x0c\x03\x0ce2e4    \x01\x00");
    let set =
        ClockOrder::SetAndRun { left: time(1, 30, 0), right: time(1, 29, 59), runs: Some(ClockSide::Left) };
    check(set, &[0x2b, 0x0a, 0x03, 0x0a, 1, 0x1e, 0, 1, 0x1d, 0x3b, 1, 0]);
    fn check(order: ClockOrder, bytes: &[u8]) {
        assert_eq!(order.bytes(), bytes, "{order:?}");
    }
}

#[test]
fn what_a_broken_frame_still_tells_is_kept() {
    let e4 = DgtMessage::Changed { square: 28, piece: 'P' };
    check(&[0x00, 0x05, 0x24, 0x01], Salvage::Whole(e4.clone()));
    check(&[0x8e, 0x05, 0x24, 0x01], Salvage::Whole(e4.clone()));
    check(&[0x8e, 0x00, 0x24, 0x01], Salvage::Whole(e4));
    check(&[0x8e, 0x00, 0x05, 0x24], Salvage::ChangeOn(28));
    check(&[0x8e, 0x00, 0x05, 0x01], Salvage::Change { square: 57, piece: 'P' });
    check(&[0x8d, 0x00, 0x0a, 0x20, 0x03], Salvage::Nothing);
    check(&[0x00, 0x0a, 0x20, 0x03, 0x02, 0x20, 0x03, 0x01, 0x09], Salvage::Nothing);
    check(&[0x00], Salvage::Anything);
    let whole = encode(&DgtMessage::Placed(start()));
    for lost in 0..3 {
        check(&without(&whole, lost), Salvage::Whole(DgtMessage::Placed(start())));
    }
    for lost in 3..67 {
        let damage = Damage { at: 0, bytes: without(&whole, lost) };
        let Salvage::AllButOne(codes) = damage.salvage() else { panic!("{damage:?}") };
        assert!(is_all_but_one(&codes, &start()), "{lost}");
        assert!(!is_all_but_one(&codes, &Placement::empty()));
    }
    fn check(bytes: &[u8], salvage: Salvage) {
        let messages = read(bytes);
        let [DgtMessage::Damaged(damage)] = messages.as_slice() else { panic!("{messages:?}") };
        assert_eq!(damage.salvage(), salvage, "{bytes:?}");
    }
    fn without(bytes: &[u8], lost: usize) -> Vec<u8> {
        [&bytes[..lost], &bytes[lost + 1..]].concat()
    }
}

#[test]
fn a_lost_byte_costs_one_message() {
    let messages = [
        DgtMessage::Placed(start()),
        DgtMessage::Changed { square: 12, piece: '.' },
        DgtMessage::Version { major: 1, minor: 7 },
        DgtMessage::Changed { square: 28, piece: 'P' },
        DgtMessage::NoClock,
        DgtMessage::Serial("12345".to_owned()),
    ];
    let bytes: Vec<u8> = messages.iter().flat_map(encode).collect();
    assert_eq!(read(&bytes), messages);
    for lost in 0..bytes.len() {
        let rest = [&bytes[..lost], &bytes[lost + 1..]].concat();
        let right = read(&rest).into_iter().filter(|it| messages.contains(it)).count();
        assert_eq!(right, messages.len() - 1, "byte {lost}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_alike_in_any_portions(
        bytes in prop::collection::vec(any::<u8>(), 0..400),
        portion in 1usize..9,
    ) {
        let mut decoder = DgtDecoder::default();
        let mut messages: Vec<DgtMessage> = bytes.chunks(portion).flat_map(|some| decoder.read(some)).collect();
        messages.extend(decoder.finish());
        prop_assert_eq!(&messages, &read(&bytes));
        for message in messages {
            if let DgtMessage::Damaged(damage) = message {
                damage.salvage();
                prop_assert_eq!(&bytes[damage.at as usize..][..damage.bytes.len()], &damage.bytes[..]);
            }
        }
    }
}
