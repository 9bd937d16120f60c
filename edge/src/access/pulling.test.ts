import { gzipSync } from 'node:zlib';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { contentHash } from '@gatehouse/shared/zones/content-hash.ts';
import bundled from '@gatehouse/shared/zones/zones.json' with { type: 'json' };
import { afterAll, describe, expect, it } from 'vitest';
import { fakeCloud } from '../fakes/fake-cloud.ts';
import { silentLog } from '../fakes/silent-log.ts';
import { cloudHttps } from '../identity/cloud-https.ts';
import { aBox, aBoxWith, card, factsOf, startBox } from './access.kit.ts';
import type { HeadRow } from './access-db.ts';
import { createPulling } from './pulling.ts';
import { A_GYM, aFacility, aPerson, bytesOf, cardKey, cloudSnapshot } from './snapshot.kit.ts';
import { createWriter } from './writer.ts';

const ADA = { kind: 'person', id: '1', data: aPerson({}, { keys: [cardKey('A1')] }) } as const;

describe('a snapshot that is pulled from a cloud, over HTTPS', async () => {
  const server = await fakeCloud();
  const { cloud } = server;
  const snapshot = cloudSnapshot();
  snapshot.put({ kind: 'facility', id: '', data: aFacility() });
  for (let n = 1; n <= 50; n++) snapshot.put({ kind: 'person', id: String(n), data: aPerson() });
  const { dir } = aBox();
  const writer = createWriter({ path: `${dir}/access.db`, rosterPath: `${dir}/roster.json`, clock: systemClock });
  const https = cloudHttps({ url: server.url, ca: server.ca, clock: systemClock });
  const seen = { switched: [] as HeadRow[], refused: [] as string[], dropped: 0 };
  const pulling = createPulling({
    cloud: https,
    tokens: {
      current: async () => ({ token: 'edge-token-1', expiresInSeconds: 600, brokerUrl: '' }),
      drop: () => void seen.dropped++,
    },
    writer,
    facilityId: () => A_GYM,
    clock: new ManualClock(),
    random: systemRandom,
    log: silentLog,
    head: () => undefined,
    cursor: () => undefined,
    onWritten: () => {},
    onSwitched: (head) => void seen.switched.push(head),
    onNewest: () => {},
    onRefused: (_revision, why) => void seen.refused.push(why),
    onDamage: () => {},
    onChange: () => {},
  });
  afterAll(async () => {
    pulling.close();
    https.close();
    server.close();
    await writer.close();
  });

  it('comes in pages, packed, and ends with the cloud’s own hash', async () => {
    cloud.snapshot = (asked) => snapshot.page(asked, 9);
    await pulling.pull();
    expect(seen.switched).toMatchObject([snapshot.head()]);
    const pages = cloud.seen.filter(({ path }) => path.startsWith('/edge/v1/snapshot'));
    expect(pages.length).toBeGreaterThan(5);
    expect(pages[0]?.headers['accept-encoding']).toBe('gzip');
    expect(pages[0]?.path).toBe('/edge/v1/snapshot?after=0');
    expect(pulling.standing()).toEqual({ pulling: false, trouble: undefined });
  });

  it.each([
    ['that is packed so as to fill the memory', () => gzipSync(Buffer.alloc(200_000_000)), true],
    ['that says it is packed and is not', () => Buffer.from('no gzip'), true],
    ['that is endless', () => Buffer.alloc(9_000_000, ' '), false],
    ['that is garbage', () => Buffer.from('{"v":1'), false],
    [
      'of another facility',
      () => bytesOf(cloudSnapshot(undefined, 'fac_00000000000000zz' as never).page({ after: 0 })),
      false,
    ],
  ])('an answer %s changes nothing, and is asked for again later', async (_what, bytes, packed) => {
    const before = seen.switched.length;
    cloud.instead = () => ({
      status: 200,
      bytes: bytes(),
      ...(packed && { headers: { 'content-encoding': 'gzip' } }),
    });
    await pulling.pull();
    cloud.instead = undefined;
    expect(pulling.standing().trouble).toBeDefined();
    expect(seen.switched).toHaveLength(before);
    snapshot.put({ kind: 'person', id: '1', data: aPerson({ disabled: true }) });
    await pulling.pull();
    expect(seen.switched.at(-1)).toMatchObject(snapshot.head());
  });

  it('asks for a new token when the cloud refuses the one it has', async () => {
    cloud.instead = () => ({ status: 401, body: { error: 'unauthorized', message: 'no' } });
    await pulling.pull();
    cloud.instead = undefined;
    expect(seen.dropped).toBe(1);
  });
});

describe('the snapshot of a box', () => {
  it('is pulled each minute, when the cloud tells of a newer one, and when the last try failed', async () => {
    const { box, run } = await aBoxWith([ADA]);
    run.access.start();
    await run.access.pull();
    const asked = () => box.asked.length;
    const quiet = asked();
    run.access.confirm({ epoch: box.cloud.epoch, revision: 2 }, run.clock.monoMs());
    expect(asked()).toBe(quiet);
    for (const tell of [
      () => run.access.nudged(3),
      () => run.access.confirm({ epoch: box.cloud.epoch, revision: 3 }, run.clock.monoMs()),
      () => run.clock.advance(Minutes(1)),
    ]) {
      const before = asked();
      await tell();
      await run.access.pull();
      expect(asked()).toBeGreaterThan(before);
    }
    box.offline = true;
    await run.access.pull();
    expect(run.access.standing().trouble).toMatch(/no network/);
    box.offline = false;
    const before = asked();
    await run.clock.advance(Seconds(1));
    await run.access.pull();
    expect(asked()).toBeGreaterThan(before);
    expect(run.access.standing().trouble).toBeNull();
    await run.stop();
    expect(run.clock.pendingTimers).toBe(0);
  });

  it('is refused with a fact where it does not come to what the cloud says, and then pulled whole', async () => {
    const { box, run } = await aBoxWith([ADA]);
    box.cloud.put({ kind: 'person', id: '1', data: aPerson({ banned: true }, { keys: [cardKey('A1')] }) });
    const page = box.cloud.page({ epoch: box.cloud.epoch, after: 2 });
    box.instead = () => bytesOf({ ...page, head: { ...page.head, hash: 'b'.repeat(64) } });
    await run.access.pull();
    expect(factsOf(box, 'snapshot.refused')).toMatchObject([{ revision: 3 }]);
    expect(run.reasonFor(card('A1'))).toBe('granted');
    box.instead = undefined;
    await run.access.pull();
    expect(factsOf(box, 'snapshot.applied').map(({ whole, revision }) => [whole, revision])).toEqual([
      [true, 2],
      [true, 3],
    ]);
    expect(run.reasonFor(card('A1'))).toBe('banned');
    await run.stop();
  });

  it('waits for the time-zone tables that it was compiled for, and takes no others', async () => {
    const { hash: _, ...content } = { ...bundled, source: 'made for a test' };
    const hash = contentHash(content as never);
    const facility = aFacility({}, { zones: { release: bundledZones().release, hash } });
    const { box, run } = await aBoxWith([ADA]);
    box.cloud.put({ kind: 'facility', id: '', data: facility });
    box.zones = bundled;
    await run.access.pull();
    expect(run.access.mark()).toMatchObject({ revision: 2 });
    expect(factsOf(box, 'snapshot.refused')).toHaveLength(1);
    box.zones = { ...content, hash };
    await run.access.pull();
    expect(run.access.mark()).toMatchObject({ revision: 3 });
    expect(box.asked).toContain(`/edge/v1/zones/${hash}`);
    expect(run.reasonFor(card('A1'))).toBe('granted');
    await run.stop();
    box.offline = true;
    const again = startBox(box, run.clock);
    expect(again.reasonFor(card('A1'))).toBe('granted');
    await again.stop();
  });
});
