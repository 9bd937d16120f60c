import type { Duplex } from 'node:stream';
import { faultAnswer } from './fault-response.ts';
import { kitFault, type kitFaults } from './kit-faults.ts';

/** What is no HTTP request still gets an answer in JSON, written by hand: there is no response object for it. */
export const answerBroken = (error: NodeJS.ErrnoException, socket: Duplex, requestId: string): void => {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [code, text] = BROKEN[error.code ?? ''] ?? ['invalid_request', 'This is not an HTTP request.'];
  const answer = faultAnswer(kitFault(code, text), requestId);
  const head = [
    `HTTP/1.1 ${answer.status} ${REASONS[answer.status] ?? 'Bad Request'}`,
    'Content-Type: application/json; charset=utf-8',
    `X-Request-Id: ${requestId}`,
    `Content-Length: ${Buffer.byteLength(answer.text)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${answer.text}`, () => socket.destroy());
};

const BROKEN: Readonly<Record<string, readonly [keyof typeof kitFaults, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers are larger than 16 kB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['payload_too_large', 'The chunk extensions are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.'],
};
const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  431: 'Request Header Fields Too Large',
};
