import { expect, it } from 'vitest';
import { CUA_ACTS, CUA_STATES, nextState, stateAt } from './cua-states.ts';

it('an agreement with somebody goes from state to state as it may, and no other way', () => {
  const table = CUA_STATES.map((state) => [state, ...CUA_ACTS.map((act) => nextState(state, act) ?? '-')].join(' '));
  expect(table).toEqual([
    'draft sent - - - - - - - -',
    'sent - sent sent withdrawn - viewed - - expired',
    'viewed - sent viewed withdrawn - viewed signed declined expired',
    'signed - - - - ended - - - -',
    'declined - - - - - - - - -',
    'expired - - - - - - - - -',
    'withdrawn - - - - - - - - -',
    'ended - - - - - - - - -',
  ]);
});

it('its link ends to the millisecond, and what is signed does not end with it', () => {
  expect(stateAt({ state: 'sent', link_ends_at: 1_000 }, 999)).toBe('sent');
  expect(stateAt({ state: 'viewed', link_ends_at: 1_000 }, 1_000)).toBe('expired');
  expect(stateAt({ state: 'signed', link_ends_at: 1_000 }, 2_000)).toBe('signed');
  expect(stateAt({ state: 'draft', link_ends_at: null }, 2_000)).toBe('draft');
});
