// Setting a board up: a palette of pieces, hands, the side to move. The server draws the
// board and says whether it can be played.

import * as board from './board.js';
import { button, byId, element, placeMarkup, say } from './dom.js';
import { ask } from './server.js';

const box = byId('setup');
const palette = byId('palette');
const hands = byId('hands');
const TAKE_OFF = '';

let state = null;
let kit = null;
let chosen = TAKE_OFF;
let view = 'black';
let done = function () {};
let leave = function () {};
let said = function () {};

export function isOpen() { return state !== null; }

/** Begins with a position; `finish` gets the text of the one set up, `cancel` nothing. */
export function open(position, useKit, useView, finish, cancel, complain) {
  kit = useKit;
  view = useView;
  done = finish;
  leave = cancel;
  said = complain;
  state = {
    pieces: Object.assign({}, position.pieces), hands: Object.assign({}, position.hands), side: position.side,
  };
  byId('castling-box').hidden = kit.game !== 'chess';
  byId('castling').value = kit.game === 'chess' ? position.text.split(' ')[2] : '';
  Array.from(byId('setup-side').options).forEach(function (it) { it.textContent = kit.sides[it.value]; });
  byId('setup-side').value = state.side;
  drawPalette();
  drawHands();
  showSteps(false);
  box.hidden = false;
  board.edit(put);
  show();
}

/** What belongs to a position that is played, and not to one that is set up. */
function showSteps(yes) {
  ['steps', 'keys', 'play-part', 'game-part', 'views'].forEach(function (id) { byId(id).hidden = !yes; });
}

export function close() {
  state = null;
  box.hidden = true;
  showSteps(true);
  board.edit(null);
}

function question() {
  return {
    game: kit.game, side: state.side, pieces: state.pieces, hands: state.hands, castling: byId('castling').value.trim(),
    view: view,
  };
}

async function show() {
  try {
    const answer = await ask('/api/setup', question());
    if (!state) { return; }
    board.draw(answer.board, { pieces: state.pieces, hands: state.hands, legal: [], check: null, side: state.side }, null);
    state.text = answer.text;
    byId('setup-done').disabled = answer.text === null;
    byId('setup-fault').textContent = answer.fault || answer.text;
  } catch (error) { said(error.message); }
}

function put(place) {
  if (place.endsWith('*')) { return; }
  if (chosen === TAKE_OFF || state.pieces[place] === chosen) { delete state.pieces[place]; } else { state.pieces[place] = chosen; }
  show();
}

function drawPalette() {
  palette.replaceChildren();
  const add = function (letter, name, svg) {
    const made = button('figure', svg ? '' : '\u2715', function () {
      chosen = letter;
      Array.from(palette.children).forEach(function (it) { it.setAttribute('aria-pressed', String(it === made)); });
    });
    made.title = name;
    made.setAttribute('aria-label', name);
    made.setAttribute('aria-pressed', String(letter === chosen));
    if (svg) { placeMarkup(made, svg); }
    palette.append(made);
  };
  if (!kit.pieces.some(function (piece) { return piece.letter === chosen; })) { chosen = TAKE_OFF; }
  add(TAKE_OFF, say('take pieces off'), '');
  kit.pieces.forEach(function (piece) { add(piece.letter, piece.name, piece.svg); });
}

function drawHands() {
  hands.replaceChildren();
  kit.hand.forEach(function (letter) {
    const name = board.pieceName(letter);
    const line = element('span', 'held-count');
    const figureBox = element('span', 'figure');
    placeMarkup(figureBox, board.figure(letter));
    const count = element('output', '', state.hands[letter] || 0);
    const change = function (by) {
      const next = Math.max(0, Math.min(18, (state.hands[letter] || 0) + by));
      if (next) { state.hands[letter] = next; } else { delete state.hands[letter]; }
      count.textContent = next;
      show();
    };
    const changer = function (text, by, what) {
      const made = button('small-button', text, function () { change(by); });
      made.setAttribute('aria-label', what);
      return made;
    };
    line.append(figureBox, changer('\u2212', -1, say('one less {piece} in hand', { piece: name })), count,
      changer('+', 1, say('one more {piece} in hand', { piece: name })));
    hands.append(line);
  });
  hands.hidden = kit.hand.length === 0;
}

byId('setup-side').addEventListener('change', function (event) { state.side = event.target.value; show(); });
byId('castling').addEventListener('input', show);
byId('setup-clear').addEventListener('click', function () {
  state.pieces = {};
  state.hands = {};
  byId('castling').value = '';
  drawHands();
  show();
});
byId('setup-start').addEventListener('click', async function () {
  try {
    const start = await ask('/api/position', { game: kit.game });
    state.pieces = start.pieces;
    state.hands = {};
    state.side = start.side;
    byId('setup-side').value = start.side;
    byId('castling').value = kit.game === 'chess' ? start.text.split(' ')[2] : '';
    drawHands();
    show();
  } catch (error) { said(error.message); }
});
byId('setup-done').addEventListener('click', function () {
  const text = state.text;
  if (text) { close(); done(text); }
});
byId('setup-cancel').addEventListener('click', function () { close(); leave(); });
