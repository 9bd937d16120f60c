import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import type { Ran } from '../../kit/http/run-declared.ts';

/** What is sent to an endpoint, as a URL and a body would have it. */
export interface Sent {
  readonly params: Readonly<Record<string, string>>;
  readonly search: string;
  readonly body: unknown;
  readonly key?: string | undefined;
}

/** What goes to one endpoint together. */
export interface Batch {
  readonly declaration: AnyEndpoint;
  readonly all: readonly Sent[];
}

interface Entry {
  readonly sent: Sent;
  readonly group: Group;
  ran: Ran | undefined;
}
interface Group {
  readonly entries: Entry[];
  readonly done: PromiseWithResolvers<void>;
}

export interface LoadsDeps {
  /** Once whatever belongs to the level is asked for. */
  readonly settled: () => Promise<void>;
  /** What came of each, of some batches at a time. */
  readonly send: (batches: readonly Batch[]) => readonly Promise<readonly (Ran | undefined)[]>[];
}

/**
 * What the fields of one operation read. A level of it is sent together, to all its endpoints at one moment, and whatever is read
 * twice is asked for once. One promise for all that a field wants, however many rows want it.
 */
export const createLoads = ({ settled, send }: LoadsDeps) => {
  const sentTo = new Map<AnyEndpoint, Map<string, Entry>>();
  let waiting = new Map<AnyEndpoint, Group>();

  const dispatch = async (): Promise<void> => {
    await settled();
    const groups = [...waiting];
    waiting = new Map();
    try {
      const batches = groups.map(([declaration, { entries }]) => ({
        declaration,
        all: entries.map(({ sent }) => sent),
      }));
      for (const [at, results] of send(batches).entries()) {
        const { entries, done } = (groups[at] as (typeof groups)[number])[1];
        void results.then((all) => {
          for (const [index, entry] of entries.entries()) entry.ran = all[index];
          done.resolve();
        }, done.reject);
      }
    } catch (thrown) {
      for (const [, { done }] of groups) done.reject(thrown);
    }
  };
  const groupOf = (declaration: AnyEndpoint): Group => {
    const known = waiting.get(declaration);
    if (known !== undefined) return known;
    const group = { entries: [], done: Promise.withResolvers<void>() };
    // Whoever waits for it hears of it: nobody may be left by then.
    group.done.promise.catch(() => undefined);
    if (waiting.size === 0) void dispatch();
    waiting.set(declaration, group);
    return group;
  };

  /** Nothing for what was not asked any more. */
  return async (declaration: AnyEndpoint, all: readonly Sent[]): Promise<readonly (Ran | undefined)[]> => {
    const ofEndpoint = sentTo.get(declaration) ?? new Map<string, Entry>();
    sentTo.set(declaration, ofEndpoint);
    const groups = new Set<Group>();
    const entries = all.map((sent): Entry => {
      const key = keyOf(sent);
      let entry = ofEndpoint.get(key);
      if (entry === undefined) {
        entry = { sent, group: groupOf(declaration), ran: undefined };
        entry.group.entries.push(entry);
        ofEndpoint.set(key, entry);
      }
      groups.add(entry.group);
      return entry;
    });
    for (const { done } of groups) await done.promise;
    return entries.map(({ ran }) => ran);
  };
};

/** What tells requests to one endpoint apart. Its parameters have one order, and parts of paths no slash. */
const keyOf = ({ params, search, body }: Sent): string => {
  let key = '';
  for (const name in params) key += `${params[name]}/`;
  if (search !== '') key += `?${search}`;
  return body === undefined ? key : `${key} ${JSON.stringify(body)}`;
};
