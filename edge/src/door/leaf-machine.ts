import type { FactBody } from '@gatehouse/shared/journal/fact.ts';

/** What the door's contact says. Its inputs are debounced before they come here. Pure. */
export type Leaf =
  | { readonly at: 'unknown' }
  | { readonly at: 'closed' }
  | { readonly at: 'open'; readonly sinceMs: number; readonly warned: boolean }
  /** Opened without a reason, so far: one may be read a moment later, from another board. */
  | { readonly at: 'suspect'; readonly sinceMs: number }
  /** Opened without a reason. */
  | { readonly at: 'forced' }
  /** Open for too long. */
  | { readonly at: 'held' };

export type LeafInput =
  | { readonly on: 'opened'; readonly nowMs: number; readonly expected: boolean }
  | { readonly on: 'closed' }
  /** `excused`: the door is meant to stand open. `expected`: a leaf that opens now was let open. */
  | { readonly on: 'tick'; readonly nowMs: number; readonly excused: boolean; readonly expected: boolean };

/** A fact about this door, which does not know its own id. */
export type DoorFact = FactBody extends infer Body
  ? Body extends { kind: infer Kind; data: infer Data }
    ? { readonly kind: Kind; readonly data: Omit<Data, 'doorId'> }
    : never
  : never;

export interface LeafEffect {
  readonly do: 'record';
  readonly fact: DoorFact;
}

type Next = readonly [Leaf, ...LeafEffect[]];

const WARN_AT = 0.8;
/** How long an opening without a reason is looked into before it is called forced: longer than boards are read apart. */
export const SUSPECT_MS = 250;
const record = (fact: DoorFact): LeafEffect => ({ do: 'record', fact });
const openedBy = (expected: boolean): LeafEffect => record({ kind: 'door.opened', data: { expected } });
const closed = record({ kind: 'door.closed', data: {} });
const cleared = (alarm: 'forced_open' | 'held_open') => record({ kind: 'door.alarm_cleared', data: { alarm } });

const opened = (leaf: Leaf, nowMs: number, expected: boolean): Next => {
  const open: Leaf = { at: 'open', sinceMs: nowMs, warned: false };
  // Found open at start: nobody saw how. The time it stays open counts all the same.
  if (leaf.at === 'unknown') return [open];
  if (leaf.at !== 'closed') return [leaf]; // A bouncing contact must not turn an alarm into a visit.
  return expected ? [open, openedBy(true)] : [{ at: 'suspect', sinceMs: nowMs }];
};

const looked = (leaf: Extract<Leaf, { at: 'suspect' }>, nowMs: number, expected: boolean): Next => {
  if (expected) return [{ at: 'open', sinceMs: leaf.sinceMs, warned: false }, openedBy(true)];
  return nowMs < leaf.sinceMs + SUSPECT_MS ? [leaf] : [{ at: 'forced' }, openedBy(false)];
};

const tick = (
  leaf: Leaf,
  { nowMs, excused, expected }: Extract<LeafInput, { on: 'tick' }>,
  heldOpenMs: number,
): Next => {
  if (leaf.at === 'suspect') return looked(leaf, nowMs, expected);
  if (leaf.at !== 'open' || nowMs < leafDueMs(leaf, heldOpenMs)) return [leaf];
  if (excused) return [{ at: 'open', sinceMs: nowMs, warned: false }];
  const seconds = Math.floor((nowMs - leaf.sinceMs) / 1_000);
  if (nowMs < leaf.sinceMs + heldOpenMs)
    return [{ ...leaf, warned: true }, record({ kind: 'door.held_open_soon', data: { seconds } })];
  return [{ at: 'held' }, record({ kind: 'door.held_open', data: { seconds } })];
};

/** One step of the leaf. Returns the very same object when nothing changed. */
export const stepLeaf = (leaf: Leaf, input: LeafInput, heldOpenMs: number): Next => {
  if (input.on === 'opened') return opened(leaf, input.nowMs, input.expected);
  if (input.on === 'tick') return tick(leaf, input, heldOpenMs);
  switch (leaf.at) {
    case 'closed':
      return [leaf];
    case 'unknown':
      return [{ at: 'closed' }];
    case 'open':
      return [{ at: 'closed' }, closed];
    case 'suspect': // Too short for anybody to pass, and for an alarm.
      return [{ at: 'closed' }, openedBy(false), closed];
    case 'forced':
      return [{ at: 'closed' }, closed, cleared('forced_open')];
    case 'held':
      return [{ at: 'closed' }, closed, cleared('held_open')];
  }
};

/** When `tick` has something to do next, or `Infinity`. */
export const leafDueMs = (leaf: Leaf, heldOpenMs: number): number => {
  if (leaf.at === 'suspect') return leaf.sinceMs + SUSPECT_MS;
  return leaf.at === 'open' ? leaf.sinceMs + heldOpenMs * (leaf.warned ? 1 : WARN_AT) : Infinity;
};
