import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { expect, it } from 'vitest';
import { invoiceLines } from './record-lines.ts';

const line = (facility: number, key: string, cents: number, more = {}) => ({
  ...{ lineId: '1', facilityId: `fac_${facility}` as FacilityId, key, label: null },
  ...{ quantity: 93_000, free: 3_000, micros: cents * 10_000, cents, ...more },
});
const named = (id: string) => `Gym ${id.slice(4)}`;

it('a charge is called what it is, with what was counted and where, and what came to nothing is left out', () =>
  expect(
    invoiceLines(
      [
        line(1, 'pricePerDoorDay', 250),
        line(2, 'pricePerSms', 0),
        line(2, 'custom:cc_1', -100, { label: 'Rebate', free: 0 }),
        line(2, 'custom:cc_2', 7, { free: 0 }),
        line(2, 'pricePerGBStored', 9, { quantity: 1_500, free: 0 }),
      ],
      named,
    ),
  ).toEqual([
    { name: 'Doors, Gym 1', detail: '93 door days, 3 of them free', cents: 250 },
    { name: 'Rebate, Gym 2', detail: null, cents: -100 },
    { name: 'custom:cc_2, Gym 2', detail: null, cents: 7 },
    { name: 'Storage, Gym 2', detail: '1.5 GB days', cents: 9 },
  ]));

it('of very many facilities there is a line a charge, and no cent is lost', () => {
  const lines = Array.from({ length: 5_000 }, (_, at) => [
    line(at, 'pricePerDoorDay', at % 7),
    line(at, 'custom:cc_1', -1, { label: at % 2 === 0 ? 'Even' : 'Odd' }),
  ]).flat();
  const short = invoiceLines(lines, named);
  expect(short.map(({ name }) => name).toSorted()).toEqual([
    'Doors, 4285 facilities',
    'Even, 2500 facilities',
    'Odd, 2500 facilities',
  ]);
  expect(short.reduce((sum, { cents }) => sum + cents, 0)).toBe(lines.reduce((sum, { cents }) => sum + cents, 0));
});
