import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StandInSettings {
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * A small server that speaks the part of S3 we use: PUT, GET and DELETE of objects of one bucket, path style. Every
 * request must carry a right AWS Signature Version 4 over the payload's hash, else it is 403 as from the real one.
 */
export const startS3StandIn = async (settings: StandInSettings) => {
  const objects = new Map<string, { bytes: Buffer; type: string | undefined }>();
  const refusals: string[] = [];
  /** Answers of this status come before anything is looked at. */
  const failures: number[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const failure = failures.shift();
    if (failure !== undefined) return void response.writeHead(failure).end('<Error><Code>SlowDown</Code></Error>');
    const wrong = whatIsWrong(request, body, settings);
    if (wrong !== undefined) {
      refusals.push(wrong);
      return void response.writeHead(403).end(`<Error><Code>SignatureDoesNotMatch</Code><M>${wrong}</M></Error>`);
    }
    const [, bucket, ...rest] = (request.url ?? '').split('/');
    if (bucket !== settings.bucket) return void response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>');
    const key = rest.join('/');
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, type: request.headers['content-type'] });
      return void response.writeHead(200).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    const found = objects.get(key);
    if (found === undefined) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    response.writeHead(200, { 'content-type': found.type ?? '' }).end(found.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    refusals,
    failures,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Written after the specification of Signature Version 4, not after the client under test. */
const whatIsWrong = (request: IncomingMessage, body: Buffer, settings: StandInSettings): string | undefined => {
  const header = request.headers.authorization ?? '';
  const parsed =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      header,
    );
  if (parsed === null) return 'no signature';
  const [, accessKeyId, day = '', region = '', names = '', signature = ''] = parsed;
  const moment = request.headers['x-amz-date'];
  if (accessKeyId !== settings.accessKeyId || region !== settings.region) return 'another key or region';
  if (typeof moment !== 'string' || !moment.startsWith(day)) return 'no date';
  if (Math.abs(Date.now() - momentOf(moment)) > 900_000) return 'RequestTimeTooSkewed';
  const signed = names.split(';');
  for (const needed of ['host', 'x-amz-content-sha256', 'x-amz-date'])
    if (!signed.includes(needed)) return `${needed} is not signed`;
  const payload = request.headers['x-amz-content-sha256'];
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  if (request.method === 'PUT' && payload === 'UNSIGNED-PAYLOAD') return 'the payload is not signed';
  const [path = '', search = ''] = (request.url ?? '').split('?');
  const headers = signed.map((name) => `${name}:${String(request.headers[name]).trim().replace(/\s+/g, ' ')}\n`);
  const canonical = [request.method, path, search, headers.join(''), names, payload].join('\n');
  const scope = `${day}/${settings.region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${settings.secretAccessKey}`, day), settings.region), 's3'), 'aws4_request');
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex')) ? undefined : 'another signature';
};

const momentOf = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
