import { z } from 'zod';
import { SerialSettings } from '../serial/settings.ts';

export const ModbusRtuConfig = SerialSettings.extend({
  /** How long a board may think before it answers, beyond the time the bytes take. Adapters add up to 16 ms of their own. */
  replyAllowanceMs: z.int().min(10).max(2_000).default(150),
});
export type ModbusRtuConfig = z.infer<typeof ModbusRtuConfig>;

/** Silence between frames: 3.5 characters of 11 bits, and 1.75 ms above 19,200 baud (MODBUS over Serial Line V1.02, 2.5.1.1). */
export const gapMs = (baud: number): number => (baud > 19_200 ? 1.75 : (3.5 * 11 * 1_000) / baud);
