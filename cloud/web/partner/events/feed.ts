import type { Tried } from '../trying/try-key.ts';

/** An event as the partner API gives it. */
export interface FeedEvent {
  readonly id: string;
  readonly kind: string;
  readonly facility_id: string;
  readonly occurred_at: string;
  readonly data: unknown;
}

interface Feed {
  readonly data: readonly FeedEvent[];
  readonly next: string;
  readonly has_more: boolean;
  readonly complete: boolean;
}

/** The request that reads the feed from a cursor on; what is empty is left to the API. */
export const feedAddress = ({ after, limit }: { readonly after: string; readonly limit: string }): string => {
  const asked = Object.entries({ after, limit }).filter(([, value]) => value !== '');
  return `/partner/v1/events${asked.length === 0 ? '' : `?${new URLSearchParams(asked)}`}`;
};

/** The feed in an answer; undefined where that is a refusal. */
export const feedIn = ({ status, body }: Pick<Tried, 'status' | 'body'>): Feed | undefined =>
  status === 200 ? (body as Feed) : undefined;

/** Those of a page that somebody wants to see: the API itself gives all kinds, in one order. */
export const shownOf = (
  events: readonly FeedEvent[],
  { kind, facility }: { readonly kind: string; readonly facility: string },
): readonly FeedEvent[] =>
  events.filter((event) => event.kind.startsWith(kind) && (facility === '' || event.facility_id === facility));
