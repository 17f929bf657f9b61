// A game as a tree of moves, where in it we are, and what is known of it: the list of moves, the curve of
// the chances, marks of mistakes, arrows. It is fed by a server or out of the page's own data.

import * as board from './board.js';
import { attempt, button, byId, complain, element, mateSaid, percent, say, table } from './dom.js';

/** Parts of a thousand that a move must give away for `?!`, `?` and `??`. */
const BOUNDS = byId('told').dataset.bounds.split(' ').map(Number);
const MARKS = ['?!', '?', '??'];
/** The only good move, and not one that takes what moved before it. */
export const ONLY = '\u25a1';
const CURVE = { width: 600, height: 130, left: 46, below: 16 };
const SVG = byId('curve').firstElementChild.namespaceURI;

export const state = { game: 'shogi', start: '', view: 'black', title: [say('Game')], cut: null, root: null, now: null };
/** The answer about the position that is shown; the number tells late ones from new. */
export let current = { number: 0, position: null };

let ask = null;
let shown = function () {};
let changed = function () {};
let locked = function () { return false; };
let moved = function () {};
const kits = {};

/** Who answers questions, who hears of a position that is shown, of a game that has changed and of a move on the
 *  board, and who may forbid steps. */
export function connect(hooks) {
  ask = hooks.ask;
  shown = hooks.shown || shown;
  changed = hooks.changed || changed;
  locked = hooks.locked || locked;
  moved = hooks.moved || moved;
}

export async function kit(game) {
  if (!kits[game]) { kits[game] = await ask('/api/kit?game=' + game); }
  return kits[game];
}

// The tree. A node is the position after its move; the root is the first position. The first of its
// children goes on with the game, the others begin variations.

function grow(parent, move, name) {
  const made = { parent: parent, move: move, name: name || move, children: [], comment: '', judged: null, why: [] };
  if (parent) { parent.children.push(made); }
  return made;
}

/** The nodes from the first move to a node. */
export function path(to) {
  const found = [];
  for (let at = to; at && at.parent; at = at.parent) { found.unshift(at); }
  return found;
}

/** The game through a node: from the first position to the end of the line. */
export function line(through) {
  const found = [state.root].concat(path(through));
  for (let at = through; at.children.length; at = at.children[0]) { found.push(at.children[0]); }
  return found;
}

function isOfGame(node) {
  return path(node).every(function (it) { return it.parent.children[0] === it; });
}

/** Moves from the first position, as questions have them. */
export function movesTo(node) { return path(node).map(function (it) { return it.move; }); }

/** The game up to the position that is shown. */
export function question() { return { game: state.game, start: state.start, moves: movesTo(state.now), view: state.view }; }

// What is known of it.

/** The side that moves first in a game. */
export function firstSide() { return state.game === 'chess' ? 'white' : 'black'; }

/** The first side to move, and the number of its move, out of the text of the first position. */
function beginning() {
  const words = state.start.split(' ').filter(function (word) { return word !== 'sfen' && word !== 'fen'; });
  if (words.length < 2 || words[0] === 'startpos') { return { side: firstSide(), number: 1 }; }
  const side = words[1] === 'w' ? 'white' : 'black';
  return { side: side, number: Number(words[state.game === 'chess' ? 5 : 3]) || 1 };
}

export function other(side) { return side === 'black' ? 'white' : 'black'; }

/** What a side is called. */
export function sideName(side) { return kits[state.game].sides[side]; }

export function sideOf(node) {
  const begins = beginning().side;
  return path(node).length % 2 === 0 ? begins : other(begins);
}

/** Parts of a thousand that the side to move can expect: at least what the move that was played turned out to keep. */
function expects(node) {
  const next = node.children[0];
  const kept = next && next.judged && !next.judged.told && !node.judged.told ? 1000 - expects(next) : 0;
  return Math.max(node.judged.points, kept);
}

/** Parts of a thousand that the first player can expect. */
export function chances(node) {
  if (!node.judged) { return null; }
  return sideOf(node) === firstSide() ? expects(node) : 1000 - expects(node);
}

/** The same that the side that made a move can expect after it. */
export function kept(node) { return 1000 - expects(node); }

/** Parts of a thousand that a move gave away, of what its side could expect. */
function lost(node) {
  const before = node.parent && node.parent.judged;
  // What two players say of positions in turn accuses none of them.
  if (!before || !node.judged || before.told || node.judged.told) { return null; }
  return before.best[0] === node.move ? 0 : Math.max(0, before.points - kept(node));
}

/** Whether a search took the move for the best, and what is seen after it says that it gave something away. */
export function isDoubted(node) {
  const before = node.parent && node.parent.judged;
  if (!before || !node.judged || before.told || node.judged.told) { return false; }
  return before.best[0] === node.move && before.points - kept(node) >= BOUNDS[0];
}

/** Whether a move gave something away as far as is known. */
export function isAccused(node) { return (lost(node) || 0) >= BOUNDS[0] || isDoubted(node); }

export function mark(node) {
  const gave = lost(node) || 0;
  const found = MARKS.filter(function (_, i) { return gave >= BOUNDS[i]; });
  if (found.length) { return found[found.length - 1]; }
  const before = node.parent && node.parent.judged;
  const isTaking = before && (node.parent.move || '').slice(2, 4) === (node.move || '').slice(2, 4);
  // What the search took for the only move may have lost as well.
  const keeps = before && node.judged && before.points - kept(node) < BOUNDS[0];
  return keeps && before.only && before.best[0] === node.move && !isTaking ? ONLY : '';
}

/** The number in front of a move: of the ply in shogi, of the pair of moves in chess. */
function number(node, always) {
  const begins = beginning();
  const ply = path(node).length;
  if (state.game === 'shogi') { return begins.number + ply - 1 + '.'; }
  const behind = begins.side === 'white' ? ply - 1 : ply;
  const pair = begins.number + Math.floor(behind / 2) + (behind % 2 === 0 ? '.' : '\u2026');
  return behind % 2 === 0 || always ? pair : '';
}

// Showing.

/** Shows the position where we are, then what else is seen in it. */
export async function show() {
  const mine = current.number + 1;
  current = { number: mine, position: null };
  const own = question();
  const known = await kit(state.game);
  board.useKit(known);
  const position = await ask('/api/position', own);
  if (mine !== current.number) { return; }
  complain('');
  // Where nobody knows the rules, what is known can be played.
  position.legal = position.legal || state.now.children.map(function (it) { return it.move; }).concat(state.now.judged ? state.now.judged.best.slice(0, 1) : []);
  current.position = position;
  const played = state.now.move;
  board.draw(position.board, position, played ? [played.slice(0, 2), played.slice(2, 4)] : null);
  const mover = { side: position.side_name };
  byId('status').textContent = (position.check ? say('{side} to move, in check', mover) : say('{side} to move', mover)) +
    (position.result ? ' \u2013 ' + position.result : '');
  showGame();
  await shown(mine, own, position);
}

/** Shows what is known of the game, the position being the same. */
export function showGame() {
  showMoves();
  showTold();
  showCurve();
  showSides();
  showBar(chances(state.now));
  showArrows();
  // Each name by itself: marks of direction in one turn nothing else around.
  byId('players').replaceChildren(...state.title.map(function (text) { return element('bdi', '', text); }));
  const isEnd = !state.now.children.length;
  byId('copied').textContent = '';
  byId('comment').textContent = [state.now.comment, isEnd ? state.cut : null].filter(Boolean).join('\n');
  byId('first').disabled = byId('back').disabled = !state.now.parent;
  byId('last').disabled = byId('next').disabled = isEnd;
  const isVariation = !isOfGame(state.now);
  byId('to-game').hidden = byId('remove').hidden = !isVariation;
  changed();
}

function moveButton(node, always) {
  const box = element('span', 'numbered');
  const before = node.parent ? number(node, always) : '';
  if (before) { box.append(element('span', 'no', before)); }
  const made = button('move-button', node.parent ? node.name : say('start'), function () { step(node); });
  if (node.move) { made.dataset.move = node.move; }
  if (node === state.now) { made.setAttribute('aria-current', 'step'); }
  if (node.comment) { made.classList.add('has-comment'); }
  const sign = mark(node);
  if (sign) { made.append(element('span', 'sign s' + MARKS.indexOf(sign), sign)); }
  box.append(made);
  return box;
}

function showMoves() {
  const list = byId('moves');
  const put = function (into, from, isFirst) {
    for (let at = from; at.children.length; at = at.children[0]) {
      into.append(moveButton(at.children[0], isFirst));
      isFirst = at.children.length > 1;
      at.children.slice(1).forEach(function (one) {
        const box = element('span', 'variation');
        box.append(moveButton(one, true));
        put(box, one, false);
        into.append(box);
      });
    }
  };
  list.replaceChildren(moveButton(state.root, false));
  put(list, state.root, true);
  const now = list.querySelector('[aria-current]');
  if (now) { list.scrollTop = Math.max(0, now.offsetTop - list.offsetTop - list.clientHeight / 2); }
}

/** The moves of a line; a click plays all up to it, as a variation from a node. */
export function lineButtons(from, moves, names, most) {
  const box = element('span', 'line-moves');
  moves.slice(0, most).forEach(function (text, i) {
    // A declaration ends the game and is no move of it.
    if (text === 'win') { box.append(element('span', '', (names && names[i]) || text)); return; }
    const made = button('move-button', (names && names[i]) || text, function () { playFrom(from, moves.slice(0, i + 1), names); });
    made.title = say('Play up to here');
    box.append(made);
  });
  return box;
}

const SHOWN_MOVES = 12;

function told(label, kind, content) {
  const row = element('p', 'told-line');
  const head = element('span', 'means ' + kind, label);
  row.append(head, ' ', content);
  return row;
}

/** What is known of the move that led here. */
function showTold() {
  const at = state.now;
  const parts = [];
  const gave = lost(at);
  if (at.judged && at.judged.told) {
    const head = element('p', 'told-head');
    head.append(element('strong', '', number(at, true) + ' ' + at.name), ' ', at.judged.told);
    parts.push(head);
  }
  if (gave !== null) {
    const sign = mark(at);
    const words = { '??': say('a blunder'), '?': say('a mistake'), '?!': say('inaccurate') };
    words[ONLY] = say('the only good move');
    const head = element('p', 'told-head');
    head.append(element('strong', '', (number(at, true) + ' ' + at.name + ' ' + sign).trim()), ' ',
      (words[sign] ? words[sign] + ', ' : '') + say('{loss} of the chances given away', { loss: percent(gave, 1) }));
    parts.push(head);
    at.why.forEach(function (text) { parts.push(element('p', 'why', text)); });
    const before = at.parent.judged;
    if (before.best.length && before.best[0] !== at.move) {
      parts.push(told(say('Best'), 'best', lineButtons(at.parent, before.best, before.names, SHOWN_MOVES)));
    }
  }
  if (at.judged && at.judged.best.length) {
    const isAnswer = gave !== null && gave >= BOUNDS[0];
    parts.push(told(isAnswer ? say('The answer that punishes') : say('Expected'), isAnswer ? 'answer' : 'expected',
      lineButtons(at, at.judged.best, at.judged.names, SHOWN_MOVES)));
  }
  byId('told').replaceChildren(...parts);
}

/** The move played and the best one in its place; after a mistake the answer as well. */
function showArrows() {
  if (!current.position) { return; }
  const arrows = [];
  const at = state.now;
  if (byId('overlay').value === 'moves' && at.parent) {
    const gave = lost(at);
    const best = at.parent.judged && at.parent.judged.best[0];
    if (best && best !== at.move) { arrows.push({ move: best, kind: 'best' }); }
    arrows.push({ move: at.move, kind: 'played' });
    if (gave >= BOUNDS[0] && at.judged && at.judged.best.length) { arrows.push({ move: at.judged.best[0], kind: 'answer' }); }
  }
  board.point(arrows);
  byId('arrow-keys').hidden = !arrows.length || !at.parent.judged || Boolean(at.parent.judged.told);
}

/** The present chances, of the first player in parts of a thousand, as a bar. */
export function showBar(points) {
  const bar = byId('bar');
  bar.hidden = points === null;
  bar.classList.toggle('is-chess', state.game === 'chess');
  if (points === null) { return; }
  const names = kits[state.game].sides;
  byId('bar-first').style.width = points / 10 + '%';
  const first = names[firstSide()] + ' ' + Math.round(points / 10) + ' %';
  const second = names[other(firstSide())] + ' ' + (100 - Math.round(points / 10)) + ' %';
  byId('bar-said').replaceChildren(element('span', '', first), element('span', '', mateText(state.now)), element('span', '', second));
  bar.setAttribute('aria-label', say('Chances: {first}, {second}', { first: first, second: second }));
}

function mateText(node) { return node.judged ? mateSaid(state.game, node.judged.score) : ''; }

function shape(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  Object.keys(attributes).forEach(function (key) { made.setAttribute(key, attributes[key]); });
  if (text) { made.textContent = text; }
  return made;
}

/** The chances of the first player move by move; a click goes there. */
function showCurve() {
  const nodes = line(state.now);
  const box = byId('curve');
  const isKnown = nodes.some(function (it) { return it.judged; });
  const isTold = nodes.some(function (it) { return it.judged && it.judged.told; });
  box.hidden = byId('curve-said').hidden = !isKnown;
  byId('mistakes').hidden = !isKnown || isTold;
  if (!isKnown) { return; }
  const { width, height, left, below } = CURVE;
  const x = function (i) { return left + (width - left - 6) * i / Math.max(1, nodes.length - 1); };
  const y = function (points) { return 4 + (height - below - 8) * (1 - points / 1000); };
  const svg = shape('svg', { viewBox: '0 0 ' + width + ' ' + height });
  [0, 500, 1000].forEach(function (level) {
    svg.append(shape('path', { 'class': 'level', d: 'M' + left + ' ' + y(level) + 'H' + width }),
      shape('text', { 'class': 'tick', x: left - 4, y: y(level) + 4, 'text-anchor': 'end' }, level / 10 + ' %'));
  });
  let d = '';
  nodes.forEach(function (it, i) {
    const points = chances(it);
    if (points !== null) { d += (d && chances(nodes[i - 1]) !== null ? 'L' : 'M') + x(i).toFixed(1) + ' ' + y(points).toFixed(1); }
  });
  const here = x(nodes.indexOf(state.now)).toFixed(1);
  svg.append(shape('path', { 'class': 'chances', d: d }), shape('path', { 'class': 'here', d: 'M' + here + ' 0V' + (height - below) }));
  nodes.forEach(function (it, i) {
    const at = MARKS.indexOf(mark(it));
    if (at < 0) { return; }
    const dot = shape('circle', { 'class': 'dot s' + at, cx: x(i).toFixed(1), cy: y(chances(it)).toFixed(1), r: 3 + at });
    dot.append(shape('title', {}, number(it, true) + ' ' + it.name + ' ' + mark(it) + ' ' + percent(lost(it), 1)));
    svg.append(dot);
  });
  const last = nodes.length - 1;
  new Set([0, Math.floor(last / 2), last]).forEach(function (i) {
    svg.append(shape('text', { 'class': 'tick', x: x(i), y: height - 3, 'text-anchor': i === 0 ? 'start' : i === last ? 'end' : 'middle' }, String(state.game === 'chess' ? Math.ceil(i / 2) : i)));
  });
  box.replaceChildren(svg);
  box.onclick = function (event) {
    const area = svg.getBoundingClientRect();
    const at = ((event.clientX - area.left) * width / area.width - left) / (width - left - 6);
    step(nodes[Math.max(0, Math.min(last, Math.round(at * last)))]);
  };
  const side = { side: kits[state.game].sides[firstSide()] };
  byId('curve-said').textContent = isTold ? say('What {side} can expect in per cent, a win being 100 and a draw 50, by moves played, as each player said of its own moves.', side)
    : say('What {side} can expect in per cent, a win being 100 and a draw 50, by moves played. Dots are mistakes.', side);
}

/** How well each side played, by the moves of the game. */
function showSides() {
  const nodes = line(state.root).filter(function (it) { return lost(it) !== null; });
  const box = byId('sides');
  box.hidden = !nodes.length;
  if (!nodes.length) { return; }
  const first = firstSide();
  const rows = [first, other(first)].map(function (side) {
    const own = nodes.filter(function (it) { return sideOf(it.parent) === side; });
    const mean = function (of) { return own.reduce(function (sum, it) { return sum + of(lost(it) / 10); }, 0) / own.length; };
    const accuracy = mean(function (loss) { return Math.min(100, Math.max(0, 103.1668 * Math.exp(-0.04354 * loss) - 3.1669)); });
    const count = function (sign) { return own.filter(function (it) { return mark(it) === sign; }).length; };
    const name = kits[state.game].sides[side];
    return own.length ? [name, accuracy.toFixed(1) + ' %', mean(function (loss) { return loss; }).toFixed(1) + ' %', count('??'), count('?'), count('?!')]
      : [name, '-', '-', 0, 0, 0];
  });
  const bounds = { inaccurate: percent(BOUNDS[0]), mistake: percent(BOUNDS[1]), blunder: percent(BOUNDS[2]), only: ONLY };
  const rules = element('details');
  rules.append(element('summary', '', say('How this is counted')),
    element('p', '', say('?! is a move that gives away {inaccurate} of the chances or more, ? {mistake}, ?? {blunder}; {only} is the only good move: the next best is a blunder.', bounds)),
    element('p', '', say('The accuracy of a move that gives away x per cent is 103.17 exp(-0.0435 x) - 3.17, that of a player the mean over the moves: the formula of lichess.org. Chances come from the score by the curve that was fitted to games of this engine.')));
  const scroll = element('div', 'scroll');
  scroll.append(table([say('Player'), '#' + say('Accuracy'), '#' + say('Mean loss'), '#??', '#?', '#?!'], rows));
  box.replaceChildren(scroll, rules);
}

// Steps.

/** Goes to a node. */
export function step(to) {
  if (!to || to === state.now || locked()) { return; }
  state.now = to;
  attempt(show);
}

/** Plays moves from a node: they are there already, or begin a variation. Nothing is lost. */
export function playFrom(from, moves, names) {
  if (locked()) { return; }
  let at = from;
  moves.forEach(function (text, i) {
    const there = at.children.find(function (it) { return it.move === text; });
    at = there || grow(at, text, names && names[i]);
  });
  state.now = at;
  attempt(show);
}

function play(text) {
  const names = current.position.names || {};
  const best = state.now.judged && state.now.judged.best[0] === text ? (state.now.judged.names || [])[0] : null;
  moved();
  playFrom(state.now, [text], [names[text] || best || text]);
}

/** The next move of the game with `?` or `??`, or the one before; round the end. */
function mistake(by) {
  const nodes = line(state.root);
  const at = nodes.indexOf(gameNode());
  for (let i = 1; i <= nodes.length; i += 1) {
    const it = nodes[(at + by * i + nodes.length * 2) % nodes.length];
    if (MARKS.indexOf(mark(it)) > 0) { step(it); return; }
  }
}

/** Where the variation left the game. */
function gameNode() {
  return path(state.now).reduce(function (found, it) { return isOfGame(it) ? it : found; }, state.root);
}

function remove() {
  takeBack(path(state.now).reverse().find(function (it) { return it.parent.children[0] !== it; }).parent);
}

/** Goes back to a node, and forgets what was played from there to where we are. */
export function takeBack(to) {
  const gone = path(state.now).find(function (it) { return it.parent === to; });
  if (gone) { to.children.splice(to.children.indexOf(gone), 1); }
  state.now = to;
  attempt(show);
}

/** Begins with a game: its first position, `moves`, perhaps `names`, `comments`, `judged` and `why` for each position. */
export async function begin(game, at) {
  const known = await kit(game.game);
  if (game.game !== state.game || !state.root) { state.view = known.view; }
  Object.assign(state, { game: game.game, start: game.start || '', title: game.title || [say('Game')], cut: game.cut || null });
  state.root = grow(null, '', '');
  const fill = function (node, i) {
    node.comment = (game.comments || [])[i] || '';
    node.judged = (game.judged || [])[i] || null;
    node.why = (game.why || [])[i] || [];
  };
  fill(state.root, 0);
  let last = state.root;
  (game.moves || []).forEach(function (move, i) {
    last = grow(last, move, (game.names || [])[i]);
    fill(last, i + 1);
  });
  const nodes = line(state.root);
  state.now = nodes[Math.max(0, Math.min(nodes.length - 1, at))];
  await show();
}

/** The game as plain data, and back: what a reload must not lose. */
export function saved() {
  const pack = function (node) {
    return { m: node.move, n: node.name, c: node.comment, j: node.judged, w: node.why, k: node.children.map(pack) };
  };
  const indices = path(state.now).map(function (it) { return it.parent.children.indexOf(it); });
  return { game: state.game, start: state.start, view: state.view, title: state.title, cut: state.cut, root: pack(state.root), at: indices };
}

export async function restore(from) {
  const unpack = function (it, parent) {
    const node = grow(parent, it.m, it.n);
    Object.assign(node, { comment: it.c, judged: it.j, why: it.w });
    it.k.forEach(function (child) { unpack(child, node); });
    return node;
  };
  await kit(from.game);
  Object.assign(state, { game: from.game, start: from.start, view: from.view, title: from.title, cut: from.cut });
  state.root = unpack(from.root, null);
  state.now = from.at.reduce(function (node, i) { return node.children[i] || node; }, state.root);
  await show();
}

function flip() {
  if (locked()) { return null; }
  state.view = other(state.view);
  return show();
}

/** The game as its record: the name of a file, and the text. */
function record() {
  return ask('/api/record', { game: state.game, start: state.start, moves: movesTo(line(state.root).pop()) });
}

async function copy(text) {
  await navigator.clipboard.writeText(text);
  byId('copied').textContent = say('Copied.');
}

async function download() {
  const it = await record();
  const link = element('a');
  link.href = URL.createObjectURL(new Blob([it.text], { type: 'text/plain' }));
  link.download = it.name;
  link.click();
  URL.revokeObjectURL(link.href);
}

board.onPlay(play);
const buttons = {
  first: function () { step(state.root); },
  back: function () { step(state.now.parent); },
  next: function () { step(state.now.children[0]); },
  last: function () { step(line(state.now).pop()); },
  mistake: function () { mistake(1); },
  'mistake-back': function () { mistake(-1); },
  'to-game': function () { step(gameNode()); },
  remove: remove,
  'copy-position': function () { attempt(function () { return copy(current.position.text); }); },
  'copy-record': function () { attempt(async function () { await copy((await record()).text); }); },
  download: function () { attempt(download); },
  flip: function () { attempt(flip); },
};
Object.keys(buttons).forEach(function (id) { byId(id).addEventListener('click', buttons[id]); });
byId('overlay').addEventListener('change', showArrows);

document.addEventListener('keydown', function (event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest('input,textarea,select')) { return; }
  const keys = {
    ArrowLeft: buttons.back, ArrowRight: buttons.next, Home: buttons.first, End: buttons.last,
    m: buttons.mistake, M: buttons['mistake-back'], f: buttons.flip, Escape: board.unselect,
  };
  const work = keys[event.key];
  if (work && state.root) { event.preventDefault(); work(); }
});
