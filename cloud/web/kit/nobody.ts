/** What the answer with the page says in `Server-Timing`, of whose headers scripts may read that one alone, where nobody is signed in. */
export const NOBODY = 'nobody';

/** Whether the cloud knew, as it gave out this page, that its browser is not signed in. */
export const isNobodysPage = (performance: Pick<Performance, 'getEntriesByType'>): boolean =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]).some(({ serverTiming }) =>
    serverTiming?.some(({ name }) => name === NOBODY),
  );
