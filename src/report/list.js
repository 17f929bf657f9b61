// Sorts and filters lists, opens their rows, and steps from one to the next. All that it shows is in the
// page already.

import { button, element, say } from './dom.js';

function wake(list) {
  const tools = document.querySelector('.list-tools[data-for="' + list.id + '"]');
  const items = Array.from(list.querySelectorAll('tbody.item'));
  const heads = Array.from(list.tHead.rows[0].cells);
  const words = Object.assign(element('input'), { type: 'search', autocomplete: 'off' });
  const shown = element('span');
  shown.setAttribute('role', 'status');

  function details(item) { return item.querySelector('tr.more details'); }
  function isOpen(item) { return 'open' in item.dataset; }

  function open(item, on) {
    items.filter(function (other) { return other === item || (on && isOpen(other)); }).forEach(function (other) {
      details(other).open = on && other === item;
      if (details(other).open) { other.dataset.open = ''; } else { delete other.dataset.open; }
    });
    if (on) { item.scrollIntoView({ block: 'nearest' }); }
  }

  function step(by) {
    const all = items.filter(function (item) { return !item.hidden; });
    if (!all.length) { return; }
    const at = all.findIndex(isOpen);
    const to = at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.max(0, Math.min(all.length - 1, at + by));
    open(all[to], true);
  }

  function filter() {
    const wanted = words.value.toLowerCase();
    items.forEach(function (item) { item.hidden = item.rows[0].textContent.toLowerCase().indexOf(wanted) < 0; });
    const count = items.filter(function (item) { return !item.hidden; }).length;
    shown.textContent = say('{shown} of {all} shown', { shown: count, all: items.length });
  }

  // Numbers by size, names by the alphabet; what is equal stays as it was.
  function sort(column) {
    const head = heads[column];
    const falls = head.getAttribute('aria-sort') === 'ascending';
    heads.forEach(function (other) {
      other.removeAttribute('aria-sort');
      other.querySelector('span').textContent = '';
    });
    head.setAttribute('aria-sort', falls ? 'descending' : 'ascending');
    head.querySelector('span').textContent = falls ? '\u25bc' : '\u25b2';
    const isNumber = head.classList.contains('n');
    function key(item) {
      const cell = item.rows[0].cells[column];
      return isNumber ? parseFloat(cell.textContent) || 0 : cell.textContent;
    }
    items.sort(function (a, b) {
      const order = isNumber ? key(a) - key(b) : key(a).localeCompare(key(b), 'en', { numeric: true });
      return falls ? -order : order;
    });
    list.append.apply(list, items);
  }

  heads.forEach(function (head, column) {
    const made = button('', head.textContent, function () { sort(column); });
    made.append(element('span'));
    made.lastChild.setAttribute('aria-hidden', 'true');
    head.replaceChildren(made);
  });
  const label = element('label', '', say('Filter'));
  label.append(words);
  words.addEventListener('input', filter);
  tools.append(label, shown);
  const folded = items.filter(details);
  folded.forEach(function (item) {
    details(item).firstElementChild.hidden = true;
    item.rows[0].tabIndex = 0;
    item.rows[0].addEventListener('click', function () { open(item, !isOpen(item)); });
    item.rows[0].addEventListener('keydown', function (event) {
      if (event.key === 'Enter') { open(item, !isOpen(item)); }
    });
  });
  if (folded.length) {
    const back = button('', say('\u2190 Back'), function () { step(-1); });
    const next = button('', say('Next \u2192'), function () { step(1); });
    tools.append(back, next, element('span', 'hint', say('or the keys \u2190 \u2192')));
    list.classList.add('alive');
  }
  filter();
  return { list: list, step: step, isFolded: folded.length > 0 };
}

const lists = Array.from(document.querySelectorAll('table.list')).map(wake).filter(function (one) { return one.isFolded; });
document.addEventListener('keydown', function (event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest('input')) { return; }
  const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
  if (!by || !lists.length) { return; }
  // The list in which something is open, or the first.
  const ours = lists.find(function (one) { return one.list.querySelector('.item[data-open]'); }) || lists[0];
  ours.step(by);
  event.preventDefault();
});
