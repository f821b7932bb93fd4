//! A spoken chess assistant for blind players.
