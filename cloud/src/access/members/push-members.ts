import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { OwnCall } from '../../kit/http/endpoint.ts';
import type { BatchStore, Outcome, Placed } from '../../kit/ingest/batch-store.ts';
import type { ItemProblem } from '../../kit/ingest/verdicts.ts';
import { applyBatch } from '../../partner/batches/apply-batch.ts';
import type { PartnerCaller } from '../../partner/partners/partners.service.ts';
import type { MemberRow } from './member-row.ts';
import { type MemberState, pictureHashOf } from './member-state.ts';
import { batchKind } from './members.batch.ts';
import { membersRepo } from './members.repo.ts';
import type { MembersDeps, Pushed } from './members.service.ts';
import type { Pictures } from './pictures.ts';
import { placingPictures, type StoredHashes } from './place-pictures.ts';
import { createRepeatedBatches, digestOf } from './repeated-batches.ts';
import { createSourceReport, type SourceReport } from './source-report.ts';

interface PushDeps extends MembersDeps {
  readonly store: BatchStore<MemberRow, MemberState>;
  readonly pictures: Pictures;
}

/** Applies a batch of members: the frame's work, with pictures and the report to the source around it. */
export const createPush = (deps: PushDeps) => {
  const { db, ingest, partners, pictures, store } = deps;
  const repeats = createRepeatedBatches(deps);

  const storedHashes =
    (caller: PartnerCaller): StoredHashes =>
    (members) =>
      db.read(async (tx) => {
        const facilities = await partners.facilitiesOf(tx, caller, [...new Set(members.map(({ link }) => link))]);
        const refs = members.map(({ link, memberId }) => ({
          partner_id: caller.partnerId,
          facility_id: facilities.get(link)?.id ?? uncheckedId<FacilityId>(''),
          member_id: memberId,
        }));
        const stored = await membersRepo(tx).states(refs);
        const keys = new Map(stored.map((row) => [`${row.facility_id} ${row.member_id}`, row.picture_key]));
        return refs.map((ref) => {
          const key = keys.get(`${ref.facility_id} ${ref.member_id}`);
          return key == null ? undefined : pictureHashOf(key);
        });
      });

  return async (bytes: Uint8Array, call: OwnCall<PartnerCaller>): Promise<Pushed> => {
    const { partnerId, keyType } = call.caller;
    const dry = keyType === 'dryrun';
    const digest = await digestOf(bytes);
    const noted: Notes = {
      problems: [],
      letGo: false,
      named: new Map(),
      twiceAt: new Set(),
      repeatedAt: await repeats.repeatedAt(partnerId, digest),
    };
    const closeAt = (tx: Tx, facilityId: FacilityId) => repeats.remember(tx, partnerId, facilityId, digest);
    const report = createSourceReport({ ...deps, closes: noted.twiceAt, closeAt }, call);
    const placed = placingPictures(watched(ingest, noted), {
      pictures: dry ? 'dry' : pictures,
      storedHashes: storedHashes(call.caller),
    });
    const batch = { kind: batchKind, store: noting(store, report, noted) };
    try {
      const result = await applyBatch({ db, ingest: placed.ingest, partners }, batch, bytes, report.call);
      if (!dry) await report.end();
      return { result, lostPictures: placed.failed() };
    } catch (error) {
      if (!dry && noted.problems.length > 0) await report.refused(noted.problems);
      throw error;
    } finally {
      if (placed.put.length > 0 || noted.letGo) await pictures.settle(placed.put);
    }
  };
};

/** What is known of a request beside its rows. */
interface Notes {
  problems: readonly ItemProblem[];
  /** A row has let go of a picture. */
  letGo: boolean;
  /** The rows' members, each with the place of its first row. */
  readonly named: Map<string, number>;
  /** Where a member came more than once. */
  readonly twiceAt: Set<FacilityId>;
  /** Where the batch was the last that changed anything. */
  readonly repeatedAt: ReadonlySet<FacilityId>;
}

const watched = (ingest: MembersDeps['ingest'], noted: Notes): MembersDeps['ingest'] => ({
  alone: ingest.alone,
  judge: async (kind, bytes, options) => {
    const judged = await ingest.judge<never>(kind, bytes, options);
    if ('problems' in judged) noted.problems = judged.problems;
    return judged;
  },
});

const fateOf = (
  { facilityId, row }: Placed<MemberRow>,
  outcome: Outcome<MemberState>,
): Parameters<SourceReport['note']>[1] => {
  const whose = { facilityId, memberId: row.memberId };
  if ('conflict' in outcome) return { ...whose, was: 'refused' };
  if ('skip' in outcome) return undefined;
  const unreadable = row.guarded?.find(({ path }) => path !== 'updated');
  if (outcome.withheld === undefined && unreadable === undefined) return { ...whose, was: 'taken' };
  return { ...whose, was: 'withheld', reason: (unreadable ?? row.guarded?.[0])?.reason ?? '' };
};

const noting = (
  store: BatchStore<MemberRow, MemberState>,
  report: Pick<SourceReport, 'note'>,
  noted: Notes,
): BatchStore<MemberRow, MemberState> => ({
  ...store,
  judge: (placed, stored) => {
    const outcome = store.judge(placed, stored);
    const { facilityId, row } = placed;
    const name = `${facilityId} ${row.memberId}`;
    if ((noted.named.get(name) ?? placed.index) !== placed.index) noted.twiceAt.add(facilityId);
    else noted.named.set(name, placed.index);
    report.note(placed.index, fateOf(placed, outcome));
    return outcome;
  },
  save: async (tx, partnerId, judged) => {
    const changes = judged.filter(({ facilityId }) => !noted.repeatedAt.has(facilityId));
    noted.letGo ||= changes.some(
      ({ before, after }) => before?.pictureKey != null && before.pictureKey !== after.pictureKey,
    );
    if (changes.length > 0) await store.save(tx, partnerId, changes);
  },
});
