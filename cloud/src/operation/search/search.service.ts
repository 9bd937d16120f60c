import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { FoundMember } from '../../access/members/member-search.ts';
import type { MembersService } from '../../access/members/members.service.ts';
import type { ScopesService } from '../../access/scopes/scopes.service.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { yieldToEventLoop } from '../../kit/yield-to-event-loop.ts';
import type { Facility, OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import type { Reach } from '../../platform/users/platform-surface.ts';
import type { UsersService } from '../../platform/users/users.service.ts';
import type { BoxesService } from '../../sites/boxes/boxes.service.ts';
import type { DoorsService } from '../../sites/doors/doors.service.ts';
import { bestOf, type Found, isMet } from './ranked.ts';

export interface SearchDeps {
  readonly db: Pick<Database, 'read'>;
  readonly organisations: Pick<OrganisationsService, 'facilitiesWithin'>;
  readonly doors: Pick<DoorsService, 'namedAt'>;
  readonly boxes: Pick<BoxesService, 'namedAt'>;
  readonly scopes: Pick<ScopesService, 'sourcesOf'>;
  readonly members: Pick<MembersService, 'searchMemberPiece'>;
  readonly users: Pick<UsersService, 'list'>;
}
export type SearchService = ReturnType<typeof createSearchService>;

/** The kinds of things that are found, the first of equals first. */
export const KINDS = ['facility', 'door', 'box', 'member', 'user'] as const;
export interface Hit extends Found {
  readonly kind: (typeof KINDS)[number];
  readonly name: string | null;
  readonly facility: Facility | undefined;
  /** Its own id, of whichever kind. */
  readonly of: string;
  readonly partnerId?: string;
}

export const HITS_MAX = 20;
/** So much is looked at in one piece, and whatever else waits goes in between. */
const FACILITIES_AT_ONCE = 200;
const MEMBERS_AT_ONCE = 1_000;
const USERS_AT_ONCE = 500;
/** And so many pieces in one request, of each kind. */
const FACILITY_PIECES = 25;
const MEMBER_PIECES = 100;
const MEMBER_FACILITIES = 200;
const USER_PIECES = 20;

/** What somebody sees, found by a text in its name or id. */
export const createSearchService = ({ db, organisations, doors, boxes, scopes, members, users }: SearchDeps) => {
  const here = async (tx: Tx, facilities: readonly Facility[], text: string): Promise<Hit[]> => {
    const byId = new Map(facilities.map((facility) => [facility.id, facility]));
    const ids = [...byId.keys()];
    const placed = (facilityId: FacilityId) => ({ facility: byId.get(facilityId) });
    return [
      ...facilities.map((facility) => {
        const texts = [facility.name, facility.brand, facility.id];
        return { kind: 'facility' as const, of: facility.id, name: facility.name, facility, texts };
      }),
      ...(await doors.namedAt(tx, ids, text)).map(({ id, facility_id, name }) => {
        return { kind: 'door' as const, of: id, name, texts: [name, id], ...placed(facility_id) };
      }),
      ...(await boxes.namedAt(tx, ids, text)).map(({ id, facility_id, name, serial_number }) => {
        return { kind: 'box' as const, of: id, name, texts: [name, serial_number, id], ...placed(facility_id) };
      }),
    ].filter(({ texts }) => isMet(texts, text));
  };

  /** Facilities that somebody is staff of, with doors and boxes that fit; and those facilities whose members are looked at. */
  const placesOf = async (reach: Reach, text: string) => {
    const hits: Hit[] = [];
    const first: Facility[] = [];
    let looked = 0;
    let after: string | null = '';
    for (let piece = 0; piece < FACILITY_PIECES && after !== null; piece++) {
      const asked: { after: string; size: number } = { after, size: FACILITIES_AT_ONCE };
      const { items, end } = await db.read(async (tx) => {
        const part = await organisations.facilitiesWithin(tx, reach, asked);
        hits.push(...(part.items.length === 0 ? [] : await here(tx, part.items, text)));
        return part;
      });
      looked += items.length;
      first.push(...items.slice(0, MEMBER_FACILITIES - first.length));
      after = end;
      await yieldToEventLoop();
    }
    return { hits, first, isWhole: after === null && looked === first.length };
  };

  /** Members of facilities, piece by piece, of one source after the other. */
  async function* memberPieces(facilities: readonly Facility[], text: string) {
    for (const facility of facilities) {
      const facilityId = facility.id;
      for (const { partnerId } of await db.read((tx) => scopes.sourcesOf(tx, facilityId)))
        for (let after: string | undefined = ''; after !== undefined; ) {
          const asked: { text: string; after: string; size: number } = { text, after, size: MEMBERS_AT_ONCE };
          const piece = await db.read((tx) => members.searchMemberPiece(tx, { partnerId, facilityId }, asked));
          yield piece.found.map((member) => ({ ...member, facility }));
          after = piece.end;
          await yieldToEventLoop();
        }
    }
  }

  const membersOf = async (facilities: readonly Facility[], text: string) => {
    const hits: Hit[] = [];
    let left = MEMBER_PIECES;
    for await (const piece of memberPieces(facilities, text)) {
      hits.push(...piece.map(hitOfMember));
      if (--left <= 0 || hits.length > HITS_MAX) return { hits, isWhole: false };
    }
    return { hits, isWhole: true };
  };

  const usersOf = async (reach: Reach, text: string) => {
    const hits: Hit[] = [];
    let after: string | undefined = '';
    for (let piece = 0; piece < USER_PIECES && after !== undefined; piece++) {
      const asked: { reach: Reach; after: string; limit: number } = { reach, after, limit: USERS_AT_ONCE };
      const found = await db.read((tx) => users.list(tx, asked));
      for (const { id, email, firstName, lastName } of found) {
        const name = `${firstName} ${lastName}`.trim();
        const texts = [name, lastName, email, id];
        if (isMet(texts, text)) hits.push({ kind: 'user', of: id, name, facility: undefined, texts });
      }
      after = found.length < USERS_AT_ONCE ? undefined : found.at(-1)?.id;
      await yieldToEventLoop();
    }
    return { hits, isWhole: after === undefined };
  };

  return {
    /** The best of what is found where somebody is staff, and among the people they work with; and whether that is all. */
    search: async (q: string, reach: { readonly staff: Reach; readonly people: Reach }) => {
      const text = q.toLowerCase();
      const places = await placesOf(reach.staff, text);
      const parts = [places, await membersOf(places.first, text), await usersOf(reach.people, text)];
      const found = parts.flatMap(({ hits }) => hits);
      const isWhole = parts.every((part) => part.isWhole) && found.length <= HITS_MAX;
      return { hits: bestOf(found, text, KINDS, HITS_MAX), more: !isWhole };
    },
  };
};

const hitOfMember = ({ memberId, partnerId, record, facility }: FoundMember & { facility: Facility }): Hit => {
  const name = `${record.first_name ?? ''} ${record.last_name ?? ''}`.trim();
  const texts = [name, record.last_name ?? null, record.email ?? null, memberId];
  return { kind: 'member', of: memberId, partnerId, name, facility, texts };
};
