import { isDeepStrictEqual } from 'node:util';
import { SOFT_RULES } from '@gatehouse/shared/door/check-doors.ts';
import { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import { z } from 'zod';
import type { DoorSetting } from '../doors/doors.module.ts';

/** A door as one version of a box has it. */
export const DoorState = z.object({
  doorId: z.string().brand<'DoorId'>(),
  zone: z.string().nullable(),
  location: z.string().nullable(),
  serialNumber: z.string().nullable(),
  acknowledged: z.array(z.enum(SOFT_RULES)),
  config: DoorConfig,
});
export type DoorState = z.infer<typeof DoorState>;

/** Everything that staff say of a box: how it is called, and its doors. */
export const BoxState = z.object({
  name: z.string().nullable(),
  serialNumber: z.string().nullable(),
  location: z.string().nullable(),
  doors: z.array(DoorState),
});
export type BoxState = z.infer<typeof BoxState>;

/** What became of a door, or of the box itself where `doorId` is null, from one version to the next. */
export const Change = z.object({
  doorId: z.string().brand<'DoorId'>().nullable(),
  name: z.string(),
  change: z.enum(['added', 'changed', 'removed']),
  fields: z.array(z.string()),
});
export type Change = z.infer<typeof Change>;

export const stateOf = (
  box: { readonly name: string | null; readonly serial_number: string | null; readonly location: string | null },
  doors: readonly DoorSetting[],
): BoxState => ({
  name: box.name,
  serialNumber: box.serial_number,
  location: box.location,
  doors: doors.map(({ id, zone, location, serialNumber, acknowledged, config }) => ({
    doorId: id,
    zone,
    location,
    serialNumber,
    acknowledged: [...acknowledged],
    config,
  })),
});

/** What differs, door by door. Empty: nothing does. */
export const changesOf = (before: BoxState, after: BoxState): Change[] => {
  const { doors: doorsBefore, ...boxBefore } = before;
  const { doors: doorsAfter, ...boxAfter } = after;
  const ofBox = fieldsThatDiffer(boxBefore, boxAfter);
  const ids = [...new Set([...doorsBefore, ...doorsAfter].map(({ doorId }) => doorId))];
  return [
    ...(ofBox.length === 0
      ? []
      : [{ doorId: null, name: after.name ?? '', change: 'changed' as const, fields: ofBox }]),
    ...ids.flatMap((id): Change[] => {
      const [was, is] = [doorsBefore, doorsAfter].map((doors) => doors.find(({ doorId }) => doorId === id));
      const change = (kind: Change['change'], fields: string[]) => [
        { doorId: id, name: (is ?? was)?.config.name ?? '', change: kind, fields },
      ];
      if (was === undefined) return change('added', []);
      if (is === undefined) return change('removed', []);
      const fields = fieldsThatDiffer({ ...was, ...was.config, config: null }, { ...is, ...is.config, config: null });
      return fields.length === 0 ? [] : change('changed', fields);
    }),
  ];
};

const fieldsThatDiffer = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((key) => !isDeepStrictEqual(one[key], other[key]))
    .sort();
