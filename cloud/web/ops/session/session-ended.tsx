import { useEffect, useRef } from 'preact/hooks';
import type { Session } from '../../client/platform-api.gen.ts';
import { labels } from '../../words/labels-en.ts';
import { useConsole } from '../console.ts';
import { SignInForm } from './sign-in.tsx';

/** Over the page that was open: what was typed there stays, and what was sent goes out again once somebody is back. */
export const SessionEnded = ({ session }: { readonly session: Session }) => {
  const { signedIn, leave } = useConsole();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="ended" aria-labelledby="ended-title" onCancel={(event) => event.preventDefault()}>
      <h2 id="ended-title">{labels.session.ended}</h2>
      <p class="quiet">{labels.session.endedMore}</p>
      <SignInForm email={session.user.email} done={signedIn} />
      <button type="button" class="plain" onClick={leave}>
        {labels.session.somebodyElse}
      </button>
    </dialog>
  );
};
