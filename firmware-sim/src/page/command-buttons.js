import { createForm } from './command-form.js';
import { applies, fieldsOf, obey, shows } from './commands.js';
import { capital, make, makeButton, makeDrawer, plain } from './make.js';

const labelOf = (command) => command.button?.label ?? capital(plain(command.name));

/** Shows what fits the state. Jam gives way to Free: whoever works by keyboard stays where they were. */
const refresh = (entries, state) => {
  const focused = entries.find(({ element }) => element === document.activeElement);
  for (const { command, element } of entries) element.hidden = !shows(command, state);
  if (!focused?.element.hidden) return;
  const from = entries.indexOf(focused);
  const others = [...entries.slice(from), ...entries.slice(0, from).reverse()];
  others.find(({ element }) => !element.hidden)?.element.focus();
};

const group = (title) => {
  const element = make('div', 'buttons');
  element.role = 'group';
  element.ariaLabel = `${title}: actions`;
  return element;
};

const button = ({ command, name, title, tell }) => {
  const element = makeButton(labelOf(command), async () => tell(`${title}: ${(await obey(command, name)).message}`));
  element.title = command.help;
  return element;
};

/**
 * The buttons of one target, as the command table declares them: `element` has those that are used most, `drawer` all others
 * and those that can be told more. `tell` hears the outcome of each. `update` shows what fits a state.
 */
export const createButtons = ({ commands, target, name, title, tell, more = 'More' }) => {
  const mine = commands.filter((command) => command.target === target);
  const about = (command) => ({ command, name, title, tell });
  const direct = mine
    .filter((command) => command.button !== null && !command.button.tucked)
    .map((command) => ({ command, element: button(about(command)) }));
  const element = group(title);
  element.append(...direct.map((one) => one.element));
  if (target === 'door') direct[0]?.element.classList.add('first');

  const rest = mine.filter((command) => fieldsOf(command)?.length !== 0 || command.button?.tucked || !command.button);
  const tucked = [];
  let last;
  const drawer = makeDrawer('drawer', more, (body) => {
    const shown = rest.filter((command) => applies(command, last) && fieldsOf(command) !== undefined);
    const plainOnes = group(title);
    for (const command of shown) {
      const fields = fieldsOf(command).length;
      const one = { command, element: fields === 0 ? button(about(command)) : createForm(about(command)) };
      tucked.push(one);
      if (fields === 0) plainOnes.append(one.element);
      else body.append(one.element);
    }
    if (plainOnes.childElementCount > 0) body.prepend(plainOnes);
    refresh(tucked, last);
  });
  return {
    element,
    drawer,
    update: (state) => {
      last = state;
      refresh(direct, state);
      refresh(tucked, state);
      drawer.hidden = !rest.some((command) => applies(command, state));
    },
  };
};
