import { describe, expect, it } from 'vitest';
import { NOTHING_CHOSEN, roleOf } from './role-fields.tsx';

describe('a role that is chosen', () => {
  it('is asked for only once it is said where it is held', () => {
    expect(roleOf(NOTHING_CHOSEN)).toBeUndefined();
    expect(roleOf({ role: 'org-admin', place: 'organisation org_1' })).toEqual({
      role: 'org-admin',
      scope: 'organisation',
      scopeId: 'org_1',
    });
  });
  it('of the platform needs no place, a module may be held there', () => {
    expect(roleOf({ role: 'super-admin', place: '' })).toEqual({ role: 'super-admin', scope: 'platform' });
    expect(roleOf({ role: 'iam', place: 'platform' })).toEqual({ role: 'iam', scope: 'platform' });
  });
});
