import type { S3Settings } from './s3-object-store.ts';

/** An S3 bucket as the environment names it, with the file of its secret. */
export type BucketSettings = Omit<S3Settings, 'secretAccessKey'> & { readonly secretFile: string };

const S3_PARTS = [
  'OBJECTS_S3_ENDPOINT',
  'OBJECTS_S3_BUCKET',
  'OBJECTS_S3_ACCESS_KEY_ID',
  'OBJECTS_S3_SECRET_FILE',
] as const;
type Given = Readonly<Partial<Record<(typeof S3_PARTS)[number], string | undefined>>>;

/** Adds to `problems` what is wrong: a bucket is named whole, or not at all. */
export const checkBucket = (given: Given, problems: string[]): void => {
  const parts = S3_PARTS.filter((name) => given[name] !== undefined);
  if (parts.length > 0 && parts.length < S3_PARTS.length) problems.push(`${S3_PARTS.join(', ')}: all or none`);
};

/** The bucket that the environment names, if it does. */
export const bucketOf = (env: Given & { readonly OBJECTS_S3_REGION: string }): BucketSettings | undefined => {
  const [endpoint, bucket, accessKeyId, secretFile] = S3_PARTS.map((name) => env[name]);
  if (endpoint === undefined || bucket === undefined || accessKeyId === undefined || secretFile === undefined)
    return undefined;
  return { endpoint, bucket, region: env.OBJECTS_S3_REGION, accessKeyId, secretFile };
};
