/** Before the page is painted: the reference component is dark by a class, and knows nothing of the reader's choice. */
export const THEME_SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)');
const apply = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', apply);
apply();
`;

/**
 * The search of every page, a combobox as ARIA describes it: \`/\` goes to it, arrows choose, Enter opens, Escape leaves.
 * Texts are set as text, never as HTML. And a button beside each block of code that copies it, where the browser allows that.
 */
export const SEARCH_SCRIPT = `const box = document.querySelector('.search');
const input = document.querySelector('#search');
const list = document.querySelector('#found');
const count = document.querySelector('#count');
const MOST = 12;
const ORDER = { page: 0, event: 1, route: 2, field: 3 };
let loading = null;
let shown = [];
let at = -1;
box.hidden = false;

function load() {
  loading ??= fetch(box.dataset.entries).then((response) => {
    if (!response.ok) throw new Error('the entries of the search did not come');
    return response.json();
  });
  loading.catch(() => { loading = null; });
  return loading;
}

/** Lower is better; null where a word is missing. */
function rank(entry, words) {
  const title = entry.title.toLowerCase();
  const all = title + ' ' + entry.detail.toLowerCase();
  let sum = 0;
  for (const word of words) {
    if (!all.includes(word)) return null;
    const place = title.indexOf(word);
    const begins = place >= 0 && (place === 0 || !/[a-z0-9]/.test(title[place - 1]));
    sum += title === word ? 0 : begins ? 1 : place >= 0 ? 2 : 6;
  }
  return sum * 10 + ORDER[entry.kind];
}

function find(entries, query) {
  const words = query.toLowerCase().split(/\\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, rank: rank(entry, words) }))
    .filter((found) => found.rank !== null)
    .sort((a, b) => a.rank - b.rank || a.entry.title.length - b.entry.title.length)
    .slice(0, MOST)
    .map((found) => found.entry);
}

function part(name, text) {
  const span = document.createElement('span');
  span.className = name;
  span.textContent = text;
  return span;
}

function option(entry, index) {
  const item = document.createElement('li');
  item.id = 'found-' + index;
  item.setAttribute('role', 'option');
  item.setAttribute('aria-selected', 'false');
  item.append(part('kind', entry.kind), part('name', entry.title), part('detail', entry.detail));
  item.addEventListener('mousedown', (event) => event.preventDefault());
  item.addEventListener('click', () => open(entry));
  return item;
}

function choose(index) {
  at = index;
  [...list.children].forEach((item, place) => item.setAttribute('aria-selected', String(place === at)));
  if (at < 0) input.removeAttribute('aria-activedescendant');
  else {
    input.setAttribute('aria-activedescendant', 'found-' + at);
    list.children[at].scrollIntoView({ block: 'nearest' });
  }
}

function show(entries, said) {
  shown = entries;
  list.replaceChildren(...entries.map(option));
  list.hidden = entries.length === 0;
  input.setAttribute('aria-expanded', String(entries.length > 0));
  count.textContent = said;
  choose(entries.length > 0 ? 0 : -1);
}

async function update() {
  const query = input.value;
  if (query.trim() === '') return show([], '');
  try {
    const entries = find(await load(), query);
    if (query !== input.value) return;
    if (entries.length > 0) return show(entries, entries.length === 1 ? 'one found' : entries.length + ' found');
    show([], 'nothing found');
    said('Nothing found.');
  } catch {
    show([], 'the search does not answer');
    said('The search does not answer. Type again.');
  }
}

function said(text) {
  const item = part('none', text);
  const row = document.createElement('li');
  row.className = 'none';
  row.setAttribute('role', 'option');
  row.setAttribute('aria-disabled', 'true');
  row.append(item);
  list.replaceChildren(row);
  list.hidden = false;
  input.setAttribute('aria-expanded', 'true');
}

function open(entry) {
  const target = new URL(document.documentElement.dataset.root + entry.path, location.href);
  const isHere = target.pathname === location.pathname;
  show([], '');
  input.blur();
  location.href = target.href;
  // The reference component looks at the address when it starts.
  if (isHere && document.querySelector('#reference') !== null) location.reload();
}

function pressed(event) {
  if (event.key === 'Escape') {
    if (list.hidden) input.blur();
    show([], '');
    return;
  }
  if (shown.length === 0) return;
  const steps = { ArrowDown: 1, ArrowUp: -1 };
  if (event.key in steps) choose((at + steps[event.key] + shown.length) % shown.length);
  else if (event.key === 'Enter') open(shown[Math.max(at, 0)]);
  else return;
  event.preventDefault();
}

input.addEventListener('focus', load);
input.addEventListener('input', update);
input.addEventListener('keydown', pressed);
input.addEventListener('blur', () => { list.hidden = true; input.setAttribute('aria-expanded', 'false'); });
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input, textarea, select, [contenteditable]') !== null) return;
  event.preventDefault();
  input.focus();
  input.select();
});

if (navigator.clipboard !== undefined) {
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.className = 'copy';
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code').textContent);
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    });
    block.append(button);
  }
}
// A field that the address names may stand in what is folded.
function unfold() {
  const target = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  const folded = target?.closest('details');
  if (folded) { folded.open = true; target.scrollIntoView(); }
}
addEventListener('hashchange', unfold);
unfold();
`;
