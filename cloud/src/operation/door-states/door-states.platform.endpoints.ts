import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { SnapshotsService } from '../../access/snapshots/snapshots.service.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { listSchema, pageOf, pageQuery, pageSchema } from '../../kit/http/paging.ts';
import { facilityParams, facilityReads, installerReadsAtDesk } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { doorsFaults, noSuchDoor } from '../../sites/doors/doors.faults.ts';
import type { DoorsService } from '../../sites/doors/doors.service.ts';
import type { JournalService } from '../../sites/journal/journal.service.ts';
import { A_STATE, DoorState, view } from './door-state-view.ts';
import { factPlaceOf, factText } from './fact-position.ts';

const EXAMPLE = { facilityId: 'fac_0123456789abcdef', doorId: 'door_0123456789abcdef' };
const doorParams = z.object({
  ...facilityParams,
  doorId: z.string().max(120).describe('The door.').brand<'DoorId'>(),
});

interface Deps {
  readonly doors: Pick<DoorsService, 'find' | 'list' | 'listAtEach'>;
  readonly snapshots: Pick<SnapshotsService, 'enforcedAt' | 'enforcedAtEach'>;
  readonly journal: Pick<JournalService, 'ofDoor'>;
}

/** The doors of many facilities, of each by name, and what their boxes go by. */
const atEach = async (tx: Tx, { doors, snapshots }: Deps, ids: readonly FacilityId[]) => {
  const different = [...new Set(ids)];
  const all = await doors.listAtEach(tx, different);
  return { all, enforced: await snapshots.enforcedAtEach(tx, different) };
};

export const listDoorStates = platformEndpoint<Deps>()({
  id: 'door-states.list',
  method: 'GET',
  path: '/api/access-control/:facilityId/door-states',
  graph: { on: 'Facility', as: 'doorStates', with: { facilityId: 'facilityId' } },
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
  many: (deps, inputs, { read }) =>
    read(async (tx) => {
      const ids = inputs.map(({ params }) => params.facilityId);
      const { all, enforced } = await atEach(tx, deps, ids);
      const byFacility = Map.groupBy(all, ({ facilityId }): FacilityId => facilityId);
      return ids.map((id) => ({ data: (byFacility.get(id) ?? []).map((door) => view(door, enforced)) }));
    }),
});

export const readDoorState = platformEndpoint<Deps>()({
  id: 'door-states.read',
  method: 'GET',
  path: '/api/access-control/:facilityId/doors/:doorId/state',
  graph: { on: 'Door', as: 'state', with: { facilityId: 'facilityId', doorId: 'doorId' } },
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
  many: (deps, inputs, { read }) =>
    read(async (tx) => {
      const { all, enforced } = await atEach(
        tx,
        deps,
        inputs.map(({ params }) => params.facilityId),
      );
      const byId = new Map(all.map((door) => [door.id as string, door]));
      return inputs.map(({ params: { facilityId, doorId } }) => {
        const door = byId.get(doorId);
        return door?.facilityId === facilityId ? view(door, enforced) : noSuchDoor(doorId);
      });
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
  graph: { on: 'Door', as: 'history', with: { facilityId: 'facilityId', doorId: 'doorId' } },
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
