import { PartnerApiError } from '../errors.ts';
import type { AccessTimeWindow, DoorsUnlockInput, Member } from '../partner-client.ts';
import { type Check, codeOf, same, type Target } from './target.ts';

const CLOSED = { sun: [], mon: [], tue: [], wed: [], thu: [], fri: [], sat: [] };
const weekly = (mon: readonly (readonly [string, string])[], timezone = 'Europe/Berlin'): AccessTimeWindow => ({
  external_id: 'check',
  kind: 'weekly',
  timezone,
  access_hours: { ...CLOSED, mon },
});
const absolute = (from: number): AccessTimeWindow => ({
  external_id: 'check',
  kind: 'absolute',
  from,
  to: from + 3_600,
});

const memberOf = ({ facility, run }: Target, revision: number, windows: readonly AccessTimeWindow[]): Member => ({
  ...facility,
  member_id: `check-${run}`,
  first_name: 'Check',
  last_name: 'Run',
  access_time_windows: windows,
  access_time_windows_revision: revision,
});
const push = (target: Target, revision: number, windows: readonly AccessTimeWindow[]) =>
  target.client.members.push({ members: [memberOf(target, revision, windows)] });
const unlock = ({ facility, doorId, run }: Target, attempt: string): DoorsUnlockInput => ({
  ...facility,
  door_id: doorId,
  member_id: `check-${run}`,
  first_name: 'Check',
  last_name: 'Run',
  idempotency_key: `${run}-${attempt}`,
});

/** Sends windows that must be refused whole, and looks at the code of the first problem. */
const refused = async (target: Target, windows: readonly AccessTimeWindow[], code: string): Promise<undefined> => {
  try {
    await push(target, 1_000_000, windows);
  } catch (error) {
    if (!(error instanceof PartnerApiError)) throw error;
    same('the answer', [error.status, error.code, error.errors[0]?.code], [422, 'validation_failed', code]);
    return;
  }
  throw new Error('it was taken');
};

/** In the order in which they run: later ones build on the revisions that earlier ones have sent. */
export const CHECKS: readonly Check[] = [
  {
    says: 'a stranger is answered 401, with a request_id in body and header',
    run: async ({ ask }) => {
      const { status, body, headers } = await ask('/auth/ping', false);
      same('the status', [status, body.error, body.request_id], [401, 'unauthenticated', headers.get('x-request-id')]);
      return undefined;
    },
  },
  {
    says: 'every answer says what is left of the rate, and one too many is refused with Retry-After',
    run: async ({ ask }) => {
      const { headers } = await ask('/organisations');
      const limit = Number(/;q=(\d+);w=1$/.exec(headers.get('ratelimit-policy') ?? '')?.[1]);
      if (!(limit > 0)) throw new Error('there is no RateLimit-Policy');
      if (limit > 50) return `your limit is ${limit}: not tried`;
      const answers = await Promise.all(Array.from({ length: 3 * limit }, () => ask('/organisations')));
      const tooMany = answers.find(({ status }) => status === 429);
      if (tooMany === undefined) throw new Error(`${3 * limit} requests at once were all let through`);
      same('Retry-After is there', /^\d+$/.test(tooMany.headers.get('retry-after') ?? ''), true);
      return undefined;
    },
  },
  {
    says: 'a door that is not yours is not found',
    run: async ({ client, facility }) => {
      same('the code', await codeOf(client.doors.read({ ...facility, door_id: 'door_0000000000000000' })), 'not_found');
      return undefined;
    },
  },
  {
    says: 'a snapshot of windows is taken, and taken again unchanged',
    run: async (target) => {
      for (let times = 0; times < 2; times++)
        same('applied', (await push(target, 10, [weekly([['22:00', '24:00']])])).metadata.success, 1);
      return undefined;
    },
  },
  {
    says: 'the same revision with other windows is a conflict (409)',
    run: async (target) => {
      same('the code', await codeOf(push(target, 10, [weekly([['21:00', '24:00']])])), 'revision_conflict');
      return undefined;
    },
  },
  {
    says: 'an older revision is skipped as stale',
    run: async (target) => {
      const { metadata } = await push(target, 9, []);
      same('the reason', metadata.skipped_items[0]?.reason, 'Stale access_time_windows_revision');
      return undefined;
    },
  },
  {
    says: 'milliseconds, offsets as zones and blocks over midnight refuse the whole request (422), each by its code',
    run: async (target) => {
      await refused(target, [absolute(1_772_323_200_000)], 'out_of_range');
      await refused(target, [weekly([['09:00', '10:00']], '+10:00')], 'unknown_time_zone');
      await refused(target, [weekly([['22:00', '02:00']])], 'overnight_block');
      return undefined;
    },
  },
  {
    says: '[] with a newer revision revokes all windows',
    run: async (target) => {
      same('applied', (await push(target, 11, [])).metadata.success, 1);
      const { client, facility, run } = target;
      const { data } = await client.access.check({ ...facility, member_id: `check-${run}` });
      same('the stored revision', data.versions.access_time_windows_revision, 11);
      return undefined;
    },
  },
  {
    says: 'an unlock is confirmed, and the same idempotency key gives the same result',
    run: async (target) => {
      const [first, second] = [
        await target.client.doors.unlock(unlock(target, 'a')),
        await target.client.doors.unlock(unlock(target, 'a')),
      ];
      same('the two results', second, first);
      return undefined;
    },
  },
  {
    says: 'the unlock is in the event feed, once',
    run: async ({ client, run }) => {
      const seen: string[] = [];
      let after: string | undefined;
      for (;;) {
        const page = await client.events.list({ after, limit: 200 });
        seen.push(...page.data.filter(({ data }) => data.member_id === `check-${run}`).map(({ kind }) => kind));
        after = page.next;
        if (!page.has_more) break;
      }
      same('its events', seen.filter((kind) => kind === 'unlock').length, 1);
      return undefined;
    },
  },
  {
    says: 'a door without your integration answers 403, on purpose, and then works again',
    run: async (target) => {
      const { client, facility, doorId } = target;
      await client.sandbox.simulate({ ...facility, door_id: doorId, scenario: 'integration_not_enabled', seconds: 30 });
      same('the code', await codeOf(client.doors.unlock(unlock(target, 'b'))), 'integration_not_enabled');
      await client.sandbox.simulate({ ...facility, door_id: doorId, scenario: 'clear' });
      same('the next', (await client.doors.unlock(unlock(target, 'c'))).status, 'unlocked');
      return undefined;
    },
  },
];
