import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import { type ChaosUse, type Command, doorCommand } from './command.ts';

/** What can be wrong with a contact that reads one of these. */
const contactBody = <const Reading extends string>(readings: readonly [Reading, ...Reading[]]) =>
  z.strictObject({ mode: z.enum(['normal', 'bounce', 'stuck']), at: z.enum(readings).optional().describe('as it is') });
const lying = (name: string, readings: readonly string[]): ChaosUse => ({
  bodies: [{ mode: 'bounce' }, { mode: 'stuck' }, ...readings.map((at) => ({ mode: 'stuck', at }))],
  undo: { name, body: { mode: 'normal' } },
});

const HoldMs = z.int().min(0).max(600_000);

export const doorCommands: readonly Command[] = [
  doorCommand({
    name: 'push',
    body: z.strictObject({ holdMs: HoldMs.optional() }),
    positional: ['holdMs'],
    help: 'Push the door: it opens if the lock is released, and the closer takes it back after holdMs.',
    button: { label: 'Push' },
    chaos: { bodies: [{}, { holdMs: 500 }] },
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
    button: { label: 'Exit button' },
    needs: 'rex',
    chaos: {},
    run: (door, { holdMs }) => door.pressRex(Milliseconds(holdMs)),
  }),
  doorCommand({
    name: 'prop',
    help: 'Open the door if the lock lets you, and wedge it open.',
    chaos: { undo: { name: 'pull-shut' } },
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
    chaos: {},
    run: (door) => door.force(),
  }),
  doorCommand({
    name: 'jam',
    body: z.strictObject({
      forMs: z.int().min(1).max(600_000).optional(),
      only: z.enum(['locked', 'unlocked']).optional().describe('wherever it is'),
    }),
    positional: ['forMs', 'only'],
    help: 'Jam the lock where it is, whatever its coil does: for forMs, or until freed; if it is locked or unlocked only.',
    chaos: { bodies: [{}, { only: 'locked' }, { only: 'unlocked' }], undo: { name: 'free' } },
    button: { label: 'Jam lock', tucked: true, when: { path: 'lock.jammed', is: false } },
    run: (door, { forMs, only }) => door.jam({ forTime: forMs === undefined ? undefined : Milliseconds(forMs), only }),
  }),
  doorCommand({
    name: 'free',
    help: 'Free a jammed lock.',
    button: { label: 'Free lock', tucked: true, when: { path: 'lock.jammed', is: true } },
    run: (door) => door.free(),
  }),
  doorCommand({
    name: 'weld',
    body: z.strictObject({ at: z.enum(['closed', 'open']).default('closed') }),
    positional: ['at'],
    help: "Stick the relay's contact whatever the coil does: closed as if welded, or open as if burnt.",
    button: { label: 'Weld relay', tucked: true, when: { path: 'coil.welded', is: null } },
    chaos: { bodies: [{ at: 'closed' }, { at: 'open' }], undo: { name: 'unweld' } },
    run: (door, { at }) => door.weld(at),
  }),
  doorCommand({
    name: 'unweld',
    help: 'Break the stuck relay contact loose.',
    button: { label: 'Unweld relay', tucked: true, when: { path: 'coil.welded', isNot: null } },
    run: (door) => door.weld(undefined),
  }),
  doorCommand({
    name: 'slow-relay',
    words: 'slow relay',
    body: z.strictObject({ ms: z.int().min(0).max(60_000) }),
    positional: ['ms'],
    help: "Let the relay's contact follow its coil only after ms; 0 makes it quick again.",
    chaos: { bodies: [{ ms: 80 }, { ms: 400 }, { ms: 2_500 }], undo: { name: 'slow-relay', body: { ms: 0 } } },
    run: (door, { ms }) => door.slowRelay(Milliseconds(ms)),
  }),
  doorCommand({
    name: 'cut-lock-power',
    help: "Cut the lock's own power supply.",
    button: { label: 'Cut lock power', tucked: true, when: { path: 'lock.powered', is: true } },
    chaos: { undo: { name: 'restore-lock-power' } },
    run: (door) => door.cutLockPower(),
  }),
  doorCommand({
    name: 'restore-lock-power',
    help: "Bring the lock's own power supply back.",
    button: { label: 'Restore lock power', tucked: true, when: { path: 'lock.powered', is: false } },
    run: (door) => door.restoreLockPower(),
  }),
  doorCommand({
    name: 'contact',
    body: contactBody(['open', 'closed']),
    positional: ['mode', 'at'],
    help: 'Make the door contact bounce, stick (as it is, or at open or closed), or work again.',
    chaos: lying('contact', ['open', 'closed']),
    run: (door, { mode, at }) => door.setContact('contact', mode, at),
  }),
  doorCommand({
    name: 'sense',
    body: contactBody(['locked', 'unlocked']),
    positional: ['mode', 'at'],
    help: "Make the lock's own contact bounce, stick (as it is, or at locked or unlocked), or work again.",
    needs: 'sense',
    chaos: lying('sense', ['locked', 'unlocked']),
    run: (door, { mode, at }) => door.setContact('sense', mode, at),
  }),
  doorCommand({
    name: 'rex',
    body: contactBody(['pressed', 'released']),
    positional: ['mode', 'at'],
    help: "Make the exit button's contact bounce, stick (as it is, or at pressed or released), or work again.",
    needs: 'rex',
    chaos: lying('rex', ['released']),
    run: (door, { mode, at }) => door.setContact('rex', mode, at),
  }),
];
