import type { HttpLine } from './lines.ts';

/** The request as one line for a shell. Nothing in it holds a single quote. */
export const curlText = ({ url, caFile, key, tokenBy, body }: HttpLine): string =>
  [
    'curl -sS',
    ...(caFile === undefined ? [] : [`--cacert ${caFile}`]),
    ...(key === undefined ? [] : [`-u ${key}:`]),
    ...(tokenBy === undefined ? [] : [`-H "Authorization: Bearer $(${tokenBy})"`]),
    ...(body === undefined ? [] : ['-X POST']),
    `'${url}'`,
    ...(body === undefined ? [] : ["-H 'content-type: application/json'", `-d '${JSON.stringify(body)}'`]),
  ].join(' ');
