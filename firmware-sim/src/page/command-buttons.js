/** Follows a dotted path into the state of a target. */
const at = (state, path) => path.split('.').reduce((value, part) => value?.[part], state);

const urlOf = (command, name) => command.path.replace(':name', encodeURIComponent(name));

const shows = ({ button }, state) =>
  (button.needs === undefined || at(state, button.needs) != null) &&
  (button.when === undefined || at(state, button.when.path) === button.when.is);

/** Sends a command and resolves with the sentence that says what came of it. */
const obey = async (command, name) => {
  try {
    const response = await fetch(urlOf(command, name), { method: 'POST' });
    return (await response.json()).message;
  } catch {
    return 'The simulator does not answer.';
  }
};

/**
 * The buttons of one target, as the command table declares them.
 * `tell` is called with the outcome of each press. `update` shows the buttons that fit a state.
 */
export const createButtons = ({ commands, target, name, title, tell }) => {
  const element = document.createElement('div');
  element.className = 'buttons';
  element.role = 'group';
  element.ariaLabel = `${title}: actions`;
  const entries = commands
    .filter((command) => command.target === target && command.button !== null)
    .map((command, place) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = command.button.label;
      button.title = command.help;
      if (target === 'door' && place === 0) button.className = 'first';
      button.addEventListener('click', async () => tell(`${title}: ${await obey(command, name)}`));
      element.append(button);
      return { command, button };
    });
  return {
    element,
    update: (state) => {
      const focused = entries.find(({ button }) => button === document.activeElement);
      for (const { command, button } of entries) button.hidden = !shows(command, state);
      // Jam gives way to Free: whoever works by keyboard stays where they were.
      if (focused?.button.hidden) {
        const from = entries.indexOf(focused);
        const next = [...entries.slice(from), ...entries.slice(0, from).reverse()].find(({ button }) => !button.hidden);
        next?.button.focus();
      }
    },
  };
};
