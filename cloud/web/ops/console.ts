import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Signal, signal } from '@preact/signals';
import { QueryClient } from '@tanstack/query-core';
import { createContext } from 'preact';
import { useContext, useEffect, useMemo } from 'preact/hooks';
import { type Client, createClient, type Fetch } from '../client/client.ts';
import { RefusedError } from '../client/request-errors.ts';
import type { Session } from '../client/session-operations.ts';
import { createAnnouncer } from '../kit/announcer.ts';
import { type Live, type News, pollingLive, type Topic } from '../kit/live.ts';
import { type QueryOptions, useObservedQuery } from '../kit/signal-query.ts';

/** Who is signed in: not asked yet, nobody, somebody, or somebody whose session has ended while a page was open. */
export type SessionState =
  | { readonly is: 'asking' | 'nobody' }
  | { readonly is: 'somebody' | 'ended'; readonly session: Session }
  | { readonly is: 'unknown'; readonly error: unknown };

export interface ConsoleDeps {
  readonly clock: Clock;
  readonly fetch: Fetch;
  readonly isVisible: () => boolean;
  readonly onVisibility: (changed: () => void) => () => void;
}

const mayHelpAgain = (failures: number, error: Error): boolean =>
  failures < 2 && !(error instanceof RefusedError && error.refusal.status < 500);

/** Everything that pages have in common, made once. */
export const createConsole = ({ clock, fetch, ...visibility }: ConsoleDeps) => {
  const state: Signal<SessionState> = signal({ is: 'asking' });
  let server = { wallMs: clock.wallMs(), atMono: clock.monoMs() };
  let whenSignedIn = Promise.withResolvers<void>();
  const client = createClient({
    fetch,
    onSignedOut: () => {
      if (state.value.is === 'somebody') state.value = { is: 'ended', session: state.value.session };
      else if (state.value.is !== 'ended') state.value = { is: 'nobody' };
    },
    onServerTime: (wallMs) => {
      server = { wallMs, atMono: clock.monoMs() };
    },
  });
  /** Where the session ends in mid-form, it is asked for in place, and what was sent goes out again as it was. */
  const ask: Client['ask'] = async (name, input, options) => {
    try {
      return await client.ask(name, input, options);
    } catch (error) {
      if (!(error instanceof RefusedError) || error.refusal.status !== 401 || state.value.is !== 'ended') throw error;
      await whenSignedIn.promise;
      return client.ask(name, input, options);
    }
  };
  const signedIn = (session: Session): void => {
    state.value = { is: 'somebody', session };
    whenSignedIn.resolve();
    whenSignedIn = Promise.withResolvers();
  };
  const whoAmI = async (): Promise<void> => {
    try {
      signedIn(await client.ask('GET /api/session', {}));
    } catch (error) {
      const nobody = error instanceof RefusedError && error.refusal.status === 401;
      state.value = nobody ? { is: 'nobody' } : { is: 'unknown', error };
    }
  };
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: mayHelpAgain, staleTime: 10_000, gcTime: 300_000, networkMode: 'always' } },
  });
  const signOut = async (): Promise<void> => {
    await client.ask('DELETE /api/session', {});
    queries.clear();
    state.value = { is: 'nobody' };
  };
  const ticks = signal(clock.monoMs());
  clock.every(TICK, () => {
    ticks.value = clock.monoMs();
  });
  return {
    ask,
    client,
    queries,
    state,
    signedIn,
    signOut,
    whoAmI,
    clock,
    /** Moves each second: what shows an age reads it. */
    ticks,
    live: pollingLive({ clock, ...visibility }) as Live,
    announcer: createAnnouncer(clock),
    /** The server's clock, which is right where a phone's may not be. */
    serverNow: (): number => server.wallMs + clock.monoMs() - server.atMono,
  };
};
export type Console = ReturnType<typeof createConsole>;

const TICK = 500 as Parameters<Clock['every']>[0];

const ConsoleContext = createContext<Console | undefined>(undefined);
export const ConsoleProvider = ConsoleContext.Provider;

export const useConsole = (): Console => {
  const console = useContext(ConsoleContext);
  if (console === undefined) throw new Error('a page is drawn outside the console');
  return console;
};

export const useQuery = <Data>(options: QueryOptions<Data>) => useObservedQuery(useConsole().queries, options);

/** What is known of a topic now; the component is drawn again whenever that changes. */
export const useLive = <Picture>(topic: Topic<Picture>): News<Picture> => {
  const { live } = useConsole();
  const news = useMemo(() => signal<News<Picture>>({ picture: undefined, error: undefined }), [topic.name]);
  // A topic is made anew by each drawing; its name says whether it differs.
  useEffect(
    () =>
      live.watch(topic, (told) => {
        news.value = told;
      }),
    [live, topic.name],
  );
  return news.value;
};
