import { createButtons } from './command-buttons.js';
import { createDoorCard } from './door-card.js';
import { createTraffic, timeOf } from './traffic.js';

const KEPT_HAPPENINGS = 100;
const byId = (id) => document.getElementById(id);
const commands = await (await fetch('/commands')).json();
const traffic = createTraffic(byId('traffic'));
const doors = new Map();
const buses = new Map();

let forgetting;
const tell = (sentence) => {
  byId('outcome').textContent = sentence;
  clearTimeout(forgetting);
  forgetting = setTimeout(() => {
    byId('outcome').textContent = '';
  }, 5_000);
};

const pill = (id, text, alarm) => {
  byId(id).textContent = text;
  byId(id).dataset.tone = alarm ? 'alarm' : 'calm';
};

const siteButtons = createButtons({ commands, target: 'site', name: '', title: 'Building', tell });
byId('site-buttons').append(siteButtons.element);

const busPanel = (bus, boards) => {
  const element = document.createElement('div');
  element.className = 'bus';
  const line = document.createElement('p');
  const buttons = createButtons({ commands, target: 'bus', name: bus.name, title: bus.name, tell });
  const onIt = boards.map(({ name }) => ({
    name,
    ...createButtons({ commands, target: 'board', name, title: name, tell }),
  }));
  for (const board of onIt) buttons.element.append(...board.element.children);
  element.append(line, buttons.element);
  byId('buses').append(element);
  return (state) => {
    const name = document.createElement('strong');
    name.textContent = `${state.name}, ${state.plugged ? 'plugged in' : 'unplugged'}.`;
    const waiting = Object.entries(state.pendingFaults).filter(([, count]) => count > 0);
    const faults = waiting.map(([fault, count]) => `${fault} ×${count}`).join(', ');
    line.replaceChildren(
      name,
      state.plugged ? ` ${state.path} at ${state.masterBaud} baud.` : '',
      faults ? ` Next replies: ${faults}.` : '',
    );
    buttons.update(state);
  };
};

const showState = (state) => {
  document.title = `${state.title}: door simulator`;
  byId('title').textContent = state.title;
  pill('power', state.site.powered ? 'Power on' : 'Power out', !state.site.powered);
  pill('fire', state.site.fire ? 'Fire alarm' : 'No alarm', state.site.fire);
  siteButtons.update(state.site);
  for (const door of state.doors) {
    if (!doors.has(door.name)) {
      const card = createDoorCard({ door, commands, tell });
      doors.set(door.name, card);
      byId('doors').append(card.element);
    }
    doors.get(door.name).update(door);
  }
  for (const bus of state.buses) {
    if (!buses.has(bus.name))
      buses.set(
        bus.name,
        busPanel(
          bus,
          state.boards.filter((board) => board.bus === bus.name),
        ),
      );
    buses.get(bus.name)(bus);
  }
};

const showHappening = ({ at, where, text }) => {
  const row = document.createElement('li');
  const time = document.createElement('time');
  time.textContent = timeOf(at);
  const place = document.createElement('span');
  place.className = 'where';
  place.textContent = where;
  const what = document.createElement('span');
  what.className = 'text';
  what.textContent = text;
  row.append(time, place, what);
  byId('happenings').prepend(row);
  while (byId('happenings').childElementCount > KEPT_HAPPENINGS) byId('happenings').lastElementChild.remove();
};

/** Locks and alarms are worth saying aloud; coils and swinging leaves are not. */
const speak = ({ where, part, text }) => {
  if (!['lock', 'power', 'fire', 'bus', 'contact'].includes(part)) return;
  const sentence = document.createElement('span');
  sentence.textContent = `${where}: ${text}. `;
  byId('spoken').append(sentence);
  while (byId('spoken').childElementCount > 8) byId('spoken').firstElementChild.remove();
};

// On connecting the server first tells what happened before: that is shown, not spoken.
let live = false;
const events = new EventSource('/events');
events.addEventListener('open', () => {
  byId('happenings').replaceChildren();
  traffic.clear();
  live = false;
  setTimeout(() => {
    live = true;
  }, 500);
  pill('link', 'Live', false);
});
events.addEventListener('error', () => pill('link', 'Simulator away', true));
events.addEventListener('state', ({ data }) => showState(JSON.parse(data)));
events.addEventListener('frame', ({ data }) => traffic.show(JSON.parse(data)));
events.addEventListener('happening', ({ data }) => {
  const happening = JSON.parse(data);
  showHappening(happening);
  if (live) speak(happening);
});

byId('pause').addEventListener('click', ({ currentTarget }) => {
  const paused = currentTarget.getAttribute('aria-pressed') !== 'true';
  currentTarget.setAttribute('aria-pressed', String(paused));
  currentTarget.textContent = paused ? 'Resume' : 'Pause';
  traffic.pause(paused);
});
