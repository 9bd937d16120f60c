import { render } from 'preact';
import { pageClock } from '../kit/page-clock.ts';
import { App } from './frame/app.tsx';
import { createPartnerConsole, PartnerProvider } from './partner-console.ts';

const partner = createPartnerConsole({ clock: pageClock, fetch: (url, init) => fetch(url, init) });

render(
  <PartnerProvider value={partner}>
    <App />
  </PartnerProvider>,
  document.getElementById('console') as HTMLElement,
);
