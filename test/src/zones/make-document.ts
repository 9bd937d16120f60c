import { contentHash } from '@gatehouse/shared/zones/content-hash.ts';
import type { ZonesDocument } from '@gatehouse/shared/zones/zone-tables.ts';
import type { Zoneinfo } from './zoneinfo-folder.ts';

/**
 * Makes the document of a release. Names go on from the previous one: known names keep their places, new ones follow in
 * alphabetical order, and a name that the release lacks keeps its old rules, since programs that name it may be stored.
 */
export const makeDocument = (zoneinfo: Zoneinfo, source: string, previous?: ZonesDocument): ZonesDocument => {
  const rules = new Map(zoneinfo.rules);
  for (const name of previous?.names ?? []) {
    const old = previous?.zones[previous.links[name] ?? name];
    if (old !== undefined && !rules.has(name)) rules.set(name, old);
  }
  const known = previous?.names ?? [];
  const added = [...rules.keys()].filter((name) => !known.includes(name)).sort();
  const names = [...known, ...added];

  const zoneOf = new Map<string, string>();
  for (const name of [...rules.keys()].sort(byAuthority(zoneinfo.canonical))) {
    const text = rules.get(name) ?? '';
    if (!zoneOf.has(text)) zoneOf.set(text, name);
  }
  const entries = names.toSorted().map((name) => [name, rules.get(name) ?? ''] as const);
  const links = entries.flatMap(([name, text]) => {
    const zone = zoneOf.get(text) ?? name;
    return zone === name ? [] : [[name, zone]];
  });
  const head = { format: 1, release: zoneinfo.release, source } as const;
  const tables = {
    names,
    links: Object.fromEntries(links),
    zones: Object.fromEntries(entries.filter(([name, text]) => zoneOf.get(text) === name)),
  };
  return { ...head, hash: contentHash({ ...head, ...tables }), ...tables };
};

/** Of names with the same rules one the database calls a zone comes first, then one with an area, then the alphabet. */
const byAuthority = (canonical: ReadonlySet<string>) => {
  const rank = (name: string) => (canonical.has(name) ? 0 : 2) + (/^(?!Etc)\w+\//.test(name) ? 0 : 1);
  return (a: string, b: string) => rank(a) - rank(b) || (a < b ? -1 : 1);
};
