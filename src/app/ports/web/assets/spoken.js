// What a screen reader speaks: one region. Readers leave out a text that equals the one before it, so that every second
// one ends in a space that is not spoken.
const region = document.getElementById('spoken');
let last = '';

export function speak(text) {
  last = text;
  region.textContent = region.textContent === text ? text + '\u00a0' : text;
}

export function speakAgain(otherwise) {
  speak(last || otherwise);
}

const texts = Object.fromEntries(
  [...document.querySelectorAll('#texts li')].map((item) => [item.dataset.id, item.textContent]));

/** A text of the page with its gaps filled: say('wait', {seconds: 4}). */
export function say(id, gaps = {}) {
  return texts[id].replace(/\{(\w+)\}/g, (whole, name) => gaps[name] ?? whole);
}
