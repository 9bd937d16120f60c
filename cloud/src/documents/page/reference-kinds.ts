import type { Operation } from '../document.ts';
import { type Chapter, PARTNER_CHAPTERS, PLATFORM_CHAPTERS } from './task-order.ts';
import { fetchExample, partnerExample, tokenExample } from './typescript-example.ts';

/** What differs between the references of two surfaces. */
export interface ReferenceKind {
  readonly chapters: readonly Chapter[];
  /** How curl sends the key. */
  readonly curl: string;
  readonly typescript: (operation: Operation) => string;
  /** What the names in the examples stand for; `code` in backticks. */
  readonly says: string;
  /** Whether the guide for partners is part of it. */
  readonly guide: boolean;
  /** Pages of `docs/errors/` that are lists of words. */
  readonly lists: readonly string[];
  /** What belongs to it and is no page of it, in its head. */
  readonly beside?: { readonly address: string; readonly title: string };
  /** What can be downloaded, by name: the file below the root of the project, and what it is. */
  readonly downloads: Readonly<Record<string, { readonly file: string; readonly says: string }>>;
}

const vectors = (name: string) => ({
  [`vectors-${name}.json`]: {
    file: `shared/vectors/access/${name}.json`,
    says: 'test vectors of the access rules',
  },
});

export const REFERENCES = {
  partner: {
    chapters: PARTNER_CHAPTERS,
    curl: '-u "$KEY:"',
    typescript: partnerExample,
    says: 'In the examples, `$API` is the address of the API and `$KEY` a secret key, which is sent as the user name of HTTP Basic authentication with an empty password. For the demo, add `--cacert "$CA"` to each line of curl.',
    guide: true,
    lists: ['window-problems', 'skip-reasons', 'access-reasons'],
    downloads: {
      'openapi.json': { file: 'cloud/openapi/partner.json', says: 'the OpenAPI document' },
      'postman.json': { file: 'cloud/openapi/partner.postman.json', says: 'a Postman collection' },
      ...vectors('decisions'),
      ...vectors('evaluation'),
      ...vectors('normal-form'),
      ...vectors('revisions'),
      ...vectors('schedule'),
      ...vectors('windows'),
    },
  },
  platform: {
    chapters: PLATFORM_CHAPTERS,
    curl: '-H "x-api-key: $KEY"',
    typescript: fetchExample,
    says: 'In the examples, `$API` is the address of the API and `$KEY` a key of a user. For the demo, add `--cacert "$CA"` to each line of curl, and set `NODE_EXTRA_CA_CERTS` for Node.',
    guide: false,
    lists: ['access-reasons'],
    downloads: {
      'openapi.json': { file: 'cloud/openapi/platform.json', says: 'the OpenAPI document' },
      'live.json': { file: 'cloud/openapi/live.json', says: 'the AsyncAPI document of the live socket' },
    },
  },
  rest: {
    chapters: PLATFORM_CHAPTERS,
    curl: '-H "Authorization: Bearer $TOKEN"',
    typescript: tokenExample,
    says: 'In the examples, `$API` is the address of the API and `$TOKEN` a token of `POST /oauth/token`. For the demo, add `--cacert "$CA"` to each line of curl, and set `NODE_EXTRA_CA_CERTS` for Node.',
    guide: false,
    lists: ['access-reasons'],
    beside: { address: '/explorer', title: 'Explorer' },
    downloads: {
      'openapi.json': { file: 'cloud/openapi/rest.json', says: 'the OpenAPI document' },
    },
  },
} satisfies Record<string, ReferenceKind>;

/** A surface that has a reference. */
export type Referenced = keyof typeof REFERENCES;
