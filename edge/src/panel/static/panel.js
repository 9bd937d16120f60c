/** The panel's page: signs in, then shows what the box sends, and asks it for what staff confirm. */
import { LOCK } from '/shared/door-picture.js';
import { showBox } from './box.js';
import { closeDialog } from './dialog.js';
import { $, button, fill } from './dom.js';
import { createDoorList } from './door-card.js';
import { ALARM, isLockedDown } from './door-words.js';
import { createEvents } from './events.js';
import { openFireReset } from './grave-dialogs.js';
import { openLockdown, openRelease } from './lockdown-dialog.js';
import { openMaintenance } from './maintenance-dialog.js';
import { showReaders } from './readers.js';
import { createSignIn } from './sign-in.js';
import { duration, setBoxTime, setZone } from './times.js';
import { createWhy } from './why.js';
import { ask, keepAwake } from './wire.js';
import { showWiring } from './wiring.js';

/** The box sends its state every 5 s at least. */
const LOST_AFTER_MS = 12_000;
const AGAIN_AFTER_MS = 3_000;

let state;
let source;
let heardAt = 0;
const latest = (doorId) => state?.doors.find((door) => door.doorId === doorId);
const showDoors = createDoorList($('doors'), {
  maintain: (door) => openMaintenance(door, latest),
  lockDown: (door) => openLockdown([door]),
  release: (door) => openRelease([door]),
  resetFire: openFireReset,
});
const events = createEvents();
const why = createWhy();

/** Says what changed at the doors to those who cannot see it. */
const announced = new Map();
const announce = (doors) => {
  const news = [];
  for (const { doorId, name, lock, alarms, reachable } of doors) {
    const said = [
      LOCK[lock],
      ...alarms.map((alarm) => ALARM[alarm]),
      reachable ? '' : 'Its relay board does not answer',
    ];
    const text = said.filter(Boolean).join(', ');
    if (announced.has(doorId) && announced.get(doorId) !== text) news.push(`${name}: ${text}`);
    announced.set(doorId, text);
  }
  if (news.length > 0) $('announce').textContent = news.join('. ');
};

const lockDownAll = button(
  'Lock down all doors…',
  () => openLockdown(state.doors.filter((door) => !isLockedDown(door))),
  { className: 'grave' },
);
const releaseAll = button('End all lockdowns…', () => openRelease(state.doors.filter(isLockedDown)));
$('all-doors').append(lockDownAll, releaseAll);

const show = (now) => {
  state = now;
  setZone(state.facility?.timezone);
  setBoxTime(state.clock.wallMs);
  showBox(state);
  showReaders(state);
  showWiring(state);
  const down = state.doors.filter(isLockedDown).length;
  $('no-doors').hidden = state.doors.length > 0;
  lockDownAll.hidden = state.doors.length - down < 2;
  releaseAll.hidden = down < 2 || state.who.role !== 'manager';
  showDoors(state);
  why.update(state);
  events.update(state);
  announce(state.doors);
};

const lost = () => {
  const isLost = heardAt < performance.now() - LOST_AFTER_MS || source?.readyState !== EventSource.OPEN;
  document.body.dataset.lost = String(isLost);
  $('stale').hidden = !isLost;
  if (!isLost) return;
  const since = state === undefined ? '' : ` What you see is ${duration(performance.now() - heardAt)} old.`;
  $('stale').textContent = `This page has lost the box.${since} It tries again by itself.`;
};

const showPanel = (visible) => {
  $('panel').hidden = !visible;
  $('sign-in').hidden = visible;
};
const leave = () => {
  source?.close();
  source = undefined;
  state = undefined;
  announced.clear();
  events.clear();
  why.clear();
  fill($('doors'), []);
  if ($('dialog').open) closeDialog();
  $('dialog').replaceChildren();
  document.body.dataset.lost = 'false';
  $('stale').hidden = true;
};
const signedOut = (namesAsked) => {
  leave();
  showPanel(false);
  signIn.ask(namesAsked);
};

const watch = () => {
  source?.close();
  const mine = new EventSource('/events');
  source = mine;
  mine.addEventListener('state', (event) => {
    heardAt = performance.now();
    const first = $('panel').hidden;
    showPanel(true);
    show(JSON.parse(event.data));
    lost();
    if (first) $('doors-title').focus({ preventScroll: true });
  });
  mine.addEventListener('signed-out', () => {
    leave();
    begin();
  });
  mine.addEventListener('error', () => {
    if (mine !== source) return;
    lost();
    if (mine.readyState === EventSource.CLOSED) setTimeout(begin, AGAIN_AFTER_MS); // Refused, not just lost: ask why.
  });
};
/** Finds out whether this browser is signed in, and goes on asking while the box is not there. */
const begin = async () => {
  const { ok, json } = await ask('/session');
  if (!ok) {
    lost();
    setTimeout(begin, AGAIN_AFTER_MS);
  } else if (json.signedIn) watch();
  else signedOut(json.namesAsked);
};

const signIn = createSignIn(begin);
$('sign-out').addEventListener('click', async () => {
  await ask('/session/end', {});
  leave();
  begin();
});
keepAwake(() => state !== undefined);
setInterval(() => {
  if (state === undefined) return;
  lost();
  // A connection that says nothing may be dead without knowing: the Wi-Fi went, or the phone slept.
  if (heardAt < performance.now() - LOST_AFTER_MS && source?.readyState === EventSource.OPEN) watch();
}, 1_000);
window.addEventListener('offline', lost);

begin();
