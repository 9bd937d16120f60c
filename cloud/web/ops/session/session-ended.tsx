import type { Session } from '../../client/platform-api.gen.ts';
import { EndedDialog } from '../../kit/ended-dialog.tsx';
import { useConsole } from '../console.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Over the page that was open. */
export const SessionEnded = ({ session }: { readonly session: Session }) => {
  const { signedIn, leave } = useConsole();
  return (
    <EndedDialog leave={leave}>
      <SignInForm email={session.user.email} done={signedIn} />
    </EndedDialog>
  );
};
