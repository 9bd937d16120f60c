import type { IncomingMessage } from 'node:http';
import { controlFault } from './control.faults.ts';

const LONGEST = 16 * 1024;

/** The JSON body of a request; an empty one counts as `{}`. Throws the fault for anything that is not JSON. */
export const readBody = async (request: IncomingMessage, longest = LONGEST): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > longest) throw controlFault('body_too_large', `A body may have ${longest} bytes.`);
    chunks.push(chunk);
  }
  if (length === 0) return {};
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json(\s*;|$)/i.test(type))
    throw controlFault('not_json', 'Send the body as application/json, or none at all.');
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw controlFault('invalid_json', 'The body is not JSON.');
  }
};
