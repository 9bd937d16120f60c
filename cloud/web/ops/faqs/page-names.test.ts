import { expect, test } from 'vitest';
import { addressOf } from '../routes.ts';
import { pageNameAt, pageNames } from './page-names.ts';

test('a page is called by what it shows, wherever it shows it', () => {
  expect(pageNameAt('/ops')).toBe('home');
  expect(pageNameAt(addressOf('doors', { facilityId: 'fac_1' }))).toBe('doors');
  expect(pageNameAt(addressOf('whatIf', { facilityId: 'a b' }))).toBe('what-if');
  expect(pageNameAt(`${addressOf('member', { facilityId: 'f', partnerId: 'p', memberId: 'm' })}/`)).toBe('member');
  expect(pageNameAt('/ops/nothing/here')).toBeUndefined();
});

test('an answer may be about each of them', () => {
  for (const name of pageNames) expect(name).toMatch(/^[a-z0-9][a-z0-9/-]*$/);
});
