//! Moves as people write and speak them: spoken names, algebraic notation in any language's letters, PGN.
