import { isDeepStrictEqual } from 'node:util';
import { type Lockdown, type LockdownOverride, NO_LOCKDOWN } from '@gatehouse/shared/door/lockdown.ts';
import { type MaintenanceOverride, NO_MAINTENANCE } from '@gatehouse/shared/door/maintenance.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aBox, aSlot, FRONT, type Kept } from './doors.kit.ts';

const mode = fc.constantFrom('off' as const, 'force-open' as const, 'force-closed' as const);
/** How far behind the truth whoever acts is. */
const behind = fc.constantFrom(0, 0, 0, 1, 2);
const doing = fc.oneof(
  fc.record({ do: fc.constant('override' as const), mode, behind }),
  fc.record({ do: fc.constant('panel' as const), mode, behind }),
  fc.record({ do: fc.constant('override lockdown' as const), active: fc.boolean(), behind }),
  fc.record({ do: fc.constant('panel lockdown' as const), active: fc.boolean(), behind }),
  fc.record({ do: fc.constant('serve' as const) }),
  fc.record({ do: fc.constant('restart' as const) }),
);
type Doing = typeof doing extends fc.Arbitrary<infer D> ? D : never;

/** A box whose disk outlives its restarts, and a cloud that shows the newest override of each kind again and again. */
const aWorld = async () => {
  const disk = { kept: {} as Kept, lockdowns: aSlot<Record<string, Lockdown>>(), overrides: aSlot<string[]>() };
  const earlier: FactBody[] = [];
  const shown: { maintenance?: MaintenanceOverride; lockdown?: LockdownOverride } = {};
  const served = new Set<string>();
  let overrides = 0;
  const start = async () => {
    const box = aBox({ kept: disk.kept, deps: { lockdownStore: disk.lockdowns, overrideStore: disk.overrides } });
    await box.up();
    return box;
  };
  let box = await start();

  const report = () => box.doors.report()[0] ?? expect.fail('no door');
  const seen = (generation: number, behind: number) => Math.max(0, generation - behind);
  const anOverride = () => ({
    wishId: `ovr_${String(++overrides).padStart(16, '0')}`,
    doorId: FRONT,
    by: 'desk',
    reason: '',
  });
  const here = { doorId: FRONT, by: 'ana', reason: '' };
  const outdated = (error: { code: string }) => expect(error.code).toMatch(/_outdated$/);
  const serve = async () => {
    const { maintenance, lockdown } = shown;
    for (const override of [maintenance, lockdown]) if (override !== undefined) served.add(override.wishId);
    await box.doors.takeOverrides({
      maintenanceWishes: maintenance === undefined ? [] : [maintenance],
      lockdownWishes: lockdown === undefined ? [] : [lockdown],
    });
  };
  const restart = async () => {
    await box.settled(box.doors.close());
    earlier.push(...box.journal.facts);
    box = await start();
  };
  const change = async (it: Extract<Doing, { behind: number }>): Promise<void> => {
    const { maintenance, lockdown } = report();
    if ('mode' in it) {
      const what = { mode: it.mode, untilMs: null, seen: seen(maintenance.generation, it.behind) };
      if (it.do === 'override') shown.maintenance = { ...anOverride(), ...what };
      else await box.doors.setMaintenance({ ...here, ...what }).catch(outdated);
      return;
    }
    const what = { active: it.active, seen: seen(lockdown?.generation ?? 0, it.behind) };
    if (it.do === 'override lockdown') shown.lockdown = { ...anOverride(), ...what };
    else await box.doors.setLockdown({ ...here, ...what }).catch(outdated);
  };
  const carryOut = async (it: Doing): Promise<void> => {
    if (it.do === 'serve') await serve();
    else if (it.do === 'restart') await restart();
    else await change(it);
  };
  return { carryOut, serve, report, served, facts: () => [...earlier, ...box.journal.facts] };
};

/** Two overrides for the very same, made looking at the same, are one change: the later one is told so in the same words. */
const distinct = <Change>(changes: readonly Change[]): Change[] =>
  changes.filter((change, at) => !isDeepStrictEqual(change, changes[at - 1]));

describe('overrides and changes in any order, over restarts', () => {
  it('leave the door as the last that was taken says, and each override that was shown has one outcome on record', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(doing, { maxLength: 30 }), async (script) => {
        const world = await aWorld();
        for (const it of script) await world.carryOut(it);
        await world.serve();
        const facts = world.facts();
        const outcomes = facts.flatMap(({ data }) => ('wishId' in data && data.wishId ? [data.wishId] : []));
        expect(outcomes.toSorted()).toEqual([...world.served].toSorted());
        const changes = distinct(
          facts.flatMap((fact) => (fact.kind === 'maintenance.changed' ? [fact.data.maintenance] : [])),
        );
        expect(changes.map(({ generation }) => generation)).toEqual(changes.map((_change, at) => at + 1));
        expect(world.report().maintenance).toEqual(changes.at(-1) ?? NO_MAINTENANCE);
        const lockdowns = distinct(
          facts.flatMap((fact) => (fact.kind === 'lockdown.changed' ? [fact.data.lockdown] : [])),
        );
        expect(lockdowns.map(({ generation }) => generation)).toEqual(lockdowns.map((_lockdown, at) => at + 1));
        expect(world.report().lockdown).toEqual(lockdowns.at(-1) ?? NO_LOCKDOWN);
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});
