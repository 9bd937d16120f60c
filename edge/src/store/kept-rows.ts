import { randomUUID } from 'node:crypto';
import { Lockdown } from '@gatehouse/shared/door/lockdown.ts';
import { Maintenance } from '@gatehouse/shared/door/maintenance.ts';
import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { type KeptState, keptMaintenance } from '../doors-kept/kept-state.ts';
import type { Stored } from '../doors-kept/settle-kept.ts';
import type { Db } from './database.ts';

/** Rows of `slot` that the copies carry along. */
export const CARRIED = ['enrolment', 'desired_state', 'desired_mark', 'doors_in_force', 'wiring'] as const;
/** The name that boxes have on their disks. */
export const SEAL = 'graves_sealed';
export const Seal = z.strictObject({ line: z.uuid(), version: z.int().nonnegative(), sum: z.string() });

/**
 * Says of a store that there were copies, of which nothing is known here. One that was never sealed would pass for a box that
 * is being updated, and what was begun since for nothing: so it is held against the copies beside it, or leaves doubt.
 */
export const sealOld = (db: Db): void => {
  const none: z.infer<typeof Seal> = { line: randomUUID(), version: 0, sum: '' };
  db.prepare('INSERT INTO slot (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING').run(
    SEAL,
    JSON.stringify(none),
  );
};

const Lockdowns = z.record(z.string(), Lockdown);
const Fires = z.array(DoorId);

interface BanRow {
  readonly person: number;
  readonly by: string;
  readonly reason: string;
  readonly at_ms: number;
  readonly members: string;
}

/** What `box.db` says of what stands over the doors, and puts right what it should say. */
export const keptRows = (db: Db) => {
  const slot = db.prepare<[string], string>('SELECT value FROM slot WHERE name = ?').pluck();
  const putMaintenance = db.prepare(
    'INSERT INTO maintenance (door_id, value) VALUES (?, ?) ON CONFLICT (door_id) DO UPDATE SET value = excluded.value',
  );
  const maintenances = db.prepare<[], { door_id: string; value: string }>('SELECT door_id, value FROM maintenance');
  const bans = db.prepare<[], BanRow>('SELECT * FROM ban');
  const putBan = db.prepare(
    'INSERT OR REPLACE INTO ban (person, by, reason, at_ms, members) VALUES (@person, @by, @reason, @atMs, @members)',
  );
  const read = (name: string): unknown => {
    const text = slot.get(name);
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  };
  const readBans = () =>
    bans.all().map(({ at_ms, members, ...ban }) => ({ ...ban, atMs: at_ms, members: JSON.parse(members) as string[] }));
  const readMaintenance = (): Record<string, Maintenance> =>
    Object.fromEntries(maintenances.all().map((row) => [row.door_id, Maintenance.parse(JSON.parse(row.value))]));

  return {
    /** Throws where a row is not what was written. */
    stored: (): Stored => ({
      seal: Seal.optional().parse(read(SEAL)),
      state: {
        lockdowns: Lockdowns.parse(read('lockdown') ?? {}),
        maintenance: Object.fromEntries(
          Object.entries(readMaintenance()).map(([doorId, value]) => [doorId, keptMaintenance(value)]),
        ),
        fires: Fires.parse(read('fire_released') ?? []),
        bans: readBans(),
        slots: Object.fromEntries(
          CARRIED.flatMap((name) => {
            const value = read(name);
            return value === undefined ? [] : [[name, value]];
          }),
        ),
        doubt: null,
      },
    }),

    /** Makes the tables say `state`. `before`: what they say now, where that can be read. For within a write. */
    put: (state: KeptState, before: KeptState | undefined): void =>
      db
        .transaction(() => {
          if (before === undefined) db.exec('DELETE FROM maintenance');
          // A door that is forced open reads as off here: it is left alone unless something newer is known of it.
          for (const [doorId, value] of Object.entries(state.maintenance))
            if (JSON.stringify(before?.maintenance[doorId]) !== JSON.stringify(value))
              putMaintenance.run(doorId, JSON.stringify(value));
          db.exec('DELETE FROM ban');
          for (const { members, ...ban } of state.bans) putBan.run({ ...ban, members: JSON.stringify(members) });
        })
        .immediate(),
  };
};
