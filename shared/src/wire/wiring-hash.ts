import { createHash } from 'node:crypto';
import { z } from 'zod';
import { answeredFor, type Wiring, wiringOf } from '../door/wiring.ts';
import { canonicalJson, type Json } from '../json/canonical.ts';

/** SHA-256 of how the doors of a box are wired, hex. A box gives back what it was told, so that no release has to reckon as another does. */
export const WiringHash = z.string().regex(/^[0-9a-f]{64}$/);

export const wiringHashOf = (wiring: Wiring): string => {
  const doors = [...wiring.doors]
    .sort((one, other) => (one.doorId < other.doorId ? -1 : 1))
    .map((door) => ({ ...wiringOf(door), answeredFor: answeredFor(wiring, door.doorId) }));
  return createHash('sha256')
    .update(canonicalJson(doors as unknown as Json))
    .digest('hex');
};
