import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { aroundStatements } from '../../testing/around-statements.ts';
import { type Gate, serveGate } from './testing/gate.ts';
import { giveCredit, setFacility } from './testing/stored.ts';

const CREDIT = 1_000_000;
const LONG = 'all work and no play '.repeat(4);

/** A database as a process has it that is gone at its n-th statement or commit: from then on nothing is answered, nor written. */
const dyingAt = (db: Database, n: number) => {
  const never = new Promise<never>(() => undefined);
  const { promise: died, resolve: die } = Promise.withResolvers<'died'>();
  let points = 0;
  const atPoint = (): void => {
    points += 1;
    if (points === n) die('died');
  };
  const dying: Database = {
    ...db,
    write: async (work) => {
      if (points >= n) return never;
      const after = (): void => {
        atPoint();
        if (points >= n) throw new Error('the process is gone');
      };
      const written = db.write((tx) => work(aroundStatements(tx, { after })));
      const result = await written.catch((error: unknown) => (points >= n ? never : Promise.reject(error)));
      atPoint();
      return points >= n ? never : result;
    },
  };
  return { db: dying, died };
};

describe.each(ENGINES)('a gate that is gone at any write on $name', ({ open }) => {
  let clock: ManualClock;
  let db: Database;
  let gate: Gate;
  beforeEach(async () => {
    clock = new ManualClock();
    db = await open();
    gate = await serveGate(db, clock);
    await giveCredit(gate.world, gate.facilityId, CREDIT);
    await setFacility(db, gate.facilityId, { spend_limit_cents: 100, spend_reset: 'month' });
  });
  afterEach(() => gate.close());

  /** What is spent is gone from the credit, and all sums say so; nothing is held or open. */
  const expectWhole = async (said: string): Promise<void> => {
    const { credit, revenue, shortfall, held } = await gate.credit();
    expect([credit + revenue - shortfall, held], said).toEqual([CREDIT, 0]);
    const [rows, rollups, counters] = [await gate.requests(), await gate.rollups(), await gate.counters()];
    const spent = rows.reduce((sum, { cost_micros: cost }) => sum + cost, 0);
    expect([spent, new Set(rows.map(({ state }) => state))], said).toEqual([CREDIT - credit, new Set(['settled'])]);
    expect(
      rollups.reduce((sum, { requests }) => sum + requests, 0),
      said,
    ).toBe(rows.length);
    expect(
      rollups.reduce((sum, { cost_micros: cost }) => sum + cost, 0),
      said,
    ).toBe(spent);
    expect(
      counters.map(({ used_micros: used, held_micros: kept }) => [used, kept]),
      said,
    ).toEqual([[spent, 0]]);
  };

  it('loses nothing: what it held is given back, or taken for what it came to, once', async () => {
    // Told falsely, so that what is taken is more than was held: no unit has more to write.
    gate.models.behave({ usage: 'false' });
    const other = gate.replica();
    let n = 1;
    for (let outcome = ''; outcome !== 'answered'; n += 1) {
      const dying = dyingAt(db, n);
      const itsClock = new ManualClock(isoOf(clock.wallMs()));
      const replica = gate.replica(itsClock, dying.db);
      const call = await gate.callOn(dying.db);
      const living = async () => {
        const { answer } = await replica.chat(Buffer.from(JSON.stringify(gate.say(LONG, { stream: true }))), call);
        if (typeof answer === 'string') throw new Error('it is no stream');
        let pieces = 0;
        // Of what takes seconds it is written down how far it has got.
        for await (const _ of answer.read(new AbortController().signal))
          if (++pieces === 5) await itsClock.advance(Seconds(2));
        return 'answered';
      };
      outcome = await Promise.race([living(), dying.died]);
      await clock.advance(Minutes(2));
      await Promise.all([gate.world.inference.sweep(), other.sweep()]);
      expect(await gate.world.inference.sweep(), `${n}`).toBe(0);
      if ((await gate.requests()).length > 0) await expectWhole(`gone at ${n}`);
    }
    // Of hold, progress and settlement.
    expect(n).toBeGreaterThan(20);
    await other.close();
    expect(new Set((await gate.requests()).map(({ usage_source: source }) => source))).toEqual(
      new Set(['recovered', 'provider']),
    );
  });

  it('nor does it while it settles what another has left', async () => {
    gate.models.faults.want({ kind: 'no-answer', times: 1 });
    gate
      .replica(new ManualClock())
      .chat(Buffer.from(JSON.stringify(gate.say('hi'))), await gate.callOn())
      .catch(() => undefined);
    await gate.until(async () => gate.models.received.length === 1);
    await clock.advance(Minutes(2));
    let n = 1;
    for (let outcome: unknown = 'died'; outcome === 'died'; n += 1) {
      const dying = dyingAt(db, n);
      outcome = await Promise.race([gate.replica(clock, dying.db).sweep(), dying.died]);
    }
    expect(n).toBeGreaterThan(5);
    await expectWhole('swept');
    expect(await gate.requests()).toHaveLength(1);
  });
});
