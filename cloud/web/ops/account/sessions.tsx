import type { ListedSession } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Failed } from '../../kit/states.tsx';
import { browserName } from '../../words/browsers-en.ts';
import { words } from '../../words/en.ts';
import { labels } from '../../words/labels-en.ts';
import { useConsole, useQuery } from '../console.ts';

/** The newest: more than these nobody begins in the twelve hours that one lasts. */
const SHOWN = 100;

/** Where one is signed in: what is not one's own is ended here. */
export const Sessions = () => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => ask('GET /api/sessions', { query: { limit: SHOWN } }, { signal }),
  });
  return (
    <section class="panel" aria-labelledby="sessions-title">
      <h2 id="sessions-title">{labels.account.sessions}</h2>
      <p class="quiet">{labels.account.sessionsMore}</p>
      <Answered query={query} what={labels.account.lookingAtSessions}>
        {({ data }) => (
          <>
            <SessionList sessions={data.filter(({ live }) => live)} />
            {data.some(({ live }) => !live) && (
              <details>
                <summary>{labels.account.ended}</summary>
                <SessionList sessions={data.filter(({ live }) => !live)} />
              </details>
            )}
          </>
        )}
      </Answered>
    </section>
  );
};

const SessionList = ({ sessions }: { readonly sessions: readonly ListedSession[] }) => (
  <ul class="owned">
    {sessions.map((session) => (
      <OneSession key={session.sessionId} session={session} />
    ))}
  </ul>
);

const OneSession = ({ session }: { readonly session: ListedSession }) => {
  const { ask, queries, serverNow } = useConsole();
  const { busy, error, run } = useAttempt();
  const { sessionId, current, live, signedInBy, createdAt, seenAt, ip, userAgent } = session;
  const ago = (at: string) => words.ago(serverNow() - Date.parse(at));
  const browser = browserName(userAgent);
  const end = () =>
    run(async () => {
      await ask('DELETE /api/sessions/{sessionId}', { path: { sessionId } });
      await queries.invalidateQueries({ queryKey: ['sessions'] });
    });
  return (
    <li>
      <div>
        <p class="owned-name">
          <bdi>{browser}</bdi> {current && <strong class="fact">{labels.account.thisOne}</strong>}
        </p>
        <p class="quiet small">
          {words.signedIn(signedInBy, ago(createdAt))} · <bdi>{ip}</bdi> · {words.lastSeen(ago(seenAt))}
        </p>
      </div>
      {live && !current && (
        <ConfirmButton
          label={words.endSession(browser)}
          more={labels.account.endMore}
          busy={busy}
          onConfirmed={() => void end()}
        />
      )}
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};
