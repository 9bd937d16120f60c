import type { User } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { accountLabels } from '../../words/account-en.ts';
import { browserName } from '../../words/browsers-en.ts';
import { words } from '../../words/en.ts';
import { userWords } from '../../words/users-en.ts';
import { useConsole } from '../console.ts';

type UserSession = NonNullable<User['sessions']>[number];

/** Where somebody is signed in. Whoever may see that ends it: a browser that was stolen is locked out at once. */
export const UserSessions = ({ user: { userId, sessions } }: { readonly user: User }) => (
  <section class="panel stack" aria-labelledby="signed-in-title">
    <h2 id="signed-in-title">{userWords.sessions}</h2>
    {sessions === null && <p>{userWords.notShown}</p>}
    {sessions?.length === 0 && <Empty title={userWords.noSessions} />}
    <ul class="owned">
      {(sessions ?? []).map((session) => (
        <OneSession key={session.sessionId} userId={userId} session={session} />
      ))}
    </ul>
  </section>
);

const OneSession = ({ userId, session }: { readonly userId: string; readonly session: UserSession }) => {
  const { ask, announcer, queries, state } = useConsole();
  const { busy, error, run } = useAttempt();
  const ago = useAgo();
  const { sessionId, signedInBy, createdAt, seenAt, ip, userAgent } = session;
  const browser = browserName(userAgent);
  const now = state.value;
  const isThisOne = 'session' in now && now.session.sessionId === sessionId;
  const end = () =>
    run(async () => {
      await ask('DELETE /api/users/{userId}/sessions/{sessionId}', { path: { userId, sessionId } });
      announcer.say(userWords.sessionEnded);
      await queries.invalidateQueries({ queryKey: ['user', userId] });
    });
  return (
    <li>
      <div>
        <p class="owned-name">
          <bdi>{browser}</bdi> {isThisOne && <strong class="fact">{accountLabels.thisOne}</strong>}
        </p>
        <p class="quiet small">
          {userWords.signedIn(signedInBy, ago(createdAt))} · <bdi>{ip}</bdi> · {words.lastSeen(ago(seenAt))}
        </p>
      </div>
      {!isThisOne && (
        <ConfirmButton
          label={words.endSession(browser)}
          more={accountLabels.endMore}
          busy={busy}
          onConfirmed={() => void end()}
        />
      )}
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};
