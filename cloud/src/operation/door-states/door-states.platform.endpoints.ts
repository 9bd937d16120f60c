import { DoorStates } from '@gatehouse/shared/door/door-states.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { SnapshotsService } from '../../access/snapshots/snapshots.service.ts';
import { listSchema, pageOf, pageQuery, pageSchema } from '../../kit/http/paging.ts';
import { facilityParams, facilityReads, installerReadsAtDesk } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { doorsFaults, noSuchDoor } from '../../sites/doors/doors.faults.ts';
import { type Door, standingOf } from '../../sites/doors/doors.module.ts';
import type { DoorsService } from '../../sites/doors/doors.service.ts';
import type { JournalService } from '../../sites/journal/journal.service.ts';
import { factPlaceOf, factText } from './fact-position.ts';

const EXAMPLE = { facilityId: 'fac_0123456789abcdef', doorId: 'door_0123456789abcdef' };
const doorParams = z.object({
  ...facilityParams,
  doorId: z.string().max(120).describe('The door.').brand<'DoorId'>(),
});

interface Deps {
  readonly doors: Pick<DoorsService, 'find' | 'list'>;
  readonly snapshots: Pick<SnapshotsService, 'enforcedAt'>;
  readonly journal: Pick<JournalService, 'ofDoor'>;
}

const Lock = z.enum(['locked', 'unlocked', 'unknown']);
const Alarms = z.array(z.string());
const ByStaff = { by: z.string().nullable(), reason: z.string().nullable(), generation: z.int() };

export const DoorState = z
  .object({
    doorId: z.string(),
    name: z.string(),
    boxId: z.string().nullable(),
    presence: z
      .enum(['online', 'unreachable', 'stale', 'gone', 'never_seen', 'without_box'])
      .describe(
        '`unreachable`: the box is there and the door’s board does not answer. `stale`: three beacons are missing. `gone`: the link was cut.',
      ),
    lastSeen: z.iso.datetime().nullable().describe('The box’s last beacon.'),
    lock: Lock.describe('`unknown` while the door is not online.'),
    contact: z.enum(['closed', 'open', 'unknown']),
    evidence: z.enum(['lock-sense', 'relay-contact', 'command-only']).describe('What can see the lock move.'),
    alarms: Alarms,
    states: DoorStates.nullable().describe('How it stands, in ONVIF’s words; null while it is not online.'),
    maintenance: z.object({
      mode: z.enum(['off', 'force-open', 'force-closed']),
      until: z.iso.datetime().nullable(),
      ...ByStaff,
    }),
    lockdown: z.object({ active: z.boolean(), ...ByStaff }),
    seen: z
      .string()
      .describe(
        'A tag of mode and lockdown, and of nothing else: to be sent as `ifSeen` by who acts on what they see.',
      ),
    lastReported: z
      .object({
        lock: Lock,
        contact: z.enum(['closed', 'open', 'unknown']),
        alarms: Alarms,
        agentVersion: z.string(),
        clockTrusted: z.boolean(),
        configRevision: z.int(),
      })
      .nullable()
      .describe('What the box said last of this door, however long ago that was.'),
    enforces: z
      .object({
        revision: z.int(),
        of: z.int().nullable(),
        ageSeconds: z.int(),
        hashMatches: z.boolean().nullable(),
      })
      .nullable()
      .describe(
        'Which snapshot of the rules the box goes by, of how many, since when it last knew that to be the newest; null before it has any.',
      ),
  })
  .meta({ id: 'DoorState' });

export const A_STATE: z.input<typeof DoorState> = {
  doorId: EXAMPLE.doorId,
  name: 'Front door',
  boxId: '0c1d2e3f-0000-4000-8000-000000000001',
  presence: 'online',
  lastSeen: '2026-01-01T09:30:00.000Z',
  lock: 'locked',
  contact: 'closed',
  evidence: 'lock-sense',
  alarms: [],
  states: {
    mode: 'locked',
    door: 'closed',
    lock: 'locked',
    alarm: 'normal',
    fault: { state: 'none', text: null },
  },
  maintenance: { mode: 'off', until: null, by: null, reason: null, generation: 4 },
  lockdown: { active: false, by: null, reason: null, generation: 0 },
  seen: 'mJ0wR5oXq1cVtYb2',
  lastReported: {
    lock: 'locked',
    contact: 'closed',
    alarms: [],
    agentVersion: '1.0.0',
    clockTrusted: true,
    configRevision: 7,
  },
  enforces: { revision: 120, of: 120, ageSeconds: 2, hashMatches: true },
};

type Enforced = Awaited<ReturnType<SnapshotsService['enforcedAt']>>;
export const view = (door: Door, enforced: Enforced): z.output<typeof DoorState> => {
  const { reported } = door;
  const { lockdown, ...standing } = standingOf(door);
  const online = door.presence === 'online';
  return {
    doorId: door.id,
    name: door.name,
    boxId: door.boxId ?? null,
    presence: door.presence,
    lastSeen: door.lastSeenMs === undefined ? null : isoOf(door.lastSeenMs),
    lock: door.lock,
    contact: online && reported !== undefined ? reported.contact : 'unknown',
    evidence: door.config.evidence.kind,
    alarms: [...door.alarms],
    states: door.states ?? null,
    ...standing,
    lockdown: { active: lockdown.active, by: lockdown.by, reason: lockdown.reason, generation: lockdown.generation },
    lastReported:
      reported === undefined
        ? null
        : {
            lock: reported.lock,
            contact: reported.contact,
            alarms: [...reported.alarms],
            agentVersion: reported.agentVersion,
            clockTrusted: reported.clockTrusted,
            configRevision: reported.configRevision,
          },
    enforces: (door.boxId === undefined ? undefined : enforced.get(door.boxId)) ?? null,
  };
};

export const listDoorStates = platformEndpoint<Deps>()({
  id: 'door-states.list',
  method: 'GET',
  path: '/api/access-control/:facilityId/door-states',
  summary: 'List how the doors are',
  description: 'Every door of the facility as its box last reported it, seen from now, ordered by name.',
  gate: installerReadsAtDesk,
  params: z.object(facilityParams),
  examples: { params: { facilityId: EXAMPLE.facilityId }, success: { data: [A_STATE] } },
  success: { status: 200, description: 'All of them.', schema: listSchema(DoorState) },
  faults: { place_unknown: usersFaults.place_unknown },
  handle: ({ doors, snapshots }, { params: { facilityId } }, { read }) =>
    read(async (tx) => {
      const enforced = await snapshots.enforcedAt(tx, facilityId);
      return { data: (await doors.list(tx, facilityId)).map((door) => view(door, enforced)) };
    }),
});

export const readDoorState = platformEndpoint<Deps>()({
  id: 'door-states.read',
  method: 'GET',
  path: '/api/access-control/:facilityId/doors/:doorId/state',
  summary: 'Read how a door is',
  description: 'One door as its box last reported it, seen from now.',
  gate: installerReadsAtDesk,
  params: doorParams,
  examples: { params: EXAMPLE, success: A_STATE },
  success: { status: 200, description: 'The door.', schema: DoorState },
  faults: { door_unknown: doorsFaults.door_unknown },
  handle: ({ doors, snapshots }, { params: { facilityId, doorId } }, { read }) =>
    read(async (tx) => {
      const door = await doors.find(tx, facilityId, doorId);
      if (door === undefined) throw noSuchDoor(doorId);
      return view(door, await snapshots.enforcedAt(tx, facilityId));
    }),
});

const FactView = z
  .object({
    boxId: z.string(),
    epoch: z.string(),
    seq: z.int().describe('Its number in the box’s journal.'),
    kind: z.string(),
    at: z.iso.datetime().describe('By the box’s clock.'),
    clockTrusted: z.boolean(),
    receivedAt: z.iso.datetime(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'DoorFact' });

export const readDoorHistory = platformEndpoint<Deps>()({
  id: 'door-states.history',
  method: 'GET',
  path: '/api/access-control/:facilityId/doors/:doorId/history',
  summary: 'Read what a box said of a door',
  description:
    'The facts about this door from its boxes’ journals, movements of the lock among them, newest first by when they came: the evidence itself. For people and outcomes search the events.',
  gate: facilityReads,
  params: doorParams,
  query: z.strictObject(pageQuery),
  examples: {
    params: EXAMPLE,
    success: {
      data: [
        {
          boxId: '0c1d2e3f-0000-4000-8000-000000000001',
          epoch: '0c1d2e3f-0000-4000-8000-000000000002',
          seq: 812,
          kind: 'lock.moved',
          at: '2026-01-01T09:30:00.000Z',
          clockTrusted: true,
          receivedAt: '2026-01-01T09:30:00.120Z',
          data: { doorId: EXAMPLE.doorId, to: 'unlocked', cause: 'access' },
        },
      ],
      next: null,
    },
  },
  success: { status: 200, description: 'A page, newest first.', schema: pageSchema(FactView) },
  faults: { door_unknown: doorsFaults.door_unknown },
  handle: ({ doors, journal }, { params: { facilityId, doorId }, query: { after, limit } }, { read }) =>
    read(async (tx) => {
      if ((await doors.find(tx, facilityId, doorId)) === undefined) throw noSuchDoor(doorId);
      const facts = await journal.ofDoor(tx, doorId, { after: factPlaceOf(after), limit: limit + 1 });
      const { page, next } = pageOf(facts, limit, (fact) =>
        factText({ receivedAt: fact.received_at, seq: fact.seq, boxId: fact.box_id, epoch: fact.epoch }),
      );
      return {
        data: page.map((fact) => ({
          boxId: fact.box_id,
          epoch: fact.epoch,
          seq: fact.seq,
          kind: fact.kind,
          at: isoOf(fact.wallMs),
          clockTrusted: fact.clockTrusted,
          receivedAt: isoOf(fact.received_at),
          data: (JSON.parse(fact.body) as { data: Record<string, unknown> }).data,
        })),
        next,
      };
    }),
});
