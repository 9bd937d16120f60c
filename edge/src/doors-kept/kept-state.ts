import { createHash } from 'node:crypto';
import { Lockdown } from '@gatehouse/shared/door/lockdown.ts';
import { Maintenance } from '@gatehouse/shared/door/maintenance.ts';
import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { canonicalJson, type Json } from '@gatehouse/shared/json/canonical.ts';
import { z } from 'zod';

const Ban = z.strictObject({
  person: z.int().nonnegative(),
  by: z.string(),
  reason: z.string(),
  atMs: z.int(),
  members: z.array(z.string()),
});

/** The box no longer knew what stood over its doors. Who had it settled since, door by door. */
export const Doubt = z.strictObject({
  sinceMs: z.int(),
  why: z.string().max(200),
  settled: z.array(DoorId),
});
export type Doubt = z.infer<typeof Doubt>;

/**
 * What must not end because a file was lost: lockdowns, force-closed, fire releases, and bans that no snapshot says yet. An
 * entry that has ended stays, for its generation says what it ended. Never that a door is forced open.
 */
export const KeptState = z.strictObject({
  lockdowns: z.record(z.string(), Lockdown),
  maintenance: z.record(z.string(), Maintenance),
  fires: z.array(DoorId),
  bans: z.array(Ban),
  /** Whose box it is and which doors it drives, so that what stands over them can stand without the cloud. */
  slots: z.record(z.string(), z.unknown()),
  doubt: Doubt.nullable(),
});
export type KeptState = z.infer<typeof KeptState>;

export const NOTHING_KEPT: KeptState = { lockdowns: {}, maintenance: {}, fires: [], bans: [], slots: {}, doubt: null };

/** A door that is forced open is not, as far as this is concerned: who opens it again is somebody who can see it. */
export const keptMaintenance = (maintenance: Maintenance): Maintenance =>
  maintenance.mode === 'force-open'
    ? { mode: 'off', untilMs: null, by: null, reason: null, generation: maintenance.generation }
    : maintenance;

interface Layer {
  readonly generation: number;
}
/** Per door what keeps people out, or where neither does the later one; numbered so that nothing seen before ends it. */
const stricterOf = <Kind extends Layer>(
  one: Readonly<Record<string, Kind>>,
  other: Readonly<Record<string, Kind>>,
  shuts: (layer: Kind) => boolean,
): Record<string, Kind> => {
  const doors = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...doors].flatMap((door) => {
      const found = [one[door], other[door]].filter((layer) => layer !== undefined);
      const [first, second] = found.sort((a, b) => Number(shuts(b)) - Number(shuts(a)) || b.generation - a.generation);
      if (first === undefined) return [];
      const overruled = second !== undefined && second.generation > first.generation;
      return [[door, overruled ? { ...first, generation: second.generation + 1 } : first]];
    }),
  );
};

/** What both say together where neither is known to be the later one: whatever keeps people out counts, and any fire. */
export const stricter = (one: KeptState, other: KeptState): KeptState => ({
  lockdowns: stricterOf(one.lockdowns, other.lockdowns, ({ active }) => active),
  maintenance: stricterOf(one.maintenance, other.maintenance, ({ mode }) => mode === 'force-closed'),
  fires: [...new Set([...one.fires, ...other.fires])],
  bans: [...new Map([...other.bans, ...one.bans].map((ban) => [ban.person, ban])).values()],
  slots: { ...other.slots, ...one.slots },
  doubt: one.doubt ?? other.doubt,
});

/** Tells whether two say the same of the doors and of who is kept out of them. */
export const sumOf = ({ lockdowns, maintenance, fires, bans }: KeptState): string => {
  const ordered = {
    lockdowns,
    maintenance,
    fires: [...fires].sort(),
    bans: [...bans].sort((a, b) => a.person - b.person),
  };
  return createHash('sha256')
    .update(canonicalJson(ordered as unknown as Json))
    .digest('hex');
};
