// Marks what belongs to a row of a table: its arrow, its reasons, and the entries
// that give weight to it.

import { byId } from './dom.js';

const said = byId('said');

/** Marks an entry in a part of the page, or none. */
export function mark(pane, entry) {
  pane.querySelectorAll('.on,.gives').forEach(function (it) { it.classList.remove('on', 'gives'); });
  pane.classList.toggle('picking', entry !== null);
  if (entry === null) { return; }
  const row = pane.querySelector('tr[data-e="' + entry + '"]');
  if (!row) { return; }
  row.classList.add('on');
  pane.querySelectorAll('.arrow[data-e="' + entry + '"]').forEach(function (it) { it.classList.add('on'); });
  row.dataset.gives.split(' ').filter(Boolean).forEach(function (giver) {
    pane.querySelectorAll('[data-e="' + giver + '"]').forEach(function (it) { it.classList.add('gives'); });
  });
  const words = [];
  pane.querySelectorAll('li[data-for="' + entry + '"]').forEach(function (it) {
    it.classList.add('on');
    words.push(it.textContent);
  });
  if (said) { said.textContent = words.join('. '); }
}

function rowsOf(pane) {
  return Array.from(pane.querySelectorAll('tbody tr[data-e]'));
}

// Only one row is reached by the tab key, the others from there by arrows.
function focusRow(pane, number) {
  const rows = rowsOf(pane);
  if (!rows.length) { return; }
  const at = Math.max(0, Math.min(rows.length - 1, number));
  rows.forEach(function (row, i) { row.tabIndex = i === at ? 0 : -1; });
  rows[at].focus();
}

function wake(pane) {
  rowsOf(pane).forEach(function (row, number) {
    row.tabIndex = number === 0 ? 0 : -1;
    row.addEventListener('focus', function () { mark(pane, row.dataset.e); });
    row.addEventListener('blur', function () { mark(pane, null); });
    row.addEventListener('click', function () { focusRow(pane, number); });
    row.addEventListener('mouseenter', function () { mark(pane, row.dataset.e); });
    row.addEventListener('mouseleave', function () {
      const held = pane.querySelector('tr[data-e]:focus');
      mark(pane, held ? held.dataset.e : null);
    });
  });
  pane.querySelectorAll('.arrow.capture,.arrow.promotion,.arrow.answer,.arrow.fork,.arrow.threat').forEach(function (arrow) {
    arrow.addEventListener('mouseenter', function () { mark(pane, arrow.dataset.e); });
    arrow.addEventListener('mouseleave', function () { mark(pane, null); });
  });
}

document.querySelectorAll('.pane').forEach(wake);
document.addEventListener('keydown', function (event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) { return; }
  const row = document.activeElement && document.activeElement.closest('.pane tr[data-e]');
  if (!row) { return; }
  const pane = row.closest('.pane');
  const at = rowsOf(pane).indexOf(row);
  if (event.key === 'ArrowDown') { focusRow(pane, at + 1); }
  else if (event.key === 'ArrowUp') { focusRow(pane, at - 1); }
  else if (event.key === 'Escape') { row.blur(); }
  else { return; }
  event.preventDefault();
});
