import { createForm } from './command-form.js';
import { obey } from './commands.js';
import { make, write } from './make.js';

const byId = (id) => document.getElementById(id);

const readFile = async (input) => {
  try {
    return JSON.parse(await input.files[0].text());
  } catch {
    return undefined;
  }
};

/** Plays a recording from a file on the tester's machine. */
const createReplay = ({ command, tell }) => {
  const input = make('input', '');
  input.type = 'file';
  input.accept = '.json,application/json';
  input.id = 'replay-file';
  const label = make('label', 'file-button', 'Replay a recording', input);
  input.addEventListener('change', async () => {
    if (input.files.length === 0) return;
    const recording = await readFile(input);
    input.value = '';
    if (recording === undefined) return tell('Replay: that file is not JSON.');
    tell(`Replay: ${(await obey(command, '', { recording })).message}`);
  });
  return label;
};

/** Chaos, recording and replay, and what plays now. */
export const createSession = ({ commands, tell }) => {
  const find = (name) => commands.find((command) => command.target === 'site' && command.name === name);
  const chaos = createForm({
    command: find('chaos'),
    name: '',
    title: 'Chaos',
    tell,
    label: 'Start chaos',
    buttonLast: true,
  });
  const save = make('a', 'link-button', 'Save the recording');
  save.href = '/recording';
  save.download = 'recording.json';
  byId('stop').addEventListener('click', async () => tell((await obey(find('stop'), '')).message));
  byId('session').append(
    make('p', 'quiet-words', 'Faults by chance over every part, mended at the end. The same seed gives the same list.'),
    chaos,
    make('div', 'buttons', save, createReplay({ command: find('replay'), tell })),
  );
  return {
    update: ({ seed, site: { playing } }) => {
      write(byId('seed'), `Seed ${seed}`);
      byId('playing').hidden = playing === null;
      if (playing === null) return;
      write(byId('playing-words'), `${playing.what}: ${playing.done} of ${playing.of}`);
      byId('playing-bar').max = playing.of;
      byId('playing-bar').value = playing.done;
    },
  };
};
