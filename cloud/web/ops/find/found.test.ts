import { describe, expect, it } from 'vitest';
import { fitting, pagesFrom, placeOf } from './found.ts';

const GYM = { facilityId: 'fac_1', facilityName: 'Harbour Gym', organisationId: 'org_1' };

describe('what Ctrl-K finds', () => {
  it('are the pages there are from here, by any words of their names', () => {
    const addresses = (typed: string, path = '/ops/account') =>
      fitting(pagesFrom([], path), typed).map(({ address }) => address);
    expect(addresses('NEEDS what')).toEqual(['/ops']);
    expect(addresses('lock')).toEqual([]);
    expect(addresses('lock', '/ops/facilities/fac_1/members')).toEqual(['/ops/facilities/fac_1/lockdown']);
    expect(addresses('retention'), 'which is not for everybody').toEqual([]);
  });

  it.each([
    ['a facility', { kind: 'facility', name: 'Harbour Gym', ...GYM }, '/ops/facilities/fac_1'],
    ['a door', { kind: 'door', name: 'Front', ...GYM, doorId: 'door_1' }, '/ops/facilities/fac_1/doors/door_1'],
    [
      'a member, whose id may be anything',
      { kind: 'member', name: 'Ada', ...GYM, partnerId: 'ptr_1', memberId: 'a/b' },
      '/ops/facilities/fac_1/members/ptr_1/a%2Fb',
    ],
    [
      'a box that has no name',
      { kind: 'box', name: null, ...GYM, boxId: 'box_1' },
      '/ops/facilities/fac_1/boxes/box_1',
    ],
    ['a user', { kind: 'user', name: 'Kim', userId: 'usr_1' }, '/ops/users/usr_1'],
  ] as const)('leads to %s', (_what, hit, address) => expect(placeOf(hit)?.address).toBe(address));
});
