import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

/** What the kit itself answers, on every surface. Surfaces and modules that mean the same reuse the entry. */
export const kitFaults = defineFaults({
  https_required: {
    status: 401,
    blame: 'caller',
    retry: 'never',
    title: 'The request came over plain HTTP',
    help: 'Send the request to the same address with https. A request is never redirected, because the plain one has already shown its key to the network: replace a key that was sent this way.',
  },
  unauthenticated: {
    status: 401,
    blame: 'caller',
    retry: 'never',
    title: 'No valid credentials',
    help: 'The request had no credentials, or ones that are unknown, expired or revoked. Check that the key is sent as the documentation of this API says, and that it is still active.',
  },
  forbidden: {
    status: 403,
    blame: 'caller',
    retry: 'never',
    title: 'These credentials do not allow this operation',
    help: 'The credentials are valid, but not for this operation. Use others, or ask whoever issued these to extend them.',
  },
  no_such_path: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such path',
    help: 'Nothing is served at this path. Paths are case-sensitive and have no slash at the end.',
  },
  method_not_allowed: {
    status: 405,
    blame: 'caller',
    retry: 'never',
    title: 'This path does not have this method',
    help: 'The Allow header of the answer names the methods that the path has.',
  },
  invalid_request: {
    status: 400,
    blame: 'caller',
    retry: 'never',
    title: 'The request is malformed or lacks a required field',
    help: 'The message names the field and the rule that it broke. Correct the request; sending the same one again gives the same answer.',
  },
  payload_too_large: {
    status: 413,
    blame: 'caller',
    retry: 'never',
    title: 'The body is larger than this endpoint takes',
    help: 'Send less in one request. The message names the limit in bytes.',
  },
  unsupported_media_type: {
    status: 415,
    blame: 'caller',
    retry: 'never',
    title: 'The body is of another kind than this endpoint takes',
    help: 'Bodies are JSON in UTF-8 unless the endpoint says otherwise, and never compressed: send Content-Type: application/json, or one of those that the message names, and no Content-Encoding.',
  },
  rate_limit_exceeded: {
    status: 429,
    blame: 'caller',
    retry: 'after-delay',
    title: 'Too many requests',
    help: 'More requests than allowed arrived within one second. Wait as long as Retry-After says, then use a bounded exponential backoff. The RateLimit headers of every answer say how much is left.',
  },
  idempotency_key_reused: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'The idempotency key belongs to another request',
    help: 'The same key was sent with other content within the last 24 hours. Nothing was done. Use a new key for a new request, and the same key only to send the very same request again after a lost answer.',
  },
  request_in_progress: {
    status: 409,
    blame: 'caller',
    retry: 'after-delay',
    title: 'The same request is being carried out',
    help: 'A request with this idempotency key has arrived and has not ended. Send it again after the time in Retry-After, and you get its answer.',
  },
  answer_not_kept: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'The request was carried out; its answer is gone',
    help: 'A request with this idempotency key was carried out. Its answer is not kept, because it held a secret that is shown once, or because the process ended before it could be stored. Look at what there is now; where a secret was lost, make a new one.',
  },
  headers_too_large: {
    status: 431,
    blame: 'caller',
    retry: 'never',
    title: 'Too many or too large headers',
    help: 'A request has at most 64 headers and 16 kB of them. Send fewer.',
  },
  request_timeout: {
    status: 408,
    blame: 'caller',
    retry: 'safe',
    title: 'The request did not arrive in time',
    help: 'Headers have to arrive within 10 seconds and the whole request within 30. Check the connection and send the request again.',
  },
  overloaded: {
    status: 503,
    blame: 'us',
    retry: 'after-delay',
    title: 'Too much is being sent at the moment',
    help: 'Large requests of yours, or of everybody together, are waiting already. Nothing of this one was carried out. Wait as long as Retry-After says, then use a bounded exponential backoff; send one batch after the other rather than many at once.',
  },
  internal_error: {
    status: 500,
    blame: 'us',
    retry: 'after-delay',
    title: 'Something went wrong on our side',
    help: 'The request may or may not have been carried out. Try again with a backoff; if it stays, tell support the request_id.',
  },
});

export const kitFault = faultsOf(kitFaults);
