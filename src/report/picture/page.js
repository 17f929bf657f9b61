// Steps through the panes and marks what belongs to a row. The page holds
// everything already; this only shows and hides.
(function () {
  'use strict';
  const panes = Array.from(document.querySelectorAll('.pane'));
  const lineRows = Array.from(document.querySelectorAll('tr[data-step]'));
  const nav = document.getElementById('steps');
  const back = document.getElementById('back');
  const next = document.getElementById('next');
  const where = document.getElementById('where');
  const said = document.getElementById('said');
  let shown = 0;

  // A row, its arrow, its reasons, and the entries that give weight to it.
  function mark(pane, entry) {
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
    said.textContent = words.join('. ');
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

  function show(number) {
    shown = Math.max(0, Math.min(panes.length - 1, number));
    panes.forEach(function (pane, i) { pane.hidden = i !== shown; });
    back.disabled = shown === 0;
    next.disabled = shown === panes.length - 1;
    where.textContent = (shown + 1) + ' of ' + panes.length;
    lineRows.forEach(function (row, i) { row.classList.toggle('now', i === shown); });
    said.textContent = panes[shown].querySelector('h2').textContent;
  }

  panes.forEach(function (pane) {
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
  });
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
    const row = document.activeElement && document.activeElement.closest('.pane tr[data-e]');
    const at = row ? rowsOf(panes[shown]).indexOf(row) : -1;
    if (event.key === 'ArrowLeft') { show(shown - 1); }
    else if (event.key === 'ArrowRight') { show(shown + 1); }
    else if (event.key === 'ArrowDown' && at >= 0) { focusRow(panes[shown], at + 1); }
    else if (event.key === 'ArrowUp' && at >= 0) { focusRow(panes[shown], at - 1); }
    else if (event.key === 'Escape' && row) { row.blur(); }
    else { return; }
    event.preventDefault();
  });
  nav.hidden = false;
  show(0);
}());
