import { createHash } from 'node:crypto';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { endpointsFor } from './endpoint.ts';
import type { FormFile } from './multipart.ts';
import { openApiOf } from './openapi.ts';
import { someBytes } from './testing/media-endpoints.ts';
import { memoryKit } from './testing/memory-kit.ts';
import { basic, sampleServed, sampleSurface } from './testing/sample-surface.ts';
import { type Served, serve } from './testing/serve.ts';
import { FILE_LIMIT, sendForm, uploadEndpoints } from './testing/upload-endpoints.ts';

const path = '/sample/v1/form';
const BOUNDARY = 'x-boundary-x';
const kit = memoryKit();
let chunk: (size: number) => Promise<void>;
let file: ((file: FormFile) => Promise<void>) | undefined;
let served: Served;
beforeAll(async () => {
  const deps = {
    chunk: (size: number) => chunk(size),
    get file() {
      return file;
    },
  };
  served = await serve({ kit, surfaces: [sampleServed], endpoints: uploadEndpoints(deps as never) });
});
afterAll(() => served.close());
beforeEach(async () => {
  chunk = async () => undefined;
  file = undefined;
  await kit.clock.advance(Seconds(1));
  kit.audited.length = 0;
});

interface Part {
  readonly name: string;
  readonly value: string | Uint8Array;
  readonly fileName?: string;
  readonly type?: string;
}
const bodyOf = (parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, value, fileName, type }) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
      ),
      Buffer.from(value as string),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
const sendBytes = (body: Uint8Array, type = `multipart/form-data; boundary=${BOUNDARY}`) =>
  served.send({ method: 'POST', path, headers: { ...basic('mover'), 'content-type': type }, body });
const send = (...parts: readonly Part[]) => sendBytes(bodyOf(parts));

const COLOUR = { name: 'colour', value: 'red' };
const picture = (value: Uint8Array = someBytes(70_000), type = 'image/png'): Part => ({
  name: 'picture',
  fileName: 'a.png',
  type,
  value,
});
const note = (value = 'hello'): Part => ({ name: 'note', fileName: 'n.txt', type: 'text/plain', value });
const sha = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

describe('a form with files', () => {
  it('gives its handler each file as it arrives, and its fields by their schema, whatever their order', async () => {
    const bytes = someBytes(FILE_LIMIT);
    const whole = { name: 'picture a.png image/png', sha: sha(bytes), size: FILE_LIMIT };
    const notes = ['one', 'two'].map((text) => ({ name: 'note n.txt text/plain', sha: sha(text), size: 3 }));
    const answer = await send({ name: 'tag', value: 'ü' }, note('one'), picture(bytes), note('two'), COLOUR, {
      name: 'tag',
      value: '',
    });
    expect(answer).toMatchObject({
      status: 200,
      json: { fields: { colour: 'red', tag: ['ü', ''] }, files: [notes[0], whole, notes[1]] },
    });
    expect(kit.audited).toMatchObject([{ event: 'thing.uploaded', outcome: 'ok' }]);
  });

  it('takes nothing of the path that a client calls a file by', async () => {
    const answer = await send({ ...picture(), fileName: '../../etc/x.png' }, COLOUR);
    expect(answer.json.files).toMatchObject([{ name: 'picture x.png image/png' }]);
  });

  it.each([
    [
      'a file that is too large',
      413,
      'body.picture: is larger than 3000000 bytes.',
      [COLOUR, picture(someBytes(FILE_LIMIT + 1))],
    ],
    [
      'a small file that is too large',
      413,
      'body.note: is larger than 1000 bytes.',
      [COLOUR, note('x'.repeat(1_001)), picture()],
    ],
    [
      'a field that is too large',
      413,
      'body.colour: is larger than 65536 bytes.',
      [{ name: 'colour', value: 'x'.repeat(65_537) }, picture()],
    ],
    ['a file too many', 400, 'body.picture: may come once at most', [COLOUR, picture(), picture()]],
    [
      'one too many of several',
      400,
      'body.note: may come 2 times at most',
      [COLOUR, picture(), note(), note(), note()],
    ],
    [
      'a file of another type',
      415,
      'body.picture: send it as one of image/png.',
      [COLOUR, picture(someBytes(9), 'image/svg+xml')],
    ],
    ['a file that nobody declared', 400, 'body', [COLOUR, picture(), { ...note(), name: 'virus' }]],
    ['a missing file', 400, 'body.picture: is required: a file', [COLOUR, note()]],
    ['a missing field', 400, 'body.colour', [picture()]],
    ['a field that does not fit', 400, 'body.colour', [{ name: 'colour', value: 'x'.repeat(21) }, picture()]],
    ['a field with a NUL', 400, 'body: has a NUL', [{ name: 'colour', value: 'a\0b' }, picture()]],
    ['a field that nobody declared', 400, 'body', [COLOUR, { name: '__proto__', value: 'x' }, picture()]],
    [
      'more fields than anybody needs',
      400,
      'body: has more than 100 fields',
      [...Array.from({ length: 101 }, () => ({ name: 'tag', value: '' })), COLOUR, picture()],
    ],
  ] as const)('is refused for %s, by its name', async (_what, status, message, parts) => {
    const answer = await send(...(parts as readonly Part[]));
    expect(answer, answer.text).toMatchObject({ status, json: { message: expect.stringContaining(message) } });
    expect(kit.audited.map(({ outcome }) => outcome)).not.toContain('ok');
    expect(await send(COLOUR, picture())).toMatchObject({ status: 200 });
  });

  it('is refused where it is cut off, or no form', async () => {
    const whole = bodyOf([COLOUR, picture()]);
    for (const length of [0, 10, 100, whole.length - 100, whole.length - 8])
      expect(await sendBytes(whole.subarray(0, length)), String(length)).toMatchObject({ status: 400 });
    await kit.clock.advance(Seconds(1));
    expect(await sendBytes(whole, 'multipart/form-data')).toMatchObject({ status: 415 });
    expect(await sendBytes(whole, 'application/json')).toMatchObject({ status: 415 });
    expect(await sendBytes(Buffer.from('{}'), 'multipart/form-data; boundary=y')).toMatchObject({ status: 400 });
  });

  it('goes on where its handler has no use for a file, and ends where the handler fails', async () => {
    file = async () => undefined;
    expect(await send(picture(), note(), COLOUR)).toMatchObject({ status: 200 });
    file = async () => {
      throw new Error('the disk is full');
    };
    expect(await send(picture(), note(), COLOUR)).toMatchObject({ status: 500 });
    expect(await send(picture(someBytes(FILE_LIMIT)), COLOUR)).toMatchObject({ status: 500 });
  });

  it('has its handler end a file that is cut off before the form is refused', async () => {
    const ends: string[] = [];
    file = async ({ bytes }) => {
      try {
        for await (const _chunk of bytes);
      } catch {
        ends.push('undone');
      }
    };
    await sendBytes(bodyOf([COLOUR, picture(someBytes(200_000))]).subarray(0, 100_000)).then(({ status }) =>
      ends.push(String(status)),
    );
    expect(ends).toEqual(['undone', '400']);
  });

  it('is not in memory as a whole: what arrives waits for the handler', async () => {
    let largest = 0;
    chunk = async (size) => {
      largest = Math.max(largest, size);
      await new Promise((resolve) => setImmediate(resolve));
    };
    expect(await send(COLOUR, picture(someBytes(FILE_LIMIT)))).toMatchObject({ status: 200 });
    expect(largest).toBeLessThan(300_000);
  });

  it('is documented with its fields, files and their types', () => {
    // biome-ignore lint/suspicious/noExplicitAny: a document is looked into at every depth.
    const { post } = (openApiOf(sampleSurface, [sendForm]) as any).paths[path];
    const { schema, encoding } = post.requestBody.content['multipart/form-data'];
    expect(schema).toMatchObject({
      properties: {
        colour: { type: 'string' },
        picture: { type: 'string', format: 'binary', maxLength: FILE_LIMIT },
        note: { type: 'array', maxItems: 2 },
      },
      required: ['colour', 'picture'],
    });
    expect(encoding).toEqual({ picture: { contentType: 'image/png' }, note: { contentType: 'text/plain, text/csv' } });
    expect(Object.keys(post.responses)).toEqual(['200', '400', '401', '403', '408', '413', '415', '429', '500']);
  });

  it('infers what its handler gets', () => {
    endpointsFor(sampleSurface)()({
      id: 'things.typed',
      method: 'POST',
      unit: 'own',
      path: '/sample/v1/typed',
      summary: '',
      description: '',
      gate: { scope: 'move' },
      bodyStream: { fields: z.object({ colour: z.string() }), files: { picture: { types: ['image/png'], bytes: 1 } } },
      success: { status: 200, description: '', schema: z.object({}) },
      faults: {},
      audit: { event: 'x', target: () => undefined },
      handle: async (_deps, { body }) => {
        const fields = await body.receive(async ({ name }) => {
          expectTypeOf(name).toEqualTypeOf<'picture'>();
        });
        expectTypeOf(fields).toEqualTypeOf<{ colour: string }>();
        return {};
      },
    });
  });
});
