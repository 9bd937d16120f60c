import { randomBytes } from 'node:crypto';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Form, numberOf, partOf, textOf } from './form.ts';
import { absent, invalid } from './refusals.ts';
import type { Thing } from './things.ts';

/** Whose key it is that calls; what others own hangs on the accounts that it has connected. */
export const PLATFORM = 'acct_standinplatform';
const PAGE = 10;
const PAGE_MAX = 100;

export const secretOf = (id: string): string => `${id}_secret_${randomBytes(12).toString('base64url')}`;

/** All that there is, by account and kind, the oldest first. */
export const createBook = (clock: Pick<Clock, 'wallMs'>) => {
  const shelves = new Map<string, Map<string, Thing>>();
  const shelf = (account: string, object: string): Map<string, Thing> => {
    const key = `${account} ${object}`;
    const found = shelves.get(key) ?? new Map<string, Thing>();
    shelves.set(key, found);
    return found;
  };
  const now = (): number => Math.floor(clock.wallMs() / 1_000);
  const find = <T extends Thing>(account: string, object: T['object'], id: string): T | undefined =>
    shelf(account, object).get(id) as T | undefined;
  const all = <T extends Thing>(account: string, object: T['object']): readonly T[] =>
    [...shelf(account, object).values()] as T[];

  return {
    now,
    find,
    all,
    make: <T extends Thing>(
      account: string,
      object: T['object'],
      prefix: string,
      rest: Omit<T, 'id' | 'object' | 'created' | 'livemode'>,
    ): T => {
      const id = `${prefix}_${randomBytes(12).toString('hex')}`;
      const made = { id, object, created: now(), livemode: false, ...rest } as unknown as T;
      shelf(account, object).set(id, made);
      return made;
    },
    get: <T extends Thing>(account: string, object: T['object'], id: string): T => {
      const found = find<T>(account, object, id);
      if (found === undefined) throw absent(object.replace('.', '_'), id);
      return found;
    },
    /** The newest first, by cursors: what the API calls a list. `is`: what else is asked of each. */
    list: <T extends Thing>(
      account: string,
      object: T['object'],
      asked: Form,
      { url, is = () => true }: { readonly url: string; readonly is?: (thing: T) => boolean },
    ) => {
      const limit = numberOf(asked, 'limit') ?? PAGE;
      if (limit < 1 || limit > PAGE_MAX) throw invalid('limit', `Invalid integer: ${limit}`);
      const shown = all<T>(account, object)
        .filter((thing) => is(thing) && isWithin(thing.created, asked))
        .reverse();
      const indexOf = (cursor: string): number => {
        const found = shown.findIndex(({ id }) => id === cursor);
        if (found < 0) throw absent(object, cursor);
        return found;
      };
      const [after, before] = [textOf(asked, 'starting_after'), textOf(asked, 'ending_before')];
      const end = before === undefined ? undefined : indexOf(before);
      const from = after === undefined ? Math.max(0, (end ?? 0) - limit) : indexOf(after) + 1;
      const to = Math.min(from + limit, end ?? shown.length);
      const more = end === undefined ? to < shown.length : from > 0;
      return { object: 'list', url, data: shown.slice(from, to), has_more: more };
    },
  };
};
export type Book = ReturnType<typeof createBook>;

const isWithin = (created: number, asked: Form): boolean => {
  const exact = numberOf(asked, 'created');
  if (exact !== undefined) return created === exact;
  const range = partOf(asked, 'created');
  const [gt, gte, lt, lte] = ['gt', 'gte', 'lt', 'lte'].map((name) => numberOf(range, name));
  return (
    created > (gt ?? Number.NEGATIVE_INFINITY) &&
    created >= (gte ?? created) &&
    created < (lt ?? Number.POSITIVE_INFINITY) &&
    created <= (lte ?? created)
  );
};
