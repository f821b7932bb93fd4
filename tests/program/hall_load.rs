//! Boards of a hall, each the whole game with its journal, while the broker is killed and stopped and boards are. `make bench`
//! does the same with two hundred.

use std::time::Duration;

use crate::hall_of_boards::load::{Load, outlives};

#[test]
#[ignore = "needs mosquitto"]
fn every_game_is_complete_after_the_broker_and_boards_were_killed() {
    let figures = outlives(Load { boards: 10, killed: 2, stopped: Duration::ZERO });
    print!("{figures}");
    assert_eq!((figures.boards, figures.after_kills.len()), (10, 3));
}
