// What is seen in a position: table, verdicts, worth of pieces, and the search while it runs.

import { byId, element, grouped, mateSaid, percent, placeMarkup, say, table } from './dom.js';
import { chances, current, firstSide, lineButtons, showBar, sideOf, state } from './game.js';
import { mark } from './mark.js';
import { ask } from './server.js';

const POLL = 400;

/** The number of the search that runs here. */
let search = 0;
let timer = 0;
/** Counts the searches asked for: an answer to another than the last is late. */
let asked = 0;

/** What the first player can expect, in per cent or as a mate, of what the side to move can. */
function expected(it) {
  const isFirst = sideOf(state.now) === firstSide();
  const mate = mateSaid(state.game, it.score);
  const points = percent(isFirst ? it.points : 1000 - it.points, 1);
  return mate ? points + ', ' + mate : points;
}

export function showTable(answer) {
  placeMarkup(byId('table'), answer.table);
  if (answer.predicted.join() === 'pass') {
    byId('line').replaceChildren(element('h2', '', say('The line')),
      element('p', '', say('Pass: nothing is worth a move. Net {net}.', { net: answer.net })));
  } else {
    placeMarkup(byId('line'), answer.line);
  }
  placeMarkup(byId('sums'), answer.sums);
  const page = byId('table').closest('.explore');
  byId('table').querySelectorAll('tbody tr[data-e]').forEach(function (row) {
    row.tabIndex = 0;
    // What only a wider look knows has no arrow.
    const entry = row.closest('details') ? '' : row.dataset.e;
    ['focus', 'mouseenter'].forEach(function (event) { row.addEventListener(event, function () { mark(page, entry); }); });
    ['blur', 'mouseleave'].forEach(function (event) { row.addEventListener(event, function () { mark(page, null); }); });
  });
}

export function showVerdicts(answer) {
  const into = byId('verdicts');
  if (!answer.verdicts.length) { into.replaceChildren(element('p', '', say('The game is over.'))); return; }
  const best = function (it) { return it.names[0] || it.moves[0] || ''; };
  const counts = new Map();
  answer.verdicts.forEach(function (it) { counts.set(best(it), (counts.get(best(it)) || 0) + 1); });
  const rows = answer.verdicts.map(function (it) {
    const name = element('span');
    name.append(element('strong', '', it.strategy), element('span', 'faint about', it.about));
    return [name, lineButtons(state.now, it.moves, it.names, 6), expected(it), it.depth, grouped(it.nodes)];
  });
  const scroll = element('div', 'scroll');
  scroll.append(table([say('Strategy'), say('Line'), '#' + say('Chances'), '#' + say('Depth') + '.roomy', '#' + say('Nodes') + '.roomy'], rows));
  const said = Array.from(counts).sort(function (a, b) { return b[1] - a[1]; })
    .map(function (it) { return say('{move} by {count}', { move: it[0], count: it[1] }); }).join(', ');
  into.replaceChildren(
    element('p', '', say('Best move: {moves}. Each searched up to {nodes} nodes from an empty table.', { moves: said, nodes: grouped(answer.nodes) })),
    scroll);
}

export function showWorth(answer, name) {
  const rows = answer.pieces.map(function (it) { return [it.square, name(it.letter), it.worth]; });
  const list = element('div', 'columns');
  list.append(table([say('Square'), say('Piece'), '#' + say('Worth')], rows));
  byId('worth').replaceChildren(
    element('p', '', say('The evaluation is {evaluation}. A piece is worth the evaluation with it less the evaluation without it, to its owner, in the units of the engine.',
      { evaluation: answer.evaluation })), list);
}

export function isSearching() { return search !== 0; }

/** The button tells whether it begins or ends a search. */
function press(isPressed) {
  byId('search').setAttribute('aria-pressed', String(isPressed));
  byId('search').textContent = isPressed ? say('Stop the search') : say('Search');
}

export async function startSearch(game, lines) {
  press(true);
  clearTimeout(timer);
  asked += 1;
  const mine = asked;
  try {
    const answer = await ask('/api/search', Object.assign({ lines: lines }, game));
    if (mine !== asked) { return; }
    search = answer.id;
    showSearch(answer);
    later();
  } catch (error) {
    press(false);
    throw error;
  }
}

/** Asks about the search no more; the server ends it soon. */
export function forgetSearch() {
  clearTimeout(timer);
  asked += 1;
  search = 0;
  press(false);
}

export async function stopSearch() {
  const id = search;
  forgetSearch();
  if (id) { await ask('/api/search/stop', { id: id }); }
}

function later() { timer = setTimeout(poll, POLL); }

async function poll() {
  const id = search;
  if (!id) { return; }
  try {
    const answer = await ask('/api/search?id=' + id);
    if (id !== search) { return; }
    if (answer.lines.length || answer.is_running) { showSearch(answer); }
    if (answer.is_running) { later(); } else { ended(answer); }
  } catch (error) {
    if (id === search) { ended({ lines: [] }); byId('search-said').textContent = error.message; }
  }
}

function ended(answer) {
  search = 0;
  press(false);
  if (answer.lines.length) { return; }
  byId('search-said').textContent = current.position && current.position.is_over
    ? say('The game is over.') : say('ended: another page searches, or nobody asked');
}

function showSearch(answer) {
  const found = { depth: answer.depth, nodes: grouped(answer.nodes), seconds: (answer.time / 1000).toFixed(1) };
  found.speed = Math.round(answer.nodes / answer.time);
  byId('search-said').textContent = answer.time > 0
    ? say('depth {depth}, {nodes} nodes, {seconds} s, {speed} thousand nodes a second', found)
    : say('depth {depth}, {nodes} nodes, {seconds} s', found);
  // A bound is that of the side to move; the chances are the first player's.
  const isFirst = sideOf(state.now) === firstSide();
  const bound = isFirst ? { lower: '\u2265 ', upper: '\u2264 ' } : { lower: '\u2264 ', upper: '\u2265 ' };
  const rows = answer.lines.filter(function (it) { return it.moves.length; }).map(function (it, i) {
    return [i + 1, (bound[it.bound] || '') + expected(it), it.depth, lineButtons(state.now, it.moves, it.names, 12)];
  });
  byId('search-lines').replaceChildren(table(['#', '#' + say('Chances'), '#' + say('Depth'), say('Line')], rows));
  if (chances(state.now) === null && answer.lines.length) {
    const points = answer.lines[0].points;
    showBar(isFirst ? points : 1000 - points);
  }
}
