// Steps through the game. What each move shows and tells stands in the attributes of its button.
const moves = [...document.querySelectorAll("button[data-board]")];
const parts = document.getElementById("parts").content;
const board = document.getElementById("board");
const cells = [...board.querySelectorAll("tbody td")];
const told = document.getElementById("told");
const steps = document.getElementById("steps");
const [first, back, forward, last, turn] = steps.querySelectorAll("button");
let at = moves.findIndex((move) => move.ariaCurrent === "true");
let turned = board.dataset.turned === "true";

const part = (name) => parts.querySelector(`[data-part="${name}"]`).cloneNode(true);
const place = (square) => 8 * (8 - square[1]) + square.charCodeAt(0) - 97;

function draw() {
  const { board: pieces, from, to, check } = moves[at].dataset;
  const marks = { from, to, check };
  cells.forEach((cell, seen) => {
    const square = turned ? 63 - seen : seen;
    const drawn = part(pieces[square]);
    for (const [mark, where] of Object.entries(marks)) {
      if (where && place(where) === square) {
        drawn.querySelector("svg").prepend(part(mark));
      }
    }
    cell.replaceChildren(...drawn.childNodes);
  });
  board.querySelectorAll("[data-files]").forEach((row) => {
    const files = turned ? "hgfedcba" : "abcdefgh";
    row.querySelectorAll(".file").forEach((file, column) => (file.textContent = files[column]));
  });
  board.querySelectorAll(".rank").forEach((rank, row) => (rank.textContent = turned ? row + 1 : 8 - row));
}

function show(to) {
  const next = Math.min(Math.max(to, 0), moves.length - 1);
  moves[at].removeAttribute("aria-current");
  at = next;
  moves[at].setAttribute("aria-current", "true");
  draw();
  for (const [button, ends] of [[first, 0], [back, 0], [forward, moves.length - 1], [last, moves.length - 1]]) {
    button.setAttribute("aria-disabled", at === ends);
  }
  // A move that is told again differs by a space, or a screen reader would be silent.
  const text = moves[at].dataset.told;
  told.textContent = told.textContent === text ? `${text}\u00a0` : text;
  reveal();
}

// Scrolls the list of moves, never the page.
function reveal() {
  const list = moves[at].closest("ol");
  list.scrollTop += moves[at].getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
}

moves.forEach((move, number) => move.addEventListener("click", () => show(number)));
first.addEventListener("click", () => show(0));
back.addEventListener("click", () => show(at - 1));
forward.addEventListener("click", () => show(at + 1));
last.addEventListener("click", () => show(moves.length - 1));
turn.addEventListener("click", () => {
  turned = !turned;
  turn.setAttribute("aria-pressed", turned);
  draw();
});
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
    return;
  }
  const inside = event.target.closest && event.target.closest("#steps, .moves");
  const to = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    Home: inside ? 0 : undefined,
    End: inside ? moves.length - 1 : undefined,
  }[event.key];
  if (to !== undefined) {
    event.preventDefault();
    show(to);
  }
});
steps.hidden = false;
reveal();
