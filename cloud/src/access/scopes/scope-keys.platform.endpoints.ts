import { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { listSchema, pageOf, pageSchema, pagesOf } from '../../kit/http/paging.ts';
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
import { warningsFaults } from '../../sites/warnings/warnings.faults.ts';
import type { WarningsService } from '../../sites/warnings/warnings.service.ts';
import { AccessTarget } from './access-target.ts';
import { A_KEY, A_SOURCE, AN_UNMAPPED_KEY, PARTNER, TARGET } from './examples.ts';
import { keyOfWarning } from './scope-key.ts';
import { keysAfter, positionText } from './scope-key-order.ts';
import { scopesFaults } from './scopes.faults.ts';
import type { ScopesService } from './scopes.service.ts';

type Deps = {
  readonly scopes: Pick<ScopesService, 'listKeys' | 'setKey' | 'listSources'>;
  readonly warnings: Pick<WarningsService, 'find'>;
};

const { place_unknown } = usersFaults;
const { access_scope_unknown, source_unknown } = scopesFaults;
const { door_unknown } = doorsFaults;
const target = AccessTarget.describe('What it opens here: the facility, doors, access scopes, or nothing on purpose.');

const ListedKey = z.object({
  partnerId: z.string(),
  partnerName: z.string(),
  key: z.string(),
  target: AccessTarget.nullable().describe('What it is mapped to; null where nobody has mapped it.'),
  disabled: z.boolean(),
  closed: z.enum(['disabled', 'unmapped', 'mapped_to_nothing']).nullable().describe('Why it opens nothing.'),
  members: z.int().describe('How many have a window with the key right now.'),
  firstSeenAt: z.string(),
});
const AccessSource = z.object({
  partnerId: z.string(),
  partnerName: z.string(),
  suspended: z.boolean(),
  lastPushAt: z.string().nullable(),
  refusedSince: z.string().nullable(),
});

export const listScopeKeys = platformEndpoint<Deps>()({
  id: 'scope-keys.list',
  method: 'GET',
  path: '/api/access-control/:facilityId/scope-keys',
  graph: { on: 'Facility', as: 'scopeKeys', with: { facilityId: 'facilityId' } },
  summary: 'List the scope keys that partners use at a facility',
  description:
    'Those that open nothing for somebody come first, the most members first. Who the members are, `GET …/scope-keys/members` says. A key whose members change while the pages are read may come twice, or not at all.',
  gate: facilityReads,
  params: z.object(facilityParams),
  query: z.strictObject({
    partnerId: PartnerId.optional().describe('Only those of this partner.'),
    ...pagesOf({ most: 1_000, usual: 200 }),
  }),
  success: {
    status: 200,
    description: 'A page.',
    schema: pageSchema(ListedKey).extend({ total: z.int().describe('How many there are on all pages.') }),
  },
  examples: { params: AT_FACILITY, success: { data: [AN_UNMAPPED_KEY, A_KEY], next: null, total: 2 } },
  faults: { place_unknown },
  handle: async ({ scopes }, { params, query: { partnerId, after, limit } }) => {
    const keys = await scopes.listKeys(params.facilityId, partnerId);
    const { page, next } = pageOf(keysAfter(keys, after), limit, positionText);
    const data = page.map(({ partnerId, partnerName, key, target, disabled, closed, memberCount, firstAt }) => ({
      partnerId,
      partnerName,
      key,
      target: target ?? null,
      disabled,
      closed: closed ?? null,
      members: memberCount,
      firstSeenAt: isoOf(firstAt),
    }));
    return { data, next, total: keys.length };
  },
});

export const setScopeKey = platformEndpoint<Deps>()({
  id: 'scope-keys.set',
  method: 'PUT',
  path: '/api/access-control/:facilityId/scope-keys',
  summary: 'Map a scope key, or switch it off or on',
  description:
    'What is left out stays. `target` null takes the mapping away: the key opens nothing until somebody maps it again. A key that no partner has sent yet may be prepared. Boxes hear of it at once.',
  gate: facilityWrites,
  act: 'grave:access',
  params: z.object(facilityParams),
  body: z.strictObject({
    partnerId: PartnerId.describe('The partner whose word the key is.'),
    key: z.string().min(1).max(120).describe('The word, exactly as the partner sends it.'),
    target: target
      .nullable()
      .optional()
      .describe('What it opens here. Null: it is not mapped, and opens nothing until somebody maps it again.'),
    disabled: z.boolean().optional().describe('Switched off it opens nothing, and keeps what it is mapped to.'),
  }),
  success: { status: 200, description: 'It is so now.', schema: Done },
  examples: { params: AT_FACILITY, body: { ...PARTNER, key: A_KEY.key, target: TARGET }, success: DONE },
  faults: { place_unknown, source_unknown, door_unknown, access_scope_unknown },
  audit: { event: 'scope-key.set', target: ({ body }) => `${body.partnerId}/${body.key}` },
  handle: async ({ scopes }, { params, body: { partnerId, key, target, disabled } }, { tx }) => {
    await scopes.setKey(
      tx,
      { facilityId: params.facilityId, partnerId, key },
      { ...(target !== undefined && { target }), ...(disabled !== undefined && { disabled }) },
    );
    return DONE;
  },
});

export const mapWarnedKey = platformEndpoint<Deps>()({
  id: 'warnings.map',
  method: 'POST',
  path: '/api/access-control/:facilityId/warnings/:warningId/map',
  summary: 'Map the scope key that a warning is about',
  description:
    'The same as mapping the key, which it also switches on: the warning closes by itself once the key opens something.',
  gate: facilityWrites,
  act: 'grave:access',
  params: z.object({ ...facilityParams, warningId: PathId.describe('A warning of a scope key that opens nothing.') }),
  body: z.strictObject({ target }),
  success: {
    status: 200,
    description: 'The key is mapped.',
    schema: z.object({ partnerId: z.string(), key: z.string() }),
  },
  examples: {
    params: { ...AT_FACILITY, warningId: 'wrn_0123456789abcdef' },
    body: { target: TARGET },
    success: { ...PARTNER, key: AN_UNMAPPED_KEY.key },
  },
  faults: {
    place_unknown,
    source_unknown,
    door_unknown,
    access_scope_unknown,
    warning_unknown: warningsFaults.warning_unknown,
    warning_of_another_kind: warningsFaults.warning_of_another_kind,
  },
  audit: { event: 'warning.map', target: ({ params }) => params.warningId },
  handle: async ({ scopes, warnings }, { params, body }, { tx }) => {
    const key = keyOfWarning(await warnings.find(tx, params.facilityId, params.warningId));
    await scopes.setKey(tx, key, { target: body.target, disabled: false });
    return { partnerId: key.partnerId, key: key.key };
  },
});

export const listSources = platformEndpoint<Deps>()({
  id: 'access-sources.list',
  method: 'GET',
  path: '/api/access-control/:facilityId/sources',
  graph: { on: 'Facility', as: 'accessSources', with: { facilityId: 'facilityId' } },
  summary: 'List the partners that are sources of access, and how fresh their data is',
  description:
    'A source is suspended while its integration is not enabled here: nothing of it opens anything. `refusedSince` is set while some of its data is being refused.',
  gate: facilityReads,
  params: z.object(facilityParams),
  success: { status: 200, description: 'All of them.', schema: listSchema(AccessSource) },
  examples: { params: AT_FACILITY, success: { data: [A_SOURCE] } },
  faults: { place_unknown },
  handle: async ({ scopes }, { params }) => ({
    data: (await scopes.listSources(params.facilityId)).map(
      ({ number: _own, lastPushAt, refusedSince, ...source }) => ({
        ...source,
        lastPushAt: isoOrNull(lastPushAt),
        refusedSince: isoOrNull(refusedSince),
      }),
    ),
  }),
});
