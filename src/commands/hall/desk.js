// The page of a desk or a screen: all boards of a hall, and the arbiter's rulings.
import {attend, send, time} from '/follow.js';
import {say, speak, speakAgain} from '/spoken.js';

const at = (id) => document.getElementById(id);
const rows = new Map();
let state = null;
let since = 0;
let heard = null;
let answered = null;
// What is asked here is answered here alone.
const page = crypto.getRandomValues(new Uint32Array(2)).join('-');
let byNumber = false;

function put(element, text) { if (element.textContent !== text) element.textContent = text; }

function draw(next, back) {
  const first = state === null;
  state = next;
  since = performance.now();
  at('connection').hidden = !state.fault;
  put(at('connection'), state.fault ? say('offline') + ' ' + state.fault : '');
  drawRows();
  drawTold(first, back);
}

function drawRows() {
  const body = at('boards').tBodies[0];
  const boards = byNumber ? [...state.boards].sort((a, b) => a.board - b.board) : state.boards;
  const focused = document.activeElement;
  boards.forEach((board, n) => {
    const row = rows.get(board.board) ?? makeRow(board.board);
    drawRow(row, board);
    // What stands where it belongs is not moved: a reader would lose its place.
    if (body.rows[n] !== row) body.insertBefore(row, body.rows[n] ?? null);
  });
  if (focused !== document.activeElement && focused?.isConnected) focused.focus();
}

function makeRow(number) {
  const row = document.createElement('tr');
  const head = document.createElement('th');
  head.scope = 'row';
  const link = document.createElement('a');
  link.href = '/board/' + number;
  link.target = '_blank';
  link.textContent = number;
  head.append(link);
  row.append(head);
  for (const name of ['white', 'black', 'move', 'time', 'time', 'needs', 'result']) {
    const cell = document.createElement('td');
    cell.className = name;
    row.append(cell);
  }
  if (at('rule')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = say('rule-at', {board: number});
    button.addEventListener('click', () => { at('at').value = number; at('words').focus(); });
    row.lastChild.after(document.createElement('td'));
    row.lastChild.append(button);
  }
  rows.set(number, row);
  return row;
}

function drawRow(row, board) {
  const cells = row.cells;
  put(cells[1], board.white);
  put(cells[2], board.black);
  put(cells[3], board.last ?? '');
  drawTimes(row, board);
  put(cells[6], [...board.waits, board.asked, board.fault].filter(Boolean).join('; '));
  put(cells[7], board.result ?? '');
  row.classList.toggle('waits', board.needs.length > 0);
}

function drawTimes(row, board) {
  ['white', 'black'].forEach((name, n) => {
    const cell = row.cells[4 + n];
    const runs = board.clock?.running === name;
    const passed = runs ? Math.max(0, performance.now() - since - board.clock.delay) : 0;
    const left = board.clock ? Math.max(0, board.clock[name] - passed) : null;
    put(cell, left === null ? '' : time(left));
    cell.className = 'time' + (runs ? ' runs' : '') + (left !== null && left < 60000 ? ' short' : '');
  });
}

function drawTold(first, back) {
  const news = state.told.filter((told) => heard !== null && told.id > heard);
  heard = state.told.at(-1)?.id ?? 0;
  const answers = state.answers.filter((answer) => answer.page === page && answer.id > (answered ?? 0));
  answered = answers.at(-1)?.id ?? answered;
  const board = answers.at(-1)?.board;
  if (board && at('at')) at('at').value = board;
  for (const told of [...(first ? state.told : news), ...answers]) {
    const entry = document.createElement('li');
    entry.textContent = told.text;
    at('told').prepend(entry);
  }
  const all = [back, ...[...answers, ...(first ? [] : news)].map((told) => told.text)].filter(Boolean);
  if (all.length && (!first || answers.length)) speak(all.join(' '));
}

setInterval(() => {
  for (const board of state?.boards ?? []) {
    if (board.clock?.running && rows.has(board.board)) drawTimes(rows.get(board.board), board);
  }
}, 1000);

at('order').addEventListener('click', () => {
  byNumber = !byNumber;
  at('order').setAttribute('aria-pressed', byNumber);
  if (state) drawRows();
});
at('again').addEventListener('click', () => speakAgain(say('nothing-told')));

at('rule')?.addEventListener('submit', (event) => {
  event.preventDefault();
  const words = at('words').value.trim();
  if (!words) return;
  const board = at('at').value.trim() || null;
  send({say: {page, arbiter: at('name').value.trim(), board, words}});
  at('words').value = '';
});

attend(draw);
