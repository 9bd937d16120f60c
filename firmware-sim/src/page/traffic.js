const KEPT = 120;
/** A master polls in a short round: a repeat is looked for among this many newest rows. */
const ROUND = 4;

/** The time of day here, to the millisecond. */
export const timeOf = (at) =>
  new Date(at).toLocaleTimeString('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  });
/** Only reading repeats without meaning: two writes of the same kind are two commands. */
const isPoll = ({ question }) => /^→ #\d+ read /.test(question);
const span = (className, text) => {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
};

/**
 * The list of exchanges, newest first: a question and its answer share a row, and a poll that repeats is counted
 * in the row it already has, so that the rare command stands out.
 */
export const createTraffic = (list) => {
  let rows = [];
  let paused = false;

  const draw = (row) => {
    const time = document.createElement('time');
    time.textContent = timeOf(row.at);
    const parts = [
      time,
      span('said', row.reply ? `${row.question} ← ${row.reply}` : row.question),
      span('times', row.times > 1 ? `×${row.times}` : ''),
    ];
    if (row.faults.length > 0) parts.push(span('wire fault', `Fault put in: ${row.faults.join(', ')}`));
    parts.push(span('wire', row.wire.join('  ←  ')));
    row.element.replaceChildren(...parts);
  };
  const add = (row) => {
    rows.unshift(row);
    list.prepend(row.element);
    for (const old of rows.splice(KEPT)) old.element.remove();
  };
  const merge = (row) => {
    const twin = rows
      .slice(1, ROUND + 1)
      .find((other) => other.question === row.question && other.reply === row.reply && other.faults.length === 0);
    if (twin === undefined || row.faults.length > 0 || !isPoll(row)) return;
    row.times += twin.times;
    twin.element.remove();
    rows = rows.filter((other) => other !== twin);
  };

  return {
    show: ({ at, direction, text, hex, faults }) => {
      if (paused) return;
      const current = rows[0];
      if (direction === 'reply' && current?.waiting) {
        Object.assign(current, { reply: text, faults, waiting: false });
        current.wire.push(hex);
        merge(current);
        draw(current);
        return;
      }
      const question = direction === 'request' ? `→ ${text}` : `${direction === 'reply' ? '←' : '~'} ${text}`;
      const row = {
        at,
        question,
        reply: '',
        faults,
        wire: [hex],
        times: 1,
        waiting: direction === 'request',
        element: document.createElement('li'),
      };
      add(row);
      draw(row);
    },
    clear: () => {
      rows = [];
      list.replaceChildren();
    },
    pause: (on) => {
      paused = on;
    },
  };
};
