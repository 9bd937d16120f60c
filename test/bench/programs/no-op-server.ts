import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { listen } from '@gatehouse/shared/net/listen.ts';
import { TLS_OFFERED } from '@gatehouse/shared/tls/tls-options.ts';

/** A floor: node:https as the cloud sets it up, reading a JSON body and answering a small one. */
const [keyFile = '', certificateFile = ''] = process.argv.slice(2);
const ANSWER = JSON.stringify({ ok: true });

const server = createServer(
  {
    key: readFileSync(keyFile),
    cert: readFileSync(certificateFile),
    ...TLS_OFFERED,
    noDelay: true,
  },
  (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString('utf8'));
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': ANSWER.length });
      response.end(ANSWER);
    });
  },
);
onStop(async () => void server.close());
announceReady({ port: await listen(server, { host: '127.0.0.1', port: 0 }) });
