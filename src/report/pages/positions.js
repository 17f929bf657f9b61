// Sorts and filters lists of positions, opens them, and steps from one to the next.
// All that it shows is in the page already.
(function () {
  'use strict';

  /** A text for people, its places filled in; it is written in the language of the page. */
  function say(text, values) {
    return text.replace(/\{(\w+)\}/g, function (place, name) { return values && name in values ? String(values[name]) : place; });
  }

  function make(tag, attributes, text) {
    const it = document.createElement(tag);
    Object.keys(attributes).forEach(function (name) { it.setAttribute(name, attributes[name]); });
    if (text) { it.textContent = text; }
    return it;
  }

  function labeled(text, control) {
    const label = make('label', {}, text);
    label.append(control);
    return label;
  }

  function wake(list) {
    const tools = document.querySelector('.list-tools[data-for="' + list.id + '"]');
    const items = Array.from(list.querySelectorAll('tbody.item'));
    const heads = Array.from(list.tHead.rows[0].cells);
    const name = make('input', { type: 'search', autocomplete: 'off' });
    const kind = make('select', {});
    const size = make('input', { type: 'number', 'class': 'n', step: 'any' });
    const shown = make('span', { 'class': 'shown', role: 'status' });
    const back = make('button', { type: 'button' }, say('\u2190 Back'));
    const next = make('button', { type: 'button' }, say('Next \u2192'));

    function visible() { return items.filter(function (item) { return !item.hidden; }); }
    function of(item) { return item.querySelector('tr.more details'); }

    function open(item, on) {
      items.forEach(function (other) {
        const is = on && other === item;
        if (!is && other !== item && !on) { return; }
        of(other).open = is;
        if (is) { other.dataset.open = ''; } else { delete other.dataset.open; }
      });
      if (on) { item.scrollIntoView({ block: 'nearest' }); }
    }

    function toggle(item) { open(item, !('open' in item.dataset)); }

    function step(by) {
      const all = visible();
      if (!all.length) { return; }
      const at = all.findIndex(function (item) { return 'open' in item.dataset; });
      const to = at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.max(0, Math.min(all.length - 1, at + by));
      open(all[to], true);
      all[to].querySelector('.id a').focus({ preventScroll: true });
      all[to].scrollIntoView({ block: 'start' });
    }

    function filter() {
      const words = name.value.toLowerCase();
      const least = parseFloat(size.value);
      items.forEach(function (item) {
        const its = item.querySelector('.id').textContent.toLowerCase();
        item.hidden = its.indexOf(words) < 0 || (kind.value !== '' && item.dataset.kind !== kind.value) ||
          (!isNaN(least) && Math.abs(parseFloat(item.dataset.size)) < least);
      });
      shown.textContent = say('{shown} of {all} shown', { shown: visible().length, all: items.length });
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
        return isNumber ? parseFloat(cell.dataset.v || cell.textContent) : cell.textContent;
      }
      const keyed = items.map(function (item) { return [key(item), item]; });
      keyed.sort(function (a, b) {
        const order = isNumber ? a[0] - b[0] : a[0].localeCompare(b[0], 'en', { numeric: true });
        return falls ? -order : order;
      });
      keyed.forEach(function (pair, number) {
        items[number] = pair[1];
        list.append(pair[1]);
      });
    }

    heads.forEach(function (head, column) {
      const button = make('button', { type: 'button' }, head.textContent);
      button.append(make('span', { 'aria-hidden': 'true' }));
      head.replaceChildren(button);
      button.addEventListener('click', function () { sort(column); });
    });
    items.filter(of).forEach(function (item) {
      const has = of(item);
      item.rows[0].addEventListener('click', function (event) {
        event.preventDefault();
        toggle(item);
      });
      has.firstElementChild.hidden = true;
    });
    const kinds = Array.from(new Set(items.map(function (item) { return item.dataset.kind; }))).sort();
    kind.append(make('option', { value: '' }, say('all')));
    kinds.forEach(function (one) { kind.append(make('option', { value: one }, one)); });
    [name, kind, size].forEach(function (it) { it.addEventListener('input', filter); });
    back.addEventListener('click', function () { step(-1); });
    next.addEventListener('click', function () { step(1); });
    tools.append(
      labeled(say('Name has'), name), labeled(tools.dataset.kind, kind), labeled(say('{name} at least', { name: tools.dataset.size }), size),
      shown
    );
    const isFolded = items.some(of);
    if (isFolded) { tools.append(back, next, make('span', { 'class': 'hint' }, say('or the keys \u2190 \u2192'))); }
    list.classList.add('alive');
    filter();
    return { list: list, step: step, isFolded: isFolded };
  }

  const lists = Array.from(document.querySelectorAll('table.list')).map(wake).filter(function (one) { return one.isFolded; });
  document.addEventListener('keydown', function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) { return; }
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    const at = document.activeElement;
    if (!by || !lists.length || (at && /^(INPUT|SELECT)$/.test(at.tagName))) { return; }
    // The list in which something is open or has the focus, or the first.
    const ours = lists.find(function (one) { return one.list.contains(at); }) ||
      lists.find(function (one) { return one.list.querySelector('.item[data-open]'); }) || lists[0];
    ours.step(by);
    event.preventDefault();
  });
}());
