// @module-tag long
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from '../kit/eventually.ts';
import { type Mark, type Site, startSite } from '../kit/site.ts';

const Standing = z.object({
  boxes: z.array(z.object({ epochs: z.array(z.object({ through: z.number(), highest: z.number() })) })),
});

const EdgeDoors = z.object({
  doors: z.array(
    z.object({ doorId: z.string(), lockdown: z.object({ active: z.boolean(), by: z.string().nullable() }) }),
  ),
});
const COPIES = ['doors-kept-1.json', 'doors-kept-2.json'];

describe('a box whose store was damaged while it was off', () => {
  let site: Site;
  let before: Mark;
  beforeAll(async () => {
    site = await startSite({ holdSeconds: 1 });
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    before = await site.settled();
    await site.kill(site.processes.edge);
  });
  const damage = (name: string) => {
    for (const suffix of ['-wal', '-shm']) rmSync(join(site.dir, 'edge', `${name}${suffix}`), { force: true });
    writeFileSync(join(site.dir, 'edge', name), 'this is no database, however long one reads on '.repeat(500));
  };
  const setAside = (name: string) =>
    readdirSync(join(site.dir, 'edge')).filter((file) => file.startsWith(`${name}.set-aside-`));

  it('box.db: it is set aside, the cloud fills a new one, no lock moves, and the record says so', async () => {
    damage('box.db');
    await site.startEdge();
    await site.untilOnline();
    expect(setAside('box.db')).toHaveLength(1);
    await site.journal.until('store.rebuilt', ({ store }) => store === 'box', before.seq);
    expect(site.building.moves('front', before.happened)).toEqual([]);
    expect((await site.unlock('front')).status).toBe(200);
    await site.settled();
    await site.journal.prove();
  });

  it('journal.db: it is set aside, a new epoch begins, and the cloud keeps both', async () => {
    damage('journal.db');
    await site.startEdge();
    await site.untilOnline();
    expect(setAside('journal.db')).toHaveLength(1);
    expect((await site.unlock('front')).status).toBe(200);
    await eventually(async () => {
      const { boxes } = Standing.parse(await site.cloudControl('journal', { boxId: site.boxId }));
      const epochs = boxes[0]?.epochs ?? [];
      return epochs.length === 2 && epochs.every(({ through, highest }) => through === highest && through > 2);
    }, 'both epochs are whole in the cloud');
    expect(site.building.pulses('front', before.happened)).toBe(1);
  });

  const empty = (...names: readonly string[]) => {
    for (const name of names) {
      for (const suffix of ['-wal', '-shm']) rmSync(join(site.dir, 'edge', `${name}${suffix}`), { force: true });
      writeFileSync(join(site.dir, 'edge', name), '');
    }
  };
  const refusal = { status: 409, json: { reason: 'maintenance_mode_active', mode: 'force-closed' } };
  const opens = (door: 'front' | 'studio' | 'car-park') =>
    eventually(async () => (await site.unlock(door)).status === 200, `${door} opens`, Seconds(30));
  const order = (active: boolean) =>
    site.cloudControl('lockdown', {
      facilityId: site.demo.facilityId,
      doorId: site.doorIds.front,
      active,
      by: 'Desk',
      reason: 'Threat',
    });
  const standing = async () =>
    new Map(EdgeDoors.parse(await site.edgeControl('status')).doors.map(({ doorId, lockdown }) => [doorId, lockdown]));

  it.each([
    ['box.db overwritten', () => damage('box.db')],
    ['box.db emptied', () => empty('box.db')],
    ['both copies besides lost with it', () => empty('box.db', ...COPIES)],
  ])('S2 %s: a lockdown and a force-closed stand, ways out are free, and the other doors open', async (_what, harm) => {
    await site.startEdge();
    await site.untilOnline();
    expect(await order(true)).toMatchObject({ override: { state: 'taken' } });
    await site.maintain('studio', 'force-closed');
    const { happened } = await site.settled();
    await site.kill(site.processes.edge);
    harm();
    await site.startEdge();
    await site.untilOnline();
    await opens('car-park');
    expect([await site.unlock('front'), await site.unlock('studio')]).toMatchObject([refusal, refusal]);
    for (const door of ['front', 'studio'] as const) expect(site.building.moves(door, happened)).toEqual([]);
    await site.building.door('front', 'press-rex');
    await site.building.untilLock('front', 'unlocked', Seconds(1));
    await site.building.untilLock('front', 'locked', Seconds(5));
    expect(await order(false)).toMatchObject({ override: { state: 'taken' } });
    await site.maintain('studio', 'off');
    await opens('front');
    await opens('studio');
  });

  it('S2 both copies lost without a cloud: nobody is let in, its word ends the doubt, and no lockdown of which it does not know', async () => {
    await site.kill(site.processes.cloud);
    empty(...COPIES);
    await site.startEdge();
    const known = await standing();
    expect([...known.values()]).toEqual(Array.from({ length: 3 }, () => ({ active: true, by: 'this box' })));
    const lockdown = (door: string, active: boolean) =>
      site.edgeControl('lockdown', { door, active, by: 'Sam', reason: 'Testing' });
    await expect(lockdown(site.doorIds.front, false)).rejects.toMatchObject({ code: 'doors.in_doubt' });
    await lockdown(site.doorIds['car-park'], true);
    await site.startCloud();
    await site.untilOnline();
    await opens('front');
    expect((await standing()).get(site.doorIds['car-park'])).toMatchObject({ active: true, by: 'Sam' });
    expect(await site.unlock('car-park')).toMatchObject(refusal);
    await lockdown(site.doorIds['car-park'], false);
    await opens('car-park');
  });
});
