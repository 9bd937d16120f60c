import { z } from 'zod';
import { endpointsFor } from '../endpoint.ts';
import { type BytesAnswer, bytesAnswer, type StreamAnswer } from '../media.ts';
import { type MountedEndpoint, mount } from '../mount.ts';
import { sampleSurface } from './sample-surface.ts';

export interface MediaDeps {
  /** What the next download is answered with. */
  readonly bytes: () => BytesAnswer;
  readonly stream: () => StreamAnswer;
  readonly events: () => StreamAnswer;
}
const declare = endpointsFor(sampleSurface)<MediaDeps>();
const common = { gate: { scope: 'look' }, faults: {} } as const;

export const downloadThing = declare({
  ...common,
  id: 'things.download',
  method: 'GET',
  path: '/sample/v1/download',
  summary: 'Download a thing',
  description: 'Gives its bytes.',
  success: { status: 200, description: 'The bytes.', bytes: ['application/zip', 'text/plain'] },
  audit: { event: 'thing.downloaded', target: () => 'it' },
  handle: async ({ bytes }) => bytes(),
});

export const exportThings = declare({
  ...common,
  id: 'things.export',
  method: 'POST',
  readsOnly: true,
  path: '/sample/v1/export',
  summary: 'Export things',
  description: 'Gives a line for each.',
  body: z.object({ colour: z.string().min(1).max(20) }),
  success: { status: 200, description: 'The lines.', stream: ['text/csv'] },
  audit: { event: 'things.exported', target: () => undefined },
  examples: { body: { colour: 'red' } },
  handle: async ({ stream }) => stream(),
});

export const watchThings = declare({
  ...common,
  id: 'things.watch',
  method: 'GET',
  path: '/sample/v1/watch',
  summary: 'Watch things',
  description: 'Tells what moves.',
  success: { status: 200, description: 'What moves.', stream: ['text/event-stream'] },
  handle: async ({ events }) => events(),
});

export const mediaEndpoints = (deps: MediaDeps): readonly MountedEndpoint[] =>
  [downloadThing, exportThings, watchThings].map((endpoint) => mount(endpoint, deps));

/** Some bytes that are all different from their neighbours. */
export const someBytes = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 8)) % 256);

export const zipOf = (bytes: Parameters<typeof bytesAnswer>[0]['bytes'], tag?: string) =>
  bytesAnswer({ type: 'application/zip', bytes, ...(tag !== undefined && { tag }) });
