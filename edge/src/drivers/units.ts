import { z } from 'zod';

/** Whatever a bus has at units (addresses of one byte, as Modbus counts them), by the unit that doors and readers name. */
export const byUnit = <Value extends z.ZodType>(value: Value) =>
  z.record(z.string().regex(/^([1-9]\d?|1\d\d|2[0-3]\d|24[0-7])$/, 'must be a unit from 1 to 247'), value);
