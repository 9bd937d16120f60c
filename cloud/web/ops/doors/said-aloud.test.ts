import { expect, it } from 'vitest';
import { aDoor } from '../testing/a-door.ts';
import { standing } from './said-aloud.ts';

it('is one sentence: the lock first, then what is out of the ordinary', () => {
  expect(standing(aDoor({ lock: 'unlocked' }))).toBe('Front door: Unlocked');
  expect(standing(aDoor({ lock: 'unknown', presence: 'gone', alarms: ['forced_open'] }))).toBe(
    'Front door: Lock unknown, Its box is offline and Forced open',
  );
});
