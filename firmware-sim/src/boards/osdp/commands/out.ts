import { ACK, type Device, NAKS, type OsdpCommand, records, TENTH_MS, word } from '../command.ts';

const [NO_CHANGE, OFF, ON, OFF_AFTER_TIME, ON_AFTER_TIME, ON_FOR_TIME, OFF_FOR_TIME] = [0, 1, 2, 3, 4, 5, 6];
const RECORD_BYTES = 4;

const apply = (record: Uint8Array, { outputs }: Device): void => {
  const [number = 0, code = 0] = record;
  const ms = word(record, 2) * TENTH_MS;
  if (code === OFF || code === ON) outputs.set(number, code === ON, false);
  if (code === OFF_AFTER_TIME || code === ON_AFTER_TIME) outputs.set(number, code === ON_AFTER_TIME, true);
  if (code === ON_FOR_TIME || code === OFF_FOR_TIME) outputs.pulse(number, code === ON_FOR_TIME, ms);
};

const possible = (record: Uint8Array, { outputs }: Device): boolean => {
  const [number = 0, code = NO_CHANGE] = record;
  const timed = code === ON_FOR_TIME || code === OFF_FOR_TIME;
  return number < outputs.states.length && code <= OFF_FOR_TIME && !(timed && word(record, 2) === 0);
};

const words = (record: Uint8Array): string => {
  const [number = 0, code = 0] = record;
  const seconds = ((word(record, 2) * TENTH_MS) / 1000).toFixed(1);
  const what = [
    'as it is',
    'off',
    'on',
    'off when its time ends',
    'on when its time ends',
    `on for ${seconds} s`,
    `off for ${seconds} s`,
  ];
  return `output ${number} ${what[code] ?? `by code ${code}`}`;
};

/** Outputs on and off, for good or for a time that the reader measures. All records or none. */
export const out: OsdpCommand = {
  code: 0x68,
  name: 'OUT',
  fits: (data) => records(data, RECORD_BYTES) !== undefined,
  run: (data, device) => {
    const all = records(data, RECORD_BYTES) ?? [];
    if (!all.every((record) => possible(record, device))) return NAKS.cannotProcess;
    for (const record of all) apply(record, device);
    return ACK;
  },
  describe: (data) => (records(data, RECORD_BYTES) ?? []).map(words).join(', '),
};
