// Steps through the panes. The page holds everything already; this only shows and
// hides.
(function () {
  'use strict';

  /** A text for people, its places filled in; it is written in the language of the page. */
  const words = JSON.parse((document.getElementById('words') || { textContent: '{}' }).textContent);
  function say(text, values) {
    return (words[text] || text).replace(/\{(\w+)\}/g, function (place, name) { return values && name in values ? String(values[name]) : place; });
  }

  const panes = Array.from(document.querySelectorAll('.pane'));
  const lineRows = Array.from(document.querySelectorAll('tr[data-step]'));
  const nav = document.getElementById('steps');
  const back = document.getElementById('back');
  const next = document.getElementById('next');
  const where = document.getElementById('where');
  const said = document.getElementById('said');
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
}());
