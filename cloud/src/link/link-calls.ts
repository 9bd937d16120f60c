import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import type { Link } from './link.ts';

/** What services say to boxes without waiting for them: a call that is lost is made up for by the box, which polls as well. */
export const linkCalls = (link: () => Link, log: { error(detail: unknown, message: string): void }) => ({
  nudge:
    (about: Parameters<Link['nudge']>[1]) =>
    (boxId: BoxId, revision: number): void => {
      link()
        .nudge(boxId, about, revision)
        .catch((error: unknown) => log.error({ err: error, boxId, about }, 'a nudge was lost; the box polls as well'));
    },
  askFor: (...of: Parameters<Link['askForFacts']>): void => void link().askForFacts(...of),
});
