import type { JsonObject } from './json-schema.ts';
import type { RequestHeader } from './surfaces.ts';

export const EXAMPLE_REQUEST_ID = 'req_0123456789abcdef';

/** The headers of answers, once for the whole document. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'Names this request in our logs. Also in the body of every error, as request_id.',
    schema: { type: 'string', examples: [EXAMPLE_REQUEST_ID] },
  },
  'RateLimit-Policy': {
    description: 'How many requests (q) in how many seconds (w), for each caller and endpoint.',
    schema: { type: 'string', examples: ['"endpoint";q=5;w=1'] },
  },
  RateLimit: {
    description: 'How many requests are left right now (r), and in how many seconds there are more (t).',
    schema: { type: 'string', examples: ['"endpoint";r=4;t=1'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'string', examples: ['1'] },
  },
  'Idempotent-Replayed': {
    description: 'There where this is what an earlier request with the same idempotency key was answered.',
    schema: { type: 'string', const: 'true' },
  },
};

/** RFC 7240, section 4.3. */
export const preferHeader = (description: string): RequestHeader => ({
  name: 'Prefer',
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', maxLength: 200, examples: ['wait=3'] },
});

/** References to some of them. */
export const headers = (...names: readonly (keyof typeof HEADERS)[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
