import { Days, Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { endingProcess } from '../../testing/ending-process.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { createBilledDays } from '../rates/billed-days.ts';
import { createDayLogs } from '../rates/day-logs.ts';
import type { DayLine } from '../rates/rate-day.ts';
import { type CloseMonthsDeps, createCloseMonths } from './close-months.ts';
import { recordOf, sumLines } from './record-lines.ts';

const SIGNAL = new AbortController().signal;

describe('the lines of a record', () => {
  it('are cents of each charge, half to even, and the record is exactly their sum', () => {
    const line = fc.record({
      key: fc.constantFrom('pricePerSms', 'pricePerDoorDay', 'custom:cc_1'),
      label: fc.constant(null),
      quantity: fc.nat(100_000),
      free: fc.nat(1_000),
      unitMicros: fc.nat(),
      percentMicros: fc.constant(0),
      micros: fc.integer({ min: -1e12, max: 1e12 }),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), (days: readonly DayLine[]) => {
        const { lines, totalCents, micros } = recordOf(sumLines('fac_0123456789abcdef' as never, days), 'EUR');
        expect(totalCents).toBe(lines.reduce((sum, { cents }) => sum + cents, 0));
        expect(micros).toBe(days.reduce((sum, day) => sum + day.micros, 0));
        for (const one of lines) expect(Math.abs(one.cents * 10_000 - one.micros)).toBeLessThanOrEqual(5_000);
      }),
    );
  });
});

describe.each(ENGINES)('monthly records on $name', ({ open }) => {
  const clock = new ManualClock('2026-01-28T00:00:00.000Z');
  let api: PlatformApi;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), clock);
    const { db, platformRates } = api.world;
    const charges = { pricePerDoorDay: 0.333333, pricePerFacilityDay: 1 };
    await db.write((tx) => platformRates.put(tx, { charges }, 'user:test'));
    // 28 January began before; 29, 30 and 31 are billed, and February begins.
    await clock.advance(Days(1));
    await api.world.dayLogs.openDue(SIGNAL);
    await clock.advance(Days(3));
    await api.world.dayLogs.openDue(SIGNAL);
  });
  afterAll(() => api.close());

  const records = () =>
    api.world.db.read((tx) => tx.selectFrom('monthly_record').orderBy('payer_key').selectAll().execute());
  const payers = () => [
    `facility#${api.world.facilityId}`,
    `facility#${api.siblingId}`,
    `facility#${api.otherFacilityId}`,
  ];
  const get = async (path: string) => {
    const { headers } = api.callers.superAdmin;
    return (await api.send({ method: 'GET', path: `/api/admin/saas-billing/${path}`, headers })) as {
      status: number;
      json: {
        data: { recordId: string; payerKey: string; lines: { lineId: string; key: string }[] }[];
        next: string | null;
      };
    };
  };

  const closing = (over: Partial<CloseMonthsDeps>) =>
    createCloseMonths({
      ...{ db: api.world.db, clock, organisations: api.world.organisations, ledger: api.world.ledger },
      random: (length) => crypto.getRandomValues(new Uint8Array(length)),
      log: { info: () => undefined, error: () => undefined },
      dayLogs: api.world.dayLogs,
      billedDays: createBilledDays({
        payerOf: async (_tx, { facilityId }) => ({
          payerKey: `facility#${facilityId}`,
          billed: true,
          method: 'wallet',
        }),
      }),
      recordTerms: async () => ({ netDays: 14, reference: null }),
      billingMonthClosed: async () => undefined,
      ...over,
    });

  it('are not made before the 1st, 02:00, nor while a day of the month is open', async () => {
    const { closeMonths, dayLogs } = api.world;
    await clock.advance(Hours(2));
    await closeMonths.closeDue(SIGNAL);
    expect(await records()).toEqual([]);
    await dayLogs.closeDue(SIGNAL);
    clock.jumpWall(Minutes(-1));
    await closeMonths.closeDue(SIGNAL);
    expect(await records()).toEqual([]);
    clock.jumpWall(Minutes(1));
  });

  it('are made once of each payer, whichever write the process ends at, and by replicas that do so at once', async () => {
    const { db, closeMonths } = api.world;
    const { db: theirs, endAfter } = endingProcess(db);
    const dying = closing({ db: theirs });
    for (let at = 0; (await records()).length < 3; at++) {
      endAfter(at);
      await dying.closeDue(SIGNAL).catch(() => undefined);
      expect(at).toBeLessThan(30);
    }
    endAfter(1_000);
    await Promise.all([closeMonths.closeDue(SIGNAL), closeMonths.closeDue(SIGNAL), dying.closeDue(SIGNAL)]);
    await closeMonths.closeDue(SIGNAL);
    expect((await records()).map(({ payer_key }) => payer_key)).toEqual([...payers()].sort());
  });

  it('say what the days came to, and each line can be explained day by day', async () => {
    const { json } = await get(`org/${api.world.orgId}/monthly-records`);
    expect(json.data).toHaveLength(2);
    const record = json.data.find(({ payerKey }) => payerKey === `facility#${api.world.facilityId}`);
    // One door for three days is 0.999999: a dollar in cents.
    expect(record).toMatchObject({
      payerKey: `facility#${api.world.facilityId}`,
      month: '2026-01',
      billingMethod: 'wallet',
      state: 'paid',
      totalCents: 400,
    });
    const line = record?.lines.find(({ key }) => key === 'pricePerDoorDay');
    expect(line).toMatchObject({ quantity: 3, free: 0, cents: 100 });
    const explained = await get(`explain/${record?.recordId}/${line?.lineId}`);
    expect(explained.json).toMatchObject({
      micros: 999_999,
      cents: 100,
      data: ['2026-01-29', '2026-01-30', '2026-01-31'].map((day) => ({
        day,
        quantity: 1,
        price: 0.333333,
        micros: 333_333,
        versions: [expect.stringMatching(/^rv_/)],
      })),
    });
    expect((await get(`explain/${record?.recordId}/99`)).status).toBe(404);
  });

  it('come in pages, the newest month first', async () => {
    const first = await get(`org/${api.world.orgId}/monthly-records?limit=1`);
    const second = await get(
      `org/${api.world.orgId}/monthly-records?limit=1&after=${encodeURIComponent(first.json.next ?? '')}`,
    );
    const ids = [...first.json.data, ...second.json.data].map(({ recordId }) => recordId);
    expect(new Set(ids).size).toBe(2);
    expect(second.json.next).toBeNull();
    expect((await get(`org/${api.world.orgId}/monthly-records?after=x`)).status).toBe(400);
    expect((await get('org/org_zzzzzzzzzzzzzzzz/monthly-records')).status).toBe(404);
  });

  it('are settled once, are overdue by their date, and are never changed otherwise', async () => {
    const { db, monthlyRecords, orgId } = api.world;
    const id = 'mrec_000000000000000a';
    const owed = { month: '2025-12', method: 'invoice', lines: '[]', micros: 5_000_000 } as const;
    await db.write((tx) =>
      tx
        .insertInto('monthly_record')
        .values({
          ...{ id, payer_key: `org#${orgId}`, org_id: orgId, ...owed, total_cents: 500, state: 'issued' },
          ...{ reference: '7K3M-Q0Z3', due_at: clock.wallMs() - 1, closed_at: 0 },
        })
        .execute(),
    );
    const payer = `org#${orgId}` as const;
    const owedNow = () => db.read((tx) => monthlyRecords.owedByRecords(tx, [payer]));
    expect((await owedNow()).get(payer)).toMatchObject({ openRecords: 1, overdueCents: 500 });
    const set = (values: object) =>
      db.write((tx) => tx.updateTable('monthly_record').where('id', '=', id).set(values).execute());
    await expect(set({ total_cents: 1 })).rejects.toThrow();
    await expect(set({ state: 'paid', reference: null })).rejects.toThrow();
    const settle = () =>
      db.write((tx) => monthlyRecords.settleRecord(tx, id, { receivedCents: 500, paidAt: clock.wallMs() }));
    expect(await Promise.all([settle(), settle(), settle()]).then((all) => all.sort())).toEqual([
      'already-settled',
      'already-settled',
      'settled',
    ]);
    expect(await db.read((tx) => monthlyRecords.findByReference(tx, '7K3M-Q0Z3'))).toMatchObject({ state: 'paid' });
    await expect(set({ state: 'issued' })).rejects.toThrow();
    await expect(db.write((tx) => tx.deleteFrom('monthly_record').execute())).rejects.toThrow();
    expect((await owedNow()).get(payer)).toBeUndefined();
    const facility = payers()[0] as `facility#${string}`;
    const own = (await db.read((tx) => monthlyRecords.owedByRecords(tx, [facility]))).get(facility);
    expect(own).toBeUndefined();
  });

  it('have every day of the month, also where nobody has opened or closed one for days', async () => {
    const { db, closeMonths } = api.world;
    await clock.advance(Days(32));
    await closeMonths.closeWithDays(SIGNAL);
    const ofMonth = (month: string) =>
      db.read((tx) =>
        tx
          .selectFrom('monthly_record')
          .where('month', '=', month)
          .where('org_id', '=', api.otherOrgId)
          .selectAll()
          .execute(),
      );
    const [february] = await ofMonth('2026-02');
    // A facility without doors, for each of the 28 days.
    expect(february).toMatchObject({ state: 'paid', method: 'wallet' });
    expect(Number(february?.total_cents)).toBe(2_800);
    expect(await ofMonth('2026-03')).toEqual([]);
  });

  it('[R97] wait for days that they may come to pay for, and fail in the end where one payer does, after all others', async () => {
    const { db, dayLogs, facilityId, orgId } = api.world;
    const { siblingId } = api;
    await clock.advance(Days(31));
    await dayLogs.openDue(SIGNAL);
    const payer = `org#${orgId}` as const;
    const line = { key: 'pricePerFacilityDay', label: null, quantity: 1_000, free: 0, micros: 1_000_000 };
    /** The open days of a facility until 31 March, which its organisation pays for. */
    const close = (id: typeof facilityId) =>
      db.write((tx) =>
        tx
          .updateTable('billing_log')
          .where('facility_id', '=', id)
          .where('state', '=', 'open')
          .where('day', '<=', '2026-03-31')
          .set({ state: 'closed', facts: '{}', lines: JSON.stringify([line]), carry: '{}', micros: 1_000_000 })
          .set({ payer_key: payer, billed: 1, method: 'wallet', closed_at: clock.wallMs() })
          .returning('id')
          .execute(),
      );
    const ofMarch = async (key: string) =>
      (await records()).filter(({ payer_key, month }) => payer_key === key && month === '2026-03');
    const first = await close(siblingId);
    // Who pays for the others' days now is their facility; by the time that they are closed it is the organisation.
    await closing({}).closeDue(SIGNAL);
    expect(await ofMarch(payer)).toEqual([]);
    const second = await close(facilityId);
    const failing = closing({
      billingMonthClosed: async (_tx, closed) => {
        if (closed.some(({ payerKey }) => payerKey.startsWith('facility#'))) throw new Error('no books');
      },
    });
    await expect(failing.closeDue(SIGNAL)).rejects.toThrow('months of payers that cannot be closed: 1');
    const [record] = await ofMarch(payer);
    expect(Number(record?.total_cents)).toBe(100 * (first.length + second.length));
    expect(await ofMarch(`facility#${facilityId}`)).toEqual([]);
    await closing({}).closeDue(SIGNAL);
    expect(await ofMarch(`facility#${facilityId}`)).toHaveLength(1);
  });

  it('[R97] of days before a facility moved are made for whose it was then, though the new one has its record by that time', async () => {
    const { world, siblingId, otherOrgId } = api;
    const { db, dayLogs, billing, closeMonths, organisations, rateBlocks, dayMeters, orgId } = world;
    const invoiced = { payerScope: 'organisation', billingMethod: 'invoice' } as const;
    for (const id of [orgId, otherOrgId])
      await db.write((tx) => billing.putProfile(tx, { ownerKey: `org#${id}`, ...invoiced }, 'user:test'));
    await clock.advance(Days(31));
    await dayLogs.openDue(SIGNAL);
    const allButOne = createDayLogs({
      ...{ db, clock, organisations, rateBlocks, payerOf: billing.days.payerOf, billingDayClosed: billing.days.charge },
      random: (length) => crypto.getRandomValues(new Uint8Array(length)),
      log: { info: () => undefined, error: () => undefined },
      dayMeters: {
        ...dayMeters,
        read: (tx, facilityId, day) => {
          if (facilityId === siblingId) throw new Error('nobody counts there');
          return dayMeters.read(tx, facilityId, day);
        },
      },
    });
    await expect(allButOne.closeDue(SIGNAL)).rejects.toThrow();
    await closeMonths.closeDue(SIGNAL);
    const ofApril = async (id: string) =>
      (await records()).filter(({ payer_key, month }) => payer_key === `org#${id}` && month === '2026-04');
    expect([(await ofApril(otherOrgId)).length, (await ofApril(orgId)).length]).toEqual([1, 0]);

    await db.write((tx) => organisations.moveFacility(tx, siblingId, { orgId: otherOrgId }));
    await dayLogs.closeDue(SIGNAL);
    await closeMonths.closeDue(SIGNAL);
    const logs = await db.read((tx) =>
      tx
        .selectFrom('billing_log')
        .where('day', 'like', '2026-04-%')
        .select(['facility_id', 'payer_key', 'state', 'micros'])
        .execute(),
    );
    expect(new Set(logs.filter((log) => log.facility_id === siblingId).map((log) => log.payer_key))).toEqual(
      new Set([`org#${orgId}`]),
    );
    // Every day of the month is on a record, once.
    for (const id of [orgId, otherOrgId]) {
      const [record, ...more] = await ofApril(id);
      const micros = logs
        .filter((log) => log.payer_key === `org#${id}`)
        .reduce((sum, log) => sum + Number(log.micros), 0);
      expect([Number(record?.micros), more]).toEqual([micros, []]);
    }
    expect(logs.filter(({ state, payer_key }) => state !== 'closed' || !payer_key?.startsWith('org#'))).toEqual([]);
  });
});
