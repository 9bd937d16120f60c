import { make, timeOf } from './make.js';

const KEPT = 250;
/** A master polls in a short round: a repeat is looked for among this many newest rows of its bus. */
const ROUND = 18;
/** More than this in one picture of the screen is not drawn: nobody could have read it. */
const MOST_AT_ONCE = 120;

/** Only looking repeats without meaning: two writes of the same kind are two commands. */
const isPoll = ({ question }) => /\b(read|poll|status|[lior]stat|beacon|report)\b/i.test(question);
/**
 * OSDP numbers its messages from 0 to 3: the same question under another number is the same. Messages on the LAN bear the time:
 * what is in them does not tell two polls apart.
 */
const sameness = ({ question, reply }) => `${question} ${reply}`.replace(/ \(\d(?=[,)])/g, ' (').replace(/ \{.*$/, '');

/** Nobody reads a screen of bytes; the command line prints them all. */
const MOST_BYTES = 48;
const shortened = (hex) => {
  const bytes = hex.split(' ');
  return bytes.length <= MOST_BYTES ? hex : `${bytes.slice(0, MOST_BYTES).join(' ')} … ${bytes.length} bytes`;
};

const span = (className, text) => make('span', className, text);

/**
 * The list of exchanges on all buses, newest first: a question and its answer share a row, and a poll that repeats is counted
 * in the row it already has, so that the rare command stands out.
 */
export const createTraffic = (list) => {
  let rows = [];
  let queue = [];
  let paused = false;
  let fits = () => true;
  const changed = new Set();

  const draw = (row) => {
    const time = make('time', '', timeOf(row.at));
    const parts = [
      time,
      span('bus-name', row.bus),
      span('said', row.reply ? `${row.question} ← ${row.reply}` : row.question),
      span('times', row.times > 1 ? `×${row.times}` : ''),
    ];
    if (row.faults.length > 0) parts.push(span('wire-bytes fault', `Fault put in: ${row.faults.join(', ')}`));
    parts.push(span('wire-bytes', row.wire.filter(Boolean).map(shortened).join('  ←  ')));
    row.element.replaceChildren(...parts);
    row.element.dataset.kind = row.direction === 'noise' ? 'noise' : isPoll(row) ? 'poll' : 'command';
    row.element.hidden = !fits(row);
  };
  const merge = (row) => {
    if (row.faults.length > 0 || !isPoll(row)) return;
    const twin = rows
      .filter((other) => other.bus === row.bus)
      .slice(1, ROUND + 1)
      .find((other) => sameness(other) === sameness(row) && other.faults.length === 0);
    if (twin === undefined) return;
    row.times += twin.times;
    twin.element.remove();
    changed.delete(twin);
    rows = rows.filter((other) => other !== twin);
  };
  const take = ({ at, bus, direction, text, hex, faults }) => {
    const current = rows.find((row) => row.bus === bus);
    if (direction === 'reply' && current?.waiting) {
      Object.assign(current, { reply: text, faults, waiting: false });
      current.wire.push(hex);
      merge(current);
      changed.add(current);
      return;
    }
    // The master went on: nobody answered. Boards that never answer commands are not blamed for it.
    if (direction === 'request' && current?.waiting) {
      current.waiting = false;
      if (isPoll(current)) current.reply = 'no answer';
      merge(current);
      changed.add(current);
    }
    const sign = { request: '→', reply: '←', noise: '~' }[direction];
    const row = { at, bus, direction, question: `${sign} ${text}`, reply: '', faults, wire: [hex], times: 1 };
    Object.assign(row, { waiting: direction === 'request', element: make('li') });
    rows.unshift(row);
    changed.add(row);
    list.prepend(row.element);
    for (const old of rows.splice(KEPT)) {
      old.element.remove();
      changed.delete(old);
    }
  };
  const flush = () => {
    const frames = queue.slice(-MOST_AT_ONCE);
    queue = [];
    for (const frame of frames) take(frame);
    for (const row of changed) draw(row);
    changed.clear();
  };

  return {
    show: (frame) => {
      if (paused) return;
      if (queue.length === 0) requestAnimationFrame(flush);
      queue.push(frame);
    },
    clear: () => {
      rows = [];
      queue = [];
      changed.clear();
      list.replaceChildren();
    },
    pause: (on) => {
      paused = on;
    },
    /** Shows only rows of this bus (all if empty) that have this text; polls only if wanted. */
    filter: ({ bus, text, polls }) => {
      const wanted = text.trim().toLowerCase();
      fits = (row) =>
        (bus === '' || row.bus === bus) &&
        (polls || !isPoll(row) || row.faults.length > 0) &&
        [row.question, row.reply, ...row.wire].join(' ').toLowerCase().includes(wanted);
      for (const row of rows) row.element.hidden = !fits(row);
    },
  };
};
