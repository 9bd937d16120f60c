import { createButtons } from './command-buttons.js';
import { createForm } from './command-form.js';
import { applies, obey } from './commands.js';
import { capital, list, make, makeButton, makeDrawer, write } from './make.js';
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

/** Its state in words, and whether that is out of the ordinary. */
const wordsOf = (reader) => {
  const { lan, channel, tampered, online, plugged, buzzer, shown, waiting, powered } = reader;
  const troubles = [
    powered === false && 'no power',
    plugged === false && 'unplugged',
    lan && !lan.plugged && 'cable out',
    lan?.joined && lan.plugged && !lan.connected && `not connected: ${lan.trouble}`,
    online === false && 'nobody talks to it',
    tampered && 'tampered with',
  ];
  const words = [
    lan && lan.joined === null && 'has joined no broker',
    lan?.connected && 'connected',
    channel && `channel ${String(channel).replaceAll('-', ' ')}`,
    buzzer?.sounding && 'buzzer sounds',
    waiting === true && 'waits for an answer',
    shown && `last: ${shown.message} (${Math.round(shown.tookMs)} ms)`,
    reader.text && `shows “${reader.text}”`,
  ];
  return { text: list(...troubles, ...words), odd: troubles.some(Boolean) };
};

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
  const parts = present ? [createForm({ ...about, command: present, label: 'Hold card' })] : [];
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
    buttons.element,
    wires.element,
    buttons.drawer,
  );
  element.setAttribute('aria-labelledby', heading.id);
  return {
    element,
    update: (state, all) => {
      const { colour, other } = lampOf(state);
      lamp.dataset.colour = colour;
      lamp.dataset.blinks = String(other !== null);
      const { text, odd } = wordsOf(state);
      write(said, list(colour !== 'off' && `lamp ${colour}${other === null ? '' : ' blinking'}`, text));
      said.dataset.odd = String(odd);
      buttons.update(state);
      wires.update(all);
    },
  };
};
