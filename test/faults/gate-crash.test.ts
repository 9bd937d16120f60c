// @module-tag long
import { fileURLToPath } from 'node:url';
import { playModels } from '@gatehouse/cloud/inference/inference/testing/played-models.ts';
import { aKey, setFacility } from '@gatehouse/cloud/inference/inference/testing/stored.ts';
import { ENGINES, openTestDatabase } from '@gatehouse/cloud/kit/db/engines.ts';
import type { Database } from '@gatehouse/cloud/kit/db/unit-of-work.ts';
import { confirms, createWorld, scriptedLink } from '@gatehouse/cloud/testing/world.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectBooks, sum } from './books.ts';
import type { GateDay, GateDayDone } from './gate-crash-process.ts';
import { livesOf } from './lives.ts';

const PROGRAM = fileURLToPath(new URL('./gate-crash-process.ts', import.meta.url));
const KILLED_DAYS = 4;
const ASKED_A_DAY = 12;
/** Of what was used. */
const TOLD = ['true', 'none', 'false'] as const;
const CREDIT = 2_000_000;
/** Of a day: what a provider that says far too much uses up. */
const CAP_CENTS = 1;
const CAP_MICROS = 10_000;

/** Nothing is open, and each request was charged once, for what it says that it cost. Resolves with what that was. */
const expectSettledOnce = async (db: Database, made: readonly string[], said: string) => {
  const { transfers, holds } = await expectBooks(db, said);
  const requests = await db.read((tx) => tx.selectFrom('ai_request').selectAll().execute());
  expect([holds, requests.filter(({ state }) => state !== 'settled')], said).toEqual([[], []]);
  const used = transfers.filter(({ kind }) => kind === 'usage');
  const charged = requests.filter(({ cost_micros: cost }) => Number(cost) > 0);
  expect(used.map(({ key, micros }) => `${key} ${micros}`).toSorted(), said).toEqual(
    charged.map(({ id, cost_micros: cost }) => `inf:${id} ${cost}`).toSorted(),
  );
  // By its key once, and of what a provider made once.
  const keys = charged.map(({ idempotency_hash: hash }) => hash);
  expect([keys.includes(null), new Set(keys).size], said).toEqual([false, keys.length]);
  const named = charged.flatMap(({ upstream_id: id }) => id ?? []);
  expect(new Set(named).size, said).toBe(named.length);
  expect(made, said).toEqual(expect.arrayContaining(named));
  return { requests: requests.length, spent: sum(used.map(({ micros }) => micros)) };
};

/** All sums say what was spent, and no cap was passed. */
const expectSums = async (
  db: Database,
  { spent, requests }: { readonly spent: number; readonly requests: number },
  said: string,
): Promise<void> => {
  const { counters, rollups, closed } = await db.read(async (tx) => ({
    counters: await tx.selectFrom('ai_counter').selectAll().execute(),
    rollups: await tx.selectFrom('ai_rollup').select(['requests', 'cost_micros']).execute(),
    closed: await tx.selectFrom('ai_charge_day').select('micros').execute(),
  }));
  expect(sum(rollups.map(({ cost_micros: cost }) => cost)), said).toBe(spent);
  expect(sum(rollups.map((rollup) => rollup.requests)), said).toBe(requests);
  expect(sum(closed.map(({ micros }) => micros)), said).toBeGreaterThan(0);
  const subjects = Map.groupBy(counters, ({ subject }) => subject);
  expect(subjects.size, said).toBe(2);
  for (const days of subjects.values()) {
    expect(sum(days.map(({ used_micros: micros }) => micros)), said).toBe(spent);
    expect(sum(days.map(({ held_micros: micros }) => micros)), said).toBe(0);
    expect(Math.max(...days.map(({ used_micros: micros }) => Number(micros))), said).toBeLessThanOrEqual(CAP_MICROS);
  }
};

describe.each(ENGINES)('a gate that is killed while it answers, on $name', (engine) => {
  const clock = new ManualClock('2026-03-10T03:00:00.000Z');
  let lives: ReturnType<typeof livesOf<GateDay, GateDayDone>>;
  let played: Awaited<ReturnType<typeof playModels>>;
  let setup: Omit<GateDay, 'at' | 'point' | 'asks'>;
  /** What was asked on the day before, whose client heard nothing of it, perhaps. */
  let before: readonly string[] = [];

  beforeEach(async () => {
    lives = livesOf(PROGRAM);
    played = await playModels();
    played.models.behave({ pauseMs: 1 });
    const url = await engine.freshUrl();
    const db = await openTestDatabase(url);
    const { ledger, facilityId } = await createWorld(db, clock, scriptedLink(confirms).link);
    await setFacility(db, facilityId, { spend_limit_cents: CAP_CENTS, spend_reset: 'day' });
    const key = await aKey(db, facilityId, { limits: { spendCap: { limitCents: CAP_CENTS, reset: 'day' } } });
    const owner = `facility#${facilityId}` as const;
    const [debit, credit] = [
      { owner, account: 'grants' },
      { owner, account: 'ai-credit' },
    ] as const;
    const given = { key: 'test:credit', kind: 'adjustment', debit, credit, about: 'test', by: 'system:test' };
    await db.write((tx) => ledger.post(tx, { ...given, currency: ledger.currency, micros: CREDIT }));
    await db.close();
    const models = played.settings().models.filter(({ id }) => id === 'small-1');
    const part = models.map((model) => ({ ...model, id: 'part-1', upstreamId: 'small-1' }));
    const upstreams = [
      played.settings({ name: 'whole', models }),
      played.settings({ name: 'part', cancelCosts: 'part', models: part }),
    ];
    setup = { url, upstreams, facilityId, key: key.text };
  });
  afterEach(async () => {
    lives.close();
    await played.close();
  });

  const live = (point: number, day: number): Promise<GateDayDone | undefined> => {
    const fresh = Array.from({ length: ASKED_A_DAY }, (_, at) => `ask-${day}-${at}`);
    const asks = [...before, ...fresh];
    before = fresh;
    return lives.live({ ...setup, at: isoOf(clock.wallMs()), asks, point });
  };

  it('loses no credit and makes none: each request is held, and settled once, whenever it was killed', {
    timeout: 120_000,
  }, async () => {
    const whole = await live(0, 0);
    const points = whole?.points ?? expect.fail('the first day was not lived through');
    expect(Object.values(whole?.answered ?? {}), 'an undisturbed day').toEqual(Array(ASKED_A_DAY).fill(200));
    const killedAt: number[] = [];
    for (let i = 0; i < KILLED_DAYS; i += 1) {
      await clock.advance(Days(1));
      // Of what is told falsely more is taken than was held, up to the cap.
      played.models.behave({ usage: TOLD[i % TOLD.length] ?? 'true' });
      // A part of the day's work each, so that no run leaves one out.
      const point = 1 + Math.floor(((i + Math.random()) * points) / KILLED_DAYS);
      if ((await live(point, i + 1)) === undefined) killedAt.push(point);
    }
    played.models.behave({ usage: 'true' });
    await clock.advance(Days(1));
    const last = await live(0, KILLED_DAYS + 1);
    const said = `killed at ${killedAt.join(', ')} of ${points}`;
    expect(killedAt.length, said).toBeGreaterThan(KILLED_DAYS / 2);
    expect(last, said).toMatchObject({ intact: true, differing: [] });
    expect(last?.transactionsMicros, said).toBe(last?.balanceMicros);

    const db = await openTestDatabase(setup.url);
    const { requests, spent } = await expectSettledOnce(db, [...played.models.generations.keys()], said);
    expect(last?.balanceMicros, said).toBe(CREDIT - spent);
    await expectSums(db, { spent, requests }, said);
    // What was asked again by its key was answered, had been, or was refused for its cost.
    for (const [name, status] of Object.entries(last?.answered ?? {})) expect([200, 402, 409], name).toContain(status);
  });
});
