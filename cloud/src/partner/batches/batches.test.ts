import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { basic, type PartnerApi, servePartnerApi } from '../../testing/partner-api.ts';
import { confirms, scriptedLink } from '../../testing/world.ts';

const METRICS = {
  members: { active: 412, new: 23, cancelled: 9 },
  revenue: { total_payments: 31_840.5, total_payments_count: 398, currency: 'AUD' },
};
const day = (n: number) => new Date(Date.UTC(2000, 0, 1 + n)).toISOString().slice(0, 10);

/** The endpoints that take batches, the table each fills, and its n-th item. */
const BATCHES = [
  {
    path: '/partner/v1/membership-plans',
    array: 'membership_plans',
    table: 'membership_plan',
    item: (n: number) => ({ membership_plan_id: `plan-${n}`, name: `Plan ${n}` }),
  },
  {
    path: '/partner/v1/check-ins',
    array: 'check_ins',
    table: 'check_in',
    item: (n: number) => ({ member_id: 'M-1', timestamp: new Date(n * 60_000).toISOString() }),
  },
  {
    path: '/partner/v1/report-snapshots',
    array: 'snapshots',
    table: 'report_snapshot',
    item: (n: number) => ({ start_date: day(n), end_date: day(n), metrics: METRICS }),
  },
] as const;

describe.each(ENGINES)('batches on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let api: PartnerApi;
  let live: Record<string, string>;
  beforeEach(async () => {
    clock = new ManualClock();
    db = await open();
    api = await servePartnerApi(db, clock, scriptedLink(confirms).link);
    live = basic((await api.keyOf('live')).text);
  });
  afterEach(() => api.close());

  describe.each(BATCHES)('to $path', ({ path, array, table, item }) => {
    const items = (count: number, from = 0) =>
      Array.from({ length: count }, (_, n) => ({ facility_id: api.world.facilityId as string, ...item(from + n) }));
    const push = (list: unknown, headers = live) =>
      api.send({ method: 'POST', path, headers, body: { [array]: list } });
    const stored = () => db.read((tx) => tx.selectFrom(table).selectAll().execute());

    it('[R17] are stored once, however often they are sent', async () => {
      const first = await push(items(3));
      expect(first).toMatchObject({ status: 200, json: { metadata: { success: 3, skipped: 0, skipped_items: [] } } });
      const before = await stored();
      expect(before).toHaveLength(3);
      await api.moveOn();
      expect((await push(items(3))).json).toEqual(first.json);
      expect(await stored()).toEqual(before);
    });

    it('take the same record twice as if it had been sent one after the other', async () => {
      const [one] = items(1);
      expect((await push([one, one])).json.metadata).toMatchObject({ success: 2, skipped: 0 });
      expect(await stored()).toHaveLength(1);
    });

    it('[R15] skip items without the configured link, or for a facility that is not theirs, and apply the others', async () => {
      const [good, missing, unknown, foreign, disabled] = items(5);
      const { organisations, partners, orgId, partnerId } = api.world;
      const rival = await organisations.createOrganisation('Rival');
      const rivals = await organisations.createFacility({ orgId: rival, name: 'Rival Gym', timezone: 'UTC' });
      const closed = await organisations.createFacility({ orgId, name: 'Other Gym', timezone: 'UTC' });
      const never = await organisations.createFacility({ orgId, name: 'Third Gym', timezone: 'UTC' });
      await db.write((tx) => partners.setIntegration(tx, partnerId, closed, { enabled: false }));
      const { json } = await push([
        { ...missing, facility_id: undefined, linking_identifier: 'harbour' },
        { ...unknown, facility_id: 'fac_zzzzzzzzzzzzzzzz' },
        { ...foreign, facility_id: rivals },
        { ...disabled, facility_id: closed },
        { ...disabled, facility_id: never },
        good,
      ]);
      expect(json.metadata).toMatchObject({ success: 1, skipped: 5 });
      expect(
        json.metadata.skipped_items.map(({ index, facility_id, reason }: Record<string, unknown>) => [
          index,
          facility_id,
          reason,
        ]),
      ).toEqual([
        [0, null, 'Missing facility_id'],
        [1, 'fac_zzzzzzzzzzzzzzzz', 'Unknown facility'],
        [2, rivals, 'Unknown facility'],
        [3, closed, 'Integration not enabled'],
        [4, never, 'Integration not enabled'],
      ]);
      expect(await stored()).toHaveLength(1);
    });

    it('[R14, R15] go by the linking identifier where the partner is configured so, and ignore the other', async () => {
      const { partners, orgId, facilityId } = api.world;
      const linked = await db.write((tx) =>
        partners.create(tx, {
          name: 'Linked',
          linkingMethod: 'linking_identifier',
          organisations: [orgId],
        }),
      );
      await db.write((tx) =>
        partners.setIntegration(tx, linked, facilityId, { enabled: true, linkingIdentifier: 'harbour' }),
      );
      const key = basic((await api.keyOf('live', linked)).text);
      const [a, b, c] = items(3).map(({ facility_id: _direct, ...rest }) => rest);
      const { json } = await push(
        [
          { ...a, linking_identifier: 'harbour', facility_id: 7 },
          { ...b, facility_id: facilityId },
          { ...c, linking_identifier: 'bay' },
        ],
        key,
      );
      expect(json.metadata).toMatchObject({
        success: 1,
        skipped_items: [
          { index: 1, facility_id: null, reason: 'Missing linking_identifier' },
          { index: 2, facility_id: null, linking_identifier: 'bay', reason: 'Unknown facility' },
        ],
      });
      expect(await stored()).toMatchObject([{ partner_id: linked, facility_id: facilityId }]);
    });

    it('[R12] are judged in the same way for a dryrun key, which is told so and changes nothing', async () => {
      const dry = basic((await api.keyOf('dryrun')).text);
      const [one, two] = items(2);
      const list = [one, one, two, { ...two, facility_id: 'fac_zzzzzzzzzzzzzzzz' }, 17];
      const tried = await push(list, dry);
      expect(tried).toMatchObject({ status: 200, json: { metadata: { 'dry-run': true, success: 3, skipped: 2 } } });
      expect(await stored()).toEqual([]);
      await api.moveOn();
      const { json } = await push(list);
      expect({ ...json.metadata, 'dry-run': true }).toEqual(tried.json.metadata);
      expect(json.metadata).not.toHaveProperty('dry-run');
      await api.moveOn();
      const before = await stored();
      expect((await push(list, dry)).json).toEqual(tried.json);
      expect(await stored()).toEqual(before);
    });

    it('may be empty, and answer zeros', async () => {
      expect((await push([])).json.metadata).toEqual({ success: 0, skipped: 0, skipped_items: [] });
    });

    it('leave one audit row that says how much was applied', async () => {
      await push([...items(2), null]);
      expect((await api.audited()).map(({ target, outcome }) => [target, outcome])).toEqual([
        [`${array}: 2 of 3`, 'ok'],
      ]);
    });

    it('of several senders at once leave each record whole', async () => {
      const { facilityId, partnerId } = api.world;
      const keys = await Promise.all([1, 2, 3].map(async () => basic((await api.keyOf('live')).text)));
      const lists = keys.map((_, sender) => items(20, sender * 10).toReversed());
      const answers = await Promise.all(lists.map((list, sender) => push(list, keys[sender])));
      expect(answers.map(({ json }) => json.metadata.success)).toEqual([20, 20, 20]);
      const rows = await stored();
      expect(rows).toHaveLength(40);
      for (const row of rows) expect(row).toMatchObject({ partner_id: partnerId, facility_id: facilityId });
    });

    it('[R1] are refused beyond five in a second, counted for this endpoint alone', async () => {
      const statuses: number[] = [];
      for (let n = 0; n < 6; n++) statuses.push((await push(items(1))).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
      expect((await api.send({ path: '/partner/v1/auth/ping', headers: live })).status).toBe(200);
      for (const other of BATCHES.filter((batch) => batch.path !== path))
        expect(
          (await api.send({ method: 'POST', path: other.path, headers: live, body: { [other.array]: [] } })).status,
        ).toBe(200);
      await api.moveOn();
      expect((await push(items(1))).status).toBe(200);
    });

    it('[R11] are refused for a read-only key', async () => {
      const readOnly = basic((await api.keyOf('read-only')).text);
      expect(await push(items(1), readOnly)).toMatchObject({ status: 403, json: { error: 'read_only_key' } });
      expect(await stored()).toEqual([]);
    });
  });

  it.each(BATCHES.slice(0, 2))('[R3] takes 1001 items to $path', async ({ path, array, table, item }) => {
    const list = Array.from({ length: 1001 }, (_, n) => ({ facility_id: api.world.facilityId, ...item(n) }));
    const { status, json } = await api.send({ method: 'POST', path, headers: live, body: { [array]: list } });
    expect([status, json.metadata.success]).toEqual([200, 1001]);
    expect(await db.read((tx) => tx.selectFrom(table).selectAll().execute())).toHaveLength(1001);
  });

  it('[R4] takes 25 report snapshots, and refuses 26 whole', async () => {
    const { path, array, table, item } = BATCHES[2];
    const push = (count: number) =>
      api.send({
        method: 'POST',
        path,
        headers: live,
        body: { [array]: Array.from({ length: count }, (_, n) => ({ facility_id: api.world.facilityId, ...item(n) })) },
      });
    expect(await push(26)).toMatchObject({ status: 422, json: { error: 'too_many_items' } });
    expect(await db.read((tx) => tx.selectFrom(table).selectAll().execute())).toEqual([]);
    expect(await push(25)).toMatchObject({ status: 200, json: { metadata: { success: 25 } } });
  });

  it('[R25] skips a report snapshot without its days or metrics, or with days that are none', async () => {
    const { path, array, item } = BATCHES[2];
    const snapshot = (fields: object) => ({ facility_id: api.world.facilityId, ...item(1), ...fields });
    const wrong = [
      [{ start_date: undefined }, 'Missing start_date'],
      [{ end_date: undefined }, 'Missing end_date'],
      [{ metrics: undefined }, 'Missing metrics'],
      [{ metrics: { members: METRICS.members } }, 'metrics.revenue: is required'],
      [{ start_date: '2026-02-29' }, 'start_date: must be a date of the calendar, YYYY-MM-DD'],
      [{ end_date: '01/02/2026' }, 'end_date: must be a date of the calendar, YYYY-MM-DD'],
      [{ start_date: '2026-02-02', end_date: '2026-02-01' }, 'end_date: must not be before start_date'],
    ] as const;
    const body = { [array]: [...wrong.map(([fields]) => snapshot(fields)), snapshot({})] };
    const { json } = await api.send({ method: 'POST', path, headers: live, body });
    expect(json.metadata).toMatchObject({ success: 1, skipped: wrong.length });
    expect(json.metadata.skipped_items.map(({ reason }: { reason: string }) => reason)).toEqual(
      wrong.map(([, reason]) => reason),
    );
  });
});
