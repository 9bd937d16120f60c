import type { z } from 'zod';
import { SerialSettings } from '../../drivers/serial/settings.ts';

/** One scanner of codes or cards that ends what it reads with a line end. It is unit 1 of its bus. */
export const SerialLineConfig = SerialSettings;
export type SerialLineConfig = z.infer<typeof SerialLineConfig>;
