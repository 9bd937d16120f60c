import { render } from 'preact';
import { pageFetch } from '../kit/attended.ts';
import { takeLinkToken } from '../kit/link-token.ts';
import { pageClock } from '../kit/page-clock.ts';
import { App } from './frame/app.tsx';
import { createPartnerConsole, PartnerProvider } from './partner-console.ts';
import { PARTNER_ROUTES } from './routes.ts';

const linkToken = takeLinkToken(location, history, { signIn: PARTNER_ROUTES.signIn, home: PARTNER_ROUTES.start });
const partner = createPartnerConsole({ clock: pageClock, fetch: pageFetch(pageClock), linkToken });

render(
  <PartnerProvider value={partner}>
    <App />
  </PartnerProvider>,
  document.getElementById('console') as HTMLElement,
);
