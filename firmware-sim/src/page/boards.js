import { createButtons } from './command-buttons.js';
import { createLamps, terminalsOf } from './lamps.js';
import { list, make, write } from './make.js';
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
    make('div', 'drawers', wires.element, buttons.drawer),
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
