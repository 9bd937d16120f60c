import { useId, useState } from 'preact/hooks';
import type { ConsoleSession } from '../../client/console-api.gen.ts';
import { CodeSignIn } from '../../kit/code-sign-in.tsx';
import { partnerLabels, partnerWords } from '../../words/partner-en.ts';
import { sessionLabels } from '../../words/session-en.ts';
import { usePartner } from '../partner-console.ts';

interface SignInFormProps {
  /** Who has to come back, where that is known. */
  readonly known?: { readonly partnerId: string; readonly email: string };
  readonly done: (session: ConsoleSession) => void;
}

/** The account and one of its contacts, then the code that was sent there. */
export const SignInForm = ({ known, done }: SignInFormProps) => {
  const { client } = usePartner();
  const [partnerId, setPartnerId] = useState(known?.partnerId ?? '');
  const [email, setEmail] = useState(known?.email ?? '');
  const field = useId();
  const who = () => ({ partnerId: partnerId.trim(), ...(email.trim() !== '' && { email: email.trim() }) });
  return (
    <CodeSignIn
      sent={partnerWords.codeSent(email.trim())}
      other={partnerLabels.session.other}
      askForCode={() => client.ask('POST /console/v1/session-codes', { body: who() })}
      enter={async (code) => done(await client.ask('POST /console/v1/session', { body: { ...who(), code } }))}
    >
      {(says) => (
        <>
          <div class="field">
            <label for={`${field}-id`}>{partnerLabels.session.partnerId}</label>
            <input
              id={`${field}-id`}
              autocomplete="organization"
              autoCapitalize="none"
              spellcheck={false}
              required
              maxLength={40}
              placeholder={partnerLabels.session.example}
              value={partnerId}
              readOnly={known !== undefined}
              aria-describedby={says}
              onInput={(event) => setPartnerId(event.currentTarget.value)}
            />
          </div>
          <div class="field">
            <label for={`${field}-email`}>{sessionLabels.email}</label>
            <input
              id={`${field}-email`}
              type="email"
              autocomplete="username"
              autoCapitalize="none"
              maxLength={254}
              value={email}
              readOnly={known !== undefined}
              aria-describedby={`${field}-more`}
              onInput={(event) => setEmail(event.currentTarget.value)}
            />
            <p id={`${field}-more`} class="quiet small">
              {partnerLabels.session.emailMore}
            </p>
          </div>
        </>
      )}
    </CodeSignIn>
  );
};

export const SignInPage = () => {
  const { signedIn, state } = usePartner();
  const linkEnded = state.value.is === 'nobody' && state.value.arrivalFailed !== undefined;
  return (
    <main id="content" class="sign-in" tabIndex={-1}>
      <div class="paper sign-in-paper">
        <p class="brand-large" aria-hidden="true" />
        <h1 tabIndex={-1}>{partnerLabels.session.title}</h1>
        {linkEnded && (
          <p class="problem" role="alert">
            {partnerLabels.session.linkEnded}
          </p>
        )}
        <p class="quiet">{partnerLabels.session.how}</p>
        <SignInForm done={signedIn} />
      </div>
    </main>
  );
};
