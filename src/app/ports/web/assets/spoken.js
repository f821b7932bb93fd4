// What a screen reader speaks: one region. Readers leave out a text that equals the one before it, so that every second
// one ends in a space that is not spoken; and they miss a text that is gone again at once, so that each stands for a while.
const region = document.getElementById('spoken');
const stands = 400;
let last = '';
let waiting = [];
let free = true;

export function speak(text) {
  last = text;
  waiting.push(text);
  if (free) next();
}

function next() {
  free = waiting.length === 0;
  if (free) return;
  const text = waiting.join(' ');
  waiting = [];
  region.textContent = region.textContent === text ? text + '\u00a0' : text;
  setTimeout(next, stands);
}

export function speakAgain(otherwise) {
  speak(last || otherwise);
}

/** Leads a reader to an element. Where the focus is there already, the reader may be elsewhere, and is told anew. */
export function lead(element) {
  element.blur();
  element.focus();
}

const texts = Object.fromEntries(
  [...document.querySelectorAll('#texts li')].map((item) => [item.dataset.id, item.textContent]));

/** A text of the page with its gaps filled: say('wait', {seconds: 4}). */
export function say(id, gaps = {}) {
  return texts[id].replace(/\{(\w+)\}/g, (whole, name) => gaps[name] ?? whole);
}
