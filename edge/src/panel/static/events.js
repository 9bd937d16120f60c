import { $, fill, make, setText } from './dom.js';
import { clockTime, dayAndTime, isToday, shortDay } from './times.js';
import { ask } from './wire.js';

const SHOWN_MAX = 500;
const NEWEST = Number.MAX_SAFE_INTEGER;
const MARK = { bad: ['!', 'Attention: '], good: ['✓', ''], plain: ['·', ''] };

const row = ({ seq, wallMs, clockTrusted, text, tone, details }) => {
  const [mark, spoken] = MARK[tone];
  const when = make('time', {
    text: `${clockTrusted ? '' : '~'}${isToday(wallMs) ? '' : `${shortDay(wallMs)}, `}${clockTime(wallMs)}`,
    datetime: new Date(wallMs).toISOString(),
    title: `${dayAndTime(wallMs)}${clockTrusted ? '' : ' (by a clock that was not trusted)'}`,
  });
  const said = make('span', { className: 'said' }, [
    make('span', { className: 'unseen', text: spoken }),
    document.createTextNode(text),
  ]);
  const summary = make('summary', { className: tone }, [
    make('span', { className: 'mark', text: mark, 'aria-hidden': 'true' }),
    when,
    said,
  ]);
  const list = details.flatMap(([name, value]) => [make('dt', { text: name }), make('dd', { text: value })]);
  return make('li', { 'data-seq': String(seq) }, [
    make('details', {}, [summary, make('dl', { className: 'rows small' }, list)]),
  ]);
};

/** Neighbours that fold under one line, newest first; everything else is alone. */
const runsOf = (ordered) => {
  const runs = [];
  for (const one of ordered) {
    const last = runs.at(-1);
    if (one.fold !== null && last?.[0].fold === one.fold) last.push(one);
    else runs.push([one]);
  }
  return runs;
};

/** One line for several sign-ins, which opens to all of them. Kept by the oldest, so that it stays open as new ones come. */
const createFold = () => {
  const said = make('span', { className: 'said' });
  const when = make('time');
  const inner = make('ol', { className: 'folded' });
  const mark = make('span', { className: 'mark', text: '·', 'aria-hidden': 'true' });
  const element = make('li', {}, [
    make('details', {}, [make('summary', { className: 'plain' }, [mark, when, said]), inner]),
  ]);
  return {
    element,
    show: (run) => {
      const [newest] = run;
      setText(said, `${run.length} sign-ins at the panel, the last: ${newest.text}`);
      setText(when, newest.element.querySelector('time').textContent);
      for (const [place, { element: row }] of run.entries())
        if (inner.children[place] !== row) inner.insertBefore(row, inner.children[place] ?? null);
      while (inner.children.length > run.length) inner.lastChild.remove();
    },
  };
};

/** What happened, newest first: new facts come in at the top by themselves, older ones when asked for. */
export const createEvents = () => {
  const list = $('facts');
  const door = $('facts-door');
  const rows = new Map();
  const folds = new Map();
  let newest = 0;
  let before = NEWEST;
  let asking = 0;

  const draw = () => {
    const ordered = [...rows.keys()].sort((a, b) => b - a);
    for (const tooOld of ordered.splice(SHOWN_MAX)) {
      rows.delete(tooOld);
      before = ordered.at(-1);
    }
    const lines = runsOf(ordered.map((seq) => rows.get(seq))).map((run) => {
      if (run.length === 1) return run[0].element;
      const oldest = run.at(-1).seq;
      const fold = folds.get(oldest) ?? createFold();
      folds.set(oldest, fold);
      fold.show(run);
      return fold.element;
    });
    for (const [place, element] of lines.entries())
      if (list.children[place] !== element) list.insertBefore(element, list.children[place] ?? null);
    while (list.children.length > lines.length) list.lastChild.remove();
    $('no-facts').hidden = ordered.length > 0;
    $('older').hidden = before === null;
  };
  const add = (facts) => {
    for (const fact of facts)
      if (!rows.has(fact.seq))
        rows.set(fact.seq, { seq: fact.seq, text: fact.text, fold: fact.fold, element: row(fact) });
  };
  const older = async () => {
    const mine = ++asking;
    const filter = door.value === '' ? '' : `&door=${encodeURIComponent(door.value)}`;
    $('older').disabled = true;
    const { ok, json } = await ask(`/facts?before=${before}${filter}`);
    if (mine !== asking) return;
    $('older').disabled = false;
    $('facts-problem').textContent = ok ? '' : json.message;
    if (!ok) return;
    add(json.facts);
    before = json.before;
    draw();
  };
  const begin = () => {
    rows.clear();
    folds.clear();
    list.replaceChildren();
    before = NEWEST;
  };
  $('older').addEventListener('click', older);
  door.addEventListener('change', () => {
    begin();
    older();
  });

  return {
    update: ({ facts, factsBefore, doors }) => {
      const options = [['', 'everything'], ...doors.map(({ doorId, name }) => [doorId, name])];
      const chosen = door.value;
      fill(
        door,
        options.map(([value, text]) => make('option', { value, text })),
      );
      door.value = chosen;
      const oldest = facts.at(-1)?.seq ?? 0;
      // The first state, or one after a long absence: there may be facts between that never came.
      if (oldest > newest + 1 || before === NEWEST) {
        if (door.value !== '' && before !== NEWEST) begin();
        if (door.value === '') {
          begin();
          before = factsBefore;
        } else older();
      }
      add(facts.filter(({ doorId }) => door.value === '' || doorId === door.value));
      newest = facts[0]?.seq ?? newest;
      draw();
    },
    clear: () => {
      begin();
      newest = 0;
      door.replaceChildren();
    },
  };
};
