import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { offlinePassesRepo } from './offline-passes.repo.ts';
import type { OfflinePassesDeps } from './offline-passes.service.ts';
import type { OutagePassTable } from './offline-passes.tables.ts';
import type { Revoke } from './revoke-passes.ts';

const AT_ONCE = 50;
/** Whatever is left then waits for the next look. */
const UNITS_MAX = 40;

/**
 * Checks valid passes against the rules whenever anything of their facility's access has changed, and takes back those that
 * say more than the rules do by now: a membership that was cancelled, hours that were cut, a mapping that is gone.
 */
export const createReview = ({ db, clock, doors, access, scopes }: OfflinePassesDeps, revoke: Revoke) => {
  const isStillGiven = async (tx: Tx, pass: Selectable<OutagePassTable>, nowS: number): Promise<boolean> => {
    const facilityId = pass.facility_id;
    const owner = { partnerId: pass.partner_id, facilityId, memberId: pass.member_id };
    const time = { fromS: Math.max(pass.from_s, nowS), untilS: pass.until_s };
    const room = await access.passRoom(tx, owner, { ...time, doors: await doors.listForPartner(tx, facilityId) });
    if (room === undefined || room === 'unknown_member') return false;
    if (room.fromS > time.fromS || room.untilS < time.untilS) return false;
    const given = new Set(room.doors.map(({ index }) => index));
    return (JSON.parse(pass.doors) as number[]).every((index) => given.has(index));
  };

  const reviewSome = (): Promise<number> =>
    db.write(async (tx) => {
      const nowS = Math.floor(clock.wallMs() / 1_000);
      const passes = await offlinePassesRepo(tx).unreviewed(nowS, AT_ONCE);
      const given: { readonly id: string; readonly version: number }[] = [];
      const gone = new Map<FacilityId, string[]>();
      for (const pass of passes) {
        const facilityId = pass.facility_id;
        // Read first: a change that comes while the rules are asked is of a later version, and has its own review.
        const version = await scopes.versionOf(tx, facilityId);
        if (await isStillGiven(tx, pass, nowS)) given.push({ id: pass.id, version });
        else gone.set(facilityId, [...(gone.get(facilityId) ?? []), pass.id]);
      }
      // Facilities' locks before the rows of passes, as whoever else takes passes back.
      for (const [facilityId, ids] of gone) await revoke(tx, facilityId, ids, 'The rules give less by now.');
      for (const { id, version } of given) await offlinePassesRepo(tx).setReviewed(id, version);
      return passes.length;
    });

  return {
    /** Looks at passes whose facility has changed since they were looked at last. Resolves with how many that were. */
    review: async (): Promise<number> => {
      let looked = 0;
      for (let unit = 0; unit < UNITS_MAX; unit++) {
        const some = await reviewSome();
        looked += some;
        if (some < AT_ONCE) break;
      }
      return looked;
    },
  };
};
