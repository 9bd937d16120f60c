import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { BatchStore } from '../../kit/ingest/batch-store.ts';
import type { ReportFigures, ReportRow } from './reports.batch.ts';
import { reportsRepo } from './reports.repo.ts';

interface ReportState {
  readonly start_date: string;
  readonly end_date: string;
  readonly figures: ReportFigures;
}

/** How snapshots are stored: the figures of the same days replace those before. */
export const createReportsStore = ({ clock }: { readonly clock: Clock }): BatchStore<ReportRow, ReportState> => ({
  keyOf: ({ row: { startDate, endDate } }) => keyOf(startDate, endDate),

  load: async (tx, partnerId, rows) => {
    const refs = rows.map(({ facilityId, row }) => ({
      partner_id: partnerId,
      facility_id: facilityId,
      start_date: row.startDate,
      end_date: row.endDate,
    }));
    const stored = await reportsRepo(tx).find(refs);
    return stored.map(({ partner_id: _partner, facility_id, start_date, end_date, stored_at: _at, ...figures }) => ({
      facilityId: facility_id,
      key: keyOf(start_date, end_date),
      state: { start_date, end_date, figures },
    }));
  },

  judge: ({ row: { startDate, endDate, figures } }, stored) => {
    const names = Object.keys(figures) as (keyof ReportFigures)[];
    const same = stored !== undefined && names.every((name) => stored.figures[name] === figures[name]);
    return same ? { same } : { save: { start_date: startDate, end_date: endDate, figures } };
  },

  save: async (tx, partnerId, changes) => {
    const storedAt = clock.wallMs();
    await reportsRepo(tx).put(
      changes.map(({ facilityId, after: { start_date, end_date, figures } }) => ({
        partner_id: partnerId,
        facility_id: facilityId,
        start_date,
        end_date,
        ...figures,
        stored_at: storedAt,
      })),
    );
  },
});

const keyOf = (startDate: string, endDate: string): string => `${startDate}/${endDate}`;
