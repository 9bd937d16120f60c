import { createBoard } from './boards.js';
import { createButtons } from './command-buttons.js';
import { list, make, write } from './make.js';

const busWords = ({ path, plugged, masterBaud, label }) =>
  plugged === false ? 'Unplugged' : list(path, masterBaud && `${masterBaud} baud`, label);

const faultWords = ({ pendingFaults = {} }) => {
  const waiting = Object.entries(pendingFaults).filter(([, count]) => count > 0);
  return waiting.length > 0 ? `Next replies: ${waiting.map(([fault, count]) => `${fault} ×${count}`).join(', ')}` : '';
};

/** One bus with the boards on it. */
const createBus = ({ name, commands, tell }) => {
  const line = make('p', 'quiet-words');
  const faults = make('p', 'bus-faults');
  const heading = make('h3', '', name);
  const buttons = createButtons({ commands, target: 'bus', name, title: name, tell, more: 'Faults of the line' });
  const boards = make('div', 'boards');
  const element = make('article', 'panel bus', heading, line, faults, buttons.element, buttons.drawer, boards);
  heading.id = `bus-${name}`;
  element.setAttribute('aria-labelledby', heading.id);
  return {
    element,
    boards,
    update: (state) => {
      write(line, busWords(state));
      write(faults, faultWords(state));
      element.dataset.plugged = String(state.plugged !== false);
      buttons.update(state);
    },
  };
};

const createPlace = (title) => {
  const boards = make('div', 'boards');
  const heading = make('h3', '', title);
  heading.id = `place-${title.replace(/[^a-z0-9]+/gi, '-')}`;
  const element = make('article', 'panel bus', heading, boards);
  element.setAttribute('aria-labelledby', heading.id);
  return { element, boards };
};

/** Buses and what is screwed to them, and what stands on the LAN. `update` takes the whole state. */
export const createWiring = ({ container, commands, tell }) => {
  const buses = new Map();
  const boards = new Map();
  const place = (board, target, home) => {
    const card = createBoard({ board, target, commands, tell });
    boards.set(`${target} ${board.name}`, card);
    home.append(card.element);
    return card;
  };
  /** Lines that no bus of the state is: the box's own GPIO, and the LAN. */
  const homes = new Map();
  const homeOf = (title) => {
    if (!homes.has(title)) {
      const home = createPlace(title);
      homes.set(title, home);
      container.append(home.element);
    }
    return homes.get(title).boards;
  };
  return {
    update: (state) => {
      for (const bus of state.buses) {
        if (!buses.has(bus.name)) {
          const card = createBus({ name: bus.name, commands, tell });
          buses.set(bus.name, card);
          container.append(card.element);
        }
        buses.get(bus.name).update(bus);
      }
      for (const board of state.boards) {
        const home = buses.get(board.bus)?.boards ?? homeOf(`${board.bus}: lines of the box itself`);
        (boards.get(`board ${board.name}`) ?? place(board, 'board', home)).update(board, state);
      }
      for (const controller of state.controllers)
        (boards.get(`controller ${controller.name}`) ?? place(controller, 'controller', homeOf('On the LAN'))).update(
          controller,
          state,
        );
    },
  };
};
