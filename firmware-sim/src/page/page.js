import { createWiring } from './buses.js';
import { createButtons } from './command-buttons.js';
import { createDoorCard } from './door-card.js';
import { createLogs } from './logs.js';
import { write } from './make.js';
import { createSession } from './session.js';
import { createWires } from './wires.js';

const OUTCOME_MS = 6_000;
const MANY_DOORS = 4;
const byId = (id) => document.getElementById(id);
const commands = await (await fetch('/commands')).json();
const doors = new Map();

let forgetting;
const tell = (sentence) => {
  byId('outcome').textContent = sentence;
  clearTimeout(forgetting);
  forgetting = setTimeout(() => {
    byId('outcome').textContent = '';
  }, OUTCOME_MS);
};
const pill = (id, text, alarm) => {
  write(byId(id), text);
  byId(id).dataset.tone = alarm ? 'alarm' : 'calm';
};

const logs = createLogs();
const session = createSession({ commands, tell });
const wiring = createWiring({ container: byId('buses'), commands, tell });
// What has a form of its own below is not offered twice.
const building = commands.filter(
  ({ target, name }) => target !== 'site' || !['chaos', 'replay', 'stop'].includes(name),
);
const siteButtons = createButtons({ commands: building, target: 'site', name: '', title: 'Building', tell });
const siteWires = createWires({ owner: 'site', title: 'Building', commands, tell });
byId('site-buttons').append(siteButtons.element);
byId('site-more').append(siteWires.element, siteButtons.drawer);

const powerWords = ({ powered, dipping }) => (powered ? (dipping ? 'Supply dips' : 'Power on') : 'Power out');

const showState = (state) => {
  document.title = `${state.title}: door simulator`;
  write(byId('title'), state.title);
  pill('power', powerWords(state.site), !state.site.powered || state.site.dipping);
  pill('fire', state.site.fire ? 'Fire alarm' : 'No alarm', state.site.fire);
  siteButtons.update(state.site);
  siteWires.update(state.wires);
  session.update(state);
  for (const door of state.doors) {
    if (!doors.has(door.name)) {
      const card = createDoorCard({ door, commands, tell });
      doors.set(door.name, card);
      byId('doors').append(card.element);
    }
    doors.get(door.name).update(door, state);
  }
  byId('doors').dataset.many = String(state.doors.length > MANY_DOORS);
  wiring.update(state);
  logs.buses(state.traffic);
};

const events = new EventSource('/events');
events.addEventListener('open', () => {
  logs.restart();
  pill('link', 'Live', false);
});
events.addEventListener('error', () => pill('link', 'Simulator away', true));
events.addEventListener('state', ({ data }) => showState(JSON.parse(data)));
events.addEventListener('frame', ({ data }) => logs.frame(JSON.parse(data)));
events.addEventListener('happening', ({ data }) => logs.happening(JSON.parse(data)));
