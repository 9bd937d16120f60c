import type { ConsoleSession } from '../../client/console-api.gen.ts';
import { EndedDialog } from '../../kit/ended-dialog.tsx';
import { usePartner } from '../partner-console.ts';
import { SignInForm } from './sign-in.tsx';

/** Over the page that was open. A contact whose address was changed since signs in as somebody else. */
export const SessionEnded = ({ session }: { readonly session: ConsoleSession }) => {
  const { signedIn, leave } = usePartner();
  const known = { partnerId: session.partner.partnerId, email: session.contact.email };
  return (
    <EndedDialog leave={leave}>
      <SignInForm known={known} done={signedIn} />
    </EndedDialog>
  );
};
