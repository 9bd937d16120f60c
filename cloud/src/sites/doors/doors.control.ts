import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { DoorConfig, MaintenanceMode } from '@gatehouse/shared/door/door-config.ts';
import { DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { DoorsService } from './doors.service.ts';
import { shownState } from './override-view.ts';

const words = z.string().trim().min(1).max(120);

/** What an override for a door names. Without `seen` it was made looking at what the box reported last. */
const override = {
  facilityId: FacilityId,
  doorId: DoorId,
  by: words,
  reason: z.string().trim().max(200),
  seen: z.int().nonnegative().optional(),
};
/** In the words of the platform API. */
const asShown = <W extends { readonly state: Parameters<typeof shownState>[0] }>(made: W) => ({
  ...made,
  state: shownState(made.state),
});

/** A box that is online has said what came of an override by then. */
const OVERRIDE_AWAITED = Seconds(8);

/** Orders that make doors, and request overrides of them. */
export const doorCommands = ({
  db,
  doors,
}: {
  readonly db: Pick<Database, 'write'>;
  readonly doors: Pick<
    DoorsService,
    'create' | 'requestMaintenance' | 'requestLockdown' | 'settledOverride' | 'overrides'
  >;
}): Readonly<Record<string, ControlCommand>> => ({
  'create-door': controlCommand({
    body: z.strictObject({
      facilityId: FacilityId,
      door: z.strictObject(DoorConfig.omit({ doorId: true }).shape),
      zone: words.optional(),
      location: words.optional(),
      serialNumber: words.optional(),
    }),
    run: async ({ facilityId, door, zone, location, serialNumber }) => ({
      doorId: await doors.create({
        facilityId,
        ...door,
        ...(zone !== undefined && { zone }),
        ...(location !== undefined && { location }),
        ...(serialNumber !== undefined && { serialNumber }),
      }),
    }),
  }),
  maintenance: controlCommand({
    body: z.strictObject({
      ...override,
      mode: MaintenanceMode,
      until: z.iso.datetime({ offset: true, error: 'must be a date and time with its offset' }).optional(),
    }),
    run: async ({ until, seen, ...requested }) => {
      const untilMs = until === undefined ? null : Date.parse(until);
      const asked = { ...requested, untilMs, ...(seen === undefined ? {} : { seen }) };
      const made = await db.write((tx) => doors.requestMaintenance(tx, asked));
      return { override: asShown(await doors.settledOverride(made, OVERRIDE_AWAITED)) };
    },
  }),
  lockdown: controlCommand({
    body: z.strictObject({ ...override, active: z.boolean() }),
    run: async ({ seen, ...requested }) => {
      const made = await doors.requestLockdown({ ...requested, ...(seen === undefined ? {} : { seen }) });
      return { override: asShown(await doors.settledOverride(made, OVERRIDE_AWAITED)) };
    },
  }),
  overrides: controlCommand({
    body: z.strictObject({ facilityId: FacilityId }),
    run: async ({ facilityId }) => ({ overrides: (await doors.overrides(facilityId)).map(asShown) }),
  }),
});
