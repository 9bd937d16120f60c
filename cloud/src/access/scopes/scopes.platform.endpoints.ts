import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { listSchema } from '../../kit/http/paging.ts';
import {
  AT_FACILITY,
  DONE,
  Done,
  facilityParams,
  facilityReads,
  facilityWrites,
  PathId,
} from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { doorsFaults } from '../../sites/doors/doors.faults.ts';
import { AN_ACCESS_SCOPE, ONE_SCOPE, SCOPE, SET_OF_DOORS } from './examples.ts';
import { scopesFaults } from './scopes.faults.ts';
import type { ScopesService } from './scopes.service.ts';

type Deps = {
  readonly scopes: Pick<ScopesService, 'listScopes' | 'createScope' | 'updateScope' | 'removeScope'>;
};

const name = z.string().trim().min(1).max(120).describe('What staff tell it by: no other of the facility has it.');
const doorIds = z.array(DoorId).max(1_000).describe('The doors it is, all of them.');
const ofOne = z.object({ ...facilityParams, scopeId: PathId.describe('The access scope.') });
const AccessScope = z.object({ scopeId: z.string(), name: z.string(), doorIds: z.array(z.string()) });
const { place_unknown } = usersFaults;
const { access_scope_unknown, access_scope_in_use, access_scope_name_taken } = scopesFaults;
const { door_unknown } = doorsFaults;

export const listAccessScopes = platformEndpoint<Deps>()({
  id: 'access-scopes.list',
  method: 'GET',
  path: '/api/access-control/:facilityId/scopes',
  graph: { on: 'Facility', as: 'accessScopes', with: { facilityId: 'facilityId' } },
  summary: 'List the access scopes of a facility',
  description: 'Named sets of doors, which scope keys, plan zones and grants point at.',
  gate: facilityReads,
  params: z.object(facilityParams),
  success: { status: 200, description: 'All of them, the oldest first.', schema: listSchema(AccessScope) },
  examples: { params: AT_FACILITY, success: { data: [AN_ACCESS_SCOPE] } },
  faults: { place_unknown },
  handle: async ({ scopes }, { params }) => ({
    data: (await scopes.listScopes(params.facilityId)).map(({ id, name, doors }) => ({
      scopeId: id,
      name,
      doorIds: [...doors],
    })),
  }),
});

export const createAccessScope = platformEndpoint<Deps>()({
  id: 'access-scopes.create',
  method: 'POST',
  path: '/api/access-control/:facilityId/scopes',
  summary: 'Make an access scope',
  description:
    'A named set of doors of this facility, of which it has at most 1,000. It opens nothing until something points at it.',
  gate: facilityWrites,
  act: 'grave:access',
  params: z.object(facilityParams),
  body: z.strictObject({ name, doorIds }),
  success: { status: 201, description: 'It is there.', schema: z.object({ scopeId: z.string() }) },
  examples: { params: AT_FACILITY, body: SET_OF_DOORS, success: SCOPE },
  faults: {
    place_unknown,
    door_unknown,
    access_scope_name_taken,
    access_scopes_too_many: scopesFaults.access_scopes_too_many,
  },
  audit: { event: 'access-scope.create', target: ({ body }) => body.name },
  handle: async ({ scopes }, { params, body: { name, doorIds: doors } }, { tx, about }) => {
    const scopeId = await scopes.createScope(tx, params.facilityId, { name, doors });
    about(scopeId);
    return { scopeId };
  },
});

export const updateAccessScope = platformEndpoint<Deps>()({
  id: 'access-scopes.update',
  method: 'PATCH',
  path: '/api/access-control/:facilityId/scopes/:scopeId',
  summary: 'Rename an access scope, or set its doors',
  description:
    'What is left out stays. `doorIds` replaces all of them; whatever points at the scope opens the new ones. Of two edits at once the later one counts, whole.',
  gate: facilityWrites,
  act: 'grave:access',
  params: ofOne,
  body: z.strictObject({ name: name.optional(), doorIds: doorIds.optional() }),
  success: { status: 200, description: 'It is so now.', schema: Done },
  examples: { params: ONE_SCOPE, body: { doorIds: ['door_0123456789abcdef'] }, success: DONE },
  faults: { place_unknown, access_scope_unknown, door_unknown, access_scope_name_taken },
  audit: { event: 'access-scope.update', target: ({ params }) => params.scopeId },
  handle: async ({ scopes }, { params, body: { name, doorIds: doors } }, { tx }) => {
    const to = { ...(name !== undefined && { name }), ...(doors && { doors }) };
    await scopes.updateScope(tx, { facilityId: params.facilityId, id: params.scopeId }, to);
    return DONE;
  },
});

export const removeAccessScope = platformEndpoint<Deps>()({
  id: 'access-scopes.remove',
  method: 'DELETE',
  path: '/api/access-control/:facilityId/scopes/:scopeId',
  summary: 'Remove an access scope that nothing points at',
  description: 'Refused while a scope key or a plan zone is mapped to it, or a grant names it; the refusal says which.',
  gate: facilityWrites,
  act: 'grave:access',
  params: ofOne,
  success: { status: 200, description: 'It is gone.', schema: Done },
  examples: { params: ONE_SCOPE, success: DONE },
  faults: { place_unknown, access_scope_unknown, access_scope_in_use },
  audit: { event: 'access-scope.remove', target: ({ params }) => params.scopeId },
  handle: async ({ scopes }, { params }, { tx }) => {
    await scopes.removeScope(tx, params.facilityId, params.scopeId);
    return DONE;
  },
});
