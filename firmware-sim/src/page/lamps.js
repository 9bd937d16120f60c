import { capital, make } from './make.js';

/** What hangs on each terminal of a board: `relay 0` → `Front door`. */
export const terminalsOf = (board, doors) => {
  const terminals = new Map();
  for (const { title, coil, wired } of doors) {
    if (coil.board === board) terminals.set(`relay ${coil.channel}`, `${title} lock`);
    for (const [point, at] of Object.entries(wired))
      if (at && (at.board ?? coil.board) === board) terminals.set(`input ${at.input}`, `${title} ${point}`);
  }
  return terminals;
};

/** A row of lamps with numbers; those that something hangs on are named in their tip. */
export const createLamps = ({ noun, on, off }) => {
  const row = make('div', 'lamps');
  row.role = 'img';
  const line = make('div', 'lamp-row', make('span', 'lamp-title', capital(`${noun}s`)), row);
  return {
    element: line,
    update: (levels, timed, terminals) => {
      line.hidden = levels.length === 0;
      while (row.childElementCount > levels.length) row.lastElementChild.remove();
      while (row.childElementCount < levels.length) row.append(make('i', '', String(row.childElementCount)));
      levels.forEach((level, number) => {
        const lamp = row.children[number];
        const wired = terminals.get(`${noun} ${number}`);
        lamp.dataset.on = String(level);
        lamp.dataset.timed = String(timed?.[number] === true);
        lamp.dataset.wired = String(wired !== undefined);
        lamp.title = `${capital(noun)} ${number}${wired ? `, ${wired}` : ''}: ${level ? on : off}`;
      });
      const lit = levels.flatMap((level, number) => (level ? [String(number)] : []));
      row.ariaLabel = `${capital(noun)}s: ${lit.length > 0 ? `${lit.join(', ')} ${on}` : `all ${off}`}`;
    },
  };
};
