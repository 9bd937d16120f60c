import { createHash } from 'node:crypto';
import { Days, Hours } from '@gatehouse/shared/time/duration.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { Via } from '../../kit/http/asked.ts';
import type { AuditEntry } from '../../kit/http/audit.ts';
import { yieldToEventLoop } from '../../kit/yield-to-event-loop.ts';
import { auditRepo, type Position } from './audit.repo.ts';
import type { AuditDay } from './audit-days.repo.ts';
import type { Period } from './audit-windows.ts';

/** What follows the first day's seal backwards: nothing. */
export const NO_DAY_BEFORE = '0'.repeat(64);
/** A day is sealed that long after its end: an entry is written when its request ends, under the time it began. */
export const SEALED_AFTER = Hours(1);
const PAGE = 1_000;

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
export const beginOf = (day: string): number => Date.parse(`${day}T00:00:00.000Z`);
export const endOf = (day: string): number => beginOf(day) + Days(1);
export const nextDay = (day: string): string => dayOf(endOf(day));
const periodOf = (day: string): Period => ({ from: beginOf(day), to: endOf(day) });

const COLUMNS = [
  'id',
  'at',
  'tenant',
  'actor',
  'acting_as',
  'realm',
  'site',
  'event',
  'target',
  'outcome',
  'status',
  'duration_ms',
  'request_id',
  'remote_address',
  'endpoint',
] as const satisfies readonly (keyof AuditEntry)[];

/** Whatever was sealed before there was another way has the line that it had. */
const THE_FIRST_WAY: Via = 'http';

/** One line an entry: the values of all columns as a JSON list. It ends with `via` where that is not HTTP, or with both where there is a session. */
const lineOf = (entry: AuditEntry): string => {
  const values: (string | number | null)[] = COLUMNS.map((column) => entry[column]);
  if (entry.session_id !== null) values.push(entry.via, entry.session_id);
  else if (entry.via !== THE_FIRST_WAY) values.push(entry.via);
  return `${JSON.stringify(values)}\n`;
};

const byId = (a: AuditEntry, b: AuditEntry): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

export interface DayContent {
  readonly entries: number;
  /** SHA-256, hex. */
  readonly hash: string;
}

/**
 * Counts and hashes the entries of a day in the order of time, and within one millisecond of ids by their characters:
 * databases differ in how they order text, and a day has the same hash on every one of them.
 */
export const contentOf = async (db: Pick<Database, 'read'>, day: string): Promise<DayContent> => {
  const hash = createHash('sha256');
  let entries = 0;
  let together: AuditEntry[] = [];
  const take = (): void => {
    for (const entry of together.sort(byId)) hash.update(lineOf(entry));
    entries += together.length;
    together = [];
  };
  let after: Position | undefined;
  for (;;) {
    const page = await db.read((tx) => auditRepo(tx).page(periodOf(day), after, PAGE));
    for (const entry of page) {
      if (together[0] !== undefined && together[0].at !== entry.at) take();
      together.push(entry);
    }
    after = page.at(-1);
    if (page.length < PAGE) break;
    await yieldToEventLoop();
  }
  take();
  return { entries, hash: hash.digest('hex') };
};

/** The seal of a day: over what it held, and over the day before. */
export const sealOf = ({
  day,
  entries,
  entries_hash,
  previous,
}: Omit<AuditDay, 'hash' | 'sealed_at' | 'forgotten_at'>) =>
  createHash('sha256')
    .update(JSON.stringify(['audit-day', 1, day, entries, entries_hash, previous]))
    .digest('hex');

/** What is wrong with a day. */
export type DayState =
  /** Everything is as it was sealed. */
  | 'intact'
  /** Kept long enough, and given up by policy. The seal is intact. */
  | 'forgotten'
  /** The seal is intact; the entries were not looked at. */
  | 'not_checked'
  /** There are fewer entries than were sealed. */
  | 'entries_missing'
  /** There are more. */
  | 'entries_added'
  /** As many, but not the same. */
  | 'entries_changed'
  /** The seal itself is not what it was, or does not follow the day before. */
  | 'seal_broken'
  /** There is no seal of a day between two that have one. */
  | 'seal_missing'
  /** Given up before anything may be. */
  | 'forgotten_early';

/** No setting lets a day be given up before that. */
export const KEPT_AT_LEAST = Days(30);

/** What the seals say by themselves: each day, and the days that have none between the first and the last. */
export const linksOf = (
  days: readonly AuditDay[],
  before: string = NO_DAY_BEFORE,
): { day: string; state: DayState; seal: AuditDay | undefined }[] => {
  const found: { day: string; state: DayState; seal: AuditDay | undefined }[] = [];
  let last: AuditDay | undefined;
  for (const seal of days) {
    const begin = found.length;
    for (let day = last && nextDay(last.day); day !== undefined && day < seal.day; day = nextDay(day))
      found.push({ day, state: 'seal_missing', seal: undefined });
    // What a seal that is gone said, nobody knows: then the next one is only held against itself.
    const follows = found.length > begin || seal.previous === (last?.hash ?? before);
    found.push({ day: seal.day, state: stateOf(seal, follows), seal });
    last = seal;
  }
  return found;
};

const stateOf = (seal: AuditDay, follows: boolean): DayState => {
  if (!follows || seal.hash !== sealOf(seal)) return 'seal_broken';
  if (seal.forgotten_at === null) return 'not_checked';
  return seal.forgotten_at < endOf(seal.day) + KEPT_AT_LEAST ? 'forgotten_early' : 'forgotten';
};

/** Holds what a day has now against its seal. */
export const compare = (seal: Pick<AuditDay, 'entries' | 'entries_hash'>, now: DayContent): DayState => {
  if (now.entries < seal.entries) return 'entries_missing';
  if (now.entries > seal.entries) return 'entries_added';
  return now.hash === seal.entries_hash ? 'intact' : 'entries_changed';
};
