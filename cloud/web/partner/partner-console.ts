import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Fetch } from '../client/client.ts';
import type { ConsoleSession, Operations } from '../client/console-api.gen.ts';
import { RefusedError } from '../client/request-errors.ts';
import { ToolsProvider, usePageTools, useQuery } from '../kit/page-tools.ts';
import { createSessionCore } from '../kit/session-core.ts';

const SIGNS_IN = /^\/console\/v1\/session(?:-codes)?$/;

const isSignedOut = (error: unknown): boolean => error instanceof RefusedError && error.refusal.status === 401;

/** Everything that pages have in common, made once. */
export const createPartnerConsole = (deps: { readonly clock: Clock; readonly fetch: Fetch }) => {
  const core = createSessionCore<Operations, ConsoleSession>({ ...deps, signsIn: SIGNS_IN });
  const { client, state, signedIn, leave } = core;
  return {
    ...core,
    /** Finds out who is there, by the session that the browser has. */
    enter: async (): Promise<void> => {
      try {
        signedIn(await client.ask('GET /console/v1/session', {}));
      } catch (error) {
        state.value = isSignedOut(error) ? { is: 'nobody' } : { is: 'unknown', error };
      }
    },
    signOut: async (): Promise<void> => {
      await client.ask('DELETE /console/v1/session', {}).catch((error) => {
        if (!isSignedOut(error)) throw error;
      });
      leave();
    },
  };
};
type PartnerConsole = ReturnType<typeof createPartnerConsole>;

export const PartnerProvider = ToolsProvider;
export { useQuery };

/** The only console that is ever provided to these pages. */
export const usePartner = (): PartnerConsole => usePageTools() as PartnerConsole;

/** Who is signed in, on a page that nobody else sees. */
export const useSignedIn = (): ConsoleSession => {
  const now = usePartner().state.value;
  if (!('session' in now)) throw new Error('a page of the partner console is drawn for nobody');
  return now.session;
};
