import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readFileIfAny, writePrivateFile } from '@gatehouse/shared/control/private-file.ts';
import { canonicalJson, type Json } from '@gatehouse/shared/json/canonical.ts';
import { PersonEntry } from '@gatehouse/shared/snapshot/entries.ts';
import { FacilityEntry } from '@gatehouse/shared/snapshot/facility-entry.ts';
import { z } from 'zod';
import type { Db } from '../store/database.ts';
import type { HeadRow } from './access-db.ts';
import { personEntry } from './stored-entry.ts';

/** Break-glass grants are for a few: so many of them, the first ones, are in the second file. */
const PERSONS_MAX = 500;

const Roster = z.strictObject({
  v: z.literal(1),
  facilityId: z.string(),
  revision: z.int().nonnegative(),
  facility: FacilityEntry,
  persons: z.array(z.strictObject({ number: z.int().nonnegative(), entry: PersonEntry })).max(PERSONS_MAX),
});
/** Who opens doors whatever happens: kept in a file of its own, for the day when the store is damaged. */
export type Roster = z.infer<typeof Roster>;

const textOf = (roster: Omit<Roster, 'revision'>, revision: number): string =>
  canonicalJson({ ...roster, revision } as unknown as Json);
const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Undefined for a file that is not there, or not what was written. */
export const loadRoster = (path: string): Roster | undefined => {
  const [sum, text] = readAny(path).split('\n');
  if (text === undefined || sum !== sumOf(text)) return undefined;
  return Roster.safeParse(JSON.parse(text)).data;
};

const readAny = (path: string): string => {
  try {
    return readFileIfAny(path) ?? '';
  } catch {
    return ''; // A file on a bad block is as good as none.
  }
};

/** Writes the roster of what the store holds within the open transaction, if it is another one than the file has. */
export const rosterWriter = (db: Db, path: string): ((head: HeadRow) => void) => {
  const persons = db.prepare<[number], { number: number; record: Buffer; rest: string }>(
    'SELECT number, record, rest FROM person WHERE break_glass = 1 ORDER BY number LIMIT ?',
  );
  const facility = db.prepare<[], string>("SELECT data FROM other WHERE kind = 'facility' LIMIT 1").pluck();
  return ({ facility_id: facilityId, revision }) => {
    const now: Omit<Roster, 'revision'> = {
      v: 1,
      facilityId,
      facility: JSON.parse(facility.get() ?? 'null') as FacilityEntry,
      persons: persons.all(PERSONS_MAX).map(({ number, record, rest }) => ({
        number,
        entry: personEntry(record, JSON.parse(rest)),
      })),
    };
    const kept = loadRoster(path);
    if (kept !== undefined && textOf(kept, 0) === textOf(now, 0)) return;
    const text = textOf(now, revision);
    writePrivateFile(path, `${sumOf(text)}\n${text}\n`);
  };
};

export const dropRoster = (path: string): void => rmSync(path, { force: true });
