import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import { plainAddress } from '@gatehouse/shared/net/network-of.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Minutes } from '@gatehouse/shared/time/duration.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import type { RefusedKey } from '../../kit/http/strangers.ts';
import { lastUsed } from '../../kit/secrets/last-used.ts';
import type { CallersSession, Desk } from '../users/platform-surface.ts';
import type { SignedIn } from '../users/users.ports.ts';
import { hashOf, newToken } from './session-token.ts';
import { sessionsFault } from './sessions.faults.ts';
import { sessionsRepo } from './sessions.repo.ts';
import type { ConsoleSessionTable, Realm, SignedInBy } from './sessions.tables.ts';
import { signedInBy } from './signed-in-by.ts';

/** Without a request. */
const IDLE = Minutes(30);
/** At a desk, which others walk past. Its page locks itself sooner, where nobody touches it. */
export const WHOLE_AT_DESK = Minutes(10);
/** How long a proof of who somebody is lets them do what is grave. */
const STEPPED_UP = Minutes(10);
/** A session that was seen less long ago is not written again. */
const SEEN_AGAIN_AFTER = Minutes(1);
const USER_AGENT_LENGTH_MAX = 300;
/** More than so many nobody has at once: a live one began within `whole`. */
const LISTED_MAX = 100;

export interface SessionDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs' | 'after'>;
  readonly random: RandomBytes;
}
export type SessionStore<Holder> = ReturnType<typeof createSessionStore<Holder>>;

/** A session that nobody has ended; whether it is over by the clock is asked of it. */
export type OpenSession = Pick<ConsoleSessionTable, 'seen_at' | 'ends_at' | 'stepped_up_at'> & {
  readonly session_id: string;
  readonly organisation_id?: OrgId | null;
};

/** Whose sessions these are. */
export interface SessionRealm<Holder> {
  readonly realm: Realm;
  /** In all, however busy. */
  readonly whole: Duration;
  /** Asked with every request: the session with this hash, and who is in it; nobody where they may not be any more. */
  readonly holderOf: (
    tx: Tx,
    hash: string,
  ) => Promise<{ readonly row: OpenSession; readonly holder: Holder; readonly desk?: Desk | undefined } | undefined>;
  /** Who somebody is or was, for the audit of a refusal. */
  readonly nameOf: (tx: Tx, subjectId: string) => Promise<Pick<RefusedKey, 'actor' | 'tenant'> | undefined>;
}

/** Who begins a session, how, and from where. */
export interface NewSession {
  readonly subjectId: string;
  readonly by: SignedInBy;
  readonly remoteAddress: string;
  readonly userAgent: string | undefined;
  /** Where they did so with a PIN. */
  readonly desk?: Desk | undefined;
  /** Whose OpenID provider vouches for them. */
  readonly organisationId?: OrgId | undefined;
  /** When everything that they hold has ended by itself: it lasts no longer. */
  readonly endsBy?: number | undefined;
}

/** A session that begins, with the only text of its token: the cookie's. */
export interface BegunSession {
  readonly token: string;
  readonly session: CallersSession;
}

/** A passkey and an order at the machine are proof enough for what is grave; a code by e-mail, a PIN and the word of an organisation are not. */
const isProof = ({ by, desk, organisationId }: NewSession): boolean =>
  by !== 'code' && desk === undefined && organisationId === undefined;

const callersSession = (
  row: Pick<ConsoleSessionTable, 'id' | 'seen_at' | 'ends_at' | 'stepped_up_at'> & Pick<OpenSession, 'organisation_id'>,
  now: number,
  desk: Desk | undefined,
): CallersSession => {
  const stepUpUntil = row.stepped_up_at === null ? null : row.stepped_up_at + STEPPED_UP;
  return {
    id: row.id,
    endsAt: row.ends_at,
    idleEndsAt: Math.min(row.seen_at + IDLE, row.ends_at),
    stepUpUntil,
    steppedUp: stepUpUntil !== null && stepUpUntil > now,
    ...(desk !== undefined && { desk }),
    ...(row.organisation_id != null && { organisationId: row.organisation_id }),
  };
};

/** Browsers that are signed in at one of the consoles. */
export const createSessionStore = <Holder>(
  { db, clock, random }: SessionDeps,
  { realm, whole, holderOf, nameOf }: SessionRealm<Holder>,
) => {
  const seen = lastUsed({ db, clock }, (tx, id, at) => sessionsRepo(tx).touch(id, at));

  const marked = (tx: Tx, ids: readonly string[]): void => {
    revoked(tx, ...ids.map((subject) => ({ kind: 'session' as const, subject })));
  };

  /** Writes down that a session was seen: with others, and at once where it would be over before that is written. */
  const see = async (row: { readonly session_id: string; readonly seen_at: number }, now: number): Promise<void> => {
    const since = now - row.seen_at;
    if (since >= IDLE / 2) await db.write((tx) => sessionsRepo(tx).touch(row.session_id, now));
    else if (since >= SEEN_AGAIN_AFTER) seen.note(row.session_id, now);
  };

  /** Whose session this is, if it goes on. Whether they may still be in it, it does not say. */
  const subjectOf = (tx: Tx, id: string, now = clock.wallMs()): Promise<string | undefined> =>
    sessionsRepo(tx).liveSubject(id, { now, seenAfter: now - IDLE });

  /** The newest first, ended ones too, from before the session `before` on. */
  const list = async (tx: Tx, subjectId: string, { before, limit }: { before?: string | undefined; limit: number }) => {
    const repo = sessionsRepo(tx);
    const last = before === undefined ? undefined : await repo.find(realm, subjectId, before);
    if (before !== undefined && last === undefined) return [];
    const rows = await repo.list({ realm, subjectId }, { before: last && { at: last.created_at, id: last.id }, limit });
    const now = clock.wallMs();
    return rows.map((row) => {
      const endsAt = Math.min(row.ends_at, row.seen_at + IDLE);
      return { ...row, endsAt, isLive: row.revoked_at === null && endsAt > now };
    });
  };

  return {
    /** Its token is in the answer and nowhere else. */
    begin: async (tx: Tx, begun: NewSession): Promise<BegunSession> => {
      const { subjectId, by, remoteAddress, userAgent = '', desk, organisationId, endsBy } = begun;
      const token = newToken(random);
      const now = clock.wallMs();
      const row = {
        id: randomId('ses', random),
        hash: hashOf(token),
        realm,
        subject_id: subjectId,
        signed_in_by: by,
        created_at: now,
        seen_at: now,
        ends_at: Math.min(now + (desk === undefined ? whole : WHOLE_AT_DESK), endsBy ?? Number.POSITIVE_INFINITY),
        ip: plainAddress(remoteAddress),
        user_agent: userAgent.slice(0, USER_AGENT_LENGTH_MAX),
        stepped_up_at: isProof(begun) ? now : null,
        revoked_at: null,
        desk_id: desk?.deskId ?? null,
        organisation_id: organisationId ?? null,
      } as const;
      await sessionsRepo(tx).insert(row);
      return { token, session: callersSession(row, now, desk) };
    },

    /**
     * Whose session has this token. Read from the database each time: it ends at once with its user, with the last thing that
     * they hold, and where somebody ends it, on every replica. What a page asks unattended does not keep it from ending.
     */
    authenticate: async (
      token: string,
      { unattended }: { readonly unattended: boolean },
    ): Promise<(Holder & { readonly session: CallersSession }) | undefined> => {
      const now = clock.wallMs();
      const found = await db.read((tx) => holderOf(tx, hashOf(token)));
      if (found === undefined) return undefined;
      const { row, holder, desk } = found;
      if (row.ends_at <= now || row.seen_at + IDLE <= now) return undefined;
      if (!unattended) await see(row, now);
      const seenAt = unattended ? row.seen_at : Math.max(row.seen_at, now);
      const session = callersSession({ ...row, id: row.session_id, seen_at: seenAt }, now, desk);
      return { ...holder, session };
    },

    recognise: (token: string): Promise<RefusedKey | undefined> =>
      db.read(async (tx) => {
        const row = await sessionsRepo(tx).findByHash(realm, hashOf(token));
        const name = row && (await nameOf(tx, row.subject_id));
        return row && name && { ...name, sessionId: row.id };
      }),

    subjectOf,

    requireLive: async (tx: Tx, id: string): Promise<void> => {
      if ((await subjectOf(tx, id)) === undefined)
        throw kitFault('unauthenticated', 'Sign in: this session has ended.');
    },

    list,

    /** Where somebody is signed in now, the newest first, of the newest `LISTED_MAX` sessions that they began. */
    liveOf: async (tx: Tx, subjectId: string): Promise<readonly SignedIn[]> =>
      (await list(tx, subjectId, { limit: LISTED_MAX }))
        .filter(({ isLive }) => isLive)
        .map((row) => ({
          sessionId: row.id,
          signedInBy: signedInBy(row),
          createdAt: row.created_at,
          seenAt: row.seen_at,
          endsAt: row.endsAt,
          ip: row.ip,
          userAgent: row.user_agent,
        })),

    /** The very next request in it is refused. Throws where they have no such session; one that has ended stays so. */
    end: async (tx: Tx, subjectId: string, id: string): Promise<void> => {
      const repo = sessionsRepo(tx);
      if ((await repo.find(realm, subjectId, id)) === undefined)
        throw sessionsFault('session_unknown', 'You have no such session.');
      marked(tx, await repo.end(realm, { subjectId, id }, clock.wallMs()));
    },

    /** What a browser was signed in as before it signs in anew. */
    endByToken: async (tx: Tx, token: string): Promise<void> => {
      const row = await sessionsRepo(tx).findByHash(realm, hashOf(token));
      if (row !== undefined && (await sessionsRepo(tx).endById(row.id, clock.wallMs()))) marked(tx, [row.id]);
    },

    /** Of everybody for whom the OpenID provider of this organisation has vouched. */
    endAllOfProvider: async (tx: Tx, organisationId: OrgId): Promise<void> =>
      marked(tx, await sessionsRepo(tx).endOfProvider(organisationId, clock.wallMs())),

    endAllOf: async (tx: Tx, subjectId: string): Promise<void> =>
      marked(tx, await sessionsRepo(tx).end(realm, { subjectId }, clock.wallMs())),

    /** After a restore. Resolves with whether there was such a session. */
    endAgain: (tx: Tx, id: string): Promise<boolean> => sessionsRepo(tx).endById(id, clock.wallMs()),

    /** Resolves with until when grave acts are carried out (ms since 1970). */
    stepUp: async (tx: Tx, id: string): Promise<number> => {
      const now = clock.wallMs();
      await sessionsRepo(tx).setSteppedUp(id, now);
      return now + STEPPED_UP;
    },

    forgetEndedBefore: (tx: Tx, at: number, limit: number): Promise<number> =>
      sessionsRepo(tx).removeEndedBefore(at, limit),

    close: seen.close,
  };
};
