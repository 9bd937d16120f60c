import { BoxId, DoorId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { listSchema } from '../../kit/http/paging.ts';
import {
  actorOf,
  contractClubParams,
  facilityParams,
  facilityWrites,
  holdsHere,
  installerReads,
  installerWrites,
} from '../../platform/users/facility-surface.ts';
import { type PlatformCaller, platformEndpoint } from '../../platform/users/platform-surface.ts';
import { boxesFaults } from '../boxes/boxes.faults.ts';
import { doorsFaults } from '../doors/doors.faults.ts';
import type { DoorsService } from '../doors/doors.module.ts';
import { Code, claimFaults, fingerprint } from './claim-fields.ts';
import { Confirmation, ControllerView, confirmationOf, Problem } from './documents.ts';
import { DoorChange, words } from './door-change.ts';
import { doorControllersFaults } from './door-controllers.faults.ts';
import type { DoorControllersService } from './door-controllers.service.ts';
import { A_CONTROLLER, BOX, DOOR, FACILITY } from './examples.ts';
import { controllersAtEach, type ListedDeps } from './listed-controllers.ts';

export interface DoorControllerDeps extends ListedDeps {
  readonly doors: Pick<DoorsService, 'requestMaintenance'>;
  readonly doorControllers: DoorControllersService;
}

const params = z.object(contractClubParams);
/** The box that a body or a path names. */
export const uuid = BoxId.describe('The door controller.');
const boxWords = {
  name: words.describe('What people call the box.'),
  serialNumber: words.describe('As on its label.'),
  location: words.describe('Where it hangs.'),
};
const { box_unknown } = boxesFaults;
const { door_unknown, bad_end, door_without_box } = doorsFaults;
export const { configuration_refused, configuration_outdated, controller_unknown } = doorControllersFaults;
const doorIds = z.array(DoorId).max(64);

const refusedBody = {
  schema: z.object({ error: z.literal('configuration_refused'), message: z.string(), problems: z.array(Problem) }),
  example: {
    error: 'configuration_refused',
    message: 'Studio: relay: must not be the relay of Front door (rs485-1, unit 1, channel 0)',
    problems: [
      {
        doorId: DOOR,
        door: 'Studio',
        field: 'relay',
        rule: 'relay_shared',
        message: 'relay: must not be the relay of Front door (rs485-1, unit 1, channel 0)',
      },
    ],
  },
};
const outdatedBody = {
  schema: z.object({ error: z.literal('configuration_outdated'), message: z.string(), version: z.int() }),
  example: {
    error: 'configuration_outdated',
    message: 'expectedVersion: the door controller has version 5 by now.',
    version: 5,
  },
};
export const faultBodies = { configuration_refused: refusedBody, configuration_outdated: outdatedBody };
export const expectedVersion = z
  .int()
  .min(0)
  .describe('The version that the change was made looking at: where somebody else has changed it since, nothing is.');

export const listControllers = platformEndpoint<DoorControllerDeps>()({
  id: 'door-controllers.list',
  method: 'GET',
  path: '/api/devices/door-controllers/:facilityId',
  graph: { on: 'Facility', as: 'boxes', with: { facilityId: 'facilityId' }, of: 'Box' },
  summary: 'List the door controllers of a facility',
  description: 'Every box that was claimed to the facility: when, what it runs, and when it was last heard.',
  gate: installerReads,
  params: z.object(facilityParams),
  success: {
    status: 200,
    description: 'All of them, the oldest claim first.',
    schema: listSchema(ControllerView),
  },
  examples: { params: { facilityId: FACILITY }, success: { data: [A_CONTROLLER] } },
  faults: {},
  handle: async (deps, { params: { facilityId } }, { read }) => ({
    data: (await read((tx) => controllersAtEach(deps, tx, [facilityId]))).get(facilityId) ?? [],
  }),
  many: async (deps, inputs, { read }) => {
    const ids = inputs.map(({ params: { facilityId } }) => facilityId);
    const byFacility = await read((tx) => controllersAtEach(deps, tx, [...new Set(ids)]));
    return ids.map((id) => ({ data: byFacility.get(id) ?? [] }));
  },
});

export const associateController = platformEndpoint<DoorControllerDeps>()({
  id: 'door-controllers.associate',
  method: 'POST',
  path: '/api/devices/door-controllers/associate/:club',
  summary: 'Claim a door controller to the facility',
  description:
    'Binds the box that shows this code to the facility, for whoever stands before it. It may be given doors of the facility at once; the wiring of all of them is checked first, and either everything is done or nothing.',
  gate: installerWrites,
  act: 'grave:doors',
  params,
  body: z.strictObject({
    code: Code,
    name: boxWords.name.optional(),
    serialNumber: boxWords.serialNumber.optional(),
    location: boxWords.location.optional(),
    doorIds: doorIds.optional().describe('Doors that the box drives from now on.'),
  }),
  success: { status: 200, description: 'The box is claimed.', schema: z.object({ uuid: z.uuid(), fingerprint }) },
  examples: {
    params: { club: FACILITY },
    body: { code: '7K3M-9QXT', name: 'Box behind reception', doorIds: [DOOR] },
    success: { uuid: BOX, fingerprint: '4F2A-91C0-77D1-0B3E' },
  },
  faults: { ...claimFaults, door_unknown, configuration_refused, configuration_outdated },
  faultBodies,
  audit: { event: 'door-controller.associated', target: () => undefined },
  requestsPerSecond: 5,
  handle: async ({ doorControllers }, { params: { club: facilityId }, body }, { tx, caller, about }) => {
    const asked = { facilityId, by: actorOf(caller), ...given(body) };
    const { boxId: uuid, ...shown } = await doorControllers.associate(tx, asked);
    about(uuid);
    return { uuid, ...shown };
  },
});

const Maintenance = z
  .strictObject({
    mode: z.enum(['off', 'force-open', 'force-closed']).describe('`off` ends either.'),
    until: z.iso
      .datetime({ offset: true })
      .nullable()
      .optional()
      .describe('When it ends by itself. Force-open ends after 2 hours unless told.'),
    reason: z.string().trim().min(1).max(200).describe('Why, for whoever finds the door so.'),
  })
  .describe('Asked of the box, which may refuse: see the overrides of the door.');

export const updateController = platformEndpoint<DoorControllerDeps>()({
  id: 'door-controllers.update',
  method: 'POST',
  path: '/api/devices/door-controllers/update/:club',
  summary: 'Change a door controller and its doors',
  description:
    'What is omitted keeps its value; null clears it. Everything is checked together and becomes one new version of the configuration, or nothing does. How doors are wired, and which of them it drives, takes effect once somebody signed in at the panel of the box has confirmed it: `confirmation`. A maintenance is asked for after that; a door whose wiring changes while it is forced open is locked, and has to be opened again.',
  gate: installerWrites,
  act: 'grave:doors',
  params,
  body: z.strictObject({
    uuid,
    expectedVersion,
    name: boxWords.name.nullish().describe('What people call the box; null: nothing.'),
    serialNumber: boxWords.serialNumber.nullish().describe('As on its label; null: nobody has said.'),
    location: boxWords.location.nullish().describe('Where it hangs; null: nobody has said.'),
    assign: doorIds.optional().describe('Doors of the facility that this box drives from now on.'),
    release: doorIds.optional().describe('Doors of this box that none drives from now on.'),
    doors: z
      .array(
        DoorChange.extend({
          doorId: DoorId.describe('A door that the box drives.'),
          maintenance: Maintenance.optional(),
        }),
      )
      .max(64)
      .refine((doors) => new Set(doors.map(({ doorId }) => doorId)).size === doors.length, 'must name each door once')
      .optional()
      .describe('What changes of its doors, each at most once. Of each, what is omitted keeps its value.'),
  }),
  success: {
    status: 200,
    description: 'It is wanted from now on, and on its way to the box.',
    schema: z.object({ uuid: z.uuid(), version: z.int(), confirmation: Confirmation }),
  },
  examples: {
    params: { club: FACILITY },
    body: { uuid: BOX, expectedVersion: 4, doors: [{ doorId: DOOR, holdSeconds: 8, zone: null }] },
    success: { uuid: BOX, version: 5, confirmation: 'not_needed' },
  },
  faults: {
    controller_unknown,
    door_unknown,
    bad_end,
    door_without_box,
    configuration_refused,
    configuration_outdated,
  },
  faultBodies,
  audit: { event: 'door-controller.updated', target: ({ body }) => body.uuid },
  handle: async ({ doors, doorControllers }, { params: { club: facilityId }, body }, { tx, caller }) => {
    const { uuid, doors: changes = [], ...update } = body;
    if (changes.some(({ maintenance }) => maintenance) && !holdsHere(caller, 'facility-manager'))
      throw kitFault('forbidden', 'doors: maintenance: who manages the facility asks for that.');
    const requested = changes.flatMap(({ doorId, maintenance }) =>
      maintenance === undefined ? [] : [{ doorId, ...maintenance, untilMs: endOf(maintenance) }],
    );
    const version = await doorControllers.update(tx, {
      ...update,
      facilityId,
      boxId: uuid,
      by: actorOf(caller),
      doors: changes.map(({ maintenance, ...change }) => change),
      requested,
    });
    for (const { doorId, mode, untilMs, reason } of requested)
      await doors.requestMaintenance(tx, { facilityId, doorId, mode, untilMs, reason, by: nameOf(caller) });
    const confirmation = confirmationOf(await doorControllers.wiringOf(tx, { boxId: uuid, facilityId }));
    return { uuid: uuid as string, version, confirmation };
  },
});

export const decommissionController = platformEndpoint<DoorControllerDeps>()({
  id: 'door-controllers.decommission',
  method: 'POST',
  path: '/api/devices/door-controllers/decommission/:club',
  summary: 'Decommission a door controller',
  description:
    'Ends its session, its tokens and every command at once. Its doors stay listed, and no box drives them until they are given to another. It cannot be claimed again before it was reset.',
  gate: facilityWrites,
  act: 'grave:doors',
  stepUp: true,
  params,
  body: z.strictObject({ uuid }),
  success: { status: 200, description: 'It is over.', schema: z.object({ uuid: z.uuid() }) },
  examples: { params: { club: FACILITY }, body: { uuid: BOX }, success: { uuid: BOX } },
  faults: { box_unknown },
  audit: { event: 'door-controller.decommissioned', target: ({ body }) => body.uuid },
  handle: async ({ doorControllers }, { params: { club: facilityId }, body: { uuid } }, { tx, caller }) => {
    await doorControllers.decommission(tx, { facilityId, boxId: uuid, by: actorOf(caller) });
    return { uuid: uuid as string };
  },
});

const nameOf = ({ user }: PlatformCaller): string => `${user.firstName} ${user.lastName}`.trim().slice(0, 120);

const endOf = ({ until }: z.output<typeof Maintenance>): number | null => (until == null ? null : Date.parse(until));

/** Without what was not said: an optional field that is `undefined` is none. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
