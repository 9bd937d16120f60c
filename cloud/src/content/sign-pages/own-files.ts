import { readFileSync } from 'node:fs';
import { permissions } from '../../kit/http/page-headers.ts';

/** Our own script and style, no picture and no request of a script. Nothing is kept, and no page elsewhere learns the address. */
export const SIGN_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': permissions('()'),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'no-store',
} as const;

export const FORM = 'application/x-www-form-urlencoded';

/** A file that lies beside this one. */
export const ownFile = (name: 'sign.css' | 'sign.js' | 'verify.js'): string =>
  readFileSync(new URL(name, import.meta.url), 'utf8');
