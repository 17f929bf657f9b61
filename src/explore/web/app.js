// The page's state: a game, where in it we are, and what is shown of that position. The
// server is told the first position and the moves with every question.

import * as board from './board.js';
import * as setup from './setup.js';
import * as views from './views.js';
import { ask, byId, element, say } from './server.js';

/** Letters of a name in a list. */
const LONGEST_NAME = 60;
/** Milliseconds that a position is looked at before it is searched. */
const PAUSE = 150;
const kits = {};
const state = { game: 'shogi', start: '', moves: [], comments: [], at: 0, view: 'black', title: [say('Game')], cut: null };
/** The answers about the position that is shown; the number tells late ones from new. */
let current = { number: 0, position: null, table: null, worth: null };

function complain(message) {
  const problem = byId('problem');
  problem.textContent = message || '';
  problem.hidden = !message;
}

async function attempt(work) {
  try { await work(); } catch (error) { complain(error.message); }
}

/** The game up to the position that is shown. */
function question() {
  return { game: state.game, start: state.start, moves: state.moves.slice(0, state.at), view: state.view };
}

async function kit(game) {
  if (!kits[game]) { kits[game] = await ask('/api/kit?game=' + game); }
  return kits[game];
}

/** Shows the position where we are, then all that is seen in it. */
async function show() {
  const number = current.number + 1;
  current = { number: number, position: null, table: null, worth: null };
  const own = question();
  board.useKit(await kit(state.game));
  const position = await ask('/api/position', own);
  if (number !== current.number) { return; }
  complain('');
  current.position = position;
  const played = state.moves[state.at - 1];
  const last = played ? [played.slice(0, 2), played.slice(2, 4)] : null;
  board.draw(position.board, position, last);
  const mover = { side: position.side_name };
  byId('status').textContent = (position.check ? say('{side} to move, in check', mover) : say('{side} to move', mover)) +
    (position.result ? ' \u2013 ' + position.result : '');
  byId('position-text').textContent = position.text;
  showGame();
  await Promise.all([showTable(number, own), showWorth(number, own)]);
  // What takes long is not asked about positions that are only passed through.
  await new Promise(function (done) { setTimeout(done, PAUSE); });
  if (number !== current.number) { return; }
  const rest = [showVerdicts(number, own)];
  if (byId('search').getAttribute('aria-pressed') === 'true') { rest.push(startSearch()); }
  await Promise.all(rest);
}

async function showTable(number, own) {
  const answer = await ask('/api/table', own);
  if (number !== current.number) { return; }
  current.table = answer;
  views.showTable(answer);
  showOverlay();
}

async function showWorth(number, own) {
  if (!byId('worth-box').open && byId('overlay').value !== 'worth') { return; }
  const answer = await ask('/api/worth', own);
  if (number !== current.number) { return; }
  current.worth = answer;
  views.showWorth(answer, board.pieceName);
  showOverlay();
}

async function showVerdicts(number, own) {
  if (!byId('verdicts-box').open) { return; }
  byId('verdicts').replaceChildren(element('p', 'faint', say('The strategies search\u2026')));
  const answer = await ask('/api/verdicts', own);
  if (number === current.number) { views.showVerdicts(answer); }
}

/** Arrows, numbers, or nothing on the board. */
function showOverlay() {
  if (setup.isOpen() || !current.position) { return; }
  const kind = byId('overlay').value;
  const arrows = kind === 'arrows' && current.table;
  board.redraw(arrows ? current.table.board : current.position.board);
  board.write(kind === 'worth' && current.worth ? current.worth.pieces : null);
}

function showGame() {
  const list = byId('moves');
  list.replaceChildren();
  const add = function (at, text) {
    const item = element('li');
    const button = element('button', 'move-button', text);
    button.type = 'button';
    if (at === state.at) { button.setAttribute('aria-current', 'step'); }
    if (state.comments[at]) { button.classList.add('has-comment'); }
    button.addEventListener('click', function () { step(at); });
    item.append(button);
    list.append(item);
  };
  add(0, say('start'));
  state.moves.forEach(function (text, i) { add(i + 1, text); });
  const now = list.querySelector('[aria-current]');
  if (now) { list.scrollTop = Math.max(0, now.offsetTop - list.offsetTop - list.clientHeight / 2); }
  // Each name by itself: marks of direction in one turn nothing else around.
  byId('players').replaceChildren(...state.title.map(function (text) { return element('bdi', '', text); }));
  byId('comment').textContent = [state.comments[state.at], state.at === state.moves.length ? state.cut : null]
    .filter(Boolean).join('\n');
  byId('first').disabled = byId('back').disabled = state.at === 0;
  byId('last').disabled = byId('next').disabled = state.at === state.moves.length;
  byId('game').value = state.game;
}

function step(to) {
  if (setup.isOpen()) { return; }
  const at = Math.max(0, Math.min(state.moves.length, to));
  if (at === state.at) { return; }
  state.at = at;
  attempt(show);
}

/** Plays moves from here; what came after them is forgotten, unless it is the same. */
function playAll(moves) {
  moves.forEach(function (text) {
    if (state.moves[state.at] !== text) {
      state.moves.length = state.at;
      state.comments.length = Math.min(state.comments.length, state.at + 1);
      state.cut = null;
      state.moves.push(text);
    }
    state.at += 1;
  });
  attempt(show);
}

/** Begins with a game, at its first position or at its last. */
async function begin(game, at) {
  const known = await kit(game.game);
  if (game.game !== state.game) { state.view = known.view; }
  Object.assign(state, { start: '', moves: [], comments: [], title: [say('Game')], cut: null }, game);
  state.at = Math.min(at, state.moves.length);
  await show();
}

async function startSearch() {
  const button = byId('search');
  button.setAttribute('aria-pressed', 'true');
  button.textContent = say('Stop the search');
  try {
    await views.startSearch(question(), Number(byId('lines').value));
  } catch (error) {
    button.setAttribute('aria-pressed', 'false');
    button.textContent = say('Search');
    throw error;
  }
}

async function stopSearch() {
  byId('search').setAttribute('aria-pressed', 'false');
  byId('search').textContent = say('Search');
  await views.stopSearch();
}

function openPart(name) {
  if (name !== 'setup' && setup.isOpen()) { setup.close(); attempt(show); }
  byId('reader').hidden = name !== 'reader';
  if (name === 'reader') { byId('text').focus(); }
}

async function read(number) {
  const answer = await ask('/api/read', { text: byId('text').value, game: state.game, number: number });
  const choose = byId('number');
  choose.replaceChildren();
  answer.games.forEach(function (name, i) {
    const option = element('option', '', (i + 1) + ': ' + name.slice(0, LONGEST_NAME));
    option.value = String(i);
    choose.append(option);
  });
  choose.value = String(answer.number);
  byId('number-box').hidden = answer.games.length < 2;
  const sides = answer.game === 'chess' ? [answer.white, answer.black] : [answer.black, answer.white];
  const names = sides.map(function (name) { return name || '?'; });
  const title = sides.some(Boolean) ? [names[0], ' \u2013 ', names[1]] : [say('Game')];
  const result = answer.result_text ? ', ' + answer.result_text : '';
  if (answer.games.length < 2) { openPart(''); }
  await begin({
    game: answer.game, start: answer.start, moves: answer.moves, comments: answer.comments, title: title.concat(result),
    cut: answer.cut ? say('The text is used no further: {reason}', { reason: answer.cut }) : null,
  }, 0);
}

/** The text of a file, which may be in the old encoding of Japanese. */
async function fileText(file) {
  if (file.size > 1000000) { throw new Error(say('The file has more than a million bytes.')); }
  const bytes = await file.arrayBuffer();
  try { return new TextDecoder('utf-8', { fatal: true }).decode(bytes); } catch { /* Not UTF-8. */ }
  return new TextDecoder('shift_jis').decode(bytes);
}

board.onPlay(function (text) { playAll([text]); });
views.onLine(playAll);

function on(id, event, work) { byId(id).addEventListener(event, function (it) { attempt(function () { return work(it); }); }); }

on('game', 'change', function (event) { openPart(''); return begin({ game: event.target.value }, 0); });
on('new', 'click', function () { openPart(''); return begin({ game: state.game }, 0); });
on('read-open', 'click', function () { openPart('reader'); });
on('read-cancel', 'click', function () { openPart(''); });
on('reader', 'submit', function (event) { event.preventDefault(); return read(0); });
on('number', 'change', function (event) { return read(Number(event.target.value)); });
on('file', 'change', async function (event) {
  if (event.target.files.length) { byId('text').value = await fileText(event.target.files[0]); await read(0); }
});
on('setup-open', 'click', async function () {
  if (setup.isOpen() || !current.position) { return; }
  openPart('setup');
  await stopSearch();
  byId('status').textContent = say('setting up');
  setup.open(current.position, await kit(state.game), state.view,
    function (text) { attempt(function () { return begin({ game: state.game, start: text }, 0); }); },
    function () { attempt(show); }, complain);
});
on('first', 'click', function () { step(0); });
on('back', 'click', function () { step(state.at - 1); });
on('next', 'click', function () { step(state.at + 1); });
on('last', 'click', function () { step(state.moves.length); });
on('flip', 'click', flip);
on('overlay', 'change', function () { showOverlay(); return showWorth(current.number, question()); });
on('worth-box', 'toggle', function () { return showWorth(current.number, question()); });
on('verdicts-box', 'toggle', function () { return showVerdicts(current.number, question()); });
on('search', 'click', function () {
  return byId('search').getAttribute('aria-pressed') === 'true' ? stopSearch() : startSearch();
});
on('lines', 'change', function () { return views.isSearching() ? startSearch() : null; });
on('quit', 'click', async function () {
  views.forgetSearch();
  current.number += 1;
  await ask('/api/stop', {});
  document.body.replaceChildren(element('p', 'status', say('The server has been stopped. This page can be closed.')));
});

function flip() {
  if (setup.isOpen()) { return null; }
  state.view = state.view === 'black' ? 'white' : 'black';
  return show();
}

document.addEventListener('keydown', function (event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest('input,textarea,select')) { return; }
  const keys = {
    ArrowLeft: function () { step(state.at - 1); },
    ArrowRight: function () { step(state.at + 1); },
    Home: function () { step(0); },
    End: function () { step(state.moves.length); },
    Escape: board.unselect,
    f: function () { attempt(flip); },
  };
  const work = keys[event.key];
  if (work) { event.preventDefault(); work(); }
});

// A game may stand behind the sign # of the address: `#chess`.
attempt(function () { return begin({ game: location.hash === '#chess' ? 'chess' : 'shogi' }, 0); });
