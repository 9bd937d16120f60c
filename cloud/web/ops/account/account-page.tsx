import { useEffect } from 'preact/hooks';
import { accountLabels } from '../../words/account-en.ts';
import { labels } from '../../words/labels-en.ts';
import { useConsole } from '../console.ts';
import { addressOf } from '../routes.ts';
import { Authenticator } from './authenticator.tsx';
import { DeskPin } from './desk-pin.tsx';
import { Desks } from './desks.tsx';
import { Passkeys } from './passkeys.tsx';
import { OwnPreferences } from './preferences.tsx';
import { OwnSessions } from './sessions.tsx';

/** Where one is signed in, and what proves who one is. */
export const AccountPage = () => {
  const { state } = useConsole();
  const now = state.value;
  useEffect(() => {
    document.title = `${labels.account.title} · ${labels.product}`;
  }, []);
  return (
    <div class="account">
      <div>
        <h1 tabIndex={-1}>{labels.account.title}</h1>
        {'session' in now && (
          <p class="quiet">
            <bdi>{now.session.user.email}</bdi>
          </p>
        )}
        {'session' in now && (
          <p>
            <a href={addressOf('user', { userId: now.session.user.userId })}>{accountLabels.holds}</a>
          </p>
        )}
      </div>
      <Passkeys />
      <Authenticator />
      <DeskPin />
      <Desks />
      <OwnPreferences />
      <p>
        {/* A page that has its own policy is loaded by itself. */}
        <a href={addressOf('browsers', {})} target="_top">
          {accountLabels.browsers}
        </a>
      </p>
      <OwnSessions />
    </div>
  );
};
