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
    body: JoinBody,
    positional: ['url', 'caFile', 'password'],
    help: 'Join a broker on the LAN under its own name, now and whenever the connection breaks.',
    run: ({ lan }, body) => join(lan, body),
  }),
  declare({
    name: 'leave',
    words: `${target} leave`,
    help: 'Leave the broker with a goodbye.',
    run: ({ lan }) => lan.leave(),
  }),
  declare({
    name: 'unplug',
    words: `${target} unplug`,
    help: 'Pull its network cable.',
    button: { label: 'Unplug', when: { path: 'lan.plugged', is: true } },
    chaos: { undo: { name: 'replug' } },
    run: ({ lan }) => lan.unplug(),
  }),
  declare({
    name: 'replug',
    words: `${target} replug`,
    help: 'Plug its network cable in again.',
    button: { label: 'Replug', when: { path: 'lan.plugged', is: false } },
    run: ({ lan }) => lan.plug(),
  }),
  ...(['deaf', 'mute'] as const).map((fault) =>
    declare({
      name: fault,
      words: `${target} ${fault}`,
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

const Digits = z.string().regex(/^\d{1,12}$/);

export const readerCommands: readonly Command[] = [
  ...lanCommands('reader', readerCommand),
  readerCommand({
    name: 'present-card',
    words: 'present card',
    body: z.strictObject({ card: z.coerce.string().min(1).max(128), pin: z.coerce.string().pipe(Digits).optional() }),
    positional: ['card', 'pin'],
    help: 'Hold a card to the reader: its number in hex, and a PIN if it was asked for.',
    run: (unit, { card, pin }) => unit.present({ by: 'card', card, ...(pin === undefined ? {} : { pin }) }),
  }),
  readerCommand({
    name: 'type',
    body: z.strictObject({ shortId: z.coerce.string().pipe(Digits), pin: z.coerce.string().pipe(Digits) }),
    positional: ['shortId', 'pin'],
    help: 'Type a short id and its PIN.',
    run: (unit, { shortId, pin }) => unit.present({ by: 'keypad', shortId, pin }),
  }),
  readerCommand({
    name: 'present-qr',
    words: 'present qr',
    body: z.strictObject({ text: z.string().min(1).max(2_048) }),
    positional: ['text'],
    help: 'Hold a QR code to the reader.',
    run: (unit, { text }) => unit.present({ by: 'qr', text }),
  }),
];
