// @module-tag exhaustive
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aDoor, aGate, at, SAM, wish } from './wiring.kit.ts';

const SIDE = 'door_side000000000000' as DoorId;
/** Sets of doors as a cloud may want them; several swap relays, drop a door, or turn a relay round. */
const SETS = [
  [aDoor()],
  [aDoor({ relayEnergisedMeans: 'locked' })],
  [aDoor({ relay: at(3) }), aDoor({ doorId: SIDE, relay: at(0) })],
  [aDoor({ relay: at(0) }), aDoor({ doorId: SIDE, relay: at(3), rex: at(5) })],
  [aDoor({ doorId: SIDE, relay: at(0), fire: at(6) })],
  [],
];
const set = fc.constantFrom(...SETS.keys());
const happening = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wish' as const), set, name: fc.constantFrom('A', 'B') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('confirm' as const), stale: fc.boolean() }) },
  fc.record({ do: fc.constant('reject' as const) }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('die' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('die in a confirmation' as const) }) },
  fc.record({ do: fc.constant('journal' as const), failing: fc.boolean() }),
  fc.record({ do: fc.constant('disk' as const), full: fc.boolean() }),
);
type Happening = typeof happening extends fc.Arbitrary<infer H> ? H : never;

/** One box, and what people have said yes to: the only wirings that its doors may ever follow. */
const aRun = () => {
  const box = aGate(SETS[0]);
  const allowed = new Set([wish(SETS[0] ?? []).hash]);
  const decided: string[] = [];
  let wished = wish(SETS[0] ?? []);
  let old = '';
  const named = (index: number, name: string) => (SETS[index] ?? []).map((door) => ({ ...door, name }));
  const apply = (from: 'cloud' | 'store') => box.gate().apply(wished, from);
  const decide = async (outcome: 'confirm' | 'reject', hash: string) => {
    const [was, asked] = [box.gate().standing()?.waiting, box.asked()];
    try {
      await box.gate()[outcome]({ hash, who: SAM, anyway: true });
    } catch {
      return;
    }
    if (outcome === 'confirm' && asked !== undefined) allowed.add(asked);
    if (was?.hash === hash && !(outcome === 'reject' && was.rejected !== null)) decided.push(`${outcome} ${asked}`);
  };
  const run: { readonly [Kind in Happening['do']]: (what: Extract<Happening, { do: Kind }>) => Promise<unknown> } = {
    wish: async ({ set: index, name }) => {
      old = box.waiting() ?? old;
      wished = wish(named(index, name));
      await apply('cloud');
    },
    confirm: async ({ stale }) => {
      await decide('confirm', stale ? old : (box.waiting() ?? ''));
      await apply('cloud');
    },
    reject: () => decide('reject', box.waiting() ?? ''),
    die: async () => {
      box.restart();
      await apply('store');
    },
    'die in a confirmation': async () => {
      const [hash, asked] = [box.waiting(), box.asked()];
      if (hash === undefined || asked === undefined || box.disk().full) return;
      box.journal.hanging = true;
      void box.gate().confirm({ hash, who: SAM, anyway: true });
      await Promise.resolve();
      box.journal.hanging = false;
      allowed.add(asked);
      decided.push(`confirm ${asked}`);
      box.restart();
      await apply('store');
    },
    journal: async ({ failing }) => {
      box.journal.failing = failing;
    },
    disk: async ({ full }) => {
      box.disk().full = full;
    },
  };
  return {
    box,
    run: (what: Happening) => (run[what.do] as (what: Happening) => Promise<unknown>)(what),
    /** What is driven is one of the sets that somebody said yes to, whole. */
    holds: () => {
      const driven = box.driven();
      expect(allowed, 'what is driven').toContain(wish(driven).hash);
      const relays = driven.map(({ relay }) => JSON.stringify(relay));
      expect(new Set(relays).size).toBe(relays.length);
      const report = box.gate().report();
      expect(report?.waiting === null).toBe(box.gate().standing() === undefined);
      if (report?.waiting === null) expect(report.inForce).toBe(wished.hash);
    },
    end: async () => {
      box.journal.failing = false;
      await box.gate().state();
      const stated = box.journalled.map(({ kind, data }) => {
        const outcome = kind === 'wiring.confirmed' ? 'confirm' : 'reject';
        return `${outcome} ${(data as { wiring: string }).wiring}`;
      });
      expect(new Set(box.journalled.map(({ data }) => (data as { decisionId: string }).decisionId)).size).toBe(
        decided.length,
      );
      expect(stated.sort()).toEqual([...decided].sort());
      box.close();
    },
  };
};

describe('whatever happens to a box whose wiring changes', () => {
  it('its doors follow nothing but whole wirings that somebody confirmed, and no decision is lost or stated as two', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 25 }), async (happenings) => {
        const run = aRun();
        await run.run({ do: 'die' });
        for (const what of happenings) {
          await run.run(what);
          run.holds();
        }
        await run.end();
      }),
      { numRuns: 60 },
    );
  });
});
