import { billingFaults } from '../../commerce/billing/billing.faults.ts';
import { endpointsFor } from '../../kit/http/endpoint.ts';
import { kitFaults } from '../../kit/http/kit-faults.ts';
import type { Surface } from '../../kit/http/surfaces.ts';
import type { InferenceCaller, InferenceGate } from './admission.ts';
import { inferenceFaults } from './inference.faults.ts';
import { errorBody } from './inference-errors.ts';

const BODY_BYTES_MAX = 10 * 1024 * 1024;
const BODY_KEYS_MAX = 200_000;

const { not_enabled, inference_paused, key_expired, key_disabled, key_rate_exceeded } = inferenceFaults;
const looking = { unauthenticated: kitFaults.unauthenticated, not_enabled, key_expired, key_disabled };
const spending = { ...looking, inference_paused, wallet_locked: billingFaults.wallet_locked, key_rate_exceeded };

/** What any client of the OpenAI API speaks: models, for keys of facilities and for their agents. */
export const inferenceSurface: Surface<InferenceCaller, InferenceGate> = {
  name: 'inference',
  basePath: '/v1',
  // Whoever is let in by authentication may do all that there is.
  authorise: () => undefined,
  renderFault: errorBody,
  requestsPerSecond: 200,
  bodyLimit: { bytes: BODY_BYTES_MAX, keys: BODY_KEYS_MAX },
  faults: spending,
  faultsAt: ({ may }) => (may === 'spend' ? spending : looking),
  document: {
    title: 'Gatehouse inference gate',
    version: 'v1',
    description:
      'Models by the OpenAI API, for keys of facilities and for their agents, paid from the AI credit of the facility. Any client of that API works with this address as its base URL. Nothing that is asked or answered is stored. What a request could cost at most is held before anybody is asked, and what it came to is charged; members that are not described here go on to whoever answers for the model. Other paths of that API are 404 `unsupported_endpoint`.',
    tags: {
      chat: { name: 'Chat', description: 'Answers of language models.' },
      embeddings: { name: 'Embeddings', description: 'Texts as vectors.' },
      models: { name: 'Models', description: 'What may be asked, and for how much.' },
      key: { name: 'Key', description: 'What a key may do, and what it has used.' },
      generation: { name: 'Generations', description: 'What came of a request.' },
    },
    words: {},
    security: {
      name: 'inferenceKey',
      type: 'http',
      scheme: 'bearer',
      description:
        'A key of a facility (`sk-gh-v1-…`), or a token of an agent with the audience `inference`, from `POST /ai/tokens`.',
    },
    headers: [
      {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        description:
          'At chat completions and embeddings: a request whose key was used before is 409 `duplicate_request`, since answers are not stored.',
        schema: { type: 'string', maxLength: 200 },
      },
    ],
  },
};

/** Declares an endpoint of the gate. */
export const inferenceEndpoint = endpointsFor(inferenceSurface);
