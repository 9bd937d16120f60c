import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Fetch } from '../client/client.ts';

/** How long after the last touch somebody is still taken to be at the page: who reads touches nothing for a while. */
const AT_IT_FOR_MS = 60_000;

/** What tells that somebody is there. */
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

interface AttendedDeps {
  readonly clock: Pick<Clock, 'monoMs'>;
  readonly fetch: Fetch;
  readonly onTouch: (event: string, touched: () => void) => void;
}

/** `fetch`, which says of what a page asks with nobody at it that this is so: it does not keep a session alive. */
export const attended = ({ clock, fetch, onTouch }: AttendedDeps): Fetch => {
  let touchedAt = clock.monoMs();
  for (const event of TOUCHES)
    onTouch(event, () => {
      touchedAt = clock.monoMs();
    });
  return (url, init) =>
    clock.monoMs() - touchedAt < AT_IT_FOR_MS
      ? fetch(url, init)
      : fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), 'x-unattended': '1' } });
};

/** The browser's own. */
export const pageFetch = (clock: Pick<Clock, 'monoMs'>): Fetch =>
  attended({
    clock,
    fetch: (url, init) => fetch(url, init),
    onTouch: (event, touched) => document.addEventListener(event, touched, { capture: true, passive: true }),
  });
