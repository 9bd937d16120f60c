import { type Command, siteCommand } from './command.ts';

export const siteCommands: readonly Command[] = [
  siteCommand({
    name: 'cut-power',
    help: 'Cut the mains of the whole building: boards fall silent, coils drop, magnets let go.',
    button: { label: 'Cut power', when: { path: 'powered', is: true } },
    run: (site) => site.cutPower(),
  }),
  siteCommand({
    name: 'restore-power',
    help: 'Bring the mains back; boards start with every coil at rest.',
    button: { label: 'Restore power', when: { path: 'powered', is: false } },
    run: (site) => site.restorePower(),
  }),
  siteCommand({
    name: 'fire',
    help: 'Sound the fire alarm: it cuts the power of the locks that are wired to it.',
    button: { label: 'Fire alarm', when: { path: 'fire', is: false } },
    run: (site) => site.setFire(true),
  }),
  siteCommand({
    name: 'reset-fire',
    help: 'Reset the fire alarm.',
    button: { label: 'Reset fire alarm', when: { path: 'fire', is: true } },
    run: (site) => site.setFire(false),
  }),
];
