import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { silentLog } from '../fakes/silent-log.ts';
import { openBoxStore } from '../store/box-store.ts';
import { aBox, aDoor, aFireStore, FRONT, INPUT } from './doors.kit.ts';
import { createFireMemory, type FireStore } from './fire-memory.ts';

/** A box whose front door a fire has released; the input is quiet again. */
const afterAFire = async (fireStore: FireStore) => {
  const box = aBox({ deps: { fireStore } });
  await box.up();
  box.board.inputs[INPUT.fire] = true;
  await box.pass(500);
  box.board.inputs[INPUT.fire] = false;
  await box.pass(500);
  return box;
};

describe('what the box remembers of a fire', () => {
  it('is kept before the fact of the fire is committed, and forgotten after the reset by hand', async () => {
    const order: string[] = [];
    const store = aFireStore();
    const fireStore = {
      ...store,
      keep: (doorIds: readonly DoorId[]) => void order.push(`saved ${doorIds.length}`),
    };
    const box = aBox({ deps: { fireStore } });
    const { record } = box.journal;
    box.journal.record = async (...bodies) => {
      await new Promise<void>((resolve) => setImmediate(resolve)); // As the journal does: facts of one turn share a commit.
      order.push(...bodies.map(({ kind }) => kind));
      return record(...bodies);
    };
    await box.up();
    box.board.inputs[INPUT.fire] = true;
    await box.pass(500);
    expect(order.slice(0, 2)).toEqual(['saved 1', 'fire.raised']);
    box.board.inputs[INPUT.fire] = false;
    await box.pass(5_000);
    await box.doors.resetFire(FRONT, 'ana');
    await box.pass(500);
    expect(order.filter((what) => what.startsWith('saved'))).toEqual(['saved 1', 'saved 0']);
  });

  it.each([
    ['the agent alone', { powerLoss: false, clockTrusted: () => true }],
    ['the whole machine, which nobody knows how long was off', { powerLoss: true, clockTrusted: () => false }],
  ])('survives a restart of %s: the door comes up released and stays so until it is reset', async (_what, deps) => {
    const path = join(mkdtempSync(join(tmpdir(), 'fire-')), 'box.db');
    const open = () => openBoxStore(path, { nowMs: 0, log: silentLog });
    const slotOf = (store: ReturnType<typeof open>) => store.slot('fire_released', z.array(DoorId));
    const before = open();
    await afterAFire(slotOf(before));
    before.close(); // Without a goodbye of the doors: the power went.

    const store = open();
    const box = aBox({ deps: { ...deps, fireStore: slotOf(store) } });
    await box.up();
    await box.pass(60_000);
    expect(box.lock.unlocked()).toBe(true);
    expect(box.board.writes.every(({ energised }) => energised)).toBe(true);
    expect(box.doors.report()[0]?.alarms).toEqual(['fire']);
    expect(box.journal.moves()).toEqual(['unlocked by fire']);
    await box.doors.resetFire(FRONT, 'ana');
    await box.pass(500);
    expect(box.lock.unlocked()).toBe(false);
    await box.settled(box.doors.close());
    expect(slotOf(store).load()).toEqual([]);
    store.close();
  });

  it('takes up the release without a gap when the restart is shorter than a lease', async () => {
    const box = aBox({ deps: { fireStore: aFireStore(FRONT) } });
    box.board.coils[0] = true;
    box.board.inputs[INPUT.sense] = true;
    await box.up();
    await box.pass(30_000);
    expect(box.board.writes.every(({ energised }) => energised)).toBe(true);
    expect(box.lock.unlocked()).toBe(true);
  });

  it('holds a door open over force-closed, as the fire itself does', async () => {
    const kept = { [FRONT]: { mode: 'force-closed', untilMs: null, by: 'ana', reason: null, generation: 1 } } as const;
    const box = aBox({ kept: { ...kept }, deps: { fireStore: aFireStore(FRONT) } });
    await box.up();
    await box.pass(500);
    expect(box.lock.unlocked()).toBe(true);
  });

  it('outlives a door that left this box and came back, and no door that has no fire input any more', async () => {
    const fireStore = aFireStore();
    const box = await afterAFire(fireStore);
    await box.settled(box.doors.apply([]));
    await box.settled(box.doors.apply([aDoor({ holdSeconds: 3 })]));
    await box.pass(20_000);
    expect(box.lock.unlocked()).toBe(true);
    await box.settled(box.doors.apply([aDoor({ fire: null })]));
    await box.pass(500);
    expect(box.lock.unlocked()).toBe(false);
    expect(fireStore.saved).toEqual([]);
  });

  it('writes only what changed', () => {
    const kept: (readonly DoorId[])[] = [];
    const store = { load: () => [FRONT], keep: (doorIds: readonly DoorId[]) => void kept.push(doorIds) };
    const memory = createFireMemory(store);
    memory.set(FRONT, true);
    memory.set(FRONT, false);
    memory.set(FRONT, false);
    expect(kept).toEqual([[]]);
  });
});
