import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { HttpCall } from '../kit/http.ts';

export interface BucketSettings {
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}
type Signed = Pick<HttpCall, 'method' | 'url' | 'headers' | 'body' | 'atMs'>;

const SKEW_MS_MAX = 900_000;
const FORM =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** What is wrong with the signature of a request, if anything is. After the specification of AWS Signature Version 4, not after any client. */
export const wrongInSignature = (call: Signed, settings: BucketSettings): string | undefined => {
  const { method, url, headers, body, atMs } = call;
  const parsed = FORM.exec(headers.authorization ?? '');
  if (parsed === null) return 'no signature';
  const [, accessKeyId, day = '', region = '', names = '', signature = ''] = parsed;
  const moment = headers['x-amz-date'];
  if (accessKeyId !== settings.accessKeyId || region !== settings.region) return 'another key or region';
  if (typeof moment !== 'string' || !moment.startsWith(day)) return 'no date';
  if (!(Math.abs(atMs - momentOf(moment)) <= SKEW_MS_MAX)) return 'RequestTimeTooSkewed';
  const signed = names.split(';');
  const unsigned = ['host', 'x-amz-content-sha256', 'x-amz-date'].find((name) => !signed.includes(name));
  if (unsigned !== undefined) return `${unsigned} is not signed`;
  const payload = String(headers['x-amz-content-sha256']);
  const isUnsigned = payload === 'UNSIGNED-PAYLOAD';
  if (!isUnsigned && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  if (isUnsigned && method === 'PUT') return 'the payload is not signed';
  const [path = '', search = ''] = url.split('?');
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim().replace(/\s+/g, ' ')}\n`);
  const canonical = [method, path, search.split('&').sort().join('&'), lines.join(''), names, payload].join('\n');
  const scope = `${day}/${settings.region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n');
  const parts = [day, settings.region, 's3', 'aws4_request'];
  const key = parts.reduce<Buffer | string>(hmac, `AWS4${settings.secretAccessKey}`);
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex')) ? undefined : 'another signature';
};

const momentOf = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
