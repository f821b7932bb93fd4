//! The guide for players, topic by topic, as a terminal, a pager, a screen reader or a braille line shows it.
#![warn(missing_docs)]

use crate::language::Message;

/// A part of the guide, from its title to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuideTopic<'a> {
    /// The number by which it may be asked for, from 1.
    pub number: usize,
    /// The title, by each word of which it may be asked for.
    pub title: &'a str,
    text: &'a str,
}

/// The guide has no such topic.
#[derive(Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message(error, "unknown-topic")]
pub struct UnknownTopic {
    /// What was asked for.
    pub found: String,
    /// The topics, each with its number.
    #[message(display)]
    pub topics: String,
}

/// Returns the topics of a guide, which is Markdown: each begins with a title of the second level.
pub fn topics(guide: &str) -> Vec<GuideTopic<'_>> {
    let parts = guide.split("\n## ").skip(1).zip(1..);
    parts
        .filter_map(|(part, number)| {
            let (title, text) = part.split_once('\n')?;
            Some(GuideTopic { number, title, text })
        })
        .collect()
}

/// Returns the topic of this number, or of this title; so much of its words is enough as no other has.
///
/// # Errors
///
/// [`UnknownTopic`] names all topics, if none or several are meant.
pub fn find<'a>(guide: &'a str, asked: &str) -> Result<GuideTopic<'a>, UnknownTopic> {
    let topics = topics(guide);
    let wanted = asked.to_lowercase();
    let is_meant = |topic: &&GuideTopic| {
        let title = topic.title.to_lowercase();
        let has = |wanted: &str| title.split_whitespace().any(|word| word.starts_with(wanted));
        wanted.parse() == Ok(topic.number) || wanted.split_whitespace().all(has)
    };
    let meant: Vec<&GuideTopic> = topics.iter().filter(is_meant).collect();
    match meant[..] {
        [topic] if !wanted.trim().is_empty() => Ok(*topic),
        _ => {
            let topics: Vec<String> = topics.iter().map(listed).collect();
            Err(UnknownTopic { found: asked.to_owned(), topics: topics.join(", ") })
        }
    }
}

/// Returns the beginning of the guide, and its topics, a line each.
pub fn contents(guide: &str) -> String {
    let beginning = guide.split("\n## ").next().unwrap_or_default();
    let topics: Vec<String> = topics(guide).iter().map(listed).collect();
    format!("{}\n{}\n", plain(beginning), topics.join("\n"))
}

fn listed(topic: &GuideTopic) -> String {
    format!("{} {}", topic.number, topic.title)
}

impl GuideTopic<'_> {
    /// Returns the topic without the signs of Markdown, which a screen reader would spell.
    pub fn plain(&self) -> String {
        format!("{}\n\n{}", self.title, plain(self.text))
    }
}

fn plain(markdown: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in markdown.lines() {
        if line.starts_with("```") || line.starts_with("<!--") {
            continue;
        }
        let line = line.trim_start_matches('#').trim_start_matches(' ').replace(['`', '*'], "");
        if !(line.is_empty() && lines.last().is_none_or(String::is_empty)) {
            lines.push(line);
        }
    }
    lines.join("\n").trim_end().to_owned() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUIDE: &str = "# Playing\n\nBriefly.\n\n## The first evening\n\nText of `play`.\n\n<!-- start: -->\n```\nYou: e4\n```\n\n### Later\n\n- **more**\n\n## The braille line\n\nCells.\n";

    #[test]
    fn topics_are_found_by_number_and_by_words() {
        for (asked, number) in
            [("1", Some(1)), ("evening", Some(1)), ("the first", Some(1)), ("BRAIL", Some(2)), ("2", Some(2))]
                .into_iter()
                .chain([("the", None), ("3", None), ("", None), (" ", None), ("brailles", None)])
        {
            let found = find(GUIDE, asked);
            assert_eq!(found.as_ref().ok().map(|topic| topic.number), number, "{asked}: {found:?}");
        }
        let unknown = find(GUIDE, "chess").unwrap_err();
        assert_eq!(unknown.topics, "1 The first evening, 2 The braille line");
    }

    #[test]
    fn no_sign_of_markdown_is_printed() {
        assert_eq!(
            find(GUIDE, "1").unwrap().plain(),
            "The first evening\n\nText of play.\n\nYou: e4\n\nLater\n\n- more\n"
        );
        assert_eq!(contents(GUIDE), "Playing\n\nBriefly.\n\n1 The first evening\n2 The braille line\n");
    }
}
