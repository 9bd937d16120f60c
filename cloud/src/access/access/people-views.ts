import type { DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type AccessTarget, doorsOf, targetOf } from '../scopes/scopes.module.ts';
import { accessFault } from './access.faults.ts';
import { accessRepo, type MemberRef } from './access.repo.ts';
import type { AccessDeps } from './access.service.ts';
import type { AccessGrantTable, FacilityPersonTable } from './access.tables.ts';

/** A person as staff see them. */
export interface ListedPerson {
  readonly id: string;
  readonly banned: boolean;
  readonly disabled: boolean;
  readonly blocked: boolean;
  readonly extended: boolean;
  /** Of the flags, in the words of who set them last. */
  readonly reason: string;
  readonly changedBy: string;
  readonly changedAt: number;
  readonly members: readonly MemberRef[];
}

export interface ListedGrant {
  readonly id: string;
  readonly personId: string;
  readonly target: AccessTarget;
  readonly fromS: number | null;
  readonly untilS: number | null;
  readonly breakGlass: boolean;
  readonly reason: string;
  readonly grantedBy: string;
  readonly grantedAt: number;
}

export type PersonFlag = 'banned' | 'disabled' | 'blocked' | 'extended';

interface Page {
  readonly after: string | undefined;
  readonly limit: number;
}

/** How many grants are looked at for those of one door: a page of them may be shorter than it could be. */
const GRANTS_AT_ONCE = 1_000;

/** What staff have said of people, for staff. */
export const createPeopleViews = ({ scopes }: Pick<AccessDeps, 'scopes'>) => {
  const viewsOf = async (tx: Tx, facilityId: FacilityId, rows: readonly Selectable<FacilityPersonTable>[]) => {
    const ids = rows.map(({ id }) => id);
    const links = ids.length === 0 ? [] : await accessRepo(tx).linksAmong(ids);
    const byPerson = Map.groupBy(links, ({ person_id }) => person_id);
    return rows.map(
      (row): ListedPerson => ({
        id: row.id,
        banned: row.banned === 1,
        disabled: row.disabled === 1,
        blocked: row.blocked === 1,
        extended: row.extended === 1,
        reason: row.reason,
        changedBy: row.changed_by,
        changedAt: row.changed_at,
        members: (byPerson.get(row.id) ?? []).map(({ partner_id, member_id }) => ({
          partnerId: partner_id as MemberRef['partnerId'],
          facilityId,
          memberId: member_id,
        })),
      }),
    );
  };

  /** Whether a grant opens this door now. */
  const opening = async (tx: Tx, facilityId: FacilityId, doorId: DoorId) => {
    const { doors, scopes: sets } = await scopes.pointersOf(tx, facilityId, new Map());
    const ground = { doors, scopes: new Map(sets.map((set) => [set.id, set.doors])) };
    return ({ target }: ListedGrant): boolean => doorsOf(target, ground).includes(doorId);
  };

  return {
    viewsOf,

    /** All grants of a person. */
    grantsOf: async (tx: Tx, personId: string): Promise<ListedGrant[]> =>
      (await accessRepo(tx).grantsOf(personId)).map(grantView),

    /** Up to `limit` people of a facility, in the order of their ids: all, or those of whom staff say this. */
    listPeople: async (tx: Tx, facilityId: FacilityId, page: Page & { readonly flag: PersonFlag | undefined }) =>
      viewsOf(tx, facilityId, await accessRepo(tx).listPeople(facilityId, page)),

    /** Throws 404 for somebody of another facility, exactly as for nobody. */
    viewPerson: async (tx: Tx, facilityId: FacilityId, personId: string): Promise<ListedPerson> => {
      const row = await accessRepo(tx).findPerson(facilityId, personId);
      const [view] = row === undefined ? [] : await viewsOf(tx, facilityId, [row]);
      if (view === undefined)
        throw accessFault('person_unknown', `personId: there is no person ${personId} at this facility.`);
      return view;
    },

    /**
     * Grants of a facility in the order of their ids: of one person, those that open one door now, or all. `next` is the
     * last one that was looked at, while there are more.
     */
    listGrants: async (
      tx: Tx,
      facilityId: FacilityId,
      {
        personId,
        doorId,
        after,
        limit,
      }: Page & { readonly personId: string | undefined; readonly doorId: DoorId | undefined },
    ): Promise<{ readonly grants: readonly ListedGrant[]; readonly next: string | null }> => {
      const many = doorId === undefined ? limit : GRANTS_AT_ONCE;
      const rows = await accessRepo(tx).listGrants(facilityId, { personId, after, limit: many + 1 });
      const opens = doorId === undefined ? () => true : await opening(tx, facilityId, doorId);
      const fitting = rows.slice(0, many).map(grantView).filter(opens);
      const grants = fitting.slice(0, limit);
      const last = fitting.length > limit ? grants.at(-1)?.id : rows.length > many ? rows[many - 1]?.id : undefined;
      return { grants, next: last ?? null };
    },

    /** What points at an access scope, in words for staff. */
    namesScope: async (tx: Tx, facilityId: FacilityId, scopeId: string): Promise<string | undefined> => {
      const { zone, grant } = await accessRepo(tx).namesScope(facilityId, scopeId);
      if (zone !== undefined) return `the plan zone ${zone.name}`;
      return grant && `the grant ${grant.id} of the person ${grant.person_id}`;
    },
  };
};

const grantView = (row: Selectable<AccessGrantTable>): ListedGrant => ({
  id: row.id,
  personId: row.person_id,
  target: targetOf(row.target),
  fromS: row.from_s,
  untilS: row.until_s,
  breakGlass: row.break_glass === 1,
  reason: row.reason,
  grantedBy: row.granted_by,
  grantedAt: row.granted_at,
});
