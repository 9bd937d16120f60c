import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { serveStandIn } from '@gatehouse/stand-ins/kit/serve.ts';
import { createBucket } from '@gatehouse/stand-ins/s3/bucket.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { openObjectStore } from './open-object-store.ts';

const dir = mkdtempSync(join(tmpdir(), 'gatehouse-config-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const deps = { clock: systemClock, random: systemRandom };
const picture = { bytes: new Uint8Array([1, 2, 3]), type: 'image/png' };

describe('where the objects lie', () => {
  it('is a folder of the data folder, unless told otherwise', async () => {
    const { objects } = readConfig({ DATA_DIR: dir });
    await (await openObjectStore(objects, deps)).put('x.png', picture);
    expect(existsSync(join(dir, 'objects', 'x.png'))).toBe(true);
    expect(readConfig({ DATA_DIR: dir, OBJECTS_DIR: join(dir, 'else') }).objects.folder).toBe(join(dir, 'else'));
  });

  it('is a bucket whose secret comes from a file', async () => {
    const settings = { region: 'us-east-1', bucket: 'pictures', accessKeyId: 'AKID', secretAccessKey: 's3cret/+' };
    const standIn = await serveStandIn(createBucket({ clock: systemClock, settings }));
    const secretFile = join(dir, 's3-secret');
    writeFileSync(secretFile, `${settings.secretAccessKey}\n`);
    const { objects } = readConfig({
      DATA_DIR: dir,
      OBJECTS_S3_ENDPOINT: standIn.url,
      OBJECTS_S3_BUCKET: settings.bucket,
      OBJECTS_S3_ACCESS_KEY_ID: settings.accessKeyId,
      OBJECTS_S3_SECRET_FILE: secretFile,
    });
    expect(JSON.stringify(objects)).not.toContain(settings.secretAccessKey);
    await (await openObjectStore(objects, deps)).put('x.png', picture);
    expect(standIn.objects.has('x.png')).toBe(true);
    await standIn.close();
  });

  it('is refused when only half of a bucket is described', () => {
    expect(() => readConfig({ OBJECTS_S3_BUCKET: 'pictures' })).toThrow(/OBJECTS_S3_ENDPOINT.*all or none/);
    expect(() => readConfig({ OBJECTS_S3_ENDPOINT: 'ftp://x' })).toThrow(/OBJECTS_S3_ENDPOINT: must be https/);
  });
});
