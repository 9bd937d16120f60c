import { createHash } from 'node:crypto';
import { type Clock, sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { AwsClient } from 'aws4fetch';
import { checkKey, type ObjectStore, ObjectStoreError } from './object-store.ts';

export interface S3Settings {
  /** Such as `https://s3.ap-southeast-2.amazonaws.com`. The bucket is the first part of the path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Pauses before the further attempts, in ms. */
const RETRY_AFTER_MS = [100, 400];
const ATTEMPT_TIMEOUT = Seconds(8);
/** An error page of a store may be of any size: what we tell of it is not. */
const REASON_LENGTH_MAX = 300;

/** Objects in a bucket of any service that speaks S3 (AWS Signature Version 4, path style). */
export const createS3ObjectStore = (settings: S3Settings, { clock }: { readonly clock: Clock }): ObjectStore => {
  const { accessKeyId, secretAccessKey, region } = settings;
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const bucket = `${settings.endpoint.replace(/\/$/, '')}/${settings.bucket}`;
  const urlOf = (key: string) => `${bucket}/${checkKey(key)}`;

  const attempt = async (url: string, init: RequestInit): Promise<Answer> => {
    const limit = new AbortController();
    const timer = clock.after(ATTEMPT_TIMEOUT, () => limit.abort());
    try {
      const signed = await signer.sign(url, init);
      const response = await fetch(signed, { signal: limit.signal, redirect: 'error' });
      return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
    } catch (error) {
      return { status: undefined, error };
    } finally {
      timer.cancel();
    }
  };

  const send = async (url: string, init: RequestInit): Promise<Answer & { status: number }> => {
    for (const pauseMs of [...RETRY_AFTER_MS, undefined]) {
      const answer = await attempt(url, init);
      if (answer.status !== undefined && answer.status < 500 && answer.status !== 429) return answer;
      if (pauseMs === undefined) throw failed(init, answer);
      await sleep(clock, Milliseconds(pauseMs));
    }
    throw new ObjectStoreError('the store of objects did not answer');
  };

  return {
    put: async (key, { bytes, type }) => {
      const init: RequestInit = {
        method: 'PUT',
        body: bytes as Uint8Array<ArrayBuffer>,
        headers: { 'content-type': type, 'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex') },
      };
      const answer = await send(urlOf(key), init);
      if (answer.status >= 300) throw failed(init, answer);
    },

    get: async (key) => {
      const init: RequestInit = { method: 'GET' };
      const answer = await send(urlOf(key), init);
      if (answer.status === 404) return undefined;
      if (answer.status !== 200) throw failed(init, answer);
      return answer.bytes;
    },

    remove: async (key) => {
      const init: RequestInit = { method: 'DELETE' };
      const answer = await send(urlOf(key), init);
      if (answer.status >= 300 && answer.status !== 404) throw failed(init, answer);
    },

    // ListObjectsV2: a thousand keys a page at most.
    list: async (folder) => {
      const keys: string[] = [];
      let further: string | undefined;
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: `${checkKey(folder)}/` });
        if (further !== undefined) query.set('continuation-token', further);
        const init: RequestInit = { method: 'GET' };
        const answer = await send(`${bucket}?${query}`, init);
        if (answer.status !== 200) throw failed(init, answer);
        const page = Buffer.from(answer.bytes).toString('utf8');
        // Keys are of few characters, none of which XML escapes.
        for (const [, key] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) if (key !== undefined) keys.push(key);
        further = /<NextContinuationToken>([^<]+)</.exec(page)?.[1];
      } while (further !== undefined);
      return keys;
    },
  };
};

type Answer =
  | { readonly status: number; readonly bytes: Uint8Array }
  | { readonly status: undefined; readonly error: unknown };

/** Says what the store said: its words carry no secret, only the names of ours. */
const failed = ({ method }: RequestInit, answer: Answer): ObjectStoreError =>
  answer.status === undefined
    ? new ObjectStoreError(`${method} of an object failed`, { cause: answer.error })
    : new ObjectStoreError(
        `${method} of an object: ${answer.status} ${Buffer.from(answer.bytes).toString('utf8').slice(0, REASON_LENGTH_MAX)}`,
      );
