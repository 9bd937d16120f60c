import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { type ReadonlySignal, signal } from '@preact/signals';
import { refusedAs, UnreachableError } from '../client/request-errors.ts';

/** A token as it is held: in the memory of the page, and nowhere else. */
interface Held {
  readonly is: 'held';
  readonly text: string;
  readonly scope: string;
  /** By the wall clock of this browser. */
  readonly endsAtMs: number;
}
/** What the page has to show who somebody is. `refused`: it was turned away before its time. */
export type Holding = Held | { readonly is: 'none' | 'ended' | 'refused' };

interface Client {
  readonly keyId: string;
  readonly key: string;
  /** Words with spaces between; empty for `read`. */
  readonly scope: string;
}

interface TokenDeps {
  readonly clock: Pick<Clock, 'wallMs' | 'after'>;
  readonly fetch: typeof fetch;
}

const FORM = 'application/x-www-form-urlencoded';

/** Trades keys for tokens, and keeps the last one until it ends. The key is kept nowhere. */
export const createTokenKeeper = ({ clock, fetch }: TokenDeps) => {
  const holding = signal<Holding>({ is: 'none' });
  let ending: { cancel(): void } | undefined;

  const become = (next: Holding): void => {
    ending?.cancel();
    holding.value = next;
    if (next.is !== 'held') return;
    const left = Milliseconds(Math.max(0, next.endsAtMs - clock.wallMs()));
    ending = clock.after(left, () => become({ is: 'ended' }));
  };

  return {
    holding: holding as ReadonlySignal<Holding>,
    /** Throws a `RefusedError`, or an `UnreachableError` where no answer came. */
    trade: async ({ keyId, key, scope }: Client): Promise<void> => {
      const body = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: keyId,
        client_secret: key,
        ...(scope !== '' && { scope }),
      });
      const init = { method: 'POST', headers: { 'content-type': FORM }, body, credentials: 'omit' } as const;
      const response = await fetch('/oauth/token', init).catch((cause: unknown) => {
        throw new UnreachableError({ cause });
      });
      const answer: unknown = await response.json().catch(() => ({}));
      const { access_token, expires_in, scope: granted, error, error_description } = answer as Record<string, unknown>;
      if (!response.ok || typeof access_token !== 'string')
        throw refusedAs(response.status, String(error ?? ''), String(error_description ?? ''));
      const endsAtMs = clock.wallMs() + Number(expires_in ?? 0) * 1_000;
      become({ is: 'held', text: access_token, scope: String(granted ?? ''), endsAtMs });
    },
    /** It was refused: whatever it was, it counts no more. */
    refused: (text: string): void => {
      const now = holding.value;
      if (now.is === 'held' && now.text === text) become({ is: 'refused' });
    },
    forget: (): void => become({ is: 'none' }),
  };
};
export type TokenKeeper = ReturnType<typeof createTokenKeeper>;
