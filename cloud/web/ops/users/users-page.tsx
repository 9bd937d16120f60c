import type { ListedUser } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Choice, TextFilter, useFilters } from '../../kit/filters.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { userWords } from '../../words/users-en.ts';
import { useConsole } from '../console.ts';
import { PlainPage } from '../frame/plain-page.tsx';
import { addressOf } from '../routes.ts';
import { holdsSomewhere } from '../session/rights.ts';
import { AddUser } from './add-user.tsx';
import { heldIn, type Places, usePlaces } from './places.ts';
import { RIGHTS } from './role-fields.tsx';

const A_PAGE = 50;

/** Users, what each of them holds, and where. */
export const UsersPage = () => {
  const { state } = useConsole();
  const { values, set } = useFilters();
  const places = usePlaces();
  const now = state.value;
  const administers = 'session' in now && holdsSomewhere(now.session.roles, 'iam');
  return (
    <PlainPage title={userWords.title} more={userWords.more}>
      <div class="filters">
        <TextFilter label={userWords.search} value={values.q ?? ''} onText={(q) => set({ q })} />
        <Choice
          label={userWords.role}
          value={values.role ?? ''}
          options={[['', userWords.anyRole], ...RIGHTS.map((right) => [right, userWords.rights[right]] as const)]}
          onChoice={(role) => set({ role })}
        />
      </div>
      <Answered query={places} what={userWords.lookingAtPlaces}>
        {(known) => (
          <>
            {administers && (
              <Disclosed summary={userWords.add}>
                <AddUser places={known} />
              </Disclosed>
            )}
            <Found places={known} search={values.q ?? ''} role={values.role} />
          </>
        )}
      </Answered>
    </PlainPage>
  );
};

interface FoundProps {
  readonly places: Places;
  readonly search: string;
  readonly role: string | undefined;
}

const Found = ({ places, search, role }: FoundProps) => {
  const { ask } = useConsole();
  const isSearch = search.length >= 2;
  return (
    <Pages<ListedUser>
      of={['users', isSearch ? search : '']}
      read={async (after, signal) => {
        if (!isSearch) return ask('GET /api/admin/users/listusers', { query: { after, limit: A_PAGE } }, { signal });
        const found = await ask('GET /api/admin/users/searchuser', { query: { q: search } }, { signal });
        return { ...found, next: null };
      }}
      what={userWords.looking}
      empty={
        <Empty title={isSearch ? userWords.notFound : userWords.none}>
          {isSearch ? userWords.notFoundMore : userWords.noneMore}
        </Empty>
      }
    >
      {(users) => (
        <ul class="members lines">
          {users
            .filter(({ roles }) => role === undefined || roles.some((held) => held.role === role))
            .map((user) => (
              <OneUser key={user.userId} user={user} places={places} />
            ))}
        </ul>
      )}
    </Pages>
  );
};

const OneUser = ({ user, places }: { readonly user: ListedUser; readonly places: Places }) => (
  <li>
    <a href={addressOf('user', { userId: user.userId })}>
      <bdi>{`${user.firstName} ${user.lastName}`.trim()}</bdi>
    </a>
    <bdi class="quiet small">{user.email}</bdi>
    <span class="facts">
      {user.roles.length === 0 && <span class="quiet small">{userWords.nothingHeld}</span>}
      {user.roles.map((held) => (
        <bdi key={held.roleId} class="fact">
          {heldIn(places, held)}
        </bdi>
      ))}
    </span>
  </li>
);
