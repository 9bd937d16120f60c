import { Days, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { basic, type PartnerApi, servePartnerApi } from '../../testing/partner-api.ts';
import { aRequest, confirms, scriptedLink } from '../../testing/world.ts';

const LIMIT = 10 * 1024 * 1024;

describe.each(ENGINES)('P10 what comes along with an unlock, on $name', ({ open }) => {
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

  const unlock = (body: Record<string, unknown> | string, as = live) => {
    const { doorId, ...request } = aRequest(api.world, typeof body === 'string' ? {} : body);
    const path = `/partner/v1/access-control/doors/${doorId}/unlock`;
    const sent = typeof body === 'string' ? `${JSON.stringify(request).slice(0, -1)},${body}` : JSON.stringify(request);
    return api.send({ method: 'POST', path, headers: as, body: sent });
  };
  /** A request of so many bytes. */
  const ofBytes = (bytes: number, overrides: Record<string, unknown> = {}) => {
    const { doorId: _door, ...around } = aRequest(api.world, { ...overrides, metadata: { n: '' } });
    return { ...overrides, metadata: { n: 'x'.repeat(bytes - JSON.stringify(around).length) } };
  };
  const stored = () =>
    db.read(async (tx) => ({
      rows: (await tx.selectFrom('unlock_attempt').select('metadata').execute()).map(({ metadata }) => metadata),
      parts: await tx.selectFrom('unlock_metadata').selectAll().orderBy('event_id').orderBy('part').execute(),
    }));
  const ref = () => ({ partnerId: api.world.partnerId, facilityId: api.world.facilityId, memberId: 'M-1001' });

  it('may be 10 MB to the byte, and is kept whole beside the record; one byte more is 413', async () => {
    expect(await unlock(ofBytes(LIMIT + 1))).toMatchObject({ status: 413, json: { error: 'payload_too_large' } });
    expect((await stored()).rows).toEqual([]);
    const request = ofBytes(LIMIT);
    expect(await unlock(request)).toMatchObject({ status: 200, json: { status: 'unlocked' } });
    const { rows, parts } = await stored();
    expect(rows).toEqual([null]);
    expect(parts.map(({ text }) => text).join('') === JSON.stringify(request.metadata)).toBe(true);
    expect(Math.max(...parts.map(({ text }) => Buffer.byteLength(text)))).toBeLessThanOrEqual(16_384);
    expect(new Set(parts.map((part) => part.parts))).toEqual(new Set([parts.length]));
  });

  it('stands in the record where it is short, whatever the body’s size, and is never cut within a character', async () => {
    expect((await unlock({ metadata: { a: 'é' } })).status).toBe(200);
    expect((await unlock(`"x":"${'x'.repeat(100_000)}"}`)).status).toBe(200);
    expect(await stored()).toEqual({ rows: ['{"a":"é"}', null], parts: [] });
    const metadata = { a: '𝄞'.repeat(30_000), b: 'é€'.repeat(10_000) };
    expect((await unlock({ metadata })).status).toBe(200);
    expect((await unlock({ metadata: { c: 'ü'.repeat(20_000) } })).status).toBe(200);
    const { parts } = await stored();
    const texts = Map.groupBy(parts, ({ event_id }) => event_id).values();
    const objects = [...texts].map((of) => JSON.parse(of.map(({ text }) => text).join('')));
    expect(objects).toEqual(expect.arrayContaining([metadata, { c: 'ü'.repeat(20_000) }]));
  });

  it('is kept with a refusal, not with a replay nor a dry run', async () => {
    await clock.advance(Seconds(60));
    const large = ofBytes(100_000, { idempotency_key: 'once' });
    expect((await unlock(large)).status).toBe(503);
    const { parts } = await stored();
    expect(parts.length).toBeGreaterThan(5);
    expect((await unlock(large)).headers['idempotent-replayed']).toBe('true');
    await unlock(ofBytes(100_000), basic((await api.keyOf('dryrun')).text));
    expect((await stored()).parts).toEqual(parts);
  });

  it('is told of its member a megabyte at a time, erased with them, and forgotten when it is of age', async () => {
    for (const bytes of [2_000_000, 100_000]) {
      await clock.advance(Seconds(1));
      await api.world.beacon();
      expect((await unlock(ofBytes(bytes))).status).toBe(200);
    }
    const { unlocks } = api.world;
    const told = await db.read((tx) => unlocks.metadataStore.read(tx, ref(), 10_000));
    const { parts } = await stored();
    expect(told).toHaveLength(parts.length);
    expect(told.filter((row) => 'text' in row && row.text !== null)).toHaveLength(64);
    expect(told[0]).toMatchObject({ part: 0, parts: 7, text: expect.stringMatching(/^{"n":"x/) });
    const until = clock.wallMs();
    const erase = () => db.write((tx) => unlocks.metadataStore.erase(tx, ref(), { until, most: 100 }));
    expect([await erase(), await erase()]).toEqual([100, parts.length - 100]);
    expect((await stored()).parts).toEqual([]);

    expect((await unlock(ofBytes(100_000))).status).toBe(200);
    clock.jumpWall(Days(89));
    await api.world.retention.sweep();
    expect((await stored()).parts).toHaveLength(7);
    clock.jumpWall(Days(2));
    await api.world.retention.sweep();
    expect(await stored()).toMatchObject({ rows: [null, null, null], parts: [] });
  });
});
