import { createHash } from 'node:crypto';
import { z } from 'zod';
import { endpointsFor } from '../endpoint.ts';
import { type MountedEndpoint, mount } from '../mount.ts';
import type { FormFile } from '../multipart.ts';
import { sampleSurface } from './sample-surface.ts';

export interface UploadDeps {
  /** Is told of each chunk, and may wait. */
  readonly chunk: (size: number) => Promise<void>;
  /** Takes a file, or reads it to its end. */
  readonly file?: (file: FormFile) => Promise<void>;
}
const declare = endpointsFor(sampleSurface)<UploadDeps>();
const common = {
  gate: { scope: 'move' },
  faults: {},
  audit: { event: 'thing.uploaded', target: () => 'it' },
} as const;
const Stored = z.object({ sha: z.string(), size: z.int() });
const NamedFile = Stored.extend({ name: z.string() });

const digestOf = async ({ chunk }: UploadDeps, bytes: AsyncIterable<Uint8Array>) => {
  const hash = createHash('sha256');
  let size = 0;
  for await (const part of bytes) {
    hash.update(part);
    size += part.length;
    await chunk(part.length);
  }
  return { sha: hash.digest('hex'), size };
};

export const UPLOAD_LIMIT = 8_000_000;
export const uploadThing = declare({
  ...common,
  id: 'things.upload',
  method: 'POST',
  path: '/sample/v1/upload',
  summary: 'Upload a thing',
  description: 'Takes its bytes.',
  bodyStream: { types: ['application/zip', 'application/octet-stream'], bytes: UPLOAD_LIMIT, seconds: 20 },
  success: { status: 201, description: 'Taken.', schema: Stored.extend({ type: z.string() }) },
  prepare: async (deps, { body }) => ({ ...(await digestOf(deps, body)), type: body.type }),
  handle: async (_deps, _input, { prepared }) => prepared,
});

export const FILE_LIMIT = 3_000_000;
export const sendForm = declare({
  ...common,
  id: 'things.form',
  method: 'POST',
  path: '/sample/v1/form',
  summary: 'Send things with a form',
  description: 'Takes a picture, notes, and words about them.',
  unit: 'own',
  bodyStream: {
    fields: z.strictObject({ colour: z.string().min(1).max(20), tag: z.array(z.string()).optional() }),
    files: {
      picture: { types: ['image/png'], bytes: FILE_LIMIT },
      note: { types: ['text/plain', 'text/csv'], bytes: 1_000, count: 2, optional: true },
    },
    seconds: 20,
  },
  success: {
    status: 200,
    description: 'Taken.',
    schema: z.object({ fields: z.record(z.string(), z.unknown()), files: z.array(NamedFile) }),
  },
  handle: async (deps, { body }) => {
    const files: z.output<typeof NamedFile>[] = [];
    const fields = await body.receive(async (file) => {
      if (deps.file !== undefined) return deps.file(file);
      files.push({ name: `${file.name} ${file.fileName} ${file.type}`, ...(await digestOf(deps, file.bytes)) });
    });
    return { fields, files };
  },
});

export const uploadEndpoints = (deps: UploadDeps): readonly MountedEndpoint[] =>
  [uploadThing, sendForm].map((endpoint) => mount(endpoint, deps));
