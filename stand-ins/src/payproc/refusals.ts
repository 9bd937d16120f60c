import type { HttpAnswer } from '../kit/http.ts';

interface Said {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
  readonly decline_code?: string;
  readonly payment_intent?: object;
}

/** Thrown where a request is refused, and answered in the words of the API. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly said: Said;
  constructor(status: number, said: Said) {
    super(said.message);
    this.status = status;
    this.said = said;
  }
}

export const answerOf = ({ status, said }: Refusal): HttpAnswer => ({ status, body: { error: said } });

export const missing = (param: string): Refusal =>
  new Refusal(400, {
    type: 'invalid_request_error',
    code: 'parameter_missing',
    param,
    message: `Missing required param: ${param}.`,
  });
export const invalid = (param: string, message = `Invalid ${param}`): Refusal =>
  new Refusal(400, { type: 'invalid_request_error', code: 'parameter_invalid', param, message });
export const absent = (what: string, id: string): Refusal =>
  new Refusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'id',
    message: `No such ${what}: '${id}'`,
  });
export const unexpected = (what: string, message: string): Refusal =>
  new Refusal(400, { type: 'invalid_request_error', code: `${what}_unexpected_state`, message });
export const otherwiseUsed = (): Refusal =>
  new Refusal(400, {
    type: 'idempotency_error',
    message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
  });
export const inUse = (): Refusal =>
  new Refusal(409, {
    type: 'invalid_request_error',
    code: 'idempotency_key_in_use',
    message: 'There is currently another in-progress request using this Idempotent Key.',
  });

/** Of whatever the service says without having looked at the request. */
export const refusal = (status: number): HttpAnswer => {
  if (status === 401)
    return answerOf(new Refusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' }));
  if (status === 429)
    return answerOf(
      new Refusal(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Request rate limit exceeded.' }),
    );
  if (status < 500)
    return answerOf(new Refusal(status, { type: 'invalid_request_error', message: 'The request was not taken.' }));
  return answerOf(new Refusal(status, { type: 'api_error', message: 'An unknown error occurred.' }));
};
