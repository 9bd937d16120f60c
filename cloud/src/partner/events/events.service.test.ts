import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Days, Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { createEventsService, type EventsService } from './events.service.ts';

const PARTNER = 'ptr_0123456789abcdef' as PartnerId;
const OTHER = 'ptr_fedcba9876543210' as PartnerId;
const FACILITY = 'fac_0123456789abcdef' as FacilityId;

describe.each(ENGINES)('the feed on $name', ({ name: engine, open }) => {
  let db: Database;
  let clock: ManualClock;
  let events: EventsService;
  beforeEach(async () => {
    clock = new ManualClock();
    db = await open();
    events = createEventsService({ db, clock, random: systemRandom });
  });
  const add = (n: number, partnerId = PARTNER) =>
    db.write((tx) => events.add(tx, { partnerId, facilityId: FACILITY, kind: 'unlock', data: { n } }));
  const numbers = (page: Awaited<ReturnType<EventsService['page']>>) => page.events.map(({ data }) => data.n);

  /** Forgets what is more than 30 days old, in units, and says how many events that were. */
  const forget = async (most = 500): Promise<number> => {
    for (let total = 0; ; ) {
      const gone = await db.write((tx) => events.forgetBefore(tx, clock.wallMs() - Days(30), most));
      total += gone;
      if (gone < most) return total;
    }
  };

  /** Follows the cursor until there is nothing more. */
  const readFrom = async (after: number | undefined, limit: number) => {
    const seen: string[] = [];
    for (let at = after; ; ) {
      const page = await events.page(PARTNER, { after: at, limit });
      seen.push(...page.events.map(({ id }) => id));
      at = page.next;
      if (!page.more) return { seen, next: at };
    }
  };

  it('gives events in the order they were recorded, page after page, and each partner its own', async () => {
    for (let n = 1; n <= 5; n++) {
      await add(n);
      await add(-n, OTHER);
    }
    const first = await events.page(PARTNER, { limit: 2 });
    expect([numbers(first), first.more]).toEqual([[1, 2], true]);
    const second = await events.page(PARTNER, { after: first.next, limit: 2 });
    expect([numbers(second), second.more]).toEqual([[3, 4], true]);
    const third = await events.page(PARTNER, { after: second.next, limit: 2 });
    expect([numbers(third), third.more]).toEqual([[5], false]);
    const end = await events.page(PARTNER, { after: third.next, limit: 2 });
    expect(end).toEqual({ events: [], next: third.next, more: false, complete: true });
    expect(numbers(await events.page(OTHER, { limit: 9 }))).toEqual([-1, -2, -3, -4, -5]);
  });

  it('gives the same events for the same cursor again, with what came since after them', async () => {
    await add(1);
    const { next } = await events.page(PARTNER, { limit: 9 });
    await add(2);
    const once = await events.page(PARTNER, { after: next, limit: 9 });
    await add(3);
    const again = await events.page(PARTNER, { after: next, limit: 9 });
    expect(numbers(once)).toEqual([2]);
    expect(again.events[0]).toEqual(once.events[0]);
    expect(numbers(again)).toEqual([2, 3]);
    expect(numbers(await events.page(PARTNER, { limit: 9 }))).toEqual([1, 2, 3]);
  });

  it('an event whose unit was rolled back is never seen', async () => {
    const failing = db.write(async (tx) => {
      await events.add(tx, { partnerId: PARTNER, facilityId: FACILITY, kind: 'unlock', data: {} });
      throw new Error('the cause did not happen');
    });
    await expect(failing).rejects.toThrow('did not happen');
    expect((await events.page(PARTNER, { limit: 9 })).events).toEqual([]);
  });

  it('readers among concurrent writers miss nothing and get nothing twice, whatever commits when', async () => {
    const slow = async (n: number) => {
      const turns = n % 7;
      await db.write(async (tx) => {
        await events.add(tx, { partnerId: PARTNER, facilityId: FACILITY, kind: 'unlock', data: { n } });
        // A unit that commits long after it has written: a number given at writing would have been passed by then.
        for (let turn = 0; turn < turns; turn++) await tx.selectFrom('partner_feed').select('last_seq').execute();
      });
    };
    const writers = Promise.all(
      Array.from({ length: 8 }, async (_w, writer) => {
        for (let n = 0; n < 25; n++) await slow(writer * 100 + n);
      }),
    );
    let writing = true;
    void writers.then(() => {
      writing = false;
    });
    const follow = async (limit: number) => {
      const seen: string[] = [];
      let after: number | undefined;
      for (let last = false; ; ) {
        const page = await events.page(PARTNER, { after, limit });
        seen.push(...page.events.map(({ id }) => id));
        after = page.next;
        if (page.more) continue;
        if (last) return seen;
        last = !writing;
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const [a, b, c] = await Promise.all([follow(3), follow(50), follow(200), writers]);
    expect(a).toHaveLength(200);
    expect(new Set(a).size).toBe(200);
    expect(b).toEqual(a);
    expect(c).toEqual(a);
    expect((await readFrom(undefined, 200)).seen).toEqual(a);
  });

  it('any mix of writing, reading and waiting gives one order without holes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.record({ kind: fc.constant('write' as const), count: fc.integer({ min: 1, max: 4 }) }),
            fc.record({ kind: fc.constant('read' as const), limit: fc.integer({ min: 1, max: 5 }) }),
            fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 3 }) }),
          ),
          { maxLength: 12 },
        ),
        async (steps) => {
          const start = (await readFrom(undefined, 200)).next;
          let at: number | undefined = start;
          const seen: string[] = [];
          let written = 0;
          for (const step of steps) {
            if (step.kind === 'wait') await clock.advance(Milliseconds(step.ms));
            else if (step.kind === 'write') {
              await Promise.all(Array.from({ length: step.count }, () => add(1)));
              written += step.count;
            } else {
              const page = await events.page(PARTNER, { after: at, limit: step.limit });
              seen.push(...page.events.map(({ id }) => id));
              at = page.next;
            }
          }
          seen.push(...(await readFrom(at, 2)).seen);
          expect(seen).toHaveLength(written);
          expect((await readFrom(start, 3)).seen).toEqual(seen);
        },
      ),
      { numRuns: engine === 'sqlite' ? 30 : 10 },
    );
  });

  it('forgets what is old, and tells a reader who comes too late that something is gone', async () => {
    await add(1);
    const { next } = await events.page(PARTNER, { limit: 9 });
    await add(2);
    await add(-2, OTHER);
    await clock.advance(Days(30));
    expect(await forget()).toBe(0);
    await add(3);
    await clock.advance(Milliseconds(1));
    expect(await forget()).toBe(3);
    expect(await forget()).toBe(0);
    const late = await events.page(PARTNER, { after: next, limit: 9 });
    expect([numbers(late), late.complete]).toEqual([[3], false]);
    expect((await events.page(PARTNER, { after: late.next, limit: 9 })).complete).toBe(true);
    const fresh = await events.page(PARTNER, { limit: 9 });
    expect([numbers(fresh), fresh.complete]).toEqual([[3], true]);
  });

  it('removes more than one unit takes', async () => {
    for (let batch = 0; batch < 3; batch++)
      await db.write((tx) =>
        events.addAll(
          tx,
          Array.from({ length: 700 }, () => ({
            partnerId: PARTNER,
            facilityId: FACILITY,
            kind: 'unlock' as const,
            data: {},
          })),
        ),
      );
    await clock.advance(Days(31));
    expect(await forget()).toBe(2_100);
  });
});
