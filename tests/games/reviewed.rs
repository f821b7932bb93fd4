//! A game that is reviewed, and an engine that knows it.

/// Black's second move and White's fourth and fifth cost much, and each has one better move.
pub const REVIEWED: &str = "[Result \"0-1\"]\n\n1. e4 e5 2. Qh5 Nf6 3. Qxe5+ Be7 4. Qg3 Nc6 5. Nc3 0-1\n";

/// An engine for the shell, which does this at first when it is to search.
pub fn engine_that_knows_it(first: &str) -> String {
    ENGINE.replace("FIRST", first)
}

const ENGINE: &str = "#!/bin/sh
say() { echo info depth 9 score cp $1 pv $2; echo bestmove $2; }
while read -r word rest; do
case $word in
uci) echo id name Stub; echo uciok;;
isready) echo readyok;;
position) position=$rest;;
go) FIRST
case $rest in *searchmoves*) other=${rest##*searchmoves }; say -700 ${other%% *}; continue;; esac
case $position in
*moves*b1c3) say 600 c6d4;;
*moves*b8c6) say -250 f1c4;;
*moves*e5g3) say 250 b8c6;;
*moves*f8e7) say 150 e5f4;;
*moves*h5e5) say -150 f8e7;;
*moves*g8f6) say 150 h5e5;;
*moves*d1h5) say 0 b8c6;;
*moves*e7e5) say 30 g1f3;;
*moves*e2e4) say -30 e7e5;;
*) say 30 e2e4;;
esac;;
quit) exit;;
esac
done
";
