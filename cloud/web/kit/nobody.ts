/** What the answer with the page says in `Server-Timing`, of whose headers scripts may read that one alone, where nobody is signed in. */
export const NOBODY = 'nobody';

/** How a page came about (PerformanceNavigationTiming); some browsers do not tell of that header. */
interface Navigation {
  readonly serverTiming?: readonly { readonly name: string }[];
}

/** Whether the cloud knew, as it gave out this page, that its browser is not signed in. */
export const isNobodysPage = (navigations: readonly Navigation[]): boolean =>
  navigations.some(({ serverTiming }) => serverTiming?.some(({ name }) => name === NOBODY));
