// Texts, elements, tables: what all scripts of pages use.

/** Messages in the language of the page, by their English; none where it is English. */
const words = JSON.parse((document.getElementById('words') || { textContent: '{}' }).textContent);

/** A message for people, its places filled in. */
export function say(text, values) {
  return (words[text] || text).replace(/\{(\w+)\}/g, function (place, name) { return values && name in values ? String(values[name]) : place; });
}

export function byId(id) { return document.getElementById(id); }

/** An element with a class and a text; texts of others go in no other way. */
export function element(name, className, text) {
  const made = document.createElement(name);
  if (className) { made.className = className; }
  if (text !== undefined) { made.textContent = text; }
  return made;
}

/** A button with a class and a text; a click on it does something. */
export function button(className, text, work) {
  const made = element('button', className, text);
  made.type = 'button';
  made.addEventListener('click', work);
  return made;
}

/** Says what went wrong; nothing takes it away. */
export function complain(message) {
  byId('problem').textContent = message || '';
  byId('problem').hidden = !message;
}

export async function attempt(work) {
  try { await work(); } catch (error) { complain(error.message); }
}

/** Puts markup that our own server has made, and escaped, into an element. */
export function placeMarkup(into, markup) {
  const template = document.createElement('template');
  template.innerHTML = markup;
  into.replaceChildren(template.content);
}

/** A table of rows of texts; a cell may be an element. A head begins with # where numbers stand, and ends with
 *  .roomy where the column needs a wide screen. */
export function table(heads, rows) {
  const made = element('table');
  const head = made.createTHead().insertRow();
  heads.forEach(function (text) {
    const cell = element('th', classOf(text), text.replace('#', '').replace('.roomy', ''));
    cell.scope = 'col';
    head.append(cell);
  });
  const body = made.createTBody();
  rows.forEach(function (row) {
    const line = body.insertRow();
    row.forEach(function (value, i) {
      const cell = line.insertCell();
      cell.className = classOf(heads[i]);
      if (value instanceof Node) { cell.append(value); } else { cell.textContent = String(value); }
    });
  });
  return made;
}

function classOf(head) {
  return (head.startsWith('#') ? 'n' : '') + (head.endsWith('.roomy') ? ' roomy' : '');
}

/** A number with commas between its thousands. */
export function grouped(number) { return number.toLocaleString('en'); }

/** The score of the farthest mate that a search can see. */
const FARTHEST_MATE = 31872;

/** Plies to the mate of a score: above zero for the side to move, below for the other; nothing where there is none. */
function mateIn(score) {
  if (Math.abs(score) < FARTHEST_MATE) { return null; }
  return score > 0 ? 32000 - score : -32000 - score;
}

/** The mate of a score as players of the game count it, plies in shogi and moves in chess; nothing where there is none. */
export function mateSaid(game, score) {
  const plies = Math.abs(mateIn(score) || 0);
  if (!plies) { return ''; }
  return game === 'chess' ? say('mate in {moves} moves', { moves: Math.ceil(plies / 2) }) : say('mate in {plies} plies', { plies: plies });
}

/** Parts of a thousand as percent. */
export function percent(points, digits) { return (points / 10).toFixed(digits || 0) + ' %'; }
