import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { LanDevice } from '../buses/mqtt/lan-device.ts';
import type { Outcome } from '../world/door.ts';
import { type Command, controllerCommand, type Declaration, readerCommand } from './command.ts';
import { controlFault } from './control.faults.ts';

const Count = z.int().min(1).max(10_000).default(1);
const JoinBody = z.strictObject({
  url: z.url({ protocol: /^mqtts$/, error: 'must be an mqtts:// address' }).max(300),
  /** Of this machine: the PEM of the authority that it believes. */
  caFile: z.string().min(1).max(400),
  password: z.string().min(1).max(128),
});

const join = (lan: LanDevice, { url, caFile, password }: z.infer<typeof JoinBody>): Outcome => {
  let ca: string;
  try {
    ca = readFileSync(caFile, 'utf8');
  } catch (error) {
    throw controlFault('invalid_body', `caFile: cannot be read: ${(error as Error).message}`);
  }
  return lan.join({ url, ca, password });
};

/** Declares a command for whatever stands on the LAN. */
type Declare = <Body extends z.ZodObject>(declaration: Declaration<{ readonly lan: LanDevice }, Body>) => Command;

const lanCommands = (target: 'controller' | 'reader', declare: Declare): Command[] => [
  declare({
    name: 'join',
    words: `${target} join`,
    needs: 'lan',
    body: JoinBody,
    positional: ['url', 'caFile', 'password'],
    help: 'Join a broker on the LAN under its own name, now and whenever the connection breaks.',
    run: ({ lan }, body) => join(lan, body),
  }),
  declare({
    name: 'leave',
    words: `${target} leave`,
    needs: 'lan',
    help: 'Leave the broker with a goodbye.',
    run: ({ lan }) => lan.leave(),
  }),
  declare({
    name: 'unplug',
    words: `${target} unplug`,
    needs: 'lan',
    help: 'Pull its network cable.',
    button: { label: 'Unplug', when: { path: 'lan.plugged', is: true } },
    chaos: { undo: { name: 'replug' } },
    run: ({ lan }) => lan.unplug(),
  }),
  declare({
    name: 'replug',
    words: `${target} replug`,
    needs: 'lan',
    help: 'Plug its network cable in again.',
    button: { label: 'Replug', when: { path: 'lan.plugged', is: false } },
    run: ({ lan }) => lan.plug(),
  }),
  ...(['deaf', 'mute'] as const).map((fault) =>
    declare({
      name: fault,
      words: `${target} ${fault}`,
      needs: 'lan',
      body: z.strictObject({ count: Count }),
      positional: ['count'],
      chaos: { bodies: [{ count: 1 }, { count: 3 }], undo: { name: 'clear-faults' } },
      help:
        fault === 'deaf'
          ? 'Lose the next messages to it.'
          : 'Lose the next messages from it; what it was told still happens.',
      run: ({ lan }, { count }) => {
        lan.arm(fault, count);
        return { done: true, message: `The next ${count === 1 ? 'message is' : `${count} messages are`} lost.` };
      },
    }),
  ),
  declare({
    name: 'late',
    words: `${target} late`,
    needs: 'lan',
    body: z.strictObject({ ms: z.int().min(1).max(600_000), count: Count }),
    positional: ['ms', 'count'],
    help: 'Hold the next messages to it back for some milliseconds.',
    chaos: { bodies: [{ ms: 300 }, { ms: 4_000 }], undo: { name: 'clear-faults' } },
    run: ({ lan }, { ms, count }) => {
      lan.arm('late', count, ms);
      return {
        done: true,
        message: `The next ${count === 1 ? 'message comes' : `${count} messages come`} ${ms} ms late.`,
      };
    },
  }),
  declare({
    name: 'clear-faults',
    words: `${target} clear-faults`,
    needs: 'lan',
    help: 'Forget every fault that waits for a message.',
    run: ({ lan }) => {
      lan.clear();
      return { done: true, message: 'Messages pass again.' };
    },
  }),
];

export const controllerCommands: readonly Command[] = [
  ...lanCommands('controller', controllerCommand),
  controllerCommand({
    name: 'reboot',
    words: 'controller reboot',
    help: 'Power-cycle the controller: its relays drop, and it is another run.',
    button: { label: 'Reboot' },
    chaos: {},
    run: (unit) => unit.reboot(),
  }),
  controllerCommand({
    name: 'hang',
    words: 'controller hang',
    help: 'Let its processor stand still: it answers nothing, relays stay, its timers stop, until it is rebooted.',
    button: { label: 'Hang', when: { path: 'state', is: 'running' } },
    chaos: { undo: { name: 'reboot' } },
    run: (unit) => unit.hang(),
  }),
];

/** The reader's place on the LAN; those that hang on a line of their own refuse. */
const onLan = <Body extends z.ZodObject>(d: Declaration<{ readonly lan: LanDevice }, Body>): Command =>
  readerCommand({
    ...d,
    run: (unit, body) =>
      unit.kind === 'mqtt' ? d.run(unit, body) : { done: false, message: `${unit.plan.name} is not on the LAN.` },
  });

export const lanReaderCommands: readonly Command[] = lanCommands('reader', onLan);
