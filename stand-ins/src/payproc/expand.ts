import type { Book } from './book.ts';
import type { FormValue } from './form.ts';
import { invalid } from './refusals.ts';

/** Which resource an id names, by how it begins. */
const KINDS: Readonly<Record<string, string>> = {
  ch: 'charge',
  cs: 'checkout.session',
  cus: 'customer',
  dp: 'dispute',
  pi: 'payment_intent',
  pm: 'payment_method',
  po: 'payout',
  re: 'refund',
  seti: 'setup_intent',
  txn: 'balance_transaction',
};
const DEPTH_MAX = 4;

/** The answer with what is asked for in place of its ids: `latest_charge.balance_transaction`, `data.source`. */
export const expanded = (answer: object, paths: readonly FormValue[], book: Book, account: string): object => {
  if (paths.length === 0) return answer;
  const copy = structuredClone(answer) as Record<string, unknown>;
  for (const path of paths) {
    const parts = typeof path === 'string' ? path.split('.') : [];
    if (parts.length === 0 || parts.length > DEPTH_MAX)
      throw invalid('expand', 'You cannot expand more than 4 levels.');
    open(copy, parts, book, account);
  }
  return copy;
};

const open = (inside: unknown, [name = '', ...rest]: readonly string[], book: Book, account: string): void => {
  if (Array.isArray(inside)) {
    for (const one of inside) open(one, [name, ...rest], book, account);
    return;
  }
  if (typeof inside !== 'object' || inside === null) return;
  const whole = inside as Record<string, unknown>;
  if (!Object.hasOwn(whole, name)) throw invalid('expand', `This property cannot be expanded (${name}).`);
  const id = whole[name];
  if (typeof id === 'string') {
    const kind = KINDS[id.slice(0, id.indexOf('_'))];
    const found = kind === undefined ? undefined : book.find(account, kind, id);
    if (found !== undefined) whole[name] = structuredClone(found);
  }
  if (rest.length > 0) open(whole[name], rest, book, account);
};
