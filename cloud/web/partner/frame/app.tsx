import { useEffect } from 'preact/hooks';
import lazy from 'preact-iso/lazy';
import { LocationProvider, Route } from 'preact-iso/router';
import { NotLoaded } from '../../kit/broken.tsx';
import { PageRouter } from '../../kit/page-router.tsx';
import { Failed, Loading } from '../../kit/states.tsx';
import { labels } from '../../words/labels-en.ts';
import { partnerLabels } from '../../words/partner-en.ts';
import { usePartner } from '../partner-console.ts';
import { PARTNER_ROUTES } from '../routes.ts';
import { SessionEnded } from '../session/session-ended.tsx';
import { SignInPage } from '../session/sign-in.tsx';
import { StartPage } from '../start/start-page.tsx';
import { Shell } from './shell.tsx';

/** A script that does not come is not waited for. */
const missing = (): typeof NotLoaded => NotLoaded;

const KeysPage = lazy(() => import('../keys/keys-page.tsx').then(({ KeysPage }) => KeysPage, missing));
const RequestsPage = lazy(() =>
  import('../requests/requests-page.tsx').then(({ RequestsPage }) => RequestsPage, missing),
);
const RequestPage = lazy(() => import('../requests/request-page.tsx').then(({ RequestPage }) => RequestPage, missing));
const AccountPage = lazy(() => import('../account/account-page.tsx').then(({ AccountPage }) => AccountPage, missing));

const Pages = () => (
  <PageRouter home={{ href: PARTNER_ROUTES.start, label: partnerLabels.toStart }}>
    <Route path={PARTNER_ROUTES.start} component={StartPage} />
    <Route path={PARTNER_ROUTES.keys} component={KeysPage} />
    <Route path={PARTNER_ROUTES.requests} component={RequestsPage} />
    <Route path={PARTNER_ROUTES.request} component={RequestPage} />
    <Route path={PARTNER_ROUTES.account} component={AccountPage} />
  </PageRouter>
);

const Session = () => {
  const { state, enter } = usePartner();
  const now = state.value;
  switch (now.is) {
    case 'asking':
      return <Loading what={labels.frame.whoYouAre} />;
    case 'nobody':
      return <SignInPage />;
    case 'unknown':
      return (
        <main id="content" class="sign-in">
          <div class="paper">
            <Failed error={now.error} again={() => void enter()} />
          </div>
        </main>
      );
    default:
      return (
        <Shell>
          <Pages />
          {now.is === 'ended' && <SessionEnded session={now.session} />}
        </Shell>
      );
  }
};

export const App = () => {
  const { announcer, enter } = usePartner();
  useEffect(() => void enter(), [enter]);
  return (
    <LocationProvider scope="/console">
      <p class="unseen" role="status" aria-live="polite">
        {announcer.said.value}
      </p>
      <Session />
    </LocationProvider>
  );
};
