// The page of a game in a file: its data stand in the page itself, and nobody is asked.

import { attempt, button, byId, element, say } from './dom.js';
import { begin, connect, path, state } from './game.js';

const data = JSON.parse(byId('data').textContent);
let chosen = -1;

/** The board of a position, out of the first position and the moves. */
function lay(game, start, moves) {
  const kit = data.kits[game];
  const squares = kit.boards[kit.view].squares.map(function (it) { return it.name; });
  const [rows, side, third] = start.split(' ');
  const pieces = {};
  const hands = {};
  let at = 0;
  (rows.match(/\+?[a-z]|\d/gi) || []).forEach(function (sign) {
    if (/\d/.test(sign)) { at += Number(sign); } else { pieces[squares[at]] = sign; at += 1; }
  });
  const isShogi = game === 'shogi';
  if (isShogi) {
    (third.match(/\d*[a-z]/gi) || []).forEach(function (sign) { hands[sign.slice(-1)] = Number(sign.slice(0, -1)) || 1; });
  }
  let mover = side === 'w' ? 'white' : 'black';
  moves.forEach(function (move) {
    const [from, to, end] = [move.slice(0, 2), move.slice(2, 4), move.slice(4)];
    // Capital letters are black's in shogi and white's in chess.
    const own = function (letter) { return (mover === 'black') === isShogi ? letter.toUpperCase() : letter.toLowerCase(); };
    if (from[1] === '*') {
      const letter = own(from[0]);
      hands[letter] -= 1;
      pieces[to] = letter;
    } else {
      const piece = pieces[from] || '';
      const taken = pieces[to];
      // In Chess960 the king takes its own rook.
      const isOnRook = !isShogi && /k/i.test(piece) && taken === own('r');
      if (isShogi && taken) {
        const letter = own(taken.replace('+', ''));
        hands[letter] = (hands[letter] || 0) + 1;
      }
      delete pieces[from];
      const isPawn = /p/i.test(piece) && !isShogi;
      if (isPawn && from[0] !== to[0] && !taken) { delete pieces[to[0] + from[1]]; }
      pieces[to] = end === '+' ? '+' + piece : end ? own(end) : piece;
      if (isOnRook) {
        const [king, rook] = to[0] > from[0] ? ['g', 'f'] : ['c', 'd'];
        delete pieces[to];
        pieces[king + to[1]] = piece;
        pieces[rook + to[1]] = taken;
      } else if (!isShogi && /k/i.test(piece) && Math.abs(from.charCodeAt(0) - to.charCodeAt(0)) === 2) {
        const [corner, beside] = to[0] === 'g' ? ['h', 'f'] : ['a', 'd'];
        pieces[beside + to[1]] = pieces[corner + to[1]];
        delete pieces[corner + to[1]];
      }
    }
    mover = mover === 'black' ? 'white' : 'black';
  });
  Object.keys(hands).forEach(function (letter) { if (!hands[letter]) { delete hands[letter]; } });
  return { pieces: pieces, hands: hands, side: mover };
}

/** Draws it with the pictures of the pieces. */
function draw(game, laid, view) {
  const kit = data.kits[game];
  const { svg, width, bottom, cell, hand_cell, squares, slots } = kit.boards[view];
  const figures = new Map(kit.pieces.map(function (piece) { return [piece.letter, piece]; }));
  const put = function (letter, x, y, size) {
    const box = ' x="' + (x - size / 2) + '" y="' + (y - size / 2) + '" width="' + size + '" height="' + size + '"';
    const picture = '<svg' + box + figures.get(letter).svg.slice(4);
    return kit.turns && view !== kit.view ? '<g transform="rotate(180 ' + x + ' ' + y + ')">' + picture + '</g>' : picture;
  };
  const parts = squares.filter(function (it) { return laid.pieces[it.name]; })
    .map(function (it) { return put(laid.pieces[it.name], it.x, it.y, cell); });
  const held = [];
  ['black', 'white'].forEach(function (side) {
    const own = kit.hand.filter(function (letter) { return laid.hands[letter] && figures.get(letter).side === side; }).reverse();
    own.forEach(function (letter, i) {
      const [x, y] = slots[side][i];
      held.push({ name: letter, x: x, y: y });
      parts.push(put(letter, x, y, hand_cell));
      if (laid.hands[letter] > 1) {
        parts.push('<circle class="number" cx="' + (x + 14) + '" cy="' + (y - 12) + '" r="8.5"/><text class="digit" x="' + (x + 14) + '" y="' + (y - 8) + '">' + laid.hands[letter] + '</text>');
      }
    });
  });
  return { svg: svg.replace('</svg>', parts.join('') + '</svg>'), width: width, bottom: bottom, cell: cell, hand_cell: hand_cell, squares: squares, hands: held };
}

/** The SFEN or FEN of a position; behind the game's own, the first one and the moves. */
function textOf(start, moves) {
  const game = data.games[chosen];
  const isOwn = moves.length < game.texts.length && moves.every(function (move, i) { return move === game.moves[i]; });
  return isOwn ? game.texts[moves.length] : start + ' moves ' + moves.join(' ');
}

async function ask(path, question) {
  if (path === '/api/record') { return data.games[chosen].record; }
  if (path !== '/api/position') { return data.kits[path.split('=')[1]]; }
  const laid = lay(question.game, question.start, question.moves);
  const name = data.kits[question.game].sides[laid.side];
  return Object.assign(laid, { text: textOf(question.start, question.moves), side_name: name, board: draw(question.game, laid, question.view) });
}

/** A game of the list, at a ply. */
function open(number, ply) {
  chosen = Math.max(0, Math.min(data.games.length - 1, number));
  buttons.forEach(function (it, i) { it.setAttribute('aria-pressed', String(i === chosen)); });
  return begin(data.games[chosen], ply);
}

/** The address holds the game and the move. */
function changed() {
  const ply = path(state.now).length;
  try { history.replaceState(null, '', '#g' + (chosen + 1) + 'p' + ply); } catch { /* A page without an address. */ }
}

/** A button that opens a game. */
function opener(i, name) {
  return button(name, '', function () { attempt(function () { return open(i, 0); }); });
}

/** A list of its own with the games. */
function contents() {
  const folded = byId('contents-box').firstElementChild;
  const all = data.games.map(function (game, i) {
    const made = opener(i, 'game-button');
    made.append(element('span', 'no', i + 1 + '.'), ' ', element('bdi', '', game.title.join('')));
    if (game.said) { made.append(element('span', 'faint about', game.said)); }
    made.addEventListener('click', function () { folded.open = false; });
    const item = element('li');
    item.append(made);
    byId('contents').append(item);
    return made;
  });
  byId('contents-box').hidden = all.length < 2;
  byId('contents-title').textContent = say('{count} games', { count: all.length });
  folded.open = !asked[1] && window.innerWidth > 600;
  return all;
}

/** The table of games that the page has: the first cells of its rows open them. */
function rows() {
  const cells = Array.from(byId('games').tBodies, function (body) { return body.rows[0].cells[0]; });
  return data.games.map(function (_, i) {
    const made = opener(i, 'move-button');
    made.append(cells[i].textContent);
    made.addEventListener('click', function () { byId('board').scrollIntoView({ block: 'center' }); });
    cells[i].replaceChildren(made);
    return made;
  });
}

connect({ ask: ask, changed: changed });
const asked = /^#g(\d+)(?:p(\d+))?$/.exec(location.hash) || [];
const buttons = byId('games') ? rows() : contents();
if (data.games.length) {
  attempt(function () { return open(Number(asked[1] || 1) - 1, Number(asked[2] || 0)); });
} else {
  byId('status').textContent = say('There is no game.');
}
window.addEventListener('hashchange', function () {
  const [, number, ply] = /^#g(\d+)(?:p(\d+))?$/.exec(location.hash) || [];
  if (number) { attempt(function () { return open(Number(number) - 1, Number(ply || 0)); }); }
});
