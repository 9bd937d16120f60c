import { createButtons } from './command-buttons.js';
import { createForm } from './command-form.js';
import { applies, obey } from './commands.js';
import { createLamps, terminalsOf } from './lamps.js';
import { capital, list, make, makeButton, makeDrawer, plain, write } from './make.js';
import { createWires } from './wires.js';

const KINDS = { mqtt: 'MQTT reader', osdp: 'OSDP reader', scanner: 'Scanner', keyboard: 'USB keyboard reader' };
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];
/** The command that a keypad sends one key with, and the member of its body. */
const KEY_COMMANDS = { keys: 'keys', 'press-keys': 'keys', key: 'keys' };

/** What a lamp shows, whatever kind of reader it is in. */
export const lampOf = ({ lamp, shown }) => {
  if (lamp) return { colour: lamp.colour, other: lamp.blinks ? lamp.otherwise : null };
  return { colour: shown?.led ?? 'off', other: null };
};

const STATES = { hung: 'hangs', booting: 'starts', off: 'no power' };

/** What is wrong with it, in words. */
const troublesOf = ({ lan, online, plugged, powered, state, tampered, lies = {} }) => [
  STATES[state] ?? (powered === false && 'no power'),
  plugged === false && 'unplugged',
  lan && !lan.plugged && 'cable out',
  lan?.joined && lan.plugged && !lan.connected && `not connected: ${lan.trouble}`,
  online === false && 'nobody talks to it',
  tampered && 'housing open',
  ...Object.entries(lies).map(([lie, count]) => `lies: ${plain(lie)} ×${count}`),
];

const wordsOf = ({ lan, channel, installMode, buzzer, shown, waiting, text, lines, grabbed }) => [
  lan && lan.joined === null && 'has joined no broker',
  lan?.connected && 'connected',
  channel && `${plain(String(channel))} channel`,
  installMode && 'install mode',
  buzzer?.sounding && 'buzzer sounds',
  waiting === true && 'waits for an answer',
  shown && `last: ${shown.message} (${Math.round(shown.tookMs)} ms)`,
  text && `shows “${text}”`,
  lines !== undefined && `${lines} lines sent`,
  grabbed === true && 'read by one alone',
];

const keypad = ({ command, member, name, title, tell }) => {
  const pad = make('div', 'keypad');
  pad.role = 'group';
  pad.ariaLabel = `${title}: keypad`;
  for (const key of KEYS)
    pad.append(
      makeButton(key, async () => {
        const { done, message } = await obey(command, name, { [member]: key });
        if (!done) tell(`${title}: ${message}`);
      }),
    );
  return pad;
};

/** What somebody at the door does with a reader: hold a card to it, and press its keys. */
const hands = ({ commands, reader, title, tell }) => {
  const mine = commands.filter((command) => command.target === 'reader' && applies(command, reader));
  const about = { name: reader.name, title, tell };
  const present = mine.find(({ name }) => name === 'present-card' || name === 'present');
  const parts = present ? [createForm({ ...about, command: present, label: 'Hold card', buttonLast: true })] : [];
  const keys = mine.find(({ name }) => Object.hasOwn(KEY_COMMANDS, name));
  if (keys !== undefined)
    parts.push(
      makeDrawer('drawer', 'Keypad', (body) =>
        body.append(keypad({ ...about, command: keys, member: KEY_COMMANDS[keys.name] })),
      ),
    );
  return parts.filter(Boolean);
};

/** A reader beside a door: lamp, state, a card to hold to it. `update` takes its state and the building's wires. */
export const createReader = ({ reader, commands, tell }) => {
  const title = capital(reader.name.replaceAll('-', ' '));
  const lamp = make('span', 'lamp');
  lamp.ariaHidden = 'true';
  const said = make('p', 'reader-said');
  const heading = make('h4', '', title);
  heading.id = `reader-${reader.name}`;
  const kind = KINDS[reader.kind ?? 'mqtt'] ?? reader.kind;
  const where = list(
    reader.bus,
    reader.address !== undefined && reader.address !== null && `address ${reader.address}`,
  );
  const buttons = createButtons({ commands, target: 'reader', name: reader.name, title, tell });
  const wires = createWires({ owner: reader.name, title, commands, tell });
  const relays = createLamps({ noun: 'relay', on: 'energised', off: 'at rest' });
  const inputs = createLamps({ noun: 'input', on: 'on', off: 'off' });
  const element = make(
    'section',
    'reader',
    make(
      'header',
      'reader-head',
      lamp,
      heading,
      make('span', 'quiet-words', [kind, where].filter(Boolean).join(' · ')),
    ),
    said,
    ...hands({ commands, reader, title, tell }),
    relays.element,
    inputs.element,
    buttons.element,
    make('div', 'drawers', wires.element, buttons.drawer),
  );
  element.setAttribute('aria-labelledby', heading.id);
  return {
    element,
    update: (state, building) => {
      const { colour, other } = lampOf(state);
      lamp.dataset.colour = colour;
      lamp.dataset.blinks = String(other !== null);
      const troubles = troublesOf(state).filter(Boolean);
      const shining = colour !== 'off' && `lamp ${colour}${other === null ? '' : ' blinking'}`;
      write(said, list(...troubles, shining, ...wordsOf(state)));
      said.dataset.odd = String(troubles.length > 0);
      const terminals = terminalsOf(state.name, building.doors);
      relays.update(state.outputs ?? [], state.timed, terminals);
      inputs.update(state.inputs ?? [], undefined, terminals);
      buttons.update(state);
      wires.update(building.wires);
    },
  };
};
