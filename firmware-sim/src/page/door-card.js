import { createButtons } from './command-buttons.js';

const KINDS = { strike: 'Electric strike', magnet: 'Magnetic lock', gate: 'Motor lock' };
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const list = (...words) => words.filter(Boolean).join(', ');

const make = (tag, className, ...children) => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
};

const padlock = () => {
  const draw = (tag, attributes) => {
    const shape = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
    return shape;
  };
  const svg = draw('svg', { viewBox: '3 1 22 21', 'aria-hidden': 'true' });
  svg.append(
    draw('path', { class: 'shackle', d: 'M8 11V7a4 4 0 0 1 8 0v4' }),
    draw('rect', { x: 5, y: 11, width: 14, height: 9, rx: 2 }),
  );
  return svg;
};

/** What each row says of a door, and whether that is out of the ordinary. */
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
  Leaf: ({ leaf }) => ({ text: list(capital(leaf.motion), leaf.propped && 'propped'), odd: leaf.propped }),
  Contact: ({ contact }) => ({
    text: list(capital(contact.reading), contact.mode === 'bounce' && 'bouncing', contact.mode === 'stuck' && 'stuck'),
    odd: contact.mode !== 'normal',
  }),
  Coil: ({ coil }) => ({
    text: list(
      `${coil.energised ? 'Energised' : 'At rest'} on ${coil.wiring.toUpperCase()}`,
      coil.welded && 'contact welded',
    ),
    odd: coil.welded,
  }),
  'Moved by': ({ coil }) => ({ text: capital(coil.cause), odd: false }),
};

/** The target of the swing and how long it takes from now: the style sheet does the moving. */
const swing = (scene, { motion, remainingMs }) => {
  scene.style.setProperty('--swing', `${Math.max(60, remainingMs)}ms`);
  scene.style.setProperty('--openness', motion === 'opening' || motion === 'open' ? '1' : '0');
};

/** The card of one door; `update` shows its new state. */
export const createDoorCard = ({ door, commands, tell }) => {
  const rex = make('div', 'rex');
  const prop = make('div', 'prop');
  const scene = make('div', 'scene', make('div', 'frame', make('div', 'leaf'), make('div', 'bolt')), prop, rex);
  scene.ariaHidden = 'true';
  const verdictText = make('span');
  const title = make('h3', '', door.title);
  title.id = `door-${door.name}`;
  const rows = Object.entries(FACTS).map(([name, read]) => ({ name, read, value: make('dd') }));
  const facts = make('dl', 'facts', ...rows.flatMap(({ name, value }) => [make('dt', '', name), value]));
  const buttons = createButtons({ commands, target: 'door', name: door.name, title: door.title, tell });
  const element = make(
    'article',
    'door',
    scene,
    make(
      'div',
      'door-body',
      make('header', 'door-head', title, make('p', 'verdict', padlock(), verdictText)),
      facts,
      buttons.element,
    ),
  );
  element.setAttribute('aria-labelledby', title.id);

  return {
    element,
    update: (state) => {
      element.dataset.kind = state.lock.kind;
      element.dataset.position = state.lock.position;
      verdictText.textContent = capital(state.lock.position);
      swing(scene, state.leaf);
      prop.hidden = !state.leaf.propped;
      rex.hidden = state.rex === null;
      rex.dataset.pressed = String(state.rex?.pressed === true);
      rex.textContent = state.rex?.pressed ? 'Exit pressed' : 'Exit';
      for (const { read, value } of rows) {
        const { text, odd } = read(state);
        if (value.textContent !== text) value.textContent = text;
        value.dataset.odd = String(odd);
      }
      buttons.update(state);
    },
  };
};
