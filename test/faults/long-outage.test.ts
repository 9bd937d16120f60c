// @module-tag long
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFoundation } from '@gatehouse/edge/foundation.ts';
import { genesisHash } from '@gatehouse/shared/journal/fact.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, timed } from '../kit/eventually.ts';
import { type Site, startSite } from '../kit/site.ts';

/** How many facts wait when the cloud is back: a month of a busy gym in a run by hand, 1,000,000. */
const WAITING = Number(process.env.GATEHOUSE_WAITING ?? 20_000);
const DRAINED_PER_SECOND = 2_000;
const AT_ONCE = 1_000;

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
/** Resident memory of a process, in MB (proc(5)). */
const residentMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

describe('a box that comes back after weeks without its cloud', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site.close());

  it(
    `[F3] brings ${WAITING} waiting facts over in order, at ${DRAINED_PER_SECOND} a second or more, in flat memory`,
    async () => {
      await site.settled();
      const idleMb = residentMb(site.processes.edge.pid);
      await site.stop(site.processes.edge);
      const steps: (() => Promise<void> | void)[] = [];
      const dataDir = join(site.dir, 'edge');
      const { journal } = openFoundation(
        { dataDir, clock: systemClock, log: silent },
        (step) => void steps.unshift(step),
      );
      for (let written = 0; written < WAITING; written += AT_ONCE)
        await Promise.all(
          Array.from({ length: AT_ONCE }, (_, i) =>
            journal.record({
              kind: 'door.closed',
              data: { doorId: site.doorIds[i % 2 === 0 ? 'front' : 'studio'] as never },
            }),
          ),
        );
      for (const step of steps) await step();

      let mostMb = 0;
      const { tookMs } = await timed(async () => {
        await site.startEdge();
        await eventually(
          async () => {
            mostMb = Math.max(mostMb, residentMb(site.processes.edge.pid));
            return (await site.journal.standing()).waiting === 0;
          },
          'every waiting fact is in the cloud',
          Minutes(20),
        );
      });
      const rate = Math.round((WAITING / tookMs) * 1_000);
      const db = new Database(join(site.dir, 'cloud', 'cloud.db'), { readonly: true });
      const [{ epoch }] = db.prepare('SELECT DISTINCT epoch FROM box_fact').all() as [{ epoch: string }];
      let at = { seq: 0, hash: genesisHash(site.boxId, epoch), received: 0 };
      const links = db.prepare<[], { seq: number; prev: string; hash: string; received_at: number }>(
        'SELECT seq, prev, hash, received_at FROM box_fact ORDER BY seq',
      );
      for (const { seq, prev, hash, received_at: received } of links.iterate()) {
        // Stored in the order of their numbers, each bound to the one before.
        if (seq !== at.seq + 1 || prev !== at.hash || received < at.received) expect.fail(`the chain breaks at ${seq}`);
        at = { seq, hash, received };
      }
      db.close();
      expect(at.seq).toBeGreaterThanOrEqual(WAITING);
      expect(rate, `${rate} facts a second`).toBeGreaterThanOrEqual(DRAINED_PER_SECOND);
      expect(mostMb - idleMb, `${idleMb} MB idle, ${mostMb} MB at most`).toBeLessThan(60);
    },
    Math.max(60_000, WAITING * 2),
  );
});
