import { useState } from 'preact/hooks';
import type { HeldRole, User } from '../../client/platform-api.gen.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { userWords } from '../../words/users-en.ts';
import { useConsole } from '../console.ts';
import { holdsSomewhere } from '../session/rights.ts';
import { heldIn, type Places } from './places.ts';
import { NOTHING_CHOSEN, RoleFields, roleOf } from './role-fields.tsx';

interface UserRolesProps {
  readonly user: User;
  readonly places: Places;
}

/** What somebody holds, and where: given and taken one by one. */
export const UserRoles = ({ user, places }: UserRolesProps) => {
  const { state } = useConsole();
  const now = state.value;
  const administers = 'session' in now && holdsSomewhere(now.session.roles, 'iam');
  return (
    <section class="panel stack" aria-labelledby="roles-title">
      <h2 id="roles-title">{userWords.holds}</h2>
      {user.roles.length === 0 && <Empty title={userWords.nothingHeld} />}
      <ul class="owned">
        {user.roles.map((held) => (
          <OneRole key={held.roleId} user={user} held={held} places={places} administers={administers} />
        ))}
      </ul>
      {administers && (
        <Disclosed summary={userWords.give}>
          <GiveRole user={user} places={places} />
        </Disclosed>
      )}
    </section>
  );
};

const useChanged = (userId: string) => {
  const { queries } = useConsole();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['user', userId] }),
      queries.invalidateQueries({ queryKey: ['users'] }),
    ]);
};

interface OneRoleProps extends UserRolesProps {
  readonly held: HeldRole;
  readonly administers: boolean;
}

const OneRole = ({ user: { userId }, held, places, administers }: OneRoleProps) => {
  const { ask } = useConsole();
  const { busy, error, run } = useAttempt();
  const changed = useChanged(userId);
  const name = heldIn(places, held);
  const take = () =>
    run(async () => {
      await ask('DELETE /api/users/{userId}/roles/{roleId}', { path: { userId, roleId: held.roleId } });
      await changed();
    });
  return (
    <li>
      <div>
        <p class="owned-name">
          <bdi>{name}</bdi>
        </p>
      </div>
      {administers && (
        <ConfirmButton
          label={userWords.take(name)}
          more={userWords.takeMore}
          busy={busy}
          onConfirmed={() => void take()}
        />
      )}
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};

const GiveRole = ({ user: { userId }, places }: UserRolesProps) => {
  const { ask, announcer } = useConsole();
  const { busy, error, run } = useAttempt();
  const changed = useChanged(userId);
  const [chosen, choose] = useState(NOTHING_CHOSEN);
  const [tried, setTried] = useState(false);
  const [ended, setEnded] = useState(false);
  const body = roleOf(chosen);
  const give = (): void => {
    setTried(true);
    if (body === undefined) return;
    void run(async () => {
      const { endedKeys } = await ask('PUT /api/users/{userId}/roles', { path: { userId }, body });
      announcer.say(userWords.given(body.role));
      setEnded(endedKeys.length > 0);
      choose(NOTHING_CHOSEN);
      setTried(false);
      await changed();
    });
  };
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        give();
      }}
    >
      <RoleFields places={places} chosen={chosen} choose={choose} missing={tried && body === undefined} />
      <button type="submit" class="first" aria-disabled={busy}>
        {userWords.give}
      </button>
      {ended && <p role="status">{userWords.keysEnded}</p>}
      {error !== undefined && <Failed error={error} />}
    </form>
  );
};
