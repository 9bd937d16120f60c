import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { firstInstantAtLocal } from '@gatehouse/shared/zones/local-time.ts';
import type { BatchStore, Placed } from '../../kit/ingest/batch-store.ts';
import { epochMsOf } from '../../kit/ingest/iso-time.ts';
import type { CheckInFields, CheckInRow } from './check-ins.batch.ts';
import { checkInsRepo } from './check-ins.repo.ts';

const BLANK = { check_in_id: null, check_in_type: null, source: null, class_id: null } as const;
const NAMES = ['check_in_id', 'member_id', 'occurred_at', 'check_in_type', 'source', 'class_id'] as const;

/** How check-ins are stored: the same one sent again changes nothing, or what it says anew. */
export const createCheckInsStore = ({ clock }: { readonly clock: Clock }): BatchStore<CheckInRow, CheckInFields> => ({
  keyOf: (placed) => recordKeyOf(placed.row.fields, occurredAt(placed)),

  load: async (tx, partnerId, rows) => {
    const refs = rows.map((placed) => ({
      partner_id: partnerId,
      facility_id: placed.facilityId,
      record_key: recordKeyOf(placed.row.fields, occurredAt(placed)),
    }));
    const stored = await checkInsRepo(tx).find(refs);
    return stored.map(({ partner_id: _partner, facility_id, record_key, stored_at: _at, ...state }) => ({
      facilityId: facility_id,
      key: record_key,
      state,
    }));
  },

  judge: (placed, stored) => {
    const next: CheckInFields = { ...BLANK, ...stored, ...placed.row.fields, occurred_at: occurredAt(placed) };
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

/** Unix milliseconds. */
const occurredAt = ({ row: { at }, timezone }: Placed<CheckInRow>): number => {
  if (/(?:Z|[+-]\d\d:\d\d)$/.test(at) && at.includes('T')) return Date.parse(at);
  const local = epochMsOf(at);
  const zone = bundledZones().find(timezone);
  const seconds = Math.floor(local / 1_000);
  return zone === undefined ? local : firstInstantAtLocal(zone, seconds) * 1_000 + (local - seconds * 1_000);
};

/** What makes it the same check-in: the partner's identifier, or else who, when, and of which kind. */
const recordKeyOf = (
  { check_in_id: id, check_in_type: type, member_id: member }: CheckInRow['fields'],
  occurredAtMs: number,
): string => (typeof id === 'string' ? `id ${id}` : `at ${occurredAtMs} ${JSON.stringify([member, type ?? null])}`);
