import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import { seal } from '@gatehouse/firmware-sim/boards/waveshare/crc.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';

const UNIT = 1;
const FLASH_ON = [0x05, 0x02, 0x00];
const READ_INPUTS = [0x02, 0x00, 0x00, 0x00, 0x08];
const FLASH_ANSWER_BYTES = 8;
const INPUTS_ANSWER_BYTES = 6;

/** The barest Modbus master: no time-outs, no retries, no poll. What it takes is the time of the bus and of the lock. */
export interface BareMaster {
  /** Pulses the front door's relay and reads its sense until that says unlocked. In ms. */
  unlock(pulseMs: number): Promise<number>;
  untilLocked(): Promise<void>;
  close(): void;
}

export const openBareMaster = (path: string, baud: number): BareMaster => {
  const fd = openSync(path, constants.O_RDWR | constants.O_NOCTTY);
  const reader = new ReadStream(fd);
  // MODBUS over Serial Line V1.02, 2.5.1.1: 3.5 characters, and 1.75 ms above 19,200 baud.
  const gap = Milliseconds(baud > 19_200 ? 1.75 : (3.5 * 11 * 1_000) / baud);
  let received = Buffer.alloc(0);
  let wake = (): void => undefined;
  reader.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    wake();
  });

  const ask = async (body: readonly number[], answerBytes: number): Promise<Buffer> => {
    await sleep(systemClock, gap);
    received = Buffer.alloc(0);
    writeSync(fd, seal(Uint8Array.of(UNIT, ...body)));
    while (received.length < answerBytes)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    return received;
  };
  const unlocked = async () => ((await ask(READ_INPUTS, INPUTS_ANSWER_BYTES))[3] ?? 0) % 2 === 1;

  return {
    unlock: async (pulseMs) => {
      const began = systemClock.monoMs();
      const tenths = Math.ceil(pulseMs / 100);
      await ask([...FLASH_ON, tenths >> 8, tenths & 0xff], FLASH_ANSWER_BYTES);
      while (!(await unlocked()));
      return systemClock.monoMs() - began;
    },
    untilLocked: async () => {
      while (await unlocked());
    },
    close: () => {
      reader.destroy();
      closeSync(fd);
    },
  };
};
