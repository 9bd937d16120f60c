import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { type ReleaseManifest, signRelease } from '@gatehouse/shared/release/release-note.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { exportPublicKey, importPrivateKey, newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import { RELEASE_PART_BYTES } from '@gatehouse/shared/wire/releases.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { memoryObjectStore } from '../../kit/objects/testing/memory-object-store.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../testing/world.ts';
import { createReleasesService, type ReleasesService } from './releases.service.ts';

const key = importPrivateKey(newDeviceKey().privateKeyPem);
const publicKey = exportPublicKey(key);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const ARCHIVE = randomBytes(RELEASE_PART_BYTES * 2 + 1_000);

/** A release on the operator's disk. Resolves with the path of its note. */
const onDisk = (version: string, options: { signedWith?: typeof key; archive?: Buffer } = {}): string => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  const manifest: ReleaseManifest = {
    v: 1,
    product: 'gatehouse-edge',
    version,
    createdAt: '2026-11-20T10:00:00Z',
    floor: '1.0.0',
    archive: { size: ARCHIVE.length, sha256: sha256(ARCHIVE) },
    files: [{ path: 'agent.mjs', size: 1, sha256: sha256(ARCHIVE), mode: 0o444 }],
  };
  writeFileSync(join(folder, `gatehouse-edge-${version}.tar.gz`), options.archive ?? ARCHIVE);
  const note = join(folder, 'note.json');
  writeFileSync(note, JSON.stringify(signRelease(manifest, options.signedWith ?? key)));
  return note;
};

describe.each(ENGINES)('releases on $name', ({ open }) => {
  let db: Database;
  let world: World;
  let releases: ReleasesService;
  let clock: ManualClock;
  beforeEach(async () => {
    clock = new ManualClock();
    db = await open();
    world = await createWorld(db, clock, scriptedLink(confirms).link);
    releases = createReleasesService({ db, clock, objects: memoryObjectStore().store, boxes: world.boxes, publicKey });
    return () => world.snapshots.close();
  });
  const versions = async (boxId: BoxId = world.boxId, channel = 'stable') =>
    (await releases.list(boxId, channel)).releases.map(({ note }) => note.manifest.version);
  it('are offered to a channel, a facility or a box, and to nobody before', async () => {
    for (const version of ['1.2.0', '1.10.0', '1.9.0']) await releases.add(onDisk(version));
    expect(await versions()).toEqual([]);
    await releases.offer('1.2.0', { scope: 'channel', target: 'stable' }, 100);
    await releases.offer('1.9.0', { scope: 'facility', target: world.facilityId }, 100);
    await releases.offer('1.10.0', { scope: 'box', target: world.boxId }, 100);
    expect(await versions()).toEqual(['1.10.0', '1.9.0', '1.2.0']);
    expect(await versions(world.boxId, 'beta')).toEqual(['1.10.0', '1.9.0']);
    expect(await versions(await world.aBox())).toEqual(['1.9.0', '1.2.0']);
    await expect(releases.list(randomUUID() as BoxId, 'stable')).rejects.toMatchObject({ code: 'box_not_active' });
  });

  it('reach a share of the boxes, which only grows', async () => {
    await releases.add(onDisk('1.2.0'));
    const boxes = await Promise.all(Array.from({ length: 60 }, () => world.aBox()));
    const reached = async (percent: number) => {
      await releases.offer('1.2.0', { scope: 'channel', target: 'stable' }, percent);
      const lists = await Promise.all(boxes.map((boxId) => versions(boxId)));
      return new Set(boxes.filter((_box, i) => lists[i]?.length === 1));
    };
    const [few, half, all] = [await reached(5), await reached(50), await reached(100)];
    expect(few.size).toBeLessThan(15);
    expect(half.size).toBeGreaterThan(15);
    expect(half.size).toBeLessThan(45);
    expect([few.isSubsetOf(half), half.isSubsetOf(all), all.size]).toEqual([true, true, 60]);
  });

  it('have a number that rises when they are offered anew', async () => {
    await releases.add(onDisk('1.2.0'));
    await releases.offer('1.2.0', { scope: 'channel', target: 'stable' }, 100);
    await releases.offer('1.2.0', { scope: 'box', target: world.boxId }, 100);
    const { offer = 0 } = (await releases.list(world.boxId, 'stable')).releases[0] ?? {};
    expect((await releases.list(await world.aBox(), 'stable')).releases[0]?.offer).toBe(offer - 1);
    expect(await releases.offer('1.2.0', { scope: 'channel', target: 'stable' }, 100)).toEqual({ serial: offer + 1 });
  });

  it('N4 have a number after a restore of the database that is higher than any before it', async () => {
    await releases.add(onDisk('1.2.0'));
    const offer = () => releases.offer('1.2.0', { scope: 'box', target: world.boxId }, 100);
    await offer();
    const [, last] = [await offer(), await offer()];
    await clock.advance(Minutes(1));
    await db.write((tx) => tx.deleteFrom('edge_release_offer').execute());
    expect((await offer()).serial).toBeGreaterThan(last.serial);
  });

  it('are handed out in parts, from any byte on', async () => {
    await releases.add(onDisk('1.2.0'));
    const got: Buffer[] = [];
    for (let from = 0; from < ARCHIVE.length; ) {
      const part = await releases.part('1.2.0', from);
      expect([part.from, part.size]).toEqual([from, ARCHIVE.length]);
      got.push(Buffer.from(part.bytes, 'base64'));
      from += got.at(-1)?.length ?? 0;
    }
    expect(Buffer.concat(got).equals(ARCHIVE)).toBe(true);
    const middle = Buffer.from((await releases.part('1.2.0', RELEASE_PART_BYTES + 7)).bytes, 'base64');
    expect(middle.equals(ARCHIVE.subarray(RELEASE_PART_BYTES + 7, RELEASE_PART_BYTES * 2))).toBe(true);
    await expect(releases.part('1.2.0', ARCHIVE.length)).rejects.toMatchObject({ code: 'release_unknown' });
    await expect(releases.part('1.3.0', 0)).rejects.toMatchObject({ code: 'release_unknown' });
  });

  it('are taken in only with the configured key’s signature, and with the archive that was signed', async () => {
    const refused = { code: 'release_refused' };
    const stranger = importPrivateKey(newDeviceKey().privateKeyPem);
    await expect(releases.add(onDisk('1.2.0', { signedWith: stranger }))).rejects.toMatchObject(refused);
    await expect(releases.add(onDisk('1.2.0', { archive: ARCHIVE.subarray(1) }))).rejects.toMatchObject(refused);
    await expect(releases.add('/nowhere/at/all.json')).rejects.toThrow('cannot be read (ENOENT)');
    const keyless = createReleasesService({
      db,
      clock: new ManualClock(),
      objects: memoryObjectStore().store,
      boxes: world.boxes,
      publicKey: undefined,
    });
    await expect(keyless.add(onDisk('1.2.0'))).rejects.toMatchObject({ code: 'release_key_missing' });
    await releases.add(onDisk('1.2.0'));
    await expect(releases.add(onDisk('1.2.0'))).rejects.toThrow('a version is never given twice');
  });

  it('are gone for boxes when they are withdrawn, and stay in the overview with who runs them', async () => {
    await releases.add(onDisk('1.2.0'));
    await releases.offer('1.2.0', { scope: 'channel', target: 'stable' }, 100);
    await world.beacon();
    const [before] = (await releases.overview()).releases;
    expect(before).toMatchObject({ version: '1.2.0', withdrawnAt: null, offers: [{ scope: 'channel', percent: 100 }] });
    expect((await releases.overview()).boxes).toMatchObject([{ id: world.boxId, agentVersion: expect.any(String) }]);
    await releases.withdraw('1.2.0');
    expect(await versions()).toEqual([]);
    await expect(releases.part('1.2.0', 0)).rejects.toMatchObject({ code: 'release_unknown' });
    await expect(releases.offer('1.2.0', { scope: 'channel', target: 'stable' }, 100)).rejects.toMatchObject({
      code: 'release_unknown',
    });
    const [after] = (await releases.overview()).releases;
    expect([after?.withdrawnAt === null, after?.offers]).toEqual([false, []]);
  });
});
