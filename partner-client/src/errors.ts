/** One thing that is wrong with a request, and where. */
export interface Problem {
  readonly path: string;
  readonly message: string;
  /** Of a body that breaks a field's rule. */
  readonly rule?: string;
  /** Of access time windows: a code of the documented list. */
  readonly code?: string;
  /** In batches: which item of this request. */
  readonly index?: number;
}

/** The partner API answered with an error. Nothing in it shows the key. */
export class PartnerApiError extends Error {
  override readonly name = 'PartnerApiError';
  /** The documented code, such as `not_found` or `device_offline`; `http_502` where something in between answered. */
  readonly code: string;
  readonly status: number;
  /** Tell it to support: it finds the request in the log. */
  readonly requestId: string | undefined;
  readonly errors: readonly Problem[];
  /** The whole answer, for what a single endpoint adds to it. */
  readonly body: Readonly<Record<string, unknown>>;
  /** How often the request was sent before this was passed on. */
  readonly attempts: number;

  constructor(
    status: number,
    body: Readonly<Record<string, unknown>>,
    about: { requestId?: string; attempts: number },
  ) {
    const code = textOf(body.reason) ?? textOf(body.error) ?? `http_${status}`;
    const message = textOf(body.message) ?? 'no explanation was sent';
    const requestId = textOf(body.request_id) ?? about.requestId;
    super(`${status} ${code}: ${message}${requestId === undefined ? '' : ` (${requestId})`}`);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.errors = Array.isArray(body.errors) ? (body.errors as Problem[]) : [];
    this.body = body;
    this.attempts = about.attempts;
  }
}

/**
 * No answer came back, so nobody knows whether the request was carried out. Reads and batches may simply be sent again;
 * an unlock only with the same `idempotency_key`.
 */
export class AnswerLostError extends Error {
  override readonly name = 'AnswerLostError';
  readonly attempts: number;

  constructor(why: string, attempts: number) {
    super(`no answer after ${attempts === 1 ? 'one attempt' : `${attempts} attempts`}: ${why}`);
    this.attempts = attempts;
  }
}

/** The client was set up in a way that would be unsafe or could not work. Thrown before anything is sent. */
export class PartnerClientConfigError extends Error {
  override readonly name = 'PartnerClientConfigError';
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
