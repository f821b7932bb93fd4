//! Short tones.
