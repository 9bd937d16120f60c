import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { ScopesService } from '../scopes/scopes.service.ts';
import { membersRepo } from './members.repo.ts';

interface RepeatsDeps {
  readonly db: Pick<Database, 'read'>;
  readonly scopes: Pick<ScopesService, 'recordChanges' | 'versionOf'>;
}

/** SHA-256 in hex, worked out beside this thread. Takes its copy of the bytes at once. */
export const digestOf = async (bytes: Uint8Array): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex');

/**
 * A batch that is sent again changes nothing: for one that names each member once that follows from how its items are
 * judged. Items of one member in one batch may depend on each other, though: a second time, one of them may be stale by
 * what a later one has set, while an earlier one without a revision applies anew. So such a batch is remembered, with the
 * version of the facility, and while nothing else has changed there the same bytes are judged, but not written again.
 */
export const createRepeatedBatches = ({ db, scopes }: RepeatsDeps) => ({
  /** The facilities for which this batch is such a repetition. */
  repeatedAt: (partnerId: PartnerId, digest: string): Promise<ReadonlySet<FacilityId>> =>
    db.read(async (tx) => {
      const repeated = new Set<FacilityId>();
      const rows = await membersRepo(tx).pushesOf(partnerId, digest);
      for (const { facility_id, version } of rows)
        if ((await scopes.versionOf(tx, facility_id)) === version) repeated.add(facility_id);
      return repeated;
    }),

  /** In the unit that ends the batch, or after it. */
  remember: async (tx: Tx, partnerId: PartnerId, facilityId: FacilityId, digest: string): Promise<void> => {
    const version = await scopes.recordChanges(tx, facilityId, []);
    await membersRepo(tx).putPush({ partner_id: partnerId, facility_id: facilityId, digest, version });
  },
});
