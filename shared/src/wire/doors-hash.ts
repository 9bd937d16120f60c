import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { DoorConfig } from '../door/door-config.ts';
import { canonicalJson, type Json } from '../json/canonical.ts';

/** SHA-256 of the doors of a desired state, hex. A box gives back what it was told, so that no release has to reckon as another does. */
export const DoorsHash = z.string().regex(/^[0-9a-f]{64}$/);

export const doorsHashOf = (doors: readonly DoorConfig[]): string =>
  createHash('sha256')
    .update(canonicalJson(doors as unknown as Json))
    .digest('hex');
