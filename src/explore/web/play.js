// A game against the engine, from the position that is shown: a side, a level of `Skill`, a clock or none. The
// game is the tree as ever: whoever steps back and plays another move has begun a variation, and plays on there.

import * as board from './board.js';
import { attempt, byId, complain, element, say } from './dom.js';
import { current, other, playFrom, question, sideName, sideOf, state, takeBack } from './game.js';
import { ask } from './server.js';

/** The name under which the browser keeps it for a reload. */
const KEPT = 'somatic-play';
/** Milliseconds that a move of the engine takes at least, so that it is seen. */
const PACE = 700;
const TICK = 200;

/** The game that is played: the side and the level, the clock, how it ended; nothing where none is. */
let match = null;
/** Counts the moves asked for: an answer to another than the last is late. */
let asked = 0;

export function isPlaying() { return match !== null && !match.over; }

function keep() {
  try { sessionStorage.setItem(KEPT, JSON.stringify(match)); } catch { /* It is not allowed. */ }
}

function isOwnTurn() { return sideOf(state.now) === match.side; }

/** Whether nothing has been played from here. */
function isLive() { return !state.now.children.length; }

function over(text) {
  match.over = text;
  asked += 1;
  keep();
  show();
}

// The clock: milliseconds left, and the moment since which it runs for the side to move.

function spend() {
  if (!match.clock || !match.since) { return; }
  const now = Date.now();
  // Whoever only looks back has the clock of the last position running.
  const side = match.turn || sideOf(state.now);
  match.clock[side] -= now - match.since;
  match.since = now;
  if (match.clock[side] <= 0) {
    match.clock[side] = 0;
    over(say('The time of {side} is up.', { side: sideName(side) }));
  }
}

function clockText(ms) {
  const seconds = Math.ceil(ms / 1000);
  return Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0');
}

setInterval(function () {
  if (!isPlaying() || !match.clock || !current.position) { return; }
  spend();
  showClocks();
}, TICK);

function showClocks() {
  const box = byId('clocks');
  box.hidden = !match || !match.clock;
  if (box.hidden) { return; }
  box.replaceChildren(...['black', 'white'].map(function (side) {
    const made = element('span', 'clock', sideName(side) + ' ' + clockText(match.clock[side]));
    if (isPlaying() && (match.turn || sideOf(state.now)) === side) { made.setAttribute('aria-current', 'true'); }
    return made;
  }));
}

function show() {
  const on = isPlaying();
  byId('play-setup').hidden = on;
  byId('play-steps').hidden = !on;
  byId('views').hidden = byId('review').hidden = on;
  byId('take-back').disabled = !on || !ownBefore();
  byId('hint').disabled = !on || !isOwnTurn();
  byId('declare').hidden = !on || !isOwnTurn() || !current.position || !current.position.may_declare;
  byId('play-said').textContent = match ? match.over || '' : '';
  showClocks();
}

/** The side to move declares a win, which the rules allow. */
function declare() { over(say('{side} declares a win.', { side: sideName(sideOf(state.now)) })); }

/** Asks, and says meanwhile that it is asked. */
async function think(address, content) {
  byId('play-said').textContent = say('Somatic thinks\u2026');
  try {
    return await ask(address, content);
  } catch (error) {
    byId('play-said').textContent = '';
    throw error;
  }
}

/** A position is shown: the engine moves if it is its turn. */
export async function shown(number, position) {
  if (!isPlaying()) { show(); return; }
  // The engine's moves are its own.
  if (!isOwnTurn()) { position.legal = []; }
  if (isLive()) { match.turn = sideOf(state.now); }
  if (position.is_over) { over(position.result); return; }
  keep();
  show();
  if (isOwnTurn() || !isLive()) { return; }
  asked += 1;
  const mine = asked;
  const begun = Date.now();
  const own = { level: match.level };
  if (match.clock) { Object.assign(own, { left: Math.max(1, Math.round(match.clock[sideOf(state.now)])), increment: match.increment }); }
  const answer = await think('/api/play', Object.assign(own, question()));
  const pace = match.clock ? Math.min(PACE, match.clock[sideOf(state.now)] / 20) : PACE;
  await new Promise(function (done) { setTimeout(done, Math.max(0, pace - (Date.now() - begun))); });
  if (mine !== asked || number !== current.number || !isPlaying()) { return; }
  byId('play-said').textContent = '';
  if (answer.text === 'win') { declare(); return; }
  if (answer.text) { moved(); playFrom(state.now, [answer.text], [answer.name]); }
}

/** The side to move has moved: its clock stops, and the other's begins to run. */
export function moved() {
  if (!isPlaying() || !match.clock) { return; }
  const side = sideOf(state.now);
  spend();
  match.clock[side] += match.increment;
  match.since = Date.now();
}

/** Begins from the position that is shown. */
function begin(restart) {
  const chosen = byId('play-side').value;
  const side = chosen === 'either' ? (Math.random() < 0.5 ? 'black' : 'white') : chosen;
  const [minutes, seconds] = byId('play-clock').value.split('+').map(Number);
  const clock = minutes ? { black: minutes * 60000, white: minutes * 60000 } : null;
  match = { side: side, level: Number(byId('play-level').value), clock: clock, increment: (seconds || 0) * 1000, since: Date.now(), over: null };
  state.view = side;
  byId('overlay').value = 'plain';
  complain('');
  attempt(restart);
}

/** An answer that is awaited comes too late: the position is asked about again when it is shown. */
export function pause() { asked += 1; }

/** Ends it without a result: another game is shown. */
export function forget() {
  asked += 1;
  match = null;
  keep();
  show();
}

/** The last position before this one in which it was our turn to move, if there is one. */
function ownBefore() {
  let to = state.now.parent;
  while (to && sideOf(to) !== match.side) { to = to.parent; }
  return to;
}

function back() {
  const to = ownBefore();
  if (!to) { return; }
  asked += 1;
  takeBack(to);
}

async function hint() {
  const number = current.number;
  const judged = await think('/api/judge', question());
  if (number !== current.number || !judged.best.length) { return; }
  board.point([{ move: judged.best[0], kind: 'best' }]);
  byId('play-said').textContent = say('Hint: {move}', { move: judged.names[0] || judged.best[0] });
}

export function connectPlay(restart) {
  byId('play-begin').addEventListener('click', function () { begin(restart); });
  byId('take-back').addEventListener('click', back);
  byId('hint').addEventListener('click', function () { attempt(hint); });
  byId('declare').addEventListener('click', function () { declare(); attempt(restart); });
  byId('resign').addEventListener('click', function () {
    over(say('You have resigned: {side} wins.', { side: sideName(other(match.side)) }));
    attempt(restart);
  });
  try { match = JSON.parse(sessionStorage.getItem(KEPT)); } catch { /* It is not allowed. */ }
  if (match) { match.since = Date.now(); }
}
