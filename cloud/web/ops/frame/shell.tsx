import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Session } from '../../client/platform-api.gen.ts';
import { labels } from '../../words/labels-en.ts';
import { useConsole } from '../console.ts';
import { DeskLock } from '../desk/desk-lock.tsx';
import { FindButton } from '../find/find-button.tsx';
import { addressOf } from '../routes.ts';
import { isVisiting } from '../session/rights.ts';
import { Menu } from './menu.tsx';
import { Notes } from './notes.tsx';

/** What stands around every page: where one is, who one is, and what is read aloud. */
export const Shell = ({ session, children }: { readonly session: Session; readonly children: ComponentChildren }) => {
  const { signOut } = useConsole();
  const [failed, setFailed] = useState(false);
  const { firstName, lastName, email } = session.user;
  const visiting = isVisiting(session.roles);
  return (
    <>
      <a class="skip" href="#content">
        {labels.frame.skip}
      </a>
      <header class="bar">
        <a class="brand" href={addressOf('home', {})}>
          <span class="brand-mark" aria-hidden="true" />
          <span class="brand-name">{labels.product}</span>
        </a>
        <div class="bar-end">
          {!visiting && <FindButton />}
          <span class="who quiet small">
            <bdi>{`${firstName} ${lastName}`.trim() || email}</bdi>
          </span>
          {failed && (
            <span class="problem small" role="alert">
              {labels.frame.notSignedOut}
            </span>
          )}
          <Menu session={session} />
          {session.desk === undefined && !visiting && (
            <a class="bar-link" href={addressOf('account', {})}>
              {labels.account.title}
            </a>
          )}
          <button type="button" class="plain" onClick={() => void signOut().catch(() => setFailed(true))}>
            {labels.frame.signOut}
          </button>
        </div>
      </header>
      {session.desk !== undefined && <DeskLock />}
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Notes />
    </>
  );
};
