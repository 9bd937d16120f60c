import { request } from 'node:http';
import { controlSocketPath } from './control-socket.ts';

/** The running process refused, or is not running (`code` is then `not_running`). */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Gives an order to the process that owns `dataDir` and resolves with its answer. Rejects with a `ControlError`. */
export const callControl = (dataDir: string, command: string, body: unknown = {}): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const req = request(
      {
        socketPath: controlSocketPath(dataDir),
        path: `/${command}`,
        method: 'POST',
        // A connection that was kept may have been closed meanwhile, and an order is not to be given twice to find out.
        agent: false,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
      },
      (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('end', () => {
          const answer = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
          if (res.statusCode === 200) resolve(answer);
          else reject(new ControlError(String(answer.error), String(answer.message)));
        });
      },
    );
    req.on('error', (error) =>
      reject(new ControlError('not_running', `Nothing is running with the data folder ${dataDir} (${error.message}).`)),
    );
    req.end(text);
  });
