import { z } from 'zod';
import { SerialSettings } from '../serial/settings.ts';
import { RELAYS_MAX } from './framing.ts';

/** One board: USB carries one only, at unit 1. */
export const LcusConfig = SerialSettings.extend({
  relays: z.int().min(1).max(RELAYS_MAX).default(8),
});
export type LcusConfig = z.infer<typeof LcusConfig>;
