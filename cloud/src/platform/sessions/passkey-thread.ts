import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { type AskedThread, createAskedThread, type Failed } from '../../kit/http/asked-thread.ts';

/** A passkey, as far as its signatures are checked by it. */
export interface CheckedPasskey {
  /** base64url, as is the key (COSE). */
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
}

/** Whose pages passkeys are for. */
export interface RelyingParty {
  /** The host name, without a port. */
  readonly id: string;
  /** `https://host:port` */
  readonly origin: string;
}

type Check = { readonly party: RelyingParty; readonly challenge: string } & (
  | { readonly kind: 'registration'; readonly response: RegistrationResponseJSON }
  | { readonly kind: 'assertion'; readonly response: AuthenticationResponseJSON; readonly passkey: CheckedPasskey }
);
export type ToPasskeyWorker = { readonly check: number } & Check;
/** Nothing where it proves nothing. */
export type FromPasskeyWorker =
  | { readonly check: number; readonly proven: CheckedPasskey | undefined }
  | ({ readonly check: number } & Failed);

const WORKER = new URL('./passkey-worker.ts', import.meta.url);
/** The library and one response of a few kB. */
const HEAP_MEGABYTES = 96;
const YOUNG_MEGABYTES = 16;

/**
 * Checks what authenticators say, in a thread beside: the library that does takes longer to load than the main thread may be held
 * up for. It is started by whoever uses a passkey first.
 */
export const createPasskeyThread = (clock: Clock) => {
  const thread: AskedThread<ToPasskeyWorker, Exclude<FromPasskeyWorker, Failed>> = createAskedThread<
    ToPasskeyWorker,
    FromPasskeyWorker
  >({
    clock,
    file: WORKER,
    what: 'checks passkeys',
    numberOf: (message) => (message as ToPasskeyWorker | FromPasskeyWorker).check,
    heapMegabytes: HEAP_MEGABYTES,
    youngMegabytes: YOUNG_MEGABYTES,
  });
  let checks = 0;
  return {
    /** The passkey that is proven, with what its authenticator has counted by now; nothing where it is not. */
    check: async (check: Check): Promise<CheckedPasskey | undefined> => {
      checks += 1;
      return (await thread.ask({ ...check, check: checks })).proven;
    },
    close: thread.close,
  };
};
export type PasskeyThread = ReturnType<typeof createPasskeyThread>;
