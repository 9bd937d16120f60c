import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import type { KeptExchangeTable, RequestLogTable } from './http.tables.ts';
import type { KeptExchange } from './kept-exchange.ts';

/** Of one tenant in an hour, in one process: whoever is refused all day does not fill the disk with it. */
const HOURLY_BYTES = 4 * 1024 * 1024;
/** Of all of them, until the next group is written. */
const WAITING_BYTES = 2 * 1024 * 1024;

/** What is to be written of exchanges. What there is no room for is left out: the request itself stays in the log. */
export const waitingExchanges = (clock: Pick<Clock, 'monoMs'>) => {
  let rows: KeptExchangeTable[] = [];
  let waiting = 0;
  let since = Number.NEGATIVE_INFINITY;
  const used = new Map<string, number>();

  const isWithin = (tenant: string, bytes: number): boolean => {
    const now = clock.monoMs();
    if (now - since >= Hours(1)) {
      since = now;
      used.clear();
    }
    const whole = (used.get(tenant) ?? 0) + bytes;
    if (whole > HOURLY_BYTES || waiting + bytes > WAITING_BYTES) return false;
    used.set(tenant, whole);
    waiting += bytes;
    return true;
  };
  return {
    add: ({ request_id, tenant, at }: RequestLogTable, kept: KeptExchange): void => {
      if (tenant === null) return;
      const exchange = JSON.stringify(kept);
      if (isWithin(tenant, Buffer.byteLength(exchange))) rows.push({ request_id, tenant, at, exchange });
    },
    /** All that wait. */
    take: (): readonly KeptExchangeTable[] => {
      const taken = rows;
      rows = [];
      waiting = 0;
      return taken;
    },
  };
};
