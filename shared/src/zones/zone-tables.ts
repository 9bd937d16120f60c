import { z } from 'zod';
import { type Segments, segmentsOf } from './segments.ts';
import { createZone, type Zone } from './zone.ts';
import { parseRules } from './zone-rules.ts';
import { ZonesError } from './zones-error.ts';

/** All zones of one release of the IANA database. */
export interface ZoneTables {
  /** The IANA release, such as `2026f`. */
  readonly release: string;
  /** SHA-256 of the content, in hex: tables with the same hash give the same answers. */
  readonly hash: string;
  /** Every name in index order, links included. Only ever longer from release to release. */
  readonly names: readonly string[];
  /** By exact name: letter case counts, and offsets such as `+10:00` are no zones. */
  find(name: string): Zone | undefined;
  at(index: number): Zone | undefined;
  /** What goes on after the last change that a zone's table has: the POSIX TZ string of its footer. */
  footerOf(name: string): string | undefined;
}

/** The tables as a document: what `zones.json` holds and boxes are sent. */
export const ZonesDocument = z.strictObject({
  format: z.literal(1),
  release: z.string().regex(/^\d{4}[a-z]{1,2}$/, 'must look like 2026f'),
  /** Where the tables were made from, such as `tzdata 2026f-0+deb12u1`. */
  source: z.string().min(1).max(100),
  /** SHA-256, in hex, of the canonical JSON of all other members. */
  hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex'),
  names: z.array(z.string().max(64)).min(1).max(65_536),
  /** Names that are another zone's: link → zone. */
  links: z.record(z.string(), z.string()),
  /** All other names, each with its rules as `formatRules` writes them. */
  zones: z.record(z.string(), z.string().max(100_000)),
});
export type ZonesDocument = z.infer<typeof ZonesDocument>;

/** Makes tables of a document that is known to be sound. Zones are read one by one when first asked. */
export const openTables = ({ release, hash, names, links, zones }: ZonesDocument): ZoneTables => {
  const rules = new Map(Object.entries(zones));
  const targets = new Map(Object.entries(links));
  const segments = new Map<string, Segments>();
  const read = (name: string): Segments => {
    const target = targets.get(name) ?? name;
    const known = segments.get(target);
    if (known !== undefined) return known;
    const text = rules.get(target);
    if (text === undefined) throw new ZonesError([`${name}: no such zone`]);
    const made = segmentsOf(parseRules(text));
    segments.set(target, made);
    return made;
  };
  const all = names.map((name, index) => createZone(name, index, () => read(name)));
  const byName = new Map(all.map((zone) => [zone.name, zone]));
  const footerOf = (name: string) => rules.get(targets.get(name) ?? name)?.split(';')[1];
  return { release, hash, names, find: (name) => byName.get(name), at: (index) => all[index], footerOf };
};
