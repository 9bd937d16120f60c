import { render } from 'preact';
import { pageClock } from '../kit/page-clock.ts';
import { createExplorer } from './explorer.ts';
import { ExplorerPage } from './explorer-page.tsx';

const root = document.getElementById('explorer') as HTMLElement;
const { editorStyle = '', ...workers } = root.dataset;
const WORKERS: Readonly<Record<string, string | undefined>> = {
  json: workers.workerJson,
  graphql: workers.workerGraphql,
};

const explorer = createExplorer({
  clock: pageClock,
  fetch: (input, init) => fetch(input, init),
  isOnline: () => navigator.onLine,
  origin: location.origin,
});

render(
  <ExplorerPage
    explorer={explorer}
    places={{ style: editorStyle, worker: (label) => WORKERS[label] ?? workers.workerEditor ?? '' }}
    storage={sessionStorage}
  />,
  root,
);
