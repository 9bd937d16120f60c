import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { MaintenanceMode } from '@gatehouse/shared/door/door-config.ts';
import { FORCE_OPEN_HOURS_DEFAULT } from '@gatehouse/shared/door/maintenance.ts';
import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { Doors } from '../door/doors.ts';
import type { JournalVerdict } from '../journal/verify-journal.ts';
import { type BoxView, type DoorView, readableCode } from '../panel/panel-state.ts';

const controlFaults = defineFaults({
  'control.unknown_door': {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such door',
    help: 'Name a door by its id or by its name as the panel shows it. Upper and lower case do not matter.',
  },
  'control.ambiguous_door': {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'Several doors have this name',
    help: 'Name the door by its id.',
  },
  'control.bad_end': {
    status: 400,
    blame: 'caller',
    retry: 'never',
    title: 'The end of the maintenance is not clear',
    help: 'Give either until (a date and time with its offset) or hours, not both.',
  },
  'control.claimed_already': {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'This box is claimed already',
    help: 'Decommission it in the cloud before it is claimed elsewhere.',
  },
});
const fault = faultsOf(controlFaults);

const By = z.string().trim().min(1).max(120);
const DoorName = z.string().trim().min(1).max(120);

export interface ControlDeps {
  readonly look: () => BoxView;
  readonly doors: Pick<Doors, 'setMaintenance' | 'setLockdown' | 'resetFire'>;
  readonly clock: Clock;
  readonly verifyJournal: () => JournalVerdict;
}

/** What `gatehouse edge …` may ask of the running agent, over the data folder's own socket. */
export const controlCommands = ({
  look,
  doors,
  clock,
  verifyJournal,
}: ControlDeps): Record<string, ControlCommand> => ({
  status: controlCommand({ body: z.strictObject({}), run: async () => look() }),

  maintenance: controlCommand({
    body: z.strictObject({
      door: DoorName,
      mode: MaintenanceMode,
      until: z.iso.datetime({ offset: true, error: 'must be a date and time with its offset' }).nullable().optional(),
      hours: z
        .number()
        .positive()
        .max(24 * 365)
        .optional(),
      reason: z.string().trim().max(200).default(''),
      by: By,
      seen: z.int().nonnegative().optional(),
    }),
    run: async ({ door, mode, until, hours, reason, by, seen }) => {
      if (hours !== undefined && typeof until === 'string')
        throw fault('control.bad_end', 'Give either until or hours, not both.');
      const { doorId, name } = findDoor(look().doors, door);
      const untilMs = endOf(mode, { until: until ?? undefined, hours }, clock.wallMs());
      const change = { doorId, mode, untilMs, by, reason };
      const maintenance = await doors.setMaintenance(seen === undefined ? change : { ...change, seen });
      return { doorId, name, maintenance };
    },
  }),

  lockdown: controlCommand({
    body: z.strictObject({
      door: DoorName,
      active: z.boolean(),
      reason: z.string().trim().max(200).default(''),
      by: By,
      seen: z.int().nonnegative().optional(),
    }),
    run: async ({ door, seen, ...change }) => {
      const { doorId, name } = findDoor(look().doors, door);
      const lockdown = await doors.setLockdown({ doorId, ...change, ...(seen === undefined ? {} : { seen }) });
      return { doorId, name, lockdown };
    },
  }),

  'reset-fire': controlCommand({
    body: z.strictObject({ door: DoorName, by: By }),
    run: async ({ door, by }) => {
      const { doorId, name } = findDoor(look().doors, door);
      await doors.resetFire(doorId, by);
      return { doorId, name };
    },
  }),

  'journal-verify': controlCommand({ body: z.strictObject({}), run: async () => verifyJournal() }),

  'claim-code': controlCommand({
    body: z.strictObject({}),
    run: async () => {
      const { boxId, fingerprint, claimCode, claimUrl, facility } = look();
      if (claimCode === null)
        throw fault(
          'control.claimed_already',
          `This box is claimed already${facility === null ? '' : `, by ${facility.name}`}.`,
        );
      // As the panel shows it, and as people say it.
      return { boxId, fingerprint, claimCode: readableCode(claimCode), claimUrl };
    },
  }),
});

/** The end in ms since 1970; `null` where there is none. `off` has none whatever was said. */
const endOf = (
  mode: MaintenanceMode,
  { until, hours }: { until: string | undefined; hours: number | undefined },
  nowMs: number,
): number | null => {
  if (mode === 'off') return null;
  if (until !== undefined) return Date.parse(until);
  if (hours !== undefined) return Math.round(nowMs + Hours(hours));
  return mode === 'force-open' ? Math.round(nowMs + Hours(FORCE_OPEN_HOURS_DEFAULT)) : null;
};

/** By id, else by name whatever its case. */
export const findDoor = (doors: readonly DoorView[], wanted: string): { doorId: DoorId; name: string } => {
  const found = doors.filter(
    ({ doorId, name }) => doorId === wanted || name.toLocaleLowerCase() === wanted.toLocaleLowerCase(),
  );
  const [door, another] = found;
  const known = doors.map(({ name }) => name).join(', ');
  if (door === undefined)
    throw fault(
      'control.unknown_door',
      known === '' ? 'This box has no doors yet.' : `This box has no door "${wanted}". It has: ${known}.`,
    );
  if (another !== undefined)
    throw fault(
      'control.ambiguous_door',
      `Several doors are called "${wanted}": ${found.map((d) => d.doorId).join(', ')}.`,
    );
  return door;
};
