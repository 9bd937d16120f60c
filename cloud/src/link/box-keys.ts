import type { KeyObject } from 'node:crypto';
import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { importPublicKey } from '@gatehouse/shared/wire/device-keys.ts';

export interface BoxKeys {
  /** The key of a box that is claimed and not decommissioned. */
  of(boxId: BoxId): Promise<KeyObject | undefined>;
  forget(boxId: BoxId): void;
}

const KNOWN_MS = 10_000;
const UNKNOWN_MS = 1_000;
const BOXES_MAX = 20_000;

interface Entry {
  readonly key: Promise<KeyObject | undefined>;
  freshUntilMs: number;
}

/** Remembers keys for a few seconds, so that a beacon every five costs no query, and a dismissal is soon known. */
export const createBoxKeys = (clock: Clock, load: (boxId: BoxId) => Promise<string | undefined>): BoxKeys => {
  const entries = new Map<BoxId, Entry>();
  return {
    of: (boxId) => {
      const kept = entries.get(boxId);
      if (kept !== undefined && clock.monoMs() < kept.freshUntilMs) return kept.key;
      if (entries.size >= BOXES_MAX) entries.clear();
      const key = load(boxId).then((text) => (text === undefined ? undefined : importPublicKey(text)));
      const entry: Entry = { key, freshUntilMs: clock.monoMs() + KNOWN_MS };
      entries.set(boxId, entry);
      key.then(
        (found) => {
          if (found === undefined) entry.freshUntilMs = clock.monoMs() + UNKNOWN_MS;
        },
        () => {
          if (entries.get(boxId) === entry) entries.delete(boxId);
        },
      );
      return key;
    },
    forget: (boxId) => void entries.delete(boxId),
  };
};
