import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { wiringHashOf } from '@gatehouse/shared/wire/wiring-hash.ts';
import { z } from 'zod';
import { A_DOOR } from '../fakes/a-door.ts';
import { fakeDoors } from '../fakes/fake-doors.ts';
import { silentLog } from '../fakes/silent-log.ts';
import { openBoxStore } from '../store/box-store.ts';
import { KeptWiring } from './kept-wiring.ts';
import { createWiringGate, type WishedWiring } from './wiring-gate.ts';

export const at = (channel: number) => ({ bus: 'main', unit: 1, channel });
export const aDoor = (fields: Partial<DoorConfig> = {}): DoorConfig => DoorConfig.parse({ ...A_DOOR, ...fields });

/** As the cloud says it. */
export const wish = (doors: readonly DoorConfig[], more: Partial<WishedWiring> = {}): WishedWiring => {
  const wiring = { doors, acknowledged: {}, ...more };
  return { ...wiring, hash: wiringHashOf(wiring), revision: 1, ...more };
};

/** A gate on a store of its own, which may die and start again. `driven`: what the release before drove. */
export const aGate = (driven?: readonly DoorConfig[]) => {
  const path = join(mkdtempSync(join(tmpdir(), 'wiring-')), 'box.db');
  const clock = new ManualClock();
  const { fake, doors } = fakeDoors();
  const journalled: FactBody[] = [];
  const journal = { failing: false, hanging: false };
  const open = () => {
    const box = openBoxStore(path, { nowMs: 0, clock, log: silentLog });
    const store = box.slot('wiring', KeptWiring);
    const inForce = box.slot('doors_in_force', z.array(DoorConfig));
    if (driven !== undefined && inForce.load() === undefined) inForce.keep([...driven]);
    const disk = { full: false };
    const gate = createWiringGate({
      store: { ...store, commit: (value) => (disk.full ? 'refused' : store.commit(value)) },
      driven: inForce.load,
      doors,
      journal: {
        record: async (...facts) => {
          if (journal.hanging) return new Promise(() => undefined);
          if (journal.failing) throw new Error('the disk is full');
          journalled.push(...facts);
          return [];
        },
      },
      clock,
      log: silentLog,
    });
    return { box, gate, disk };
  };
  let now = open();
  return {
    clock,
    fake,
    journalled,
    journal,
    gate: () => now.gate,
    disk: () => now.disk,
    driven: () => fake.applied.at(-1) ?? [],
    /** What the panel calls it. */
    waiting: () => now.gate.standing()?.waiting.hash,
    /** What the cloud calls it. */
    asked: () => now.gate.report()?.waiting?.hash,
    /** Dies with whatever was on its way, and starts again. */
    restart: () => {
      now.box.close();
      now = open();
    },
    close: () => now.box.close(),
  };
};
/** Whoever stands before the panel. */
export const SAM = { staffId: 'staff_sam', name: 'Sam Okoro' };
