import { readdirSync, readFileSync } from 'node:fs';

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

/** Whether the kernel took the time from a clock on a battery when it came up: rtc's `hctosys` says 1 for the one it took. */
export const hasBatteryClock = (folder = '/sys/class/rtc'): boolean => {
  try {
    return readdirSync(folder).some((name) => readFileSync(`${folder}/${name}/hctosys`, 'utf8').trim() === '1');
  } catch {
    return false;
  }
};
