import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Fetch } from '../client/client.ts';
import type { Operations, Session } from '../client/platform-api.gen.ts';
import { RefusedError } from '../client/request-errors.ts';
import type { Arrival } from '../kit/arrival.ts';
import { type News, pollingLive, type Topic } from '../kit/live.ts';
import type { OpenSocket } from '../kit/live-line.ts';
import { socketLive } from '../kit/live-socket.ts';
import { type PageTools, ToolsProvider, usePageTools, useQuery } from '../kit/page-tools.ts';
import { createQuestion } from '../kit/question.ts';
import { createSessionCore, entering, type PageDeps, type SessionStateOf } from '../kit/session-core.ts';
import { facilityQuery } from './frame/facility-query.ts';
import { createLikings, type LikingsDeps } from './likings.ts';
import { facilityIn } from './routes.ts';
import { doorsTopic } from './topics.ts';

export type SessionState = SessionStateOf<Session>;

export interface ConsoleDeps extends Pick<LikingsDeps, 'wear' | 'isAtHome'>, Pick<PageTools, 'Answers'>, PageDeps {
  readonly clock: Clock;
  readonly fetch: Fetch;
  readonly openSocket: OpenSocket;
  /** From 0 to 1. */
  readonly random: () => number;
  /** As it stood in the address. */
  readonly arrival?: Arrival;
  readonly isVisible: () => boolean;
  readonly onVisibility: (changed: () => void) => () => void;
}

/** Everything that pages have in common, made once. */
export const createConsole = ({ clock, fetch, arrival = {}, openSocket, random, Answers, ...page }: ConsoleDeps) => {
  const proof = createQuestion();
  const heldAt = signal<ReadonlySet<string>>(new Set());
  const core = createSessionCore<Operations, Session>({
    clock,
    fetch,
    // Where a session does not prove enough, that is asked for in place as well.
    lift: ({ status, code }) => (status === 403 && code === 'step_up_required' ? proof.ask() : undefined),
    // Whoever comes to a desk next is somebody else: nothing is kept for them.
    endsForGood: ({ desk }) => desk !== undefined,
    ownerOf: ({ user, desk }) => (desk === undefined ? user.userId : undefined),
    storage: page.storage,
    page: page.page,
  });
  const { client, state } = core;
  const live = socketLive({ clock, openSocket, random, polling: pollingLive({ clock, ...page }) });
  page.onVisibility(() => page.isVisible() && live.hurry());
  const likings = createLikings({ clock, client, ...page });
  /** Resolves once their pages are drawn, in the look that they like. Whoever comes back has it on. */
  const signedIn = async (session: Session): Promise<void> => {
    if (state.value.is !== 'ended') await likings.arrive(session);
    core.signedIn(session);
    live.hurry();
  };
  /** Asks for what every page of a facility needs while it is still asked who is there: whoever opens one is mostly signed in. */
  const askAhead = (): void => {
    const facilityId = facilityIn(page.page());
    if (facilityId === undefined) return;
    void core.queries.prefetchQuery(facilityQuery(core, facilityId));
    live.watch(doorsTopic(core, facilityId), () => {})();
  };
  const arrivalOf = ({ token, answer }: Arrival): (() => Promise<Session>) | undefined => {
    if (token !== undefined) return () => client.ask('POST /api/session/link', { body: { token } });
    return answer ? () => client.ask('POST /api/session/single-sign-on/answer', { body: answer }) : undefined;
  };
  const leave = (): void => {
    core.leave();
    proof.settle(false);
    heldAt.value = new Set();
    likings.leave();
  };
  const signOut = async (): Promise<void> => {
    await client.ask('DELETE /api/session', {}).catch((error) => {
      const isOver = error instanceof RefusedError && error.refusal.status === 401;
      if (!isOver) throw error;
    });
    leave();
  };
  return {
    ...core,
    signedIn,
    signOut,
    askAhead,
    enter: entering({
      bySession: () => client.ask('GET /api/session', {}),
      byArrival: arrivalOf(arrival),
      ...{ state, signedIn },
    }),
    arrival,
    leave,
    proof,
    live,
    likings,
    Answers,
    /** The facilities of which it was seen that doors are held open there. */
    heldAt,
  };
};
export type Console = ReturnType<typeof createConsole>;

export const ConsoleProvider = ToolsProvider;
export { useQuery };

/** The only console that is ever provided to these pages. */
export const useConsole = (): Console => usePageTools() as Console;

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

/** Has a topic asked for while its page still waits for something else. What nobody watches is kept for a moment. */
export const useAhead = (topic: Topic<unknown>): void => {
  const { live } = useConsole();
  useEffect(() => live.watch(topic, () => {})(), [live, topic.name]);
};

/** What is known of several topics, in their order. What is known of one stays where others come or go. */
export const useLiveAll = <Picture>(topics: readonly Topic<Picture>[]): readonly News<Picture>[] => {
  const { live } = useConsole();
  const names = topics.map(({ name }) => name).join();
  const before = useRef<ReadonlyMap<string, News<Picture>>>(new Map());
  const news = useMemo(
    () => signal(topics.map(({ name }) => before.current.get(name) ?? { picture: undefined, error: undefined })),
    [names],
  );
  before.current = new Map(topics.map(({ name }, at) => [name, news.value[at] as News<Picture>]));
  useEffect(() => {
    const stops = topics.map((topic, at) =>
      live.watch(topic, (told) => {
        news.value = news.value.with(at, told);
      }),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [live, names]);
  return news.value;
};
