import { make, timeOf } from './make.js';
import { createTraffic } from './traffic.js';

const KEPT_HAPPENINGS = 200;
/** Locks and alarms are worth saying aloud; coils and swinging leaves are not. */
const SPOKEN = ['lock', 'power', 'fire', 'bus', 'contact', 'wire'];
const byId = (id) => document.getElementById(id);

/** How many frames went by in the last seconds, by bus. */
const createRate = () => {
  const seconds = 3;
  let times = [];
  return {
    add: () => {
      times.push(performance.now());
    },
    perSecond: () => {
      const since = performance.now() - seconds * 1_000;
      times = times.filter((time) => time >= since);
      return Math.round(times.length / seconds);
    },
  };
};

const wireTraffic = () => {
  const traffic = createTraffic(byId('traffic'));
  const rate = createRate();
  const filter = () =>
    traffic.filter({ bus: byId('bus-filter').value, text: byId('text-filter').value, polls: byId('polls').checked });
  for (const id of ['bus-filter', 'text-filter', 'polls']) byId(id).addEventListener('input', filter);
  byId('pause').addEventListener('click', ({ currentTarget }) => {
    const paused = currentTarget.getAttribute('aria-pressed') !== 'true';
    currentTarget.setAttribute('aria-pressed', String(paused));
    currentTarget.textContent = paused ? 'Resume' : 'Pause';
    traffic.pause(paused);
  });
  byId('clear').addEventListener('click', () => traffic.clear());
  setInterval(() => {
    const count = rate.perSecond();
    byId('rate').textContent = count > 0 ? `${count} frames/s` : '';
  }, 1_000);
  return { traffic, rate };
};

const happeningRow = ({ at, where, part, text }) => {
  const row = make('li', '', make('time', '', timeOf(at)), make('span', 'where', where), make('span', 'text', text));
  row.dataset.part = part;
  return row;
};

/** Traffic and happenings, side by side with the building. */
export const createLogs = () => {
  const { traffic, rate } = wireTraffic();
  const known = new Set();
  let live = false;

  const speak = ({ where, part, text }) => {
    if (!live || !SPOKEN.includes(part)) return;
    byId('spoken').append(make('span', '', `${where}: ${text}. `));
    while (byId('spoken').childElementCount > 8) byId('spoken').firstElementChild.remove();
  };
  return {
    /** On connecting the server first tells what happened before: that is shown, not spoken. */
    restart: () => {
      byId('happenings').replaceChildren();
      traffic.clear();
      live = false;
      setTimeout(() => {
        live = true;
      }, 500);
    },
    frame: (frame) => {
      if (live) rate.add();
      traffic.show(frame);
    },
    happening: (happening) => {
      byId('happenings').prepend(happeningRow(happening));
      while (byId('happenings').childElementCount > KEPT_HAPPENINGS) byId('happenings').lastElementChild.remove();
      speak(happening);
    },
    /** The buses that one can choose to see. */
    buses: (names) => {
      for (const name of names) {
        if (known.has(name)) continue;
        known.add(name);
        byId('bus-filter').append(new Option(name, name));
      }
      byId('traffic').dataset.many = String(known.size > 1);
    },
  };
};
