/** How far the provider says that it is with a text. */
export type ProviderState = 'sent' | 'delivered' | 'undelivered' | 'failed';

/** A text as it is handed over. */
export interface OutgoingSms {
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** Where the provider is to say what becomes of it. */
  readonly statusUrl: string;
}

/** A text that the provider has. */
export interface ProvidedSms {
  /** The provider's own id of it. */
  readonly id: string;
  readonly state: ProviderState;
  /** The number of the provider's error, where there was one. */
  readonly error: string | null;
}

/** Takes texts to phones. It knows no keys of ours: what was asked twice is sent twice. */
export interface SmsProvider {
  /** Where it reaches the listener of partners: `https://host:port`. */
  hooksUrl(): string;
  /** Resolves once the provider has taken it. Throws `SmsRefused` or `SmsNotNow` where it surely has not; anything else says nothing. */
  send(sms: OutgoingSms): Promise<ProvidedSms>;
  /** Texts to this number with exactly this text that it has taken since then (ms since 1970), the oldest first. */
  find(sms: Pick<OutgoingSms, 'to' | 'text'> & { readonly since: number }): Promise<readonly ProvidedSms[]>;
  /** Whether it was the provider that sent this to one of our addresses. `url` as it called it. */
  isSigned(request: {
    readonly url: string;
    readonly signature: string;
    readonly parameters: Readonly<Record<string, string>>;
  }): Promise<boolean>;
}

/** The provider takes this text for this number never. */
export class SmsRefused extends Error {
  override readonly name = 'SmsRefused';
  readonly code: string;
  /** Whoever has the number wants nothing from ours any more. */
  readonly isOptOut: boolean;
  constructor(code: string, { isOptOut = false }: { readonly isOptOut?: boolean } = {}) {
    super(`the provider refuses it: ${code}`);
    this.code = code;
    this.isOptOut = isOptOut;
  }
}

/** The provider has not taken it, and may later: it has too much to do, or does not know us. */
export class SmsNotNow extends Error {
  override readonly name = 'SmsNotNow';
  readonly retryAfterMs: number | undefined;
  constructor(why: string, retryAfterMs?: number) {
    super(`the provider does not take it now: ${why}`);
    this.retryAfterMs = retryAfterMs;
  }
}
