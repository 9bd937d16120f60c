import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { parseArgs } from 'node:util';

/** As much of curl as the guide for partners uses, for machines that have none: started as `curl` by a shell. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'silent-errors': { type: 'boolean', short: 'S' },
    silent: { type: 'boolean', short: 's' },
    cacert: { type: 'string' },
    user: { type: 'string', short: 'u' },
    header: { type: 'string', short: 'H', multiple: true },
    data: { type: 'string', short: 'd' },
    request: { type: 'string', short: 'X' },
    output: { type: 'string', short: 'o' },
    'dump-header': { type: 'string', short: 'D' },
    'write-out': { type: 'string', short: 'w' },
  },
});
const pairs = (values.header ?? []).map((line) => line.split(/:\s*/) as [string, string]);
const sent = request(positionals[0] ?? '', {
  method: values.request ?? (values.data === undefined ? 'GET' : 'POST'),
  headers: Object.fromEntries(pairs),
  ...(values.user === undefined ? {} : { auth: values.user }),
  ...(values.cacert === undefined ? {} : { ca: readFileSync(values.cacert) }),
});
sent.on('response', (answer) => {
  const chunks: Buffer[] = [];
  answer.on('data', (chunk: Buffer) => chunks.push(chunk));
  answer.on('end', () => {
    const headers = answer.rawHeaders.map((part, at) => (at % 2 === 0 ? `${part}: ` : `${part}\r\n`)).join('');
    if (values['dump-header'] === '-') process.stdout.write(`HTTP/1.1 ${answer.statusCode}\r\n${headers}\r\n`);
    if (values.output === undefined) process.stdout.write(Buffer.concat(chunks));
    else if (values.output !== '/dev/null') writeFileSync(values.output, Buffer.concat(chunks));
    const told = values['write-out']?.replace('%{http_code}', String(answer.statusCode)).replaceAll('\\n', '\n');
    if (told !== undefined) process.stdout.write(told);
  });
});
sent.end(values.data);
