import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Reading, RelayBoard } from '../driver.ts';
import { FLASH_TENTHS_MAX } from './framing.ts';
import type { Outcome, Transactions } from './transactions.ts';

const reading = ({ reply, writtenMs }: Outcome): Reading => {
  if (reply.kind !== 'bits') throw new Bug('a read was answered by something that is no reading');
  return { values: reply.values, askedMs: writtenMs };
};

/**
 * The command set of the Waveshare Modbus RTU Relay family: coils (FC 01, 05), discrete inputs (FC 02), and the vendor's
 * flash commands in FC 05 (high byte 02 = on for a while, 04 = off for a while; value in 100 ms). FC 0F, which writes
 * all coils at once, is not used: no door may move because another one does.
 */
export const waveshareBoard = (transactions: Transactions, unit: number): RelayBoard => ({
  set: async (channel, energised, limits) => {
    const { writtenMs } = await transactions.run(
      { kind: 'write-coil', unit, channel, energised },
      { priority: 'command', retries: 2, mayWrite: limits?.mayWrite },
    );
    return { writtenMs };
  },
  pulse: async (channel, energised, duration, limits) => {
    const tenths = Math.ceil(duration / 100);
    if (tenths < 1 || tenths > FLASH_TENTHS_MAX) throw new Bug(`the board cannot time ${duration} ms`);
    const { writtenMs } = await transactions.run(
      { kind: 'flash', unit, channel, energised, tenths },
      { priority: 'command', retries: 2, mayWrite: limits?.mayWrite },
    );
    return { writtenMs };
  },
  // Coils are read to decide about a lock, inputs to watch: a watch that fails is simply asked again.
  readCoils: async (count) =>
    reading(await transactions.run({ kind: 'read-coils', unit, count }, { priority: 'command', retries: 2 })),
  readInputs: async (count) =>
    reading(await transactions.run({ kind: 'read-inputs', unit, count }, { priority: 'poll', retries: 0 })),
});
