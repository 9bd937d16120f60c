import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { QueryClient } from '@tanstack/query-core';
import { type ComponentType, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { createAnnouncer } from './announcer.ts';
import type { DraftPlace, DraftStorage } from './draft-keeping.ts';
import type { News } from './live.ts';
import { type QueryOptions, useObservedQuery } from './signal-query.ts';

export interface PageDrafts extends DraftStorage {
  /** Where a form of the page that is open keeps what is typed; undefined where nothing is to be kept. */
  readonly placeOf: (form: string) => DraftPlace | undefined;
}

/** What the parts of pages need of whichever console they are in. */
export interface PageTools {
  readonly clock: Clock;
  /** Moves each second: what shows an age reads it. */
  readonly ticks: ReadonlySignal<number>;
  /** The server's clock, which is right where a phone's may not be. */
  readonly serverNow: () => number;
  readonly queries: QueryClient;
  /** What was typed and not sent, of whoever is signed in, on the page that is open. */
  readonly drafts: PageDrafts;
  readonly announcer: ReturnType<typeof createAnnouncer>;
  /** Shows what was answered before of an error (`error:` and its code) or a page (`page:` and its name); left out where nobody answers. */
  readonly Answers?: ComponentType<{ readonly about: string }> | undefined;
  /** What of the page may be old: whatever shows how old it is. */
  readonly shown: Signal<readonly News<unknown>[]>;
}

const ToolsContext = createContext<PageTools | undefined>(undefined);
export const ToolsProvider = ToolsContext.Provider;

export const usePageTools = (): PageTools => {
  const tools = useContext(ToolsContext);
  if (tools === undefined) throw new Error('a page is drawn outside the console');
  return tools;
};

export const useQuery = <Data>(options: QueryOptions<Data>) => useObservedQuery(usePageTools().queries, options);
