import type { User } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Empty } from '../../kit/states.tsx';
import { browserName } from '../../words/browsers-en.ts';
import { words } from '../../words/en.ts';
import { userWords } from '../../words/users-en.ts';

/** Where somebody is signed in: taking what they hold ends it. */
export const UserSessions = ({ user: { sessions } }: { readonly user: User }) => {
  const ago = useAgo();
  return (
    <section class="panel stack" aria-labelledby="signed-in-title">
      <h2 id="signed-in-title">{userWords.sessions}</h2>
      {sessions === null && <p>{userWords.notShown}</p>}
      {sessions?.length === 0 && <Empty title={userWords.noSessions} />}
      <ul class="owned">
        {(sessions ?? []).map(({ sessionId, signedInBy, createdAt, seenAt, ip, userAgent }) => (
          <li key={sessionId}>
            <div>
              <p class="owned-name">
                <bdi>{browserName(userAgent)}</bdi>
              </p>
              <p class="quiet small">
                {userWords.signedIn(signedInBy, ago(createdAt))} · <bdi>{ip}</bdi> · {words.lastSeen(ago(seenAt))}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};
