import type { ListedSession } from '../client/platform-api.gen.ts';
import { accountLabels } from '../words/account-en.ts';
import { browserName } from '../words/browsers-en.ts';
import { words } from '../words/en.ts';
import { useAgo } from './ages.tsx';
import { Answered } from './answered.tsx';
import { useAttempt } from './attempt.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { useQuery } from './page-tools.ts';
import type { QueryOptions } from './signal-query.ts';
import { Failed } from './states.tsx';

interface SessionsProps {
  readonly query: QueryOptions<{ readonly data: readonly ListedSession[] }>;
  /** Resolves once the list is anew. */
  readonly end: (sessionId: string) => Promise<void>;
}

/** Where one is signed in: what is not one's own is ended here. */
export const Sessions = ({ query, end }: SessionsProps) => (
  <section class="panel" aria-labelledby="sessions-title">
    <h2 id="sessions-title">{accountLabels.sessions}</h2>
    <p class="quiet">{accountLabels.sessionsMore}</p>
    <Answered query={useQuery(query)} what={accountLabels.lookingAtSessions}>
      {({ data }) => (
        <>
          <SessionList sessions={data.filter(({ live }) => live)} end={end} />
          {data.some(({ live }) => !live) && (
            <details>
              <summary>{accountLabels.ended}</summary>
              <SessionList sessions={data.filter(({ live }) => !live)} end={end} />
            </details>
          )}
        </>
      )}
    </Answered>
  </section>
);

const SessionList = ({
  sessions,
  end,
}: { readonly sessions: readonly ListedSession[] } & Pick<SessionsProps, 'end'>) => (
  <ul class="owned">
    {sessions.map((session) => (
      <OneSession key={session.sessionId} session={session} end={end} />
    ))}
  </ul>
);

const OneSession = ({ session, end }: { readonly session: ListedSession } & Pick<SessionsProps, 'end'>) => {
  const ago = useAgo();
  const { busy, error, run } = useAttempt();
  const { sessionId, current, live, signedInBy, createdAt, seenAt, ip, userAgent } = session;
  const browser = browserName(userAgent);
  return (
    <li>
      <div>
        <p class="owned-name">
          <bdi>{browser}</bdi> {current && <strong class="fact">{accountLabels.thisOne}</strong>}
        </p>
        <p class="quiet small">
          {words.signedIn(signedInBy, ago(createdAt))} · <bdi>{ip}</bdi> · {words.lastSeen(ago(seenAt))}
        </p>
      </div>
      {live && !current && (
        <ConfirmButton
          label={words.endSession(browser)}
          more={accountLabels.endMore}
          busy={busy}
          onConfirmed={() => void run(() => end(sessionId))}
        />
      )}
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};
