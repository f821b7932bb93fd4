// The board: a grid of 64 buttons. One of them is in the order of focus; arrows and keys go from there. A move is made
// by two taps, by dragging, or by two presses of Enter.
import {lead, say, speak} from '/spoken.js';

const files = 'abcdefgh';
const names = Array.from({length: 64}, (_, n) => files[n % 8] + (1 + (n >> 3)));
const grid = document.getElementById('board');
const svg = 'http://www.w3.org/2000/svg';
const buttons = [];
const letters = new Map();
let state = null;
let turned = false;
let here = 12;
let chosen = null;
let drag = null;
let ray = 0;
let send = () => {};

export function openBoard(sender) {
  send = sender;
  for (let n = 0; n < 64; n++) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.square = names[n];
    button.className = (n + (n >> 3)) % 2 ? 'light' : 'dark';
    button.tabIndex = -1;
    button.addEventListener('focus', () => stand(n));
    buttons.push(button);
  }
  grid.addEventListener('click', (event) => {
    const square = squareOf(event.target);
    // A drag has ended in a click of its own.
    if (square !== null && !drag) touch(square);
  });
  grid.addEventListener('keydown', onKey);
  grid.addEventListener('pointerdown', begin);
  grid.addEventListener('pointermove', move);
  grid.addEventListener('pointerup', end);
  grid.addEventListener('pointercancel', () => { drop(); });
  arrange();
}

/** Shows a state; a piece that was chosen stays so until the position changes. */
export function drawBoard(next) {
  const before = state?.board?.pieces.join();
  state = next;
  if (before !== state.board?.pieces.join() && before !== undefined) { drop(); chosen = null; }
  for (const piece of ['K', 'Q', 'R', 'B', 'N', 'P']) letters.set(state.keys.pieces[piece].toLowerCase(), piece);
  const black = state.own === 'black';
  if (black !== grid.black) { grid.black = black; arrange(); }
  for (let n = 0; n < 64; n++) drawSquare(n);
}

export function turnBoard() {
  turned = !turned;
  arrange();
  return turned;
}

export function focusBoard() { buttons[here].focus(); }

export function leadToBoard() { lead(buttons[here]); }

function arrange() {
  const fromBlack = turned !== Boolean(grid.black);
  const rows = [];
  for (let r = 0; r < 8; r++) {
    const row = document.createElement('div');
    row.setAttribute('role', 'row');
    for (let f = 0; f < 8; f++) {
      const n = fromBlack ? r * 8 + 7 - f : (7 - r) * 8 + f;
      const cell = document.createElement('div');
      cell.setAttribute('role', 'gridcell');
      buttons[n].dataset.file = r === 7 ? names[n][0] : '';
      buttons[n].dataset.rank = f === 0 ? names[n][1] : '';
      cell.append(buttons[n]);
      row.append(cell);
    }
    rows.push(row);
  }
  const focused = grid.contains(document.activeElement);
  grid.replaceChildren(...rows);
  grid.dataset.turned = fromBlack;
  buttons[here].tabIndex = 0;
  if (focused) buttons[here].focus();
}

function drawSquare(n) {
  const button = buttons[n];
  const board = state.board;
  const piece = board ? board.pieces[n] : '';
  const label = board ? board.labels[n] : say('square', {square: names[n]});
  if (button.getAttribute('aria-label') !== label) button.setAttribute('aria-label', label);
  if (button.dataset.piece !== piece) {
    button.dataset.piece = piece;
    button.replaceChildren();
    if (piece) {
      const picture = document.createElementNS(svg, 'svg');
      picture.setAttribute('viewBox', '0 0 100 100');
      picture.setAttribute('aria-hidden', 'true');
      const use = document.createElementNS(svg, 'use');
      use.setAttribute('href', '#' + piece);
      picture.classList.add(piece[0] === 'w' ? 'piece-white' : 'piece-black');
      picture.append(use);
      button.append(picture);
    }
  }
  button.classList.toggle('last', Boolean(board?.last.includes(names[n])));
  button.classList.toggle('check', board?.check === names[n]);
  button.classList.toggle('chosen', chosen === n || board?.lifted === names[n]);
}

function stand(n) {
  if (n !== here) { buttons[here].tabIndex = -1; ray = 0; }
  here = n;
  buttons[here].tabIndex = 0;
}

function squareOf(target) {
  const button = target.closest?.('[data-square]');
  return button ? names.indexOf(button.dataset.square) : null;
}

/** The first touch chooses a piece, the second where it goes. */
function touch(n) {
  if (!state?.moves_here) return;
  if (state.names_squares) { send({square: names[n]}); return; }
  const own = state.board?.pieces[n][0] === state.turn[0];
  if (chosen === null || (own && chosen !== n && !castles(chosen, n))) {
    if (state.board && !state.board.pieces[n]) { speak(say('no-piece', {square: names[n]})); return; }
    choose(n);
    speak(say('chosen', {square: buttons[n].getAttribute('aria-label')}));
  } else if (chosen === n) {
    choose(null);
    speak(say('let-go'));
  } else {
    const from = chosen;
    choose(null);
    send({move: [names[from], names[n]]});
  }
}

function castles(from, to) {
  const pieces = state.board?.pieces;
  return pieces && pieces[from][1] === 'K' && pieces[to][1] === 'R' && pieces[from][0] === pieces[to][0];
}

function choose(n) {
  const before = chosen;
  chosen = n;
  if (before !== null) drawSquare(before);
  if (n !== null) drawSquare(n);
}

// Dragging, by mouse or finger.
function begin(event) {
  const n = squareOf(event.target);
  if (n === null || !state?.moves_here || state.names_squares || !event.isPrimary || event.button || (state.board && !state.board.pieces[n])) return;
  drag = {from: n, x: event.clientX, y: event.clientY, moved: false};
  drag.pointer = event.pointerId;
}

function move(event) {
  if (!drag || event.pointerId !== drag.pointer) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moved && Math.hypot(x, y) < 8) return;
  if (!drag.moved) { drag.moved = true; grid.setPointerCapture(event.pointerId); choose(drag.from); }
  const picture = buttons[drag.from].firstChild;
  if (picture) { picture.style.transform = `translate(${x}px, ${y}px)`; picture.style.zIndex = 1; }
}

function end(event) {
  if (!drag || event.pointerId !== drag.pointer) return;
  const {from, moved} = drag;
  if (!moved) { drag = null; return; }
  drop();
  choose(null);
  const to = squareOf(document.elementFromPoint(event.clientX, event.clientY) ?? grid);
  if (to !== null && to !== from) send({move: [names[from], names[to]]});
}

function drop() {
  if (!drag) return;
  const picture = buttons[drag.from].firstChild;
  if (picture) { picture.style.transform = ''; picture.style.zIndex = ''; }
  drag = null;
}

// Keys, those of the terminal's board.
function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const handled = onArrow(event) || onLetter(event);
  if (handled) event.preventDefault();
}

function onArrow(event) {
  const straight = {ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0]}[event.key];
  if (straight) {
    const sign = grid.dataset.turned === 'true' ? -1 : 1;
    go(step(here, straight.map((by) => by * sign)));
    return true;
  }
  if (event.key === 'Home') { go(here - here % 8); return true; }
  if (event.key === 'End') { go(here - here % 8 + 7); return true; }
  if (event.key === 'Escape' && chosen !== null) { choose(null); speak(say('let-go')); return true; }
  return false;
}

function onLetter(event) {
  const {key, code, shiftKey} = event;
  const digit = /^Digit([1-8])$/.exec(code)?.[1];
  // Digits are ranks, shifted digits files.
  if (digit && shiftKey) { go(here - here % 8 + Number(digit) - 1); return true; }
  if (digit) { go((Number(digit) - 1) * 8 + here % 8); return true; }
  if (key.length !== 1 || key === ' ' || !state) return false;
  const letter = key.toLowerCase();
  if (letter === state.keys.times) { speak(clockWords()); return true; }
  if (letter === state.keys.last_move) { speak(state.last_move ?? say('nothing-told')); return true; }
  if (!state.board) return false;
  const piece = letters.get(letter);
  if (piece) { next(piece, key !== letter); return true; }
  if (letter === 'x') { look(key !== letter); return true; }
  if (letter === 'm') { send({moves: names[here]}); return true; }
  if (letter === 'c') { send({captures: names[here]}); return true; }
  if (letter === 'o') { speak(buttons[here].getAttribute('aria-label')); return true; }
  return false;
}

function step(from, [file, rank]) {
  const [f, r] = [from % 8 + file, (from >> 3) + rank];
  return f < 0 || f > 7 || r < 0 || r > 7 ? null : r * 8 + f;
}

/** Goes to a square, which is told again where that is the one at hand. */
function go(n) {
  if (n === null) speak(say('edge'));
  else if (n === here) speak(buttons[n].getAttribute('aria-label'));
  else buttons[n].focus();
}

/** The next piece of a kind, on from here along the ranks. */
function next(piece, back) {
  const all = [...Array(64).keys()].filter((n) => state.board.pieces[n][1] === piece);
  if (!all.length) { speak(say('nothing-told')); return; }
  const on = back ? all.reverse().find((n) => n < here) : all.find((n) => n > here);
  go(on ?? all[0]);
}

const clockwise = [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]];

/** What stands on the next of the lines and diagonals from here, clockwise. */
function look(back) {
  const way = clockwise[(ray + 8) % 8];
  ray += back ? -1 : 1;
  const seen = [];
  for (let n = step(here, way), last = here; ; last = n, n = step(n, way)) {
    if (n === null) { if (!seen.length) seen.push(last === here ? say('edge') : buttons[last].getAttribute('aria-label')); break; }
    if (state.board.pieces[n]) seen.push(buttons[n].getAttribute('aria-label'));
  }
  speak(seen.join(', '));
}

export function clockWords() {
  return [...document.querySelectorAll('.clock')].map((clock) => clock.dataset.words).filter(Boolean).join(', ') ||
    say('nothing-told');
}
