import { ACK, type Device, NAKS, type OsdpCommand, records, TENTH_MS, word } from '../command.ts';
import { COLOURS, type Shining } from '../lamp.ts';

const LED_BYTES = 14;
const [CANCEL_TEMPORARY, SET_TEMPORARY] = [1, 2];
const SET_PERMANENT = 1;

/** Times and colours: on, off, colour while on, colour while off. */
const shining = ([on = 0, off = 0, colour = 0, otherwise = 0]: Uint8Array): Shining => ({
  onMs: on * TENTH_MS,
  offMs: off * TENTH_MS,
  colour: COLOURS[colour] ?? 'off',
  otherwise: COLOURS[otherwise] ?? 'off',
});

const possible = (record: Uint8Array): boolean =>
  record[0] === 0 && record[1] === 0 && (record[2] ?? 0) <= SET_TEMPORARY && (record[9] ?? 0) <= SET_PERMANENT;

const light = (record: Uint8Array, { lamp }: Device): void => {
  if (record[9] === SET_PERMANENT) lamp.setPermanent(shining(record.subarray(10, 14)));
  if (record[2] === CANCEL_TEMPORARY) lamp.cancelTemporary();
  if (record[2] === SET_TEMPORARY) lamp.setTemporary(shining(record.subarray(3, 7)), word(record, 7) * TENTH_MS);
};

const lightWords = (record: Uint8Array): string => {
  const over = shining(record.subarray(3, 7));
  const under = shining(record.subarray(10, 14));
  const look = ({ colour, onMs, offMs }: Shining) => (onMs > 0 && offMs > 0 ? `${colour} blinking` : colour);
  return [
    record[2] === SET_TEMPORARY ? `${look(over)} for ${((word(record, 7) * TENTH_MS) / 1000).toFixed(1)} s` : '',
    record[2] === CANCEL_TEMPORARY ? 'as before' : '',
    record[9] === SET_PERMANENT ? `${look(under)} for good` : '',
  ]
    .filter(Boolean)
    .join(', ');
};

export const led: OsdpCommand = {
  code: 0x69,
  name: 'LED',
  fits: (data) => records(data, LED_BYTES) !== undefined,
  run: (data, device) => {
    const all = records(data, LED_BYTES) ?? [];
    if (!all.every(possible)) return NAKS.cannotProcess;
    for (const record of all) light(record, device);
    return ACK;
  },
  describe: (data) => (records(data, LED_BYTES) ?? []).map(lightWords).join(', '),
};

const [SILENCE, TONE] = [1, 2];

export const buz: OsdpCommand = {
  code: 0x6a,
  name: 'BUZ',
  fits: (data) => data.length === 5,
  run: ([reader, tone = 0, on = 0, off = 0, times = 0], { buzzer }) => {
    if (reader !== 0 || tone > TONE) return NAKS.cannotProcess;
    if (tone === TONE && on > 0) buzzer.sound(on * TENTH_MS, off * TENTH_MS, times);
    else if (tone <= SILENCE) buzzer.silence();
    return ACK;
  },
  describe: ([, tone = 0, on = 0, , times = 0]) =>
    tone === TONE ? `${times === 0 ? 'without end' : `${times} ×`} ${(on * TENTH_MS) / 1000} s` : 'silence',
};

const TEXT_HEADER = 6;

export const text: OsdpCommand = {
  code: 0x6b,
  name: 'TEXT',
  fits: (data) => data.length >= TEXT_HEADER && data.length === TEXT_HEADER + (data[5] ?? 0),
  run: (data, device) => {
    if (data[0] !== 0) return NAKS.cannotProcess;
    device.show(Buffer.from(data.subarray(TEXT_HEADER)).toString('latin1'));
    return ACK;
  },
  describe: (data) => JSON.stringify(Buffer.from(data.subarray(TEXT_HEADER)).toString('latin1')),
};
