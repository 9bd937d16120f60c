import { z } from 'zod';
import { SerialSettings } from '../serial/settings.ts';
import { CHANNELS_MAX } from './framing.ts';

/** One module: USB carries one only, at unit 1. */
export const NumatoConfig = SerialSettings.extend({
  relays: z.int().min(1).max(CHANNELS_MAX).default(8),
  /** How many of its GPIO lines are inputs, counted from the first. */
  inputs: z.int().min(0).max(CHANNELS_MAX).default(8),
  /** How long the module may think before it answers, beyond the time the bytes take. */
  replyAllowanceMs: z.int().min(10).max(150).default(100),
});
export type NumatoConfig = z.infer<typeof NumatoConfig>;
