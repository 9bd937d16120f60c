import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { FindsPlaces } from './named-places.ts';
import type { CallersSession, PlatformCaller } from './platform-gate.ts';
import { holds, type RoleGrant } from './roles.ts';
import { grantsWithin, type TokenScope } from './token-scope.ts';
import type { User, UsersService } from './users.service.ts';

/** Who calls, before anybody has asked where. `grants` are what they hold themselves. */
export interface KnownUser {
  readonly user: User;
  readonly grants: readonly RoleGrant[];
  readonly keyId?: string;
  readonly session?: CallersSession;
  /** Where they came in with a token that is narrower than they are. */
  readonly token?: TokenScope;
}

interface Deps {
  readonly users: Pick<UsersService, 'findByEmail' | 'grantsOf'>;
  readonly organisations: FindsPlaces;
}
export type Somebody = Awaited<ReturnType<typeof somebodyOf>>;

/** Who they are wherever they ask: themself or whom they act as, with what is left of what they hold. */
export const somebodyOf = async (
  tx: Tx,
  deps: Deps,
  {
    known,
    held,
    asked,
  }: { readonly known: KnownUser; readonly held: readonly RoleGrant[]; readonly asked: string | undefined },
) => {
  const simulated = asked === undefined ? undefined : await deps.users.findByEmail(tx, asked);
  const mayActAs = asked === undefined || (simulated !== undefined && holds(held, 'super-admin', {}));
  const user = (mayActAs && simulated) || known.user;
  const all = !mayActAs ? [] : simulated === undefined ? held : await deps.users.grantsOf(tx, simulated.id);
  return {
    all,
    caller: {
      user,
      actor: `user:${known.user.id}`,
      tenant: `user:${known.user.id}`,
      ...cameWith(known),
      ...(await withinToken(tx, deps, { all, token: known.token })),
      ...(!mayActAs && { actingRefused: true as const }),
      ...(user.id !== known.user.id && { simulatedBy: known.user, actingAs: `user:${user.id}` }),
    },
  };
};

/** What is left of what somebody holds, where they came in with a token. */
const withinToken = async (
  tx: Tx,
  deps: Pick<Deps, 'organisations'>,
  { all, token }: { readonly all: readonly RoleGrant[]; readonly token: TokenScope | undefined },
): Promise<Pick<PlatformCaller, 'grants' | 'narrowing' | 'unnarrowed'>> => {
  if (token === undefined) return { grants: all };
  const { acts, places } = token;
  if (places.length === 0) return { grants: all, narrowing: { acts } };
  return { grants: await grantsWithin(tx, deps, { grants: all, places }), narrowing: { acts }, unnarrowed: all };
};

const cameWith = ({ keyId, session }: KnownUser): Pick<PlatformCaller, 'keyId' | 'session' | 'sessionId'> =>
  session === undefined ? { ...(keyId !== undefined && { keyId }) } : { session, sessionId: session.id };
