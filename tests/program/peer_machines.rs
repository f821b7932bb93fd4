//! Two machines that find each other: two network namespaces and a cable between them, which only root can lay.

use std::{
    process::Command,
    sync::atomic::{AtomicUsize, Ordering},
};

use crate::{binary::Home, online::Table};

/// Two machines with a cable between them, and nothing else: no router, no name server.
struct Machines {
    names: [String; 2],
}

/// The numbers of the machines.
const NUMBERS: [&str; 2] = ["10.77.77.1", "10.77.77.2"];

fn ip(args: &str) -> bool {
    let done = Command::new("ip").args(args.split(' ')).output();
    done.is_ok_and(|output| output.status.success())
}

impl Machines {
    /// Lays the cable; none where that is not allowed.
    fn connected() -> Option<Machines> {
        static LAID: AtomicUsize = AtomicUsize::new(0);
        let id = format!("{}{}", std::process::id(), LAID.fetch_add(1, Ordering::Relaxed));
        let names = ["a", "b"].map(|end| format!("annabella{id}{end}"));
        // Removed again by its end, even if it was begun only.
        let machines = Machines { names: names.clone() };
        let [one, other] = &names;
        let ends = ["a", "b"].map(|end| format!("an{id}{end}"));
        let is_laid = ip(&format!("netns add {one}"))
            && ip(&format!("netns add {other}"))
            && ip(&format!("link add {} netns {one} type veth peer name {} netns {other}", ends[0], ends[1]));
        if !is_laid {
            return None;
        }
        for n in 0..2 {
            let (name, end, number) = (&names[n], &ends[n], NUMBERS[n]);
            assert!(ip(&format!("-n {name} addr add {number}/24 dev {end}")));
            assert!(ip(&format!("-n {name} link set lo up")) && ip(&format!("-n {name} link set {end} up")));
            assert!(ip(&format!("-n {name} route add 224.0.0.0/4 dev {end}")));
        }
        Some(machines)
    }

    fn sit(&self, machine: usize, home: &Home, language: &str, args: &[&str]) -> Table {
        let begin = ["play", "--text", "-", "--language", language, "--confirm", "never"];
        self.start(machine, home, &[&begin[..], args].concat())
    }

    fn start(&self, machine: usize, home: &Home, args: &[&str]) -> Table {
        Table::of(home.start_under(&["ip", "netns", "exec", &self.names[machine]], args))
    }
}

impl Drop for Machines {
    fn drop(&mut self) {
        for name in &self.names {
            ip(&format!("netns del {name}"));
        }
    }
}

/// Somebody waits on a machine; returns the place and the code that were told.
fn waits(machines: &Machines, machine: usize, home: &Home, name: &str) -> (Table, String, String) {
    let args = ["--opponent", "peer", "--white", name, "--time", "90+30"];
    let mut host = machines.sit(machine, home, "de", &args);
    let told = host.hears("Die Gegenseite erreicht dieses Programm unter ");
    let (place, code) = told.split_once("Der Code für sie: ").unwrap();
    let place = place.split_once(" unter ").unwrap().1.trim_end_matches(". ").to_owned();
    (host, place, code.chars().filter(char::is_ascii_digit).collect())
}

/// Each finds the one with its code, whoever else waits on that machine, from either end; and finds them again.
#[test]
#[ignore = "needs root: two machines are two network namespaces"]
fn two_machines_find_each_other_by_the_code_alone() {
    let Some(machines) = Machines::connected() else {
        eprintln!("NOT RUN: no network namespaces can be made here (ip netns add, as root)");
        return;
    };
    for (here, there) in [(0, 1), (1, 0)] {
        let homes: [Home; 3] = std::array::from_fn(|_| Home::new());
        let (mut host, place, code) = waits(&machines, here, &homes[0], "Anna");
        assert!(place.starts_with(NUMBERS[here]), "{place}");
        let (other, _, other_code) = waits(&machines, here, &homes[1], "Otto");
        assert_ne!(code, other_code);
        let mut guest = machines.sit(there, &homes[2], "en", &["--opponent", "peer:", "--black", "Ben"]);
        guest.hears("Group 1 first, please.");
        guest.types(&code);
        guest.hears("Anna");
        guest.types("yes");
        host.hears("Gegen Ben. Mit Weiß");
        host.types("e2e4");
        guest.hears("White: ");
        // Killed, and found again without an address.
        let folder = homes[2].path().join(".local/share/annabella");
        let files = std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
        let journal =
            files.filter(|path| path.extension().is_some_and(|kind| kind == "jsonl")).max().unwrap();
        guest.is_killed();
        host.hears("Die Verbindung zur Gegenseite ist unterbrochen");
        guest = machines.start(there, &homes[2], &["resume", journal.to_str().unwrap(), "--text", "-"]);
        host.hears("Die Verbindung zur Gegenseite ist wieder da");
        guest.hears("clock: B");
        guest.types("e7e5");
        host.hears("Schwarz: Bauer Eva sieben Eva fünf.");
        assert_eq!(other.count("Die Gegenseite ist da"), 0, "{}", other.all());
    }
}

/// Nobody who waits there has the code: that is told, and nobody is disturbed by it.
#[test]
#[ignore = "needs root: two machines are two network namespaces"]
fn who_has_another_code_finds_nobody_and_disturbs_nobody() {
    let Some(machines) = Machines::connected() else {
        eprintln!("NOT RUN: no network namespaces can be made here (ip netns add, as root)");
        return;
    };
    let homes: [Home; 3] = std::array::from_fn(|_| Home::new());
    let (first, _, _) = waits(&machines, 0, &homes[0], "Anna");
    let (second, _, _) = waits(&machines, 0, &homes[1], "Otto");
    let mut guest = machines.sit(1, &homes[2], "en", &["--opponent", "peer:", "--black", "Ben"]);
    guest.hears("Group 1 first, please.");
    guest.types(&annabella::peer::PeerCode::of_random(&[9; 32]).groups().join(" "));
    guest.hears("Nobody in this network is waiting with this code yet");
    for host in [first, second] {
        assert!(!host.all().contains("Jemand kam"), "{}", host.all());
    }
}
