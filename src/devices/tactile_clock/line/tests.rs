use super::*;
use proptest::prelude::*;

#[test]
fn host_lines_are_those_of_the_protocol() {
    let face = ClockState {
        white_ms: 5_400_000,
        black_ms: 299_999,
        run: Some(TactileSide::White),
        flag: FallenFlags { white: true, black: true },
    };
    check_host("TCHELO,1", HostMessage::Hello { version: 1 });
    check_host("TCSET,7,5400000,299999,W,WB", HostMessage::Set { seq: 7, face });
    check_host("TCSET,65535,0,0,-,-", HostMessage::Set { seq: 65535, face: ClockState::default() });
    check_host("TCFEEL,0,five", HostMessage::Feel { seq: 0, pattern: FeelPattern::Five });
    check_host("TCACK,12", HostMessage::Ack { seq: 12 });
}

#[test]
fn clock_lines_are_those_of_the_protocol() {
    check_clock(
        "TCHELO,1,emulator,hands+lever",
        ClockMessage::Hello {
            version: 1,
            name: "emulator".to_owned(),
            features: Features { hands: true, lever: true, ..Features::default() },
        },
    );
    check_clock("TCACK,3", ClockMessage::Ack { seq: 3 });
    check_clock("TCNAK,3,range", ClockMessage::Nak { seq: 3, reason: "range".to_owned() });
    check_clock("TCLEVER,9,B", ClockMessage::Lever { seq: 9, side: TactileSide::Black });
    check_clock("TCFAULT,sensor", ClockMessage::Fault(FaultCode::Sensor));
}

#[test]
fn checksum_is_the_xor_of_the_body() {
    // By hand: T^C^A^C^K^,^1 = 54^43^41^43^4B^2C^31.
    assert_eq!(HostMessage::Ack { seq: 1 }.to_line(), "$TCACK,1*43\r\n");
}

#[test]
fn unknown_bodies_are_refused() {
    for body in [
        "",
        "TCSET,1,2,3,W",
        "TCSET,1,2,3,w,-",
        "TCSET,1,2,3,W,BW",
        "TCSET,65536,2,3,W,-",
        "TCSET,1,-2,3,W,-",
        "TCSET,+1,2,3,W,-",
        "TCSET,1,4294967296,3,W,-",
        "TCSET,1,2,3,W,-,",
        "TCFEEL,1,buzz",
        "tchelo,1",
    ] {
        let expected = Err(unknown(body));
        assert_eq!(HostMessage::parse(body), expected);
    }
    for body in ["TCFAULT,fire", "TCLEVER,1,-", "TCHELO,1", "TCNAK,1"] {
        assert_eq!(ClockMessage::parse(body), Err(unknown(body)));
    }
}

#[test]
fn receiver_drops_and_resynchronises() {
    check_receiver("$TCACK,1*43\r\n", &[Ok("TCACK,1")]);
    check_receiver("$TCACK,1*43\n", &[Ok("TCACK,1")]);
    check_receiver("noise\r\n$TCACK,1*43\r\n", &[Ok("TCACK,1")]);
    check_receiver(
        "$TCACK,1*42\r\n$TCACK,1*43\r\n",
        &[Err(ClockLineError::Checksum { found: 0x42, expected: 0x43 }), Ok("TCACK,1")],
    );
    check_receiver("$TCAC$TCACK,1*43\r\n", &[Err(ClockLineError::CutOff), Ok("TCACK,1")]);
    check_receiver("$TCACK,1\r\n", &[Err(ClockLineError::Unframed { found: "TCACK,1".to_owned() })]);
    check_receiver(
        "$TCA\u{1}CK*00\r\n",
        &[Err(ClockLineError::Unframed { found: "TCA\u{1}CK*00".to_owned() })],
    );
    let long = format!("${}\r\n$TCACK,1*43\r\n", "x".repeat(200));
    check_receiver(&long, &[Err(ClockLineError::TooLong), Ok("TCACK,1")]);
}

#[test]
fn a_line_of_the_limit_passes_and_one_byte_more_does_not() {
    let line = frame(&"x".repeat(LINE_LIMIT - FRAME));
    assert_eq!(line.len(), LINE_LIMIT);
    check_receiver(&line, &[Ok(&"x".repeat(LINE_LIMIT - FRAME))]);
    let line = frame(&"x".repeat(LINE_LIMIT - FRAME + 1));
    check_receiver(&line, &[Err(ClockLineError::TooLong)]);
}

#[test]
fn what_is_left_of_a_line_is_no_message() {
    // "$TCHELO,243*00", with its last digit changed to `$`.
    assert_eq!(HostMessage::Hello { version: 243 }.to_line(), "$TCHELO,243*00\r\n");
    let bodies = received(b"$TCHELO,24$*00\r\n");
    let [Err(ClockLineError::CutOff), Ok(body)] = &bodies[..] else { panic!("{bodies:?}") };
    assert_eq!(HostMessage::parse(body), Err(ClockLineError::Unknown { body: String::new() }));
}

#[test]
fn names_are_made_fit_for_a_line() {
    let hello = ClockMessage::Hello {
        version: 255,
        name: "Uhr, 2*$\u{e4}\r\n".to_owned() + &"n".repeat(100),
        features: Features { hands: true, flag: true, feel: true, lever: true },
    };
    let line = hello.to_line();
    assert_eq!(line.len(), LINE_LIMIT);
    assert!(line.starts_with("$TCHELO,255,Uhr 2nnn"));
    assert!(matches!(received(line.as_bytes())[..], [Ok(_)]));
}

proptest! {
    #[test]
    fn host_messages_survive_the_wire(message in host_message()) {
        let bodies = received(message.to_line().as_bytes());
        let [Ok(body)] = &bodies[..] else { panic!("{bodies:?}") };
        prop_assert_eq!(HostMessage::parse(body), Ok(message));
    }

    #[test]
    fn clock_messages_survive_the_wire(message in clock_message()) {
        prop_assert!(message.to_line().len() <= LINE_LIMIT);
        let bodies = received(message.to_line().as_bytes());
        let [Ok(body)] = &bodies[..] else { panic!("{bodies:?}") };
        prop_assert_eq!(ClockMessage::parse(body), Ok(message));
    }

    #[test]
    fn garbage_costs_no_line_after_it(
        garbage in proptest::collection::vec(any::<u8>(), 0..300),
        message in host_message(),
    ) {
        let mut bytes = garbage;
        bytes.extend(message.to_line().into_bytes());
        let last = received(&bytes).pop();
        let Some(Ok(body)) = last else { panic!("{last:?}") };
        prop_assert_eq!(HostMessage::parse(&body), Ok(message));
    }

    #[test]
    fn one_wrong_byte_never_makes_another_message(
        message in host_message(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let line = message.to_line().into_bytes();
        let mut bytes = line.clone();
        bytes[at.index(line.len())] = byte;
        // A changed byte `$` may begin a line with the right checksum, but with no known word.
        for read in received(&bytes).into_iter().flatten().filter_map(|body| HostMessage::parse(&body).ok()) {
            prop_assert_eq!(&read, &message);
        }
    }
}

fn side() -> impl Strategy<Value = TactileSide> {
    prop_oneof![Just(TactileSide::White), Just(TactileSide::Black)]
}

fn host_message() -> impl Strategy<Value = HostMessage> {
    let face = (any::<u32>(), any::<u32>(), proptest::option::of(side()), any::<(bool, bool)>()).prop_map(
        |(white_ms, black_ms, run, (white, black))| ClockState {
            white_ms,
            black_ms,
            run,
            flag: FallenFlags { white, black },
        },
    );
    prop_oneof![
        any::<u8>().prop_map(|version| HostMessage::Hello { version }),
        (any::<u16>(), face).prop_map(|(seq, face)| HostMessage::Set { seq, face }),
        (any::<u16>(), prop::sample::select(FeelPattern::VARIANTS))
            .prop_map(|(seq, pattern)| HostMessage::Feel { seq, pattern }),
        any::<u16>().prop_map(|seq| HostMessage::Ack { seq }),
    ]
}

fn clock_message() -> impl Strategy<Value = ClockMessage> {
    let features = any::<(bool, bool, bool, bool)>().prop_map(|(hands, flag, feel, lever)| Features {
        hands,
        flag,
        feel,
        lever,
    });
    prop_oneof![
        (any::<u8>(), "[ -#%-)+\\-~]{0,20}", features).prop_map(|(version, name, features)| {
            let name = name.replace(',', "");
            ClockMessage::Hello { version, name, features }
        }),
        any::<u16>().prop_map(|seq| ClockMessage::Ack { seq }),
        (any::<u16>(), "[a-z ]{0,30}").prop_map(|(seq, reason)| ClockMessage::Nak { seq, reason }),
        (any::<u16>(), side()).prop_map(|(seq, side)| ClockMessage::Lever { seq, side }),
        prop::sample::select(FaultCode::VARIANTS).prop_map(ClockMessage::Fault),
    ]
}

fn received(bytes: &[u8]) -> Vec<Result<String, ClockLineError>> {
    let mut receiver = LineReceiver::default();
    bytes.iter().filter_map(|byte| receiver.push(*byte)).collect()
}

fn check_host(body: &str, message: HostMessage) {
    assert_eq!(HostMessage::parse(body), Ok(message.clone()));
    assert_eq!(received(message.to_line().as_bytes()), [Ok(body.to_owned())]);
}

fn check_clock(body: &str, message: ClockMessage) {
    assert_eq!(ClockMessage::parse(body), Ok(message.clone()));
    assert_eq!(received(message.to_line().as_bytes()), [Ok(body.to_owned())]);
}

fn check_receiver(bytes: &str, expected: &[Result<&str, ClockLineError>]) {
    let expected: Vec<_> = expected.iter().map(|it| it.clone().map(str::to_owned)).collect();
    assert_eq!(received(bytes.as_bytes()), expected);
}
