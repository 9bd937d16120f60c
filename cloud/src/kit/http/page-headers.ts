/** What a browser may not do for a page. The camera reads the code of a box on the page that claims it, and nowhere else. */
export const permissions = (camera: '()' | '(self)'): string =>
  `camera=${camera}, microphone=(), geolocation=(), payment=(), usb=(), serial=()`;

/**
 * Nothing inline, nothing from elsewhere, no text that becomes markup or script. `trusted`: who may name a script by its address, which is
 * needed to register a worker.
 */
export const contentPolicy = (trusted: "'none'" | 'push-worker'): string =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types ${trusted}`;

/** For pages with scripts of their own. */
export const PAGE_HEADERS = {
  'Content-Security-Policy': contentPolicy("'none'"),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': permissions('()'),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;
