import type { VNode } from 'preact';
import { ErrorBoundary } from 'preact-iso/lazy';
import { Route, Router, useLocation } from 'preact-iso/router';
import { labels } from '../words/labels-en.ts';
import { Broken } from './broken.tsx';

interface PageRouterProps {
  /** The way back from an address where there is nothing. */
  readonly home: { readonly href: string; readonly label: string };
  /** A `Route` for each page. */
  readonly children: VNode[];
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
export const PageRouter = ({ home, children }: PageRouterProps) => {
  const { path } = useLocation();
  return (
    <Broken path={path}>
      <ErrorBoundary>
        <Router onRouteChange={() => requestAnimationFrame(arrived)}>
          {children}
          <Route default component={NothingHere} href={home.href} label={home.label} />
        </Router>
      </ErrorBoundary>
    </Broken>
  );
};
