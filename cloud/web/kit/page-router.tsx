import { ErrorBoundary } from 'preact-iso/lazy';
import { Route, Router, useLocation } from 'preact-iso/router';
import { labels } from '../words/labels-en.ts';
import { Broken } from './broken.tsx';
import type { PagesByPath } from './later.ts';

interface PageRouterProps {
  /** The way back from an address where there is nothing. */
  readonly home: { readonly href: string; readonly label: string };
  readonly pages: PagesByPath;
}

const NothingHere = ({ href, label }: PageRouterProps['home']) => (
  <section class="panel">
    <h1 tabIndex={-1}>{labels.frame.nothingHere}</h1>
    <p>
      {labels.frame.nothingHereMore} <a href={href}>{label}</a>
    </p>
  </section>
);

/** The heading of the new page gets the focus, so that whoever listens knows where they are. */
const arrived = (): void => document.querySelector<HTMLElement>('h1')?.focus();

/** The page of the address that one is at, or what is said instead of it. */
export const PageRouter = ({ home, pages }: PageRouterProps) => {
  const { path } = useLocation();
  return (
    <Broken path={path}>
      <ErrorBoundary>
        <Router onRouteChange={() => requestAnimationFrame(arrived)}>
          {pages.map(([path, page]) => (
            <Route key={path} path={path} component={page} />
          ))}
          <Route default component={NothingHere} href={home.href} label={home.label} />
        </Router>
      </ErrorBoundary>
    </Broken>
  );
};
