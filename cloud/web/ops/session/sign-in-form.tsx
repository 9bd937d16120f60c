import { useId, useState } from 'preact/hooks';
import type { Session } from '../../client/platform-api.gen.ts';
import { CodeSignIn } from '../../kit/code-sign-in.tsx';
import { words } from '../../words/en.ts';
import { sessionLabels } from '../../words/session-en.ts';
import { useConsole } from '../console.ts';

/** An address, then the code that was sent there. `email` is given where it is known who has to come back. */
export const SignInForm = ({
  email: known,
  done,
}: {
  readonly email?: string;
  readonly done: (session: Session) => void | Promise<void>;
}) => {
  const { client } = useConsole();
  const [email, setEmail] = useState(known ?? '');
  const field = useId();
  return (
    <CodeSignIn
      sent={words.codeSent(email)}
      other={sessionLabels.other}
      askForCode={() => client.ask('POST /api/session/codes', { body: { email: email.trim() } })}
      enter={async (code) => done(await client.ask('POST /api/session', { body: { email: email.trim(), code } }))}
    >
      {(says) => (
        <div class="field">
          <label for={field}>{sessionLabels.email}</label>
          <input
            id={field}
            type="email"
            autocomplete="username"
            autoCapitalize="none"
            required
            maxLength={254}
            value={email}
            readOnly={known !== undefined}
            aria-describedby={says}
            onInput={(event) => setEmail(event.currentTarget.value)}
          />
        </div>
      )}
    </CodeSignIn>
  );
};
