import { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { pageOf, pageQuery, pageSchema } from '../../kit/http/paging.ts';
import type { FindBy } from '../../kit/http/resource.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { namedBy, oneNamedBy } from '../../platform/users/actor-surface.ts';
import { actorOf, facilityParams, installerWrites } from '../../platform/users/facility-surface.ts';
import { type PlatformCaller, platformEndpoint } from '../../platform/users/platform-surface.ts';
import type { DoorSetting, DoorsService } from '../doors/doors.module.ts';
import { BoxState, DoorState } from './box-state.ts';
import {
  ConfigurationView,
  Confirmation,
  confirmationOf,
  controllerFields,
  doorSettingView,
  VersionView,
  versionView,
  wiringView,
} from './documents.ts';
import { uuid as boxUuid, expectedVersion, faultBodies } from './door-controllers.endpoints.ts';
import { doorControllersFault, doorControllersFaults } from './door-controllers.faults.ts';
import type { DoorControllersService } from './door-controllers.service.ts';
import { A_CONFIGURATION, A_VERSION, BOX, FACILITY } from './examples.ts';

export interface ConfigurationEndpointDeps {
  readonly doors: Pick<DoorsService, 'settings'>;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly doorControllers: DoorControllersService;
}

const { configuration_refused, configuration_outdated, controller_unknown, version_unknown, restore_impossible } =
  doorControllersFaults;
const NEWEST_VERSIONS = 10;
const gate = { needs: ['facility-staff', 'installer'], in: 'resource' } as const;
/** Whatever it is, it is looked for, and not found. */
const uuid = z.string().max(120).describe('The door controller.');

/** The box that a path names, compared. */
const theController = {
  find: async (
    { doorControllers, organisations }: ConfigurationEndpointDeps,
    { params }: { readonly params: { readonly uuid: string } },
    { tx }: FindBy<PlatformCaller>,
  ) => {
    const boxId = BoxId.safeParse(params.uuid);
    const compared = boxId.success ? await doorControllers.compare(tx, boxId.data) : undefined;
    if (compared === undefined) return undefined;
    const facilityId = compared.box.facility_id;
    const facility = await organisations.findFacility(tx, facilityId);
    return { ...compared, at: { facilityId, ...(facility && { organisationId: facility.org_id }) } };
  },
  missing: () => doorControllersFault('controller_unknown', 'There is no such door controller.'),
};

export const readConfiguration = platformEndpoint<ConfigurationEndpointDeps>()({
  id: 'door-controllers.config',
  method: 'GET',
  path: '/api/devices/door-controllers/config/:uuid',
  graph: { node: 'Box', key: 'uuid', prefix: 'box:' },
  summary: 'Read the configuration of a door controller',
  description: `What it should be, with the newest ${NEWEST_VERSIONS} versions of that; what it says that it has, follows and refused; and how the two differ. A difference that lasts for ten minutes is a warning.`,
  gate,
  resource: theController,
  params: z.object({ uuid }),
  success: { status: 200, description: 'Its configuration.', schema: ConfigurationView },
  examples: { params: { uuid: BOX }, success: A_CONFIGURATION },
  faults: { controller_unknown },
  handle: (deps, _input, { read, resource }) =>
    read(async (tx) => {
      const { box, newest, presence, online, reported, applied, problems, differences } = resource;
      const boxId = box.id;
      const doors: DoorSetting[] = await deps.doors.settings.settingsOf(tx, boxId);
      const rows = await deps.doorControllers.versions(tx, boxId, { limit: NEWEST_VERSIONS });
      const report = reported?.report;
      const followed = report && (await deps.doorControllers.versionOfRevision(tx, boxId, report.revision));
      return {
        ...controllerFields(box, presence, online && box.status === 'active'),
        status: box.status,
        desired: {
          version: Number(box.configuration_version),
          madeAt: isoOrNull(newest && Number(newest.made_at)),
          doors: doors.map(doorSettingView),
          problems: problems.map((problem) => ({ ...problem })),
        },
        reported:
          reported === undefined || report === undefined
            ? null
            : {
                at: isoOf(reported.reportedAtMs),
                agentVersion: report.agentVersion,
                version: followed ?? null,
                buses: report.hardware.buses,
                readers: report.hardware.readers,
                refused: report.refused,
              },
        wiring: wiringView(await deps.doorControllers.wiringOf(tx, { boxId, facilityId: box.facility_id })),
        appliedVersion: applied === undefined ? null : Number(applied.version),
        differences,
        history: (await namedBy(tx, rows, 'made_by')).map(versionView),
      };
    }),
});

export const listVersions = platformEndpoint<ConfigurationEndpointDeps>()({
  id: 'door-controllers.versions',
  method: 'GET',
  path: '/api/devices/door-controllers/config/:uuid/versions',
  graph: { on: 'Box', as: 'versions', with: { uuid: 'uuid' } },
  summary: 'List the versions of a configuration',
  description:
    'Who changed what of the door controller and its doors, and when: the newest first, since it came to its facility.',
  gate,
  resource: theController,
  params: z.object({ uuid }),
  query: z.strictObject({
    ...pageQuery,
    after: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, 'must be the `next` of a page')
      .optional()
      .describe(pageQuery.after.description ?? ''),
  }),
  success: { status: 200, description: 'A page.', schema: pageSchema(VersionView) },
  examples: { params: { uuid: BOX }, success: { data: [A_VERSION], next: null } },
  faults: { controller_unknown },
  handle: (deps, { query: { after, limit } }, { read, resource: { box } }) =>
    read(async (tx) => {
      const before = after === undefined ? undefined : Number(after);
      const rows = await deps.doorControllers.versions(tx, box.id, { before, limit: limit + 1 });
      const { page, next } = pageOf(rows, limit, ({ version }) => String(version));
      return { data: (await namedBy(tx, page, 'made_by')).map(versionView), next };
    }),
});

const WholeVersion = VersionView.extend({
  name: z.string().nullable(),
  serialNumber: z.string().nullable(),
  location: z.string().nullable(),
  doors: z.array(DoorState),
});

export const readVersion = platformEndpoint<ConfigurationEndpointDeps>()({
  id: 'door-controllers.version',
  method: 'GET',
  path: '/api/devices/door-controllers/config/:uuid/versions/:version',
  summary: 'Read an old version of a configuration',
  description: 'Everything that the door controller should be at that time: its doors, their wiring and times.',
  gate,
  resource: theController,
  params: z.object({ uuid, version: z.coerce.number<string>().int().min(1).max(1e9).describe('Its number.') }),
  success: { status: 200, description: 'The version.', schema: WholeVersion },
  examples: {
    params: { uuid: BOX, version: '4' },
    success: { ...A_VERSION, name: 'Box behind reception', serialNumber: null, location: null, doors: [] },
  },
  faults: { controller_unknown, version_unknown },
  handle: (deps, { params: { version } }, { read, resource: { box } }) =>
    read(async (tx) => {
      const row = await deps.doorControllers.version(tx, box.id, version);
      if (row === undefined) throw doorControllersFault('version_unknown', `There is no version ${version}.`);
      return { ...versionView(await oneNamedBy(tx, row, 'made_by')), ...BoxState.parse(JSON.parse(row.state)) };
    }),
});

export const restoreVersion = platformEndpoint<ConfigurationEndpointDeps>()({
  id: 'door-controllers.restore',
  method: 'POST',
  path: '/api/devices/door-controllers/restore/:facilityId',
  summary: 'Restore an old version of a configuration',
  description:
    'The door controller and its doors are again as that version says, as a new version. It is checked like any other change; a door that was removed since, or that another box drives, keeps it from being restored. How its doors are wired takes effect once somebody signed in at the panel of the box has confirmed it: `confirmation`.',
  gate: installerWrites,
  act: 'grave:doors',
  params: z.object(facilityParams),
  body: z.strictObject({
    uuid: boxUuid,
    version: z.int().min(1).max(1e9).describe('Which one is to be again.'),
    expectedVersion,
  }),
  success: {
    status: 200,
    description: 'It is wanted from now on, and on its way to the box.',
    schema: z.object({ uuid: z.uuid(), version: z.int(), confirmation: Confirmation }),
  },
  examples: {
    params: { facilityId: FACILITY },
    body: { uuid: BOX, version: 3, expectedVersion: 4 },
    success: { uuid: BOX, version: 5, confirmation: 'at_the_panel' },
  },
  faults: { controller_unknown, version_unknown, restore_impossible, configuration_refused, configuration_outdated },
  faultBodies,
  audit: { event: 'door-controller.restored', target: ({ body }) => body.uuid },
  handle: async ({ doorControllers }, { params: { facilityId }, body }, { tx, caller }) => {
    const { uuid: boxId, ...which } = body;
    const version = await doorControllers.restore(tx, { ...which, facilityId, boxId, by: actorOf(caller) });
    const confirmation = confirmationOf(await doorControllers.wiringOf(tx, { boxId, facilityId }));
    return { uuid: boxId as string, version, confirmation };
  },
});
