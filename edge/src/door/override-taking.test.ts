import type { LockdownOverride } from '@gatehouse/shared/door/lockdown.ts';
import type { Maintenance, MaintenanceOverride } from '@gatehouse/shared/door/maintenance.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import { describe, expect, it } from 'vitest';
import { aBox, aSlot, FRONT } from './doors.kit.ts';

let overrides = 0;
const wishId = () => `ovr_${String(++overrides).padStart(16, '0')}`;
const maintain = (mode: Maintenance['mode'], more: Partial<MaintenanceOverride> = {}): MaintenanceOverride => ({
  wishId: wishId(),
  doorId: FRONT,
  mode,
  untilMs: null,
  by: 'desk',
  reason: 'cleaning',
  seen: 0,
  ...more,
});
const lockDown = (active: boolean, more: Partial<LockdownOverride> = {}): LockdownOverride => ({
  wishId: wishId(),
  doorId: FRONT,
  active,
  by: 'desk',
  reason: 'threat',
  seen: 0,
  ...more,
});
const override = (...all: (MaintenanceOverride | LockdownOverride)[]) => ({
  maintenanceWishes: all.filter((one) => 'mode' in one),
  lockdownWishes: all.filter((one) => 'active' in one),
});
const panel = { doorId: FRONT, untilMs: null, by: 'ana', reason: 'delivery', seen: 0 };

describe('an override of the cloud', () => {
  it('is taken like a change at the panel, and the fact names it', async () => {
    const box = aBox();
    await box.up();
    const closing = maintain('force-closed');
    await box.doors.takeOverrides(override(closing));
    expect(box.doors.report()[0]?.maintenance).toMatchObject({ mode: 'force-closed', by: 'desk', generation: 1 });
    expect(box.journal.facts).toMatchObject([{ kind: 'maintenance.changed', data: { wishId: closing.wishId } }]);
  });

  it('is taken once, though the cloud shows it again after staff here have ended it, and after a restart', async () => {
    const overrideStore = aSlot<string[]>();
    const kept = {};
    const box = aBox({ kept, deps: { overrideStore } });
    await box.up();
    const closing = maintain('force-closed');
    await box.doors.takeOverrides(override(closing));
    await box.settled(box.doors.setMaintenance({ ...panel, mode: 'off', seen: 1 }));
    await box.doors.takeOverrides(override(closing));
    expect(box.doors.report()[0]?.maintenance).toMatchObject({ mode: 'off', generation: 2 });
    const again = aBox({ kept, deps: { overrideStore } });
    await again.up();
    await again.doors.takeOverrides(override(closing));
    expect(again.doors.report()[0]?.maintenance).toMatchObject({ mode: 'off', generation: 2 });
    expect(again.journal.kinds()).not.toContain('maintenance.refused');
  });

  it('loses against a change at the panel that it had not seen, and that is on record', async () => {
    const box = aBox();
    await box.up();
    const opening = maintain('force-open');
    const [here] = await Promise.allSettled([
      box.doors.setMaintenance({ ...panel, mode: 'force-closed' }),
      box.doors.takeOverrides(override(opening)),
    ]);
    expect(here).toMatchObject({ status: 'fulfilled' });
    expect(box.doors.report()[0]?.maintenance).toMatchObject({ mode: 'force-closed', by: 'ana', generation: 1 });
    expect(box.journal.facts.at(-1)).toEqual({
      kind: 'maintenance.refused',
      data: { doorId: FRONT, mode: 'force-open', by: 'desk', seen: 0, generation: 1, wishId: opening.wishId },
    });
    await box.pass(500);
    expect(box.board.writes).toEqual([]);
  });

  it('wins against a panel that had not seen it, which is told', async () => {
    const box = aBox();
    await box.up();
    const [, here] = await Promise.allSettled([
      box.doors.takeOverrides(override(maintain('force-closed'))),
      box.pass(1).then(() => box.doors.setMaintenance({ ...panel, mode: 'force-open' })),
    ]);
    expect(here).toMatchObject({ status: 'rejected', reason: { code: 'doors.maintenance_outdated' } });
    expect(box.doors.report()[0]?.maintenance).toMatchObject({ mode: 'force-closed', by: 'desk' });
  });

  it('is refused for good when its end has passed', async () => {
    const box = aBox();
    await box.up();
    const late = maintain('force-open', { untilMs: box.clock.wallMs() - Hours(1) });
    await box.doors.takeOverrides(override(late));
    expect(box.journal.facts).toMatchObject([{ kind: 'maintenance.refused', data: { wishId: late.wishId } }]);
  });

  it('waits for a disk that can be written, and for a door that the box does not have yet', async () => {
    const box = aBox();
    const closing = override(maintain('force-closed'));
    await box.doors.takeOverrides(closing);
    await box.up();
    box.journal.broken = true;
    await box.doors.takeOverrides(closing);
    expect(box.doors.report()[0]?.maintenance.mode).toBe('off');
    box.journal.broken = false;
    await box.doors.takeOverrides(closing);
    expect(box.doors.report()[0]?.maintenance.mode).toBe('force-closed');
  });

  it('is not called outdated by the change that it made itself just before a power cut', async () => {
    const kept = {};
    const before = aBox({ kept });
    await before.up();
    const closing = maintain('force-closed');
    await before.doors.takeOverrides(override(closing));
    const after = aBox({ kept }); // The note that the override was handled is lost.
    await after.up();
    await after.doors.takeOverrides(override(closing));
    expect(after.journal.facts).toMatchObject([{ kind: 'maintenance.changed', data: { wishId: closing.wishId } }]);
    expect(after.doors.report()[0]?.maintenance).toMatchObject({ mode: 'force-closed', generation: 1 });
  });

  it('locks down whatever it has seen, and ends only the lockdown that it has seen', async () => {
    const box = aBox();
    await box.up();
    await box.doors.setLockdown({ doorId: FRONT, active: true, by: 'ana', reason: 'noise' });
    const begin = lockDown(true);
    await box.doors.takeOverrides(override(begin));
    expect(box.doors.report()[0]?.lockdown).toMatchObject({ active: true, by: 'desk', generation: 2 });
    const blind = lockDown(false, { seen: 1 });
    await box.doors.takeOverrides(override(begin, blind));
    expect(box.doors.report()[0]?.lockdown).toMatchObject({ active: true, generation: 2 });
    expect(box.journal.facts.at(-1)).toEqual({
      kind: 'lockdown.refused',
      data: { doorId: FRONT, active: false, by: 'desk', seen: 1, generation: 2, wishId: blind.wishId },
    });
    await box.doors.takeOverrides(override(begin, blind, lockDown(false, { seen: 2 })));
    expect(box.doors.report()[0]?.lockdown).toMatchObject({ active: false, generation: 3 });
  });
});
