import { describe, expect, it } from 'vitest';
import { policyOf, type TypedPolicy, typedOf, wrongIn } from './typed-policy.ts';

const POLICY = {
  ...{ graceHours: 48, offlineDays: 30, uncertainClock: 'interval' as const, longestOutageHours: 72 },
  geofence: { latitude: -27.47, longitude: 153.02, radiusM: 200 },
};
const { geofence: _, ...ANYWHERE } = POLICY;

describe('a policy in a form', () => {
  it.each([{ policy: POLICY }, { policy: ANYWHERE }])(
    'is the same when it is sent back untouched: %j',
    ({ policy }) => {
      expect(policyOf(typedOf(policy))).toEqual(policy);
    },
  );

  it.each<[Partial<TypedPolicy>, string]>([
    [{ graceHours: '169' }, 'graceHours'],
    [{ graceHours: '1.5' }, 'graceHours'],
    [{ offlineDays: '' }, 'offlineDays'],
    [{ offlineDays: 'ten' }, 'offlineDays'],
    [{ latitude: '90.1' }, 'latitude'],
  ])('is not sent with a figure that it may not have: %j', (part, name) => {
    const typed = { ...typedOf(POLICY), ...part };
    expect([wrongIn(typed), policyOf(typed)]).toEqual([[name], undefined]);
  });

  it('has no point where a phone may ask from anywhere, whatever stands in the fields of one', () => {
    const typed = { ...typedOf(POLICY), fence: 'anywhere' as const, latitude: 'north' };
    expect(policyOf(typed)).toEqual(ANYWHERE);
  });
});
