import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import { Days, Minutes } from '@gatehouse/shared/time/duration.ts';
import { noSuchMember } from '../../access/access/access.faults.ts';
import type { AccessService } from '../../access/access/access.service.ts';
import type { MembersService } from '../../access/members/members.service.ts';
import { memberChangeKey } from '../../access/scopes/scopes.module.ts';
import type { ScopesService } from '../../access/scopes/scopes.service.ts';
import type { SnapshotsService } from '../../access/snapshots/snapshots.service.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { OwnCall } from '../../kit/http/endpoint.ts';
import type { JobsService } from '../../platform/jobs/jobs.service.ts';
import type { PersonalDataStore, StoredMemberRef } from '../../platform/retention/personal-data.ports.ts';
import { createErasureMarks, type ErasureMarksDeps } from './erasure-marks.ts';
import { erasuresRepo, pseudonymsRepo } from './erasures.repo.ts';
import { createPseudonyms } from './pseudonyms.ts';
import { createRestored } from './restored.ts';

export interface ErasuresDeps extends ErasureMarksDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly random: RandomBytes;
  readonly log: { info(detail: unknown, message: string): void; error(detail: unknown, message: string): void };
  readonly jobs: Pick<JobsService, 'enqueue'>;
  readonly members: Pick<MembersService, 'claim' | 'personalDataStore' | 'sweepPictures'>;
  readonly scopes: Pick<ScopesService, 'recordChanges' | 'lock' | 'dropChanges'>;
  readonly access: Pick<AccessService, 'erasePerson' | 'exportPerson' | 'linkedAfter' | 'personOf'>;
  readonly snapshots: Pick<SnapshotsService, 'claim' | 'forgetNumbers'>;
  /** Every other store that holds something of members. */
  readonly stores: () => readonly PersonalDataStore[];
}
export type ErasuresService = ReturnType<typeof createErasuresService>;

export interface Erased {
  readonly erasureId: string;
  /** How many rows of each store that was. */
  readonly erased: Readonly<Record<string, number>>;
  /** False: something could not be done now, and a job does it. */
  readonly complete: boolean;
  readonly staysBanned: boolean;
}

export const FINISH = 'erasures.finish';
/** What ran beside the order has ended by then, and is looked through once more. Only then the order itself forgets whom it is about. */
const LOOK_AGAIN_AFTER = Minutes(1);
/** Rows per unit of work, so that an unlock never waits for long. */
const AT_ONCE = 100;
const WHENEVER = Number.MAX_SAFE_INTEGER;
/** As many rows of a store come into an export. */
const EXPORT_MAX = 10_000;
/** A job has failed for the last time long before that. */
const GIVEN_UP_AFTER = Days(1);

/** Exports and erases a member on every store: in the database now, on boxes with their next snapshot, and again after a restore. */
export const createErasuresService = (deps: ErasuresDeps) => {
  const { db, clock, random, log, jobs, members, scopes, access, snapshots } = deps;
  const erasureMarks = createErasureMarks(deps);
  const stores = () => [members.personalDataStore, ...deps.stores()];

  const isKnown = async (tx: Tx, ref: StoredMemberRef): Promise<boolean> => {
    if ((await access.personOf(tx, ref)) !== undefined) return true;
    for (const store of stores()) if ((await store.read(tx, ref, 1)).length > 0) return true;
    return false;
  };

  const pseudonyms = createPseudonyms({ random, isKnown });

  /**
   * The first unit: whatever says who the member is and lets them in, and the order to do the rest. Locks in the order of those
   * who build snapshots, who push, and who change access. Undefined where there is nobody, or another process was first.
   */
  const begin = async (tx: Tx, ref: StoredMemberRef, order: { id: string; at: number }, about?: OwnCall['about']) => {
    const { facilityId, partnerId, memberId } = ref;
    await snapshots.claim(tx, facilityId);
    await members.claim(tx, ref);
    await scopes.lock(tx, facilityId);
    // What is left of a member may be the audit's word for them alone, once all else is past its retention.
    if (!(await isKnown(tx, ref)) && (await pseudonymsRepo(tx).of(ref)) === undefined) return undefined;
    const row = {
      id: order.id,
      facility_id: facilityId,
      partner_id: partnerId,
      mark: erasureMarks.hashOf(ref),
      ordered_at: order.at,
      subject: JSON.stringify({ memberId }),
      done_at: null,
    };
    if (!(await erasuresRepo(tx).insert(row))) return undefined;
    if (about !== undefined) {
      // The audit's row comes last in the unit, when whom the pseudonym stands for is forgotten.
      const pseudonym = await pseudonyms.pseudonymFor(tx, ref);
      if (pseudonym !== null) about(pseudonym);
    }
    const { erased, gone, stays, staysBanned } = await access.erasePerson(tx, ref);
    const member = await members.personalDataStore.erase(tx, ref, { until: order.at, most: 1 });
    const marks = await snapshots.forgetNumbers(tx, facilityId, gone);
    await scopes.recordChanges(tx, facilityId, [...marks, ...stays]);
    await scopes.dropChanges(tx, facilityId, gone);
    await pseudonymsRepo(tx).remove(ref);
    await jobs.enqueue(
      tx,
      FINISH,
      { erasureId: order.id },
      { dueAt: clock.wallMs() + LOOK_AGAIN_AFTER, key: order.id },
    );
    return { erased: { [members.personalDataStore.name]: member, ...erased }, staysBanned };
  };

  /** The other stores, in short units. It may be broken off anywhere and done again. */
  const eraseTraces = async (ref: StoredMemberRef, until: number): Promise<Record<string, number>> => {
    const erased: Record<string, number> = {};
    for (const store of deps.stores()) {
      let gone = AT_ONCE;
      while (gone === AT_ONCE) {
        gone = await db.write((tx) => store.erase(tx, ref, { until, most: AT_ONCE }));
        erased[store.name] = (erased[store.name] ?? 0) + gone;
      }
    }
    return erased;
  };

  /** What somebody who read the member before the order gave them after it. Whoever was sent again keeps what is theirs. */
  const forgetNames = (ref: StoredMemberRef): Promise<void> =>
    db.write(async (tx) => {
      await snapshots.claim(tx, ref.facilityId);
      await members.claim(tx, ref);
      await scopes.lock(tx, ref.facilityId);
      if (await isKnown(tx, ref)) return;
      const gone = await snapshots.forgetNumbers(tx, ref.facilityId, [memberChangeKey(ref)]);
      if (gone.length > 0) await scopes.recordChanges(tx, ref.facilityId, gone);
      await pseudonymsRepo(tx).remove(ref);
    });

  /** What is left of an order, also of one whose process died. Not before whatever ran beside it has ended. */
  const finish = async (erasureId: string): Promise<void> => {
    const row = await db.read((tx) => erasuresRepo(tx).find(erasureId));
    if (row === undefined || row.subject === null) return;
    const { memberId } = JSON.parse(row.subject) as { memberId: string };
    const ref = { partnerId: row.partner_id, facilityId: row.facility_id, memberId };
    await eraseTraces(ref, Number(row.ordered_at) + LOOK_AGAIN_AFTER);
    await forgetNames(ref);
    await members.sweepPictures();
    await erasureMarks.publish(Number(row.ordered_at));
    await db.write((tx) => erasuresRepo(tx).setDone(erasureId, clock.wallMs()));
  };

  const restored = createRestored({
    ...deps,
    marks: erasureMarks,
    idLists: [
      ...stores().flatMap(({ idsAfter }) => (idsAfter === undefined ? [] : [idsAfter])),
      access.linkedAfter,
      (tx, ...of) => pseudonymsRepo(tx).idsAfter(...of),
    ],
    carryOut: async (ref, order) => {
      if ((await db.write((tx) => begin(tx, ref, order))) === undefined) return false;
      await eraseTraces(ref, order.at);
      return true;
    },
  });

  return {
    ...pseudonyms,
    ...restored,
    finish,

    /** Everything that is stored of a member under the partner's id, and of the person that staff linked them to. Throws 404. */
    exportMember: async (tx: Tx, ref: StoredMemberRef): Promise<Readonly<Record<string, readonly object[]>>> => {
      if (!(await isKnown(tx, ref))) throw noSuchMember(ref.memberId);
      const found: Record<string, readonly object[]> = {};
      for (const store of stores()) found[store.name] = await store.read(tx, ref, EXPORT_MAX);
      return { ...found, ...(await access.exportPerson(tx, ref)) };
    },

    /**
     * Erases a member. Once the first unit is committed, a job sees to it that the rest is done; `about` is told in it by
     * which pseudonym the audit goes on naming them. Throws 404.
     */
    eraseMember: async (ref: StoredMemberRef, { write, about }: Pick<OwnCall, 'write' | 'about'>): Promise<Erased> => {
      const at = clock.wallMs();
      const erasureId = randomId('era', random, at);
      const begun = await write(async (tx) => {
        const done = await begin(tx, ref, { id: erasureId, at }, about);
        if (done === undefined) throw noSuchMember(ref.memberId);
        return done;
      });
      const { staysBanned } = begun;
      try {
        // Also what says that it is of times to come: a clock that was ahead of the true time has written it.
        const traces = await eraseTraces(ref, WHENEVER);
        await members.sweepPictures();
        await erasureMarks.publish(at);
        return { erasureId, erased: { ...begun.erased, ...traces }, complete: true, staysBanned };
      } catch (error) {
        log.error({ err: error, erasureId }, 'a member is not erased everywhere yet; a job goes on');
        return { erasureId, erased: begun.erased, complete: false, staysBanned };
      }
    },

    /** Forgets orders and lists that no backup is as old as, once it has done what jobs have given up. */
    sweep: async (): Promise<void> => {
      const given = await db.read((tx) => erasuresRepo(tx).unfinished(clock.wallMs() - GIVEN_UP_AFTER, AT_ONCE));
      for (const id of given)
        await finish(id).catch((error: unknown) =>
          log.error({ err: error, erasureId: id }, 'a member is still not erased everywhere, a day after the order'),
        );
      await erasureMarks.removeOld();
      const before = erasureMarks.neededSince();
      let gone = AT_ONCE;
      while (gone === AT_ONCE) gone = await db.write((tx) => erasuresRepo(tx).removeBefore(before, AT_ONCE));
    },
  };
};
