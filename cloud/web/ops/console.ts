import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Signal, signal } from '@preact/signals';
import { QueryClient } from '@tanstack/query-core';
import { createContext } from 'preact';
import { useContext, useEffect, useMemo } from 'preact/hooks';
import { askingAgain } from '../client/ask-again.ts';
import { createClient, type Fetch } from '../client/client.ts';
import type { Session } from '../client/platform-api.gen.ts';
import { RefusedError } from '../client/request-errors.ts';
import { createAnnouncer } from '../kit/announcer.ts';
import { type Live, type News, pollingLive, type Topic } from '../kit/live.ts';
import { createQuestion } from '../kit/question.ts';
import { type QueryOptions, useObservedQuery } from '../kit/signal-query.ts';

/** Who is signed in: not asked yet, nobody, somebody, or somebody whose session has ended while a page was open. */
export type SessionState =
  | { readonly is: 'asking' }
  | { readonly is: 'nobody'; readonly linkEnded?: boolean }
  | { readonly is: 'somebody' | 'ended'; readonly session: Session }
  | { readonly is: 'unknown'; readonly error: unknown };

export interface ConsoleDeps {
  readonly clock: Clock;
  readonly fetch: Fetch;
  /** Of a link that signs in, as it stood in the address. */
  readonly linkToken?: string | undefined;
  readonly isVisible: () => boolean;
  readonly onVisibility: (changed: () => void) => () => void;
}

const mayHelpAgain = (failures: number, error: Error): boolean =>
  failures < 2 && !(error instanceof RefusedError && error.refusal.status < 500);

/** Everything that pages have in common, made once. */
export const createConsole = ({ clock, fetch, linkToken, ...visibility }: ConsoleDeps) => {
  const state: Signal<SessionState> = signal({ is: 'asking' });
  let server = { wallMs: clock.wallMs(), atMono: clock.monoMs() };
  const comeBack = createQuestion();
  const proof = createQuestion();
  const client = createClient({
    fetch,
    onSignedOut: () => {
      // Whoever comes to a desk next is somebody else: nothing is kept for them.
      if ('session' in state.value && state.value.session.desk !== undefined) leave();
      else if (state.value.is === 'somebody') state.value = { is: 'ended', session: state.value.session };
      else if (state.value.is !== 'ended') state.value = { is: 'nobody' };
    },
    onServerTime: (wallMs) => {
      server = { wallMs, atMono: clock.monoMs() };
    },
  });
  /** Where a session ends in mid-form, or does not prove enough, that is asked for in place; what was sent goes out again as it was. */
  const ask = askingAgain(client.ask, ({ status, code }) => {
    if (status === 401 && state.value.is === 'ended') return comeBack.ask();
    return status === 403 && code === 'step_up_required' ? proof.ask() : undefined;
  });
  const signedIn = (session: Session): void => {
    state.value = { is: 'somebody', session };
    comeBack.settle(true);
  };
  let token = linkToken;
  /** Finds out who is there: by the link that somebody came with, or by the session that the browser has. */
  const enter = async (): Promise<void> => {
    const byLink = token !== undefined;
    try {
      const session =
        token === undefined
          ? await client.ask('GET /api/session', {})
          : await client.ask('POST /api/session/link', { body: { token } });
      token = undefined;
      signedIn(session);
    } catch (error) {
      const status = error instanceof RefusedError ? error.refusal.status : undefined;
      // A link that is malformed is refused like any other request; both ways, a new one is needed.
      const isOver = status === 401 || (byLink && status === 400);
      if (isOver) token = undefined;
      state.value = isOver ? { is: 'nobody', linkEnded: byLink } : { is: 'unknown', error };
    }
  };
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: mayHelpAgain, staleTime: 10_000, gcTime: 300_000, networkMode: 'always' } },
  });
  /** Nothing of whoever was there stays on the page. */
  const leave = (): void => {
    queries.clear();
    state.value = { is: 'nobody' };
    comeBack.settle(false);
    proof.settle(false);
  };
  const signOut = async (): Promise<void> => {
    await client.ask('DELETE /api/session', {}).catch((error) => {
      const isOver = error instanceof RefusedError && error.refusal.status === 401;
      if (!isOver) throw error;
    });
    leave();
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
    enter,
    leave,
    proof,
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
