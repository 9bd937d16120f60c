import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';

/** The newest reading of the weather at each facility. */
export interface WeatherReadingTable {
  facility_id: FacilityId;
  fetched_at: number;
  /** JSON: a `Weather`. */
  reading: string;
}

/** The newest that each sensor said of the air inside. */
export interface IndoorReadingTable {
  /** The UUID of the box beside which the sensor stands, or of the device that measured. */
  source_id: string;
  /** As the box calls it; empty for a device. */
  sensor: string;
  /** Where the source was at that time. */
  facility_id: FacilityId;
  source: 'box' | 'device';
  temperature_c: number;
  observed_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    weather_reading: WeatherReadingTable;
    indoor_reading: IndoorReadingTable;
  }
}
