import { networkOf } from '@gatehouse/shared/net/network-of.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { IncomingRequest } from '../../kit/http/call.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { hashOf, hasTurn, takeTurn } from '../../platform/sessions/sessions.module.ts';
import { tokensFault } from './tokens.faults.ts';

/** What a client shows of itself: the id of a key, and its text. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly secret: string;
}

/** Wrong secrets of one key, and of one network. */
const WRONG = { turns: 10, within: Minutes(1) } as const;
const BASIC = /^basic +([A-Za-z0-9+/]{1,2000}={0,2})$/i;

/**
 * How a client shows who it is (RFC 6749 section 2.3.1): by HTTP Basic, whose parts are encoded as in a form, or in the body,
 * never by both. Throws where it does neither.
 */
export const credentialsIn = (
  header: IncomingRequest['header'],
  form: { readonly client_id?: string | undefined; readonly client_secret?: string | undefined },
): ClientCredentials => {
  const authorization = header('authorization');
  if (authorization === undefined) {
    if (form.client_id === undefined || form.client_secret === undefined) throw unknownClient();
    return { clientId: form.client_id.toLowerCase(), secret: form.client_secret };
  }
  if (form.client_secret !== undefined)
    throw kitFault('invalid_request', 'client_secret: not beside an Authorization header.');
  const shown = basicIn(authorization);
  if (form.client_id !== undefined && form.client_id.toLowerCase() !== shown.clientId)
    throw kitFault('invalid_request', 'client_id: not another one than in the Authorization header.');
  return shown;
};

const basicIn = (authorization: string): ClientCredentials => {
  const [clientId, secret] = Buffer.from(BASIC.exec(authorization)?.[1] ?? '', 'base64')
    .toString('utf8')
    .split(':');
  if (clientId === undefined || secret === undefined) throw unknownClient();
  return { clientId: formDecoded(clientId).toLowerCase(), secret: formDecoded(secret) };
};

const formDecoded = (text: string): string => new URLSearchParams(`v=${text.replaceAll('&', '%26')}`).get('v') ?? '';

/** The same for a key that there is not, one that has ended, and a wrong secret. */
export const unknownClient = () =>
  tokensFault('invalid_client', 'client_id is the id of a key of a user, client_secret its text.', {
    headers: { 'WWW-Authenticate': 'Basic realm="gatehouse"' },
  });

interface Guessing {
  readonly clientId: string;
  readonly remoteAddress: string;
}
const namesOf = ({ clientId, remoteAddress }: Guessing): readonly string[] => [
  hashOf(`oauth key ${clientId}`),
  hashOf(`oauth network ${networkOf(remoteAddress)}`),
];

/** Throws the 429 where too many wrong secrets were sent for this key, or from this network. */
export const requireGuesses = async (tx: Tx, clock: Pick<Clock, 'wallMs'>, guessing: Guessing): Promise<void> => {
  for (const name of namesOf(guessing))
    if (!(await hasTurn(tx, clock, name, WRONG)))
      throw kitFault('rate_limit_exceeded', 'Too many wrong secrets: come back in a minute.', {
        headers: { 'Retry-After': String(WRONG.within / 1_000) },
      });
};

/** A wrong secret was sent: counts for its key and for its network. */
export const countGuess = async (tx: Tx, clock: Pick<Clock, 'wallMs'>, guessing: Guessing): Promise<void> => {
  for (const name of namesOf(guessing)) await takeTurn(tx, clock, name, WRONG);
};
