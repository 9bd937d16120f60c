import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

const limited = (title: string, help: string) =>
  ({ status: 429, blame: 'caller', retry: 'after-delay', title, help }) as const;

/** What may come of a request to a model, once whoever asks was let in. */
export const requestFaults = defineFaults({
  key_tokens_exceeded: limited(
    'More tokens in a minute than the key may use',
    'A request counts with all that it could use at most, until it has ended. Ask for fewer tokens of output (max_tokens), or wait as long as Retry-After says.',
  ),
  model_not_found: callersFault(
    404,
    'There is no such model',
    'Nobody who answers for models here has one of this name, of this kind, and with a price. GET /v1/models lists those that there are.',
  ),
  model_not_allowed: callersFault(
    403,
    'The key may not ask this model',
    'The key has a list of models, and this one is not on it. GET /v1/models lists those that it may ask.',
  ),
  guardrail_refused: callersFault(
    403,
    'A guardrail of the facility refuses this',
    'A guardrail does not allow the model, so much output, or something that was found in the text of the request or of the answer. The message says which of them, never what was found. A refused answer is charged, as it was made.',
  ),
  key_limit: callersFault(
    402,
    'The key or the agent has used up what it may spend',
    'What could be spent at most does not fit into what is left of its cap. It begins anew when the cap says, or somebody raises it; a smaller max_tokens may fit.',
  ),
  spend_limit: callersFault(
    402,
    'The facility has used up what it may spend',
    'What could be spent at most does not fit into what is left of a limit of the facility or of a guardrail. It begins anew when the limit says, or somebody raises it.',
  ),
  insufficient_credit: callersFault(
    402,
    'The credit does not suffice',
    'A request is carried out only if the credit suffices for the most that it could cost. Top it up, or ask for less with max_tokens. Nothing was charged.',
  ),
  duplicate_request: callersFault(
    409,
    'A request with this idempotency key has been made',
    'A request with the same Idempotency-Key was carried out, or is being carried out. Answers are never stored, so it cannot be answered again; it was charged once. Use a new key for a new request.',
  ),
  upstream_refused: callersFault(
    400,
    'Whoever answers for the model refuses the request',
    'The request was handed on as it was, and refused there: the message is theirs. Nothing was charged.',
  ),
  upstream_failed: {
    status: 502,
    blame: 'us',
    retry: 'safe',
    title: 'The model did not answer',
    help: 'Whoever answers for the model failed, up to three times. What was not answered is not charged; what had begun is charged as far as it got. Try again after a while.',
  },
  upstream_unavailable: {
    status: 503,
    blame: 'us',
    retry: 'after-delay',
    title: 'The model is not available at the moment',
    help: 'All who answer for this model have failed just now, or have too much to do. Nothing was charged. Wait as long as Retry-After says, then use a bounded exponential backoff.',
  },
});

export const inferenceFaults = defineFaults({
  ...requestFaults,
  not_enabled: callersFault(
    403,
    'The facility does not use models',
    'An administrator of the organisation enables AI credit for the facility; then its keys and agents are answered.',
  ),
  inference_paused: callersFault(
    402,
    'Models are paused for this facility',
    'Somebody has paused it, and every request is refused until it is resumed. Nothing was charged. Ask whoever looks after the facility.',
  ),
  key_expired: callersFault(
    401,
    'The key has expired',
    'The key was made for a while that is over. Have another one made, or its end moved.',
  ),
  key_disabled: callersFault(
    403,
    'The key is disabled',
    'Somebody has disabled the key. It counts again once it is enabled.',
  ),
  key_rate_exceeded: limited(
    'More requests in a minute than the key may make',
    'Minutes begin with those of the clock, and all replicas count together. Wait as long as Retry-After says; the x-ratelimit headers say what is left.',
  ),
  generation_unknown: callersFault(
    404,
    'No such generation',
    'The facility has made no request with this id, or it was too long ago.',
  ),
});
export const inferenceFault = faultsOf(inferenceFaults);
