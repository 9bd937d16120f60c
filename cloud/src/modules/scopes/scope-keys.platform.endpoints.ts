import { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { doorsFaults } from '../doors/doors.faults.ts';
import { clubParams, clubReads, clubWrites, DONE, Done, PathId } from '../users/club-surface.ts';
import { platformEndpoint } from '../users/platform-surface.ts';
import { usersFaults } from '../users/users.faults.ts';
import { warningsFaults } from '../warnings/warnings.faults.ts';
import type { WarningsService } from '../warnings/warnings.service.ts';
import { AccessTarget } from './access-target.ts';
import { keyOfWarning } from './scope-key.ts';
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

export const listScopeKeys = platformEndpoint<Deps>()({
  id: 'scope-keys.list',
  method: 'GET',
  path: '/api/access-control/:club/scope-keys',
  summary: 'List the scope keys that partners use at a facility',
  description:
    'Those that open nothing for somebody come first, the most members first. `members` is how many have a window with the key right now; who they are, `GET …/scope-keys/members` says.',
  gate: clubReads,
  params: z.object(clubParams),
  query: z.strictObject({
    partnerId: PartnerId.optional(),
    limit: z.coerce.number<string>().int().min(1).max(1_000).default(200),
    offset: z.coerce.number<string>().int().min(0).max(100_000).default(0),
  }),
  success: {
    status: 200,
    description: 'The keys, and how many there are in all.',
    schema: z.object({
      keys: z.array(
        z.object({
          partnerId: z.string(),
          partnerName: z.string(),
          key: z.string(),
          target: AccessTarget.nullable(),
          disabled: z.boolean(),
          closed: z.enum(['disabled', 'unmapped', 'mapped_to_nothing']).nullable().describe('Why it opens nothing.'),
          members: z.int(),
          firstSeenAt: z.string(),
        }),
      ),
      total: z.int(),
    }),
  },
  faults: { place_unknown },
  handle: async ({ scopes }, { params, query: { partnerId, limit, offset } }) => {
    const all = await scopes.listKeys(params.club);
    const keys = all.filter((key) => partnerId === undefined || key.partnerId === partnerId);
    return {
      keys: keys.slice(offset, offset + limit).map(({ partnerId, partnerName, key, target, disabled, ...rest }) => ({
        partnerId,
        partnerName,
        key,
        target: target ?? null,
        disabled,
        closed: rest.closed ?? null,
        members: rest.memberCount,
        firstSeenAt: isoOf(rest.firstAt),
      })),
      total: keys.length,
    };
  },
});

export const setScopeKey = platformEndpoint<Deps>()({
  id: 'scope-keys.set',
  method: 'PUT',
  path: '/api/access-control/:club/scope-keys',
  summary: 'Map a scope key, or switch it off or on',
  description:
    'What is left out stays. `target` null takes the mapping away: the key opens nothing until somebody maps it again. A key that no partner has sent yet may be prepared. Boxes hear of it at once.',
  gate: clubWrites,
  params: z.object(clubParams),
  body: z.strictObject({
    partnerId: PartnerId,
    key: z.string().min(1).max(120),
    target: target.nullable().optional(),
    disabled: z.boolean().optional(),
  }),
  success: { status: 200, description: 'It is so now.', schema: Done },
  faults: { place_unknown, source_unknown, door_unknown, access_scope_unknown },
  audit: { event: 'scope-key.set', target: ({ body }) => `${body.partnerId}/${body.key}` },
  handle: async ({ scopes }, { params, body: { partnerId, key, target, disabled } }) => {
    await scopes.setKey(
      { facilityId: params.club, partnerId, key },
      { ...(target !== undefined && { target }), ...(disabled !== undefined && { disabled }) },
    );
    return DONE;
  },
});

export const mapWarnedKey = platformEndpoint<Deps>()({
  id: 'warnings.map',
  method: 'POST',
  path: '/api/access-control/:club/warnings/:warningId/map',
  summary: 'Map the scope key that a warning is about',
  description:
    'The same as mapping the key, which it also switches on: the warning closes by itself once the key opens something.',
  gate: clubWrites,
  params: z.object({ ...clubParams, warningId: PathId }),
  body: z.strictObject({ target }),
  success: {
    status: 200,
    description: 'The key is mapped.',
    schema: z.object({ partnerId: z.string(), key: z.string() }),
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
  handle: async ({ scopes, warnings }, { params, body }) => {
    const key = keyOfWarning(await warnings.find(params.club, params.warningId));
    await scopes.setKey(key, { target: body.target, disabled: false });
    return { partnerId: key.partnerId, key: key.key };
  },
});

export const listSources = platformEndpoint<Deps>()({
  id: 'access-sources.list',
  method: 'GET',
  path: '/api/access-control/:club/sources',
  summary: 'List the partners that are sources of access, and how fresh their data is',
  description:
    'A source is suspended while its integration is not enabled here: nothing of it opens anything. `refusedSince` is set while some of its data is being refused.',
  gate: clubReads,
  params: z.object(clubParams),
  success: {
    status: 200,
    description: 'All of them.',
    schema: z.object({
      sources: z.array(
        z.object({
          partnerId: z.string(),
          partnerName: z.string(),
          suspended: z.boolean(),
          lastPushAt: z.string().nullable(),
          refusedSince: z.string().nullable(),
        }),
      ),
    }),
  },
  faults: { place_unknown },
  handle: async ({ scopes }, { params }) => ({
    sources: (await scopes.listSources(params.club)).map(({ number: _own, lastPushAt, refusedSince, ...source }) => ({
      ...source,
      lastPushAt: isoOrNull(lastPushAt),
      refusedSince: isoOrNull(refusedSince),
    })),
  }),
});
