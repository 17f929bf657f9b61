// A lesson: the article's table of a position, one step after the other. All facts come from the server.

import * as board from './board.js';
import { attempt, button, byId, complain, element, say, table } from './dom.js';
import { ask } from './server.js';

let lesson = null;
/** What is shown, one after the other; each has the number of a table. */
let scenes = [];
let at = 0;
/** The reader's own moves, by the number of the table. */
let guesses = [];

/** The number of the last question, which tells late answers from new ones. */
let number = 0;

function signed(value) { return (value > 0 ? '+' : '') + value; }
function chosenRow(of) { return of.rows.find(function (row) { return row.own && row.move === of.chosen; }); }
function nameOf(of) { return (chosenRow(of) || { name: of.chosen }).name; }

/** The scenes: a question before each move; the first table comes with its ties, its values, and the credits of its best row. */
function plan() {
  const made = [];
  lesson.tables.some(function (of, k) {
    // What follows when nothing stands open is that both sides pass.
    if (!of.chosen && !of.rows.length) { return true; }
    made.push({ kind: 'ask', k: k });
    if (k === 0) {
      of.ties.forEach(function (tie, i) { made.push({ kind: 'tie', k: k, i: i }); });
      made.push({ kind: 'values', k: k });
      const best = chosenRow(of);
      const credits = best ? best.reasons.filter(function (it) { return it.amount !== null; }) : [];
      credits.forEach(function (credit, i) { made.push({ kind: 'credit', k: k, i: i, credits: credits }); });
    }
    made.push({ kind: 'answer', k: k });
    return false;
  });
  made.push({ kind: 'end', k: Math.min(made[made.length - 1].k + 1, lesson.tables.length - 1) });
  return made;
}

const TITLES = {
  ask: function (of) { return say('{side} to move', { side: of.side }); },
  tie: function () { return say('What is tied'); },
  values: function () { return say('The entries and their values'); },
  credit: function () { return say('What a move does to the others'); },
  answer: function (of) { return of.chosen ? say('The choice: {move}', { move: nameOf(of) }) : say('{side} passes', of); },
  end: function () { return say('The end'); },
};

/** What is said, a paragraph each. */
const SAID = {
  ask: function (of, scene) {
    return [scene.k === 0 ? lesson.about : '', say('What would you play? Play it on the board, or look at the answer.')];
  },
  tie: function (of, scene) {
    const tie = of.ties[scene.i];
    return [tie.object ?
      say('The piece on {piece} is tied to {object}: if it leaves, {amount} is lost there.', tie) :
      say('The piece on {piece} is tied: if it leaves, there is a mate.', tie)];
  },
  values: function () {
    return [
      say('Each row is a move that wins or saves something, of either side. Its value is what its exchange wins, counted on its own square.'),
      lesson.key,
      say('Choose a row to see it on the board.'),
    ];
  },
  credit: function (of, scene) {
    const best = chosenRow(of);
    const credit = scene.credits[scene.i];
    const sum = scene.credits.slice(0, scene.i + 1).map(function (it) { return it.amount; });
    const total = sum.reduce(function (all, it) { return all + it; }, best.value);
    return [
      scene.i === 0 ? say('The weight of a row is its value, and what the other rows give to it. Look at {move}.', { move: best.name }) : '',
      say('{name} gives {amount}: {words} ({relation}).', credit),
      [best.value].concat(sum.map(signed)).join(' ') + ' = ' + total,
    ];
  },
  answer: function (of, scene) {
    return [verdict(of, guesses[scene.k]), of.chosen ?
      (isHeaviest(of) ? say('Of the rows of {side} it has the largest weight.', of) : say('An exchange that keeps the move goes first.')) :
      say('No row of its own is worth a move.'),
    say('Choose a row to see its reasons.')];
  },
  end: function () {
    const amounts = lesson.tables.map(function (of) { return of.amount; }).filter(Boolean);
    const sum = amounts.length ? amounts.map(function (it, i) { return i ? signed(it) : String(it); }).join(' ') + ' = ' + lesson.net : String(lesson.net);
    return [say('Nothing more stands open: both sides pass.'), say('For {side}: {sum}', { side: lesson.tables[0].side, sum: sum }), lesson.end];
  },
};

function isHeaviest(of) {
  const best = chosenRow(of);
  return best && of.rows.every(function (row) { return !row.own || row.weight <= best.weight; });
}

/** What is said of the reader's own move. */
function verdict(of, guess) {
  if (!guess) { return ''; }
  if (guess === of.chosen) { return say('You have found it.'); }
  const own = of.rows.find(function (row) { return row.own && row.move === guess; });
  return own ? say('You played {name}: its weight is {weight}.', own) :
    say('You played {move}: the table has no such row, it wins and saves nothing there.', { move: guess });
}

/** The position of a scene, on the board. */
async function place(scene) {
  const mine = number += 1;
  const of = lesson.tables[scene.k];
  const position = await ask('/api/position', { game: lesson.game, start: of.start, moves: [] });
  if (mine !== number) { return; }
  // Moves are asked for only where the question is.
  if (scene.kind !== 'ask') { position.legal = []; }
  board.draw(scene.kind === 'tie' ? of.ties[scene.i].board : position.board, position, null);
  byId('status').textContent = say('{side} to move', { side: of.side });
  const best = chosenRow(of);
  if (scene.kind === 'credit') { board.point([arrow(best.move, 'played'), arrow(scene.credits[scene.i].with, 'answer')]); return; }
  board.point(scene.kind === 'answer' && of.chosen ? [arrow(of.chosen, 'played')] : []);
}

function arrow(move, kind) { return { move: move, kind: kind }; }

/** The table, with its weights once they have been explained. */
function showRows(scene) {
  const of = lesson.tables[scene.k];
  const isShown = ['values', 'credit', 'answer'].includes(scene.kind);
  const hasWeights = scene.kind === 'answer';
  byId('all').hidden = !hasWeights;
  byId('all').open = false;
  if (!isShown || !of.rows.length) { byId('rows').replaceChildren(); return; }
  const heads = byId('rows').dataset.heads.split('|').slice(0, hasWeights ? 4 : 3);
  const rows = of.rows.map(function (row) {
    const made = button('move-button', row.name, function () { look(row, hasWeights); });
    made.dataset.move = row.move;
    made.setAttribute('aria-pressed', 'false');
    return [made, row.side, row.value].concat(hasWeights ? [row.weight] : []);
  });
  byId('rows').replaceChildren(table(heads, rows));
  byId('all-reasons').replaceChildren(...of.rows.flatMap(function (row) {
    return row.reasons.map(function (reason) { return element('li', '', row.name + ': ' + words(reason)); });
  }));
}

function words(reason) {
  return reason.amount === null ? say('beside {name}: {words} ({relation})', reason) : say('{name} gives {amount}: {words} ({relation}).', reason);
}

/** A row on the board and below the table, with its own reasons alone. */
function look(row, hasWeights) {
  byId('rows').querySelectorAll('button').forEach(function (it) { it.setAttribute('aria-pressed', String(it.dataset.move === row.move)); });
  const said = [row.name + ': ' + row.kind, row.recapture ?
    say('It wins {first} at once, and what follows is {recapture}: {value}.', row) :
    say('It wins {value}.', row)];
  const into = byId('row');
  into.replaceChildren(...said.map(function (text) { return element('p', '', text); }));
  if (hasWeights) {
    const list = element('ul');
    row.reasons.forEach(function (reason) { list.append(element('li', '', words(reason))); });
    into.append(list);
  }
  const givers = hasWeights ? row.reasons.map(function (it) { return it.with; }).filter(function (it) { return it !== row.move; }) : [];
  board.point([arrow(row.move, row.own ? 'played' : 'answer')].concat(Array.from(new Set(givers)).map(function (it) { return arrow(it, row.own ? 'answer' : 'best'); })));
}

async function show() {
  const scene = scenes[at];
  const of = lesson.tables[scene.k];
  complain('');
  byId('scene').textContent = at + 1 + '. ' + TITLES[scene.kind](of);
  byId('said').replaceChildren(...SAID[scene.kind](of, scene).filter(Boolean).map(function (text) { return element('p', '', text); }));
  byId('row').replaceChildren();
  showRows(scene);
  byId('before').disabled = at === 0;
  byId('after').disabled = at === scenes.length - 1;
  byId('after').textContent = (scene.kind === 'ask' ? say('Look at the answer') : say('Go on')) + ' \u2192';
  await place(scene);
}

function step(by) {
  at = Math.max(0, Math.min(scenes.length - 1, at + by));
  attempt(show);
}

board.onPlay(function (move) {
  guesses[scenes[at].k] = move;
  step(1);
});
byId('before').addEventListener('click', function () { step(-1); });
byId('after').addEventListener('click', function () { step(1); });
byId('lesson').addEventListener('change', function () { location.hash = '#' + (byId('lesson').selectedIndex + 1); });
window.addEventListener('hashchange', function () { attempt(open); });

async function open() {
  const wanted = Number((/^#(\d+)$/.exec(location.hash) || [])[1] || 1);
  lesson = await ask('/api/lesson?number=' + wanted);
  board.useKit(await ask('/api/kit?game=' + lesson.game));
  byId('lesson').replaceChildren(...lesson.titles.map(function (title) { return element('option', '', title); }));
  byId('lesson').selectedIndex = wanted - 1;
  guesses = [];
  scenes = plan();
  at = 0;
  await show();
}

attempt(open);
