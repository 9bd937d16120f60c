import { cancel, sendConfirmed, showStep, submit } from './dialog.js';
import { $, button, fill, make } from './dom.js';
import { near } from './times.js';

const CHANGE = {
  added: 'new here',
  changed: 'wired differently',
  removed: 'let go: it is locked, and nothing here opens it any more, no exit button and no fire alarm',
};
const NONE = 'none';

const lineOf = ({ what, was, is }) => [
  make('dt', { text: what }),
  make('dd', {}, [
    ...(was === null && is !== null
      ? []
      : [make('span', { className: 'quiet', text: `was ${was ?? NONE}` }), make('br')]),
    make('b', { text: is ?? NONE }),
  ]),
];
const doorOf = ({ name, change, lines }) =>
  make('li', { className: 'wired' }, [
    make('b', {}, [make('bdi', { text: name }), `: ${CHANGE[change]}`]),
    ...(change === 'removed' ? [] : [make('dl', { className: 'rows' }, lines.flatMap(lineOf))]),
  ]);

const openConfirm = (wiring) =>
  showStep({
    title: 'Confirm this wiring?',
    content: [
      make('p', {
        text: 'The doors follow it at once. Somebody must be at each of them, with its wires where this page says, and try it afterwards: unlock, exit button, fire alarm.',
      }),
      make(
        'ul',
        { className: 'plain-list' },
        wiring.doors.map(({ name }) => make('li', {}, [make('bdi', { text: name })])),
      ),
    ],
    actions: [submit('Confirm wiring', 'first grave'), cancel()],
    onSubmit: () => send(wiring, {}),
  });
const send = (wiring, more) =>
  sendConfirmed({
    path: '/wiring/confirm',
    body: { hash: wiring.hash, ...more },
    done: 'Confirmed. Try every door now.',
    onRefused: ({ json }) => json.error === 'wiring.door_in_use' && openAnyway(wiring, json.message),
  });
const openAnyway = (wiring, message) => {
  showStep({
    title: 'A door stands released',
    content: [make('p', { text: message })],
    actions: [submit('Confirm all the same', 'first grave'), cancel()],
    onSubmit: () => send(wiring, { anyway: true }),
  });
  return true;
};
const openReject = ({ hash }) =>
  showStep({
    title: 'Reject this wiring?',
    content: [make('p', { text: 'The doors go on as they are. The cloud is told by whom.' })],
    actions: [submit('Reject wiring'), cancel()],
    onSubmit: () =>
      sendConfirmed({ path: '/wiring/reject', body: { hash }, done: 'Rejected: the doors stay as they are.' }),
  });

const sayOf = ({ sinceMs, rejected }) =>
  rejected === null
    ? `Asked for at ${near(sinceMs)}. Until somebody confirms it here, the doors go on as they were confirmed last.`
    : `Rejected by ${rejected.by} at ${near(rejected.atMs)}. The doors go on as they were confirmed last.`;

let shown = '';
/** A wiring that waits for somebody who stands here, as it differs from what the doors do. */
export const showWiring = ({ wiring }) => {
  $('wiring').hidden = wiring === null;
  const now = JSON.stringify(wiring);
  if (now === shown) return;
  shown = now;
  if (wiring === null) return;
  $('wiring-since').textContent = sayOf(wiring);
  fill($('wiring-doors'), wiring.doors.map(doorOf));
  $('wiring-actions').replaceChildren(
    button('Confirm…', () => openConfirm(wiring), { className: 'first' }),
    ...(wiring.rejected === null ? [button('Reject…', () => openReject(wiring))] : []),
  );
};
