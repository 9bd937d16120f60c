import { SOFT_RULES } from '@gatehouse/shared/door/check-doors.ts';
import { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import { Hardware } from '@gatehouse/shared/door/hardware.ts';
import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { RefusedDoor } from '@gatehouse/shared/wire/configuration-report.ts';
import type { ReleaseList } from '@gatehouse/shared/wire/releases.ts';
import { z } from 'zod';
import { By, type Named } from '../../platform/users/actor-surface.ts';
import type { DoorSetting } from '../doors/doors.module.ts';

import { Change } from './box-state.ts';
import type { DoorControllersService } from './door-controllers.service.ts';
import type { WiringStanding } from './wiring.ts';

const { doorId: _doorId, ...wiring } = DoorConfig.shape;

/** A door as device management has it. */
export const DoorSettingView = z
  .object({
    doorId: z.string(),
    uuid: z.uuid().nullable().describe('The door controller that drives it.'),
    version: z.int().describe('To be named as `expectedVersion` by the next change of the door.'),
    zone: z.string().nullable(),
    location: z.string().nullable(),
    serialNumber: z.string().nullable(),
    acknowledged: z.array(z.enum(SOFT_RULES)).describe('What staff have answered for.'),
    ...wiring,
    offeredToPartners: z.boolean().describe('Only doors whose evidence can confirm an unlock are.'),
  })
  .meta({ id: 'DoorSetting' });

export const doorSettingView = ({ id, boxId, config, acknowledged, ...door }: DoorSetting) => {
  const { doorId: _id, ...rest } = config;
  return {
    ...rest,
    doorId: id as string,
    uuid: boxId as string | null,
    version: door.version,
    zone: door.zone,
    location: door.location,
    serialNumber: door.serialNumber,
    acknowledged: [...acknowledged],
    offeredToPartners: config.evidence.kind !== 'command-only',
  };
};

export const Problem = z
  .object({ doorId: z.string(), door: z.string(), field: z.string(), rule: z.string(), message: z.string() })
  .meta({ id: 'DoorProblem' });

export const VersionView = z
  .object({
    version: z.int(),
    madeAt: z.iso.datetime(),
    madeBy: By.describe('Who made it.'),
    restoredFrom: z.int().nullable().describe('The version whose state this one took again.'),
    changes: z.array(Change).describe('`doorId` is null for the door controller itself.'),
  })
  .meta({ id: 'ConfigurationVersion' });

type VersionRow = Awaited<ReturnType<DoorControllersService['versions']>>[number];
export const versionView = (row: Named<VersionRow, 'made_by'>) => ({
  version: Number(row.version),
  madeAt: isoOf(Number(row.made_at)),
  madeBy: row.made_by,
  restoredFrom: row.restored_from === null ? null : Number(row.restored_from),
  changes: z.array(Change).parse(JSON.parse(row.changes)),
});

const Controller = {
  uuid: z.uuid(),
  facilityId: z.string(),
  name: z.string().nullable(),
  serialNumber: z.string().nullable(),
  location: z.string().nullable(),
  claimedAt: z.iso.datetime(),
  online: z.boolean().describe('Whether it was heard within three beacons.'),
  lastBeaconAt: z.iso.datetime().nullable(),
  agentVersion: z.string().nullable().describe('What it last said that it runs.'),
  clockTrusted: z.boolean().nullable().describe('Whether it believes its own clock; null before it was heard.'),
};
export const ControllerView = z
  .object({
    ...Controller,
    offeredRelease: z.string().nullable().describe('The newest release that is offered to it on the channel `stable`.'),
    version: z.int().describe('Of the configuration that is wanted.'),
    doors: z.int().describe('How many it drives.'),
  })
  .meta({ id: 'DoorController' });

const WiringView = z
  .object({
    state: z
      .enum(['not_asked', 'confirmed', 'waiting', 'rejected'])
      .describe(
        '`waiting`: the box goes on as it was confirmed last, until somebody signed in at its panel has looked. `rejected`: somebody has, and it goes on so. `not_asked`: a box of an earlier release, or one that was not heard yet: it takes a wiring at once.',
      ),
    since: z.iso.datetime().nullable().describe('When what waits was first wanted.'),
    arrived: z.boolean().nullable().describe('Whether the box has said so; null where it says nothing of it.'),
    decided: z
      .object({
        at: z.iso.datetime().describe('When that was (UTC), by the clock of the box.'),
        by: z.string().describe('What the panel calls them.'),
        staffId: z.string().describe('Which of the panel’s staff; `owner` for the PIN of the box itself.'),
      })
      .nullable()
      .describe(
        'Who has confirmed or rejected it at the panel, by the clock of the box. What a box takes with its claim nobody does.',
      ),
  })
  .meta({ id: 'DoorControllerWiring' });

export const wiringView = ({ state, sinceMs, arrived, decided }: WiringStanding): z.output<typeof WiringView> => ({
  state,
  since: isoOrNull(sinceMs),
  arrived,
  decided: decided && { at: isoOf(decided.atMs), by: decided.by, staffId: decided.staffId },
});

/** How a change takes effect, as the answer to it says. */
export const Confirmation = z
  .enum(['not_needed', 'at_the_panel', 'not_asked'])
  .describe(
    '`at_the_panel`: a change of wiring waits until somebody signed in at the panel of the box has confirmed it; names and times count at once. `not_asked`: the box asks nobody, and takes everything at once. `not_needed`: nothing waits.',
  );
export const confirmationOf = ({ state }: Pick<WiringStanding, 'state'>): z.output<typeof Confirmation> =>
  state === 'not_asked' ? 'not_asked' : state === 'confirmed' ? 'not_needed' : 'at_the_panel';

export const ConfigurationView = z
  .object({
    ...Controller,
    status: z.enum(['active', 'decommissioned']),
    desired: z.object({
      version: z.int().describe('To be named as `expectedVersion` by the next change of the door controller.'),
      madeAt: z.iso.datetime().nullable(),
      doors: z.array(DoorSettingView),
      problems: z.array(Problem).describe('What is wrong with the doors as they are, and nobody has answered for.'),
    }),
    reported: z
      .object({
        at: z.iso.datetime(),
        agentVersion: z.string(),
        version: z.int().nullable().describe('That it follows, as far as it was not refused.'),
        buses: Hardware.shape.buses,
        readers: Hardware.shape.readers,
        refused: z.array(RefusedDoor),
      })
      .nullable()
      .describe('Null while it has not said: older agents do not.'),
    wiring: WiringView.describe('How far the wiring that is wanted counts at the box.'),
    appliedVersion: z.int().nullable().describe('By its last beacon.'),
    differences: z.array(
      z.object({
        kind: z.enum(['not_applied', 'refused', 'undrivable']),
        doorId: z.string().nullable(),
        field: z.string().nullable(),
        rule: z.string().nullable(),
        message: z.string(),
      }),
    ),
    history: z.array(VersionView).describe('The newest versions, the newest first. All of them: `GET …/versions`.'),
  })
  .meta({ id: 'DoorControllerConfiguration' });

interface Heard {
  readonly received_at: number | null;
  readonly beacon: string | null;
}
const numberOrNull = (value: number | null | undefined): number | null => (value == null ? null : Number(value));

/** What both views say of a box. */
export const controllerFields = (
  box: {
    readonly id: string;
    readonly facility_id: string;
    readonly name: string | null;
    readonly serial_number: string | null;
    readonly location: string | null;
    readonly claimed_at: number;
  },
  heard: Heard | undefined,
  online: boolean,
) => {
  const beacon =
    heard?.beacon == null ? undefined : (JSON.parse(heard.beacon) as { agentVersion: string; clockTrusted: boolean });
  return {
    uuid: box.id,
    facilityId: box.facility_id,
    name: box.name,
    serialNumber: box.serial_number,
    location: box.location,
    claimedAt: isoOf(Number(box.claimed_at)),
    online,
    lastBeaconAt: isoOrNull(numberOrNull(heard?.received_at)),
    agentVersion: beacon?.agentVersion ?? null,
    clockTrusted: beacon?.clockTrusted ?? null,
  };
};

/** A box of a list of them. `offered`: what releases it may take, the newest first. */
export const controllerView = (
  { box, online, driven }: Awaited<ReturnType<DoorControllersService['listAtEach']>>[number],
  offered: ReleaseList | undefined,
) => ({
  ...controllerFields(box, box, online),
  offeredRelease: offered?.releases[0]?.note.manifest.version ?? null,
  version: Number(box.configuration_version),
  doors: driven,
});
