import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';
import { describe, expect, it } from 'vitest';
import { isWithin, UpdateWindow } from './update-window.ts';

const brisbane = bundledZones().find('Australia/Brisbane') as Zone; // UTC+10, all year.
const at = (utc: string) => Date.parse(`2026-11-20T${utc}:00Z`) / 1_000;

describe('the window of updates', () => {
  it('is in the facility’s own time, its end excluded', () => {
    const window = { from: '02:00', to: '04:00' };
    expect(['15:59', '16:00', '17:59', '18:00'].map((utc) => isWithin(window, brisbane, at(utc)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
  it('may go over midnight', () => {
    const window = { from: '23:00', to: '01:00' };
    expect(['12:59', '13:00', '14:59', '15:00'].map((utc) => isWithin(window, brisbane, at(utc)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
  it.each(['24:00', '2:00', '02:60', ''])('is not made of %j', (from) =>
    expect(UpdateWindow.safeParse({ from, to: '04:00' }).success).toBe(false),
  );
});
