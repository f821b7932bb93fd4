// The page: enters with a code, follows the live state, draws it, and sends what is done here.
import {attend, send, time} from '/follow.js';
import {lead, say, speak, speakAgain} from '/spoken.js';
import {clockWords, drawBoard, focusBoard, leadToBoard, openBoard, turnBoard} from '/board.js';

const at = (id) => document.getElementById(id);
const typed = at('typed');
let state = null;
let since = 0;
let heard = null;
let before = null;
let removal = 0;
let drawnTimes = '';

// ── Drawing ──

function draw(next, back) {
  const first = state === null;
  state = next;
  since = performance.now();
  document.body.dataset.seat = state.seat;
  at('connection').hidden = true;
  const title = state.course ?? state.players.join(' – ');
  if (at('players').textContent !== title) {
    at('players').textContent = title;
    document.title = title + ' · annabella';
  }
  put(at('seat'), [say('seat-' + state.seat), state.event].filter(Boolean).join(' · '));
  typed.type = state.concealed ? 'password' : 'text';
  at('described').hidden = Boolean(state.board);
  put(at('described'), say(state.course ? 'concealed' : 'not-described'));
  put(at('standing'), state.result ?? (state.has_turn ? say('to-move', {side: side(state.turn)}) : ''));
  drawStudy();
  drawBoard(state);
  drawClocks();
  nameClocks();
  drawMoves();
  drawTimes();
  drawTold(first, back);
  drawQuestion();
  drawTopics();
  drawList(at('devices'), state.devices, (device) => device.lost ? `${device.name}: ${say('device-lost')}` : device.name);
}

/** In the school the buttons are those of the school. Who stands on one that goes is led to the line. */
function drawStudy() {
  const studies = Boolean(state.course);
  const [shown, gone] = studies ? ['studying', 'doing'] : ['doing', 'studying'];
  if (at(gone).contains(document.activeElement)) typed.focus();
  at(shown).hidden = false;
  at(gone).hidden = true;
}

function put(element, text) { if (element.textContent !== text) element.textContent = text; }

const side = (name) => name === 'white' ? state.players[0] : state.players[1];

function drawList(list, items, text) {
  while (list.children.length > items.length) list.lastChild.remove();
  items.forEach((item, n) => {
    const entry = list.children[n] ?? list.appendChild(document.createElement('li'));
    put(entry, text(item));
  });
}

function drawMoves() {
  const count = at('score').children.length;
  drawList(at('score'), state.moves, (move) => move);
  [...at('score').children].forEach((entry, n) => entry.classList.toggle('now', n === state.moves.length - 1));
  if (count !== state.moves.length) at('score').scrollTop = at('score').scrollHeight;
}

function drawTimes() {
  const times = state.times ?? '';
  if (times === drawnTimes) return;
  drawnTimes = times;
  at('times').innerHTML = times;
}

/** What was told since the last state is spoken, once; the first state only shows what was told before. */
function drawTold(first, back) {
  const news = state.told.filter((told) => heard !== null && told.id > heard);
  // A program that was started anew counts from the beginning.
  heard = state.told.at(-1)?.id ?? 0;
  drawToldList();
  const all = [back, ...news.map((told) => told.text)].filter(Boolean);
  if (!first && all.length) speak(all.join(' '));
}

/** The latest is first. What stands there stays: a list in which every entry changes drowns what a reader is to speak. */
function drawToldList() {
  const list = at('told');
  const first = state.told.find((told) => told.id === Number(list.firstChild?.dataset.id));
  if (first?.text !== list.firstChild?.textContent) list.replaceChildren();
  const newest = Number(list.firstChild?.dataset.id ?? 0);
  for (const told of state.told.filter((told) => told.id > newest)) {
    const entry = document.createElement('li');
    entry.dataset.id = told.id;
    entry.textContent = told.text;
    list.prepend(entry);
  }
  while (list.children.length > state.told.length) list.lastChild.remove();
}

// A reader whose element vanishes takes the focus elsewhere. So the focus leaves first, and what is past goes a moment later.
const lingers = 600;

function drawQuestion() {
  const question = at('question');
  const id = String(state.asked?.id ?? '');
  if ((question.dataset.id ?? '') === id) return;
  question.dataset.id = id;
  const active = document.activeElement;
  const inside = question.contains(active);
  clearTimeout(removal);
  for (const button of at('answers').children) button.className = 'past';
  question.classList.toggle('past', !state.asked);
  if (state.asked) {
    // Whoever types goes on typing, and may answer so: a dialog without the focus takes a reader's keys out of the line.
    const opens = state.asked.is_urgent && state.asked.answers.length > 0 && active !== typed;
    if (opens && !inside) before = active;
    ask(question, state.asked, opens);
  } else if (inside) {
    giveBack();
  }
  removal = setTimeout(() => {
    question.hidden = !state.asked;
    document.querySelectorAll('#answers .past').forEach((button) => button.remove());
  }, lingers);
}

function ask(question, asked, opens) {
  put(at('asked'), asked.text);
  at('answers').append(...asked.answers.map((answer, n) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = answer;
    button.addEventListener('click', () => send({choose: {asked: asked.id, answer: n}}));
    return button;
  }));
  question.setAttribute('role', opens ? 'dialog' : 'group');
  // A group is never modal, and says nothing of it.
  if (opens) question.setAttribute('aria-modal', 'true'); else question.removeAttribute('aria-modal');
  question.hidden = false;
  if (opens) at('answers').lastChild.focus();
}

function giveBack() {
  if (before?.isConnected && before !== document.body) before.focus();
  else focusBoard();
  before = null;
}

at('question').addEventListener('keydown', (event) => {
  if (event.key === 'Escape') { send({key: 'cancel'}); event.preventDefault(); event.stopPropagation(); }
  if (event.key !== 'Tab') return;
  // Tab stays in the dialog.
  const all = [...document.querySelectorAll('#answers :not(.past)')];
  const n = all.indexOf(document.activeElement);
  all[(n + (event.shiftKey ? all.length - 1 : 1)) % all.length]?.focus();
  event.preventDefault();
});

function drawTopics() {
  const text = JSON.stringify(state.topics);
  if (at('topics').dataset.text === text) return;
  at('topics').dataset.text = text;
  const open = new Set([...document.querySelectorAll('#topics details[open] summary')].map((item) => item.textContent));
  at('topics').replaceChildren(...state.topics.map((topic) => {
    const details = document.createElement('details');
    const summary = document.createElement('summary');
    summary.textContent = topic.title;
    details.open = open.has(topic.title);
    const list = document.createElement('ul');
    list.append(...topic.phrases.map(phraseItem));
    details.append(summary, list);
    return details;
  }));
}

function phraseItem(phrase) {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = phrase.begin ? phrase.begin + ' …' : phrase.words;
  button.addEventListener('click', () => {
    if (phrase.begin) { typed.value = phrase.begin + ' '; typed.focus(); } else send({say: phrase.words});
  });
  const purpose = document.createElement('span');
  purpose.textContent = phrase.purpose;
  item.append(button, ' ', purpose);
  return item;
}

// ── Clocks ──

function drawClocks() {
  const turned = at('board').dataset.turned === 'true';
  for (const [id, name] of [['upper', turned ? 'white' : 'black'], ['lower', turned ? 'black' : 'white']]) {
    const clock = at(id);
    clock.dataset.side = name;
    const runs = state.clock?.running === name;
    const passed = runs ? Math.max(0, performance.now() - since - state.clock.delay) : 0;
    const left = state.clock ? Math.max(0, state.clock[name] - passed) : null;
    const text = left === null ? side(name) : `${side(name)} ${time(left)}`;
    put(clock.firstChild, text);
    clock.dataset.words = text + (runs ? ' ' + say('runs') : '');
    clock.className = 'clock' + (runs ? ' runs' : '') + (left !== null && left < 60000 ? ' short' : '') +
      (state.clock?.fallen.includes(name) ? ' fallen' : '') + (!state.clock && state.turn === name && !state.result ? ' turn' : '');
  }
}

/** A name that changed every second would drown what a reader is to speak. */
function nameClocks() {
  for (const clock of document.querySelectorAll('.clock')) clock.setAttribute('aria-label', clock.dataset.words);
}

setInterval(() => { if (state?.clock?.running) drawClocks(); }, 200);
setInterval(() => { if (state?.clock?.running) nameClocks(); }, 5000);

// ── Doing ──

at('line').addEventListener('submit', (event) => {
  event.preventDefault();
  send({say: typed.value});
  typed.value = '';
});

// Told once, when the line is first reached.
typed.addEventListener('blur', () => typed.removeAttribute('aria-describedby'), {once: true});

// In the line as in a terminal: up says again, Escape says no, Enter alone says yes.
typed.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowUp') { speakAgain(say('nothing-told')); event.preventDefault(); }
  if (event.key === 'Escape') {
    if (typed.value) typed.value = ''; else send({key: 'cancel'});
    event.preventDefault();
  }
});

for (const button of document.querySelectorAll('[data-key]')) {
  button.addEventListener('click', () => send({key: button.dataset.key}));
}
for (const button of document.querySelectorAll('[data-study]')) {
  button.addEventListener('click', () => send({study: button.dataset.study}));
}
at('again').addEventListener('click', () => speakAgain(say('nothing-told')));
at('turn').addEventListener('click', () => {
  at('turn').setAttribute('aria-pressed', turnBoard());
  drawClocks();
  nameClocks();
});
at('fill').addEventListener('click', fill);

function fill() {
  const filled = document.body.classList.toggle('filled');
  at('fill').setAttribute('aria-pressed', filled);
}

// Keys that no reader and no browser uses.
document.addEventListener('keydown', (event) => {
  if (at('game').hidden || event.ctrlKey || event.altKey || event.metaKey) return;
  const act = {
    F2: () => lead(typed),
    F4: leadToBoard,
    F8: () => speakAgain(say('nothing-told')),
    F9: fill,
    Escape: () => { if (document.body.classList.contains('filled')) fill(); },
  }[event.key];
  if (!act) return;
  act();
  if (event.key !== 'Escape') event.preventDefault();
});

openBoard(send);
attend(draw);
