import { LocalName } from '@gatehouse/shared/local/client.ts';
import { z } from 'zod';
import { byUnit } from '../units.ts';

/** Which client of the box's own broker is which board of this bus. */
export const MqttDoorConfig = z.strictObject({
  /** The controller's name by the unit that doors are configured with: `{"1": "front-controller"}`. */
  controllers: byUnit(LocalName),
  /** How long a controller may take to answer, in ms. A command that arrives later than this is dropped by it. */
  answerWithinMs: z.int().min(50).max(2_000).default(250),
});
export type MqttDoorConfig = z.infer<typeof MqttDoorConfig>;
