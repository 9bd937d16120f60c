import { Days, Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { defineArea, defineModule } from '../../kit/modules/module.ts';
import { hear } from '../../kit/modules/ports.ts';
import { endingProcess } from '../../testing/ending-process.ts';
import { confirms, createWorld, scriptedLink } from '../../testing/world.ts';
import { createDayLogs, type DayLogsDeps } from './day-logs.ts';
import { ratesModule } from './rates.module.ts';
import { billingDayClosed, type ClosedDay, type Payer } from './rates.ports.ts';

const SIGNAL = new AbortController().signal;

/** The same logs, of which somebody else says who pays, and hears what they come to. */
const logsBeside = (
  {
    db,
    clock,
    organisations,
    rateBlocks,
    dayMeters,
  }: Pick<DayLogsDeps, 'db' | 'clock' | 'organisations' | 'rateBlocks' | 'dayMeters'>,
  payer: Payer,
  told: ClosedDay[] = [],
) =>
  createDayLogs({
    ...{ db, clock, organisations, rateBlocks, dayMeters },
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    log: { info: () => undefined, error: () => undefined },
    payerOf: async () => payer,
    billingDayClosed: async (_tx, closed) => void told.push(...closed),
  });

describe.each(ENGINES)('day logs on $name', ({ open }) => {
  /** A cloud of one facility with three doors (one is the world’s own), and whoever hears what its days come to, in their unit. */
  const aCloud = async (at = '2026-03-10T00:00:00.000Z') => {
    const clock = new ManualClock(at);
    const heard: ClosedDay[] = [];
    const listener = defineModule('listener', { needs: [ratesModule] })({
      on: () => [hear(billingDayClosed, async (_tx, closed) => void heard.push(...closed))],
    });
    const plain = await open();
    const area = defineArea('above', [listener]);
    const world = await createWorld(plain, clock, scriptedLink(confirms).link, [area]);
    for (let n = 0; n < 2; n++) await world.aDoor();
    const put = (pricePerDoorDay: number) =>
      world.db.write((tx) => world.platformRates.put(tx, { charges: { pricePerDoorDay } }, 'user:test'));
    const logs = () =>
      world.db.read((tx) =>
        tx.selectFrom('billing_log').where('facility_id', '=', world.facilityId).orderBy('day').selectAll().execute(),
      );
    const days = async () => (await logs()).map(({ day, state, micros }) => ({ day, state, micros: Number(micros) }));
    const openDue = () => world.dayLogs.openDue(SIGNAL);
    const closeDue = () => world.dayLogs.closeDue(SIGNAL);
    return { ...world, clock, plain, heard, put, logs, days, openDue, closeDue };
  };

  it('are opened as the day begins and closed 20 minutes after it has ended, once', async () => {
    const { clock, put, days, openDue, closeDue, heard, facilityId } = await aCloud('2026-03-09T23:59:00.000Z');
    await put(0.5);
    await clock.advance(Minutes(1));
    await openDue();
    await openDue();
    expect(await days()).toEqual([{ day: '2026-03-10', state: 'open', micros: 0 }]);
    await clock.advance(Days(1));
    await openDue();
    await clock.advance(Minutes(19));
    await closeDue();
    expect(heard).toEqual([]);
    await clock.advance(Minutes(1));
    await closeDue();
    await closeDue();
    expect(await days()).toEqual([
      { day: '2026-03-10', state: 'closed', micros: 1_500_000 },
      { day: '2026-03-11', state: 'open', micros: 0 },
    ]);
    const payerKey = `facility#${facilityId}`;
    expect(heard).toMatchObject([{ facilityId, day: '2026-03-10', payerKey, billed: true, micros: 1_500_000 }]);
  });

  it('go by what was set before they began, however late the jobs are, and never by what is set since [R107]', async () => {
    const { clock, put, days, openDue, closeDue, heard } = await aCloud('2026-03-09T12:00:00.000Z');
    await put(0.1);
    await clock.advance(Hours(12));
    await openDue();
    await clock.advance(Hours(12));
    await put(0.2); // 10 March, 12:00: holds from the 11th on.
    await clock.advance(Hours(12));
    await put(0.3); // 11 March, 00:00 itself: the day has begun, so from the 12th on.
    await clock.advance(Days(3));
    await put(9);
    await openDue();
    await clock.advance(Minutes(20));
    await closeDue();
    expect(await days()).toEqual([
      { day: '2026-03-10', state: 'closed', micros: 300_000 },
      { day: '2026-03-11', state: 'closed', micros: 600_000 },
      { day: '2026-03-12', state: 'closed', micros: 900_000 },
      { day: '2026-03-13', state: 'closed', micros: 900_000 },
      { day: '2026-03-14', state: 'open', micros: 0 },
    ]);
    expect(heard.map(({ day }) => day)).toEqual(['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13']);
  });

  it('are each opened and closed once, though the clock leaps back and on again', async () => {
    const { clock, put, days, openDue, closeDue, heard } = await aCloud('2026-03-09T12:00:00.000Z');
    await put(0.1);
    const work = async () => {
      await openDue();
      await closeDue();
    };
    await clock.advance(Hours(12));
    await work();
    await clock.advance(Days(1));
    await work();
    clock.jumpWall(Days(-2));
    await put(9); // By that clock before the days that are open, and closed.
    await work();
    clock.jumpWall(Days(2));
    await clock.advance(Minutes(20));
    await work();
    clock.jumpWall(Days(-1));
    await work();
    clock.jumpWall(Days(2));
    await work();
    const all = await days();
    expect(all.slice(0, 2)).toEqual([
      { day: '2026-03-10', state: 'closed', micros: 300_000 },
      { day: '2026-03-11', state: 'closed', micros: 300_000 },
    ]);
    expect(all.map(({ day }) => day)).toEqual(['2026-03-10', '2026-03-11', '2026-03-12']);
    expect(heard.map(({ day }) => day)).toEqual(['2026-03-10', '2026-03-11']);
  });

  it('are never changed, but for being closed, whoever writes the statement', async () => {
    const { clock, db, openDue, closeDue, logs } = await aCloud();
    await openDue();
    const set = (values: object) => db.write((tx) => tx.updateTable('billing_log').set(values).execute());
    await expect(set({ versions: '{}' })).rejects.toThrow();
    await expect(set({ state: 'closed', day: '2026-03-11' })).rejects.toThrow();
    await clock.advance(Days(2));
    await closeDue();
    const closed = await logs();
    for (const values of [{ micros: 1 }, { state: 'open' }, { payer_key: 'org#x' }, { closed_at: 0 }])
      await expect(set(values)).rejects.toThrow();
    await expect(db.write((tx) => tx.deleteFrom('billing_log').execute())).rejects.toThrow();
    expect(await logs()).toEqual(closed);
  });

  it('are closed once by replicas that do so at once', async () => {
    const { clock, openDue, closeDue, heard, db } = await aCloud();
    await openDue();
    await clock.advance(Days(4));
    await clock.advance(Minutes(20));
    await openDue();
    await Promise.all([closeDue(), closeDue(), closeDue(), openDue()]);
    expect(heard.map(({ day }) => day)).toEqual(['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13']);
    const platform = await db.read((tx) =>
      tx
        .selectFrom('billing_rollup')
        .where('owner', '=', 'platform')
        .where('charge', '=', 'pricePerDoorDay')
        .selectAll()
        .execute(),
    );
    expect(platform.map(({ month, quantity }) => ({ month, quantity: Number(quantity) }))).toEqual([
      { month: '2026-03', quantity: 12_000 },
    ]);
  });

  it('are closed once whichever write the process ends at', async () => {
    const { clock, put, openDue, days, heard, db, ...world } = await aCloud('2026-03-09T12:00:00.000Z');
    await put(0.5);
    await clock.advance(Hours(12));
    await openDue();
    await clock.advance(Hours(25));
    const { db: failing, endAfter } = endingProcess(db);
    const dayLogs = logsBeside(
      { ...world, clock, db: failing },
      { payerKey: `facility#${world.facilityId}`, billed: true, method: 'wallet' },
    );
    let ended = 0;
    for (let at = 0; at < 200; at++) {
      endAfter(at);
      if (
        await dayLogs.closeDue(SIGNAL).then(
          () => true,
          () => false,
        )
      )
        break;
      // It may end after the unit that closes, with whatever comes next.
      if ((await days())[0]?.state === 'closed') break;
      ended += 1;
      expect(await db.read((tx) => tx.selectFrom('billing_rollup').selectAll().execute())).toEqual([]);
    }
    expect(ended).toBeGreaterThan(10);
    expect(await days()).toEqual([{ day: '2026-03-10', state: 'closed', micros: 1_500_000 }]);
    const rollups = await db.read((tx) =>
      tx.selectFrom('billing_rollup').where('charge', '=', 'pricePerDoorDay').selectAll().execute(),
    );
    expect(rollups.map(({ micros }) => Number(micros))).toEqual([1_500_000, 1_500_000, 1_500_000]);
    await dayLogs.closeDue(SIGNAL);
    expect(heard).toEqual([]);
  });

  it('count what modules meter, each of its day', async () => {
    const { clock, db, facilityId, dayMeters, aDoor } = await aCloud('2026-03-10T12:00:00.000Z');
    const read = (day: string) => db.read((tx) => dayMeters.read(tx, facilityId, day));
    expect(await read('2026-03-10')).toMatchObject({
      pricePerFacilityDay: 1_000,
      pricePerDoorDay: 3_000,
      pricePerBoxDay: 1_000,
      pricePerDeviceDay: 0,
      pricePerMemberDay: 0,
      pricePerSms: 0,
      pricePerEmail: 0,
      pricePerThousandEvents: 0,
    });
    // The box was claimed on the 10th.
    expect(await read('2026-03-09')).toMatchObject({ pricePerBoxDay: 0 });
    expect(dayMeters.isMetered('pricePerCameraDay')).toBe(false);
    expect(await read('2026-03-10')).not.toHaveProperty('pricePerCameraDay');
    const id = await aDoor();
    await clock.advance(Days(1));
    await db.write((tx) => tx.updateTable('door').where('id', '=', id).set({ removed_at: clock.wallMs() }).execute());
    expect(await read('2026-03-10')).toMatchObject({ pricePerDoorDay: 4_000 });
    expect(await read('2026-03-11')).toMatchObject({ pricePerDoorDay: 3_000 });
  });

  it('of who is not billed are metered, and are in no sum [R102]', async () => {
    const { put, logs, openDue, heard, ...world } = await aCloud('2026-03-09T12:00:00.000Z');
    const { clock, db, billedDays, orgId } = world;
    await put(0.5);
    await clock.advance(Hours(12));
    await openDue();
    await clock.advance(Hours(25));
    const told: ClosedDay[] = [];
    await logsBeside(world, { payerKey: `org#${orgId}`, billed: false, method: 'invoice' }, told).closeDue(SIGNAL);
    const [log] = await logs();
    expect({ ...log, billed: Number(log?.billed) }).toMatchObject({
      state: 'closed',
      billed: 0,
      payer_key: `org#${orgId}`,
    });
    expect(told).toMatchObject([{ billed: false, micros: 1_500_000 }]);
    const sums = await db.read((tx) => billedDays.billedOf(tx, [`org#${orgId}`, 'platform'], '2026-01', '2026-12'));
    expect(sums).toEqual([]);
    expect(heard).toEqual([]);
  });

  it('are rated again by a template: as they were by the same prices, and otherwise by others', async () => {
    const { clock, db, put, openDue, closeDue, facilityId, rateTemplates, rateBlocks, whatIfRates } =
      await aCloud('2026-02-26T12:00:00.000Z');
    await put(0.333333);
    await clock.advance(Hours(12));
    await openDue();
    await clock.advance(Days(2));
    await openDue();
    await clock.advance(Minutes(20));
    await closeDue();
    const asked = { months: 1, ownerKey: `facility#${facilityId}` };
    const template = (name: string, given: object) =>
      db.write((tx) => rateTemplates.create(tx, { name, ...given }, 'user:test'));
    const same = await template('Same', {});
    const month = { month: '2026-02', billedCents: 200, wouldBeCents: 200, differenceCents: 0 };
    expect(await whatIfRates.ask(same.templateId, asked)).toMatchObject({
      facilities: 1,
      complete: true,
      data: [month],
    });
    const free = { type: 'free-units', value: 4, label: 'Four' } as const;
    const dear = await template('Dear', {
      charges: { pricePerDoorDay: 2 },
      chargeAdjustments: { pricePerDoorDay: free },
      customCharges: [{ label: 'Care', amount: 28, conditions: [] }],
    });
    // Two days of three doors, of which four are free; and two of 28 days of the care.
    expect((await whatIfRates.ask(dear.templateId, asked)).data).toMatchObject([
      { wouldBeCents: 600, differenceCents: 400 },
    ]);
    expect(await whatIfRates.ask(dear.templateId, { months: 1 })).toMatchObject({ facilities: 0 });
    await db.write((tx) => rateBlocks.put(tx, asked.ownerKey, { templateId: dear.templateId }, 'user:test'));
    expect(await whatIfRates.ask(dear.templateId, { months: 3 })).toMatchObject({
      facilities: 1,
      data: [{ month: '2025-12' }, { month: '2026-01' }, { month: '2026-02', wouldBeCents: 600 }],
    });
  });
});
