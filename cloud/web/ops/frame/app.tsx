import { useEffect } from 'preact/hooks';
import { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, useLocation } from 'preact-iso/router';
import { later } from '../../kit/later.ts';
import { loadedPart } from '../../kit/loaded-part.tsx';
import { PageRouter } from '../../kit/page-router.tsx';
import { Failed, Loading } from '../../kit/states.tsx';
import { labels } from '../../words/labels-en.ts';
import { useConsole } from '../console.ts';
import { PAGES_BY_PATH } from '../pages.ts';
import { ROUTES } from '../routes.ts';
import { Shell } from './shell.tsx';

const SignInPage = later(() => import('../session/sign-in.tsx'), 'SignInPage');
const SessionEnded = later(() => import('../session/session-ended.tsx'), 'SessionEnded');
const StepUp = later(() => import('../session/step-up.tsx'), 'StepUp');

const PageAnswers = loadedPart<{ readonly path: string }>(() =>
  import('../faqs/page-answers.tsx').then(({ PageAnswers }) => PageAnswers),
);

const Session = () => {
  const { path } = useLocation();
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
          <PageAnswers path={path} />
          {proof.isOpen.value && <StepUp />}
          {now.is === 'ended' && <SessionEnded session={now.session} />}
        </Shell>
      );
  }
};

export const App = () => {
  const { announcer } = useConsole();
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
