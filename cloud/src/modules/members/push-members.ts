import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../db/unit-of-work.ts';
import type { Call } from '../../http/endpoint.ts';
import { applyBatch } from '../../ingest/apply-batch.ts';
import type { BatchStore, Placed } from '../../ingest/batch-store.ts';
import { judgePiece } from '../../ingest/judge-piece.ts';
import type { PartnerCaller } from '../partners/partners.service.ts';
import type { MemberRow } from './member-row.ts';
import type { MemberState } from './member-state.ts';
import { pictureHashOf } from './member-state.ts';
import { batchKind } from './members.batch.ts';
import { membersRepo } from './members.repo.ts';
import type { Member, MembersDeps, Pushed } from './members.service.ts';
import { createMembersStore } from './members.store.ts';
import type { Pictures } from './pictures.ts';
import { placingPictures, type StoredHashes } from './place-pictures.ts';

/** What became of one row. */
interface Fate {
  readonly facilityId: FacilityId;
  readonly memberId: string;
  readonly was: 'taken' | 'refused';
}
/** By the rows' places in the batch. */
type Fates = Map<number, Fate>;
interface Notes {
  readonly fates: Fates;
  /** A row has let go of a picture. */
  pictures: boolean;
}

const CONFLICT = 'other windows are stored under the revision that was sent';

/** Applies a batch of members: the frame's work, with pictures and the source's report around it. */
export const createPush = (deps: MembersDeps & { readonly pictures: Pictures }) => {
  const { db, clock, ingest, partners, pictures, scopes } = deps;
  const store = createMembersStore({ clock, reports: scopes });

  const storedHashes =
    (caller: PartnerCaller): StoredHashes =>
    (members) =>
      db.read(async (tx) => {
        const facilities = await partners.facilitiesOf(tx, caller, [...new Set(members.map(({ link }) => link))]);
        const refs = members.map(({ link, memberId }) => ({
          partner_id: caller.partnerId,
          facility_id: facilities.get(link)?.id ?? ('' as FacilityId),
          member_id: memberId,
        }));
        const stored = await membersRepo(tx).states(refs);
        const hashes = new Map(stored.map((row) => [`${row.facility_id} ${row.member_id}`, row.picture_key]));
        return refs.map((ref) => {
          const key = hashes.get(`${ref.facility_id} ${ref.member_id}`);
          return key == null ? undefined : pictureHashOf(key);
        });
      });

  /** Tells a source how fresh it is now, and whose data it did not take. */
  const report = async (
    tx: Tx,
    partnerId: PartnerId,
    facilityId: FacilityId,
    fates: readonly Fate[],
  ): Promise<void> => {
    const those = (was: Fate['was']) => fates.flatMap((fate) => (fate.was === was ? fate.memberId : []));
    const source = { partnerId, facilityId };
    const [taken, refused] = [those('taken'), those('refused')];
    if (taken.length > 0) await scopes.pushed(tx, { ...source, memberIds: taken });
    if (refused.length > 0) await scopes.refused(tx, { ...source, memberIds: refused, reason: CONFLICT });
  };

  /**
   * The request's own last words, in the unit that ends it: with one facility, the usual case, that has its lock already.
   * Several are locked in the order of their ids, which takes a unit that has locked none.
   */
  const closing = (call: Call<PartnerCaller>, fates: Fates) => {
    const { partnerId } = call.caller;
    const byFacility = () =>
      [...Map.groupBy(fates.values(), (fate) => fate.facilityId)].sort(([a], [b]) => (a < b ? -1 : 1));
    const reportAll = async (tx: Tx): Promise<void> => {
      for (const [facilityId, own] of byFacility()) await report(tx, partnerId, facilityId, own);
    };
    const audit: typeof call.audit = async (tx, entry) => {
      const conflicting = fates.values().some(({ was }) => was === 'refused');
      if (byFacility().length === 1) await reportAll(tx);
      await call.audit(tx, conflicting ? { ...entry, outcome: 'revision_conflict' } : entry);
    };
    return {
      call: { ...call, audit },
      end: async (): Promise<void> => {
        if (byFacility().length > 1) await db.write(reportAll);
      },
    };
  };

  return {
    put: (members: readonly Member[]): Promise<void> =>
      db.write(async (tx) => {
        for (const [partnerId, own] of Map.groupBy(members, (member) => member.partnerId)) {
          await partners.claimFacilities(
            tx,
            partnerId,
            own.map(({ facilityId }) => facilityId),
          );
          const rows = own.map((member, index) => ({ index, facilityId: member.facilityId, row: rowOf(member) }));
          const stored = await store.load(tx, partnerId, rows);
          const { changes } = judgePiece(
            store,
            rows.map((row) => ({ ...row, named: NAMELESS })),
            { stored, overlay: new Map() },
          );
          if (changes.length > 0) await store.save(tx, partnerId, changes);
        }
      }),

    push: async (bytes: Uint8Array, call: Call<PartnerCaller>): Promise<Pushed> => {
      const dry = call.caller.keyType === 'dryrun';
      const noted: Notes = { fates: new Map(), pictures: false };
      const placed = placingPictures(ingest, {
        pictures: dry ? 'dry' : pictures,
        storedHashes: storedHashes(call.caller),
      });
      const request = closing(call, noted.fates);
      try {
        const batch = { kind: batchKind, store: noting(store, noted) };
        const result = await applyBatch({ db, ingest: placed.ingest, partners }, batch, bytes, request.call);
        if (!dry) await request.end();
        return { result, lostPictures: placed.failed() };
      } finally {
        if (placed.put.length > 0 || noted.pictures) await pictures.settle(placed.put);
      }
    },
  };
};

const NAMELESS = { index: 0, facility_id: null };

const rowOf = ({ memberId, firstName, lastName }: Member): MemberRow => ({
  memberId,
  record: JSON.stringify({ first_name: firstName, last_name: lastName }),
  cleared: [],
  updatedMs: undefined,
  statuses: [],
});

/** The store, with a note of each row's fate. A unit that runs again notes it again. */
const noting = (store: BatchStore<MemberRow, MemberState>, noted: Notes): BatchStore<MemberRow, MemberState> => ({
  ...store,
  judge: (placed: Placed<MemberRow>, stored) => {
    const outcome = store.judge(placed, stored);
    const { index, facilityId, row } = placed;
    const was = 'conflict' in outcome ? 'refused' : 'skip' in outcome ? undefined : 'taken';
    if (was === undefined) noted.fates.delete(index);
    else noted.fates.set(index, { facilityId, memberId: row.memberId, was });
    return outcome;
  },
  save: async (tx, partnerId, changes) => {
    noted.pictures ||= changes.some(
      ({ before, after }) => before?.pictureKey != null && before.pictureKey !== after.pictureKey,
    );
    await store.save(tx, partnerId, changes);
  },
});
