import { cancel, sendConfirmed, showProblem, showStep, submit } from './dialog.js';
import { button, field, make } from './dom.js';

const listOf = (doors) =>
  doors.length === 1
    ? doors[0].name
    : `${doors
        .slice(0, -1)
        .map(({ name }) => name)
        .join(', ')} and ${doors.at(-1).name}`;
/** What is mostly so, one tap away: nobody types in a hurry. */
const REASONS = ['Threat in the building', 'Threat nearby', 'Ordered by the police'];
const seenOf = (doors) => doors.map(({ doorId, lockdown }) => ({ doorId, seen: lockdown?.generation ?? 0 }));

/** Locks doors down: say why, then confirm which. */
export const openLockdown = (doors, before = '') => {
  const which = doors.length === 1 ? doors[0].name : `all ${doors.length} doors`;
  const reason = make('input', { type: 'text', maxlength: '200', autocomplete: 'off', value: before });
  showStep({
    title: `Lock down ${which}`,
    content: [
      make('p', {
        text: 'Nobody gets in, whatever card, code or app they have, but by a break-glass grant. The way out stays free.',
      }),
      field({ id: 'ask-reason', label: 'Why', control: reason, hint: 'Everybody who finds the doors so can read it.' }),
      make(
        'div',
        { className: 'buttons', role: 'group', 'aria-label': 'Reasons to choose from' },
        REASONS.map((text) => button(text, () => confirmLockdown(doors, which, text))),
      ),
    ],
    actions: [submit('Continue'), cancel()],
    onSubmit: () => {
      const why = reason.value.trim();
      if (why === '') showProblem({ field: 'reason', message: 'Say why.' });
      else confirmLockdown(doors, which, why);
    },
  });
};

const confirmLockdown = (doors, which, reason) =>
  showStep({
    title: `Lock down ${listOf(doors)}?`,
    content: [
      make('p', { text: 'From now on, until a manager ends it. It outlives power cuts.' }),
      make('p', { className: 'quiet', text: `Why: ${reason}` }),
    ],
    actions: [submit(`Lock down ${which}`, 'first grave'), button('Back', () => openLockdown(doors, reason)), cancel()],
    onSubmit: () =>
      sendConfirmed({
        path: '/lockdown',
        body: { doors: seenOf(doors), active: true, reason },
        done: `Locked down: ${listOf(doors)}.`,
      }),
  });

/** Ends lockdowns: say which, then confirm. */
export const openRelease = (doors) => {
  const rows = doors.map(({ name, lockdown: { by, reason } }) =>
    make('li', { text: `${name}: since ${by ?? 'somebody'} locked it down${reason ? ` (${reason})` : ''}` }),
  );
  showStep({
    title: doors.length === 1 ? `End the lockdown of ${doors[0].name}` : `End ${doors.length} lockdowns`,
    content: [make('ul', { className: 'plain-list' }, rows)],
    actions: [button('Continue', () => confirmRelease(doors), { className: 'first' }), cancel()],
  });
};

const confirmRelease = (doors) =>
  showStep({
    title: `Let people into ${listOf(doors)} again?`,
    content: [make('p', { text: 'The doors go by the access rules again, at once.' })],
    actions: [submit('End lockdown'), button('Back', () => openRelease(doors)), cancel()],
    onSubmit: () =>
      sendConfirmed({
        path: '/lockdown',
        body: { doors: seenOf(doors), active: false, reason: '' },
        done: `The lockdown of ${listOf(doors)} is over.`,
      }),
  });
