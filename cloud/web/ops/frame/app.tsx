import { useEffect } from 'preact/hooks';
import { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, useLocation } from 'preact-iso/router';
import { later } from '../../kit/later.ts';
import { PageRouter } from '../../kit/page-router.tsx';
import { usePageTools } from '../../kit/page-tools.ts';
import { Failed, Loading } from '../../kit/states.tsx';
import { WhenInView } from '../../kit/when-in-view.tsx';
import { labels } from '../../words/labels-en.ts';
import { useConsole } from '../console.ts';
import { PAGES_BY_PATH } from '../pages.ts';
import { pageNameAt, ROUTES } from '../routes.ts';
import { Shell } from './shell.tsx';

const SignInPage = later(() => import('../session/sign-in.tsx'), 'SignInPage');
const SessionEnded = later(() => import('../session/session-ended.tsx'), 'SessionEnded');
const StepUp = later(() => import('../session/step-up.tsx'), 'StepUp');

/** What was asked before about the page, below it: it is asked for once the page itself has all that it shows. */
const PageAnswers = () => {
  const { Answers } = usePageTools();
  const { path } = useLocation();
  const name = pageNameAt(path);
  if (Answers === undefined || name === undefined) return null;
  return <WhenInView key={path}>{() => <Answers about={`page:${name}`} />}</WhenInView>;
};

const Session = () => {
  const { state, enter, proof } = useConsole();
  const now = state.value;
  const isSomebody = now.is === 'somebody';
  useEffect(() => {
    // Loaded once a page stands there: they are wanted when the network may be away.
    if (isSomebody) for (const later of [SessionEnded, StepUp]) void later.preload();
  }, [isSomebody]);
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
        <Shell session={now.session}>
          <PageRouter home={{ href: ROUTES.home, label: labels.frame.toHome }} pages={PAGES_BY_PATH} />
          <PageAnswers />
          {proof.isOpen.value && <StepUp />}
          {now.is === 'ended' && <SessionEnded session={now.session} />}
        </Shell>
      );
  }
};

export const App = () => {
  const { announcer, enter } = useConsole();
  useEffect(() => void enter(), [enter]);
  return (
    <LocationProvider scope="/ops">
      <p class="unseen" role="status" aria-live="polite">
        {announcer.said.value}
      </p>
      <ErrorBoundary>
        <Session />
      </ErrorBoundary>
    </LocationProvider>
  );
};
