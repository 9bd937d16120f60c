import type { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { describe, expect, it } from 'vitest';
import { aBox, aDoor, aSlot, FRONT, type Kept } from './doors.kit.ts';

const at = (channel: number, bus = 'main') => ({ bus, unit: 1, channel });
const SIDE = 'door_side000000000000' as DoorId;
const forcedOpen = { doorId: FRONT, mode: 'force-open', untilMs: null, by: 'Sam', reason: 'Open day' } as const;

describe('a door whose configuration changes', () => {
  it('and only its name or times: nothing moves, not even under a hold, and the next entry has the new time', async () => {
    const box = aBox();
    await box.up();
    const hold = box.unlock();
    await box.pass(200);
    const moves = box.journal.moves();
    await box.settled(box.doors.apply([aDoor({ name: 'Main door', holdSeconds: 2 })]));
    await box.pass(3_000);
    expect(box.board.coils[0]).toBe(true);
    expect(await box.settled(hold)).toMatchObject({ outcome: 'unlocked', holdSeconds: 5 });
    expect(box.journal.moves()).toEqual(moves);
    await box.pass(4_000);
    expect(box.board.coils[0]).toBe(false);
    const next = await box.settled(box.unlock());
    expect(next).toMatchObject({ outcome: 'unlocked', holdSeconds: 2 });
    await box.pass(2_500);
    expect(box.board.coils[0]).toBe(false);
  });

  it('and only its times while it is forced open: it stands open all along', async () => {
    const box = aBox();
    await box.up();
    await box.doors.setMaintenance(forcedOpen);
    await box.pass(500);
    const seen: (boolean | undefined)[] = [];
    box.board.onCoil = (_channel, energised) => void seen.push(energised);
    await box.settled(box.doors.apply([aDoor({ holdSeconds: 9, heldOpenSeconds: 99 })]));
    await box.pass(20_000);
    expect(seen).not.toContain(false);
    expect(box.board.coils[0]).toBe(true);
    expect(box.doors.report()[0]?.maintenance.mode).toBe('force-open');
  });

  it('and its relay while it is forced open: the old lock rests, the new one is not touched, and it is forced open no more', async () => {
    const box = aBox();
    await box.up();
    await box.doors.setMaintenance(forcedOpen);
    await box.pass(500);
    expect(box.board.coils[0]).toBe(true);
    await box.settled(box.doors.apply([aDoor({ relay: at(1) })]));
    await box.pass(20_000);
    expect([box.board.coils[0], box.board.coils[1]]).toEqual([false, false]);
    expect(box.doors.report()[0]?.maintenance).toMatchObject({ mode: 'off', by: 'new wiring', generation: 2 });
    expect(box.journal.facts.filter(({ kind }) => kind === 'maintenance.changed')).toHaveLength(2);
  });

  it('and its relay while somebody is just forcing it open: that was asked of the old lock, and is over', async () => {
    const kept: Kept = {};
    let slowMs = 0;
    const box = aBox({
      kept,
      deps: {
        maintenanceStore: {
          load: () => kept,
          keep: (doorId, maintenance) => {
            kept[doorId] = maintenance;
          },
          commit: async (doorId, maintenance) => {
            if (slowMs > 0) await sleep(box.clock, Milliseconds(slowMs));
            kept[doorId] = maintenance;
            return 'stored';
          },
        },
      },
    });
    await box.up();
    slowMs = 50;
    const forced = box.doors.setMaintenance(forcedOpen);
    await box.settled(box.doors.apply([aDoor({ relay: at(1) })]));
    await box.settled(forced);
    await box.pass(1_000);
    expect([box.board.coils[0], box.board.coils[1]]).toEqual([false, false]);
    expect(box.doors.report()[0]?.maintenance).toMatchObject({ mode: 'off', by: 'new wiring' });
  });

  it('and its relay during a hold: the old lock rests, and the new one moves for the next entry only', async () => {
    const box = aBox();
    await box.up();
    await box.settled(box.unlock());
    await box.settled(box.doors.apply([aDoor({ relay: at(1), evidence: { kind: 'command-only' } })]));
    await box.pass(6_000);
    expect([box.board.coils[0], box.board.coils[1]]).toEqual([false, false]);
    expect(await box.settled(box.unlock())).toMatchObject({ outcome: 'commanded' });
    expect([box.board.coils[0], box.board.coils[1]]).toEqual([false, true]);
  });

  it('and its relay while the agent was stopped: the same', async () => {
    const inForceStore = aSlot<readonly DoorConfig[]>();
    const first = aBox({ deps: { inForceStore } });
    await first.up();
    await first.doors.setMaintenance(forcedOpen);
    await first.settled(first.doors.close());
    const second = aBox({ deps: { inForceStore }, kept: first.kept });
    await second.settled(second.doors.apply([aDoor({ relay: at(1) })], 'store'));
    await second.pass(1_000);
    expect(second.board.coils[1]).toBe(false);
    expect(second.doors.report()[0]?.maintenance.mode).toBe('off');
  });

  it('and leaves this box while it is forced open: when it is back, as it was or wired anew, it is forced open no more', async () => {
    for (const back of [aDoor(), aDoor({ relay: at(1), evidence: { kind: 'command-only' } })]) {
      const box = aBox();
      await box.up();
      await box.doors.setMaintenance(forcedOpen);
      await box.pass(500);
      await box.settled(box.doors.apply([]));
      await box.pass(500);
      expect(box.board.coils[0]).toBe(false);
      await box.settled(box.doors.apply([back]));
      await box.pass(1_000);
      expect([box.board.coils[0], box.board.coils[1]]).toEqual([false, false]);
      expect(box.doors.report()[0]?.maintenance.mode).toBe('off');
    }
  });

  it('and leaves this box while it is forced closed: it is so still when it is back', async () => {
    const box = aBox();
    await box.up();
    await box.doors.setMaintenance({ ...forcedOpen, mode: 'force-closed' });
    await box.settled(box.doors.apply([]));
    await box.settled(box.doors.apply([aDoor()]));
    expect(await box.settled(box.unlock())).toMatchObject({ outcome: 'refused', reason: 'maintenance' });
  });

  it('and that a door is not forced open any more cannot be kept: nothing changes until it can', async () => {
    const box = aBox();
    await box.up();
    await box.doors.setMaintenance(forcedOpen);
    await box.pass(500);
    box.journal.broken = true;
    await expect(box.settled(box.doors.apply([aDoor({ relay: at(1) })]))).rejects.toMatchObject({
      code: 'doors.store_unwritable',
    });
    await box.pass(5_000);
    expect([box.board.coils[0], box.board.coils[1]]).toEqual([true, false]);
    box.journal.broken = false;
    await box.settled(box.doors.apply([aDoor({ relay: at(1) })]));
    await box.pass(500);
    expect([box.board.coils[0], box.board.coils[1]]).toEqual([false, false]);
  });

  it('and fire holds it released: the way out stands under the new wiring too', async () => {
    const box = aBox();
    await box.up();
    box.board.inputs[3] = true;
    await box.pass(500);
    box.board.inputs[3] = false;
    await box.settled(box.doors.apply([aDoor({ relay: at(1) })]));
    await box.pass(1_000);
    expect(box.board.coils[1]).toBe(true);
    expect(box.doors.report()[0]?.alarms).toContain('fire');
  });
});

describe('a door that this box cannot drive', () => {
  const shared = aDoor({
    doorId: SIDE,
    name: 'Side',
    evidence: { kind: 'command-only' },
    contact: null,
    rex: null,
    fire: null,
  });

  it('is not driven, and said; its neighbours are, and a hold at one of them goes on', async () => {
    const box = aBox();
    await box.up();
    await box.settled(box.unlock());
    const refused = await box.settled(box.doors.apply([aDoor(), shared]));
    expect(refused.map(({ door, field, rule }) => [door, field, rule])).toEqual([
      ['Front', 'relay', 'relay_shared'],
      ['Side', 'relay', 'relay_shared'],
    ]);
    expect(box.doors.configs()).toEqual([aDoor()]);
    expect(box.board.coils[0]).toBe(true);
  });

  it('stays as it was, also after a restart, until it can be', async () => {
    const inForceStore = aSlot<readonly DoorConfig[]>();
    const elsewhere = aDoor({ relay: at(0, 'nowhere') });
    const first = aBox({ deps: { inForceStore } });
    await first.up();
    expect(await first.settled(first.doors.apply([elsewhere]))).toMatchObject([
      { field: 'relay', rule: 'bus_missing' },
    ]);
    expect(await first.settled(first.unlock())).toMatchObject({ outcome: 'unlocked' });
    await first.settled(first.doors.close());
    const second = aBox({ deps: { inForceStore } });
    await second.settled(second.doors.apply([elsewhere], 'store'));
    expect(second.doors.configs()).toEqual([aDoor()]);
    await second.pass(500);
    expect(await second.settled(second.unlock())).toMatchObject({ outcome: 'unlocked' });
  });

  it('goes on as it was where it was driven so before this was looked at', async () => {
    const box = aBox();
    const odd = aDoor({ contact: { ...at(0), activeMeans: 'open' } });
    expect(await box.settled(box.doors.apply([odd], 'store'))).toMatchObject([
      { rule: 'input_twice' },
      { rule: 'input_twice' },
    ]);
    expect(box.doors.configs()).toEqual([odd]);
  });
});
