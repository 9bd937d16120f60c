import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import { DIP_EFFECTS } from '../world/site.ts';
import { buildingCommand, type Command, siteCommand } from './command.ts';

export const siteCommands: readonly Command[] = [
  siteCommand({
    name: 'cut-power',
    help: 'Cut the mains of the whole building: boards fall silent, coils drop, magnets let go.',
    chaos: { undo: { name: 'restore-power' } },
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
    chaos: { undo: { name: 'reset-fire' } },
    button: { label: 'Fire alarm', when: { path: 'fire', is: false } },
    run: (site) => site.setFire(true),
  }),
  siteCommand({
    name: 'reset-fire',
    help: 'Reset the fire alarm.',
    button: { label: 'Reset fire alarm', when: { path: 'fire', is: true } },
    run: (site) => site.setFire(false),
  }),
  siteCommand({
    name: 'fire-contact',
    words: 'fire-contact',
    body: z.strictObject({
      mode: z.enum(['normal', 'bounce', 'stuck']),
      at: z.enum(['alarm', 'normal']).optional().describe('as it is'),
    }),
    positional: ['mode', 'at'],
    needs: 'fireContact',
    chaos: {
      bodies: [{ mode: 'bounce' }, { mode: 'stuck' }, { mode: 'stuck', at: 'normal' }],
      undo: { name: 'fire-contact', body: { mode: 'normal' } },
    },
    help: "Make the fire alarm's contact bounce, stick (as it is, or at alarm or normal), or work again.",
    run: (site, { mode, at }) => site.setFireContact(mode, at),
  }),
  buildingCommand({
    name: 'brown-out',
    body: z.strictObject({
      ms: z.int().min(10).max(60_000).default(400),
      boards: z.enum(['chance', ...DIP_EFFECTS]).default('chance'),
    }),
    positional: ['ms', 'boards'],
    help: 'Let the supply sag for ms: locks lose it; boards ride through, drop relays, restart or hang, or as chance has it.',
    button: { label: 'Brown-out', when: { path: 'powered', is: true } },
    // A board that hangs stays so until it is rebooted: chaos has a fault of its own for that.
    chaos: {
      bodies: [
        { ms: 40, boards: 'relays' },
        { ms: 400, boards: 'none' },
        { ms: 1_500, boards: 'reboot' },
      ],
    },
    run: ({ site, dice }, { ms, boards }) =>
      site.dip(Milliseconds(ms), () => (boards === 'chance' ? dice.pick(DIP_EFFECTS) : boards)),
  }),
];
