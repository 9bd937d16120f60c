import { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { SnapshotsService } from '../../access/snapshots/snapshots.service.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { liveFault, liveFaults } from '../../platform/live/live.faults.ts';
import { platformTopic } from '../../platform/live/live.ports.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { installerReadsAtDesk } from '../../platform/users/facility-surface.ts';
import type { Door } from '../../sites/doors/doors.module.ts';
import type { DoorsService } from '../../sites/doors/doors.service.ts';
import { A_DOOR_STATE, DoorState, doorStateOf } from '../door-states/door-states.module.ts';

interface Deps {
  readonly doors: Pick<DoorsService, 'list' | 'listAtEach' | 'countsAt'>;
  readonly snapshots: Pick<SnapshotsService, 'enforcedAt'>;
  readonly organisations: Pick<OrganisationsService, 'facilitiesWithin'>;
}

/** What an organisation's topic shows at most. */
export const DOORS_MAX = 1_000;
/** Facilities that are looked for at once. */
const PART = 1_000;

const Enforces = z
  .object({ revision: z.int(), of: z.int().nullable(), hashMatches: z.boolean().nullable() })
  .nullable()
  .describe('Which snapshot of the rules the box goes by, of how many; null before it has any.');

/** What changes by itself every few seconds is left out: it would be news of nothing. */
const LiveDoor = DoorState.omit({ enforces: true, lastSeen: true }).extend({
  facilityId: z.string().describe('The facility.'),
  lastSeen: z.iso
    .datetime()
    .nullable()
    .describe('The box’s last beacon, once the door is not online; null while it is: then it is seconds old.'),
});
const LiveDoorHere = LiveDoor.extend({ enforces: Enforces }).meta({ id: 'LiveDoor' });
const LiveDoorAnywhere = LiveDoor.meta({ id: 'LiveDoorOfOrganisation' });

const { enforces: _enforces, lastSeen: _lastSeen, ...A_DOOR } = A_DOOR_STATE;
const HERE = { ...A_DOOR, facilityId: 'fac_0123456789abcdef', lastSeen: null };

const NOBODYS: Awaited<ReturnType<SnapshotsService['enforcedAt']>> = new Map();
const anywhere = (door: Door): z.output<typeof LiveDoorAnywhere> => {
  const { enforces: _of, lastSeen, ...state } = doorStateOf(door, NOBODYS);
  return { ...state, facilityId: door.facilityId, lastSeen: state.presence === 'online' ? null : lastSeen };
};

const ONLY_DOORS = { of: 'doorId', description: 'Only these doors.' } as const;

export const facilityTopic = platformTopic<Deps>()({
  topic: 'facility',
  summary: 'Watch the doors of a facility',
  description:
    'Every door as its box last reported it, seen from now; then each door that became different, as a whole.',
  gate: installerReadsAtDesk,
  param: 'facilityId',
  key: FacilityId,
  schema: LiveDoorHere,
  example: { ...HERE, enforces: { revision: 120, of: 120, hashMatches: true } },
  graph: { field: 'doorStates', own: 'doors', filters: { doorIds: ONLY_DOORS } },
  entryId: 'doorId',
  now: async ({ doors, snapshots }, tx, key) => {
    const facilityId = uncheckedId<FacilityId>(key);
    const enforced = await snapshots.enforcedAt(tx, facilityId);
    const entries = (await doors.list(tx, facilityId)).map((door) => {
      const by = door.boxId === undefined ? undefined : enforced.get(door.boxId);
      const enforces = by === undefined ? null : { revision: by.revision, of: by.of, hashMatches: by.hashMatches };
      return { ...anywhere(door), enforces };
    });
    return { entries };
  },
});

const facilitiesOf = async ({ organisations }: Deps, tx: Tx, organisationId: OrgId): Promise<readonly FacilityId[]> => {
  const ids: FacilityId[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const part = await organisations.facilitiesWithin(tx, 'everywhere', { after, size: PART, organisationId });
    ids.push(...part.items.map(({ id }) => id));
    after = part.end;
  }
  return ids;
};

export const organisationTopic = platformTopic<Deps>()({
  topic: 'organisation',
  summary: 'Watch the doors of an organisation',
  description: `The same of every door of its facilities, ${DOORS_MAX} at most, without the rules that they go by.`,
  gate: { needs: 'facility-staff', in: 'organisation' },
  param: 'organisationId',
  key: OrgId,
  schema: LiveDoorAnywhere,
  example: HERE,
  find: async (deps, tx, { key }) => {
    const counts = await deps.doors.countsAt(tx, await facilitiesOf(deps, tx, uncheckedId(key)));
    const total = [...counts.values()].reduce((sum, count) => sum + count.total, 0);
    if (total > DOORS_MAX)
      throw liveFault('topic_too_large', `This organisation has ${total} doors: subscribe to its facilities.`);
  },
  faults: { topic_too_large: liveFaults.topic_too_large },
  graph: { field: 'organisationDoors', own: 'doors', filters: { doorIds: ONLY_DOORS } },
  entryId: 'doorId',
  now: async (deps, tx, key) => {
    const facilities = await facilitiesOf(deps, tx, uncheckedId(key));
    // One that has grown beyond that since somebody subscribed is cut, not read without a bound.
    const doors = (await deps.doors.listAtEach(tx, facilities)).slice(0, DOORS_MAX);
    return { entries: doors.map(anywhere), wokenBy: facilities.map((id) => `facility:${id}`) };
  },
});
