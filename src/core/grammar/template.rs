//! The small language for phrases in a grammar file.
//!
//! ```text
//! alternatives = sequence { "|" sequence }
//! sequence     = { word | "[" alternatives "]" | "(" alternatives ")" | "{" slot "}" | "<" part ">" }
//! ```

use strum::VariantArray;

use super::error::GrammarFault;
use super::slot::Slot;

/// A phrase as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Template {
    Word(String),
    Slot(Slot),
    Part(String),
    Sequence(Vec<Template>),
    OneOf(Vec<Template>),
    Optional(Box<Template>),
}

/// Nobody nests brackets deeper on purpose.
const DEEPEST: usize = 32;

impl Template {
    /// Reads a phrase.
    pub(super) fn parse(text: &str) -> Result<Template, GrammarFault> {
        let tokens = tokens(text)?;
        let mut parser = Parser { tokens: &tokens, depth: 0 };
        let template = parser.alternatives()?;
        match parser.tokens.first() {
            None => Ok(template),
            Some(token) => Err(GrammarFault::Syntax {
                found: token.to_string(),
                expected: "an opening bracket before it",
            }),
        }
    }
}

/// Whether `word` can be in a phrase: lower-case letters, with which alone libvosk is safe.
pub(super) fn is_word(word: &str) -> bool {
    let inside = |word: &str| word.chars().all(|c| c.is_alphabetic() && !c.is_uppercase());
    !word.is_empty() && word.split('\'').all(|part| !part.is_empty() && inside(part))
}

#[derive(Clone, Debug)]
enum Token {
    Word(String),
    Slot(String),
    Part(String),
    Mark(char),
}

impl std::fmt::Display for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Token::Word(word) => write!(f, "{word}"),
            Token::Slot(name) => write!(f, "{{{name}}}"),
            Token::Part(name) => write!(f, "<{name}>"),
            Token::Mark(mark) => write!(f, "{mark}"),
        }
    }
}

fn tokens(text: &str) -> Result<Vec<Token>, GrammarFault> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let used = match first {
            '[' | ']' | '(' | ')' | '|' => {
                tokens.push(Token::Mark(first));
                1
            }
            '{' | '<' => {
                let (close, expected) =
                    if first == '{' { ('}', "a closing }") } else { ('>', "a closing >") };
                let end = rest
                    .find(close)
                    .ok_or_else(|| GrammarFault::Syntax { found: rest.to_owned(), expected })?;
                let name = rest[1..end].trim().to_owned();
                tokens.push(if first == '{' { Token::Slot(name) } else { Token::Part(name) });
                end + 1
            }
            _ => {
                let end = rest
                    .find(|c: char| c.is_whitespace() || "[](){}<>|".contains(c))
                    .unwrap_or(rest.len())
                    .max(first.len_utf8());
                let word = &rest[..end];
                if !is_word(word) {
                    return Err(GrammarFault::Word { found: word.to_owned() });
                }
                tokens.push(Token::Word(word.to_owned()));
                end
            }
        };
        rest = rest[used..].trim_start();
    }
    Ok(tokens)
}

struct Parser<'a> {
    tokens: &'a [Token],
    depth: usize,
}

impl Parser<'_> {
    fn next(&mut self) -> Option<Token> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first.clone())
    }

    fn alternatives(&mut self) -> Result<Template, GrammarFault> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(GrammarFault::TooLarge);
        }
        let mut choices = vec![self.sequence()?];
        while let [Token::Mark('|'), rest @ ..] = self.tokens {
            self.tokens = rest;
            choices.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(if choices.len() == 1 { choices.remove(0) } else { Template::OneOf(choices) })
    }

    fn sequence(&mut self) -> Result<Template, GrammarFault> {
        let mut parts = Vec::new();
        while !matches!(self.tokens.first(), None | Some(Token::Mark(']' | ')' | '|'))) {
            match self.next() {
                Some(Token::Word(word)) => parts.push(Template::Word(word)),
                Some(Token::Slot(name)) => match name.parse() {
                    Ok(slot) => parts.push(Template::Slot(slot)),
                    Err(_) => {
                        let expected = Slot::list(Slot::VARIANTS);
                        return Err(GrammarFault::UnknownSlot { found: name, expected });
                    }
                },
                Some(Token::Part(name)) => parts.push(Template::Part(name)),
                Some(Token::Mark('[')) => {
                    let inner = self.alternatives()?;
                    self.close(']', "a closing ]")?;
                    parts.push(Template::Optional(Box::new(inner)));
                }
                _ => {
                    let inner = self.alternatives()?;
                    self.close(')', "a closing )")?;
                    parts.push(inner);
                }
            }
        }
        match parts.len() {
            0 => Err(GrammarFault::Syntax {
                found: self.tokens.first().map_or_else(|| "end".to_owned(), Token::to_string),
                expected: "a word",
            }),
            1 => Ok(parts.remove(0)),
            _ => Ok(Template::Sequence(parts)),
        }
    }

    fn close(&mut self, mark: char, expected: &'static str) -> Result<(), GrammarFault> {
        match self.next() {
            Some(Token::Mark(found)) if found == mark => Ok(()),
            found => Err(GrammarFault::Syntax {
                found: found.map_or_else(|| "end".to_owned(), |token| token.to_string()),
                expected,
            }),
        }
    }
}
