import type { EventId } from '@gatehouse/shared/ids/ids.ts';
import { describe, expect, it } from 'vitest';
import { aBox, FRONT, INPUT } from './doors.kit.ts';
import type { GrantRequest } from './doors.ts';

const ENTRY = 'evt_entry00000000000' as EventId;

/** A box that has let people in: `grant` names a new entry each time. */
const aGrantingBox = async (options: Parameters<typeof aBox>[0] = {}) => {
  const box = aBox(options);
  await box.up();
  let entries = 0;
  const grant = (overrides: Partial<GrantRequest> = {}) => {
    entries++;
    const entryId = `evt_${String(entries).padStart(16, '0')}` as EventId;
    return box.doors.grant({ entryId, doorId: FRONT, ...overrides });
  };
  return { ...box, grant };
};

describe('letting somebody in whom the box itself decided to let in', () => {
  it('says unlocked once the lock was seen to move, and names the entry as the cause', async () => {
    const box = await aGrantingBox();
    const result = await box.settled(box.grant({ entryId: ENTRY }));
    expect(result).toMatchObject({ outcome: 'unlocked', holdSeconds: 5 });
    expect(result.tookMs).toBeGreaterThan(0);
    expect(result.tookMs).toBeLessThan(250);
    await box.pass(5_500);
    expect(box.lock.unlocked()).toBe(false);
    expect(box.board.writes).toHaveLength(1);
    expect(box.journal.facts).toEqual([
      { kind: 'lock.moved', data: { doorId: FRONT, to: 'unlocked', cause: 'access', entryId: ENTRY } },
      { kind: 'lock.moved', data: { doorId: FRONT, to: 'locked', cause: 'relock' } },
    ]);
  });

  it('opens although the journal cannot be written', async () => {
    const box = await aGrantingBox();
    box.journal.broken = true;
    expect(await box.settled(box.grant())).toMatchObject({ outcome: 'unlocked' });
    expect(box.lock.unlocked()).toBe(true);
  });

  it('holds longer for who needs more time, and a normal entry meanwhile does not shorten it', async () => {
    const box = await aGrantingBox();
    expect(await box.settled(box.grant({ hold: 'extended' }))).toMatchObject({ outcome: 'unlocked', holdSeconds: 15 });
    await box.pass(2_000);
    expect(await box.settled(box.grant())).toMatchObject({ outcome: 'unlocked', holdSeconds: 5 });
    await box.pass(12_000);
    expect(box.lock.unlocked()).toBe(true);
    await box.pass(1_500);
    expect(box.lock.unlocked()).toBe(false);
    expect(box.journal.moves()).toEqual(['unlocked by access', 'locked by relock']);
  });

  it('never holds an extended entry shorter than a normal one', async () => {
    const box = await aGrantingBox({ config: { holdSeconds: 30 } });
    expect(await box.settled(box.grant({ hold: 'extended' }))).toMatchObject({ holdSeconds: 30 });
  });

  it('shares the hold of a remote unlock, extends it, and each is answered by a reading of its own', async () => {
    const box = await aGrantingBox();
    expect(await box.settled(box.unlock())).toMatchObject({ outcome: 'unlocked' });
    await box.pass(3_000);
    expect(await box.settled(box.grant())).toMatchObject({ outcome: 'unlocked' });
    await box.pass(4_500);
    expect(box.lock.unlocked()).toBe(true);
    await box.pass(1_000);
    expect(box.lock.unlocked()).toBe(false);
  });

  it('gives a turnstile one pulse and one passage per grant, in turn; who waits longer than 5 s is told to try again', async () => {
    const box = await aGrantingBox({ config: { profile: 'turnstile', holdSeconds: 5, rex: null, fire: null } });
    const [first, second, third] = [box.grant(), box.grant(), box.grant()];
    await box.settled(first);
    box.board.inputs[INPUT.contact] = true;
    await box.pass(400);
    box.board.inputs[INPUT.contact] = false;
    expect(await box.settled(second)).toMatchObject({ outcome: 'unlocked' });
    expect(await box.settled(third)).toMatchObject({ outcome: 'refused', reason: 'expired' });
    await box.pass(6_000);
    expect(box.board.writes.filter((write) => write.energised)).toHaveLength(2);
    expect(box.lock.unlocked()).toBe(false);
  });

  it('says that the door is open already, and writes nothing, where force-open, fire or the exit button hold it', async () => {
    const staff = { doorId: FRONT, untilMs: null, by: 'ana', reason: 'delivery' };
    const forced = await aGrantingBox();
    await forced.settled(forced.doors.setMaintenance({ ...staff, mode: 'force-open' }));
    const burning = await aGrantingBox();
    burning.board.inputs[INPUT.fire] = true;
    const leaving = await aGrantingBox();
    leaving.board.inputs[INPUT.rex] = true;
    for (const box of [forced, burning, leaving]) {
      await box.pass(300);
      const { length } = box.board.writes;
      expect(await box.settled(box.grant())).toMatchObject({ outcome: 'open_already', tookMs: 0 });
      expect(box.board.writes).toHaveLength(length);
    }
  });

  it('lets nobody in when the door is forced closed, not even by breaking the glass', async () => {
    const box = await aGrantingBox();
    const closed = { doorId: FRONT, mode: 'force-closed', untilMs: null, by: 'ana', reason: 'cleaning' } as const;
    await box.settled(box.doors.setMaintenance(closed));
    for (const breakGlass of [false, true])
      expect(await box.settled(box.grant({ breakGlass }))).toMatchObject({ outcome: 'refused', reason: 'maintenance' });
    await box.pass(1_000);
    expect(box.board.writes).toEqual([]);
  });

  it('counts a lock that does not follow as a relay fault, like any other', async () => {
    const box = await aGrantingBox();
    box.lock.jammed = true;
    for (let i = 0; i < 2; i++) expect(await box.settled(box.grant())).toMatchObject({ reason: 'relay_fault' });
    await box.settled(box.unlock());
    expect(box.doors.report()[0]?.alarms).toEqual(['relay_fault']);
    // The relay is back at rest, so that the next pulse moves it.
    await box.pass(100);
    box.lock.jammed = false;
    await box.settled(box.grant());
    expect(box.doors.report()[0]?.alarms).toEqual([]);
  });

  it('says commanded where nothing sees the lock', async () => {
    const box = await aGrantingBox({ config: { evidence: { kind: 'command-only' } } });
    expect(await box.settled(box.grant())).toMatchObject({ outcome: 'commanded', holdSeconds: 5 });
  });

  it('refuses at a door that is unknown or out of reach, and moves nothing late when it comes back', async () => {
    const box = await aGrantingBox();
    expect(await box.grant({ doorId: 'door_0000000000000000' as never })).toMatchObject({ reason: 'unknown_door' });
    box.board.fault = 'deaf';
    expect(await box.settled(box.grant())).toMatchObject({ outcome: 'fault', reason: 'board_lost' });
    await box.pass(2_000);
    expect(await box.settled(box.grant())).toMatchObject({ outcome: 'refused', reason: 'door_unavailable' });
    box.board.fault = 'none';
    await box.pass(10_000);
    expect(box.board.writes.filter((write) => write.energised)).toEqual([]);
  });

  it('answers who waits when the agent stops, and the lock comes to rest', async () => {
    const box = await aGrantingBox();
    box.lock.jammed = true;
    const waiting = box.grant();
    await box.pass(300);
    await box.settled(box.doors.close());
    expect(await waiting).toMatchObject({ outcome: 'fault', reason: 'interrupted' });
    expect(box.board.coils[0]).toBe(false);
  });
});

describe('S6 an entry at a door whose board is away', () => {
  /** What of an entry at a board that is away from `goneMs` before until `backMs` after it, and whether the lock moved. */
  const entryAt = async (
    goneMs: number,
    backMs: number | undefined,
    meanwhile?: (box: Awaited<ReturnType<typeof aGrantingBox>>) => Promise<unknown>,
  ) => {
    const box = await aGrantingBox();
    box.board.fault = 'deaf';
    await box.pass(goneMs);
    const entry = box.grant();
    if (meanwhile !== undefined) await meanwhile(box);
    await box.pass(backMs ?? 2_500);
    box.board.fault = 'none';
    const result = await box.settled(entry);
    await box.pass(10_000);
    const pulses = box.board.writes.filter(({ energised }) => energised).length;
    return { outcome: 'reason' in result ? result.reason : result.outcome, tookMs: result.tookMs, pulses };
  };

  it.each([0, 100, 3_000])('opens the door that is back 0.4 s after it, gone for %s ms before', async (goneMs) => {
    const { outcome, pulses, tookMs } = await entryAt(goneMs, 400);
    expect([outcome, pulses]).toEqual(['unlocked', 1]);
    expect(tookMs).toBeLessThan(2_500);
  });

  it.each([0, 100, 3_000])(
    'says no after 2 s, and no lock springs open later, gone for %s ms before',
    async (goneMs) => {
      const { outcome, pulses, tookMs } = await entryAt(goneMs, undefined);
      expect(['board_lost', 'door_unavailable']).toContain(outcome);
      expect(pulses).toBe(0);
      expect(tookMs).toBeLessThanOrEqual(2_500);
    },
  );

  it('does not open a door that was locked down or forced closed meanwhile', async () => {
    const by = { doorId: FRONT, by: 'ana', reason: 'danger' };
    const locked = await entryAt(3_000, 400, (box) => box.settled(box.doors.setLockdown({ ...by, active: true })));
    expect([locked.outcome, locked.pulses]).toEqual(['lockdown', 0]);
    const closed = await entryAt(3_000, 400, (box) =>
      box.settled(box.doors.setMaintenance({ ...by, mode: 'force-closed', untilMs: null })),
    );
    expect([closed.outcome, closed.pulses]).toEqual(['maintenance', 0]);
  });
});
