import { isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { listSchema, pageOf, pageOfParts, pageQuery, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { noPosition } from '../../kit/http/position.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { AT_FACILITY, facilityParams, facilityReads, PathId } from '../../platform/users/facility-surface.ts';
import { platformEndpoint, visibleScopes } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { AlarmView, AN_ALARM, AN_ENTRY, entryViewsOf, OneAlarm, viewsOf } from './alarm-view.ts';
import { alarmsFaults } from './alarms.faults.ts';
import type { AlarmsService } from './alarms.service.ts';

interface Deps {
  readonly alarms: Pick<AlarmsService, 'page' | 'find' | 'countOpen' | 'kinds'>;
  readonly organisations: Pick<OrganisationsService, 'facilitiesWithin'>;
}

const { place_unknown } = usersFaults;
const Position = /^(\d{1,16})\.(alm_[0-9a-z]{16})$/;
const positionOf = (after: string | undefined) => {
  if (after === undefined) return undefined;
  const [, openedAt, id] = Position.exec(after) ?? [];
  if (openedAt === undefined || id === undefined) throw noPosition();
  return { openedAt: Number(openedAt), id };
};

export const listAlarms = platformEndpoint<Deps>()({
  id: 'alarms.list',
  method: 'GET',
  path: '/api/access-control/:facilityId/alarms',
  summary: 'List the alarms of a facility',
  description:
    'What needs, or needed, somebody at once, the newest first. Who watches it is told by the topic `alarms`.',
  gate: facilityReads,
  params: z.object(facilityParams),
  query: z.strictObject({
    state: z.enum(['open', 'ended', 'all']).default('open').describe('Those that are not over unless told otherwise.'),
    ...pageQuery,
  }),
  success: { status: 200, description: 'A page.', schema: pageSchema(AlarmView) },
  examples: { params: AT_FACILITY, query: { state: 'open' }, success: { data: [AN_ALARM], next: null } },
  faults: { place_unknown },
  handle: ({ alarms }, { params: { facilityId }, query: { state, after, limit } }, { read }) =>
    read(async (tx) => {
      const rows = await alarms.page(tx, facilityId, { state, after: positionOf(after), limit: limit + 1 });
      const { page, next } = pageOf(rows, limit, ({ openedAt, id }) => `${openedAt}.${id}`);
      return { data: await viewsOf(tx, page), next };
    }),
});

export const readAlarm = platformEndpoint<Deps>()({
  id: 'alarms.read',
  method: 'GET',
  path: '/api/access-control/:facilityId/alarms/:alarmId',
  summary: 'Read one alarm',
  description: 'With all that became of it: who was told and when, who has it, and what they wrote.',
  gate: facilityReads,
  params: z.object({ ...facilityParams, alarmId: PathId.describe('The alarm.') }),
  success: { status: 200, description: 'The alarm.', schema: OneAlarm },
  examples: {
    params: { ...AT_FACILITY, alarmId: AN_ALARM.alarmId },
    success: { ...AN_ALARM, entries: [AN_ENTRY] },
  },
  faults: { place_unknown, alarm_unknown: alarmsFaults.alarm_unknown },
  handle: ({ alarms }, { params: { facilityId, alarmId } }, { read }) =>
    read(async (tx) => {
      const { alarm, entries } = await alarms.find(tx, facilityId, alarmId);
      const [view] = await viewsOf(tx, [alarm]);
      return { ...(view ?? AN_ALARM), entries: await entryViewsOf(tx, entries) };
    }),
});

/** Their alarms are counted in one piece. */
const FACILITIES_AT_ONCE = 200;

const AlarmsAt = z
  .object({
    facilityId: z.string(),
    name: z.string().describe('What the facility is called.'),
    open: z.int().describe('How many are not over.'),
    unowned: z.int().describe('How many of those nobody has.'),
    unownedSince: z.iso.datetime().nullable().describe('When the first of those began (UTC). Null: somebody has each.'),
  })
  .meta({ id: 'AlarmsAtFacility' });

export const listAlarmsAnywhere = platformEndpoint<Deps>()({
  id: 'alarms.anywhere',
  method: 'GET',
  path: '/api/alarms',
  summary: 'Count the alarms of every facility',
  description:
    'Over all facilities where you are staff, by their ids: those with alarms that are not over. A page may have fewer than `limit`, or none, and there is a next one still: however many facilities are quiet, one request looks at so many.',
  gate: { needs: 'facility-staff', in: 'anywhere' },
  query: z.strictObject(pagesOf({ of: 'fac' })),
  success: { status: 200, description: 'A page.', schema: pageSchema(AlarmsAt) },
  examples: {
    success: {
      data: [{ ...AT_FACILITY, name: 'Harbour Gym', open: 2, unowned: 1, unownedSince: AN_ALARM.openedAt }],
      next: null,
    },
  },
  faults: {},
  handle: async ({ alarms, organisations }, { query: { after, limit } }, { caller, read }) => {
    const reach = visibleScopes(caller, 'facility-staff');
    const partAfter = (from: string) =>
      read(async (tx) => {
        const { items, end } = await organisations.facilitiesWithin(tx, reach, {
          after: from,
          size: FACILITIES_AT_ONCE,
        });
        const counted = await alarms.countOpen(tx, items);
        return { items: counted.toSorted((one, other) => (one.facilityId < other.facilityId ? -1 : 1)), end };
      });
    const { page, next } = await pageOfParts({ after, limit }, partAfter, ({ facilityId }) => facilityId);
    return { data: page.map(({ unownedSince, ...at }) => ({ ...at, unownedSince: isoOrNull(unownedSince) })), next };
  },
});

const AlarmKindView = z
  .object({
    kind: z.string().describe('The kind of warning.'),
    title: z.string().describe('As people are told of it.'),
    why: z.string().describe('Why it cannot wait.'),
    tellAfterSeconds: z.int().describe('Nobody is told of one that is over within this time.'),
  })
  .meta({ id: 'AlarmKind' });

export const listAlarmKinds = platformEndpoint<Deps>()({
  id: 'alarms.kinds',
  method: 'GET',
  path: '/api/alarm-kinds',
  summary: 'List what is an alarm',
  description: 'The kinds of warnings that need somebody now, each with its reason.',
  gate: { needs: 'facility-staff', in: 'anywhere' },
  success: { status: 200, description: 'All of them.', schema: listSchema(AlarmKindView) },
  examples: {
    success: {
      data: [
        {
          kind: 'door_forced_open',
          title: 'A door was forced open',
          why: 'Somebody may be inside who was not let in.',
          tellAfterSeconds: 0,
        },
      ],
    },
  },
  faults: {},
  handle: async ({ alarms }) => ({
    data: alarms.kinds.list().map(({ kind, title, why, tellAfter }) => ({
      ...{ kind, title, why },
      tellAfterSeconds: Math.round(tellAfter / 1_000),
    })),
  }),
});
