import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { TestEngine } from '../../../kit/db/engines.ts';
import type { Database } from '../../../kit/db/unit-of-work.ts';
import { basic, type PartnerApi, servePartnerApi } from '../../../testing/partner-api.ts';
import { confirms, scriptedLink } from '../../../testing/world.ts';

type Fields = Record<string, unknown>;
export const absolute = (fields: Fields = {}) => ({ external_id: 'a', kind: 'absolute', from: 0, to: 60, ...fields });
export const HOURS = { sun: [], mon: [['09:00', '17:00']], tue: [], wed: [], thu: [], fri: [], sat: [] };
export const weekly = (fields: Fields = {}) => ({ external_id: 'w', kind: 'weekly', access_hours: HOURS, ...fields });

interface Serving {
  readonly db: Database;
  readonly clock: ManualClock;
  readonly api: PartnerApi;
  /** What a request with a live key carries. */
  readonly live: Record<string, string>;
  readonly facilityId: FacilityId;
}

/** Members over the partner API: one that is new for every test, or one for all. `on` is what serves it now. */
export const membersApi = (open: TestEngine['open'], { once = false } = {}) => {
  const on = {} as { -readonly [Name in keyof Serving]: Serving[Name] };
  (once ? beforeAll : beforeEach)(async () => {
    on.clock = new ManualClock();
    on.db = await open();
    on.api = await servePartnerApi(on.db, on.clock, scriptedLink(confirms).link);
    on.live = basic((await on.api.keyOf('live')).text);
    on.facilityId = on.api.world.facilityId;
  });
  (once ? afterAll : afterEach)(async () => {
    await on.api.close();
    await on.db.close();
  });

  const aMember = (fields: Fields = {}) => ({
    facility_id: on.facilityId,
    member_id: 'M-1',
    first_name: 'Ada',
    last_name: 'Byron',
    ...fields,
  });
  const send = async (body: unknown, headers = on.live) => {
    await on.clock.advance(Seconds(1));
    return on.api.send({ method: 'POST', path: '/partner/v1/members', headers, body });
  };
  return {
    on: on as Serving,
    aMember,
    withWindows: (revision: number | undefined, windows: unknown, fields: Fields = {}) =>
      aMember({ access_time_windows: windows, access_time_windows_revision: revision, ...fields }),
    send,
    push: (...members: unknown[]) => send({ members }),
    stored: (memberId = 'M-1', of = on.facilityId, partnerId = on.api.world.partnerId) =>
      on.db.read((tx) => on.api.world.members.find(tx, partnerId, of, memberId)),
    windowsOf: (memberId = 'M-1') =>
      on.db.read((tx) => on.api.world.members.windowsOf(tx, on.api.world.partnerId, on.facilityId, memberId)),
    rows: () =>
      on.db.read(async (tx) => ({
        member: await tx.selectFrom('member').selectAll().orderBy('member_id').execute(),
        windows: await tx.selectFrom('member_windows').selectAll().orderBy('member_id').execute(),
        keys: await tx.selectFrom('scope_key').selectAll().orderBy('key').execute(),
      })),
  };
};
