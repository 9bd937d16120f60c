import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { namedBy } from '../../platform/users/actor-surface.ts';
import {
  AT_FACILITY,
  actorOf,
  DONE,
  Done,
  facilityParams,
  facilityReads,
  facilityWrites,
  PathId,
  personParams,
} from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { doorsFaults } from '../../sites/doors/doors.faults.ts';
import { scopesFaults } from '../scopes/scopes.faults.ts';
import { AccessTarget } from '../scopes/scopes.module.ts';
import { accessFaults } from './access.faults.ts';
import type { AccessService } from './access.service.ts';
import { A_GRANT } from './examples.ts';
import { GrantView, toGrant } from './grant-view.ts';

type Deps = { readonly access: Pick<AccessService, 'listGrants' | 'grant' | 'revokeGrant'> };

const { place_unknown } = usersFaults;
const { person_unknown, grant_unknown, grants_too_many } = accessFaults;
const { access_scope_unknown } = scopesFaults;
const { door_unknown } = doorsFaults;

const Instant = z.iso.datetime({ offset: true, error: 'must be a date and time with its offset' }).max(40);
const secondsOf = (instant: string | undefined) =>
  instant === undefined ? undefined : Math.floor(Date.parse(instant) / 1_000);

export const listGrants = platformEndpoint<Deps>()({
  id: 'grants.list',
  method: 'GET',
  path: '/api/access-control/:facilityId/grants',
  graph: { on: 'Facility', as: 'grants', with: { facilityId: 'facilityId' } },
  summary: 'List what staff have given access to, and to whom',
  description:
    'All grants of the facility, those of one person, or those that open one door. A page of those of a door may be short, or empty, with a next one.',
  gate: facilityReads,
  params: z.object(facilityParams),
  query: z.strictObject({
    personId: PathId.optional().describe('Only grants of this person.'),
    doorId: DoorId.optional().describe('Only grants that open this door now.'),
    ...pagesOf({ of: 'grt' }),
  }),
  success: {
    status: 200,
    description: 'A page.',
    schema: pageSchema(GrantView),
  },
  examples: { params: AT_FACILITY, query: { personId: A_GRANT.personId }, success: { data: [A_GRANT], next: null } },
  faults: { place_unknown },
  handle: async ({ access }, { params, query: { personId, doorId, after, limit } }, { read }) => {
    const asked = { personId, doorId, after, limit };
    return read(async (tx) => {
      const { grants, next } = await access.listGrants(tx, params.facilityId, asked);
      return { data: (await namedBy(tx, grants, 'grantedBy')).map(toGrant), next };
    });
  },
});

export const giveGrant = platformEndpoint<Deps>()({
  id: 'grants.create',
  method: 'POST',
  path: '/api/access-control/:facilityId/grants',
  summary: 'Give a person access by staff’s word',
  description:
    'Round the clock from `from` (inclusive) to `until` (exclusive), each left out where there is none. A `breakGlass` grant also passes a lockdown, and counts on a box that has been without the cloud for too long; it needs a `reason`.',
  gate: facilityWrites,
  act: 'grave:access',
  params: z.object(facilityParams),
  body: z
    .strictObject({
      ...personParams,
      target: AccessTarget.describe('What it opens.'),
      from: Instant.optional().describe('From when on, inclusive. ISO 8601 with an offset.'),
      until: Instant.optional().describe('Until when, exclusive. ISO 8601 with an offset, later than `from`.'),
      breakGlass: z.boolean().default(false).describe('It passes a lockdown, and counts on a box without the cloud.'),
      reason: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .optional()
        .describe('Why, in words for other staff. Required with `breakGlass`.'),
    })
    .refine(({ breakGlass, reason }) => !breakGlass || reason !== undefined, {
      path: ['reason'],
      error: 'is required for a break-glass grant',
    })
    .refine(({ from, until }) => from === undefined || until === undefined || Date.parse(from) < Date.parse(until), {
      path: ['until'],
      error: 'must be later than from',
    }),
  success: { status: 201, description: 'It counts.', schema: z.object({ grantId: z.string() }) },
  examples: {
    params: AT_FACILITY,
    body: {
      personId: A_GRANT.personId,
      target: { to: 'doors', doorIds: ['door_0123456789abcdef'] },
      from: '2026-02-01T00:00:00+10:00',
      until: '2026-03-01T00:00:00+10:00',
      breakGlass: true,
      reason: A_GRANT.reason,
    },
    success: { grantId: A_GRANT.grantId },
  },
  faults: { person_unknown, grants_too_many, door_unknown, access_scope_unknown },
  audit: { event: 'grant.create', target: ({ body }) => body.personId },
  handle: async (
    { access },
    { params, body: { personId, target, from, until, breakGlass, reason } },
    { tx, caller },
  ) => {
    const [fromS, untilS] = [secondsOf(from), secondsOf(until)];
    const given = {
      target,
      breakGlass,
      ...(fromS !== undefined && { fromS }),
      ...(untilS !== undefined && { untilS }),
      ...(reason !== undefined && { reason }),
    };
    const person = { facilityId: params.facilityId, personId };
    return { grantId: await access.grant(tx, person, given, actorOf(caller)) };
  },
});

export const revokeGrant = platformEndpoint<Deps>()({
  id: 'grants.revoke',
  method: 'DELETE',
  path: '/api/access-control/:facilityId/grants/:grantId',
  summary: 'Take a grant back',
  description: 'It opens nothing any more; boxes hear of it at once.',
  gate: facilityWrites,
  act: 'grave:access',
  params: z.object({ ...facilityParams, grantId: PathId.describe('The grant.') }),
  success: { status: 200, description: 'It is gone.', schema: Done },
  examples: { params: { ...AT_FACILITY, grantId: A_GRANT.grantId }, success: DONE },
  faults: { grant_unknown },
  audit: { event: 'grant.revoke', target: ({ params }) => params.grantId },
  handle: async ({ access }, { params }, { tx }) => {
    await access.revokeGrant(tx, params.facilityId, params.grantId);
    return DONE;
  },
});
