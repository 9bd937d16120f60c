import type { Lockdown } from '@gatehouse/shared/door/lockdown.ts';
import type { EventId } from '@gatehouse/shared/ids/ids.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import { describe, expect, it } from 'vitest';
import { aBox, aSlot, FRONT, INPUT } from './doors.kit.ts';
import type { LockdownChange } from './doors.ts';

const entryId = 'evt_entry00000000000' as EventId;
const change = (active: boolean, more: Partial<LockdownChange> = {}): LockdownChange => ({
  doorId: FRONT,
  active,
  by: 'ana',
  reason: 'threat outside',
  ...more,
});
const staff = { doorId: FRONT, untilMs: null, by: 'bob', reason: 'delivery' };
const kept = (active = true) =>
  aSlot<Record<string, Lockdown>>({ [FRONT]: { active, by: 'ana', reason: 'threat', generation: 4 } });

describe('a lockdown', () => {
  it('keeps everybody out but who breaks the glass, and says so', async () => {
    const box = aBox();
    await box.up();
    expect(await box.doors.setLockdown(change(true))).toMatchObject({ active: true, generation: 1 });
    expect(await box.unlock()).toEqual({ outcome: 'refused', reason: 'lockdown' });
    expect(await box.doors.grant({ entryId, doorId: FRONT })).toMatchObject({ outcome: 'refused', reason: 'lockdown' });
    await box.pass(500);
    expect(box.board.writes).toEqual([]);
    const glass = { entryId, doorId: FRONT, breakGlass: true };
    expect(await box.settled(box.doors.grant(glass))).toMatchObject({ outcome: 'unlocked' });
    expect(box.doors.report()[0]).toMatchObject({
      lockdown: { active: true, by: 'ana' },
      maintenance: { mode: 'off' },
    });
    expect(box.journal.facts[0]).toEqual({
      kind: 'lockdown.changed',
      data: { doorId: FRONT, lockdown: { active: true, by: 'ana', reason: 'threat outside', generation: 1 } },
    });
  });

  it('keeps nobody in: the exit button and fire release as ever', async () => {
    const box = aBox();
    await box.up();
    await box.doors.setLockdown(change(true));
    box.board.inputs[INPUT.rex] = true;
    await box.pass(500);
    expect(box.lock.unlocked()).toBe(true);
    // Who is kept out is not told that the door is open.
    expect(await box.doors.grant({ entryId, doorId: FRONT })).toMatchObject({ outcome: 'refused', reason: 'lockdown' });
    box.board.inputs[INPUT.rex] = false;
    await box.pass(4_500);
    expect(box.lock.unlocked()).toBe(true);
    await box.pass(1_500);
    expect(box.lock.unlocked()).toBe(false);
    box.board.inputs[INPUT.fire] = true;
    await box.pass(500);
    expect(box.lock.unlocked()).toBe(true);
  });

  it('ends a running entry at once, but neither an exit nor an entry whose leaf stands open', async () => {
    const box = aBox();
    await box.up();
    await box.settled(box.doors.grant({ entryId, doorId: FRONT }));
    await box.doors.setLockdown(change(true));
    await box.pass(200);
    expect(box.lock.unlocked()).toBe(false);
    expect(box.journal.moves()).toEqual(['unlocked by access', 'locked by lockdown']);

    const passing = aBox();
    await passing.up();
    await passing.settled(passing.unlock());
    passing.board.inputs[INPUT.contact] = true;
    await passing.pass(500);
    await passing.doors.setLockdown(change(true));
    await passing.pass(500);
    expect(passing.lock.unlocked()).toBe(true);

    const leaving = aBox();
    await leaving.up();
    leaving.board.inputs[INPUT.rex] = true;
    await leaving.pass(300);
    leaving.board.inputs[INPUT.rex] = false;
    await leaving.pass(300);
    await leaving.doors.setLockdown(change(true));
    await leaving.pass(3_000);
    expect(leaving.lock.unlocked()).toBe(true);
  });

  it('refuses a command that was committed when the lockdown came before its write', async () => {
    const box = aBox();
    await box.up();
    box.board.fault = 'deaf';
    const waiting = box.unlock();
    await box.pass(20);
    await box.doors.setLockdown(change(true));
    box.board.fault = 'none';
    expect(await box.settled(waiting)).toEqual({ outcome: 'refused', reason: 'lockdown' });
    await box.pass(5_000);
    expect(box.board.writes.filter((write) => write.energised)).toEqual([]);
    expect(box.journal.facts).toContainEqual(
      expect.objectContaining({ kind: 'unlock.refused', data: expect.objectContaining({ reason: 'lockdown' }) }),
    );
  });

  it('lies above maintenance: force-open is shut out beneath it and comes back after it, force-closed stays', async () => {
    const box = aBox();
    await box.up();
    await box.settled(box.doors.setMaintenance({ ...staff, mode: 'force-open' }));
    await box.pass(300);
    await box.doors.setLockdown(change(true));
    await box.pass(300);
    expect(box.lock.unlocked()).toBe(false);
    expect(box.doors.report()[0]).toMatchObject({ lockdown: { active: true }, maintenance: { mode: 'force-open' } });
    await box.doors.setLockdown(change(false));
    await box.pass(300);
    expect(box.lock.unlocked()).toBe(true);
    expect(box.journal.moves()).toEqual(['unlocked by maintenance', 'locked by lockdown', 'unlocked by maintenance']);
    await box.settled(box.doors.setMaintenance({ ...staff, mode: 'force-closed' }));
    await box.doors.setLockdown(change(true));
    await box.doors.setLockdown(change(false));
    expect(await box.unlock()).toMatchObject({ reason: 'maintenance', maintenance: { mode: 'force-closed' } });
  });

  it('is ended by its own release only: no end of maintenance, and no time', async () => {
    const box = aBox();
    await box.up();
    await box.doors.setLockdown(change(true));
    await box.settled(box.doors.setMaintenance({ ...staff, mode: 'off' }));
    await box.clock.advance(Hours(3));
    expect(await box.unlock()).toMatchObject({ reason: 'lockdown' });
  });

  it('is not ended by somebody who has not seen it, and begins whatever anybody has seen', async () => {
    const box = aBox();
    await box.up();
    await box.doors.setLockdown(change(true));
    await expect(box.doors.setLockdown(change(false, { seen: 0 }))).rejects.toMatchObject({
      code: 'doors.lockdown_outdated',
    });
    expect(await box.doors.setLockdown(change(true, { seen: 0, by: 'bob' }))).toMatchObject({ generation: 2 });
    expect(await box.doors.setLockdown(change(false, { seen: 2 }))).toMatchObject({ active: false, generation: 3 });
    expect(await box.settled(box.unlock())).toMatchObject({ outcome: 'unlocked' });
    const elsewhere = change(true, { doorId: 'door_0000000000000000' as never });
    await expect(box.doors.setLockdown(elsewhere)).rejects.toMatchObject({ code: 'doors.unknown_door' });
  });

  it.each([
    ['a restart', false, true],
    ['a power loss with a trusted clock', true, true],
    ['a power loss after which nobody knows the time', true, false],
  ])('survives %s, and a lock found released is brought to rest', async (_name, powerLoss, trusted) => {
    const box = aBox({ deps: { lockdownStore: kept(), powerLoss, clockTrusted: () => trusted } });
    box.board.coils[0] = true;
    box.board.inputs[INPUT.sense] = true;
    await box.up();
    await box.pass(300);
    expect(box.lock.unlocked()).toBe(false);
    expect(await box.unlock()).toMatchObject({ reason: 'lockdown' });
    expect(box.doors.report()[0]?.lockdown).toMatchObject({ active: true, generation: 4 });
  });

  it('begins although the disk refuses it, and is given to the store to be kept; its end is not made up', async () => {
    const store = kept(false);
    const box = aBox({ deps: { lockdownStore: store } });
    await box.up();
    store.broken = true;
    await box.doors.setLockdown(change(true));
    expect(await box.unlock()).toMatchObject({ reason: 'lockdown' });
    await expect(box.doors.setLockdown(change(false))).rejects.toMatchObject({ code: 'doors.store_unwritable' });
    expect(box.doors.report()[0]?.lockdown?.active).toBe(true);
    expect(store.saved).toMatchObject({ [FRONT]: { active: true, generation: 5 } });
  });
});

describe('S2 a door of which nobody knows what stood over it', () => {
  const doubted = (deps: Parameters<typeof aBox>[0] = {}) => {
    const settled = new Set<string>();
    const doorsKept = {
      kept: () => Promise.resolve(),
      inDoubt: (doorId: string) => !settled.has(doorId),
      settle: (doorId: string) => void settled.add(doorId),
    };
    return aBox({ ...deps, deps: { doorsKept, ...deps.deps } });
  };
  const glass = { entryId, doorId: FRONT, breakGlass: true };

  it('lets nobody in but who breaks the glass, lets everybody out, and is not opened by the PIN of the box or an override', async () => {
    const box = doubted();
    await box.up();
    expect(await box.unlock()).toEqual({ outcome: 'refused', reason: 'lockdown' });
    expect(await box.doors.grant({ entryId, doorId: FRONT })).toMatchObject({ outcome: 'refused', reason: 'lockdown' });
    expect(box.doors.report()[0]?.lockdown).toMatchObject({ active: true, by: 'this box', generation: 0 });
    for (const ending of [change(false), change(false, { overrideId: 'ovr_1' }), change(false, { manager: false })])
      await expect(box.doors.setLockdown(ending)).rejects.toMatchObject({ code: 'doors.in_doubt' });
    expect(await box.settled(box.doors.grant(glass))).toMatchObject({ outcome: 'unlocked' });
    await box.pass(6_000);
    box.board.inputs[INPUT.rex] = true;
    await box.pass(300);
    expect(box.lock.unlocked()).toBe(true);
    box.board.inputs[INPUT.rex] = false;
    await box.pass(6_000);

    await box.doors.setLockdown(change(false, { manager: true }));
    expect(await box.settled(box.unlock())).toMatchObject({ outcome: 'unlocked' });
    expect(box.journal.facts).toContainEqual(
      expect.objectContaining({ kind: 'lockdown.changed', data: expect.objectContaining({ doorId: FRONT }) }),
    );
  });

  it('is brought to what the cloud knew of it, which shuts and never opens', async () => {
    const none = { doorId: FRONT, lockdown: null, maintenance: null };
    const open = doubted();
    await open.up();
    expect(await open.doors.takeWord([none])).toEqual([]);
    expect(await open.settled(open.unlock())).toMatchObject({ outcome: 'unlocked' });

    const over = { active: true, by: 'Kim', reason: 'fight', generation: 9 };
    const shut = { mode: 'force-closed', untilMs: null, by: 'Kim', reason: 'glass', generation: 3 } as const;
    const box = doubted();
    await box.up();
    expect(await box.doors.takeWord([{ doorId: FRONT, lockdown: over, maintenance: shut }])).toEqual([]);
    expect(box.doors.report()[0]).toMatchObject({
      lockdown: { active: true, by: 'Kim', reason: 'fight' },
      maintenance: { mode: 'force-closed', by: 'Kim', reason: 'glass' },
    });

    // What was begun here meanwhile is newer than what the cloud knew.
    const own = doubted({ deps: { lockdownStore: kept() } });
    await own.up();
    await own.doors.takeWord([
      { ...none, lockdown: { ...over, active: false }, maintenance: { ...shut, mode: 'off' } },
    ]);
    expect(await own.unlock()).toMatchObject({ reason: 'lockdown' });
    const forced = doubted();
    await forced.up();
    await forced.doors.takeWord([{ ...none, maintenance: { ...shut, mode: 'force-open', untilMs: 9e12 } }]);
    expect(forced.doors.report()[0]?.maintenance.mode).toBe('off');
  });
});
