import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { pageOfParts, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import type { Facility, OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { platformEndpoint, visibleScopes } from '../../platform/users/platform-surface.ts';
import type { DoorsService } from '../../sites/doors/doors.service.ts';
import { BLOCKED_BY, blockedBy, isUnseen } from './blocked-doors.ts';

interface Deps {
  readonly organisations: Pick<OrganisationsService, 'facilitiesWithin'>;
  readonly doors: Pick<DoorsService, 'listAtEach'>;
}

/** Their doors are read and looked at in one piece: so many take some ms. */
const FACILITIES_AT_ONCE = 25;

const BlockedAt = z
  .object({
    facilityId: z.string(),
    name: z.string().describe('What the facility is called.'),
    doors: z
      .array(
        z.object({
          doorId: z.string(),
          name: z.string().describe('What the door is called.'),
          why: z
            .enum(BLOCKED_BY)
            .describe(
              '`kept_closed`: by staff. `board_silent`: the box is there, and the board of the lock does not answer. `lock_fault`: the lock says that it cannot.',
            ),
          by: z.string().nullable().describe('Who has made it so. Null: nobody has, or that is not known.'),
          reason: z.string().nullable().describe('Why, in their words, or in those of the lock. Null: not known.'),
          until: z.iso.datetime().nullable().describe('When it ends by itself (UTC). Null: it does not.'),
        }),
      )
      .describe('Where nobody gets in now, by name.'),
    unseen: z
      .int()
      .nonnegative()
      .describe('How many other doors are not heard of now: they decide by themselves, and nobody here can tell.'),
  })
  .meta({ id: 'BlockedAtFacility' });

const A_FACILITY: z.input<typeof BlockedAt> = {
  facilityId: 'fac_0123456789abcdef',
  name: 'Harbour Gym',
  doors: [
    {
      ...{ doorId: 'door_0123456789abcdef', name: 'Sauna', why: 'kept_closed' },
      ...{ by: 'Sam Rivers', reason: 'Heater repair', until: '2026-01-01T10:00:00.000Z' },
    },
  ],
  unseen: 0,
};

/** What of these facilities has a door where nobody gets in, or one that nobody hears of. */
const lookedAt = async (tx: Tx, { doors }: Deps, facilities: readonly Facility[]) => {
  const ids = facilities.map(({ id }) => id);
  const byFacility = Map.groupBy(await doors.listAtEach(tx, ids), ({ facilityId }): FacilityId => facilityId);
  return facilities.flatMap(({ id, name }) => {
    const own = byFacility.get(id) ?? [];
    const blocked = own.flatMap((door) => {
      const by = blockedBy(door);
      return by === undefined ? [] : [{ doorId: door.id as string, name: door.name, ...by }];
    });
    const unseen = own.filter((door) => isUnseen(door) && blockedBy(door) === undefined).length;
    return blocked.length === 0 && unseen === 0 ? [] : [{ facilityId: id as string, name, doors: blocked, unseen }];
  });
};

export const listBlockedDoors = platformEndpoint<Deps>()({
  id: 'clubs.blocked-doors',
  method: 'GET',
  path: '/api/blocked-doors',
  graph: { on: 'Organisation', as: 'blockedDoors', with: { organisationId: 'organisationId' } },
  summary: 'List where people cannot get in now',
  description:
    'Over all facilities where you are staff, by their ids: those that have a door at which nobody gets in, or one of which nobody has heard lately. A page may have fewer than `limit`, or none, and there is a next one still: however many facilities are fine, one request looks at so many.',
  gate: {
    anyOf: [
      { needs: 'facility-staff', in: 'organisation' },
      { needs: 'facility-staff', in: 'facility of organisation' },
    ],
  },
  query: z.strictObject({
    organisationId: z.string().max(64).brand<'OrgId'>().optional().describe('Only those of this organisation.'),
    ...pagesOf({ of: 'fac' }),
  }),
  success: { status: 200, description: 'A page.', schema: pageSchema(BlockedAt) },
  examples: { success: { data: [A_FACILITY], next: null } },
  faults: {},
  handle: async (deps, { query: { organisationId, after, limit } }, { caller, read }) => {
    const reach = visibleScopes(caller, 'facility-staff');
    const partAfter = (after: string) =>
      read(async (tx) => {
        const asked = { organisationId, after, size: FACILITIES_AT_ONCE };
        const { items, end } = await deps.organisations.facilitiesWithin(tx, reach, asked);
        return { items: await lookedAt(tx, deps, items), end };
      });
    const { page, next } = await pageOfParts({ after, limit }, partAfter, ({ facilityId }) => facilityId);
    return { data: [...page], next };
  },
});
