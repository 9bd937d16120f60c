import { useEffect, useState } from 'preact/hooks';
import type { Answer } from '../../client/client.ts';
import { RefusedError } from '../../client/request-errors.ts';
import { Failed, Loading } from '../../kit/states.tsx';
import { sessionLabels } from '../../words/session-en.ts';
import { useConsole } from '../console.ts';
import { SignInForm } from '../session/sign-in-form.tsx';

type Invite = Answer<'POST /api/session/invite'>;
type Looked = { readonly invite: Invite } | { readonly error: unknown };

/** What the link of an invite is about, and the way in with the address that was invited; or why it leads nowhere, and whom to ask. */
export const Invited = ({ token }: { readonly token: string }) => {
  const { client } = useConsole();
  const [looked, setLooked] = useState<Looked>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let gone = false;
    const told = (next: Looked): void => {
      if (!gone) setLooked(next);
    };
    client.ask('POST /api/session/invite', { body: { token } }).then(
      (invite) => told({ invite }),
      (error: unknown) => told({ error }),
    );
    return () => {
      gone = true;
    };
  }, [client, token, tries]);
  if (looked === undefined) return <Loading what={sessionLabels.inviteLooking} />;
  if ('invite' in looked) return <Known invite={looked.invite} />;
  const { error } = looked;
  if (error instanceof RefusedError && [400, 404].includes(error.refusal.status))
    return <NoInvite says={sessionLabels.inviteUnknown} />;
  return <Failed error={error} again={() => setTries(tries + 1)} />;
};

const Known = ({ invite }: { readonly invite: Invite }) => {
  const { signedIn } = useConsole();
  const { facilityName, email, invitedBy } = invite;
  if (email === null)
    return <NoInvite says={sessionLabels.inviteOver(facilityName, invitedBy.name ?? sessionLabels.inviteWhoever)} />;
  return (
    <>
      <p>
        <bdi>{sessionLabels.inviteTo(facilityName)}</bdi>
      </p>
      <p class="quiet">{sessionLabels.inviteHow}</p>
      <SignInForm email={email} done={signedIn} />
    </>
  );
};

/** Whoever works here besides signs in as ever. */
const NoInvite = ({ says }: { readonly says: string }) => {
  const { signedIn } = useConsole();
  return (
    <>
      <p class="problem" role="alert">
        <bdi>{says}</bdi>
      </p>
      <p class="quiet">{sessionLabels.how}</p>
      <SignInForm done={signedIn} />
    </>
  );
};
