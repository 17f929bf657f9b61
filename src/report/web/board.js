// The board: a picture, and over it arrows and a button for each square and each piece in hand. It
// knows what can be selected, and says what was played, by clicks or by dragging.

import { button, byId, element, placeMarkup, say } from './dom.js';

const picture = byId('picture');
const places = byId('places');
const choice = byId('choice');
const over = byId('over');

/** What is shown: the answer about a position, where it lies, and the names of pieces. */
let shown = null;
let drawn = null;
let names = new Map();
let sides = new Map();
let figures = new Map();
let selected = null;
let play = function () {};
/** While a board is set up, clicks go there. */
let editor = null;

export function onPlay(listener) { play = listener; }
export function edit(listener) { editor = listener; unselect(); }

export function useKit(kit) {
  names = new Map(kit.pieces.map(function (piece) { return [piece.letter, piece.name]; }));
  sides = new Map(kit.pieces.map(function (piece) { return [piece.letter, piece.side]; }));
  figures = new Map(kit.pieces.map(function (piece) { return [piece.letter, piece.svg]; }));
}

export function pieceName(letter) { return names.get(letter) || letter; }
export function figure(letter) { return figures.get(letter) || ''; }

/** Draws a board; `position` has its pieces, its hands and its legal moves. */
export function draw(board, position, last) {
  const focused = places.contains(document.activeElement) ? document.activeElement.dataset.place : null;
  shown = position;
  drawn = board;
  selected = null;
  choice.hidden = true;
  placeMarkup(picture, board.svg);
  places.style.aspectRatio = board.width + ' / ' + board.bottom;
  places.replaceChildren();
  const add = function (place, size, inHand) {
    const button = element('button', inHand ? 'place held' : 'place');
    button.type = 'button';
    button.dataset.place = inHand ? place.name + '*' : place.name;
    button.tabIndex = -1;
    button.style.left = 100 * (place.x - size / 2) / board.width + '%';
    button.style.top = 100 * (place.y - size / 2) / board.bottom + '%';
    button.style.width = 100 * size / board.width + '%';
    button.style.height = 100 * size / board.bottom + '%';
    button.setAttribute('aria-label', label(place.name, inHand));
    if (last && last.includes(place.name) && !inHand) { button.classList.add('last'); }
    if (position.check === place.name) { button.classList.add('check'); }
    if (movesFrom(button.dataset.place).length) { button.classList.add('mover'); }
    places.append(button);
  };
  board.squares.forEach(function (place) { add(place, board.cell, false); });
  board.hands.forEach(function (place) { add(place, board.hand_cell, true); });
  const all = Array.from(places.children);
  const back = all.find(function (it) { return it.dataset.place === focused; });
  (back || all[0]).tabIndex = 0;
  if (back) { back.focus(); }
}

/** Replaces the picture alone, by one of the same position. */
export function redraw(board) { placeMarkup(picture, board.svg); }

/** Draws moves as arrows over the picture; each has a `move` and a `kind`: `played`, `best` or `answer`. */
export function point(arrows) {
  const parts = arrows.map(function (it) { return arrow(it.move, it.kind); }).filter(Boolean);
  placeMarkup(over, '<svg viewBox="0 0 ' + drawn.width + ' ' + drawn.bottom + '">' + parts.join('') + '</svg>');
}

function arrow(move, kind) {
  const middle = function (name) { return drawn.squares.find(function (it) { return it.name === name; }); };
  const to = middle(move.slice(2, 4));
  const isDrop = move[1] === '*';
  // A dropped piece comes from below or from above: the hand may be empty by now.
  const from = isDrop && to ? { x: to.x + drawn.cell * 0.35, y: to.y + drawn.cell * (to.y < drawn.bottom / 2 ? 1 : -1) } : middle(move.slice(0, 2));
  if (!from || !to) { return null; }
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  const [head, half] = [Math.min(16, length / 2), 8];
  const at = function (along, aside) {
    return (from.x + (dx * along - dy * aside) / length).toFixed(1) + ' ' + (from.y + (dy * along + dx * aside) / length).toFixed(1);
  };
  const end = length - 6;
  const shaft = 'M' + at(Math.min(14, length / 4), 0) + 'L' + at(end - head * 0.8, 0);
  const tip = 'M' + at(end, 0) + 'L' + at(end - head, half) + 'L' + at(end - head, -half) + 'z';
  return '<g class="go ' + kind + '"><path class="case" d="' + shaft + '"/><path class="case" d="' + tip + '"/><path class="shaft" d="' +
    shaft + '"/><path class="tip" d="' + tip + '"/></g>';
}

/** Writes numbers on squares, or takes them away. */
export function write(numbers) {
  places.querySelectorAll('.worth').forEach(function (it) { it.remove(); });
  (numbers || []).forEach(function (it) {
    const place = find(it.square);
    if (place) { place.append(element('span', 'worth', it.worth)); }
  });
}

function find(name) {
  return Array.from(places.children).find(function (it) { return it.dataset.place === name; });
}

function label(name, inHand) {
  if (inHand) { return say('{piece} in hand, {count}', { piece: pieceName(name), count: shown.hands[name] || 0 }); }
  const letter = shown.pieces[name];
  return name + (letter ? ', ' + pieceName(letter) : '');
}

/** Where a move begins: a square, or a piece in hand as its drop is written. */
function origin(text) { return text.slice(0, 2); }

/** The moves that begin at a place. A drop is written with a capital letter for both sides. */
function movesFrom(place) {
  if (!place.endsWith('*')) { return shown.legal.filter(function (text) { return origin(text) === place; }); }
  if (sides.get(place.slice(0, -1)) !== shown.side) { return []; }
  return shown.legal.filter(function (text) { return origin(text) === place.toUpperCase(); });
}

export function unselect() {
  selected = null;
  choice.hidden = true;
  choice.replaceChildren();
  places.querySelectorAll('.selected,.target').forEach(function (it) { it.classList.remove('selected', 'target'); });
}

function select(place) {
  unselect();
  const moves = movesFrom(place);
  if (!moves.length) { return; }
  selected = place;
  find(place).classList.add('selected');
  moves.forEach(function (text) {
    const target = find(text.slice(2, 4));
    if (target) { target.classList.add('target'); }
  });
}

/** Plays a move, or asks which of several. */
function go(moves) {
  if (moves.length === 1) { unselect(); play(moves[0]); return; }
  choice.replaceChildren();
  moves.forEach(function (text) {
    const suffix = text.slice(4);
    const from = shown.pieces[text.slice(0, 2)];
    const isLower = from === from.toLowerCase();
    let after = from;
    if (suffix === '+') { after = '+' + from; } else if (suffix) { after = isLower ? suffix : suffix.toUpperCase(); }
    const figureBox = element('span', 'figure');
    placeMarkup(figureBox, figure(after));
    const made = button('', '', function () { unselect(); play(text); });
    made.append(figureBox, element('span', '', suffix ? say('Promote: {piece}', { piece: pieceName(after) }) : say('Do not promote')));
    choice.append(made);
  });
  choice.hidden = false;
  choice.firstChild.focus();
}

function click(place) {
  if (editor) { editor(place); return; }
  if (selected) {
    const moves = movesFrom(selected).filter(function (text) { return text.slice(2, 4) === place; });
    if (moves.length) { go(moves); return; }
    if (selected === place) { unselect(); return; }
  }
  select(place);
}

// Pieces can be dragged; a finger on a place from which nothing goes moves the page.
let drag = null;
places.addEventListener('pointerdown', function (event) {
  const button = event.target.closest('.place');
  if (editor || !button || event.button || !movesFrom(button.dataset.place).length) { return; }
  // A finger would hold on to the place where it began.
  if (button.hasPointerCapture(event.pointerId)) { button.releasePointerCapture(event.pointerId); }
  drag = { button: button, x: event.clientX, y: event.clientY, ghost: null };
});
document.addEventListener('pointermove', function (event) {
  if (!drag || (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5)) { return; }
  if (!drag.ghost) {
    select(drag.button.dataset.place);
    const place = drag.button.dataset.place;
    drag.ghost = element('span', 'ghost');
    placeMarkup(drag.ghost, figure(place.endsWith('*') ? place.slice(0, -1) : shown.pieces[place]));
    document.body.append(drag.ghost);
  }
  drag.ghost.style.left = event.clientX + 'px';
  drag.ghost.style.top = event.clientY + 'px';
  event.preventDefault();
});
document.addEventListener('pointercancel', function () {
  if (drag && drag.ghost) { drag.ghost.remove(); unselect(); }
  drag = null;
});
document.addEventListener('pointerup', function (event) {
  const done = drag;
  drag = null;
  if (!done || !done.ghost) { return; }
  done.ghost.remove();
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const button = under && under.closest('.place');
  // The click that follows where it began is none.
  if (button === done.button) { unselect(); places.addEventListener('click', function (it) { it.stopImmediatePropagation(); }, { capture: true, once: true }); return; }
  const moves = button ? movesFrom(done.button.dataset.place).filter(function (text) { return text.slice(2, 4) === button.dataset.place; }) : [];
  if (moves.length) { go(moves); } else { unselect(); }
});

places.addEventListener('click', function (event) {
  const button = event.target.closest('.place');
  if (button) { focus(button); click(button.dataset.place); }
});

// Whoever clicks steps through the game by arrows; whoever has come by the tab key moves on the
// board by them.
let isPointing = false;
places.addEventListener('pointerdown', function () { isPointing = true; });
document.addEventListener('keydown', function (event) { if (event.key === 'Tab') { isPointing = false; } }, true);

// One place is reached by the tab key, the others from there by arrows.
function focus(button) {
  places.querySelectorAll('[tabindex="0"]').forEach(function (it) { it.tabIndex = -1; });
  button.tabIndex = 0;
  button.focus();
}

places.addEventListener('keydown', function (event) {
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const step = steps[event.key];
  if (!step || isPointing || event.altKey || event.ctrlKey || event.metaKey) { return; }
  event.preventDefault();
  event.stopPropagation();
  const middle = function (it) {
    const box = it.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const here = middle(document.activeElement);
  let best = null;
  let least = Infinity;
  Array.from(places.children).forEach(function (it) {
    const there = middle(it);
    const along = (there[0] - here[0]) * step[0] + (there[1] - here[1]) * step[1];
    const across = Math.abs((there[0] - here[0]) * step[1]) + Math.abs((there[1] - here[1]) * step[0]);
    const far = along + 3 * across;
    if (along > 2 && far < least) { least = far; best = it; }
  });
  if (best) { focus(best); }
});
