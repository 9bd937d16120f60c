/** The newest reading of the weather at each facility. */
export interface WeatherReadingTable {
  facility_id: string;
  fetched_at: number;
  /** JSON: a `Weather`. */
  reading: string;
}

declare module '../../db/tables.ts' {
  interface Tables {
    weather_reading: WeatherReadingTable;
  }
}
