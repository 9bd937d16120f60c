import { describe, expect, it } from 'vitest';
import { isInside } from './geofence.ts';

const FENCE = { latitude: -27.4698, longitude: 153.0251, radiusM: 150 };
/** A degree of latitude is 111195 m on the mean sphere. */
const north = (metres: number, accuracyM = 10) => ({
  ...FENCE,
  latitude: FENCE.latitude + metres / 111_195,
  accuracyM,
});

describe('a geofence', () => {
  it('is a circle on the ground, its edge included', () => {
    expect(isInside(FENCE, north(0))).toBe(true);
    expect(isInside(FENCE, north(149.9))).toBe(true);
    expect(isInside(FENCE, north(150.1))).toBe(false);
    const east = (metres: number) => ({
      ...FENCE,
      longitude: FENCE.longitude + metres / (111_195 * Math.cos((FENCE.latitude * Math.PI) / 180)),
      accuracyM: 5,
    });
    expect(isInside(FENCE, east(149))).toBe(true);
    expect(isInside(FENCE, east(151))).toBe(false);
  });

  it('goes over the date line', () => {
    const fiji = { latitude: -17, longitude: 179.9995, radiusM: 200 };
    expect(isInside(fiji, { latitude: -17, longitude: -179.9995, accuracyM: 5 })).toBe(true);
  });

  it('takes a vague fix for none, but not where phones cannot do better', () => {
    expect(isInside(FENCE, north(0, 150))).toBe(true);
    expect(isInside(FENCE, north(0, 151))).toBe(false);
    expect(isInside({ ...FENCE, radiusM: 20 }, north(0, 100))).toBe(true);
  });

  it('is never met by no place, or by one that is none', () => {
    expect(isInside(FENCE, undefined)).toBe(false);
    for (const bad of [
      { latitude: 91 },
      { longitude: 181 },
      { latitude: Number.NaN },
      { accuracyM: -1 },
      { accuracyM: Number.NaN },
    ])
      expect(isInside({ ...FENCE, radiusM: 1e9 }, { ...north(0), ...bad })).toBe(false);
  });
});
