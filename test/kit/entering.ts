import { expect } from 'vitest';
import { z } from 'zod';
import { eventually } from './eventually.ts';
import type { Site } from './site.ts';

const ALWAYS = Object.fromEntries(
  ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'].map((day) => [day, [['00:00', '24:00']]]),
);
const Entry = z.looseObject({ granted: z.boolean(), reason: z.string(), entryId: z.string() });
const Standing = z.looseObject({
  epoch: z.string().nullable(),
  revision: z.number(),
  hash: z.string().nullable(),
  newest: z.number().nullable(),
  pulling: z.boolean(),
});

/** Members of the site's direct partner, pushed by it and presenting themselves at the site's doors. */
export const entering = (site: Site) => {
  const { facilityId, direct } = site.demo;
  const standing = async () => Standing.parse(await site.edgeControl('access'));
  return {
    /** Sends a member with access round the clock, or with none. */
    push: async (memberId: string, revision = 1, access: 'always' | 'none' = 'always'): Promise<void> => {
      const windows = [{ external_id: 'w', kind: 'weekly', timezone: 'Australia/Brisbane', access_hours: ALWAYS }];
      const answer = await site.request(direct.keys.live, '/members', {
        members: [
          {
            facility_id: facilityId,
            member_id: memberId,
            first_name: 'Ada',
            last_name: memberId,
            access_time_windows: access === 'always' ? windows : [],
            access_time_windows_revision: revision,
          },
        ],
      });
      expect(answer.json.metadata).toMatchObject({ success: 1 });
    },
    /** How the box knows a member of the partner's. */
    member: (memberId: string) => ({ member: memberId, partner: direct.id }),
    present: async (who: object, door: keyof Site['doorIds'] = 'front') =>
      Entry.parse(await site.edgeControl('present', { door: site.doorIds[door], ...who })),
    standing,
    /** Waits until the box has whatever the cloud has. */
    caughtUp: (): Promise<void> =>
      eventually(async () => {
        const { revision, newest, pulling } = await standing();
        return !pulling && revision === newest;
      }, 'the box has the newest snapshot'),
  };
};
