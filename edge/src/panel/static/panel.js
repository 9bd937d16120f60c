/** The panel's page: signs in, then shows what the box sends. Everything is set as text, nothing as markup. */
const $ = (id) => document.getElementById(id);

const make = (tag, { text, className, ...attributes } = {}, children = []) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

/** Replaces children only when they differ, so that a reader's place and selection stay. */
const fill = (parent, children) => {
  const now = [...parent.children];
  if (now.length === children.length && now.every((child, i) => child.isEqualNode(children[i]))) return;
  parent.replaceChildren(...children);
};

const LOCK = { locked: 'Locked', unlocked: 'Unlocked', unknown: 'Lock unknown' };
const CONTACT = { closed: 'Door closed', open: 'Door open', unknown: null };
const ALARM = {
  forced_open: 'Forced open',
  held_open: 'Held open',
  relay_fault: 'Relay fault',
  fire: 'Fire release',
  unaccounted: 'Moved by something else',
};
const MODE = { 'force-open': 'Held open by staff', 'force-closed': 'Kept closed by staff' };

let timezone;
const inZone = (options) => {
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone: timezone, ...options });
  } catch {
    return new Intl.DateTimeFormat(undefined, options); // A zone this browser does not know.
  }
};
const clockTime = (ms) =>
  inZone({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(ms);
const dayAndTime = (ms) => inZone({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }).format(ms);

const maintenanceText = ({ mode, untilMs, by, reason }) => {
  const until = untilMs === null ? '' : ` until ${dayAndTime(untilMs)}`;
  return `${MODE[mode]}${until}${by ? `, by ${by}` : ''}${reason ? ` (${reason})` : ''}`;
};

const toneOf = (door) => {
  if (!door.reachable || door.alarms.length > 0) return 'bad';
  if (door.maintenance.mode !== 'off') return 'warn';
  return door.lock === 'unlocked' ? 'good' : '';
};

const doorCard = (door) => {
  const chips = [];
  const chip = (text, tone = '') => chips.push(make('span', { text, className: `chip ${tone}` }));
  if (!door.reachable) chip('Board does not answer', 'bad');
  for (const alarm of door.alarms) chip(ALARM[alarm] ?? alarm, 'bad');
  if (CONTACT[door.contact]) chip(CONTACT[door.contact], door.contact === 'open' ? 'warn' : '');
  if (door.evidence === 'command-only') chip('Lock is not sensed');
  const lock = make('span', { text: LOCK[door.lock], className: `chip ${door.lock === 'unlocked' ? 'good' : ''}` });
  const parts = [make('div', { className: 'door-head' }, [make('h3', { text: door.name }), lock])];
  if (chips.length > 0) parts.push(make('div', { className: 'chips' }, chips));
  if (door.maintenance.mode !== 'off') parts.push(make('p', { text: maintenanceText(door.maintenance) }));
  return make('li', { className: `card door ${toneOf(door)}` }, parts);
};

const LINK = { connected: 'Connected', connecting: 'Not connected, trying', stopped: 'Waiting to be claimed' };
const boxRows = ({ link, clock, journal, boxId, version, configRevision }) => [
  ['Cloud', `${LINK[link.state]}${link.trouble ? ` (${link.trouble})` : ''}`],
  ['Clock', `${dayAndTime(clock.wallMs)}${clock.trusted ? '' : ', not trusted'}`],
  ['Journal', `${journal.waiting} waiting, ${journal.acknowledged} stored in the cloud`],
  ...(journal.writable ? [] : [['Disk', 'The journal cannot be written: remote unlocks are refused.']]),
  ['Set-up', configRevision === 0 ? 'none yet' : `revision ${configRevision}`],
  ['Box', boxId],
  ['Version', version],
];

const factRow = ({ wallMs, clockTrusted, text, tone }) =>
  make('li', {}, [
    make('time', {
      text: `${clockTrusted ? '' : '~'}${clockTime(wallMs)}`,
      datetime: new Date(wallMs).toISOString(),
      title: `${dayAndTime(wallMs)}${clockTrusted ? '' : ' (by a clock that was not trusted)'}`,
    }),
    make('span', { text, className: tone }),
  ]);

/** Says what changed at the doors to those who cannot see it. */
const announced = new Map();
const announce = (doors) => {
  const news = [];
  for (const door of doors) {
    const said = [
      LOCK[door.lock],
      ...door.alarms.map((alarm) => ALARM[alarm]),
      door.reachable ? '' : 'Board does not answer',
    ]
      .filter(Boolean)
      .join(', ');
    if (announced.has(door.doorId) && announced.get(door.doorId) !== said) news.push(`${door.name}: ${said}`);
    announced.set(door.doorId, said);
  }
  if (news.length > 0) $('announce').textContent = news.join('. ');
};

const show = (state) => {
  timezone = state.facility?.timezone;
  $('facility').textContent = state.facility?.name ?? 'Door panel';
  $('subtitle').textContent = `${LINK[state.link.state]}${state.clock.trusted ? '' : ' · clock not trusted'}`;
  $('claim').hidden = state.claimCode === null;
  $('claim-code').textContent =
    state.claimCode === null ? '' : `${state.claimCode.slice(0, 4)}-${state.claimCode.slice(4)}`;
  $('no-doors').hidden = state.doors.length > 0;
  fill($('doors'), state.doors.map(doorCard));
  fill(
    $('box'),
    boxRows(state).flatMap(([name, value]) => [make('dt', { text: name }), make('dd', { text: value })]),
  );
  fill($('facts'), state.facts.map(factRow));
  announce(state.doors);
};

let events;
const showPanel = (visible) => {
  $('panel').hidden = !visible;
  $('sign-in').hidden = visible;
  if (!visible) $('pin').focus();
};
const signedOut = () => {
  events?.close();
  events = undefined;
  announced.clear();
  showPanel(false);
};
const watch = () => {
  events?.close();
  events = new EventSource('/events');
  events.addEventListener('state', (event) => {
    $('stale').hidden = true;
    show(JSON.parse(event.data));
    showPanel(true);
  });
  events.addEventListener('signed-out', signedOut);
  events.addEventListener('error', () => {
    $('stale').hidden = false;
    if (events?.readyState === EventSource.CLOSED) setTimeout(begin, 3_000); // Refused, not just lost: ask why.
  });
};
/** Finds out whether this browser is signed in, and goes on asking while the box is not there. */
const begin = async () => {
  try {
    const { signedIn } = await (await fetch('/session')).json();
    return signedIn ? watch() : signedOut();
  } catch {
    $('stale').hidden = false;
    setTimeout(begin, 3_000);
  }
};

$('sign-in-form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = event.target.querySelector('button');
  const problem = $('sign-in-problem');
  const pin = $('pin').value.replaceAll(/\s/g, '');
  problem.textContent = '';
  if (!/^\d+$/.test(pin)) {
    problem.textContent = 'A PIN is digits only.';
    $('pin').focus();
    return;
  }
  button.disabled = true;
  try {
    const answer = await fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pin }),
    });
    if (answer.ok) {
      $('pin').value = '';
      await begin();
    } else {
      problem.textContent = (await answer.json()).message;
      $('pin').select();
    }
  } catch {
    problem.textContent = 'The box does not answer. Try again.';
  } finally {
    button.disabled = false;
  }
});
$('sign-out').addEventListener('click', async () => {
  await fetch('/session/end', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => undefined);
  signedOut();
});

begin();
