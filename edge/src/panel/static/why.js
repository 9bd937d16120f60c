import { $, button, choices, field, fill, make } from './dom.js';
import { openBan } from './grave-dialogs.js';
import { fromField, near } from './times.js';
import { ask } from './wire.js';

const KINDS = [
  { value: 'member', text: 'Member' },
  { value: 'card', text: 'Card' },
  { value: 'short_id', text: 'Short id' },
];
const VERDICT = {
  passes: ['✓', 'Passes'],
  denies: ['✕', 'Stops'],
  opens: ['✓', 'Opens'],
  stays_closed: ['–', 'Does not open'],
};

const step = ({ text, verdict, decided }) => {
  const [mark, word] = VERDICT[verdict];
  return make('li', { className: `step ${verdict}${decided ? ' decided' : ''}` }, [
    make('span', { className: 'mark', text: mark, 'aria-hidden': 'true' }),
    make('span', {}, [
      make('b', { text: `${word}. ` }),
      document.createTextNode(text),
      ...(decided ? [make('b', { className: 'deciding', text: ' This decided.' })] : []),
    ]),
  ]);
};

const personWords = ({ number, name, banned, hasPin }) =>
  [
    name ?? `Person ${number}`,
    ...(name === null ? [] : [`person ${number}`]),
    ...(hasPin ? ['has a PIN'] : []),
    ...(banned ? ['banned'] : []),
  ].join(', ');

const answerOf = (answer, { manager, again, atMs }) => {
  const { allowed, text, told, nextOpenMs, person, steps, changes, revision, pinAsked, stale, several } = answer;
  const list = (title, items) =>
    items.length === 0 ? [] : [make('h4', { text: title }), make('ul', { className: 'plain-list' }, items)];
  const ban =
    person === null || person.banned || !manager
      ? []
      : [button('Ban this person…', () => openBan(person, () => again()), { className: 'quiet-button' })];
  if (several.length > 0)
    return make('div', { className: 'answer no' }, [
      make('p', { text: 'Several partners have a member of this id. Whose is it?' }),
      make(
        'div',
        { className: 'buttons' },
        several.map(({ partnerId, name }) => button(name, () => again(partnerId))),
      ),
    ]);
  return make('div', { className: `answer ${allowed ? 'yes' : 'no'}` }, [
    make('p', { className: 'answer-head' }, [
      make('span', { className: 'mark', text: allowed ? '✓' : '✕', 'aria-hidden': 'true' }),
      make('strong', { text: `Would ${allowed ? '' : 'not '}get in${atMs === undefined ? '' : ` at ${near(atMs)}`}` }),
    ]),
    make('p', { text }),
    ...(person === null ? [] : [make('p', { className: 'quiet', text: personWords(person) })]),
    ...(pinAsked
      ? [make('p', { text: 'What they present counts only with their PIN, which is not looked at here.' })]
      : []),
    ...(stale ? [make('p', { text: 'The box has not heard from the cloud for a while.' })] : []),
    ...(nextOpenMs === null ? [] : [make('p', { text: `Next opening: ${near(nextOpenMs)}.` })]),
    ...(told === null ? [] : [make('p', { className: 'quiet', text: `At the door they are told: “${told}”` })]),
    ...list(
      'What has to change',
      changes.map((words) => make('li', { text: words })),
    ),
    make('details', {}, [
      make('summary', { text: `Every rule that was looked at (revision ${revision})` }),
      make('ol', { className: 'steps' }, steps.map(step)),
    ]),
    ...ban,
  ]);
};

/** The question why somebody does not get in. */
export const createWhy = () => {
  const door = make('select');
  const text = make('input', {
    type: 'text',
    maxlength: '200',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
  });
  const problem = make('p', { className: 'problem', role: 'alert' });
  const kinds = choices({
    legend: 'What they present',
    name: 'why-kind',
    options: KINDS,
    chosen: 'member',
    className: 'choices thirds',
  });
  const at = make('input', { type: 'datetime-local' });
  const form = $('why-form');
  form.append(
    field({ id: 'why-door', label: 'Door', control: door }),
    kinds,
    field({ id: 'why-text', label: 'Id or number', control: text }),
    make('details', { className: 'folded' }, [
      make('summary', { text: 'About another time' }),
      field({ id: 'why-atMs', label: 'When', control: at, hint: 'By the facility’s clock. Empty: now.' }),
    ]),
    problem,
    make('button', { text: 'Ask', type: 'submit', className: 'first' }),
  );
  let manager = false;

  const go = async (partnerId) => {
    const kind = form.querySelector('input[name=why-kind]:checked').value;
    for (const old of form.querySelectorAll('.problem')) old.textContent = '';
    for (const control of [door, text, at]) control.removeAttribute('aria-invalid');
    const atMs = at.value === '' ? undefined : fromField(at.value);
    const { ok, json } = await ask('/why', { doorId: door.value, kind, text: text.value, atMs, partnerId });
    if (ok) {
      $('why-answer').replaceChildren(answerOf(json, { manager, again: (other = partnerId) => go(other), atMs }));
      return;
    }
    $('why-answer').replaceChildren();
    const wrong = { doorId: door, text, atMs: at }[json.field];
    if (wrong === undefined) {
      problem.textContent = json.message;
      return;
    }
    $(`${wrong.id}-problem`).textContent = json.message;
    wrong.setAttribute('aria-invalid', 'true');
    wrong.focus();
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    go();
  });

  return {
    update: ({ doors, who }) => {
      manager = who.role === 'manager';
      $('why').hidden = doors.length === 0;
      $('jump-why').hidden = doors.length === 0;
      const chosen = door.value;
      fill(
        door,
        doors.map(({ doorId, name }) => make('option', { value: doorId, text: name })),
      );
      if (chosen !== '') door.value = chosen;
    },
    clear: () => {
      form.reset();
      for (const old of form.querySelectorAll('.problem')) old.textContent = '';
      $('why-answer').replaceChildren();
      door.replaceChildren();
    },
  };
};
