import { type ReadonlySignal, signal } from '@preact/signals';
import { explorerLabels as labels, explorerWords as words } from '../words/explorer-en.ts';
import { type Left, leftIn } from './limits-told.ts';
import type { TokenKeeper } from './token-keeper.ts';

/** What is sent. */
export interface Sent {
  readonly query: string;
  readonly variables?: unknown;
  readonly operationName?: string | null | undefined;
}
/** In the shape of GraphQL, whatever came of it. */
export interface Shown {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

interface Cost {
  readonly worst: number;
  readonly actual: number;
}
/** What the last answer told beside what was asked for. */
interface Heard {
  readonly left: Left | undefined;
  readonly cost: Cost | undefined;
  /** Why there is nothing better to show, in words; undefined where it was answered. */
  readonly trouble: string | undefined;
  readonly requestId: string | undefined;
}
const NOTHING: Heard = { left: undefined, cost: undefined, trouble: undefined, requestId: undefined };

interface AskingDeps {
  readonly token: TokenKeeper;
  readonly fetch: typeof fetch;
  readonly isOnline: () => boolean;
}

const failed = (message: string): Shown => ({ errors: [{ message }] });

/** Asks `/graphql` in the name of whoever's token is held. Never throws: what went wrong is shown as an answer, and told in `heard`. */
export const createAsking = ({ token, fetch, isOnline }: AskingDeps) => {
  const heard = signal<Heard>(NOTHING);
  const tell = (trouble: string): Shown => {
    heard.value = { ...heard.value, cost: undefined, requestId: undefined, trouble };
    return failed(trouble);
  };

  return {
    heard: heard as ReadonlySignal<Heard>,
    ask: async (sent: Sent, changes: boolean): Promise<Shown> => {
      const held = token.holding.value;
      if (held.is !== 'held') return tell(held.is === 'none' ? labels.tokenNone : labels.tokenEnded);
      if (!isOnline()) return tell(labels.offline);
      const response = await fetch('/graphql', {
        method: 'POST',
        credentials: 'omit',
        headers: {
          authorization: `Bearer ${held.text}`,
          'content-type': 'application/json',
          accept: 'application/graphql-response+json, application/json',
        },
        body: JSON.stringify(sent),
      }).catch(() => undefined);
      if (response === undefined) return tell(changes ? labels.noAnswer : labels.noAnswerRead);
      const answer = (await response.json().catch(() => undefined)) as Shown | undefined;
      if (response.status === 401) token.refused(held.text);
      heard.value = {
        left: leftIn(response) ?? heard.value.left,
        cost: costIn(answer),
        trouble: troubleIn(response),
        requestId: response.headers.get('x-request-id') ?? undefined,
      };
      return typeof answer === 'object' && answer !== null ? answer : failed(labels.notJson);
    },
  };
};
export type Asking = ReturnType<typeof createAsking>;

const costIn = (answer: Shown | undefined): Cost | undefined => {
  const cost = answer?.extensions?.cost as Partial<Cost> | undefined;
  return typeof cost?.worst === 'number' && typeof cost.actual === 'number'
    ? { worst: cost.worst, actual: cost.actual }
    : undefined;
};

const troubleIn = ({ ok, status, headers }: Response): string | undefined => {
  if (ok) return undefined;
  if (status === 401) return labels.tokenRefused;
  const wait = Number(headers.get('retry-after') ?? Number.NaN);
  return status === 429 && Number.isFinite(wait) ? words.tooFast(wait) : words.refused(status);
};
