import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault } from '@gatehouse/shared/fault/fault.ts';

const BODY_MAX_BYTES = 16_384;

export type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<void> | void;

/** What a page is told that may not, or asked wrongly. */
export interface Refusal {
  readonly error: string;
  readonly message: string;
  /** The field of the body that is wrong. */
  readonly field?: string | undefined;
}

export const send = (res: ServerResponse, status: number, body?: unknown): void => {
  if (body === undefined) return void res.writeHead(status).end();
  const text = JSON.stringify(body);
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
};

export const refuse = (res: ServerResponse, status: number, { error, message, field }: Refusal): void =>
  send(res, status, { error, message, field });

/** A refusal of the doors or of the rules, in its own words. */
export const refuseFor = (res: ServerResponse, { code, spec, message, detail }: Fault): void =>
  send(res, spec.status, { error: code, message, ...detail.body });

/** The JSON of a request; undefined for what is none, or too much. */
export const readJson = async (req: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
};
