import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Exchange } from './exchange.ts';

const exchanges = new WeakMap<object, Exchange>();

/** Notes which exchange a request of Express is, before a page gets it. */
export const noteExchange = (exchange: Exchange): void => void exchanges.set(exchange.request, exchange);

/** What the kit knows of a page’s request: its id, and whoever sent it, seen through the proxies that are trusted. */
export const exchangeOf = (request: object): Exchange => {
  const exchange = exchanges.get(request);
  if (exchange === undefined) throw new Bug('this request did not come by the kit');
  return exchange;
};
