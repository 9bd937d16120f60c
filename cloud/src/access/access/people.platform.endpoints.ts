import { z } from 'zod';
import { pageOf, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { namedBy, oneNamedBy } from '../../platform/users/actor-surface.ts';
import {
  AT_FACILITY,
  actorOf,
  DONE,
  Done,
  facilityParams,
  facilityReads,
  facilityWrites,
  memberParams,
  personParams,
} from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { scopesFaults } from '../scopes/scopes.faults.ts';
import { accessFaults } from './access.faults.ts';
import type { AccessService } from './access.service.ts';
import { ADA, BO, PARTNER } from './examples.ts';
import { flagsBody, PersonView, toFlags, toPerson } from './person-view.ts';

type Deps = {
  readonly access: Pick<
    AccessService,
    'listPeople' | 'viewPerson' | 'knownFor' | 'linkMember' | 'unlinkMember' | 'setFlags' | 'setExtended'
  >;
};

const { place_unknown } = usersFaults;
const { person_unknown, member_of_another_person } = accessFaults;
const { source_unknown } = scopesFaults;

const Member = z.strictObject(memberParams);
const FLAGS = ['banned', 'disabled', 'blockAllAccess', 'extendedHold'] as const;
const FLAG_COLUMNS = {
  banned: 'banned',
  disabled: 'disabled',
  blockAllAccess: 'blocked',
  extendedHold: 'extended',
} as const;
const onePerson = z.object({ ...facilityParams, ...personParams });
const EXAMPLE_PERSON = { ...AT_FACILITY, personId: ADA.personId };
const HER_OTHER = { partnerId: 'ptr_fedcba9876543210', memberId: 'A-77' };

export const listPeople = platformEndpoint<Deps>()({
  id: 'people.list',
  method: 'GET',
  path: '/api/access-control/:facilityId/people',
  graph: { on: 'Facility', as: 'people', with: { facilityId: 'facilityId' } },
  summary: 'List the people of whom staff have had something to say',
  description: 'In the order of their ids: all, or those for whom one of the flags is set.',
  gate: facilityReads,
  params: z.object(facilityParams),
  query: z.strictObject({
    flag: z.enum(FLAGS).optional().describe('Only people for whom this is set.'),
    ...pagesOf({ of: 'per' }),
  }),
  success: { status: 200, description: 'A page.', schema: pageSchema(PersonView) },
  examples: { params: AT_FACILITY, query: { flag: 'banned' }, success: { data: [BO], next: null } },
  faults: { place_unknown },
  handle: async ({ access }, { params, query: { flag, after, limit } }, { read }) => {
    const asked = { flag: flag && FLAG_COLUMNS[flag], after, limit: limit + 1 };
    return read(async (tx) => {
      const people = await access.listPeople(tx, params.facilityId, asked);
      const { page, next } = pageOf(people, limit, ({ id }) => id);
      return { data: (await namedBy(tx, page, 'changedBy')).map(toPerson), next };
    });
  },
});

export const makePerson = platformEndpoint<Deps>()({
  id: 'people.create',
  method: 'POST',
  path: '/api/access-control/:facilityId/people',
  summary: 'Find the person that a member is, or make one',
  description:
    'Cards, PINs, grants and bans are a person’s. Asked again for the same member it answers the same person. The partner need not have sent the member yet.',
  gate: facilityWrites,
  params: z.object(facilityParams),
  body: Member,
  success: { status: 200, description: 'The person.', schema: z.object({ personId: z.string() }) },
  examples: {
    params: AT_FACILITY,
    body: { partnerId: PARTNER, memberId: 'M-1001' },
    success: { personId: ADA.personId },
  },
  faults: { source_unknown },
  audit: {
    event: 'person.create',
    target: ({ body: { partnerId, memberId } }) => ({ standsFor: { partnerId, memberId } }),
  },
  handle: async ({ access }, { params, body }, { tx, caller }) => ({
    personId: await access.knownFor(tx, { facilityId: params.facilityId, ...body }, actorOf(caller)),
  }),
});

export const readPerson = platformEndpoint<Deps>()({
  id: 'people.read',
  method: 'GET',
  path: '/api/access-control/:facilityId/people/:personId',
  summary: 'Read what staff have said of a person, and which members they are',
  description:
    'Members of several partners may be one person: any of them may open a door, and a ban is on all of them.',
  gate: facilityReads,
  params: onePerson,
  success: { status: 200, description: 'The person.', schema: PersonView },
  examples: { params: EXAMPLE_PERSON, success: ADA },
  faults: { person_unknown },
  handle: async ({ access }, { params }, { read }) =>
    read(async (tx) => {
      const person = await access.viewPerson(tx, params.facilityId, params.personId);
      return toPerson(await oneNamedBy(tx, person, 'changedBy'));
    }),
});

export const linkMember = platformEndpoint<Deps>()({
  id: 'people.link',
  method: 'POST',
  path: '/api/access-control/:facilityId/people/:personId/members',
  summary: 'Say that a member is this person too',
  description:
    'Their access is one from then on, and so is a ban. A member is one person: unlink them elsewhere first.',
  gate: facilityWrites,
  act: 'grave:access',
  params: onePerson,
  body: Member,
  success: { status: 200, description: 'It is so now.', schema: Done },
  examples: { params: EXAMPLE_PERSON, body: HER_OTHER, success: DONE },
  faults: { person_unknown, source_unknown, member_of_another_person },
  audit: { event: 'person.link', target: ({ params }) => params.personId },
  handle: async ({ access }, { params, body }, { tx }) => {
    await access.linkMember(tx, params.personId, { facilityId: params.facilityId, ...body });
    return DONE;
  },
});

export const unlinkMember = platformEndpoint<Deps>()({
  id: 'people.unlink',
  method: 'DELETE',
  path: '/api/access-control/:facilityId/people/:personId/members/:partnerId/:memberId',
  summary: 'Say that a member is not this person',
  description: 'From then on the member is somebody of whom staff have said nothing: no ban, no grant, no card.',
  gate: facilityWrites,
  act: 'grave:access',
  params: onePerson.extend(memberParams),
  success: { status: 200, description: 'It is so now.', schema: Done },
  examples: { params: { ...EXAMPLE_PERSON, ...HER_OTHER }, success: DONE },
  faults: { person_unknown, member_unknown: accessFaults.member_unknown },
  audit: { event: 'person.unlink', target: ({ params }) => params.personId },
  handle: async ({ access }, { params: { facilityId, personId, ...member } }, { tx }) => {
    await access.unlinkMember(tx, { facilityId, ...member }, personId);
    return DONE;
  },
});

export const flagPerson = platformEndpoint<Deps>()({
  id: 'people.flag',
  method: 'PUT',
  path: '/api/access-control/:facilityId/people/:personId/flags',
  summary: 'Ban, disable or block a person, or lift that',
  description:
    'What is left out stays; false lifts. `reason` is why all of it is as it is now, and is kept with who said so. No push of a partner changes any of it.',
  gate: facilityWrites,
  act: 'grave:access',
  params: onePerson,
  body: flagsBody,
  success: { status: 200, description: 'It is so now.', schema: Done },
  examples: {
    params: { ...AT_FACILITY, personId: BO.personId },
    body: { banned: true, reason: BO.reason },
    success: DONE,
  },
  faults: { person_unknown },
  audit: { event: 'person.flag', target: ({ params }) => params.personId },
  handle: async ({ access }, { params, body }, { tx, caller }) => {
    const why = { by: actorOf(caller), reason: body.reason };
    await access.setFlags(tx, { facilityId: params.facilityId, personId: params.personId }, toFlags(body), why);
    return DONE;
  },
});

export const setExtendedUnlock = platformEndpoint<Deps>()({
  id: 'people.set-extended-unlock',
  method: 'PUT',
  path: '/api/access-control/:facilityId/people/:personId/extended-hold',
  summary: 'Keep doors released for longer when this person enters, or no longer',
  description: 'Nothing is asked or kept of why.',
  gate: facilityWrites,
  act: 'grave:access',
  params: onePerson,
  body: z.strictObject({
    extended: z.boolean().describe('Whether doors stay released for longer, by the time that each door has for it.'),
  }),
  success: { status: 200, description: 'It is so now.', schema: Done },
  examples: { params: EXAMPLE_PERSON, body: { extended: true }, success: DONE },
  faults: { person_unknown },
  audit: { event: 'person.set-extended-unlock', target: ({ params }) => params.personId },
  handle: async ({ access }, { params, body }, { tx }) => {
    await access.setExtended(tx, params.facilityId, params.personId, body.extended);
    return DONE;
  },
});
