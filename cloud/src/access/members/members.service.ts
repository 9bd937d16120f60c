import { windowsOf } from '@gatehouse/shared/access/snapshot.ts';
import type { AccessWindow } from '@gatehouse/shared/access/window.ts';
import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { OwnCall } from '../../kit/http/endpoint.ts';
import type { BatchResult } from '../../kit/ingest/batch-answer.ts';
import type { Ingest } from '../../kit/ingest/ingest.ts';
import type { ObjectStore } from '../../kit/objects/object-store.ts';
import type { MemberCounts } from '../../partner/partner-console/partner-console.ports.ts';
import type { PartnerCaller, PartnersService } from '../../partner/partners/partners.service.ts';
import type { ScopesService } from '../scopes/scopes.service.ts';
import { type DryRun, dryRun, readItems } from './dry-run.ts';
import { createEndMembers } from './end-members.ts';
import { memberPhonesOf } from './member-phones.ts';
import { searchMemberPiece } from './member-pieces.ts';
import type { MemberRecord, WindowsRow } from './member-row.ts';
import { createMemberSearch } from './member-search.ts';
import { type MemberRef, membersRepo } from './members.repo.ts';
import { createMembersStore } from './members.store.ts';
import { createPictures } from './pictures.ts';
import { createPush } from './push-members.ts';
import { type NamedMember, putMembers } from './put-members.ts';
import { createStoredMembers } from './stored-members.ts';

export interface MembersDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly objects: ObjectStore;
  readonly ingest: Pick<Ingest, 'judge' | 'alone'>;
  readonly partners: PartnersService;
  readonly scopes: Pick<
    ScopesService,
    | 'windowsStored'
    | 'statusesSeen'
    | 'statusMapOf'
    | 'pushed'
    | 'refused'
    | 'recordChanges'
    | 'forgetMember'
    | 'membersStored'
    | 'versionOf'
  >;
  readonly log: { error(detail: unknown, message: string): void };
}

/** What is stored of a member. */
export interface StoredMember {
  readonly memberId: string;
  readonly record: MemberRecord;
  /** Unix milliseconds. */
  readonly storedAt: number;
  readonly hasPicture: boolean;
  readonly windows: Pick<WindowsRow, 'revision' | 'canonical' | 'scopeKeys' | 'program'> | undefined;
}

/** What a push has done. */
export interface Pushed {
  readonly result: BatchResult;
  /** How many members keep the picture they had, because the object store failed. */
  readonly lostPictures: number;
}
export type MembersService = ReturnType<typeof createMembersService>;

interface Source {
  readonly partnerId: PartnerId;
  readonly facilityId: FacilityId;
}
const PAGE_MAX = 1_000;
/** To go through more takes longer than a door may wait: these take 8 ms. */
const COUNTED_MAX = 20_000;

export const createMembersService = (deps: MembersDeps) => {
  const { db } = deps;
  const pictures = createPictures(deps);
  const store = createMembersStore({ clock: deps.clock, scopes: deps.scopes });
  const push = createPush({ ...deps, store, pictures });
  const refOf = (partnerId: PartnerId, facilityId: FacilityId, memberId: string): MemberRef => ({
    partner_id: partnerId,
    facility_id: facilityId,
    member_id: memberId,
  });
  const find = async (tx: Tx, ref: MemberRef): Promise<StoredMember | undefined> => {
    const row = await membersRepo(tx).find(ref);
    return row && storedMember(row);
  };

  const findMany = async (
    tx: Tx,
    partnerId: PartnerId,
    facilityId: FacilityId,
    memberIds: readonly string[],
  ): Promise<ReadonlyMap<string, StoredMember>> => {
    const rows = await membersRepo(tx).findMany(memberIds.map((id) => refOf(partnerId, facilityId, id)));
    return new Map(rows.map((row) => [row.member_id, storedMember(row)]));
  };

  return {
    ...createMemberSearch(),
    searchMemberPiece,
    phonesOf: memberPhonesOf,
    personalDataStore: createStoredMembers(deps),
    endMembers: createEndMembers(deps),

    /** Keeps every push of the partner to the facility waiting until the unit ends. */
    claim: (tx: Tx, { partnerId, facilityId }: { readonly partnerId: PartnerId; readonly facilityId: FacilityId }) =>
      deps.partners.claimFacilities(tx, partnerId, [facilityId]),

    /** Applies a batch of members as the partner API takes it. Throws the faults of the frame. */
    push: (bytes: Uint8Array, call: OwnCall<PartnerCaller>): Promise<Pushed> => push(bytes, call),

    /** Creates the members, or updates who is known already, all or none. */
    put: (members: readonly NamedMember[]): Promise<void> =>
      db.write((tx) => putMembers(tx, { store, partners: deps.partners }, members)),

    /** What a push of these items would make of members of one facility. Nothing is written. */
    dryRun: async (source: Source, items: readonly object[]): Promise<DryRun> => {
      const { sent, skipped } = await readItems(deps.ingest, items, source);
      return db.read(async (tx) => {
        const load = (ids: readonly string[]) => findMany(tx, source.partnerId, source.facilityId, ids);
        const timezone = await deps.partners.timezoneOf(tx, source.facilityId);
        const tried = await dryRun(tx, store, { ...source, timezone, load }, sent);
        return { ...tried, skipped: [...skipped, ...tried.skipped].sort((a, b) => a.index - b.index) };
      });
    },

    /** What one partner has sent of a member of a facility. */
    find: (tx: Tx, partnerId: PartnerId, facilityId: FacilityId, memberId: string) =>
      find(tx, refOf(partnerId, facilityId, memberId)),

    /** Those of these members of one partner whom it has sent, by their ids. */
    findMany,

    /** How many members a partner has sent, by facility, as far as 20,000 of them go. */
    countsOf: async (tx: Tx, partnerId: PartnerId): Promise<MemberCounts> => {
      const rows = await membersRepo(tx).countsOf(partnerId, COUNTED_MAX + 1);
      const isWhole = rows.reduce((sum, { members }) => sum + members, 0) <= COUNTED_MAX;
      // The last one may have more than were looked at.
      const counted = isWhole ? rows : rows.slice(0, -1);
      return { byFacility: new Map(counted.map(({ facility_id, members }) => [facility_id, members])), isWhole };
    },

    /** Up to `limit` ids of members of one partner at a facility, in their order, after `after`. */
    idsAfter: (
      tx: Tx,
      { partnerId, facilityId }: { readonly partnerId: PartnerId; readonly facilityId: FacilityId },
      after: string,
      limit: number,
    ): Promise<string[]> => membersRepo(tx).idsAfter({ partner_id: partnerId, facility_id: facilityId }, after, limit),

    /** The windows of a member from one partner, in their normal form; none where none were sent, or all were revoked. */
    windowsOf: async (
      tx: Tx,
      partnerId: PartnerId,
      facilityId: FacilityId,
      memberId: string,
    ): Promise<readonly AccessWindow[]> => {
      const canonical = (await find(tx, refOf(partnerId, facilityId, memberId)))?.windows?.canonical;
      return canonical === undefined ? [] : windowsOf(canonical);
    },

    /** Up to 1000 members of one partner at a facility, in the order of their ids, after `after`. */
    listForFacility: async (
      tx: Tx,
      partnerId: PartnerId,
      facilityId: FacilityId,
      after?: string,
    ): Promise<readonly StoredMember[]> => {
      const rows = await membersRepo(tx).list({ partner_id: partnerId, facility_id: facilityId }, PAGE_MAX, after);
      return rows.map(storedMember);
    },

    /** The bytes of a member's picture. */
    pictureOf: async (partnerId: PartnerId, facilityId: FacilityId, memberId: string) => {
      const row = await db.read((tx) => membersRepo(tx).find(refOf(partnerId, facilityId, memberId)));
      return row?.picture_key == null ? undefined : pictures.get(row.picture_key);
    },

    /** Removes pictures that requests left behind that died. */
    sweepPictures: (): Promise<void> => pictures.sweep(),
  };
};

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof membersRepo>['find']>>>;

const storedMember = ({ revision, canonical, scope_keys, program, ...row }: Row): StoredMember => ({
  memberId: row.member_id,
  record: JSON.parse(row.record) as MemberRecord,
  storedAt: row.stored_at,
  hasPicture: row.picture_key !== null,
  windows:
    revision === null || canonical === null || scope_keys === null || program === null
      ? undefined
      : { revision, canonical, scopeKeys: JSON.parse(scope_keys) as string[], program },
});
