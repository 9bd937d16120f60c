// @module-tag long
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from '../kit/eventually.ts';
import { type Mark, type Site, startSite } from '../kit/site.ts';

const Standing = z.object({
  boxes: z.array(z.object({ epochs: z.array(z.object({ through: z.number(), highest: z.number() })) })),
});

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
});
