import { createButtons } from './command-buttons.js';
import { list, make, makeDrawer, write } from './make.js';

const NAMES = {
  lock: 'Lock circuit',
  sense: 'Lock sense',
  contact: 'Door contact',
  rex: 'Exit button',
  fire: 'Fire loop',
  line: 'Line to the bus',
};
const SAYS = { cut: 'cut', short: 'shorted' };

/** A drawer with the wires of one part; `update` takes those of the whole building. */
export const createWires = ({ owner, title, commands, tell }) => {
  const said = make('span', 'said');
  const rows = new Map();
  const rowOf = (wire) => {
    const part = wire.name.slice(owner.length + 1);
    const label = NAMES[part] ?? part;
    const picture = make('span', 'wire-line', make('i', ''), make('i', ''));
    picture.ariaHidden = 'true';
    const buttons = createButtons({ commands, target: 'wire', name: wire.name, title: `${title}, ${label}`, tell });
    const element = make('li', 'wire', make('span', 'wire-name', label), picture, buttons.element);
    return { element, buttons };
  };
  const items = make('ul', 'wire-list');
  let mine = [];
  const drawer = makeDrawer('drawer wires', make('span', '', 'Wires'), (body) => {
    body.append(items);
    show();
  });
  drawer.firstElementChild.append(said);
  const show = () => {
    for (const wire of mine) {
      if (!rows.has(wire.name)) {
        const row = rowOf(wire);
        rows.set(wire.name, row);
        items.append(row.element);
      }
      const { element, buttons } = rows.get(wire.name);
      element.dataset.fault = wire.fault ?? 'none';
      buttons.update(wire);
    }
  };
  return {
    element: drawer,
    update: (wires) => {
      mine = wires.filter(({ name }) => name.startsWith(`${owner}.`));
      const broken = mine.filter(({ fault }) => fault !== null);
      const words = broken.map(({ name, fault }) => `${NAMES[name.slice(owner.length + 1)] ?? name} ${SAYS[fault]}`);
      write(said, broken.length > 0 ? list(...words) : 'all whole');
      said.dataset.odd = String(broken.length > 0);
      drawer.hidden = mine.length === 0;
      if (drawer.open) show();
    },
  };
};
