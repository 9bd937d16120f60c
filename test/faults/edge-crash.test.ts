// @module-tag long
// @module-tag waiting
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { genesisHash, verifyChain } from '@gatehouse/shared/journal/fact.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seeded } from '../bench/seeded.ts';
import type { DoorName } from '../kit/building.ts';
import { eventually } from '../kit/eventually.ts';
import { storedFact } from '../kit/journal.ts';
import { type Site, startSite } from '../kit/site.ts';

/** How often the agent is cut off: a few times in the suite; a whole run by hand sets 200. */
const CUTS = Number(process.env.GATEHOUSE_CUTS ?? 3);
const SEED = Number(process.env.GATEHOUSE_SEED ?? 20_261_120);
const DOORS: readonly DoorName[] = ['front', 'studio', 'car-park'];

describe(`an agent that is cut off at random moments (seed ${SEED})`, () => {
  let site: Site;
  const random = seeded(SEED);
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least));
  /** The command of every unlock that a caller was told of as done. */
  const confirmed: string[] = [];
  beforeAll(async () => {
    site = await startSite({ holdSeconds: 1 });
  });
  afterAll(() => site.close());

  /** Unlocks and exit buttons, as fast as the doors take them, until told to end. */
  const work = (): (() => Promise<void>) => {
    let goes = true;
    const one = async (door: DoorName) => {
      while (goes) {
        if (random() < 0.3) await site.building.door(door, 'press-rex');
        const { status, json } = await site
          .unlock(door, {}, { headers: { prefer: 'wait=2' } })
          .catch(() => ({ status: 0, json: {} as Record<string, unknown> }));
        if (status === 200) confirmed.push(String(json.command_id));
        await sleep(systemClock, Milliseconds(status === 200 ? 20 : 220)); // Five requests a second for each partner.
      }
    };
    const all = DOORS.map(one);
    return async () => {
      goes = false;
      await Promise.all(all);
    };
  };

  /** I4 on everything that the cloud has ever stored: one chain, each number once, and nothing told that is not in it. */
  const prove = async () => {
    await site.settled();
    const db = new Database(join(site.dir, 'cloud', 'cloud.db'), { readonly: true });
    try {
      const facts = db.prepare('SELECT * FROM box_fact ORDER BY epoch, seq').all().map(storedFact);
      const epochs = [...new Set(facts.map(({ epoch }) => epoch))];
      expect(epochs).toHaveLength(1);
      expect(verifyChain(facts, { seq: 0, hash: genesisHash(site.boxId, epochs[0] as string) })).toMatchObject({
        ok: true,
        lastSeq: facts.length,
      });
      const commands = (kind: 'unlock.accepted' | 'unlock.confirmed') =>
        facts.flatMap(({ body }) => (body.kind === kind ? [String(body.data.commandId)] : []));
      const [accepted, done] = [commands('unlock.accepted'), commands('unlock.confirmed')];
      expect([new Set(accepted).size, new Set(done).size]).toEqual([accepted.length, done.length]);
      // Journal before motion, whatever became of the process or the disk afterwards.
      expect(confirmed.filter((commandId) => !accepted.includes(commandId))).toEqual([]);
      const lost = facts.reduce((sum, { body }) => sum + (body.kind === 'journal.lost' ? body.data.facts : 0), 0);
      // Whoever was told "unlocked" finds it on record, unless the disk took nothing, which is counted.
      const unconfirmed = confirmed.filter((commandId) => !done.includes(commandId));
      expect(unconfirmed.length).toBeLessThanOrEqual(lost);
      return facts.map(({ body }) => body);
    } finally {
      db.close();
    }
  };
  const atRest = async () => {
    const doors = async () => (await site.building.state()).doors;
    const locked = async () => (await doors()).every(({ lock }) => lock.position === 'locked');
    // An exit button is released for ten seconds at a time: the longest that a board holds a lock by itself.
    await eventually(locked, 'every lock is at rest', Seconds(12)).catch(async (error: unknown) => {
      throw new Error(`a lock is not at rest: ${JSON.stringify(await doors())}`, { cause: error });
    });
  };

  it(
    `[F1] killed ${CUTS} times under load: no acknowledged fact lost, none doubled, the chain whole, no door left open`,
    async () => {
      for (let cut = 0; cut < CUTS; cut++) {
        const stop = work();
        await sleep(systemClock, Milliseconds(between(50, 1_500)));
        await site.kill(site.processes.edge);
        await stop();
        await atRest();
        await site.startEdge();
        await site.untilOnline();
      }
      const bodies = await prove();
      const starts = bodies.flatMap((body) => (body.kind === 'agent.started' ? [body.data.after] : []));
      expect(starts).toEqual(['first', ...Array.from({ length: CUTS }, () => 'unclean')]);
      expect(confirmed.length).toBeGreaterThan(0);
    },
    Math.max(60_000, CUTS * 15_000),
  );

  it(
    `[F1] whose disk refuses ${CUTS} times under load: what was lost is counted, the chain is whole`,
    async () => {
      const limitFiles = (bytes: number | 'unlimited') =>
        execFileSync('prlimit', ['--pid', String(site.processes.edge.pid), `--fsize=${bytes}:unlimited`]);
      for (let cut = 0; cut < CUTS; cut++) {
        const stop = work();
        await sleep(systemClock, Milliseconds(between(50, 800)));
        limitFiles(1);
        await sleep(systemClock, Milliseconds(between(200, 800)));
        limitFiles('unlimited');
        await stop();
        await eventually(
          async () => (await site.journal.standing()).writable,
          'the journal is written again',
          Seconds(15),
        );
      }
      const bodies = await prove();
      expect(bodies.some((body) => body.kind === 'journal.lost')).toBe(true);
    },
    Math.max(60_000, CUTS * 15_000),
  );
});
