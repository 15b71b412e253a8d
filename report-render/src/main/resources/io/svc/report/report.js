// What a page can do without this: everything but filters by type, server, file and text.
(() => {
  'use strict';

  const ANY = 'any';
  const root = document.documentElement;
  const main = document.querySelector('main');
  const byId = (id) => document.getElementById(id);
  const all = (selector) => [...main.querySelectorAll(selector)];

  // Theme: follows the system until somebody chooses; kept in the address, nothing is stored.

  const theme = byId('theme');
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : dark.matches);

  function showTheme() {
    theme.textContent = isDark() ? 'Light theme' : 'Dark theme';
  }

  function chooseTheme(name) {
    if (name === 'dark' || name === 'light') {
      root.dataset.theme = name;
    } else {
      delete root.dataset.theme;
    }
    showTheme();
  }

  // Findings

  const tools = byId('tools');
  const rows = all('.finding').map((element) => ({
    element,
    severity: element.dataset.severity,
    type: element.dataset.type,
    server: element.dataset.server,
    file: element.dataset.file,
    counts: !element.closest('.aside'),
    text: '',
  }));
  const groups = all('.group').map((element) => ({
    element,
    rows: rows.filter((row) => element.contains(row.element)),
  }));
  const picks = all('.pick');
  const selects = ['type', 'server', 'file'].map(byId).filter(Boolean);
  const query = byId('q');

  function fill(select) {
    const names = new Map();
    for (const row of rows) {
      names.set(row[select.id], (names.get(row[select.id]) ?? 0) + 1);
    }
    for (const name of [...names.keys()].sort()) {
      // A name may be empty; the sign before it keeps it apart from "any".
      const label = `${name || '(the file itself)'} (${names.get(name)})`;
      select.append(new Option(label, `=${name}`));
    }
    select.hidden = names.size < 2;
  }

  function textOf(row) {
    row.text ||= row.element.textContent.toLowerCase();
    return row.text;
  }

  function apply() {
    const severities = picks.filter((pick) => pick.checked).map((pick) => pick.value);
    const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = selects.filter((select) => select.value !== ANY);
    const perSeverity = {};
    let shown = 0;
    let total = 0;
    for (const row of rows) {
      const matches =
        chosen.every((select) => `=${row[select.id]}` === select.value) &&
        words.every((word) => textOf(row).includes(word));
      const visible = matches && (!severities.length || severities.includes(row.severity));
      row.element.hidden = !visible;
      if (row.counts) {
        total += 1;
        shown += visible ? 1 : 0;
        perSeverity[row.severity] = (perSeverity[row.severity] ?? 0) + (matches ? 1 : 0);
      }
    }
    const filtered = severities.length + words.length + chosen.length > 0;
    for (const group of groups) {
      group.element.hidden = filtered && group.rows.every((row) => row.element.hidden);
    }
    for (const pick of picks) {
      const count = perSeverity[pick.value] ?? 0;
      const number = pick.parentElement.querySelector('b');
      number.textContent = count;
      number.classList.toggle('zero', count === 0);
    }
    byId('shown').textContent = filtered ? `${shown} of ${total} shown` : `${total} total`;
    byId('clear').hidden = !filtered;
    byId('none').hidden = !filtered || groups.some((group) => !group.element.hidden);
  }

  // State lives in the address, so that a filtered report can be linked to.

  function writeState() {
    const state = new URLSearchParams();
    if (root.dataset.theme) {
      state.set('theme', root.dataset.theme);
    }
    if (tools) {
      const severities = picks.filter((pick) => pick.checked).map((pick) => pick.value);
      if (severities.length) {
        state.set('severity', severities.join(','));
      }
      for (const select of selects) {
        if (select.value !== ANY) {
          state.set(select.id, select.value.slice(1));
        }
      }
      if (query.value) {
        state.set('q', query.value);
      }
    }
    history.replaceState(null, '', `#${state}`);
  }

  function readState() {
    const hash = location.hash.slice(1);
    if (hash && !hash.includes('=')) {
      reveal(hash);
      return;
    }
    const state = new URLSearchParams(hash);
    chooseTheme(state.get('theme'));
    if (!tools) {
      return;
    }
    const severities = (state.get('severity') ?? '').split(',');
    for (const pick of picks) {
      pick.checked = severities.includes(pick.value);
    }
    for (const select of selects) {
      const value = state.get(select.id);
      select.value = value === null ? ANY : `=${value}`;
      select.selectedIndex = Math.max(select.selectedIndex, 0);
    }
    query.value = state.get('q') ?? '';
    apply();
  }

  /** Whoever follows a link to something wants to see it, whatever is filtered. */
  function reveal(id) {
    const target = byId(id);
    if (!target) {
      return;
    }
    if (tools && target.closest('[hidden]')) {
      clear();
      apply();
    }
    target.querySelector('details')?.setAttribute('open', '');
    target.scrollIntoView();
  }

  function clear() {
    query.value = '';
    for (const select of selects) {
      select.value = ANY;
    }
    for (const pick of picks) {
      pick.checked = false;
    }
  }

  function change() {
    apply();
    writeState();
  }

  // Details

  function addCopy(details) {
    const hash = details.querySelector('.hash');
    if (!hash || hash.nextElementSibling) {
      return;
    }
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button small copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => copy(hash, button));
    hash.after(button);
  }

  async function copy(hash, button) {
    let copied = true;
    try {
      await navigator.clipboard.writeText(hash.textContent);
    } catch {
      getSelection().selectAllChildren(hash);
      copied = document.execCommand('copy');
    }
    button.textContent = copied ? 'Copied' : 'Selected';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  }

  const expand = byId('expand');

  function expandAll() {
    const open = expand.textContent === 'Expand all';
    expand.textContent = open ? 'Collapse all' : 'Expand all';
    for (const row of rows) {
      row.element.querySelector('details').open = open;
    }
  }

  let closed = [];

  function openForPrint() {
    closed = [...document.querySelectorAll('details:not([open])')];
    closed.forEach((details) => (details.open = true));
  }

  function closeAfterPrint() {
    closed.forEach((details) => (details.open = false));
  }

  // Wiring

  theme.hidden = false;
  theme.addEventListener('click', () => {
    chooseTheme(isDark() ? 'light' : 'dark');
    writeState();
  });
  dark.addEventListener('change', showTheme);
  addEventListener('beforeprint', openForPrint);
  addEventListener('afterprint', closeAfterPrint);
  addEventListener('hashchange', readState);

  if (tools) {
    tools.hidden = false;
    selects.forEach(fill);
    for (const control of [...picks, ...selects]) {
      control.addEventListener('change', change);
    }
    let pending = 0;
    query.addEventListener('input', () => {
      clearTimeout(pending);
      pending = setTimeout(change, 80);
    });
    byId('clear').addEventListener('click', () => {
      clear();
      change();
      query.focus();
    });
    expand.hidden = false;
    expand.addEventListener('click', expandAll);
    main.addEventListener('toggle', (event) => addCopy(event.target), true);
    addEventListener('keydown', (event) => {
      const typing = event.target.closest?.('input[type=search], select, textarea');
      const modified = event.ctrlKey || event.metaKey || event.altKey;
      if (event.key === '/' && !typing && !modified) {
        event.preventDefault();
        query.focus();
        query.select();
      } else if (event.key === 'Escape' && event.target === query && query.value) {
        query.value = '';
        change();
      }
    });
  }
  showTheme();
  readState();
})();
