import { ROUTES } from '../routes.ts';

const asPageName = (route: string): string => route.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const PAGES = Object.entries(ROUTES).map(([route, path]) => ({
  name: asPageName(route),
  fits: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
}));

/** What the pages of the console are called by whatever is shown below them: `doors`, `what-if`. */
export const pageNames: readonly string[] = PAGES.map(({ name }) => name).toSorted();

/** What the page at an address is called; undefined where there is none. */
export const pageNameAt = (path: string): string | undefined => PAGES.find(({ fits }) => fits.test(path))?.name;
