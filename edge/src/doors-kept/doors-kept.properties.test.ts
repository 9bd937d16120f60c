// @module-tag exhaustive
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Lockdown, NO_LOCKDOWN } from '@gatehouse/shared/door/lockdown.ts';
import { NO_MAINTENANCE } from '@gatehouse/shared/door/maintenance.ts';
import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { silentLog } from '../fakes/silent-log.ts';
import { openBoxStore } from '../store/box-store.ts';
import { isFirstStart } from '../store/first-start.ts';
import { keepDoors } from './keep-doors.ts';
import { KEPT_FILES } from './kept-copies.ts';

const DOORS = [DoorId.parse('door_front00000000000'), DoorId.parse('door_back000000000000')] as const;
const door = fc.constantFrom(...DOORS);
const harm = fc.constantFrom('garbage' as const, 'emptied' as const, 'missing' as const, 'older' as const);
const happening = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('lockdown' as const), door, active: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('closed' as const), door, active: fc.boolean() }) },
  fc.record({ do: fc.constant('fire' as const), door, active: fc.boolean() }),
  fc.record({ do: fc.constant('back up' as const) }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('harm the store' as const), harm }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('harm a copy' as const), harm, which: fc.constantFrom(0, 1) }) },
  fc.record({ do: fc.constant('the cloud speaks' as const) }),
);
type Happening = typeof happening extends fc.Arbitrary<infer H> ? H : never;

const FILES = ['box.db', ...KEPT_FILES];

/** A box's store with its copies, over restarts, and beside it what anybody was told that holds. */
const aBox = () => {
  const dir = mkdtempSync(join(tmpdir(), 'doorsKept-'));
  const old = mkdtempSync(join(tmpdir(), 'doorsKept-backup-'));
  const clock = new ManualClock();
  const open = () => {
    const isFirst = isFirstStart(dir);
    const opened = openBoxStore(join(dir, 'box.db'), { nowMs: clock.wallMs(), log: silentLog, isFirst });
    const kept = keepDoors({ box: opened, dataDir: dir, isFirst, clock, log: silentLog });
    const lockdowns = kept.box.slot('lockdown', z.record(z.string(), Lockdown));
    const fires = kept.box.slot('fire_released', z.array(DoorId));
    const shut = (doorId: DoorId) => kept.box.doorsKept.inDoubt(doorId);
    return { kept, opened, lockdowns, fires, shut };
  };
  let run = open();
  const close = async () => {
    await run.kept.close();
    run.opened.close();
  };
  const change = {
    lockdown: async (doorId: DoorId, active: boolean) => {
      const all = run.lockdowns.load() ?? {};
      const generation = (all[doorId] ?? NO_LOCKDOWN).generation + 1;
      run.lockdowns.keep({ ...all, [doorId]: { active, by: 'Sam', reason: '', generation } });
      await run.kept.box.doorsKept.kept();
    },
    closed: async (doorId: DoorId, active: boolean) => {
      const { generation } = run.kept.box.maintenance.load()[doorId] ?? NO_MAINTENANCE;
      const mode = active ? ('force-closed' as const) : ('off' as const);
      await run.kept.box.maintenance.commit(doorId, { ...NO_MAINTENANCE, mode, generation: generation + 1 });
    },
    fire: async (doorId: DoorId, active: boolean) => {
      const others = (run.fires.load() ?? []).filter((one) => one !== doorId);
      run.fires.keep(active ? [...others, doorId] : others);
      await run.kept.box.doorsKept.kept();
    },
  };
  const spoil = (name: string, how: 'garbage' | 'emptied' | 'missing' | 'older'): boolean => {
    const path = join(dir, name);
    for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
    if (how === 'older') {
      if (!existsSync(join(old, name))) return false;
      copyFileSync(join(old, name), path);
    } else if (how === 'missing') rmSync(path);
    else writeFileSync(path, how === 'emptied' ? '' : 'no such thing as it was '.repeat(400));
    return how !== 'older';
  };
  return {
    change,
    spoil,
    run: () => run,
    stop: close,
    start: () => {
      run = open();
    },
    backUp: () => {
      for (const name of FILES) copyFileSync(join(dir, name), join(old, name));
    },
  };
};

describe('S2 what stands over doors', () => {
  it('survives whatever becomes of the files, in any order, and nothing stands that was ended', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 3, maxLength: 9 }), async (happenings) => {
        const box = aBox();
        await box.run().kept.box.doorsKept.kept();
        const told = new Map(DOORS.map((id) => [id, { lockdown: false, closed: false, fire: false }]));
        /** Both copies were lost once: what stands may be more than was told, and never less. */
        let lostOnce = false;
        const check = () => {
          const { lockdowns, fires, kept, shut } = box.run();
          const maintenance = kept.box.maintenance.load();
          for (const [id, due] of told) {
            const is = {
              lockdown: lockdowns.load()?.[id]?.active ?? false,
              closed: maintenance[id]?.mode === 'force-closed',
              fire: fires.load()?.includes(id) ?? false,
            };
            if (!lostOnce) expect({ ...is, doubted: shut(id) }).toEqual({ ...due, doubted: false });
            else if (!shut(id))
              expect([due.lockdown && !is.lockdown, due.closed && !is.closed]).toEqual([false, false]);
          }
        };
        const restart = async (meanwhile: () => void) => {
          await box.stop();
          meanwhile();
          box.start();
        };
        const speak = async () => {
          if (box.run().kept.box.doorsKept.doubt() === undefined) return;
          for (const [id, { lockdown, closed }] of told) {
            if (lockdown) await box.change.lockdown(id, true);
            if (closed) await box.change.closed(id, true);
          }
          box.run().kept.box.doorsKept.settleAll();
        };
        const staff = async (it: Extract<Happening, { active: boolean }>) => {
          await box.change[it.do](it.door, it.active);
          told.set(it.door, { ...(told.get(it.door) ?? expect.fail('no door')), [it.do]: it.active });
        };
        const act = (it: Happening): Promise<void> => {
          if ('active' in it) return staff(it);
          if (it.do === 'the cloud speaks') return speak();
          if (it.do === 'harm the store') return restart(() => void box.spoil('box.db', it.harm));
          if (it.do === 'harm a copy') return restart(() => void box.spoil(KEPT_FILES[it.which] ?? '', it.harm));
          return restart(it.do === 'back up' ? box.backUp : () => undefined);
        };
        for (const it of happenings) {
          await act(it);
          await box.run().kept.box.doorsKept.kept();
          lostOnce ||= box.run().kept.box.doorsKept.doubt() !== undefined;
          check();
        }
        // At last everything at once: nobody knows, so nobody gets in.
        await restart(() => {
          for (const name of FILES) box.spoil(name, 'garbage');
        });
        for (const id of DOORS) expect(box.run().shut(id)).toBe(true);
        await box.stop();
      }),
      { numRuns: 30, interruptAfterTimeLimit: 5_000 },
    );
  }, 30_000);
});
