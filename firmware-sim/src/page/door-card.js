import { PADLOCK, PADLOCK_BOX } from '/shared/door-picture.js';
import { createButtons } from './command-buttons.js';
import { capital, list, make, write } from './make.js';
import { createReader, lampOf } from './readers.js';
import { createWires } from './wires.js';

const KINDS = { strike: 'Electric strike', magnet: 'Magnetic lock', gate: 'Motor lock' };

const padlock = () => {
  const draw = (tag, attributes) => {
    const shape = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
    return shape;
  };
  const svg = draw('svg', { class: 'padlock', viewBox: PADLOCK_BOX, 'aria-hidden': 'true' });
  svg.append(...PADLOCK.map(([tag, attributes]) => draw(tag, attributes)));
  return svg;
};

const liar = ({ reading, mode }) => `${reading}${mode === 'bounce' ? ', bouncing' : mode === 'stuck' ? ', stuck' : ''}`;

/** What each row says of a door, and whether that is out of the ordinary; undefined where the door has no such part. */
const FACTS = {
  Lock: ({ lock }) => ({
    text: list(
      KINDS[lock.kind],
      lock.movingTo && `moving to ${lock.movingTo}`,
      lock.jammed && 'jammed',
      !lock.powered && 'no power',
    ),
    odd: lock.jammed || !lock.powered,
  }),
  Sense: ({ sense }) => sense && { text: capital(liar(sense)), odd: sense.mode !== 'normal' },
  Leaf: ({ leaf }) => ({ text: list(capital(leaf.motion), leaf.propped && 'propped'), odd: leaf.propped }),
  Contact: ({ contact }) => ({ text: capital(liar(contact)), odd: contact.mode !== 'normal' }),
  Button: ({ rex }) => rex && { text: capital(liar(rex)), odd: rex.mode !== 'normal' },
  Coil: ({ coil }) => ({
    text: list(
      `${coil.energised ? 'Energised' : 'At rest'} on ${coil.wiring.toUpperCase()}`,
      coil.welded && `contact stuck ${coil.welded}`,
      coil.slowMs > 0 && `${coil.slowMs} ms slow`,
    ),
    odd: coil.welded !== null || coil.slowMs > 0,
  }),
  'Moved by': ({ coil }) => ({ text: capital(coil.cause), odd: false }),
};

/** The target of the swing and how long it takes from now: the style sheet does the moving. */
const swing = (scene, { motion, remainingMs }) => {
  scene.style.setProperty('--swing', `${Math.max(60, remainingMs)}ms`);
  scene.style.setProperty('--openness', motion === 'opening' || motion === 'open' ? '1' : '0');
};

/** Door, wall, button and readers as a picture. */
const createScene = () => {
  const rex = make('div', 'rex');
  const prop = make('div', 'prop');
  const fixtures = make('div', 'fixtures');
  const element = make(
    'div',
    'scene',
    make('div', 'frame', make('div', 'leaf'), make('div', 'bolt')),
    prop,
    fixtures,
    rex,
  );
  element.ariaHidden = 'true';
  return {
    element,
    update: (door, readers) => {
      swing(element, door.leaf);
      prop.hidden = !door.leaf.propped;
      rex.hidden = door.rex === null;
      rex.dataset.pressed = String(door.rex?.pressed === true);
      write(rex, door.rex?.pressed ? 'Exit pressed' : 'Exit');
      while (fixtures.childElementCount > readers.length) fixtures.lastElementChild.remove();
      while (fixtures.childElementCount < readers.length) fixtures.append(make('div', 'fixture', make('i', 'lamp')));
      readers.forEach((reader, number) => {
        const { colour, other } = lampOf(reader);
        const fixture = fixtures.children[number];
        fixture.dataset.sounding = String(reader.buzzer?.sounding === true);
        fixture.dataset.tampered = String(reader.tampered === true);
        fixture.firstElementChild.dataset.colour = colour;
        fixture.firstElementChild.dataset.blinks = String(other !== null);
      });
    },
  };
};

/** The card of one door and its readers; `update` shows the door's new state within the building's. */
export const createDoorCard = ({ door, commands, tell }) => {
  const scene = createScene();
  const verdictText = make('span');
  const title = make('h3', '', door.title);
  title.id = `door-${door.name}`;
  const rows = Object.entries(FACTS)
    .filter(([, read]) => read(door))
    .map(([name, read]) => ({ name, read, value: make('dd') }));
  const facts = make('dl', 'facts', ...rows.flatMap(({ name, value }) => [make('dt', '', name), value]));
  const about = { title: door.title, commands, tell };
  const buttons = createButtons({ ...about, target: 'door', name: door.name, more: 'Faults and more' });
  const wires = createWires({ ...about, owner: door.name });
  const readers = new Map();
  const body = make(
    'div',
    'door-body',
    make('header', 'door-head', title, make('p', 'verdict', padlock(), verdictText)),
    facts,
    buttons.element,
    make('div', 'drawers', wires.element, buttons.drawer),
  );
  const element = make('article', 'door', scene.element, body);
  element.setAttribute('aria-labelledby', title.id);

  return {
    element,
    update: (state, building) => {
      const mine = building.readers.filter((reader) => reader.door === state.name);
      element.dataset.kind = state.lock.kind;
      element.dataset.lock = state.lock.position;
      write(verdictText, capital(state.lock.position));
      scene.update(state, mine);
      for (const { read, value } of rows) {
        const { text, odd } = read(state);
        write(value, text);
        value.dataset.odd = String(odd);
      }
      buttons.update(state);
      wires.update(building.wires);
      for (const reader of mine) {
        if (!readers.has(reader.name)) {
          readers.set(reader.name, createReader({ reader, commands, tell }));
          body.append(readers.get(reader.name).element);
        }
        readers.get(reader.name).update(reader, building);
      }
    },
  };
};
