/** What a script adds to pages that are whole without it: a search, tabs, buttons that copy, and the way on from old anchors. */

const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

/** Everything was one page once: who comes by an address of that time goes on to the page that it is now. */
const goOn = () => {
  const id = decodeURIComponent(location.hash.slice(1));
  const moved = id === '' ? null : document.getElementById(id)?.querySelector(':scope > [data-moved]');
  if (moved) location.replace(moved.href);
};

/** Says what became of it for as long as the button has the focus. */
const offerToCopy = (element) => {
  const label = element.dataset.copy ?? 'Copy';
  const button = make('button', { type: 'button', class: 'copy' }, label);
  const said = make('span', { role: 'status', class: 'unseen' });
  button.addEventListener('click', async () => {
    const done = await navigator.clipboard.writeText(element.textContent).then(
      () => 'Copied',
      () => 'Not copied: select the text instead',
    );
    button.textContent = done;
    said.textContent = done;
  });
  button.addEventListener('blur', () => {
    button.textContent = label;
    said.textContent = '';
  });
  if (element.tagName === 'PRE') {
    const frame = make('div', { class: 'copyable' });
    element.replaceWith(frame);
    frame.append(button, said, element);
  } else element.after(button, said);
};

/** Which example somebody reads, from one page to the next. A browser may forbid to keep it. */
const KEPT = 'gatehouse-reference-example';
const remembered = () => {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
};
const remember = (id) => {
  try {
    localStorage.setItem(KEPT, id);
  } catch {
    // The next page begins with the first example.
  }
};

const KEYS = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs as the ARIA practices have them: arrows move, one tab is in the order of focus. */
const makeTabs = (section) => {
  const panels = [...section.querySelectorAll('[data-tab]')];
  const tabs = panels.map((panel) =>
    make(
      'button',
      { type: 'button', role: 'tab', id: `tab-${panel.id}`, 'aria-controls': panel.id },
      panel.dataset.tab,
    ),
  );
  const show = (chosen) => {
    for (const [at, panel] of panels.entries()) {
      panel.hidden = at !== chosen;
      tabs[at].setAttribute('aria-selected', String(at === chosen));
      tabs[at].tabIndex = at === chosen ? 0 : -1;
    }
  };
  const choose = (at) => {
    show(at);
    tabs[at].focus();
    remember(panels[at].id);
  };
  for (const [at, panel] of panels.entries()) {
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', `tab-${panel.id}`);
    panel.querySelector('h2').remove();
    tabs[at].addEventListener('click', () => choose(at));
    tabs[at].addEventListener('keydown', (event) => {
      const step = KEYS[event.key];
      const to = { Home: 0, End: tabs.length - 1 }[event.key] ?? (step && (at + step + tabs.length) % tabs.length);
      if (to === undefined) return;
      event.preventDefault();
      choose(to);
    });
  }
  section.prepend(make('div', { role: 'tablist', 'aria-label': 'Examples' }, ...tabs));
  show(
    Math.max(
      0,
      panels.findIndex(({ id }) => id === remembered()),
    ),
  );
};

const SHOWN_MAX = 12;

/** Where all words are, best first: what is called so, then what is found by other words. */
const foundIn = (index, text) => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const rank = ([title]) =>
    title.toLowerCase().startsWith(words[0]) ? 0 : title.toLowerCase().includes(words[0]) ? 1 : 2;
  return index
    .filter((entry) => words.every((word) => entry.join(' ').toLowerCase().includes(word)))
    .sort((one, other) => rank(one) - rank(other));
};

const verbOf = (kind) =>
  /^\d/.test(kind)
    ? make('span', { class: `status of-${kind[0]}` }, kind)
    : make('span', { class: `verb ${kind.toLowerCase()}` }, kind);

const isTyping = ({ target }) => target.matches('input, textarea, select, [contenteditable]');

const makeSearch = (search) => {
  const input = search.querySelector('input');
  const list = search.querySelector('#found');
  const said = search.querySelector('[role=status]');
  let index;
  const load = () => {
    index ??= fetch(search.dataset.index).then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)));
    return index;
  };
  const fill = (found) => {
    const items = found
      .slice(0, SHOWN_MAX)
      .map(([title, address, kind, words]) =>
        make(
          'li',
          {},
          make('a', { href: address }, verbOf(kind), make('span', {}, title), make('span', { class: 'words' }, words)),
        ),
      );
    list.replaceChildren(...items);
    list.hidden = items.length === 0;
  };
  const look = async () => {
    const text = input.value;
    try {
      const found = foundIn(await load(), text);
      if (text !== input.value) return;
      fill(found);
      said.textContent = text.trim() === '' ? '' : found.length === 0 ? 'Nothing found' : `${found.length} found`;
      said.classList.toggle('unseen', found.length > 0 || text.trim() === '');
    } catch {
      index = undefined;
      said.textContent = 'The search does not load. Try again.';
      said.classList.remove('unseen');
    }
  };
  const move = (by) => {
    const links = [...list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement) + by;
    (at < 0 ? input : links[Math.min(at, links.length - 1)])?.focus();
  };
  input.addEventListener('focus', () => void load().catch(() => undefined));
  input.addEventListener('input', look);
  search.addEventListener('keydown', (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && !list.hidden) move(by);
    else if (event.key === 'Enter' && event.target === input) list.querySelector('a')?.click();
    else if (event.key === 'Escape' && !list.hidden) {
      list.hidden = true;
      input.focus();
    } else return;
    event.preventDefault();
  });
  search.addEventListener('focusout', ({ relatedTarget }) => {
    if (!search.contains(relatedTarget)) list.hidden = true;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    event.preventDefault();
    input.focus();
  });
  search.hidden = false;
};

goOn();
addEventListener('hashchange', goOn);
for (const section of document.querySelectorAll('.examples')) makeTabs(section);
for (const element of document.querySelectorAll('pre, [data-copy]')) offerToCopy(element);
for (const search of document.querySelectorAll('search')) makeSearch(search);
