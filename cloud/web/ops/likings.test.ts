import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import type { Preferences, Session } from '../client/platform-api.gen.ts';
import { createLikings } from './likings.ts';

const FACILITY = 'fac_0123456789abcdef' as NonNullable<Preferences['homeFacilityId']>;
const FILTER = { name: 'Refused tonight', page: '/ops/events', query: 'kind=access.denied' };
const LIKED: Preferences = {
  ...{ theme: 'dark', density: 'compact', homeFacilityId: FACILITY },
  ...{ savedFilters: [FILTER], changedAt: null },
};
const SESSION = {} as Session;

const likingsOf = (answer: () => Promise<unknown>, isAtHome = true) => {
  const clock = new ManualClock();
  const worn: string[] = [];
  const asked: unknown[] = [];
  const ask = (name: string, input: object) => {
    asked.push([name, input]);
    return answer();
  };
  const client = { ask } as unknown as Parameters<typeof createLikings>[0]['client'];
  const likings = createLikings({ clock, client, wear: ({ theme }) => worn.push(theme), isAtHome: () => isAtHome });
  return { clock, worn, asked, likings };
};

describe('what somebody likes', () => {
  it('is worn before their first page is drawn, and shows them their facility first, once', async () => {
    const { likings, worn } = likingsOf(async () => LIKED);
    await likings.arrive(SESSION);
    expect(worn).toEqual(['dark']);
    expect([likings.takeHome(), likings.takeHome()]).toEqual([FACILITY, undefined]);
  });

  it('takes nobody anywhere who has named a page', async () => {
    const { likings } = likingsOf(async () => LIKED, false);
    await likings.arrive(SESSION);
    expect(likings.takeHome()).toBeUndefined();
  });

  it('keeps nobody waiting where the cloud does not say it, and takes them nowhere afterwards', async () => {
    const slow = Promise.withResolvers<unknown>();
    const { likings, clock, worn } = likingsOf(() => slow.promise);
    const arrived = likings.arrive(SESSION);
    await clock.advance(Seconds(1));
    await arrived;
    slow.resolve(LIKED);
    await slow.promise;
    await Promise.resolve();
    expect([worn, likings.takeHome()]).toEqual([['dark'], undefined]);
    const refused = likingsOf(() => Promise.reject(new Error('away')));
    await refused.likings.arrive(SESSION);
    expect(refused.worn).toEqual([]);
  });

  it('is not asked for at a desk, which is nobody’s own', async () => {
    const { likings, asked } = likingsOf(async () => LIKED);
    await likings.arrive({ desk: {} } as Session);
    expect(asked).toEqual([]);
  });

  it('changes in part: filters that another device has saved stay', async () => {
    const { likings, asked } = likingsOf(async () => LIKED);
    await likings.change({ theme: 'light' });
    const { changedAt: _, ...set } = LIKED;
    expect(asked[1]).toEqual(['PUT /api/preferences', { body: { ...set, theme: 'light' } }]);
  });
});
