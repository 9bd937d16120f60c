import { contentHash } from './content-hash.ts';
import { parseRules } from './zone-rules.ts';
import { openTables, ZonesDocument, type ZoneTables } from './zone-tables.ts';
import { ZonesError } from './zones-error.ts';

const PROBLEMS_MAX = 20;
/** The IANA database's own rule (its theory file), and room for its legacy names (`GMT+0`, `Etc/GMT-14`). */
const NAME = /^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Z][A-Za-z0-9_+-]*)*$/;

/**
 * Opens a release that came from elsewhere: checks all of it, every zone's rules included, and throws a `ZonesError` that names
 * what is wrong. Whether its indices go on from those in use is `requireSameIndices`' question.
 */
export const loadZones = (data: unknown): ZoneTables => {
  const shape = ZonesDocument.safeParse(data);
  if (!shape.success)
    throw new ZonesError(
      shape.error.issues
        .slice(0, PROBLEMS_MAX)
        .map(({ path, message }) => `${path.join('.') || 'document'}: ${message}`),
    );
  const problems = problemsOf(shape.data);
  if (problems.length > 0) throw new ZonesError(problems.slice(0, PROBLEMS_MAX));
  return openTables(shape.data);
};

const problemsOf = (document: ZonesDocument): string[] => {
  const seen = new Set<string>();
  const zones = new Map(Object.entries(document.zones));
  const links = new Map(Object.entries(document.links));
  const problems: string[] = [];
  if (document.hash !== contentHash(document)) problems.push('hash: it is not the hash of the content');
  for (const [i, name] of document.names.entries()) {
    if (!NAME.test(name)) problems.push(`names.${i}: ${JSON.stringify(name)} is not a name as the database has them`);
    if (seen.has(name)) problems.push(`names.${i}: ${name} is there twice`);
    seen.add(name);
    if (zones.has(name) === links.has(name)) problems.push(`names.${i}: ${name} must be either a zone or a link`);
  }
  for (const name of [...zones.keys(), ...links.keys()])
    if (!seen.has(name)) problems.push(`${name}: it is not in names`);
  for (const [name, target] of links)
    if (!zones.has(target)) problems.push(`links.${name}: ${JSON.stringify(target)} is no zone`);
  for (const [name, text] of zones) problems.push(...ruleProblems(text).map((problem) => `zones.${name}: ${problem}`));
  return problems;
};

const ruleProblems = (text: string): readonly string[] => {
  try {
    parseRules(text);
    return [];
  } catch (error) {
    if (error instanceof ZonesError) return error.problems;
    throw error;
  }
};

/**
 * Throws a `ZonesError` unless the names of the tables in use begin those of the next release, in the same order: stored programs
 * name zones by index, and an index must never come to mean another zone.
 */
export const requireSameIndices = (current: ZoneTables, next: ZoneTables): void => {
  const moved = current.names.flatMap((name, i) =>
    next.names[i] === name ? [] : [`names.${i}: ${name} is in use there, ${next.names[i] ?? 'nothing'} would be`],
  );
  if (moved.length > 0) throw new ZonesError(moved.slice(0, PROBLEMS_MAX));
};

/** Whether this is the name of a zone or a link of the tables, letter for letter. */
export const isZoneName = (zones: ZoneTables, name: unknown): name is string =>
  typeof name === 'string' && zones.find(name) !== undefined;
