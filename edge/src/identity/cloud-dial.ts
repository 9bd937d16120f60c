import { isIP } from 'node:net';
import { connect, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { checkServerChain } from '@gatehouse/shared/tls/server-chain.ts';

const DIAL_WITHIN = Seconds(10);
export const TLS_MIN = 'TLSv1.2';
/** What OpenSSL calls a certificate whose dates are not those of the machine's clock. */
const OUT_OF_DATE = new Set(['CERT_NOT_YET_VALID', 'CERT_HAS_EXPIRED']);

/** By which time the dates of certificates are judged: the machine's, one that the cloud has signed, or by none. */
export type Dates = 'machine' | 'any' | { readonly atMs: number };

/** What connections to the cloud need to know of the time. */
export interface CloudDates {
  /** By which time the dates of the cloud’s certificates are judged now. */
  dates(): Dates;
  /** The dates do not hold by that: asks the cloud for the time. `true` where it is another one now, and worth another try. */
  heal(): Promise<boolean>;
}

/** The dates of the cloud's certificate do not hold, as it seems here. What else is wrong with it may be hidden by that. */
export class WrongDates extends Error {
  override readonly name = 'WrongDates';
}

export const isAboutDates = (error: unknown): boolean =>
  error instanceof WrongDates || OUT_OF_DATE.has((error as NodeJS.ErrnoException | undefined)?.code ?? '');

export interface Dialling {
  readonly host: string;
  readonly port: number;
  /** PEM: the only authorities that are trusted. */
  readonly ca: string;
  readonly dates: Dates;
  readonly clock: Pick<Clock, 'after'>;
}

/**
 * A TLS connection to the cloud, whose chain and name, and dates by the time that is asked for, were checked before it is
 * handed out: not a byte goes to anybody else. Rejects with `WrongDates` where it is only those.
 */
export const dialCloud = ({ host, port, ca, dates, clock }: Dialling): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const byMachine = dates === 'machine';
    const socket = connect({
      host,
      port,
      ca,
      minVersion: TLS_MIN,
      rejectUnauthorized: byMachine,
      ...(isIP(host) === 0 && { servername: host }),
    });
    const failed = (error: Error) => {
      late.cancel();
      socket.destroy();
      reject(isAboutDates(error) ? new WrongDates(error.message) : error);
    };
    const late = clock.after(DIAL_WITHIN, () => failed(new Error('no connection in time')));
    const opened = () => {
      late.cancel();
      // Small packets go out at once: else the kernel waits for more to send with each, 88 ms instead of 0.25 ms.
      socket.setNoDelay(true).off('error', failed).off('close', closed);
      resolve(socket);
    };
    const closed = () => failed(new Error('the connection was closed'));
    socket.on('error', failed).on('close', closed);
    socket.once('secureConnect', () => {
      if (byMachine) return opened();
      const peer = socket.getPeerCertificate(true);
      const atMs = dates === 'any' ? undefined : dates.atMs;
      checkServerChain({ peer, chain: chainOf(peer), authorities: ca, host, atMs }).then((verdict) => {
        if (verdict.ok) opened();
        else
          failed(verdict.dates ? new WrongDates(verdict.why) : new Error(`the certificate is refused: ${verdict.why}`));
      }, failed);
    });
  });

/** Node names the issuer of each, the last its own. */
const chainOf = (peer: DetailedPeerCertificate): Uint8Array[] => {
  const chain: Uint8Array[] = [];
  const seen = new Set<DetailedPeerCertificate>();
  for (let one: DetailedPeerCertificate | undefined = peer; one?.raw !== undefined && !seen.has(one); ) {
    seen.add(one);
    chain.push(one.raw);
    one = one.issuerCertificate;
  }
  return chain;
};
