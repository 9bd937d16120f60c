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

/** One bucket of S3: PUT, GET and DELETE of objects and ListObjectsV2, path style. Every request must be signed, else it is 403. */
export const createBucket = ({
  clock,
  settings = SETTINGS,
  keysAPage = 1_000,
}: {
  readonly clock: Clock;
  readonly settings?: BucketSettings;
  /** A service may list fewer a page than a thousand. */
  readonly keysAPage?: number;
}) => {
  const objects = new Map<string, { readonly bytes: Buffer; readonly type: string | undefined }>();
  const get = (key: string): HttpAnswer => {
    const found = objects.get(key);
    if (found === undefined) return refusal(404, 'NoSuchKey');
    return { headers: { 'content-type': found.type ?? 'binary/octet-stream' }, body: found.bytes };
  };
  const list = (asked: URLSearchParams): HttpAnswer => {
    const prefix = asked.get('prefix') ?? '';
    const after = Buffer.from(asked.get('continuation-token') ?? '', 'base64').toString('utf8');
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, keysAPage);
    const isTruncated = page.length < keys.length;
    const next = isTruncated
      ? `<NextContinuationToken>${Buffer.from(page.at(-1) ?? '').toString('base64')}</NextContinuationToken>`
      : '';
    const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
    return {
      headers: XML,
      body: `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${contents}${next}</ListBucketResult>`,
    };
  };
  const answer = (call: HttpCall): HttpAnswer => {
    const wrong = wrongInSignature(call, settings);
    if (wrong !== undefined) return refusal(403, 'SignatureDoesNotMatch', wrong);
    const [, bucket, ...rest] = call.path.split('/');
    const key = rest.join('/');
    if (bucket !== settings.bucket) return refusal(404, 'NoSuchBucket');
    if (call.method === 'GET') return key === '' ? list(call.query) : get(key);
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
