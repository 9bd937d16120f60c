import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { z } from 'zod';
import { Fault } from '../fault/fault.ts';
import { controlSocketPath } from './control-socket.ts';

/** One order that the operator of this machine may give to the running process. */
export interface ControlCommand<Body extends z.ZodType = z.ZodType> {
  readonly body: Body;
  run(body: z.infer<Body>): Promise<unknown>;
}

export const controlCommand = <Body extends z.ZodType>(command: ControlCommand<Body>): ControlCommand =>
  command as unknown as ControlCommand;

const BODY_MAX = 65_536;

/**
 * Serves `POST /<name>` with JSON bodies on the data folder's control socket. Who may connect is who may write the
 * socket file: the user that runs the process, and root.
 */
export const serveControl = async (
  dataDir: string,
  commands: Readonly<Record<string, ControlCommand>>,
): Promise<{ close(): Promise<void> }> => {
  const path = controlSocketPath(dataDir);
  if (await isAnswered(path)) throw new Error(`Another process is running with the data folder ${dataDir}.`);
  rmSync(path, { force: true }); // Left by a process that was killed.
  const server = createServer((req, res) => {
    answer(req, commands).then(
      (body) => send(res, 200, body),
      (error: unknown) => send(res, ...refusal(error)),
    );
  });
  const umask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  } finally {
    process.umask(umask);
  }
  chmodSync(path, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const isAnswered = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });

const answer = async (req: IncomingMessage, commands: Readonly<Record<string, ControlCommand>>): Promise<unknown> => {
  const name = (req.url ?? '').slice(1);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (req.method !== 'POST' || command === undefined)
    throw new ControlRefusal('unknown_command', `There is no command "${name}".`);
  const text = await readText(req);
  const body = command.body.safeParse(text === '' ? {} : parseJson(text));
  if (!body.success) throw new ControlRefusal('invalid', z.prettifyError(body.error));
  return (await command.run(body.data)) ?? {};
};

class ControlRefusal extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const readText = async (req: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MAX) throw new ControlRefusal('too_large', `A command may have ${BODY_MAX} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new ControlRefusal('invalid', 'The command is not JSON.');
  }
};

const refusal = (error: unknown): [number, unknown] => {
  if (error instanceof ControlRefusal) return [400, { error: error.code, message: error.message }];
  if (error instanceof Fault) return [error.spec.status, { error: error.code, message: error.message }];
  return [500, { error: 'internal_error', message: error instanceof Error ? error.message : String(error) }];
};

const send = (res: ServerResponse, status: number, body: unknown): void => {
  const text = JSON.stringify(body);
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
};
