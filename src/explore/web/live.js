// The page that a server feeds: the game can be any, positions are set up, and all that the engine sees in a
// position is shown beside it. The server is told the first position and the moves with every question.

import * as board from './board.js';
import { attempt, byId, complain, element, say } from './dom.js';
import {
  ONLY, begin, connect, current, isAccused, isDoubted, kept, kit, line, mark, movesTo, question, restore, saved, show, showGame, state,
} from './game.js';
import * as play from './play.js';
import { ask } from './server.js';
import * as setup from './setup.js';
import * as views from './views.js';

/** Letters of a name in a list. */
const LONGEST_NAME = 60;
/** Milliseconds that a position is looked at before it is searched. */
const PAUSE = 150;
/** The name under which the browser keeps the game for a reload. */
const KEPT = 'somatic-game';
/** The answers about the position that is shown, and its number. */
let seen = { number: 0, table: null, worth: null };

function isNow(number) { return number === current.number; }

/** All that is seen in a position. */
async function shown(number, own, position) {
  seen = { number: number, table: null, worth: null };
  byId('position-text').textContent = position.text;
  byId('game').value = state.game;
  byId('search-lines').replaceChildren();
  byId('search-said').textContent = '';
  if (play.isPlaying()) { await play.shown(number, position); return; }
  await play.shown(number, position);
  await Promise.all([showTable(number, own), showWorth(number, own)]);
  // What takes long is not asked about positions that are only passed through.
  await new Promise(function (done) { setTimeout(done, PAUSE); });
  if (!isNow(number)) { return; }
  const rest = [showVerdicts(number, own)];
  if (byId('search').getAttribute('aria-pressed') === 'true') { rest.push(startSearch()); }
  await Promise.all(rest);
}

/** A reload begins where we were. */
function changed() {
  try { sessionStorage.setItem(KEPT, JSON.stringify(saved())); } catch { /* It is too long, or not allowed. */ }
}

async function showTable(number, own) {
  const answer = await ask('/api/table', own);
  if (!isNow(number)) { return; }
  seen.table = answer;
  views.showTable(answer);
  showOverlay();
}

async function showWorth(number, own) {
  if (!byId('worth-box').open && byId('overlay').value !== 'worth') { return; }
  const answer = await ask('/api/worth', own);
  if (!isNow(number)) { return; }
  seen.worth = answer;
  views.showWorth(answer, board.pieceName);
  showOverlay();
}

async function showVerdicts(number, own) {
  if (!byId('verdicts-box').open) { return; }
  byId('verdicts').replaceChildren(element('p', 'faint', say('The strategies search\u2026')));
  const answer = await ask('/api/verdicts', own);
  if (isNow(number)) { views.showVerdicts(answer); }
}

/** Arrows of the table, numbers, or nothing on the board. */
function showOverlay() {
  if (setup.isOpen() || !current.position) { return; }
  const kind = byId('overlay').value;
  board.redraw(kind === 'arrows' && seen.table ? seen.table.board : current.position.board);
  board.write(kind === 'worth' && seen.worth ? seen.worth.pieces : null);
}

function startSearch() { return views.startSearch(question(), Number(byId('lines').value)); }

/** Why the move that led here was a mistake, if it was one. */
async function explain(node) {
  const before = node.parent && node.parent.judged;
  if (!before || !mark(node) || mark(node) === ONLY) { return; }
  const both = function (of) { return [of(before), of(node.judged)]; };
  node.why = await ask('/api/why', {
    game: state.game, start: state.start, moves: movesTo(node.parent), played: node.move,
    lines: both(function (it) { return it.best; }), points: both(function (it) { return it.points; }), scores: both(function (it) { return it.score; }),
  });
}

/** What is known of a position. */
function judge(node, more) {
  return ask('/api/judge', { game: state.game, start: state.start, moves: movesTo(node), ...more });
}

/** Takes what has been found of a position: what it explained is no longer known. */
function take(node, judged) {
  node.judged = Object.assign(judged, { again: true });
  [node, ...node.children].forEach(function (it) { it.why = []; });
}

/** Looks again at a move that seems to be a mistake: for longer before and after it, then, where the search would have made it too, at
 * the other moves. Tells whether there was something left to look at. */
async function lookAgain(node) {
  for (const at of [node.parent, node]) {
    if (!at.judged.again) {
      take(at, await judge(at, { again: true }));
      return true;
    }
  }
  const before = node.parent;
  if (!isDoubted(node) || before.judged.others) { return false; }
  const others = await judge(before, { without: node.move, again: true });
  if (others.points > kept(node)) { take(before, others); }
  before.judged.others = true;
  return true;
}

/** Judges the positions of the game, one after the other, then looks again at what seem to be mistakes, from the end, until all is done
 * or somebody says stop. */
let reviewing = 0;
async function review() {
  const mine = reviewing + 1;
  reviewing = mine;
  const button = byId('review');
  const isOn = button.getAttribute('aria-pressed') === 'true';
  const end = function () {
    button.setAttribute('aria-pressed', 'false');
    button.textContent = say('Review the game');
    byId('review-said').textContent = '';
  };
  if (isOn) { end(); return; }
  button.setAttribute('aria-pressed', 'true');
  button.textContent = say('Stop the review');
  byId('overlay').value = 'moves';
  showOverlay();
  const [root, nodes] = [state.root, line(state.now)];
  const isOver = function () { return mine !== reviewing || root !== state.root; };
  try {
    for (let i = 0; i < nodes.length; i += 1) {
      byId('review-said').textContent = say('{done} of {all}', { done: i, all: nodes.length });
      if (nodes[i].judged) { continue; }
      const judged = await judge(nodes[i]);
      if (isOver()) { return; }
      nodes[i].judged = judged;
      await explain(nodes[i]);
      if (isOver()) { return; }
      showGame();
    }
    const moves = nodes.slice(1).reverse();
    for (let isDone = false; !isDone;) {
      isDone = true;
      for (const node of moves.filter(isAccused)) {
        byId('review-said').textContent = say('Mistakes are looked at again: {move}', { move: node.name });
        while (isAccused(node) && await lookAgain(node)) {
          if (isOver()) { return; }
          isDone = false;
          showGame();
        }
      }
    }
    for (const node of moves) {
      if (!node.why.length) { await explain(node); }
      if (isOver()) { return; }
    }
    showGame();
  } finally {
    if (mine === reviewing) { end(); }
  }
}

function openPart(name) {
  if (name !== 'setup' && setup.isOpen()) { setup.close(); attempt(show); }
  byId('reader').hidden = name !== 'reader';
  if (name === 'reader') { byId('text').focus(); byId('reader').scrollIntoView({ block: 'nearest' }); }
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
  play.forget();
  await begin({
    game: answer.game, start: answer.start, moves: answer.moves, names: answer.names, comments: answer.comments,
    title: title.concat(result), cut: answer.cut ? say('The text is used no further: {reason}', { reason: answer.cut }) : null,
  }, 0);
}

/** The text of a file, which may be in the old encoding of Japanese. */
async function fileText(file) {
  if (file.size > 1000000) { throw new Error(say('The file has more than a million bytes.')); }
  const bytes = await file.arrayBuffer();
  try { return new TextDecoder('utf-8', { fatal: true }).decode(bytes); } catch { /* Not UTF-8. */ }
  return new TextDecoder('shift_jis').decode(bytes);
}

connect({ ask: ask, shown: shown, changed: changed, locked: setup.isOpen, moved: play.moved });
play.connectPlay(async function () { openPart(''); await views.stopSearch(); await show(); });

function on(id, event, work) { byId(id).addEventListener(event, function (it) { attempt(function () { return work(it); }); }); }

on('game', 'change', function (event) { openPart(''); play.forget(); return begin({ game: event.target.value }, 0); });
on('new', 'click', function () { openPart(''); play.forget(); return begin({ game: state.game }, 0); });
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
  play.pause();
  await views.stopSearch();
  board.point([]);
  byId('status').textContent = say('setting up');
  setup.open(current.position, await kit(state.game), state.view,
    function (text) { play.forget(); attempt(function () { return begin({ game: state.game, start: text }, 0); }); },
    function () { attempt(show); }, complain);
});
on('overlay', 'change', function () { showOverlay(); return showWorth(current.number, question()); });
on('worth-box', 'toggle', function () { return showWorth(current.number, question()); });
on('verdicts-box', 'toggle', function () { return showVerdicts(current.number, question()); });
on('search', 'click', function () {
  return byId('search').getAttribute('aria-pressed') === 'true' ? views.stopSearch() : startSearch();
});
on('lines', 'change', function () { return views.isSearching() ? startSearch() : null; });
on('review', 'click', review);
on('quit', 'click', async function () {
  views.forgetSearch();
  current.number += 1;
  await ask('/api/stop', {});
  document.body.replaceChildren(element('p', 'status', say('The server has been stopped. This page can be closed.')));
});

/** The game before a reload, or a new one; a game may stand behind the sign # of the address: `#chess`. */
attempt(async function () {
  let kept = null;
  try { kept = JSON.parse(sessionStorage.getItem(KEPT)); } catch { /* It is not allowed. */ }
  try {
    if (kept) { await restore(kept); return; }
  } catch { /* It is of another version. */ }
  await begin({ game: location.hash === '#chess' ? 'chess' : 'shogi' }, 0);
});
