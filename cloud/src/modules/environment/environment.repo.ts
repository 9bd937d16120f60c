import type { Tx } from '../../db/unit-of-work.ts';
import type { WeatherReadingTable } from './environment.tables.ts';

export const environmentRepo = (tx: Tx) => ({
  find: (facilityId: string) =>
    tx.selectFrom('weather_reading').where('facility_id', '=', facilityId).selectAll().executeTakeFirst(),

  put: (row: WeatherReadingTable): Promise<unknown> =>
    tx
      .insertInto('weather_reading')
      .values(row)
      .onConflict((c) => c.column('facility_id').doUpdateSet({ fetched_at: row.fetched_at, reading: row.reading }))
      .execute(),
});
