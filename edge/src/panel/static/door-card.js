import { CONTACT, LOCK, PADLOCK, PADLOCK_BOX } from '/shared/door-picture.js';
import { button, draw, fill, make, setText } from './dom.js';
import { ALARM, enforces, isLockedDown, lockdownWords, maintenanceWords, toneOf } from './door-words.js';

const padlock = () =>
  draw(
    'svg',
    { class: 'padlock', viewBox: PADLOCK_BOX, 'aria-hidden': 'true' },
    PADLOCK.map(([tag, attributes]) => draw(tag, attributes)),
  );

const NOTICE = { alarm: '!', held: '‖' };
const notice = (tone, text) =>
  make('li', { className: `notice ${tone}` }, [
    make('span', { className: 'mark', text: NOTICE[tone], 'aria-hidden': 'true' }),
    make('span', { text }),
  ]);

const noticesOf = (door) => [
  ...(door.reachable ? [] : [notice('alarm', 'Its relay board does not answer')]),
  ...door.alarms.map((alarm) => notice('alarm', ALARM[alarm] ?? alarm)),
  ...(door.reachable && door.states?.fault.state === 'detected' && door.states.fault.text !== null
    ? [notice('alarm', door.states.fault.text)]
    : []),
  ...(door.states?.alarm === 'held_open_soon' ? [notice('held', 'Open for a while: please close it')] : []),
  ...(isLockedDown(door) ? [notice('held', lockdownWords(door))] : []),
  ...(door.maintenance.mode === 'off' ? [] : [notice('held', maintenanceWords(door.maintenance))]),
];

const modeWords = (door) =>
  [
    isLockedDown(door) ? 'Locked down' : '',
    door.maintenance.mode === 'off' ? '' : 'Maintenance',
    !isLockedDown(door) && door.maintenance.mode === 'off' ? 'Normal' : '',
    door.evidence === 'command-only' ? 'the lock is not sensed' : '',
  ]
    .filter(Boolean)
    .join(', ');

/** The card of one door; `update` shows its new state and keeps the focus where it is. */
export const createDoorCard = (doorId, actions) => {
  const name = make('h3', { id: `name-${doorId}` });
  const verdict = make('span');
  const notices = make('ul', { className: 'notices' });
  const contact = make('dd');
  const mode = make('dd');
  const enforced = make('p', { className: 'quiet small' });
  let door;
  const act = (kind) => () => actions[kind](door);
  const maintain = button('Maintenance…', act('maintain'));
  const lockDown = button('Lock down…', act('lockDown'), { className: 'grave' });
  const release = button('End lockdown…', act('release'));
  const resetFire = button('Reset fire release…', act('resetFire'));
  const buttons = [maintain, lockDown, release, resetFire];
  for (const [place, one] of buttons.entries()) {
    one.id = `act-${place}-${doorId}`;
    one.setAttribute('aria-labelledby', `${one.id} ${name.id}`); // Heard on its own: "Maintenance… Front door".
  }
  const element = make('li', { className: 'door', 'data-door': doorId }, [
    make('div', { className: 'door-head' }, [name, make('p', { className: 'verdict' }, [padlock(), verdict])]),
    notices,
    make('dl', { className: 'rows' }, [make('dt', { text: 'Door' }), contact, make('dt', { text: 'Mode' }), mode]),
    enforced,
    make('div', { className: 'buttons' }, buttons),
  ]);

  return {
    element,
    update: (now, { who, access }) => {
      door = now;
      element.dataset.tone = toneOf(door);
      element.dataset.lock = door.lock;
      setText(name, door.name);
      setText(verdict, LOCK[door.lock]);
      fill(notices, noticesOf(door));
      notices.hidden = notices.children.length === 0;
      setText(contact, CONTACT[door.contact]);
      setText(mode, modeWords(door));
      // Which revision that is concerns whoever looks after the box, and is said there.
      enforced.hidden = access.staleness === 'fresh' && (access.newest ?? 0) <= (access.revision ?? 0);
      setText(enforced, enforces(access));
      const manager = who.role === 'manager';
      lockDown.hidden = isLockedDown(door);
      release.hidden = !isLockedDown(door) || !manager;
      resetFire.hidden = !door.alarms.includes('fire') || !manager;
    },
  };
};

/** All doors of the box, each with its card, in the order of the box. */
export const createDoorList = (list, actions) => {
  const cards = new Map();
  return (state) => {
    const wanted = state.doors.map(({ doorId }) => doorId);
    for (const [doorId, { element }] of cards)
      if (!wanted.includes(doorId)) {
        element.remove();
        cards.delete(doorId);
      }
    for (const [place, door] of state.doors.entries()) {
      const card = cards.get(door.doorId) ?? createDoorCard(door.doorId, actions);
      cards.set(door.doorId, card);
      if (list.children[place] !== card.element) list.insertBefore(card.element, list.children[place] ?? null);
      card.update(door, state);
    }
  };
};
