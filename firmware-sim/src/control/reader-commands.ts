import { z } from 'zod';
import { decimalText, parseCard } from '../boards/card.ts';
import { LIES, type Lie } from '../boards/osdp/lies.ts';
import type { Held } from '../held.ts';
import type { KeyboardUnit } from '../keyboard-unit.ts';
import type { OsdpUnit } from '../osdp-unit.ts';
import type { ReaderUnit } from '../reader-unit.ts';
import type { Outcome } from '../world/door.ts';
import { Baud } from '../world/plans.ts';
import { type Command, type CommandOutcome, type Declaration, readerCommand } from './command.ts';

const Count = z.int().min(1).max(10_000).default(1);
const Digits = z.string().regex(/^\d{1,12}$/);
const Keys = z.string().regex(/^[0-9*#]{1,64}$/, 'must be digits, * and #');
const Text = z.string().min(1).max(2_048);

/** A reader that is a keyboard types the number as most of them do. */
const asText = (held: Held): string | undefined => {
  if (held.by === 'qr') return held.text;
  const card = held.by === 'card' && held.pin === undefined ? parseCard(held.card) : undefined;
  return card && decimalText(card);
};

const present = (unit: ReaderUnit, held: Held): Outcome => {
  if (unit.kind !== 'keyboard') return unit.present(held);
  const text = asText(held);
  return text === undefined
    ? { done: false, message: 'It has no keypad, or this is no card: give its number in hex, or its format.' }
    : unit.present(text);
};

/** Declares a command that only readers of OSDP have. */
const osdpCommand = <Body extends z.ZodObject>(d: Declaration<OsdpUnit, Body>): Command =>
  readerCommand({
    needs: 'channel',
    ...d,
    run: (unit, body): CommandOutcome =>
      unit.kind === 'osdp' ? d.run(unit, body) : { done: false, message: `${unit.plan.name} does not speak OSDP.` },
  });

const done = (message: string): Outcome => ({ done: true, message });
const times = (count: number, one: string, many: string) =>
  count === 1 ? `The next ${one}` : `The next ${count} ${many}`;

const holding: readonly Command[] = [
  readerCommand({
    name: 'present-card',
    words: 'present card',
    body: z.strictObject({ card: z.coerce.string().min(1).max(128), pin: z.coerce.string().pipe(Digits).optional() }),
    positional: ['card', 'pin'],
    help: 'Hold a card to the reader: its number in hex, or h10301:<facility>:<number>, w34:…, h10304:…, h10302:<number>, bits:<0 and 1>; and a PIN if it was asked for.',
    run: (unit, { card, pin }) => present(unit, { by: 'card', card, ...(pin === undefined ? {} : { pin }) }),
  }),
  readerCommand({
    name: 'type',
    body: z.strictObject({ shortId: z.coerce.string().pipe(Digits), pin: z.coerce.string().pipe(Digits) }),
    positional: ['shortId', 'pin'],
    help: 'Type a short id and its PIN.',
    run: (unit, { shortId, pin }) => present(unit, { by: 'keypad', shortId, pin }),
  }),
  readerCommand({
    name: 'present-qr',
    words: 'present qr',
    body: z.strictObject({ text: Text }),
    positional: ['text'],
    help: 'Hold a QR code to the reader.',
    run: (unit, { text }) => present(unit, { by: 'qr', text }),
  }),
  osdpCommand({
    name: 'press-keys',
    words: 'press keys',
    body: z.strictObject({ keys: z.coerce.string().pipe(Keys) }),
    positional: ['keys'],
    help: 'Press keys of its keypad one after the other: digits, * and #.',
    run: (unit, { keys }) => unit.press(keys),
  }),
  readerCommand({
    name: 'send-line',
    words: 'reader send',
    body: z.strictObject({ text: Text }),
    positional: ['text'],
    help: 'Let a scanner or keyboard send a line that nobody presented.',
    run: (unit, { text }) => {
      if (unit.kind === 'scanner') return unit.sendLine(text);
      return unit.kind === 'keyboard' ? unit.present(text) : { done: false, message: 'It does not send lines.' };
    },
  }),
];

const housing: readonly Command[] = [
  osdpCommand({
    name: 'open-housing',
    help: 'Open its housing: its tamper contact says so.',
    button: { label: 'Open housing', when: { path: 'tampered', is: false } },
    chaos: { undo: { name: 'close-housing' } },
    run: (unit) => unit.setTampered(true),
  }),
  osdpCommand({
    name: 'close-housing',
    help: 'Close its housing again.',
    button: { label: 'Close housing', when: { path: 'tampered', is: true } },
    run: (unit) => unit.setTampered(false),
  }),
  osdpCommand({
    name: 'install-mode',
    words: 'reader install-mode',
    body: z.strictObject({ on: z.stringbool().or(z.boolean()).default(true) }),
    positional: ['on'],
    help: 'Put it into install mode, in which it takes the default key; false ends it.',
    run: (unit, { on }) => {
      unit.firmware.setInstallMode(on);
      return done(on ? 'It takes the default key.' : 'It takes its own key only.');
    },
  }),
  osdpCommand({
    name: 'factory-reset',
    words: 'reader factory-reset',
    help: 'Let it forget its key: it is as from the factory, in install mode.',
    run: (unit) => {
      unit.firmware.forgetKey();
      return done('It has no key of its own any more.');
    },
  }),
  osdpCommand({
    name: 'set-address',
    words: 'reader set-address',
    body: z.strictObject({ address: z.int().min(0).max(126) }),
    positional: ['address'],
    help: 'Give it another address.',
    run: (unit, { address }) => {
      unit.firmware.setAddress(address);
      return done(`The reader answers to ${address}.`);
    },
  }),
  readerCommand({
    name: 'set-baud',
    words: 'reader set-baud',
    needs: 'baud',
    body: z.strictObject({ baud: Baud }),
    positional: ['baud'],
    help: 'Set it to another speed than its bus.',
    run: (unit, { baud }) => {
      if (unit.kind === 'scanner') unit.setBaud(baud);
      else if (unit.kind === 'osdp') unit.firmware.setBaud(baud);
      else return { done: false, message: 'It hangs on no serial line.' };
      return done(`The reader is set to ${baud} baud.`);
    },
  }),
  readerCommand({
    name: 'reboot',
    words: 'reader reboot',
    help: 'Power-cycle the reader: its outputs drop, and it answers again after its boot time.',
    needs: 'state',
    button: { label: 'Reboot' },
    chaos: {},
    run: (unit) => ('reboot' in unit ? unit.reboot() : { done: false, message: 'It cannot be power-cycled alone.' }),
  }),
  readerCommand({
    name: 'hang',
    words: 'reader hang',
    needs: 'state',
    help: 'Let its processor stand still: it answers nothing, outputs stay, its timers stop, until it is rebooted.',
    button: { label: 'Hang', when: { path: 'state', is: 'running' } },
    chaos: { undo: { name: 'reboot' } },
    run: (unit) => ('hang' in unit ? unit.hang() : { done: false, message: 'It has no processor that could hang.' }),
  }),
];

/** Declares a command that only readers that are keyboards have. */
const keyboardCommand = (d: Declaration<KeyboardUnit, z.ZodObject>): Command =>
  readerCommand({
    needs: 'grabbed',
    ...d,
    run: (unit, body): CommandOutcome =>
      unit.kind === 'keyboard' ? d.run(unit, body) : { done: false, message: `${unit.plan.name} is no keyboard.` },
  });

const socket: readonly Command[] = [
  keyboardCommand({
    name: 'pull-out',
    words: 'reader pull-out',
    help: 'Pull a reader that is a keyboard out of its USB socket.',
    button: { label: 'Pull out', when: { path: 'plugged', is: true } },
    chaos: { undo: { name: 'plug-in' } },
    run: (unit) => unit.unplug(),
  }),
  keyboardCommand({
    name: 'plug-in',
    words: 'reader plug-in',
    help: 'Plug a reader that is a keyboard into its USB socket again.',
    button: { label: 'Plug in', when: { path: 'plugged', is: false } },
    run: (unit) => unit.plug(),
  }),
];

const lying: readonly Command[] = [
  osdpCommand({
    name: 'lie',
    words: 'reader lie',
    body: z.strictObject({ how: z.enum(Object.keys(LIES) as [Lie, ...Lie[]]), count: Count }),
    positional: ['how', 'count'],
    help: `Let it lie on the next occasions: ${Object.keys(LIES).join(', ')}.`,
    chaos: {
      bodies: Object.keys(LIES).map((how) => ({ how, count: 2 })),
      undo: { name: 'tell-truth' },
    },
    run: (unit, { how, count }) => {
      unit.firmware.lies.arm(how, count);
      return done(`${LIES[how]} (${count} ×)`);
    },
  }),
  osdpCommand({
    name: 'tell-truth',
    words: 'reader tell-truth',
    help: 'Forget every lie that waits for its occasion, and put off or refuse nothing more.',
    run: (unit) => {
      unit.firmware.lies.clear();
      unit.firmware.obey();
      return done('It tells the truth.');
    },
  }),
  osdpCommand({
    name: 'busy',
    words: 'reader busy',
    body: z.strictObject({ count: Count }),
    positional: ['count'],
    help: 'Put the next commands off: it does nothing and says that it is busy.',
    chaos: { bodies: [{ count: 5 }], undo: { name: 'tell-truth' } },
    run: (unit, { count }) => {
      unit.firmware.busy(count);
      return done(`${times(count, 'command is', 'commands are')} put off.`);
    },
  }),
  osdpCommand({
    name: 'refuse',
    words: 'reader refuse',
    body: z.strictObject({ code: z.int().min(1).max(255), count: Count }),
    positional: ['code', 'count'],
    help: 'Refuse the next commands with this NAK code: it does nothing.',
    run: (unit, { code, count }) => {
      unit.firmware.refuse(code, count);
      return done(`${times(count, 'command is', 'commands are')} refused with code ${code}.`);
    },
  }),
];

/** Whatever can be done to a reader, wherever it hangs. */
export const readerCommands: readonly Command[] = [...holding, ...housing, ...socket, ...lying];
