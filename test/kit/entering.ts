import { expect } from 'vitest';
import { z } from 'zod';
import { eventually } from './eventually.ts';
import type { Site } from './site.ts';

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
/** The same hours each day, as a partner writes them. */
export const daily = (...blocks: readonly (readonly [string, string])[]) =>
  Object.fromEntries(DAYS.map((day) => [day, blocks]));
/** A window that never closes. */
export const ALWAYS = {
  external_id: 'w',
  kind: 'weekly',
  timezone: 'Australia/Brisbane',
  access_hours: daily(['00:00', '24:00']),
};
const Entry = z.looseObject({ granted: z.boolean(), reason: z.string(), entryId: z.string().optional() });
const Explained = z.looseObject({ decision: z.looseObject({ reason: z.string() }) });
const Standing = z.looseObject({
  epoch: z.string().nullable(),
  revision: z.number(),
  hash: z.string().nullable(),
  newest: z.number().nullable(),
  pulling: z.boolean(),
});

export interface Pushed {
  /** 1 unless given. */
  readonly revision?: number;
  /** Access round the clock unless given. */
  readonly windows?: readonly object[];
  readonly lastName?: string;
}

/** Members of the site's direct partner, pushed by it and presenting themselves at the site's doors. */
export const entering = (site: Site) => {
  const { facilityId, direct } = site.demo;
  const standing = async () => Standing.parse(await site.edgeControl('access'));
  /** Sends a member, replacing the windows that it had. */
  const push = async (memberId: string, { revision = 1, windows = [ALWAYS], lastName = memberId }: Pushed = {}) => {
    const answer = await site.request(direct.keys.live, '/members', {
      members: [
        {
          facility_id: facilityId,
          member_id: memberId,
          first_name: 'Ada',
          last_name: lastName,
          access_time_windows: windows,
          access_time_windows_revision: revision,
        },
      ],
    });
    expect(answer.json.metadata).toMatchObject({ success: 1 });
  };
  /** How the box knows a member of the partner's. */
  const member = (memberId: string) => ({ member: memberId, partner: direct.id });
  return {
    push,
    member,
    present: async (who: object, door: keyof Site['doorIds'] = 'front') =>
      Entry.parse(await site.edgeControl('present', { door: site.doorIds[door], ...who })),
    standing,
    /** Waits until the box has heard of a member, whatever it makes of them. Nobody presents themselves for it. */
    knows: (memberId: string): Promise<void> =>
      eventually(async () => {
        const asked = { door: site.doorIds.front, ...member(memberId) };
        return Explained.parse(await site.edgeControl('why', asked)).decision.reason !== 'unknown_member';
      }, `the box knows ${memberId}`),
    /** Waits until the box has whatever the cloud has. */
    caughtUp: (): Promise<void> =>
      eventually(async () => {
        const { revision, newest, pulling } = await standing();
        return !pulling && revision === newest;
      }, 'the box has the newest snapshot'),
  };
};
