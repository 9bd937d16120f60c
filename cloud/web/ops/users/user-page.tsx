import type { User } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { userWords } from '../../words/users-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { PlainPage } from '../frame/plain-page.tsx';
import { type Places, usePlaces } from './places.ts';
import { UserKeys } from './user-keys.tsx';
import { UserRoles } from './user-roles.tsx';
import { UserSessions } from './user-sessions.tsx';

/** One user: what they hold and where, and what gets them in. Everybody has such a page of themselves. */
export const UserPage = ({ userId }: { readonly userId: string }) => {
  const { ask } = useConsole();
  const places = usePlaces();
  const query = useQuery({
    queryKey: ['user', userId],
    queryFn: ({ signal }) => ask('GET /api/users/{userId}', { path: { userId } }, { signal }),
  });
  return (
    <Answered query={query} what={userWords.lookingAtOne}>
      {(user) => (
        <Answered query={places} what={userWords.lookingAtPlaces}>
          {(known) => <OneUser key={user.userId} user={user} places={known} />}
        </Answered>
      )}
    </Answered>
  );
};

const OneUser = ({ user, places }: { readonly user: User; readonly places: Places }) => (
  <PlainPage title={`${user.firstName} ${user.lastName}`.trim()} more={user.email}>
    <UserRoles user={user} places={places} />
    <UserKeys user={user} />
    <UserSessions user={user} />
  </PlainPage>
);
