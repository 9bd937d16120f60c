import { closeSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import koffi from 'koffi';
import { CHIP, CONTACT_LINE, JUMPER, RELAY_LINE, SENSE_LINE } from '../gpio-lines.ts';
import { serveLine } from '../line-program.ts';

/** The driver of GPIO lines under /sys/class/gpio, and a bare write and poll(2) on two lines that are wired to each other. */
const ROOT = '/sys/class/gpio';
// asm-generic/poll.h: struct pollfd is an int and two shorts.
const POLL_PRI = 0x02;
const POLL_ERR = 0x08;
const WAIT_MS = 4_000;
const poll = koffi.load(null).func('int poll(void *fds, unsigned long count, int timeoutMs)') as (
  fds: Uint8Array,
  count: number,
  timeoutMs: number,
) => number;

const take = (offset: number, settings: Readonly<Record<string, string>>): number => {
  writeFileSync(`${ROOT}/export`, String(CHIP.base + offset));
  const folder = `${ROOT}/gpio${CHIP.base + offset}`;
  for (const [file, value] of Object.entries(settings)) writeFileSync(`${folder}/${file}`, value);
  return openSync(`${folder}/value`, 'r+');
};
const from = take(JUMPER.from, { direction: 'low' });
const to = take(JUMPER.to, { direction: 'in', edge: 'both' });
const value = Buffer.alloc(4);
const asked = Buffer.alloc(8);
asked.writeInt32LE(to, 0);
asked.writeInt16LE(POLL_PRI | POLL_ERR, 4);
readSync(to, value, 0, value.length, 0);

let high = false;
/** Until the line says what was written to the other one. */
const roundTrip = async (): Promise<void> => {
  high = !high;
  writeSync(from, high ? '1' : '0', 0);
  if (poll(asked, 1, WAIT_MS) !== 1) throw new Error('no edge was told of');
  readSync(to, value, 0, value.length, 0);
  if (value.toString('latin1', 0, 1) !== (high ? '1' : '0')) throw new Error('the line does not follow');
};

const inputs = [SENSE_LINE, CONTACT_LINE].map((line) => ({ line }));
const board = { chip: CHIP.label, relays: [{ line: RELAY_LINE }], inputs };
serveLine({ kind: 'gpio-sysfs', config: { boards: { 1: board } }, roundTrip });
onStop(async () => {
  for (const fd of [from, to]) closeSync(fd);
});
announceReady({});
