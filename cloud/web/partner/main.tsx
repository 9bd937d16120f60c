import { render } from 'preact';
import { takeArrival } from '../kit/arrival.ts';
import { pageFetch } from '../kit/attended.ts';
import { preloadPage } from '../kit/later.ts';
import { pageClock } from '../kit/page-clock.ts';
import { App } from './frame/app.tsx';
import { PAGES_BY_PATH } from './pages.ts';
import { createPartnerConsole, PartnerProvider } from './partner-console.ts';
import { PARTNER_ROUTES } from './routes.ts';

const { token } = takeArrival(location, history, { signIn: PARTNER_ROUTES.signIn, home: PARTNER_ROUTES.start });
const partner = createPartnerConsole({
  clock: pageClock,
  fetch: pageFetch(pageClock),
  linkToken: token,
  storage: () => sessionStorage,
  page: () => location.pathname,
});

preloadPage(PAGES_BY_PATH, location.pathname);
render(
  <PartnerProvider value={partner}>
    <App />
  </PartnerProvider>,
  document.getElementById('console') as HTMLElement,
);
