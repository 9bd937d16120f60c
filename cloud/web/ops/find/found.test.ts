import { describe, expect, it } from 'vitest';
import { facilityIn, fitting, pagesFrom, placeOf } from './found.ts';

const GYM = { facilityId: 'fac_1', facilityName: 'Harbour Gym', organisationId: 'org_1' };

describe('what Ctrl-K finds', () => {
  it('are the pages there are from here, by any words of their names', () => {
    expect(facilityIn('/ops/facilities/fac_1/members')).toBe('fac_1');
    expect(facilityIn('/ops/account')).toBeUndefined();
    const addresses = (typed: string, at?: string) => fitting(pagesFrom(at), typed).map(({ address }) => address);
    expect(addresses('NEEDS what')).toEqual(['/ops']);
    expect(addresses('lock')).toEqual([]);
    expect(addresses('lock', 'fac_1')).toEqual(['/ops/facilities/fac_1/lockdown']);
  });

  it.each([
    ['a facility', { kind: 'facility', name: 'Harbour Gym', ...GYM }, '/ops/facilities/fac_1'],
    ['a door', { kind: 'door', name: 'Front', ...GYM, doorId: 'door_1' }, '/ops/facilities/fac_1/doors/door_1'],
    [
      'a member, whose id may be anything',
      { kind: 'member', name: 'Ada', ...GYM, partnerId: 'ptr_1', memberId: 'a/b' },
      '/ops/facilities/fac_1/members/ptr_1/a%2Fb',
    ],
    ['a box, which has no page', { kind: 'box', name: null, ...GYM, boxId: 'box_1' }, undefined],
    ['a user, who has none', { kind: 'user', name: 'Kim', userId: 'usr_1' }, undefined],
  ] as const)('leads to %s', (_what, hit, address) => expect(placeOf(hit)?.address).toBe(address));
});
