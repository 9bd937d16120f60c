import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Arrived {
  readonly from: string;
  readonly to: readonly string[];
  /** The whole message as it came over the wire. */
  readonly raw: string;
  /** Its headers, unfolded. */
  readonly headers: readonly string[];
  readonly user: string | undefined;
}

/** What it answers to the next recipient, or to the next message once that has arrived: a status and a text. */
export interface Refusal {
  readonly at: 'recipient' | 'data';
  readonly status: number;
}

/** A mail server on a socket of the loopback: it keeps what arrives, and refuses what the test wants refused. */
export const startMailHost = async (
  options: { password?: string; key?: string; cert?: string; secure?: boolean } = {},
) => {
  const arrived: Arrived[] = [];
  const refusals: Refusal[] = [];
  const refusedNow = (at: Refusal['at']): Error | null => {
    if (refusals[0]?.at !== at) return null;
    return Object.assign(new Error('not now'), { responseCode: refusals.shift()?.status });
  };
  const { password, key, cert, secure = false } = options;
  const server = new SMTPServer({
    secure,
    ...(key !== undefined && { key, cert }),
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disabledCommands: key === undefined ? ['STARTTLS'] : [],
    logger: false,
    onAuth: (auth, _session, done) =>
      auth.password === password ? done(null, { user: auth.username }) : done(new Error('Wrong password')),
    onRcptTo: (_address, _session, done) => done(refusedNow('recipient')),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const refused = refusedNow('data');
        if (refused !== null) return done(refused);
        const raw = Buffer.concat(chunks).toString('utf8');
        const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
        const { mailFrom, rcptTo } = session.envelope;
        arrived.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw,
          headers: head.split('\r\n'),
          user: session.user as string | undefined,
        });
        return done();
      });
    },
  });
  server.on('error', () => undefined); // A client that does not believe its certificate.
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    arrived,
    refusals,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};
