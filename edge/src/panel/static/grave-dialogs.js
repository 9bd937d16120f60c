import { cancel, sendConfirmed, showProblem, showStep, submit } from './dialog.js';
import { button, field, make } from './dom.js';

/** Ends a latched fire release: first what to look at, then the question. */
export const openFireReset = (door) =>
  showStep({
    title: `Reset the fire release of ${door.name}`,
    content: [make('p', { text: 'Only when the fire alarm is over and the building was looked at.' })],
    actions: [button('Continue', () => confirmFireReset(door), { className: 'first' }), cancel()],
  });

const confirmFireReset = (door) =>
  showStep({
    title: `Lock ${door.name} again?`,
    content: [make('p', { text: 'The door locks at once, and goes by the access rules again.' })],
    actions: [submit('Reset fire release', 'first grave'), button('Back', () => openFireReset(door)), cancel()],
    onSubmit: () =>
      sendConfirmed({
        path: '/fire-reset',
        body: { doorId: door.doorId },
        done: `The fire release of ${door.name} is reset.`,
      }),
  });

/** Keeps a person out from now on. Only the cloud can end it. */
export const openBan = (person, onDone, before = '') => {
  const who = person.name ?? `person ${person.number}`;
  const reason = make('input', { type: 'text', maxlength: '200', autocomplete: 'off', value: before });
  showStep({
    title: `Ban ${who}`,
    content: [
      make('p', {
        text: 'From now on no door of this box lets them in, with or without the cloud. It can be lifted in the cloud only.',
      }),
      field({ id: 'ask-reason', label: 'Why', control: reason, hint: 'It stays with the ban.' }),
    ],
    actions: [submit('Continue'), cancel()],
    onSubmit: () => {
      const why = reason.value.trim();
      if (why === '') showProblem({ field: 'reason', message: 'Say why: it stays with the ban.' });
      else confirmBan(person, onDone, why);
    },
  });
};

const confirmBan = (person, onDone, reason) => {
  const who = person.name ?? `person ${person.number}`;
  showStep({
    title: `Ban ${who} from every door?`,
    content: [make('p', { className: 'quiet', text: `Why: ${reason}` })],
    actions: [submit(`Ban ${who}`, 'first grave'), button('Back', () => openBan(person, onDone, reason)), cancel()],
    onSubmit: async () => {
      await sendConfirmed({ path: '/bans', body: { person: person.number, reason }, done: `${who} is banned.` });
      onDone();
    },
  });
};
