import { createButtons } from './command-buttons.js';
import { capital, list, make, write } from './make.js';
import { createWires } from './wires.js';

const KINDS = {
  waveshare: 'Modbus RTU relay board',
  numato: 'Numato relay module',
  lcus: 'LCUS relay module',
  gpio: 'Relays on GPIO lines',
  'mqtt-controller': 'MQTT door controller',
};
const STATES = { running: 'runs', hung: 'hangs', booting: 'starts', off: 'no power' };

const lanWords = ({ plugged, joined, connected, trouble }) => {
  if (!plugged) return 'cable out';
  if (joined === null) return 'has joined no broker';
  return connected ? 'connected' : trouble;
};

const aboutWords = ({ kind = 'mqtt-controller', address, baud, lan }) =>
  list(KINDS[kind] ?? kind, address != null && `address ${address}`, baud && `${baud} baud`, lan && lanWords(lan));

/** What hangs on each terminal of a board: `relay 0` → `Front door`. */
const terminalsOf = (board, doors) => {
  const terminals = new Map();
  for (const { title, coil, wired } of doors) {
    if (coil.board === board) terminals.set(`relay ${coil.channel}`, `${title} lock`);
    for (const [point, at] of Object.entries(wired))
      if (at && (at.board ?? coil.board) === board) terminals.set(`input ${at.input}`, `${title} ${point}`);
  }
  return terminals;
};

/** A row of lamps with numbers; those that something hangs on are named in their tip. */
const createLamps = ({ noun, on, off }) => {
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

/** A board or controller with its lamps; `update` takes its state and the building's. */
export const createBoard = ({ board, target, commands, tell }) => {
  const heading = make('h4', '', board.name);
  heading.id = `board-${board.name}`;
  const state = make('span', 'pill');
  const about = make('p', 'quiet-words');
  const relays = createLamps({ noun: 'relay', on: 'energised', off: 'at rest' });
  const inputs = createLamps({ noun: 'input', on: 'on', off: 'off' });
  const buttons = createButtons({ commands, target, name: board.name, title: board.name, tell });
  const wires = createWires({ owner: board.name, title: board.name, commands, tell });
  const element = make(
    'section',
    'board',
    make('header', 'board-head', heading, state),
    about,
    relays.element,
    inputs.element,
    buttons.element,
    wires.element,
    buttons.drawer,
  );
  element.setAttribute('aria-labelledby', heading.id);
  return {
    element,
    update: (now, building) => {
      const terminals = terminalsOf(board.name, building.doors);
      const shape = now.state ?? (now.powered ? 'running' : 'off');
      write(state, STATES[shape] ?? shape);
      state.dataset.tone = shape === 'running' ? 'calm' : 'alarm';
      write(about, aboutWords(now));
      relays.update(now.coils ?? now.relays ?? [], now.flashing, terminals);
      inputs.update(now.inputs ?? [], undefined, terminals);
      buttons.update(now);
      wires.update(building.wires);
    },
  };
};
