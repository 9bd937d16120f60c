import type { Socket } from 'node:net';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { createFaults, type Fault, type FaultKind } from '../kit/faults.ts';
import { LATE_MS, lateAnswers } from '../kit/lateness.ts';
import { createLog } from '../kit/log.ts';
import type { Received, StandIn } from '../kit/stand-in.ts';

export interface Mail extends Received {
  readonly from: string;
  readonly to: readonly string[];
  /** The whole message as it came over the wire. */
  readonly raw: string;
  /** Its headers, unfolded. */
  readonly headers: readonly string[];
  readonly user: string | undefined;
}

export interface MailSettings {
  readonly clock: Clock;
  /** Whoever does not have it is not let in; nobody is asked without one. */
  readonly password?: string;
  readonly tls?: { readonly key: string; readonly cert: string };
  /** TLS from the first byte, rather than by STARTTLS. */
  readonly secure?: boolean;
}

/** Where a fault can be said to be (`at`), and what can go wrong there. */
const STEPS = {
  connection: ['refuse', 'too-many', 'no-answer', 'cut'],
  recipient: ['refuse'],
  data: ['refuse', 'late', 'no-answer', 'lost-answer'],
} as const satisfies Readonly<Record<string, readonly FaultKind[]>>;
/** RFC 5321 section 4.2.3: what a refusal there is, if nobody says which. */
const CODES = { connection: 421, recipient: 450, data: 451 } as const;
const MESSAGE_BYTES_MAX = 5 * 1024 * 1024;

/** A mail server: SMTP as of RFC 5321. It delivers nothing, and keeps what it takes for whoever looks. */
export const createMail = ({ clock, password, tls, secure = false }: MailSettings): StandIn<Mail> => {
  const faults = createFaults([...new Set(Object.values(STEPS).flat())]);
  const log = createLog<Mail>(({ raw }) => raw.length);
  const late = lateAnswers(clock);
  /** Connections to refuse, by the port of the other end, and those that hear nothing. */
  const refusing = new Map<number | undefined, Fault>();
  const silent = new Set<Socket>();
  /** Not through with TLS yet, by the port of the other end. */
  const handshakes = new Map<number | undefined, Socket>();
  const faultAt = (step: keyof typeof STEPS): Fault | undefined => faults.take(step, STEPS[step]);
  const refused = (fault: Fault, step: keyof typeof STEPS): Error =>
    Object.assign(new Error(fault.kind === 'too-many' ? 'Too many connections' : 'Not now'), {
      responseCode: fault.status ?? CODES[step],
    });
  const keep = (raw: string, { envelope, user }: SMTPServerSession): void => {
    const { mailFrom, rcptTo } = envelope;
    const to = rcptTo.map(({ address }) => address);
    const headers = raw
      .slice(0, raw.indexOf('\r\n\r\n'))
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n');
    const subject = headers.find((line) => /^subject:/i.test(line)) ?? 'no subject';
    const from = mailFrom === false ? '' : mailFrom.address;
    const what = `to ${to.join(', ')}: ${subject}`;
    log.add({ atMs: clock.wallMs(), what, from, to, raw, headers, user: user as string | undefined });
  };
  const taken = (raw: string, session: SMTPServerSession, done: (error?: Error) => void): void => {
    const fault = faultAt('data');
    if (fault?.kind === 'no-answer') return;
    if (fault?.kind === 'refuse') return void done(refused(fault, 'data'));
    keep(raw, session);
    if (fault?.kind === 'lost-answer') cut(session);
    else if (fault?.kind === 'late') late.later(fault.ms ?? LATE_MS, done);
    else done();
  };
  const cut = ({ id }: SMTPServerSession): void => {
    for (const connection of server.connections) if (connection.id === id) connection._socket.destroy();
  };
  const server = new SMTPServer({
    secure,
    ...tls,
    size: MESSAGE_BYTES_MAX,
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    disabledCommands: tls === undefined ? ['STARTTLS'] : [],
    logger: false,
    onConnect: ({ remotePort }, done) => {
      handshakes.delete(remotePort);
      const fault = refusing.get(remotePort);
      if (fault !== undefined) done(refused(fault, 'connection'));
      else done();
    },
    onAuth: (auth, _session, done) =>
      password === undefined || auth.password === password
        ? done(null, { user: auth.username })
        : done(new Error('Wrong password')),
    onRcptTo: (_address, _session, done) => {
      const fault = faultAt('recipient');
      done(fault === undefined ? null : refused(fault, 'recipient'));
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => taken(Buffer.concat(parts).toString('utf8'), session, done));
    },
  });
  server.on('error', () => undefined); // A client that does not believe its certificate.
  return {
    plays: 'a mail server (SMTP); it delivers nothing',
    base: 'smtp://127.0.0.1',
    facts: () => ({}),
    acts: {},
    received: log.entries,
    faults,
    accept: (socket) => {
      const fault = faultAt('connection');
      const port = socket.remotePort;
      socket
        .on('error', () => undefined)
        .on('close', () => {
          refusing.delete(port);
          handshakes.delete(port);
        });
      if (fault?.kind === 'cut') return void socket.destroy();
      if (fault?.kind === 'no-answer') return void silent.add(socket.on('close', () => silent.delete(socket)).resume());
      if (fault !== undefined) refusing.set(port, fault);
      if (secure) handshakes.set(port, socket);
      server.server.emit('connection', socket);
    },
    close: () => {
      late.cancel();
      for (const socket of silent) socket.destroy();
      // From above, and nothing in the middle of a handshake: Node crashes where TCP goes away from under TLS.
      for (const connection of server.connections) {
        connection.close();
        if (!connection._upgrading) connection._socket.destroy();
      }
      for (const socket of handshakes.values()) socket.end();
    },
  };
};
