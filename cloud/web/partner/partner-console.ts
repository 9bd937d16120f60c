import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Fetch } from '../client/client.ts';
import type { ConsoleSession, Operations } from '../client/console-api.gen.ts';
import { RefusedError } from '../client/request-errors.ts';
import { ToolsProvider, usePageTools, useQuery } from '../kit/page-tools.ts';
import { createSessionCore, entering, type PageDeps } from '../kit/session-core.ts';

const SIGNS_IN = /^\/console\/v1\/session(?:-codes|\/link)?$/;

const isSignedOut = (error: unknown): boolean => error instanceof RefusedError && error.refusal.status === 401;

/** Everything that pages have in common, made once. */
export const createPartnerConsole = ({
  linkToken,
  ...deps
}: PageDeps & {
  readonly clock: Clock;
  readonly fetch: Fetch;
  /** Of a link that signs in, as it stood in the address. */
  readonly linkToken?: string | undefined;
}) => {
  const core = createSessionCore<Operations, ConsoleSession>({
    ...deps,
    signsIn: SIGNS_IN,
    ownerOf: ({ contact }) => contact.contactId,
  });
  const { client, state, signedIn, leave } = core;
  return {
    ...core,
    enter: entering({
      bySession: () => client.ask('GET /console/v1/session', {}),
      byArrival:
        linkToken === undefined
          ? undefined
          : () => client.ask('POST /console/v1/session/link', { body: { token: linkToken } }),
      ...{ state, signedIn },
    }),
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
