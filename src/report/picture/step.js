// Steps through the panes. The page holds everything already; this only shows and
// hides.

import { byId, say } from './dom.js';

const panes = Array.from(document.querySelectorAll('.pane'));
const lineRows = Array.from(document.querySelectorAll('tr[data-step]'));
const nav = byId('steps');
const back = byId('back');
const next = byId('next');
const where = byId('where');
const said = byId('said');
let shown = 0;

function show(number) {
  shown = Math.max(0, Math.min(panes.length - 1, number));
  panes.forEach(function (pane, i) { pane.hidden = i !== shown; });
  back.disabled = shown === 0;
  next.disabled = shown === panes.length - 1;
  where.textContent = say('{number} of {count}', { number: shown + 1, count: panes.length });
  lineRows.forEach(function (row, i) { row.classList.toggle('now', i === shown); });
  said.textContent = panes[shown].querySelector('h2').textContent;
}

lineRows.forEach(function (row, number) {
  if (number < panes.length) {
    row.classList.add('leads');
    row.addEventListener('click', function () { show(number); });
  }
});
back.addEventListener('click', function () { show(shown - 1); });
next.addEventListener('click', function () { show(shown + 1); });
document.addEventListener('keydown', function (event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) { return; }
  if (event.key === 'ArrowLeft') { show(shown - 1); }
  else if (event.key === 'ArrowRight') { show(shown + 1); }
  else { return; }
  event.preventDefault();
});
nav.hidden = false;
show(0);
