import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { IndoorReadingTable, WeatherReadingTable } from './environment.tables.ts';

export const environmentRepo = (tx: Tx) => ({
  find: (facilityId: FacilityId) =>
    tx.selectFrom('weather_reading').where('facility_id', '=', facilityId).selectAll().executeTakeFirst(),

  put: (row: WeatherReadingTable): Promise<unknown> =>
    tx
      .insertInto('weather_reading')
      .values(row)
      .onConflict((c) => c.column('facility_id').doUpdateSet({ fetched_at: row.fetched_at, reading: row.reading }))
      .execute(),

  /** All that a source measures, in place of what it measured before. */
  putIndoor: async (sourceId: string, rows: readonly IndoorReadingTable[]): Promise<void> => {
    await tx.deleteFrom('indoor_reading').where('source_id', '=', sourceId).execute();
    if (rows.length > 0) await tx.insertInto('indoor_reading').values(rows).execute();
  },

  forgetIndoorBefore: (facilityId: FacilityId, at: number): Promise<unknown> =>
    tx.deleteFrom('indoor_reading').where('facility_id', '=', facilityId).where('observed_at', '<', at).execute(),

  /** What sources that are at the facility have measured there since then. */
  indoorAt: (facilityId: FacilityId, since: number) =>
    tx
      .selectFrom('indoor_reading')
      .where('facility_id', '=', facilityId)
      .where('observed_at', '>=', since)
      .where((eb) =>
        eb.or([
          eb(
            'source_id',
            'in',
            eb
              .selectFrom('box')
              .where('box.facility_id', '=', facilityId)
              .where('box.status', '=', 'active')
              .select('box.id'),
          ),
          eb(
            'source_id',
            'in',
            eb.selectFrom('device').where('device.facility_id', '=', facilityId).select('device.id'),
          ),
        ]),
      )
      .selectAll()
      .orderBy('source_id')
      .orderBy('sensor')
      .limit(200)
      .execute(),
});
