// Enters with a code, follows the live state, and sends what is done here.
import {say, speak} from '/spoken.js';

const at = (id) => document.getElementById(id);
let socket = null;
let lost = false;
let shown = false;
let draw = () => {};

/** Shows each state by `drawer(state, back)`; `back` is what to say where the connection was lost before. */
export function attend(drawer) {
  draw = drawer;
  begin();
}

// ── Entering ──

async function enter(code) {
  const answer = await fetch('/enter', {method: 'POST', body: code}).catch(() => null);
  if (answer?.ok) { follow(); return; }
  at('entrance').hidden = false;
  const wait = answer?.headers.get('Retry-After');
  at('refused').textContent = !answer ? say('unreachable') : wait ? say('wait', {seconds: wait}) : say('wrong-code');
  at('code').focus();
}

at('enter').addEventListener('submit', (event) => {
  event.preventDefault();
  enter(at('code').value);
});

// A link can bring its code; nothing of it stays in the address.
const brought = location.hash.slice(1);
if (brought) history.replaceState(null, '', location.pathname);

// ── Following ──

async function begin() {
  if (brought) { enter(brought); return; }
  const pass = await fetch('/live').catch(() => null);
  if (pass?.status === 204) follow();
  else if (pass?.status === 401) showEntrance();
  else setTimeout(begin, 2000);
}

function showEntrance() {
  at('game').hidden = true;
  at('entrance').hidden = false;
  at('code').focus();
}

function follow() {
  socket = new WebSocket(location.protocol.replace('http', 'ws') + '//' + location.host + '/live');
  socket.onmessage = (message) => {
    at('entrance').hidden = true;
    at('game').hidden = false;
    const back = lost ? say('back') : '';
    lost = false;
    shown = true;
    draw(JSON.parse(message.data), back);
  };
  socket.onclose = () => {
    socket = null;
    if (!lost) { lost = true; if (shown) speak(say('lost')); }
    at('connection').textContent = say('lost');
    at('connection').hidden = false;
    setTimeout(begin, 1000 + Math.random() * 1000);
  };
}

export function send(command) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command));
  else speak(say('lost'));
}

at('leave').addEventListener('click', async () => {
  await fetch('/leave', {method: 'POST'}).catch(() => null);
  location.reload();
});

/** A time on a clock: 1:05:09. */
export function time(ms) {
  const seconds = Math.ceil(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n) => String(n).padStart(2, '0');
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
