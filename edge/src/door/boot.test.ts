import type { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import type { Lockdown } from '@gatehouse/shared/door/lockdown.ts';
import type { Maintenance } from '@gatehouse/shared/door/maintenance.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import { describe, expect, it } from 'vitest';
import { aBox, aFireStore, aSlot, FRONT, INPUT } from './doors.kit.ts';

const T0 = Date.parse('2026-01-01T00:00:00.000Z');
type Wiring = Pick<DoorConfig, 'profile' | 'relayEnergisedMeans'>;
const WIRINGS: readonly Wiring[] = (['latch', 'magnet', 'gate', 'turnstile'] as const).flatMap((profile) =>
  (['unlocked', 'locked'] as const).map((relayEnergisedMeans) => ({ profile, relayEnergisedMeans })),
);

interface Found {
  /** How the relay stands, and the lock with it. */
  readonly released?: boolean;
  readonly mode?: Maintenance['mode'];
  readonly lockdown?: boolean;
  readonly fireLatched?: boolean;
  readonly rex?: boolean;
  readonly powerLoss?: boolean;
  readonly clockTrusted?: boolean;
}

/** A box that starts and finds its door so. `rest` is what a locked door's coil is. */
const starts = async (wiring: Wiring, found: Found) => {
  const { mode = 'off', lockdown = false, fireLatched = false, powerLoss = false, clockTrusted = true } = found;
  const untilMs = mode === 'force-open' ? T0 + Hours(1) : null;
  const rest = wiring.relayEnergisedMeans === 'locked';
  const locked: Lockdown = { active: lockdown, by: 'ana', reason: 'threat', generation: 1 };
  const box = aBox({
    config: wiring,
    kept: mode === 'off' ? {} : { [FRONT]: { mode, untilMs, by: 'ana', reason: '', generation: 1 } },
    deps: {
      lockdownStore: aSlot({ [FRONT]: locked }),
      fireStore: fireLatched ? aFireStore(FRONT) : aFireStore(),
      powerLoss,
      clockTrusted: () => clockTrusted,
    },
  });
  box.board.coils[0] = found.released ? !rest : rest;
  box.board.inputs[INPUT.sense] = found.released ?? false;
  box.board.inputs[INPUT.rex] = found.rex ?? false;
  await box.up();
  await box.pass(500);
  const writes = box.board.writes.map(({ energised }) => (energised === rest ? 'lock' : 'release'));
  return { ...box, writes };
};

describe.each(WIRINGS)('a $profile whose energised relay means $relayEnergisedMeans, at start', (wiring) => {
  it('is not touched when it is locked already', async () => {
    const box = await starts(wiring, {});
    expect(box.writes).toEqual([]);
    expect(box.lock.unlocked()).toBe(false);
  });

  it('is locked once when an interrupted hold left it released', async () => {
    const box = await starts(wiring, { released: true });
    expect(box.writes).toEqual(['lock']);
    expect(box.lock.unlocked()).toBe(false);
    expect(box.journal.moves()).toEqual(['locked by start']);
  });

  it.each([
    ['the agent alone restarted, whatever the clock says', { powerLoss: false, clockTrusted: false }],
    ['the power was cut and the clock can be trusted', { powerLoss: true, clockTrusted: true }],
  ])('stays forced open, never locked in between, when %s', async (_name, after) => {
    const box = await starts(wiring, { ...after, released: true, mode: 'force-open' });
    expect(box.lock.unlocked()).toBe(true);
    expect(box.writes).not.toContain('lock');
  });

  it('is locked when it was forced open, the power was cut and nobody knows the time', async () => {
    const box = await starts(wiring, { released: true, mode: 'force-open', powerLoss: true, clockTrusted: false });
    expect(box.writes).toEqual(['lock']);
    expect(box.lock.unlocked()).toBe(false);
  });

  it('is locked when it is locked down, also over a force-open that is kept beneath it', async () => {
    for (const mode of ['off', 'force-open', 'force-closed'] as const) {
      const box = await starts(wiring, { released: true, mode, lockdown: true, powerLoss: true });
      expect(box.writes).toEqual(['lock']);
      expect(box.lock.unlocked()).toBe(false);
      expect(box.doors.report()[0]).toMatchObject({ lockdown: { active: true }, maintenance: { mode } });
    }
  });

  it('stays released, never locked in between, for a fire that nobody reset and for who leans on the exit button', async () => {
    for (const found of [{ fireLatched: true }, { rex: true }]) {
      const box = await starts(wiring, { ...found, released: true, lockdown: true, mode: 'force-closed' });
      expect(box.lock.unlocked()).toBe(true);
      expect(box.writes).not.toContain('lock');
    }
  });
});
