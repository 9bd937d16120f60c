import { z } from 'zod';
import type { BusFault } from '../buses/pty/faults.ts';
import { Baud } from '../world/plans.ts';
import { type Button, boardCommand, busCommand, type Command } from './command.ts';

const NOT_HERE = 'It cannot happen here: nobody on this bus has an address, or answers, or is asked.';
const Count = z.int().min(1).max(10_000).default(1);

const fault = (name: Exclude<BusFault, 'delay'>, help: string, button?: Button): Command =>
  busCommand({
    name,
    body: z.strictObject({ count: Count }),
    positional: ['count'],
    help,
    chaos: { bodies: [{ count: 1 }, { count: 3 }, { count: 10 }], undo: { name: 'clear-faults' } },
    ...(button && { button }),
    run: ({ faults }, { count }) => {
      if (!faults.arm(name, count)) return { done: false, message: NOT_HERE };
      const what = name === 'deaf' ? ['request', 'requests'] : ['reply', 'replies'];
      const [one, many] = [`${what[0]} suffers`, `${count} ${what[1]} suffer`];
      return { done: true, message: `The next ${count === 1 ? one : many}: ${name}.` };
    },
  });

export const busCommands: readonly Command[] = [
  busCommand({
    name: 'unplug',
    chaos: { undo: { name: 'replug' } },
    help: 'Pull the bus adapter out: its link disappears and the client gets a hang-up.',
    button: { label: 'Unplug bus', when: { path: 'plugged', is: true } },
    run: (bus) =>
      bus.unplug()
        ? { done: true, message: 'The adapter is out.' }
        : { done: false, message: 'The adapter is out already.' },
  }),
  busCommand({
    name: 'replug',
    help: 'Plug the bus adapter in again, under the same link.',
    button: { label: 'Replug bus', when: { path: 'plugged', is: false } },
    run: (bus) =>
      bus.plug() ? { done: true, message: 'The adapter is back.' } : { done: false, message: 'The adapter is in.' },
  }),
  fault('drop', 'Lose the next replies; what was commanded still happens.', { label: 'Drop a reply' }),
  fault('deaf', 'Lose the next requests: nobody hears them, and nothing of them happens.'),
  fault('garble', 'Flip a bit in the next replies, so that their check characters are wrong, if they have any.', {
    label: 'Garble a reply',
  }),
  fault('half', 'Cut the next replies in half.'),
  fault('duplicate', 'Send the next replies twice.'),
  fault('wrong-address', 'Put the address of somebody else into the next replies, in good order.'),
  busCommand({
    name: 'delay',
    body: z.strictObject({ ms: z.int().min(1).max(60_000), count: Count }),
    positional: ['ms', 'count'],
    help: 'Hold the next replies back for some milliseconds.',
    chaos: { bodies: [{ ms: 150 }, { ms: 900, count: 3 }], undo: { name: 'clear-faults' } },
    run: ({ faults }, { ms, count }) => {
      if (!faults.arm('delay', count, ms)) return { done: false, message: NOT_HERE };
      return {
        done: true,
        message: `The next ${count === 1 ? 'reply comes' : `${count} replies come`} ${ms} ms late.`,
      };
    },
  }),
  busCommand({
    name: 'noise',
    body: z.strictObject({ bytes: z.int().min(1).max(512).default(8) }),
    positional: ['bytes'],
    help: 'Put stray bytes on the wire to the master.',
    button: { label: 'Noise' },
    chaos: { bodies: [{ bytes: 1 }, { bytes: 8 }, { bytes: 200 }] },
    run: (bus, { bytes }) =>
      bus.noise(bytes)
        ? { done: true, message: `${bytes} stray bytes are on the wire.` }
        : { done: false, message: 'The adapter is out: nobody hears them.' },
  }),
  busCommand({
    name: 'clear-faults',
    help: 'Forget every fault that waits for a reply.',
    run: ({ faults }) => {
      faults.clear();
      return { done: true, message: 'The bus is clean again.' };
    },
  }),
];

export const boardCommands: readonly Command[] = [
  boardCommand({
    name: 'reboot',
    help: 'Power-cycle the board: its coils drop and it answers again after its boot time.',
    button: { label: 'Reboot' },
    chaos: {},
    run: (unit) => unit.reboot(),
  }),
  boardCommand({
    name: 'hang',
    help: 'Let its processor stand still: it answers nothing, outputs stay, its timers stop, until it is rebooted.',
    // What has no processor has no speed either: relays on GPIO lines.
    needs: 'baud',
    button: { label: 'Hang', when: { path: 'state', is: 'running' } },
    chaos: { undo: { name: 'reboot' } },
    run: (unit) => ('hang' in unit ? unit.hang() : { done: false, message: 'It has no processor that could hang.' }),
  }),
  boardCommand({
    name: 'set-address',
    words: 'board set-address',
    needs: 'address',
    body: z.strictObject({ address: z.int().min(1).max(247) }),
    positional: ['address'],
    help: 'Give it another address, as whoever had it before may have done.',
    run: (unit, { address }) => {
      if (!('firmware' in unit) || unit.firmware.setAddress === undefined)
        return { done: false, message: 'It has no address.' };
      unit.firmware.setAddress(address);
      return { done: true, message: `The board answers to ${address}.` };
    },
  }),
  boardCommand({
    name: 'set-baud',
    words: 'board set-baud',
    needs: 'baud',
    body: z.strictObject({ baud: Baud }),
    positional: ['baud'],
    help: 'Set it to another speed: it hears nothing of a master at the old one.',
    run: (unit, { baud }) => {
      if (!('firmware' in unit) || unit.firmware.setBaud === undefined)
        return { done: false, message: 'Any speed is right for it.' };
      unit.firmware.setBaud(baud);
      return { done: true, message: `The board is set to ${baud} baud.` };
    },
  }),
];
