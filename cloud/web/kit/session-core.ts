import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Signal, signal } from '@preact/signals';
import { QueryClient } from '@tanstack/query-core';
import { askingAgain } from '../client/ask-again.ts';
import { createClient, type Fetch } from '../client/client.ts';
import { RefusedError } from '../client/request-errors.ts';
import { createAnnouncer } from './announcer.ts';
import { createDraftKeeping } from './draft-keeping.ts';
import type { News } from './live.ts';
import type { PageDrafts } from './page-tools.ts';
import { createQuestion } from './question.ts';

/** Who is signed in: not asked yet, nobody, somebody, or somebody whose session has ended while a page was open. */
export type SessionStateOf<Session> =
  | { readonly is: 'asking' }
  | { readonly is: 'nobody'; readonly arrivalFailed?: unknown }
  | { readonly is: 'somebody' | 'ended'; readonly session: Session }
  | { readonly is: 'unknown'; readonly error: unknown };

const mayHelpAgain = (failures: number, error: Error): boolean =>
  failures < 2 && !(error instanceof RefusedError && error.refusal.status < 500);

const TICK = 500 as Parameters<Clock['every']>[0];

interface EnteringDeps<Session> {
  readonly bySession: () => Promise<Session>;
  /** Signs in with what somebody came with; undefined where that was nothing. */
  readonly byArrival: (() => Promise<Session>) | undefined;
  readonly state: Signal<SessionStateOf<Session>>;
  readonly signedIn: (session: Session) => void | Promise<void>;
}

/** Finds out who is there: by what somebody came with, or by the session that the browser has. */
export const entering = <Session>({ bySession, byArrival, state, signedIn }: EnteringDeps<Session>) => {
  let arrived = byArrival;
  return async (): Promise<void> => {
    const isArrival = arrived !== undefined;
    try {
      const session = await (arrived ?? bySession)();
      arrived = undefined;
      await signedIn(session);
    } catch (error) {
      const status = error instanceof RefusedError ? error.refusal.status : 0;
      // What is malformed is refused like any other request; either way it is of no use any more.
      const isOver = status === 401 || (isArrival && status >= 400 && status < 500 && status !== 429);
      if (isOver) arrived = undefined;
      state.value = isOver ? { is: 'nobody', ...(isArrival && { arrivalFailed: error }) } : { is: 'unknown', error };
    }
  };
};

export interface PageDeps {
  /** Where drafts are kept. */
  readonly storage: () => Storage;
  /** Which page is open. */
  readonly page: () => string;
}

interface CoreDeps<Session> extends PageDeps {
  readonly clock: Clock;
  readonly fetch: Fetch;
  readonly signsIn?: RegExp;
  /** Other refusals that whoever sits there can lift, beside the end of their session. */
  readonly lift?: (refusal: RefusedError['refusal']) => Promise<boolean> | undefined;
  /** Whose drafts those of a session are; nobody's where none are to be kept. */
  readonly ownerOf: (session: Session) => string | undefined;
  /** Whether nobody comes back to such a session once it has ended. */
  readonly endsForGood?: (session: Session) => boolean;
}

/** What both consoles have in common: who is signed in, and how what they ask gets there. */
export const createSessionCore = <Api, Session>({
  clock,
  fetch,
  signsIn,
  lift,
  endsForGood,
  ...page
}: CoreDeps<Session>) => {
  const state: Signal<SessionStateOf<Session>> = signal({ is: 'asking' });
  let server = { wallMs: clock.wallMs(), atMono: clock.monoMs() };
  const comeBack = createQuestion();
  const client = createClient<Api>({
    fetch,
    ...(signsIn !== undefined && { signsIn }),
    onSignedOut: () => {
      if ('session' in state.value && endsForGood?.(state.value.session) === true) leave();
      else if (state.value.is === 'somebody') state.value = { is: 'ended', session: state.value.session };
      else if (state.value.is !== 'ended') state.value = { is: 'nobody' };
    },
    onServerTime: (wallMs) => {
      server = { wallMs, atMono: clock.monoMs() };
    },
  });
  /** Where a session ends in mid-form, that is asked for in place; what was sent goes out again as it was. */
  const ask = askingAgain<Api>(client.ask, (refusal) =>
    refusal.status === 401 && state.value.is === 'ended' ? comeBack.ask() : lift?.(refusal),
  );
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: mayHelpAgain, staleTime: 10_000, gcTime: 300_000, networkMode: 'always' } },
  });
  const kept = { storage: page.storage, wallMs: () => clock.wallMs() };
  /** Nothing of whoever was there stays on the page. */
  const leave = (): void => {
    queries.clear();
    drafts.clear();
    state.value = { is: 'nobody' };
    comeBack.settle(false);
  };
  const drafts = createDraftKeeping(kept);
  const ticks = signal(clock.monoMs());
  clock.every(TICK, () => {
    ticks.value = clock.monoMs();
  });
  return {
    ask,
    client,
    queries,
    state,
    clock,
    drafts: {
      ...kept,
      placeOf: (form) => {
        const owner = 'session' in state.value ? page.ownerOf(state.value.session) : undefined;
        return owner === undefined ? undefined : { owner, page: page.page(), form };
      },
    } satisfies PageDrafts as PageDrafts,
    signedIn: (session: Session): void => {
      drafts.keepOnly(page.ownerOf(session) ?? '');
      state.value = { is: 'somebody', session };
      comeBack.settle(true);
    },
    leave,
    /** Moves each second: what shows an age reads it. */
    ticks,
    announcer: createAnnouncer(clock),
    shown: signal<readonly News<unknown>[]>([]),
    /** The server's clock, which is right where a phone's may not be. */
    serverNow: (): number => server.wallMs + clock.monoMs() - server.atMono,
  };
};
