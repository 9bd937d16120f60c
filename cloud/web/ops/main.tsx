import { render } from 'preact';
import { takeArrival } from '../kit/arrival.ts';
import { pageFetch } from '../kit/attended.ts';
import { preloadPage } from '../kit/later.ts';
import { loadedPart } from '../kit/loaded-part.tsx';
import { keepLook, wearLook } from '../kit/look.ts';
import { isNobodysPage } from '../kit/nobody.ts';
import { pageClock } from '../kit/page-clock.ts';
import { pageSocket } from '../kit/page-socket.ts';
import { ConsoleProvider, createConsole } from './console.ts';
import type { AnswersProps } from './faqs/answers.tsx';
import { App } from './frame/app.tsx';
import { PAGES_BY_PATH } from './pages.ts';
import { ROUTES } from './routes.ts';

const operations = createConsole({
  clock: pageClock,
  fetch: pageFetch(pageClock),
  openSocket: pageSocket,
  random: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32,
  wear: (look) => {
    keepLook(() => localStorage, look);
    wearLook(document, look);
  },
  storage: () => sessionStorage,
  page: () => location.pathname,
  isAtHome: () => location.pathname === ROUTES.home,
  arrival: takeArrival(location, history, ROUTES),
  Answers: loadedPart<AnswersProps>(() => import('./faqs/answers.tsx').then(({ Answers }) => Answers)),
  isVisible: () => document.visibilityState === 'visible',
  onVisibility: (changed) => {
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  },
});

const navigations = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (!isNobodysPage(navigations)) operations.askAhead();
void operations.enter();
preloadPage(PAGES_BY_PATH, location.pathname);
render(
  <ConsoleProvider value={operations}>
    <App />
  </ConsoleProvider>,
  document.getElementById('console') as HTMLElement,
);
