import { readdirSync, readFileSync } from 'node:fs';
import { Minutes } from '@gatehouse/shared/time/duration.ts';

/** What adjtimex(2) returns while nothing keeps the machine's clock, and what it returns on failure. */
const TIME_ERROR = 5;
const FAILED = -1;
/** Longer than `struct timex` is anywhere. All zero: nothing is to be changed, only told. */
const TIMEX_BYTES = 512;

type Adjtimex = (timex: Buffer) => number;
let adjtimex: Adjtimex | 'asked for' | undefined;

/** Only boxes without a battery clock ever ask, so only they load what calls the C library. */
const load = async (): Promise<void> => {
  const { default: koffi } = await import('koffi');
  adjtimex = koffi.load('libc.so.6').func('int adjtimex(void *timex)') as Adjtimex;
};

/** Whether a time server (by any program) keeps the kernel's clock. False where the machine cannot tell, or not yet. */
export const keptByTimeServer = (): boolean => {
  if (adjtimex === undefined) {
    adjtimex = 'asked for';
    void load().catch(() => undefined);
  }
  if (adjtimex === 'asked for') return false;
  const state = adjtimex(Buffer.alloc(TIMEX_BYTES));
  return state !== TIME_ERROR && state !== FAILED;
};

/** A battery clock drifts by seconds a day. */
const BEFORE_FLOOR_MAX_MS = Minutes(2);

/**
 * Whether the kernel took the time from a clock on a battery when it came up (rtc's `hctosys` says 1 for the one it took), and
 * that clock has run on: with a dead battery it begins anew, years before `floorMs`, whatever the machine has made of its own time
 * since. One that is set to a local time west of Greenwich is taken for a dead one, too.
 */
export const hasBatteryClock = (floorMs: number, folder = '/sys/class/rtc'): boolean => {
  const read = (name: string, what: string) => readFileSync(`${folder}/${name}/${what}`, 'utf8').trim();
  try {
    return readdirSync(folder).some(
      (name) =>
        read(name, 'hctosys') === '1' && Number(read(name, 'since_epoch')) * 1_000 >= floorMs - BEFORE_FLOOR_MAX_MS,
    );
  } catch {
    return false;
  }
};
