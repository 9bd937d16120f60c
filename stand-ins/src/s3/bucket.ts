import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type HttpAnswer, type HttpCall, httpStandIn } from '../kit/http.ts';
import { type BucketSettings, wrongInSignature } from './signature.ts';

const SETTINGS: BucketSettings = {
  region: 'us-east-1',
  bucket: 'gatehouse',
  accessKeyId: 'STANDINKEY',
  secretAccessKey: 'stand-in-secret-1234',
};
const CODES: Readonly<Record<number, string>> = { 429: 'SlowDown', 500: 'InternalError', 503: 'SlowDown' };

const XML = { 'content-type': 'application/xml' };
const refusal = (status: number, code = CODES[status] ?? 'ServiceUnavailable', message = code): HttpAnswer => ({
  status,
  headers: XML,
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
});

/** One bucket of S3: PUT, GET and DELETE of objects, path style. Every request must be signed, else it is 403. */
export const createBucket = ({
  clock,
  settings = SETTINGS,
}: {
  readonly clock: Clock;
  readonly settings?: BucketSettings;
}) => {
  const objects = new Map<string, { readonly bytes: Buffer; readonly type: string | undefined }>();
  const get = (key: string): HttpAnswer => {
    const found = objects.get(key);
    if (found === undefined) return refusal(404, 'NoSuchKey');
    return { headers: { 'content-type': found.type ?? 'binary/octet-stream' }, body: found.bytes };
  };
  const answer = (call: HttpCall): HttpAnswer => {
    const wrong = wrongInSignature(call, settings);
    if (wrong !== undefined) return refusal(403, 'SignatureDoesNotMatch', wrong);
    const [, bucket, ...rest] = call.path.split('/');
    const key = rest.join('/');
    if (bucket !== settings.bucket) return refusal(404, 'NoSuchBucket');
    if (call.method === 'GET') return get(key);
    if (call.method === 'PUT') objects.set(key, { bytes: call.body, type: call.headers['content-type'] });
    else if (call.method === 'DELETE') objects.delete(key);
    else return refusal(405, 'MethodNotAllowed');
    return { status: call.method === 'PUT' ? 200 : 204 };
  };
  const standIn = httpStandIn({
    plays: 'a bucket of S3',
    clock,
    facts: () => ({ ...settings }),
    answer,
    refusal: (status) => refusal(status),
  });
  return { ...standIn, objects };
};
