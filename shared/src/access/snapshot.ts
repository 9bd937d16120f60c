import { hash } from 'node:crypto';
import type { ZoneTables } from '../zones/zone-tables.ts';
import { canonicalWindows } from './canonical-windows.ts';
import { compileProgram } from './program.ts';
import type { AccessWindow } from './window.ts';

/** A member's windows from one source, as they are stored and compared. */
export interface Snapshot {
  /** By `external_id`, in the order of UTF-16 code units. */
  readonly windows: readonly AccessWindow[];
  /** Their canonical JSON (RFC 8785): two snapshots are the same if this is. */
  readonly canonical: string;
  /** SHA-256 of that text in UTF-8, in hex. */
  readonly hash: string;
  /** Every scope key once, in the same order: the sections of the program. */
  readonly scopeKeys: readonly string[];
  /** The compiled windows, no scope bound yet: see `bindScopes`. */
  readonly program: Uint8Array;
}

/** Brings checked windows to their normal form, and compiles them. */
export const snapshotOf = (windows: readonly AccessWindow[], zones: ZoneTables): Snapshot => {
  const sorted = windows.toSorted((a, b) => byCodeUnits(a.external_id, b.external_id));
  const canonical = canonicalWindows(sorted);
  const scopeKeys = [...new Set(sorted.map((window) => window.scope_key))].sort(byCodeUnits);
  return {
    windows: sorted,
    canonical,
    hash: hash('sha256', canonical),
    scopeKeys,
    program: compileProgram(sorted, scopeKeys, zones),
  };
};

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** The windows of a canonical text that `snapshotOf` made. */
export const windowsOf = (canonical: string): AccessWindow[] => JSON.parse(canonical) as AccessWindow[];
