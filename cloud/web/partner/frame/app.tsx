import { useEffect } from 'preact/hooks';
import { LocationProvider } from 'preact-iso/router';
import { PageRouter } from '../../kit/page-router.tsx';
import { Failed, Loading } from '../../kit/states.tsx';
import { labels } from '../../words/labels-en.ts';
import { partnerLabels } from '../../words/partner-en.ts';
import { PAGES_BY_PATH } from '../pages.ts';
import { usePartner } from '../partner-console.ts';
import { PARTNER_ROUTES } from '../routes.ts';
import { SessionEnded } from '../session/session-ended.tsx';
import { SignInPage } from '../session/sign-in.tsx';
import { Shell } from './shell.tsx';

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
          <PageRouter home={{ href: PARTNER_ROUTES.start, label: partnerLabels.toStart }} pages={PAGES_BY_PATH} />
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
