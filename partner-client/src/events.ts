import type { PartnerApi } from './partner-api.gen.ts';
import type { RequestOptions } from './request.ts';
import { realTime, type Timing } from './timing.ts';

type Page = Awaited<ReturnType<PartnerApi['events']['list']>>;

export interface FollowOptions extends RequestOptions {
  /** `next` of the last page that you have dealt with. Without it: from the oldest event that is kept. */
  readonly after?: string | undefined;
  /** Events a page: 1 to 200. */
  readonly limit?: number;
  /** Ask again after so long where there is nothing new. Without it the pages end with the last one there is. */
  readonly pollMs?: number;
  readonly timing?: Timing;
}

/**
 * The event feed, page by page and oldest first. Store `next` of a page after you have dealt with its events, and begin
 * there next time: then none is missed, and none comes twice but those of a page that you did not finish.
 */
export async function* eventPages(
  client: { readonly events: Pick<PartnerApi['events'], 'list'> },
  { after, limit, pollMs, timing = realTime, ...request }: FollowOptions = {},
): AsyncGenerator<Page, void, undefined> {
  let cursor = after;
  for (;;) {
    const page = await client.events.list({ after: cursor, limit }, request);
    cursor = page.next;
    if (page.data.length > 0 || !page.complete) yield page;
    if (page.has_more) continue;
    if (pollMs === undefined) return;
    await timing.sleep(pollMs, request.signal);
  }
}
