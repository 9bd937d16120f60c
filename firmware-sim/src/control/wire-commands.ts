import { type Command, wireCommand } from './command.ts';

export const wireCommands: readonly Command[] = [
  wireCommand({
    name: 'cut',
    help: "Cut a wire: a lock's circuit, a contact's, the fire loop, or what joins a board or reader to its bus.",
    button: { label: 'Cut', when: { path: 'fault', is: null } },
    chaos: { undo: { name: 'mend' } },
    run: (wire) => {
      const done = wire.set('cut');
      return { done, message: done ? `${wire.name} is cut.` : `${wire.name} is cut already.` };
    },
  }),
  wireCommand({
    name: 'short',
    help: 'Let the two conductors of a wire touch: its circuit is closed whatever stands at its end.',
    button: { label: 'Short', when: { path: 'fault', is: null } },
    chaos: { undo: { name: 'mend' } },
    run: (wire) => {
      const done = wire.set('short');
      return { done, message: done ? `${wire.name} is shorted.` : `${wire.name} is shorted already.` };
    },
  }),
  wireCommand({
    name: 'mend',
    help: 'Mend a wire that was cut or shorted.',
    button: { label: 'Mend', when: { path: 'fault', isNot: null } },
    run: (wire) => {
      const done = wire.set(undefined);
      return { done, message: done ? `${wire.name} is whole again.` : `Nothing is wrong with ${wire.name}.` };
    },
  }),
];
