import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { BatchStore } from '../../ingest/batch-store.ts';
import type { CheckInFields, CheckInRow } from './check-ins.batch.ts';
import { checkInsRepo } from './check-ins.repo.ts';

const BLANK = { check_in_id: null, check_in_type: null, source: null, class_id: null } as const;
const NAMES = ['check_in_id', 'member_id', 'occurred_at', 'check_in_type', 'source', 'class_id'] as const;

/** How check-ins are stored: the same one sent again changes nothing, or what it says anew. */
export const createCheckInsStore = ({ clock }: { readonly clock: Clock }): BatchStore<CheckInRow, CheckInFields> => ({
  keyOf: ({ recordKey }) => recordKey,

  load: async (tx, partnerId, rows) => {
    const refs = rows.map(({ facilityId, row }) => ({
      partner_id: partnerId,
      facility_id: facilityId,
      record_key: row.recordKey,
    }));
    const stored = await checkInsRepo(tx).find(refs);
    return stored.map(({ partner_id: _partner, facility_id, record_key, stored_at: _at, ...state }) => ({
      facilityId: facility_id as FacilityId,
      key: record_key,
      state,
    }));
  },

  judge: ({ row }, stored) => {
    const next: CheckInFields = { ...BLANK, ...stored, ...row.fields };
    const same = stored !== undefined && NAMES.every((name) => stored[name] === next[name]);
    return same ? { same } : { save: next };
  },

  save: async (tx, partnerId, changes) => {
    const storedAt = clock.wallMs();
    await checkInsRepo(tx).put(
      changes.map(({ facilityId, key, after }) => ({
        partner_id: partnerId,
        facility_id: facilityId,
        record_key: key,
        ...after,
        stored_at: storedAt,
      })),
    );
  },
});
