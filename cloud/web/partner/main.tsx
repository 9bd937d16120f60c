import { render } from 'preact';
import { pageFetch } from '../kit/attended.ts';
import { pageClock } from '../kit/page-clock.ts';
import { App } from './frame/app.tsx';
import { createPartnerConsole, PartnerProvider } from './partner-console.ts';

const partner = createPartnerConsole({ clock: pageClock, fetch: pageFetch(pageClock) });

render(
  <PartnerProvider value={partner}>
    <App />
  </PartnerProvider>,
  document.getElementById('console') as HTMLElement,
);
