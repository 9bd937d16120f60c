import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import { type Command, doorCommand } from './command.ts';

const HoldMs = z.int().min(0).max(600_000);

export const doorCommands: readonly Command[] = [
  doorCommand({
    name: 'push',
    body: z.strictObject({ holdMs: HoldMs.optional() }),
    positional: ['holdMs'],
    help: 'Push the door: it opens if the lock is released, and the closer takes it back after holdMs.',
    button: { label: 'Push' },
    run: (door, { holdMs }) => door.push(holdMs === undefined ? undefined : Milliseconds(holdMs)),
  }),
  doorCommand({
    name: 'pull-shut',
    help: 'Pull the open door shut at once; a prop goes with it.',
    button: { label: 'Pull shut' },
    run: (door) => door.pullShut(),
  }),
  doorCommand({
    name: 'press-rex',
    words: 'press rex',
    body: z.strictObject({ holdMs: z.int().min(1).max(600_000).default(500) }),
    positional: ['holdMs'],
    help: 'Press the exit button and hold it for holdMs (500).',
    button: { label: 'Exit button', needs: 'rex' },
    run: (door, { holdMs }) => door.pressRex(Milliseconds(holdMs)),
  }),
  doorCommand({
    name: 'prop',
    help: 'Open the door if the lock lets you, and wedge it open.',
    button: { label: 'Prop open', when: { path: 'leaf.propped', is: false } },
    run: (door) => door.prop(),
  }),
  doorCommand({
    name: 'unprop',
    help: 'Take the wedge away; the closer takes over.',
    button: { label: 'Remove prop', when: { path: 'leaf.propped', is: true } },
    run: (door) => door.unprop(),
  }),
  doorCommand({
    name: 'force',
    help: 'Tear the door open against its lock.',
    button: { label: 'Force open' },
    run: (door) => door.force(),
  }),
  doorCommand({
    name: 'jam',
    body: z.strictObject({
      forMs: z.int().min(1).max(600_000).optional(),
      only: z.enum(['locked', 'unlocked']).optional(),
    }),
    positional: ['forMs', 'only'],
    help: 'Jam the lock where it is, whatever its coil does: for forMs, or until freed; if it is locked or unlocked only.',
    button: { label: 'Jam lock', when: { path: 'lock.jammed', is: false } },
    run: (door, { forMs, only }) => door.jam({ forTime: forMs === undefined ? undefined : Milliseconds(forMs), only }),
  }),
  doorCommand({
    name: 'free',
    help: 'Free a jammed lock.',
    button: { label: 'Free lock', when: { path: 'lock.jammed', is: true } },
    run: (door) => door.free(),
  }),
  doorCommand({
    name: 'weld',
    help: "Weld the relay's contact shut: the lock's circuit stays closed whatever the coil does.",
    button: { label: 'Weld relay', when: { path: 'coil.welded', is: false } },
    run: (door) => door.weld(),
  }),
  doorCommand({
    name: 'unweld',
    help: 'Break the welded contact loose.',
    button: { label: 'Unweld relay', when: { path: 'coil.welded', is: true } },
    run: (door) => door.unweld(),
  }),
  doorCommand({
    name: 'cut-lock-power',
    help: "Cut the lock's own power supply.",
    run: (door) => door.cutLockPower(),
  }),
  doorCommand({
    name: 'restore-lock-power',
    help: "Bring the lock's own power supply back.",
    run: (door) => door.restoreLockPower(),
  }),
  doorCommand({
    name: 'contact',
    body: z.strictObject({
      mode: z.enum(['normal', 'bounce', 'stuck']),
      at: z.enum(['open', 'closed']).optional(),
    }),
    positional: ['mode', 'at'],
    help: 'Make the door contact bounce, stick (as it is, or at open or closed), or work again.',
    run: (door, { mode, at }) => door.setContact(mode, at),
  }),
];
